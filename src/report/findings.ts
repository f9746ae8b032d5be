import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { chanceUnder } from "../stats/index.ts";
import { chanceText, languageFor, pairing, points } from "./format.ts";
import type { Language } from "./language/language.ts";

/** What each kind is summed up by. */
export type Headlines = Readonly<Record<string, Headline>>;

/** A cell's one number: a chance, or a mean. */
interface Summary {
  readonly value: number;
  readonly isChance: boolean;
  /** Half-width of the 95 % interval; 0 when exact. */
  readonly half: number;
  readonly text: string;
}

/** The metric a headline speaks of, at its last turn. */
export const headlineMetric = (cell: CellResult, headline: Pick<Headline, "metric">): MetricResult | undefined =>
  cell.metrics?.findLast((metric) => metric.name === headline.metric);

export function summaryOf(cell: CellResult, headline: Omit<Headline, "also">, language: Language): Summary | undefined {
  const metric = headlineMetric(cell, headline);
  if (metric === undefined) return undefined;
  if (headline.values === undefined) {
    if (metric.mean === undefined) return undefined;
    const half = metric.meanUpper === undefined ? 0 : (metric.meanUpper - metric.meanLower!) / 2;
    const { number } = language;
    const text = half === 0 ? number(metric.mean) : `${number(metric.mean)} ± ${number(half)}`;
    return { value: metric.mean, isChance: false, half, text };
  }
  const wanted = metric.outcomes.filter((outcome) => headline.values!.includes(outcome.value));
  if (cell.method === "exact") {
    const value = wanted.reduce((sum, { probability }) => sum + probability, 0);
    return { value, isChance: true, half: 0, text: language.percent(value) };
  }
  const count = wanted.reduce((sum, { count = 0 }) => sum + count, 0);
  const { estimate, lower, upper, method } = chanceUnder(cell.guarantee ?? "fixed")(count, cell.trials ?? 0);
  if (estimate === undefined) return undefined;
  const oneSided = method === "at-most" || method === "at-least";
  return {
    value: estimate,
    isChance: true,
    half: oneSided ? upper - lower : (upper - lower) / 2,
    text: chanceText({ value: "", probability: estimate, count, lower, upper }, language),
  };
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
        ownAlso && plainAlso ? say.more(ownAlso.text, saying(also.text), changeText(ownAlso, plainAlso, language)) : "";
      sentences.push(say.set(general.together(cell.modifiers), own.text, changeText(own, plain, language), more));
    }
  }
  return sentences;
}

function changeText(own: Summary, plain: Summary, language: Language): string {
  const { findings: say, signed } = language;
  const difference = own.value - plain.value;
  const noise = Math.sqrt(own.half ** 2 + plain.half ** 2);
  if (difference === 0 && noise === 0) return say.noDifference;
  if (Math.abs(difference) <= noise) return say.notShown;
  const change = own.isChance ? points(difference, language) : signed(difference, 3);
  const unseen = own.value === 0 && own.half > 0;
  const ratio = plain.value === 0 || unseen ? "" : ` (× ${ratioText(own.value / plain.value, language)})`;
  return `${change}${ratio}`;
}

const ratioText = (ratio: number, { fixed, significant }: Language): string =>
  ratio === 0 || ratio >= 0.1 ? fixed(ratio, 2) : significant(ratio, 2);
