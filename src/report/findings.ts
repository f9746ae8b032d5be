import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { proportion } from "../stats/index.ts";
import { chanceText, number, pairing, percent, points, signed } from "./format.ts";

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
export const headlineMetric = (cell: CellResult, headline: Headline): MetricResult | undefined =>
  cell.metrics?.findLast((metric) => metric.name === headline.metric);

export function summaryOf(cell: CellResult, headline: Headline): Summary | undefined {
  const metric = headlineMetric(cell, headline);
  if (metric === undefined) return undefined;
  if (headline.values === undefined) {
    if (metric.mean === undefined) return undefined;
    const half = metric.meanUpper === undefined ? 0 : (metric.meanUpper - metric.meanLower!) / 2;
    const text = half === 0 ? number(metric.mean) : `${number(metric.mean)} ± ${number(half)}`;
    return { value: metric.mean, isChance: false, half, text };
  }
  const wanted = metric.outcomes.filter((outcome) => headline.values!.includes(outcome.value));
  if (cell.method === "exact") {
    const value = wanted.reduce((sum, { probability }) => sum + probability, 0);
    return { value, isChance: true, half: 0, text: percent(value) };
  }
  const count = wanted.reduce((sum, { count = 0 }) => sum + count, 0);
  const { estimate, lower, upper, method } = proportion(count, cell.trials ?? 0);
  if (estimate === undefined) return undefined;
  const oneSided = method === "at-most" || method === "at-least";
  return {
    value: estimate,
    isChance: true,
    half: oneSided ? upper - lower : (upper - lower) / 2,
    text: chanceText({ value: "", probability: estimate, count, lower, upper }),
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
  const sentences: string[] = [];
  const pairs = new Map<string, CellResult[]>();
  for (const cell of result.cells.flatMap(perTarget)) {
    const key = `${cell.experiment}~${cell.attacker}~${cell.defender}`;
    pairs.set(key, [...(pairs.get(key) ?? []), cell]);
  }
  for (const cells of pairs.values()) {
    const base = cells.find((cell) => cell.modifiers.join() === "base") ?? cells[0]!;
    const headline = headlines[base.kind];
    const who = `${base.experiment}: ${pairing(result, base)}`;
    const sayStatement = (cell: CellResult) => {
      const name = cell.modifiers.join() === "base" ? "" : ` with ${cell.modifiers.join(" and ")}`;
      if (cell.statement) sentences.push(`${who}${name}: ${cell.statement.text} (${cell.statement.rule}).`);
      if (cell.trials === 0 && cell.method !== "exact")
        sentences.push(`${who}${name}: not enough data, no trial was played.`);
    };
    sayStatement(base);
    if (base.notBuilt) sentences.push(`${who}: ${base.notBuilt}.`);
    if (headline === undefined) continue;
    const { also } = headline;
    const plain = summaryOf(base, headline);
    const plainAlso = also && summaryOf(base, also);
    if (plain) {
      const bare = base.modifiers.join() === "base" ? "" : ` with ${base.modifiers.join(" and ")}`;
      const second = plainAlso ? `, ${plainAlso.text} ${also.text}` : "";
      sentences.push(`${who}${bare}: ${plain.text} ${headline.text}${second}.`);
    }
    for (const cell of cells) {
      if (cell === base) continue;
      sayStatement(cell);
      const own = summaryOf(cell, headline);
      if (own === undefined) continue;
      const name = cell.modifiers.join(" and ");
      if (plain === undefined) {
        sentences.push(`${who} with ${name}: ${own.text} ${headline.text}.`);
        continue;
      }
      const ownAlso = also && summaryOf(cell, also);
      const more = ownAlso && plainAlso ? `; ${ownAlso.text} ${also.text}, ${changeText(ownAlso, plainAlso)}` : "";
      sentences.push(`  ${name}: ${own.text}, ${changeText(own, plain)}${more}.`);
    }
  }
  return sentences;
}

function changeText(own: Summary, plain: Summary): string {
  const difference = own.value - plain.value;
  const noise = Math.sqrt(own.half ** 2 + plain.half ** 2);
  if (difference === 0 && noise === 0) return "no difference";
  if (Math.abs(difference) <= noise) return "no difference that these trials can show";
  const change = own.isChance ? points(difference) : signed(difference, 3);
  const unseen = own.value === 0 && own.half > 0;
  const ratio = plain.value === 0 || unseen ? "" : ` (× ${ratioText(own.value / plain.value)})`;
  return `${change}${ratio}`;
}

const ratioText = (ratio: number): string => (ratio === 0 || ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2));
