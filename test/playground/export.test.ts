import { describe, expect, it } from "vitest";
import { givenFiles, loadStudy, outcomesCsv, run } from "../../src/browser.ts";
import { Desk } from "../../src/playground/desk.ts";
import { below } from "../../src/playground/export.ts";
import { FIRST, FIRST_FIGHT } from "../../src/playground/first.ts";
import { changed } from "../../src/playground/question.ts";
import { NAME } from "../../src/playground/texts.ts";
import { marksOf } from "../../src/playground/writing.ts";

const desk = new Desk();
const question = changed(FIRST["alpha-omega"]!, "defender.save", "3+");

/** What a browser would refuse to draw. */
const isDrawing = (svg: string) =>
  svg.startsWith("<svg ") && svg.endsWith("</svg>") && !/NaN|undefined|var\(/.test(svg);

describe("what is taken along", () => {
  it("of a question: its picture beside that of before, its tables, and a scenario that comes to the same", async () => {
    const { svg, csv, md, yaml } = await desk.exported(question, "hits", FIRST["alpha-omega"]);
    expect(isDrawing(svg)).toBe(true);
    expect(svg).toContain(">before<");
    expect(md).toContain("1.091 casualties");
    const study = await loadStudy(NAME, { files: givenFiles({ [NAME]: yaml }) });
    const chances = (text: string) =>
      text.split("\n").flatMap((line) => /,casualties,,,,,(\d),([\d.]+),/.exec(line)?.slice(1) ?? []);
    const asked = outcomesCsv(await run(study))
      .split("\n")
      .filter((line) => line.includes("~asked,"))
      .join("\n");
    expect(chances(csv)).toEqual(chances(asked));
    expect(chances(csv)).toHaveLength(10);
  });

  it("of a fight: who is left of both sides", async () => {
    const small = { ...FIRST_FIGHT["alpha-omega"]!.changes, "attacker.models": "2", "situation.turns": "2" };
    const { svg } = await desk.exported({ ...FIRST_FIGHT["alpha-omega"]!, changes: small });
    expect(isDrawing(svg)).toBe(true);
    expect(svg.match(/after turn 2/g)!.length).toBeGreaterThanOrEqual(2);
  });

  it("of a field: its numbers in every form, names that are no markup", async () => {
    const [attackers, defenders] = [
      [{ name: "rangers", label: "R|<b>" }],
      [
        { name: "marines", label: "M" },
        { name: "guardians", label: "G" },
      ],
    ];
    const cells = [await desk.field(question, "rangers", ["marines", "nobody"])];
    const { svg, csv, md, yaml } = await desk.exportedField(question, {
      metric: "hits",
      down: "Attacker",
      across: "Defender",
      attackers,
      defenders,
      cells,
    });
    expect(isDrawing(svg)).toBe(true);
    expect(svg).toContain("R|&#60;b&#62;");
    expect(svg).toContain("Attacker");
    expect(md.split("\n")[2]).toMatch(/ \| 1\.091 \| – \|$/);
    expect(md).not.toContain("<b>");
    expect(csv.split("\n")[2]).toMatch(/^rangers,guardians,hits,,,.*nobody/);
    expect(await marksOf({ [NAME]: yaml })).toEqual([]);
  });

  it("of what has no numbers: nothing, and that is said", async () => {
    await expect(desk.exported(changed(question, "situation.distance", "998"))).rejects.toThrow("there are no numbers");
  });

  it("puts pictures below each other", () => {
    const one = (height: number) => `<svg xmlns="x" width="10" height="${height}" viewBox="0 0 10 ${height}"></svg>`;
    expect(below([one(5), one(7)])).toMatch(/height="12".*<svg y="0".*<svg y="5"/);
  });
});
