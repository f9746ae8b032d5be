import type { Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { Kind } from "../rulesets/ruleset.ts";
import type { Nudged, Unmoved } from "../scenario/nudges.ts";
import { baseIdOf } from "../scenario/points.ts";
import { type Change, changeOf } from "./change.ts";
import {
  checkMeasures,
  type Estimate,
  estimateOf,
  headlinesOf,
  type Measure,
  type MeasuredNumber,
  measuresFor,
  measureText,
  placed,
} from "./measure.ts";
import { type Pairing, pairedReading, UNPAIRED } from "./pairing.ts";
import type { CellResult, Result } from "./result.ts";

/** A characteristic one less or one more. */
export interface NudgeStep {
  readonly to: number;
  readonly estimate?: Estimate;
  /** Against the cell as it is. */
  readonly change?: Change;
  readonly statement?: { readonly rule: string; readonly text: Sentence };
}

export interface Bar {
  readonly path: string;
  readonly down?: NudgeStep;
  readonly up?: NudgeStep;
  /** From the least to the most of: one less, as it is, one more. */
  readonly swing: number;
  /** Limits at 95 %; simulated cells only. */
  readonly swingLower?: number;
  readonly swingUpper?: number;
  /** How many bars surely swing further, and one: those that these numbers cannot tell apart share a place. */
  readonly rank: number;
}

/** What moves one measure of one cell, the strongest first. */
export interface Tornado {
  readonly cell: string;
  readonly experiment: string;
  readonly attacker: string;
  readonly defender: string;
  readonly modifiers: readonly string[];
  readonly measure: string;
  readonly isChance: boolean;
  /** The fewer the better for who is asked about: the attacker, the first side, or whoever is alone. */
  readonly isCost?: true;
  readonly base: Estimate;
  readonly bars: readonly Bar[];
  /** Characteristics that take no part in this cell. */
  readonly idle: readonly string[];
  readonly unmoved: readonly Omit<Unmoved, "cell">[];
}

export interface Sensitivity {
  readonly tornados: readonly Tornado[];
}

/**
 * The tornado of each cell: every characteristic one up and one down, ranked by how far it moves the measure. `result`
 * is that of `nudged.study`, `pairing` that of `runPaired`. @throws SettingError for a measure that no cell has
 */
export async function sensitivity(
  result: Result,
  nudged: Pick<Nudged, "unmoved" | "idle">,
  settings: { readonly measures?: readonly Measure[]; readonly pairing?: Pairing } = {},
): Promise<Sensitivity> {
  const { pairing = UNPAIRED } = settings;
  const headlines = await headlinesOf(result.ruleset);
  const { kinds } = await loadRuleset(result.ruleset);
  if (settings.measures) checkMeasures(result.cells, settings.measures);
  const bases = result.cells.filter(({ point }) => point === undefined);
  const tornados = bases.flatMap((base) => {
    const moved = result.cells.filter((cell) => cell.point !== undefined && baseIdOf(cell) === base.id);
    return measuresFor([base], settings.measures, headlines).flatMap((measure) => {
      const read = (cell: CellResult) => pairedReading(pairing, 0, cell, measure);
      const reading = read(base);
      return reading === undefined
        ? []
        : [
            {
              ...tornadoOf(base, reading, moved, measure, read, nudged),
              ...(isCost(measure, kinds[base.kind]) ? { isCost: true as const } : {}),
            },
          ];
    });
  });
  return { tornados };
}

/** Whether less of a measure is better for who is asked about: models of its own that are lost, and what is not hoped for. */
function isCost({ metric, side, values }: Measure, kind: Pick<Kind, "headline" | "losses"> | undefined): boolean {
  const { headline, losses } = kind ?? {};
  const own = losses?.attacker;
  if (own?.metric === metric && own.side === side) return true;
  return (
    metric === headline?.metric &&
    values !== undefined &&
    headline.values !== undefined &&
    !values.some((value) => headline.values!.includes(value))
  );
}

function tornadoOf(
  cell: CellResult,
  base: MeasuredNumber,
  moved: readonly CellResult[],
  measure: Measure,
  read: (cell: CellResult) => MeasuredNumber | undefined,
  { unmoved, idle }: Pick<Nudged, "unmoved" | "idle">,
): Tornado {
  const paths = new Map<string, CellResult[]>();
  for (const other of moved) {
    const [path] = Object.keys(other.point!) as [string];
    paths.set(path, [...(paths.get(path) ?? []), other]);
  }
  const bars = [...paths].map(([path, cells]): Bar => {
    const steps = cells.map((other) => ({ ...stepOf(other, path, base, read), rank: other.point![path] as number }));
    // Of two steps the first is down; of one it is told by where the characteristic cannot go.
    const onlyUp = unmoved.some((one) => one.cell === cell.id && one.path === path && one.to! < steps[0]!.rank);
    const plain = steps.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...step }) => step);
    const [down, up] = plain.length === 1 && onlyUp ? [undefined, plain[0]] : plain;
    return {
      path,
      ...(down ? { down } : {}),
      ...(up ? { up } : {}),
      ...swingOf([base, ...cells.flatMap((other) => read(other) ?? [])]),
      rank: 1,
    };
  });
  const { experiment, attacker, defender, modifiers } = cell;
  return {
    cell: cell.id,
    experiment,
    attacker,
    defender,
    modifiers,
    measure: measureText(placed(measure, base.metric)),
    isChance: base.isChance,
    base: estimateOf(base),
    bars: ranked(bars.sort((a, b) => b.swing - a.swing)),
    idle: idle.get(cell.id) ?? [],
    unmoved: unmoved.filter((one) => one.cell === cell.id).map(({ cell: _, ...one }) => one),
  };
}

/** From the least of some readings to the greatest: what they differ by. */
function swingOf(readings: readonly MeasuredNumber[]): Pick<Bar, "swing" | "swingLower" | "swingUpper"> {
  const sorted = readings.toSorted((a, b) => a.value - b.value);
  const [least, greatest] = [sorted[0]!, sorted.at(-1)!];
  if (least === greatest) return { swing: 0 };
  const { value, lower, upper } = changeOf([
    { weight: 1, reading: greatest },
    { weight: -1, reading: least },
  ]);
  return lower === undefined || upper === undefined
    ? { swing: value }
    : { swing: value, swingLower: Math.max(0, lower), swingUpper: upper };
}

/** Bars, the widest first, with their places. */
const ranked = (bars: readonly Bar[]): Bar[] =>
  bars.map((bar) => {
    const most = bar.swingUpper ?? bar.swing;
    return { ...bar, rank: 1 + bars.filter(({ swing, swingLower = swing }) => swingLower > most).length };
  });

function stepOf(
  cell: CellResult,
  path: string,
  base: MeasuredNumber,
  read: (cell: CellResult) => MeasuredNumber | undefined,
): NudgeStep {
  const to = cell.point![path] as number;
  const reading = read(cell);
  if (cell.statement) return { to, statement: cell.statement };
  if (reading === undefined) return { to };
  const change = changeOf([
    { weight: 1, reading },
    { weight: -1, reading: base },
  ]);
  return { to, estimate: estimateOf(reading), change };
}
