import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../../src/analysis/result.ts";
import { run } from "../../../src/analysis/run.ts";
import { reportFiles, wholeFiles } from "../../../src/report/files.ts";
import { parseStored, resultsJson, storedFiles, storedView, summaryMarkdown } from "../../../src/report/index.ts";
import { terminalView } from "../../../src/report/terminal.ts";
import { wordsOf } from "../../../src/rule/identifier.ts";
import { englishIn } from "../../../src/rule/message.ts";
import { loadReader } from "../../../src/rulesets/index.ts";
import { hearUntranslated } from "../../../src/rulesets/sayings.ts";
import { ABILITY_SPELLINGS } from "../../../src/rulesets/wh40k-10e/abilities.ts";
import { loadStudy, type Study } from "../../../src/scenario/study.ts";
import { FRENCH } from "../../french.ts";
import { LONG } from "../../long.ts";
import { SHIPPED, SOME, someOf } from "../../shipped.ts";

/** English that no French report has a use for. */
const ENGLISH =
  /\b(?:the|of|and|with|against|chance|at least|mean|means|trials?|turns?|side|played|exactly|verified|method|worth|kills?|ready|pinned|down|miss|hits?|wounds?|saves?|unsaved|damage|shots?|value|wanted|found|goal|difference|assumptions|fraction of|again|warning|quality|not possible|yes|draw|other than|default)\b/gi;

/** Names that the designer gave, ids of cells and rules, and the command. */
const namesOf = (result: Result): string[] =>
  [
    ...Object.values(result.unitLabels),
    ...Object.keys(result.unitLabels),
    ...(typeof result.title === "string" ? [result.title] : []),
    result.file,
    result.command,
    ...ABILITY_SPELLINGS, // French players say them as the datasheets do
    ...result.cells.flatMap(
      ({ id, experiment, attacker, defender, modifiers, metrics = [], options, rules, note = "" }) => [
        id,
        experiment,
        attacker,
        defender,
        ...modifiers,
        englishIn(note),
        ...metrics.flatMap(({ target, section }) => [target ?? "", section ?? ""]),
        ...options.map(({ value }) => JSON.stringify(value)),
        JSON.stringify(rules) ?? "",
      ],
    ),
  ]
    // Texts of the file stand in one language where it gives but one; names are told in words.
    .concat(
      ...Object.values(result.titles ?? {}).map((texts) =>
        Object.values(texts).flatMap((text: unknown) => (typeof text === "string" ? [text] : [])),
      ),
    )
    .flatMap((name) => [name, ...name.split("+")])
    .flatMap((name) => [name, wordsOf(name), wordsOf(name).replace(/^./, (letter) => letter.toUpperCase())])
    .filter((name) => name.length > 1)
    .toSorted((a, b) => b.length - a.length);

/** A report without those names, escapes of Markdown taken back. */
function words(text: string, result: Result): string {
  let left = text
    .replace(/\\([\\`*_{}[\]#|!~])/g, "$1")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<");
  for (const name of new Set(namesOf(result))) left = left.replaceAll(name, " ");
  return left.replace(/`[^`]*`/g, " ");
}

const LOOK = { colour: true, width: 72 };

/** A study and a result, made once for all that is asked of them. */
const studies = new Map<string, Promise<Study>>();
function studyOf(path: string): Promise<Study> {
  const made = studies.get(path) ?? loadStudy(path);
  studies.set(path, made);
  return made;
}
const results = new Map<string, Promise<Result>>();
function resultOf(path: string): Promise<Result> {
  const made =
    results.get(path) ??
    studyOf(path).then((study) => run(someOf(study, LONG ? 60 : 1), { method: "simulate", trials: 100, workers: 0 }));
  results.set(path, made);
  return made;
}
const headlinesOf = async (ruleset: string) => {
  const { kinds } = (await loadReader(ruleset)).ruleset;
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
};

let misses: string[] = [];
beforeAll(() => hearUntranslated((text) => misses.push(text)));
afterAll(() => hearUntranslated(() => {}));

describe("stored results of a shipped scenario", () => {
  // They are read the same way whatever the scenario asks: some of each ruleset, all of them in the long run.
  it.each(SHIPPED.filter((_, i) => LONG || i % 3 === 0))("%s: give every report that the run gave", async (path) => {
    const result = await resultOf(path);
    const headlines = await headlinesOf(result.ruleset);
    const read = parseStored(resultsJson(result), "results.json");
    expect(storedFiles(read, headlines)).toEqual(wholeFiles(reportFiles(result, headlines)));
    expect(storedView(read, headlines, LOOK)).toBe(terminalView(result, headlines, LOOK));
  });
});

describe("a French report of a shipped scenario", () => {
  it.each(SOME)("%s has no English word, and no identifier that has a French one", async (path) => {
    const result: Result = { ...(await resultOf(path)), labels: "fr" };
    const headlines = await headlinesOf(result.ruleset);
    misses = [];
    const reports = [
      summaryMarkdown(result, headlines),
      terminalView(result, headlines, { colour: false, width: 100 }),
    ];
    const unsaid = new Set(misses.map((text) => words(text, result)).filter((text) => /[a-z]{2}/i.test(text)));
    expect([...unsaid]).toEqual([]);
    const views = reports.map((report) => words(report, result));
    const labels = FRENCH[result.ruleset]!;
    const named = [labels.kinds, labels.metrics, labels.values, labels.options].flatMap((list) =>
      Object.entries(list).flatMap(([name, french]) => (french.includes(name) || name.includes("=") ? [] : [name])),
    );
    for (const view of views) {
      expect(view.match(ENGLISH) ?? [], path).toEqual([]);
      for (const name of named) expect(view, name).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
    // Units and weapons have their French label, wherever they are named.
    for (const label of Object.values(result.titles?.labels ?? {})) {
      if (typeof label === "string" || label.fr.startsWith(label.en)) continue;
      for (const report of reports) expect(report).not.toMatch(new RegExp(`(?<![\\p{L}-])${label.en}(?!\\p{L})`, "u"));
    }
  });

  // The contracts are documented as they are; whoever copies one writes names of his own.
  it.each(SHIPPED.filter((path) => !path.includes("contract")))(
    "%s: experiments and sets have a title in both languages",
    async (path) => {
      const { titles, cells } = await studyOf(path);
      const named = [
        ...cells.map(({ experiment }) => [experiment, titles.experiments[experiment]] as const),
        ...cells.flatMap(({ modifiers }) => modifiers.map((name) => [name, titles.sets[name]] as const)),
      ];
      const bare = named.filter(([name, title]) => name !== "base" && typeof title !== "object");
      expect([...new Set(bare.map(([name]) => name))]).toEqual([]);
    },
  );

  it("control: the same reports in English are full of both", async () => {
    const result = await resultOf(SHIPPED[0]!);
    const text = words(summaryMarkdown(result, {}), result);
    expect((text.match(ENGLISH) ?? []).length).toBeGreaterThan(10);
  });
});

it("every kind and every option of a ruleset has a French name", async () => {
  for (const name of Object.keys(FRENCH)) {
    const { kinds, options } = await loadReader(name);
    expect(kinds.filter((kind) => !Object.hasOwn(FRENCH[name]!.kinds, kind))).toEqual([]);
    expect(
      options.filter((option) => !Object.hasOwn(FRENCH[name]!.options, option.name)).map(({ name }) => name),
    ).toEqual([]);
  }
});
