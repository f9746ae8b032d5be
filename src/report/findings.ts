/** The findings in words, the most telling first: what a reader would want to be told if he read nothing else. */

import { besideOf } from "../analysis/beside.ts";
import { changeBetween } from "../analysis/change.ts";
import type { CellHead } from "../analysis/compare.ts";
import { type Headlines, leadingOf, saysMore } from "../analysis/measure.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { englishIn, notesIn, type Sentence } from "../rule/message.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { textIn } from "../scenario/languages.ts";
import { capital, changeTitle, plainTitle, ratioText, type SetChange } from "./claim.ts";
import { changeText, whatOf } from "./estimate.ts";
import { languageFor, pairing } from "./format.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { neverHappens } from "./never.ts";
import { acrossPairs } from "./patterns.ts";
import { brief, type Conclusion, type Finding, isBase, type Summary, sizeOf, summaryOf, WEIGHT } from "./summary.ts";

/** Findings that stand on the first screen; the others are folded below them. */
export const MOST_FINDINGS = 5;

/** What another number has to move by to be told where the main one does not: of a chance a tenth of it. */
const LEAST = 0.005;

/** Shares that no table will ever see. */
const RARE = 0.000_1;

/** `19.2 % of shots put the target out`, and where it is as good as nothing `practically never (…)`. */
function sentenceOf(summary: Summary, what: string, { say, percent }: Language): string {
  const end = endOf(summary);
  if (end === undefined) return say`${summary.text} ${what}`;
  return end === "never" ? say`less than ${percent(RARE)} ${what}` : say`more than ${percent(1 - RARE)} ${what}`;
}

/** Where a chance is as good as none, or as good as certain, and neither exactly. */
function endOf({
  reading: { isChance, value, lower = value, upper = value },
}: Summary): "never" | "always" | undefined {
  if (isChance && upper < RARE && upper > 0) return "never";
  return isChance && lower > 1 - RARE && lower < 1 ? "always" : undefined;
}

/** A cell with several targets as one cell each, where its one number is of a target. */
function perTarget(cell: CellResult, headline: Headline | undefined): CellResult[] {
  const isOfTarget = cell.metrics?.some(({ name, target }) => name === headline?.metric && target !== undefined);
  const targets = isOfTarget ? [...new Set(cell.metrics?.flatMap(({ target }) => target ?? []))] : [];
  if (targets.length === 0) return [cell];
  return targets.map((target) => ({
    ...cell,
    defender: target,
    metrics: cell.metrics!.filter((metric) => metric.target === undefined || metric.target === target),
  }));
}

/** The findings as lines, the most telling first; one that begins with two blanks belongs to the one before. */
export const findings = (result: Result, headlines: Headlines): string[] =>
  findingsOf(result, headlines).flatMap(linesOf);

export const linesOf = ({ text, more = [] }: Finding): string[] => [text, ...more.map((one) => `  ${one}`)];

export function findingsOf(result: Result, headlines: Headlines): Finding[] {
  const language = languageFor(result);
  const cells = result.cells.flatMap((cell) => perTarget(cell, headlines[cell.kind]));
  const answered = answers(cells, result, headlines, language);
  // Experiments that answer a question stand as they rank, each with how far it is behind.
  const ranked = answered.flatMap(({ known }) => known.map(({ cell: { experiment } }) => experiment));
  const rankOf = ([cell]: readonly CellResult[]) =>
    ranked.includes(cell!.experiment) ? ranked.indexOf(cell!.experiment) : ranked.length;
  const found: Finding[] = [
    ...answered,
    ...groupedBy(cells, ({ experiment }) => experiment)
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .flatMap((group) => ofExperiment(group, headlines, language))
      .map((finding) => ({ ...finding, more: [...behindTexts(finding, answered, language), ...(finding.more ?? [])] })),
    ...fielded(cells, language),
    ...notPossible(cells, language).map((text) => ({ text, weight: WEIGHT.plain })),
    ...notPlayed(cells, language),
    ...neverHappens(result.cells, language),
  ];
  return found.toSorted((a, b) => b.weight - a.weight);
}

