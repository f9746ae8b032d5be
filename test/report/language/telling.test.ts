import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replay } from "../../../src/analysis/replay.ts";
import { explanationText } from "../../../src/report/explanation.ts";
import { languageOf, tellingText } from "../../../src/report/index.ts";
import { message, part } from "../../../src/rule/message.ts";
import { loadRuleset } from "../../../src/rulesets/index.ts";
import { explanationsOf } from "../../../src/rulesets/ruleset.ts";
import { hearUntranslated } from "../../../src/rulesets/sayings.ts";
import { textIn } from "../../../src/scenario/languages.ts";
import { loadStudy, type Study } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { SOME } from "../../shipped.ts";

const LOOK = { colour: false, width: 200 };
const TRIALS = LONG ? 3 : 1;

/** English that no French sentence has a use for. */
const ENGLISH =
  /(?<!\p{L})(?:the|of|and|with|against|by|at|to|is|are|from|left|lost|nobody|removed|destroyed|ready|pinned|down|out|miss|missed|hits?|wounds?|saves?|saved|fires?|damage|shots?|turn|round|rally|weapons?|models?|unit|unsaved|strikes?|first|side)(?!\p{L})/giu;

/** Names that the designer gave, the longest first: what is left of a text without them is ours. */
function withoutNames(text: string, names: readonly string[]): string {
  let left = text.replace(/\{"[^}]*\}|\w+~\S+|\b[A-Z]+(?:-[A-Z0-9]+)+/g, " ");
  for (const name of names) left = left.replaceAll(name, "X");
  return left;
}

function namesOf(study: Study, text: string): readonly string[] {
  const written = Array.from(text.matchAll(/\blabel: "?([^",}\n]+)/g), ([, label]) => label!.trim());
  const labels = [...study.units.values()].flatMap((units) =>
    [...units.attacker, ...units.defender].flatMap(({ data }) => stringsIn(data)),
  );
  const cells = study.cells.flatMap(({ experiment, attacker, defender, modifiers }) => [
    experiment,
    attacker,
    defender,
    ...modifiers,
  ]);
  const called = Object.entries(study.titles.labels ?? {}).flatMap(([en, own]) => [en, textIn(own, "fr")]);
  return [
    ...new Set([...labels, ...written, ...called, ...cells, ...study.unitLabels.values(), ...study.unitLabels.keys()]),
  ]
    .filter((name) => name.length > 1)
    .toSorted((a, b) => b.length - a.length);
}

/** Names in a unit, however deep: no identifier of ours has a capital or a space. */
function stringsIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(stringsIn);
  if (typeof data === "string") return /[A-Z ]/.test(data) ? [data] : [];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    ["label", "name", "weapon"].includes(key) && typeof value === "string" ? [value] : stringsIn(value),
  );
}

let misses: string[] = [];
beforeAll(() => hearUntranslated((text) => misses.push(text)));
afterAll(() => hearUntranslated(() => {}));

/** One cell of each kind and situation: the sentences of its like are the same. */
const tellable = ({ cells }: Study) => [...new Map(cells.map((cell) => [cell.experiment, cell])).values()];

describe("a French telling and explanation of a shipped scenario", () => {
  it.each(SOME)("%s: no sentence without French", async (path) => {
    const study = { ...(await loadStudy(path)), labels: "fr" as const };
    const names = namesOf(study, readFileSync(path, "utf8"));
    misses = [];
    const { kinds } = await loadRuleset(study.ruleset);
    const texts: string[] = [];
    for (const cell of tellable(study)) {
      if (!("profile" in cell.outcome)) continue;
      const explanations = explanationsOf(kinds[cell.kind]!, cell.outcome.profile);
      explanationText(cell.id, explanations, [], [], false, languageOf("fr", study.ruleset));
      for (let trial = 1; trial <= TRIALS; trial++) {
        const told = await replay(study, cell.id, { trial, trials: 1000 });
        if ("statement" in told) continue;
        texts.push(tellingText({ ...told, command: "", title: "" } as typeof told, LOOK));
      }
    }
    const unsaid = misses.filter((text) => /[a-z]{2}/i.test(withoutNames(text, names).replaceAll("X", "")));
    expect([...new Set(unsaid)]).toEqual([]);
    const english = texts.flatMap((text) =>
      withoutNames(text, names)
        .split("\n")
        .filter((line) => line.match(ENGLISH) !== null),
    );
    expect([...new Set(english)]).toEqual([]);
  });

  it("control: what has no French is heard, a sentence and its part", () => {
    misses = [];
    const { saying } = languageOf("fr", "alpha-omega");
    expect(saying("a sentence that nobody says")).toBe("a sentence that nobody says");
    saying(message`turn ${3}: ${part("a title that nobody gave")}`);
    expect(misses).toEqual(["a sentence that nobody says", "a title that nobody gave"]);
    misses = [];
    saying(message`${"Marines"}: ${{ word: "pinned" }}`);
    expect(misses).toEqual([]);
  });
});
