/** The findings in words, the most telling first: what a reader would want to be told if he read nothing else. */

import { besideOf } from "../analysis/beside.ts";
import { changeBetween } from "../analysis/change.ts";
import { type Headlines, leadingOf, saysMore } from "../analysis/measure.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { englishIn, notesIn, type Sentence } from "../rule/message.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { capital, changeTitle, plainTitle, ratioText, type SetChange } from "./claim.ts";
import { changeText, whatOf } from "./estimate.ts";
import { languageFor } from "./format.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { neverHappens } from "./never.ts";
import { acrossPairs } from "./patterns.ts";
import { answers, asRanking, behindTexts, MOST_RANKED } from "./ranking.ts";
import {
  brief,
  type Conclusion,
  endOf,
  type Finding,
  isBase,
  type Summary,
  sentenceOf,
  sizeOf,
  summaryOf,
  WEIGHT,
} from "./summary.ts";

/** Findings that stand on the first screen; the others are folded below them. */
export const MOST_FINDINGS = 5;

/** What another number has to move by to be told where the main one does not: of a chance a tenth of it. */
const LEAST = 0.005;

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
  const experiments = groupedBy(cells, ({ experiment }) => experiment);
  const answered = answers(cells, result, headlines, language);
  // Experiments that answer a question stand as they rank, each with how far it is behind.
  const ranked = answered.flatMap(({ known }) => known.map(({ cell: { experiment } }) => experiment));
  const rankOf = ([cell]: readonly CellResult[]) =>
    ranked.includes(cell!.experiment) ? ranked.indexOf(cell!.experiment) : ranked.length;
  const found: Finding[] = [
    ...answered,
    ...experiments
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .flatMap((group) => {
        const told = ofExperiment(group, headlines, language);
        if (ranked.includes(group[0]!.experiment))
          return told.map((one) => ({ ...one, more: [...behindTexts(one, answered, language), ...(one.more ?? [])] }));
        return asRanking(told, group, experiments.length === 1, headlines, language);
      }),
    ...fielded(cells, language),
    ...notPossible(cells, language).map((text) => ({ text, weight: WEIGHT.plain })),
    ...notPlayed(cells, language),
    ...neverHappens(result.cells, language),
  ];
  return found.toSorted((a, b) => b.weight - a.weight);
}

function ofExperiment(cells: readonly CellResult[], headlines: Headlines, language: Language): Finding[] {
  const headline = headlines[cells[0]!.kind];
  const possible = cells.filter(({ metrics }) => metrics !== undefined);
  if (headline === undefined || possible.length === 0) return [];
  const pairs = groupedBy(possible, ({ attacker, defender }) => `${attacker}~${defender}`);
  if (pairs.length > MOST_PAIRS) return acrossPairs(pairs, leadingOf(possible, headline), language);
  return pairs.flatMap((pair) => ofPair(pair, leadingOf(pair, headline), language));
}

/** What changes no more than this is told after pairs that are ranked. */
const LITTLE = 0.02;
/** Cells that are told one by one at a save. */
const MOST_MOVED = 12;
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
    const found = cell === base ? undefined : changeOf(cell, base, headline, naming);
    return found ? [{ ...found, name: naming.owned(cell.modifiers) }] : [];
  });
  const seconds = changes.flatMap(({ second }) => second ?? []);
  // By the number itself, as it is drawn; what leaves that alone, by the second one beside it.
  const first = ({ own: summary, isMoved }: (typeof changes)[number]) => (isMoved ? sizeOf(summary, plain) : 0);
  const sorted = changes.toSorted((a, b) => first(b) - first(a) || b.size - a.size);
  const told = groupedBy(sorted, ({ said }) => said);
  const largest = changes.reduce((most, { size }) => Math.max(most, size), 0);
  const isStill = changes.every(({ isMoved }) => !isMoved) && seconds.length > 0;
  const finding: Finding = {
    text,
    more: told.map((group) => language.say`${language.either(group.map(({ name }) => name))}: ${group[0]!.said}.`),
    weight: (largest > LITTLE ? WEIGHT.effect : WEIGHT.plain) + Math.min(0.99, largest),
    claim: isStill
      ? claimOf(cells, base, plainAlso!, seconds, text, also!, language)
      : claimOf(cells, base, plain, sorted, text, headline, language),
  };
  if (changes.length < 2 || !changes.every(({ isNothing }) => isNothing)) return [finding];
  const names = changes.map(({ name }) => name);
  const none =
    names.length <= MOST_RANKED
      ? language.say`${capital(language.either(names))}: no difference.`
      : language.say`None of the ${names.length} modifier sets changes that.`;
  const all = `${text} ${none}`;
  const title = [none.replace(/\.$/u, ""), sentenceOf(plain, whatOf(plain, headline.text, naming), language)];
  const claim = {
    ...finding.claim!,
    title: plainTitle(title.join(language.check.semicolon)),
    isNew: true,
    lede: [all],
  };
  return [{ text: all, weight: WEIGHT.plain, claim }];
}

