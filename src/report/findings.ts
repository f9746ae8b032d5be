import { changeOf } from "../analysis/change.ts";
import { estimateOf, headlineMeasure, type Reading, readingOf } from "../analysis/measure.ts";
import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { quotient } from "../stats/index.ts";
import { changeText, estimateText } from "./estimate.ts";
import { languageFor, pairing } from "./format.ts";
import type { Language } from "./language/language.ts";

/** What each kind is summed up by. */
export type Headlines = Readonly<Record<string, Headline>>;

/** A cell's one number: a chance, or a mean. */
interface Summary {
  readonly reading: Reading;
  readonly text: string;
}

/** The metric a headline speaks of, at its last turn. */
export const headlineMetric = (cell: CellResult, headline: Pick<Headline, "metric">): MetricResult | undefined =>
  cell.metrics?.findLast((metric) => metric.name === headline.metric);

export function summaryOf(cell: CellResult, headline: Omit<Headline, "also">, language: Language): Summary | undefined {
  const reading = readingOf(cell, headlineMeasure(headline));
  return reading && { reading, text: estimateText(estimateOf(reading), reading.isChance, language) };
}

/** A cell with several targets as one cell each. */
function perTarget(cell: CellResult): CellResult[] {
  const targets = [...new Set(cell.metrics?.flatMap(({ target }) => target ?? []))];
  if (targets.length === 0) return [cell];
  return targets.map((target) => ({
    ...cell,
    defender: target,
    metrics: cell.metrics!.filter((metric) => metric.target === undefined || metric.target === target),
  }));
}

/**
 * The findings in words, most telling first: per experiment and pair the plain number, then what each modifier set
 * changes about it.
 */
export function findings(result: Result, headlines: Headlines): string[] {
  const language = languageFor(result);
  const { findings: say, general, saying } = language;
  const sentences: string[] = [];
  const pairs = new Map<string, CellResult[]>();
  for (const cell of result.cells.flatMap(perTarget)) {
    const key = `${cell.experiment}~${cell.attacker}~${cell.defender}`;
    pairs.set(key, [...(pairs.get(key) ?? []), cell]);
  }
  for (const cells of pairs.values()) {
    const base = cells.find((cell) => cell.modifiers.join() === "base") ?? cells[0]!;
    const headline = headlines[base.kind];
    const who = say.who(base.experiment, pairing(result, base, language));
    /** The pair, and what it has beside the base. */
    const whoWith = ({ modifiers }: CellResult) =>
      modifiers.join() === "base" ? who : `${who}${say.withSets(general.together(modifiers))}`;
    const sayStatement = (cell: CellResult) => {
      const { statement } = cell;
      if (statement) sentences.push(say.said(whoWith(cell), saying(statement.text), statement.rule));
    };
    sayStatement(base);
    if (base.notBuilt) sentences.push(say.notBuilt(who, base.notBuilt));
    for (const cell of cells)
      if (cell.fault !== undefined && cell.metrics === undefined) sentences.push(say.notPlayed(cell.id));
    if (headline === undefined) continue;
    const { also } = headline;
    const plain = summaryOf(base, headline, language);
    const plainAlso = also && summaryOf(base, also, language);
    if (plain) {
      const second = plainAlso ? say.also(plainAlso.text, saying(also.text)) : "";
      sentences.push(say.plain(whoWith(base), plain.text, saying(headline.text), second));
    }
    for (const cell of cells) {
      if (cell === base) continue;
      sayStatement(cell);
      const own = summaryOf(cell, headline, language);
      if (own === undefined) continue;
      if (plain === undefined) {
        sentences.push(
          say.plain(`${who}${say.withSets(general.together(cell.modifiers))}`, own.text, saying(headline.text), ""),
        );
        continue;
      }
      const ownAlso = also && summaryOf(cell, also, language);
      const more =
        ownAlso && plainAlso
          ? say.more(ownAlso.text, saying(also.text), againstText(ownAlso, plainAlso, language))
          : "";
      sentences.push(say.set(general.together(cell.modifiers), own.text, againstText(own, plain, language), more));
    }
  }
  return sentences;
}

/** What a set changes, as of independent runs: with limits where either is simulated. */
function againstText({ reading: own }: Summary, { reading: plain }: Summary, language: Language): string {
  const { findings: say } = language;
  const change = changeOf([
    { weight: 1, reading: own },
    { weight: -1, reading: plain },
  ]);
  const isExact = change.lower === undefined || change.upper === undefined;
  if (isExact && change.value === 0) return say.noDifference;
  if (!isExact && change.lower <= 0 && change.upper >= 0) return say.notShown;
  return changeText(change, own.isChance, language) + ratioText(own, plain, language);
}

/** How many times as much; with limits where either is simulated, nothing where there are none. */
function ratioText(own: Reading, plain: Reading, language: Language): string {
  if (plain.value === 0) return "";
  const times = (ratio: number): string =>
    ratio === 0 || ratio >= 0.1 ? language.fixed(ratio, 2) : language.significant(ratio, 2);
  if (own.trials === 0 && plain.trials === 0) return ` (× ${times(own.value / plain.value)})`;
  const limited = ({ value, lower = value, upper = value }: Reading) => ({ value, lower, upper });
  const found = quotient(limited(own), limited(plain));
  return found ? ` (× ${language.range(times(found.lower), times(found.upper))})` : "";
}
