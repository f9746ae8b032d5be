/** A kind of a game with a profile's numbers filled in, and what it is asked. */
import type { Metric } from "../../rule/program.ts";
import { type Said, said } from "../said.ts";
import { GameFault } from "./fault.ts";
import { choicesIn, fixedIn, foldingOf, markLive, rangeOf, readsOf } from "./fold.ts";
import type { ChooseStep, Formula, GameData, GameKind, GameMetric, GameProfile } from "./ir.ts";

/** A kind with a profile's numbers filled in. */
export interface Prepared {
  readonly data: GameData;
  /** What its metrics come to is the bin of each, from 0. */
  readonly kind: GameKind;
  readonly metrics: readonly Metric[];
  /** By metric of the list, which of the kind's it is, and after which turn; the end where there is none. */
  readonly sources: readonly { readonly metric: number; readonly turn?: number }[];
  /** The turns after which metrics are read, and the end. */
  readonly stages: number;
}

/** The most values of one metric, and of all of them, turn by turn. */
const MOST_VALUES = 10_000;
const MOST_BINS = 200_000;

export function prepare(data: GameData, kind: GameKind, profile: GameProfile): Prepared {
  const folding = (values?: ReadonlyMap<number, Formula>) => foldingOf(data, kind, profile.given, values);
  let folded = filled(kind, folding());
  for (let fixed = fixedIn(folded, folding); fixed.size > 0; fixed = fixedIn(folded, folding))
    folded = filled(folded, folding(fixed));
  const { steps, metrics, pools } = folded;
  const reads = (some: readonly { readonly value: Formula }[]) =>
    new Set(some.flatMap(({ value }) => [...readsOf(value, pools)]));
  const atEnd = [...metrics.filter(({ perTurn }) => !perTurn), ...choicesIn(steps).flatMap(wishes)];
  markLive(steps, reads(atEnd), pools, reads(metrics.filter(({ perTurn }) => perTurn)));
  const turns = turnsOf(folded);
  const sources: { metric: number; turn?: number }[] = [];
  const shown: Metric[] = [];
  let bins = 0;
  const counted = metrics.map((metric, m): GameMetric => {
    const { name, value, values, side, perTurn, place } = metric;
    const tooMany = (message: Said, hint: Said) => new GameFault(place, data.file, message, hint);
    const [low, high] = values === "number" ? rangeOf(value, folded) : [0, values.length - 1];
    if (high - low >= MOST_VALUES)
      throw tooMany(
        said`${name} has more than ${MOST_VALUES} values: ${low}..${high}`,
        said`narrow the range of what it counts, or measure it in tens: floor(… / 10)`,
      );
    bins += (high - low + 1) * (perTurn ? turns : 1);
    if (bins > MOST_BINS)
      throw tooMany(
        said`all metrics have more than ${MOST_BINS} values, those of each turn counted`,
        said`narrow the ranges of what they count, or measure fewer of them perTurn`,
      );
    const all = values === "number" ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : values;
    const whens = perTurn ? Array.from({ length: turns }, (_, i) => i + 1) : [undefined];
    for (const turn of whens) {
      shown.push({ name, ...(turn === undefined ? {} : { turn }), ...(side ? { side } : {}), values: all });
      sources.push({ metric: m, ...(turn === undefined ? {} : { turn }) });
    }
    return low === 0 ? metric : { ...metric, value: { op: "sub", a: value, b: { op: "const", value: low } } };
  });
  return { data, kind: { ...folded, metrics: counted }, metrics: shown, sources, stages: 1 + turns };
}

/** A kind with what is known of its names filled in. */
function filled(kind: GameKind, { formula: fold, steps }: ReturnType<typeof foldingOf>): GameKind {
  const functions = Object.entries(kind.functions).map(
    ([name, f]) => [name, { ...f, body: steps(f.body), result: fold(f.result) }] as const,
  );
  return {
    ...kind,
    steps: steps(kind.steps),
    functions: Object.fromEntries(functions),
    state: kind.state.map((one) => ({ ...one, low: fold(one.low), high: fold(one.high), start: fold(one.start) })),
    metrics: kind.metrics.map((metric) => ({ ...metric, value: fold(metric.value) })),
    needed: kind.needed.map((die) => ({ ...die, needed: fold(die.needed), under: fold(die.under) })),
    pools: kind.pools.map((stats) =>
      stats.map((stat) => (stat.keep === "count" ? { ...stat, test: fold(stat.test) } : stat)),
    ),
  };
}

/** What sides that choose want in the end. */
const wishes = ({ choices }: ChooseStep) => choices.map(({ wants: value }) => ({ value }));

/** How many turns the loop of turns has, which stands at the outermost and has a known number of them. */
function turnsOf({ steps, metrics }: GameKind): number {
  if (!metrics.some(({ perTurn }) => perTurn)) return 0;
  const loop = steps.find((step) => step.op === "repeat" && step.turn !== undefined);
  return loop?.op === "repeat" && loop.times.op === "const" ? loop.times.value : 0;
}
