/** What words are about, in whichever language they are and whichever it is told in. */
import { describe, expect, it } from "vitest";
import { wordsText } from "../../src/cli/explain-words.ts";
import { crible } from "./crible.ts";

/** The lines below each head of a ruleset, without what stands behind their names. */
async function found(words: string, lang: "en" | "fr", ruleset: string): Promise<string[]> {
  const text = (await wordsText(words, lang)) ?? "";
  const own = text.split("\n\n").find((part) => part.startsWith(`${ruleset}\n`)) ?? "";
  return [...own.matchAll(/^ {4}([\w.-]+)/gm)].map(([, name]) => name!);
}

describe("crible explain WORDS", () => {
  it("which field pins on 4+: the same in both languages, asked in either", async () => {
    for (const [words, ...langs] of [
      ["pinned on 4+", "en", "fr"],
      ["bloqué", "en"],
      ["bloqués", "fr"],
      ["pins", "fr"],
    ] as const)
      for (const lang of langs) {
        const names = await found(words, lang, "alpha-omega");
        expect(names.slice(0, 3), `${words} ${lang}`).toEqual([
          "units.NAME.command",
          "units.NAME.commandBonus",
          "rules.woundBands",
        ]);
        expect(names).toEqual(
          expect.arrayContaining(["options.pinTests", "options.pinnedInMelee", "A-SUP-01", "A-RAL-13"]),
        );
        expect(names).not.toContain("A-CC-01");
      }
  });

  it("what an option asks stands behind a colon of its language", async () => {
    expect(await wordsText("bloqué", "en")).toContain("options.pinTests (QA-04): How many");
    expect(await wordsText("bloqué", "fr")).toMatch(/options\.pinTests \(QA-04\)\u00a0: Combien/u);
  });

  it("a word is not found within another that only ends like it: recovery is no cover", async () => {
    const names = await found("cover", "en", "alpha-omega");
    expect(names).toContain("A-SHOOT-10");
    for (const own of ["E-10", "QA-21"]) expect(names).not.toContain(own);
  });

  it("several words are all of them, and narrow it", async () => {
    const [one, two] = [
      await found("devastating", "en", "wh40k-10e"),
      await found("devastating changed", "en", "wh40k-10e"),
    ];
    expect(one).toEqual(expect.arrayContaining(["options.devastating", "C-AB-DEVASTATING-WOUNDS", "QC-01"]));
    expect(two).toContain("QC-01");
    expect(one).toEqual(expect.arrayContaining(two));
    expect(two.length).toBeLessThan(one.length);
  });

  it("a word is not found in the end of another: cover is not recovery", async () => {
    const cover = await found("cover", "en", "alpha-omega");
    expect(cover).toContain("A-SHOOT-10");
    expect(cover).not.toContain("QA-21");
    expect(await found("recovery", "en", "alpha-omega")).toContain("QA-21");
  });

  it("is told by the command; what is found nowhere is no file, but no word of any rule", async () => {
    const { code, stdout } = await crible(["explain", "déroute", "--lang", "fr"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^metropolis\n[\s\S]*B-MOR-04 {2}un échec avec moins\u00a0: déroute/m),
    ]);
    expect((await crible(["explain", "pinned", "on", "4+"])).stdout).toMatch(
      /^alpha-omega\n {2}numbers and fields\n {4}units\.NAME\.command: /,
    );
    expect(await crible(["explain", "comand"])).toMatchObject({
      code: 2,
      stderr: 'error: no rule, option, field or word is called "comand" (did you mean "command"?)\n',
    });
    expect((await crible(["explain", "blocqué", "--lang", "fr"])).stderr).toMatch(
      /"blocqué" \(vouliez-vous dire "bloqué"\s\?\)/u,
    );
    expect(await crible(["explain", "my.yaml"])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("no such file"),
    });
  });
});
