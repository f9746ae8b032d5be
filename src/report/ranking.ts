/** Cells beside each other: what tells them apart, and how they rank. */
import { changeBetween } from "../analysis/change.ts";
import type { CellHead } from "../analysis/compare.ts";
import { type Headlines, leadingOf } from "../analysis/measure.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { textIn } from "../scenario/languages.ts";
import { plainTitle } from "./claim.ts";
import { changeText, whatOf } from "./estimate.ts";
import { pairing } from "./format.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { type Finding, isBase, sentenceOf, summaryOf, WEIGHT } from "./summary.ts";

/** One sentence for each question that experiments are to answer, over all of their cells. */
export function answers(
  cells: readonly CellResult[],
  { titles, labels }: Pick<Result, "titles" | "labels">,
  headlines: Headlines,
  language: Language,
) {
  const questionOf = ({ experiment }: CellResult) => textIn(titles!.questions[experiment]!, labels);
  const asked = cells.filter(({ experiment }) => titles?.questions[experiment] !== undefined);
  return groupedBy(asked, questionOf).flatMap((group) => {
    const question = questionOf(group[0]!);
    const ranking = rankingOf(group, headlines, language);
    if (ranking === undefined) return [];
    const { known, title, claim } = ranking;
    const told = { ...claim, title: plainTitle(title), lede: [question, ...claim.lede] };
    return [{ text: language.say`${question} ${ranking.text}.`, weight: WEIGHT.answer, claim: told, known }];
  });
}

/** `36.7 %, −1.7 pp against counter-charge (38.4 %)`: what answers a question, against the experiment that answers it best. */
export const behindTexts = ({ claim }: Finding, answered: ReturnType<typeof answers>, language: Language): string[] =>
  answered.flatMap(({ known: [first, ...behind] }) => {
    const own = behind.find(({ cell }) => cell === claim?.base && cell.experiment !== first!.cell.experiment);
    if (own === undefined) return [];
    const change = changeText(changeBetween(first!.reading, own.reading), own.reading.isChance, language);
    return language.say`${own.text}, ${change} against ${first!.name} (${first!.text})`;
  });

/** What tells the cells of a question apart: experiments, units or sets, as many of them as differ. */
export function apart(cells: readonly CellHead[], language: Language): (cell: CellHead) => string {
  const differs = (of: (cell: CellHead) => string) => new Set(cells.map(of)).size > 1;
  const byExperiment = differs(({ experiment }) => experiment);
  const byAttacker = differs(({ attacker }) => attacker);
  const byDefender = differs(({ defender }) => defender);
  const bySets = differs(({ modifiers }) => modifiers.join("+"));
  return (cell) => {
    const units =
      byAttacker && byDefender
        ? pairing(cell, language)
        : byAttacker
          ? language.unit(cell.attacker)
          : byDefender
            ? language.unit(cell.defender)
            : "";
    const who = [byExperiment ? language.experiment(cell.experiment) : "", units]
      .filter((part) => part !== "")
      .join(", ");
    const sets = bySets && !(isBase(cell) && who !== "") ? language.sets(cell.modifiers) : "";
    if (who === "" || sets === "") return who || sets || language.experiment(cell.experiment);
    return `${who} (${sets})`;
  };
}

/** Names behind the first that a headline has room for. */
const MOST_BEHIND = 3;
/** Names that a ranking says one by one. */
export const MOST_RANKED = 4;

/** `Counter-charge: 38.4 % …; then fire 36.5 %, hold 27.0 %`; ties stand together. */
function rankingOf(cells: readonly CellResult[], headlines: Headlines, language: Language) {
  const { findings: say, list } = language;
  const headline = leadingOf(cells, headlines[cells[0]!.kind]);
  if (headline === undefined) return undefined;
  const name = apart(cells, language);
  const known = cells
    .flatMap((cell) => {
      const summary = summaryOf(cell, headline, language);
      return summary ? [{ cell, name: name(cell), ...summary }] : [];
    })
    .toSorted((a, b) => b.reading.value - a.reading.value);
  const [first] = known;
  if (first === undefined) return undefined;
  // Those that cannot be told from the first share its place; of the others equal numbers stand together.
  const isTied = (one: (typeof known)[number]) =>
    (one.reading.upper ?? one.reading.value) >= (first.reading.lower ?? first.reading.value);
  const top = known.filter(isTied);
  const rest = groupedBy(known.slice(top.length), ({ text }) => text);
  const what = sentenceOf(first, whatOf(first, headline.text, calling(cells, language)), language);
  const base = first.cell;
  const claim = { isNew: true, cells, name, headline, base };
  if (rest.length === 0 && top.length > 1) {
    const text = language.say`No difference between ${list(top.map((one) => one.name))}: ${what}`;
    return { text, title: text, known, claim: { ...claim, lede: [] } };
  }
  const told = rest
    .slice(0, MOST_RANKED)
    .map((group) => language.say`${language.either(group.map((one) => one.name))} ${group[0]!.text}`);
  const left = rest.slice(MOST_RANKED).flat().length;
  const others = left > 0 ? [...told, language.say`and ${left} more down to ${rest.at(-1)![0]!.text}`] : told;
  const names = list(top.map((one) => one.name));
  const behind = rest.flat().map((one) => one.name);
  const last = known.at(-1)!.cell;
  return {
    text: say.best(names, top.length, what, others.join(", ")),
    title:
      top.length > 1
        ? say.best(names, top.length, what, "")
        : behind.length === 0 || behind.length > MOST_BEHIND
          ? say.best(names, 1, sentenceOf(first, whatOf(first, headline.text, calling([base], language)), language), "")
          : language.say`${names}: ${what}, more than ${language.either(behind)}`,
    known,
    claim: {
      ...claim,
      lede: others.length > 0 ? [`${others.join(", ")}.`] : [],
      ...(last === base ? {} : { most: last }),
    },
  };
}

/** Pairs that are ranked are told before one that stands alone. */
const RANKED = 0.5;

/** Of pairs on which nothing is tried what is claimed is how they rank. */
export function asRanking(
  found: readonly Finding[],
  cells: readonly CellResult[],
  isOnly: boolean,
  headlines: Headlines,
  language: Language,
): readonly Finding[] {
  const possible = cells.filter(({ metrics }) => metrics !== undefined);
  if (found.length < 2 || found.length !== possible.length) return found;
  const { title, claim } = rankingOf(possible, headlines, language)!;
  const named = isOnly ? title : language.goals.line(language.experiment(cells[0]!.experiment), title);
  return found.map((one) => ({ ...one, weight: one.weight + RANKED, claim: { ...claim, title: plainTitle(named) } }));
}
