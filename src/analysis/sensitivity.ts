import type * as z from "zod";
import { loadRuleset } from "../rulesets/index.ts";
import type { Kind } from "../rulesets/ruleset.ts";
import { baseIdOf } from "../scenario/axis.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Nudged, Unmoved } from "../scenario/nudges.ts";
import { changeBetween } from "./change.ts";
import { count, least, list, maybe, measured, number, object, shown, sides, statement, text } from "./form.ts";
import { estimateOf, type Measure, type MeasuredNumber, measuresOf, nameOf } from "./measure.ts";
import { type Pairing, pairedReading, UNPAIRED } from "./pairing.ts";
import type { CellResult, Result } from "./result.ts";

/** What moves one measure of one cell, the strongest first. */
const tornado = measured((reading, by) => {
  /** A characteristic one less or one more; the change is against the cell as it is. */
  const step = maybe(object({ to: number, estimate: maybe(reading), change: maybe(by), statement }));
  return {
    ...sides,
    cell: text,
    modifiers: shown<readonly string[]>(),
    /** The fewer the better for who is asked about: the attacker, the first side, or whoever is alone. */
    isCost: maybe(shown<true>()),
    base: reading,
    bars: list(
      object({
        path: text,
        down: step,
        up: step,
        /** From the least to the most of: one less, as it is, one more. */
        swing: least,
        /** Limits at 95 %; simulated cells only. */
        swingLower: maybe(number),
        swingUpper: maybe(number),
        /** How many bars surely swing further, and one: those that these numbers cannot tell apart share a place. */
        rank: count,
      }),
    ),
    /** Characteristics that take no part in this cell. */
    idle: shown<readonly string[]>(),
    unmoved: shown<readonly Omit<Unmoved, "cell">[]>(),
  };
});
export type Tornado = z.infer<typeof tornado>;
export type Bar = Tornado["bars"][number];
export type NudgeStep = NonNullable<Bar["down"]>;

export const sensitivityForm = object({ tornados: list(tornado) });
export type Sensitivity = z.infer<typeof sensitivityForm>;

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
  const { kinds } = await loadRuleset(result.ruleset);
  const { measuresFor } = await measuresOf(result.ruleset, result.cells, settings.measures);
  const bases = result.cells.filter(({ point }) => point === undefined);
  const tornados = bases.flatMap((base) => {
    const moved = result.cells.filter((cell) => cell.point !== undefined && baseIdOf(cell) === base.id);
    return measuresFor([base]).flatMap((measure) => {
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
  const attacker = losses?.attacker;
  if (attacker?.metric === metric && attacker.side === side) return true;
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
  const pathOf = (other: CellResult) => Object.keys(other.point!)[0]!;
  const bars = groupedBy(moved, pathOf).map((cells): Bar => {
    const path = pathOf(cells[0]!);
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
    measure: nameOf(measure, base.metric),
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
  const { value, lower, upper } = changeBetween(least, greatest);
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
  const change = changeBetween(base, reading);
  return { to, estimate: estimateOf(reading), change };
}
