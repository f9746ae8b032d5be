import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BOOK } from "../../src/rulesets/alpha-omega/book.ts";
import { labelsOf } from "../../src/rulesets/languages.ts";
import type { Reader } from "../../src/rulesets/reader.ts";
import { crible } from "./crible.ts";

const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"] as const;

describe("crible explain field", () => {
  it("says what stands at a place, what it takes, and what it means", async () => {
    const { code, stdout } = await crible(["explain", "field", "alpha-omega", "units.rangers.save"]);
    expect([code, stdout]).toEqual([
      0,
      "units.NAME.save  (alpha-omega)\n  Sauvegarde\n  takes a number from 1 to 20, such as 4+\n  for example save: 4+\n",
    ]);
  });

  it("keys of which only one may stand there are none that are required", async () => {
    const below = async (...path: string[]) => (await crible(["explain", "field", ...path])).stdout.split("\n\n")[1];
    expect(await below("alpha-omega", "options.medikitUses")).toBe(
      "  below it, one of these:\n    perTurn: a whole number from 1 to 1000\n    perGame: a whole number from 1 to 1000\n",
    );
    // A map of which all keys but one stand together.
    expect(await below("wh40k-10e", "weapons.bolter")).toMatch(/^ {2}below it:\n[\s\S]* {4}strength: .*, required\n/);
  });

  it("a kind: what it takes, what is counted, what to try", async () => {
    const { stdout } = await crible(["explain", "field", "wh40k-10e", "experiments.shooting"]);
    expect(stdout).toMatch(/measured: killed, hits, wounds, .*destroyed \(no, yes\)/);
    expect(stdout).toContain("attacker: text, a map or a list, required");
    expect(stdout).toContain("try it: crible odds wh40k-10e shooting");
    const situation = await crible(["explain", "field", "wh40k-10e", "experiments.shooting.situation.distance"]);
    expect(situation.code, situation.stderr).toBe(0);
  });

  it.each([
    ["situation.visible", "experiments.NAME.situation.visible  (alpha-omega)", "takes a number from 0 to 100"],
    ["defender.save", "units.NAME.save  (alpha-omega)", "takes a number from 1 to 20"],
  ])("takes %s as odds and --set do", async (path, where, takes) => {
    const { code, stdout, stderr } = await crible(["explain", "field", "alpha-omega", path]);
    expect(code, stderr).toBe(0);
    expect(stdout.split("\n")[0]).toBe(where);
    expect(stdout).toContain(takes);
  });

  it.each([
    ["units.rangers.sav", /units\.NAME has no sav \(did you mean "save"\?\)/],
    ["situation.visibl", /experiments\.NAME\.situation has no visibl \(did you mean "visible"\?\)/],
    ["unit", /a scenario has no unit \(did you mean "units"\?\)/],
    ["units.rangers.save.more", /save has no more \(nothing stands below it\)/],
  ])("refuses %s with the nearest name", async (path, wanted) => {
    const { code, stderr } = await crible(["explain", "field", "alpha-omega", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(wanted);
  });

  it.each(RULESETS)("docs/format-%s.md is what it prints of the whole format", async (ruleset) => {
    const { stdout } = await crible(["explain", "field", ruleset, "--markdown"]);
    expect(stdout, "npm run schemas writes it").toBe(readFileSync(`docs/format-${ruleset}.md`, "utf8"));
  });

  it.each(RULESETS)("every entry of %s that means something in English does in French", async (ruleset) => {
    // What is measured, and what it comes to, are names and numbers.
    const rows = (text: string) => text.split("\n").filter((line) => /^(?:\| `.*\|.*\|.*\|.*\||- `)/.test(line));
    const english = rows(readFileSync(`docs/format-${ruleset}.md`, "utf8")); // as it is printed: above
    const french = rows((await crible(["explain", "field", ruleset, "--markdown", "--lang", "fr"])).stdout);
    expect(french).toHaveLength(english.length);
    const meaning = (row: string) => (row.startsWith("|") ? row.split(/(?<!\\)\|/u)[4]! : row).trim();
    /** Abbreviations of the sheet are the same in both. */
    const same = /^(?:[A-Z]{0,2}|CT, .*|CC, .*|Sauvegarde|Commandement)$/;
    const left = english.filter((row, i) => !same.test(meaning(row)) && meaning(row) === meaning(french[i]!));
    expect(left).toEqual([]);
    expect(french.join("\n")).not.toMatch(/whole number|\btext\b|\ba (?:list|map)\b|\bone of\b/);
  });

  it.each(RULESETS)("rules and options of %s have all their words in French", async (ruleset) => {
    const { reader } = (await import(`../../src/rulesets/${ruleset}/reader.ts`)) as { reader: Reader };
    const TEXTS = labelsOf("fr", ruleset)!.texts!;
    const rows = readFileSync(`src/rulesets/${ruleset}/RULES.md`, "utf8").matchAll(
      /^\| ([A-Z][\w-]+(?:, [\w-]+)*) \|/gm,
    );
    const ids = [...rows].flatMap(([, cell]) => cell!.split(", "));
    expect(ids.length).toBeGreaterThan(30);
    expect(Object.keys(TEXTS.rules).toSorted()).toEqual(ids.toSorted());
    expect(Object.keys(TEXTS.options).toSorted()).toEqual(reader.options.map(({ name }) => name).toSorted());
    for (const { name, readings } of reader.options)
      expect([name, TEXTS.options[name]!.length]).toEqual([name, readings.length + 1]);
    const { stdout } = await crible(["explain", "options", ruleset, "--lang", "fr"]);
    for (const { question } of reader.options) expect(stdout).not.toContain(question);
    const rule = await crible(["explain", ids[0]!, "--lang", "fr"]);
    expect(rule.stdout).toContain("dans le code");
  });

  it("the book's numbers stand in the French too", () => {
    const { cover } = labelsOf("fr", "alpha-omega")!.texts!.fields;
    for (const number of Object.values(BOOK.cover)) expect(cover).toContain(`(${number})`);
  });

  it.each(RULESETS)("every example of the reference of %s runs", async (ruleset) => {
    const text = readFileSync(`docs/format-${ruleset}.md`, "utf8");
    const commands = [...text.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command]) => command!.split(" ").slice(1));
    expect(commands.length).toBeGreaterThan(1);
    // The files were run when what they measure was written beside them; the page is held to that above.
    const { reader } = (await import(`../../src/rulesets/${ruleset}/reader.ts`)) as { reader: Reader };
    const sections = text.slice(text.indexOf("## experiments"), text.indexOf("\n## options")).split("\n### ").slice(1);
    expect(sections.map((section) => section.split("\n")[0])).toEqual(Object.keys(reader.ruleset.kinds));
    for (const section of sections) expect(section).toMatch(/```yaml\nversion: 1\n[\s\S]+\n\| measured \| there \|\n/);
    for (const args of commands) {
      const { code, stderr } = await crible(args);
      expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
    }
  });
});

describe("odds", () => {
  it("answers what was asked first; --all has the rest, and says so", async () => {
    const first = await crible(["odds", "wh40k-10e", "shooting"]);
    expect(first.stdout).toMatch(/killed +chance[\s\S]+destroyed +chance/);
    // A plain weapon at plain models: 4+ to hit, to wound and to save.
    expect(first.stdout).toContain("0.125 models destroyed on average");
    expect(first.stdout).not.toMatch(/^ {4}hits/m);
    expect(first.stdout).toContain("(hits, wounds, unsaved, damage, self killed: --all)");
    const all = await crible(["odds", "wh40k-10e", "shooting", "--all"]);
    expect(all.stdout).toMatch(/^ {4}hits {2}/m);
    expect(all.stdout).not.toContain("--all");
  });

  it("sends a field to where it stands", async () => {
    const distance = await crible(["odds", "alpha-omega", "shot", "distance=5"]);
    expect([distance.code, distance.stderr]).toEqual([
      2,
      'error: "distance" is no part of a question (write situation.distance)\n',
    ]);
    const save = await crible(["odds", "alpha-omega", "shot", "save=5+"]);
    expect(save.stderr).toContain("write attacker.save or defender.save");
  });
});