/** `36.7 %, −1.7 pp against counter-charge (38.4 %)`: what answers a question, against the experiment that answers it best. */
const behindTexts = ({ claim }: Finding, answered: ReturnType<typeof answers>, language: Language): string[] =>
  answered.flatMap(({ known: [first, ...behind] }) => {
    const own = behind.find(({ cell }) => cell === claim?.base && cell.experiment !== first!.cell.experiment);
    if (own === undefined) return [];
    const change = changeText(changeBetween(first!.reading, own.reading), own.reading.isChance, language);
    return language.say`${own.text}, ${change} against ${first!.name} (${first!.text})`;
  });

/** One sentence for each question that experiments are to answer, over all of their cells. */
function answers(
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
    const told = { title: plainTitle(ranking.title), lede: [question, ...ranking.lede] };
    const { known, ...answer } = ranking;
    const claim = { ...answer, ...told, cells: group, name: apart(group, language) };
    const text = language.say`${question} ${ranking.text}.`;
    return [{ text, weight: WEIGHT.answer, claim, known }];
  });
}

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
    const parts = [
      byExperiment ? language.experiment(cell.experiment) : "",
      units,
      bySets && !(isBase(cell) && (byExperiment || units !== "")) ? language.sets(cell.modifiers) : "",
    ].filter((part) => part !== "");
    return parts.length === 0 ? language.experiment(cell.experiment) : parts.join(", ");
  };
}

/** Names behind the first that a headline has room for. */
const MOST_BEHIND = 3;
/** Names that a ranking says one by one. */
const MOST_RANKED = 4;

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
  if (rest.length === 0 && top.length > 1) {
    const text = language.say`No difference between ${list(top.map((one) => one.name))}: ${what}`;
    return { text, title: text, lede: [], headline, base, known };
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
      top.length > 1 || behind.length === 0 || behind.length > MOST_BEHIND
        ? say.best(names, top.length, what, "")
        : language.say`${names}: ${what}, more than ${language.either(behind)}`,
    lede: others.length > 0 ? [`${others.join(", ")}.`] : [],
    headline,
    base,
    known,
    ...(last === base ? {} : { most: last }),
  };
}

function ofExperiment(cells: readonly CellResult[], headlines: Headlines, language: Language): Finding[] {
  const headline = headlines[cells[0]!.kind];
  const possible = cells.filter(({ metrics }) => metrics !== undefined);
  if (headline === undefined || possible.length === 0) return [];
  const pairs = groupedBy(possible, ({ attacker, defender }) => `${attacker}~${defender}`);
  if (pairs.length > MOST_PAIRS) return acrossPairs(pairs, leadingOf(possible, headline), language);
  return pairs.flatMap((pair) => ofPair(pair, leadingOf(pair, headline), language));
}

/** More pairs of one experiment than these are told as a matrix. */
const MOST_PAIRS = 4;

