import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { number, pairing, percent, points, signed } from "./format.ts";

/** What each kind is summed up by. */
export type Headlines = Readonly<Record<string, Headline>>;

/** A cell's one number: a chance, or a mean. */
interface Summary {
  readonly value: number;
  readonly isChance: boolean;
  /** Half-width of the 95 % interval; 0 when exact. */
  readonly half: number;
}

/** The metric a headline speaks of, at its last turn. */
export const headlineMetric = (cell: CellResult, headline: Headline): MetricResult | undefined =>
  cell.metrics?.findLast((metric) => metric.name === headline.metric);

export function summaryOf(cell: CellResult, headline: Headline): Summary | undefined {
  const metric = headlineMetric(cell, headline);
  if (metric === undefined) return undefined;
  if (headline.values === undefined) {
    if (metric.mean === undefined) return undefined;
    const half = metric.meanUpper === undefined ? 0 : (metric.meanUpper - metric.meanLower!) / 2;
    return { value: metric.mean, isChance: false, half };
  }
  const wanted = metric.outcomes.filter((outcome) => headline.values!.includes(outcome.value));
  const value = wanted.reduce((sum, outcome) => sum + outcome.probability, 0);
  // Wald on the sum is only for the sentence; every number of the tables has its own interval.
  const half = cell.method === "exact" ? 0 : 1.96 * Math.sqrt((value * (1 - value)) / Math.max(1, cell.trials ?? 1));
  return { value, isChance: true, half };
}

const shown = ({ value, isChance, half }: Summary): string => {
  const text = isChance ? percent(value) : number(value);
  if (half === 0) return text;
  return `${text} ± ${isChance ? percent(half).replace(" %", "") : number(half)}`;
};

/**
 * The findings in words, most telling first: per experiment and pair the plain number, then what each modifier set
 * changes about it.
 */
export function findings(result: Result, headlines: Headlines): string[] {
  const sentences: string[] = [];
  const pairs = new Map<string, CellResult[]>();
  for (const cell of result.cells) {
    const key = `${cell.experiment}~${cell.attacker}~${cell.defender}`;
    pairs.set(key, [...(pairs.get(key) ?? []), cell]);
  }
  for (const cells of pairs.values()) {
    const base = cells.find((cell) => cell.modifiers.join() === "base") ?? cells[0]!;
    const headline = headlines[base.kind];
    const who = `${base.experiment}: ${pairing(result, base)}`;
    if (base.statement) sentences.push(`${who}: ${base.statement.text} (${base.statement.rule}).`);
    if (base.notBuilt) sentences.push(`${who}: ${base.notBuilt}.`);
    const plain = headline && summaryOf(base, headline);
    if (headline === undefined || plain === undefined) continue;
    const bare = base.modifiers.join() === "base" ? "" : ` with ${base.modifiers.join(" and ")}`;
    const { also } = headline;
    const plainAlso = also && summaryOf(base, also);
    const second = plainAlso ? `, ${shown(plainAlso)} ${also.text}` : "";
    sentences.push(`${who}${bare}: ${shown(plain)} ${headline.text}${second}.`);
    for (const cell of cells) {
      if (cell === base) continue;
      const name = cell.modifiers.join(" and ");
      if (cell.statement) sentences.push(`${who} with ${name}: ${cell.statement.text} (${cell.statement.rule}).`);
      const own = summaryOf(cell, headline);
      if (own === undefined) continue;
      const ownAlso = also && summaryOf(cell, also);
      const more = ownAlso && plainAlso ? `; ${shown(ownAlso)} ${also.text}, ${changeText(ownAlso, plainAlso)}` : "";
      sentences.push(`  ${name}: ${shown(own)}, ${changeText(own, plain)}${more}.`);
    }
  }
  return sentences;
}

function changeText(own: Summary, plain: Summary): string {
  const difference = own.value - plain.value;
  const noise = Math.sqrt(own.half ** 2 + plain.half ** 2);
  if (difference === 0) return "no difference";
  if (Math.abs(difference) < noise) return "no difference that these trials can show";
  const change = own.isChance ? points(difference) : signed(difference, 3);
  const ratio = plain.value === 0 ? "" : ` (× ${(own.value / plain.value).toFixed(2)})`;
  return `${change}${ratio}`;
}