/** What is told of a cell against another; a chance alone where a line above says of what. */
function changeOf(cell: CellResult, base: CellResult, headline: Headline, naming: Language, isBelow = true) {
  const { also } = headline;
  const [plain, summary] = [summaryOf(base, headline, naming), summaryOf(cell, headline, naming)];
  if (plain === undefined || summary === undefined) return undefined;
  const plainAlso = also && summaryOf(base, also, naming);
  const ownAlso = also && summaryOf(cell, also, naming);
  const change = againstText(summary, plain, naming);
  const changeAlso = ownAlso && plainAlso && againstText(ownAlso, plainAlso, naming);
  const isNothing = change.isNothing && (changeAlso === undefined || changeAlso.isNothing);
  const isMore = change.isNothing ? !changeAlso?.isNothing : saysMore(headline);
  const isBeside = ownAlso && changeAlso && !changeAlso.isHardly && isMore;
  const beside = isBeside ? [toldAgainst(ownAlso, changeAlso, whatOf(ownAlso, also.text, naming), naming)] : [];
  const main = toldAgainst(summary, change, whatOf(summary, headline.text, naming), naming);
  // What moved is read first.
  const first = isBelow && summary.reading.isChance && !change.isNothing ? change.own + change.by : main;
  const parts = change.isNothing ? [...beside, first] : [first, ...beside];
  const other = isNothing ? besideOf(base, cell, { [base.kind]: headline }) : undefined;
  const isTold = other && Math.abs(other.change.value) >= (other.isChance ? LEAST / 10 : LEAST);
  const nothing = isTold
    ? naming.say`${change.text!} here; “${naming.measure(other.measure)}” ${changeText(other.change, other.isChance, naming)}${other.isChance ? "" : naming.say` on average`}`
    : change.text!;
  const size = Math.max(sizeOf(summary, plain), ownAlso && plainAlso ? sizeOf(ownAlso, plainAlso) : 0);
  const isSecond = changeAlso?.isNothing === false && !changeAlso.isHardly;
  const second: SetChange | undefined = isSecond ? { cell, own: ownAlso!, isMoved: true } : undefined;
  return {
    cell,
    own: summary,
    said: isNothing ? nothing : parts.join(naming.check.semicolon),
    size: isNothing ? 0 : size,
    isNothing,
    isTold: !isNothing || isTold === true,
    isMoved: !change.isNothing && change.isHardly !== true,
    second,
  };
}

/** Which numbers are others than in the result before: a line for each cell, the largest change first. */
export function movedLines(before: Result, now: Result, headlines: Headlines): string[] {
  const language = languageFor(now);
  const [earlier, all] = [before, now].map(({ cells }) =>
    cells.flatMap((cell) => perTarget(cell, headlines[cell.kind])),
  );
  const known = new Map(earlier!.map((cell) => [`${cell.id}~${cell.defender}`, cell]));
  const moved = all!.flatMap((cell) => {
    const base = known.get(`${cell.id}~${cell.defender}`);
    const headline = base && leadingOf([base, cell], headlines[cell.kind]);
    const change = headline && changeOf(cell, base, headline, calling([cell], language), false);
    if (!change?.isTold) return [];
    const name = isBase(cell) ? whoOf(cell, language) : `${whoOf(cell, language)}, ${language.sets(cell.modifiers)}`;
    return [{ size: change.size, line: `  ${language.goals.line(name, change.said)}.` }];
  });
  const lines = moved.toSorted((a, b) => b.size - a.size).map(({ line }) => line);
  const left = lines.length - MOST_MOVED;
  if (lines.length === 0) return [language.say`No number has moved since the last save.`];
  const more = left > 0 ? [`  ${language.check.more(left)}`] : [];
  return [language.say`Moved since the last save:`, ...lines.slice(0, MOST_MOVED), ...more];
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
): Conclusion {
  const naming = calling(cells, language);
  const sentence = (summary: Summary) => sentenceOf(summary, whatOf(summary, headline.text, naming), language);
  const moved = changes
    .filter(({ isMoved }) => isMoved)
    .toSorted((a, b) => sizeOf(b.own, plain) - sizeOf(a.own, plain));
  const title = changeTitle(base, plain, moved, headline, sentence, naming);
  const pair = language.pair(base);
  const told = { lede: [text], cells, base, headline };
  return title === undefined
    ? { ...told, title: plainTitle(claimIn(language).plain(pair, sentence(plain))) }
    : { ...told, title, isNew: true, most: moved[0]!.cell };
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