/** The plain number of a pair, then what each modifier set changes about it, the largest change first. */
function ofPair(cells: readonly CellResult[], headline: Headline, language: Language): Finding[] {
  const naming = calling(cells, language);
  const base = cells.find(isBase) ?? cells[0]!;
  const { also } = headline;
  const plain = summaryOf(base, headline, language);
  if (plain === undefined) return [];
  const plainAlso = also && summaryOf(base, also, language);
  const who = whoOf(base, language);
  const beside = plainAlso && sentenceOf(plainAlso, whatOf(plainAlso, also.text, naming), language);
  const second = beside ? (also.isPart ? language.say`, including ${beside}` : language.say`, ${beside}`) : "";
  const text = language.say`${isBase(base) ? who : language.say`${who} with ${naming.owned(base.modifiers)}`}: ${sentenceOf(plain, whatOf(plain, headline.text, naming), language)}${second}.`;
  const changes = cells.flatMap((cell) => {
    const summary = cell === base ? undefined : summaryOf(cell, headline, language);
    if (summary === undefined) return [];
    const ownAlso = also && summaryOf(cell, also, language);
    const change = againstText(summary, plain, language);
    const changeAlso = ownAlso && plainAlso && againstText(ownAlso, plainAlso, language);
    const isNothing = change.isNothing && (changeAlso === undefined || changeAlso.isNothing);
    const isMore = change.isNothing ? !changeAlso?.isNothing : saysMore(headline);
    const isBeside = ownAlso && changeAlso && !changeAlso.isHardly && isMore;
    const beside = isBeside ? [toldAgainst(ownAlso, changeAlso, whatOf(ownAlso, also.text, naming), language)] : [];
    const main = toldAgainst(summary, change, whatOf(summary, headline.text, naming), language);
    // What moved is read first; a chance is of what the line above says.
    const isBare = summary.reading.isChance && !change.isNothing;
    const first = isBare ? change.own + change.by : main;
    const parts = change.isNothing ? [...beside, first] : [first, ...beside];
    const other = isNothing ? besideOf(base, cell, { [base.kind]: headline }) : undefined;
    const isTold = other && Math.abs(other.change.value) >= (other.isChance ? LEAST / 10 : LEAST);
    const nothing = isTold
      ? language.say`${change.text!}, but “${naming.measure(other.measure)}” changes by ${changeText(other.change, other.isChance, language)}`
      : change.text!;
    const said = isNothing ? nothing : parts.join(language.check.semicolon);
    const size = Math.max(sizeOf(summary, plain), ownAlso && plainAlso ? sizeOf(ownAlso, plainAlso) : 0);
    const isMoved = !change.isNothing && change.isHardly !== true;
    const name = naming.owned(cell.modifiers);
    return [{ cell, own: summary, name, said, size: isNothing ? 0 : size, isNothing, isMoved }];
  });
  // By the number itself, as it is drawn; what leaves that alone, by the second one beside it.
  const first = ({ own: summary, isMoved }: (typeof changes)[number]) => (isMoved ? sizeOf(summary, plain) : 0);
  const sorted = changes.toSorted((a, b) => first(b) - first(a) || b.size - a.size);
  const told = groupedBy(sorted, ({ said }) => said);
  const largest = changes.reduce((most, { size }) => Math.max(most, size), 0);
  const finding: Finding = {
    text,
    more: told.map((group) => language.findings.set(language.either(group.map(({ name }) => name)), group[0]!.said)),
    weight: (largest > 0 ? WEIGHT.effect : WEIGHT.plain) + Math.min(0.99, largest),
    claim: {
      ...claimOf(cells, base, plain, sorted, text, headline, language),
      headline,
    },
  };
  if (changes.length < 2 || !changes.every(({ isNothing }) => isNothing)) return [finding];
  const names = changes.map(({ name }) => name);
  const none =
    names.length <= MOST_RANKED
      ? language.say`${capital(language.either(names))}: no difference.`
      : language.say`None of the ${names.length} modifier sets changes that.`;
  const all = `${text} ${none}`;
  return [{ text: all, weight: WEIGHT.surprise, claim: { ...finding.claim!, lede: [all] } }];
}

/** What is said first of a pair, where nothing weighs more. */
function claimOf(
  cells: readonly CellResult[],
  base: CellResult,
  plain: Summary,
  changes: readonly SetChange[],
  text: string,
  headline: Headline,
  language: Language,
): Omit<Conclusion, "headline"> {
  const naming = calling(cells, language);
  const sentence = (summary: Summary) => sentenceOf(summary, whatOf(summary, headline.text, naming), language);
  const moved = changes
    .filter(({ isMoved }) => isMoved)
    .toSorted((a, b) => sizeOf(b.own, plain) - sizeOf(a.own, plain));
  const title = changeTitle(base, plain, moved, headline, sentence, naming);
  const pair = language.pair(base);
  if (title === undefined)
    return { title: plainTitle(claimIn(language).plain(pair, sentence(plain))), lede: [text], cells, base };
  return { title, isNew: true, lede: [text], cells, base, most: moved[0]!.cell };
}

/** The experiment, and who meets whom. */
function whoOf(cell: CellResult, language: Language): string {
  const who = language.pair(cell);
  const name = language.experiment(cell.experiment);
  return who === "" ? name : language.goals.line(name, who);
}

/** "For 200 points: 7 Marines, 11 left over". */
const isBought = (note: Sentence): boolean => /^for .+ left over$/.test(englishIn(note));

/** What points bought, where many pairs are told as a matrix: there the notes of its cells are folded away. */
function fielded(cells: readonly CellResult[], language: Language): Finding[] {
  return groupedBy(cells, ({ experiment }) => experiment).flatMap((group) => {
    const pairs = new Set(group.map(({ attacker, defender }) => `${attacker}~${defender}`));
    const notes = group.flatMap(({ note }) => (note === undefined ? [] : notesIn(note))).filter(isBought);
    if (pairs.size <= MOST_PAIRS || notes.length === 0) return [];
    // What they have in common, the points, is said once.
    const [prefix, all] = [/^.*?: /u, [...new Set(notes.map(language.saying))]];
    const said = groupedBy(all, (note) => prefix.exec(note)![0])
      .map(
        (alike) =>
          prefix.exec(alike[0]!)![0] + alike.map((note) => note.replace(prefix, "")).join(language.check.semicolon),
      )
      .join(language.check.semicolon);
    return [{ text: language.goals.line(language.experiment(group[0]!.experiment), said), weight: WEIGHT.plain }];
  });
}

