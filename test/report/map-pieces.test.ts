/** The map of a field of a thousand units is many megabytes: nothing holds it twice. */
import { expect, it } from "vitest";
import { type ArmyData, emptyGrid, setCell } from "../../src/analysis/army.ts";
import { analysisPage } from "../../src/report/page/again.ts";
import { pagePieces } from "../../src/report/page/html.ts";
import type { DrawnMap, PageBlock } from "../../src/report/page/page.ts";
import { resultOf } from "./results.ts";

const unit = (name: string) => ({ name, label: `<layer 0> ${name}`, points: 100, models: 1, wounds: 10 });
const meeting = { phase: "shooting", distance: 12 } as const;
const grid = emptyGrid({ mine: [unit("a"), unit("b")], theirs: [unit("c")] }, meeting);
setCell(grid, 0, 0, { wounds: 2, models: 0.5, destroyed: 0, lost: 0 });
setCell(grid, 1, 0, { wounds: 1, models: 0.25, destroyed: 0, lost: 0, profiles: { gun: "krak" } });
const data: ArmyData = {
  views: [{ side: "mine", attacker: "A", target: "C", meetings: [{ meeting, grid }] }],
};

it("has each of its layers made when it is written, one after another, each in its place", async () => {
  const document = { title: "A", blocks: [{ sentences: ["Found."] }, { sentences: [] }] };
  const result = { ...resultOf([]), command: "crible army" };
  const { languageOf } = await import("../../src/report/language/language.ts");
  const own = { ...document, provenance: "crible 0 · wh40k-10e", command: "", language: languageOf("en") };
  const page = analysisPage("army", data, own, [result]);
  const block = page.lead!.blocks.find((one): one is Extract<PageBlock, { map: DrawnMap }> => "map" in one)!;
  const made: number[] = [];
  const [{ measures, chosen }] = block.map.views[0]!.meetings as [DrawnMap["views"][number]["meetings"][number]];
  for (const [i, layer] of [...measures, chosen].entries()) {
    const { data: letters } = layer;
    const told = () => {
      made.push(i);
      return letters();
    };
    Object.assign(layer, { data: told });
  }
  const pieces = (await pagePieces(page))();
  expect(made).toEqual([]);
  const all: string[] = [];
  for (const piece of pieces) {
    all.push(piece);
    expect(made).toHaveLength(Math.floor(all.length / 2));
  }
  expect(made).toEqual([0, 1, 2, 3, 4]);
  // Of 65,535 steps: 2 wounds are the most, 1 is half of them; nobody is destroyed, nothing is lost, the second has a profile.
  const bytes = (...steps: number[]) => Buffer.from(Uint16Array.from(steps).buffer).toString("base64");
  expect(all.filter((_, i) => i % 2 === 1)).toEqual([
    bytes(65_535, 32_768),
    bytes(65_535, 32_768),
    "",
    "",
    bytes(0, 1),
  ]);
  expect(all.every((piece, i) => i % 2 === 1 || i === 0 || piece.startsWith("</script>"))).toBe(true);
});
