import type { Sentence } from "../../rule/message.ts";
import { ruledOut } from "../forbidden.ts";
import type { CellInput, NamedUnit, Resolution } from "../reader.ts";
import { said } from "../said.ts";
import { noteOf, sidesOf, wantedOf } from "../sequence/sides.ts";
import { isInapplicable } from "./applicability.ts";
import { planOf } from "./engagement/plan.ts";
import { gapOf, type Seat } from "./engagement/profile.ts";
import { SUB_PHASES } from "./firing-order.ts";
import { situationOf } from "./lines.ts";
import { silentOn } from "./resolve.ts";
import { fightOf } from "./resolve-engagement.ts";
import { SEQUENCE_ACTIONS } from "./schema.ts";
import type { SequenceCell } from "./sequence/profile.ts";
import type { OrderOrNone } from "./words.ts";

/** Who fires and says no order fires as in a volley, without a modifier. */
const DEFAULT_ORDER = "manoeuvre";

/** What a fight asks of both sides, and a sequence of one. */
const UNASKED_OF_SHOOTERS = { save: 10, command: 10 };
const UNASKED_OF_TARGETS = { initiative: 0 };

/** Kind `sequence`: units of one side fire one after another, each once, at units that keep what befalls them (E-26). */
export function resolveSequence(cell: CellInput): Resolution {
  const situation = situationOf<"sequence">(cell);
  const { order: given, ...rest } = situation;
  const sides = cell.sides!.map((units, side) => units.map((unit) => fielded(unit, side)));
  const { profile, problems } = fightOf({ ...cell, kind: "engagement", situation: { ...rest, turns: 1 }, sides }, [0]);
  const read = { actions: Object.keys(SEQUENCE_ACTIONS), isInapplicable, rules: ["E-26", "E-26"] } as const;
  const { shooters, targets, order } = sidesOf(cell, given, read, problems);
  const wanted = cell.sides![0]!.map(({ data }, s) =>
    data.at === undefined
      ? undefined
      : wantedOf(data.at as string | readonly string[], targets, ["sides", 0, "units", s, "at"], problems),
  );
  if (problems.list.length > 0) return { problems: problems.list };
  const [first, second] = profile.sides;
  const ranks = ranksOf(first);
  const late = order.findIndex((unit, i) => i > 0 && ranks[unit]! < ranks[order[i - 1]!]!);
  if (given === undefined) order.sort((a, b) => ranks[a]! - ranks[b]!);
  else if (late >= 0)
    problems.add(
      ["situation", "order", late],
      said`"${shooters[order[late]!]!}" fires before "${shooters[order[late - 1]!]!}": first the units on aimed, then those on move, then those on manoeuvre, each by falling initiative (A-SHOOT-01 to A-SHOOT-03, A-GEN-03)`,
    );
  if (problems.list.length > 0) return { problems: problems.list };
  const { scenes } = planOf(profile);
  const reached = first.map((_, s) => {
    const aims = scenes[0]!.aims[s]!.map(({ target }) => target - first.length);
    return (wanted[s] ?? byDistance(s)).filter((mark) => aims.includes(mark));
  });
  function byDistance(s: number): number[] {
    const seat = (side: 0 | 1, place: number): Seat => ({ unit: profile.sides[side][place]!, side, place });
    const gap = (m: number) => gapOf(profile, 0, seat(0, s), seat(1, m));
    return second.map((_, m) => m).sort((a, b) => gap(a) - gap(b));
  }
  const silent = reached.flatMap((marks, s) => (marks.length > 0 ? [] : [silence(first[s]!.orders[0]!, shooters[s]!)]));
  if (silent.length === first.length) return ruledOut(silent[0]!.rule, silent[0]!.text);
  const sequence: SequenceCell = {
    fight: profile,
    wishes: reached,
    ranks,
    order,
    points: cell.sides![1]!.map(({ data }) => (data.points as number | undefined) ?? null),
  };
  return {
    profile: sequence,
    assumptions: ["E-01", "E-05", "E-26"],
    ...noteOf(silent),
  };
}

/** A unit of a side as an engagement has it. */
function fielded({ name, data }: NamedUnit, side: number): NamedUnit {
  const { at: _, ...rest } = data;
  return {
    name,
    data: side === 0 ? { ...UNASKED_OF_SHOOTERS, order: DEFAULT_ORDER, ...rest } : { ...UNASKED_OF_TARGETS, ...rest },
  };
}

/** A-SHOOT-01 to A-SHOOT-03, A-GEN-03: whose turn comes before whose; like ones may change places. */
function ranksOf(units: readonly Seat["unit"][]): number[] {
  const places = units.map(({ orders: [order] }) => SUB_PHASES.findIndex((phase) => phase.order === order));
  const initiatives = units.map(({ troopers }) => Math.max(...troopers.map(({ initiative }) => initiative)));
  const before = (a: number, b: number) => places[a]! - places[b]! || initiatives[b]! - initiatives[a]!;
  return units.map((_, unit) => units.filter((_, other) => before(other, unit) < 0).length);
}

/** Why a unit fires at nobody. */
function silence(order: OrderOrNone, name: string): { rule: string; text: Sentence; name: string } {
  const idle = { rule: "A-SHOOT-07", text: "nobody whom it may fire at is in reach and in sight" };
  return { ...(silentOn(order) ?? idle), name };
}