/** What the rules forbid, a sentence for each rule. */
export function notPossible(cells: readonly Pick<CellResult, "id" | "statement">[], language: Language): string[] {
  const { say, saying } = language;
  const forbidden = cells.filter(({ statement }) => statement !== undefined);
  return groupedBy(forbidden, ({ statement }) => `${statement!.rule} ${englishIn(statement!.text)}`).map((group) => {
    const { rule, text } = group[0]!.statement!;
    const first = language.cellName(group[0]!.id);
    const name = group.length === 1 ? first : say`${first}, and ${group.length - 1} more`;
    return say`${name}: not possible: ${saying(text)} (${rule}).`;
  });
}

/** What a report says first: the claim of its first finding that has one, unless something else decides the answer. */
export function leadClaim(found: readonly Finding[]): Conclusion | undefined {
  const claim = found.find((one) => one.claim !== undefined)?.claim;
  const [first] = found;
  if (claim === undefined || first === undefined || first.weight < WEIGHT.decides) return claim;
  return { ...claim, title: plainTitle(first.text), isNew: false, lede: [claim.lede[0] ?? claim.title] };
}

function notPlayed(cells: readonly CellResult[], language: Language): Finding[] {
  const { say } = language;
  const open = cells.filter(
    ({ notBuilt, fault, metrics }) => notBuilt || (fault !== undefined && metrics === undefined),
  );
  return open.map(({ id, notBuilt }): Finding => {
    const name = language.cellName(id);
    return notBuilt
      ? { text: say`${name}: ${notBuilt}.`, weight: WEIGHT.surprise }
      : { text: say`${name} could not be played; its own section says why.`, weight: WEIGHT.answer };
  });
}

interface AgainstText {
  /** The number, with what it is instead of. */
  readonly own: string;
  /** That there is no difference, or hardly one. */
  readonly text?: string;
  /** What is said behind the number: that, or by how much. */
  readonly by: string;
  readonly isNothing: boolean;
  readonly isHardly?: boolean;
  readonly isSame?: boolean;
}

/** A number that a set changes or leaves alone, with what it is of. */
function toldAgainst(own: Summary, change: AgainstText, what: string, language: Language): string {
  const sentence = sentenceOf({ ...own, text: change.own }, brief(what), language);
  return change.isSame ? language.say`still ${sentence}` : sentence + change.by;
}

/** Chances below which how many times as much says more than the difference. */
const SMALL = 0.05;

/** What a set changes, as of independent runs: with limits where either is simulated; hardly, where both read the same. */
function againstText(ownSummary: Summary, plainSummary: Summary, language: Language): AgainstText {
  const { reading: measuredNumber, text: own } = ownSummary;
  const { reading: plain, text: was } = plainSummary;
  const { say } = language;
  const change = changeBetween(plain, measuredNumber);
  const isExact = change.lower === undefined || change.upper === undefined;
  const [end, plainEnd] = [endOf(ownSummary), endOf(plainSummary)];
  const nothing = (text: string) => ({ own, text, by: `, ${text}`, isNothing: true });
  if (isExact && change.value === 0) return { ...nothing(say`no difference`), isSame: true };
  if (!isExact && change.lower <= 0 && change.upper >= 0) return nothing(say`no difference that these trials can show`);
  if (own === was || (end !== undefined && end === plainEnd))
    return { ...nothing(say`hardly any difference`), isNothing: false, isHardly: true };
  // How many times as much as nothing says nothing.
  const isDifference = measuredNumber.isChance && Math.max(measuredNumber.value, plain.value) >= SMALL;
  const ratio = isDifference || [end, plainEnd].includes("never") ? "" : ratioText(measuredNumber, plain, language);
  return {
    own: plainEnd === undefined ? say`${own} instead of ${was}` : own,
    by: ratio === "" ? `, ${changeText(change, measuredNumber.isChance, language)}` : ratio,
    isNothing: false,
  };
}
