import type { Stream } from "../dice/index.ts";
import { message, type Sentence } from "../rule/message.ts";
import { type Condition, mayHold } from "./condition.ts";
import type { CellPath } from "./data.ts";

/** Something that a cell is told and that never happens in it. */
export interface Never {
  /** What it is; a scenario silences it by this name (`mute`). */
  readonly what: string;
  /** Where it is told. */
  readonly path: CellPath;
  /** Who is told, by the name that the cell has for it; left out where nobody is. */
  readonly unit?: string;
  readonly side?: "first" | "second";
  /** The rule by which it does not happen. */
  readonly rule: string;
  /** Why, with the numbers that would have to be others. */
  readonly text: Sentence;
  /** It leaves its side with nothing to do for half of the fight or longer. */
  readonly decides?: true;
  /** It may happen, and was not seen in so many trials. Left out where it cannot. */
  readonly unseen?: { readonly trials: number; readonly upper: number };
}

/** What a cell is told and may go unused, and what plays trials to see whether it does. */
export interface Probe {
  /** `decides`: what its side is there to do. It decides where nothing of that kind happens. */
  readonly told: readonly Never[];
  /** Plays trials until all of it is seen, so many at the most. @param seen by place in `told`: 1 is seen, 0 is asked for */
  play(stream: Stream, trials: number, seen: Uint8Array): void;
  /** What the exact answer of the cell says of some of it; left out where it says nothing. */
  readonly solved?: {
    /** Of `told`, the places that it decides. */
    readonly places: readonly number[];
    /** Operations, as in `Program.exact`. */
    readonly work: number;
    /**
     * Whether trials are to show first what of them has a chance: it may be one in a million of millions, and solving
     * takes as long as the cell.
     */
    readonly isPlayed?: true;
    /** Marks what of them has a chance (above 1e-300): all others have none. */
    mark(seen: Uint8Array): void;
  };
}

/** A rule of a side's policy that is never followed. */
export const unreachedRule = (side: 0 | 1, place: number, rule: string): Never => ({
  what: "policy",
  path: ["sides", side, "policy", place],
  side: side === 0 ? "first" : "second",
  rule,
  text:
    side === 0
      ? message`rule ${place + 1} of the policy of the first side is never followed`
      : message`rule ${place + 1} of the policy of the second side is never followed`,
});

/**
 * Rules whose conditions hold in no state of a fight, and those behind one that holds in every state. They speak of the turn, the
 * turns, four counts and the models of the side, of its enemy and of the unit, then of yes or no.
 * @param units by side, the models of each of its units
 */
export function neverPossible(
  policies: readonly (readonly { readonly when?: Condition }[] | null | undefined)[],
  turns: number,
  units: readonly (readonly number[])[],
  rule: string,
): Never[] {
  type Range = readonly [least: number, most: number];
  const counts = (least: number, most: number): Range[] => [...new Array<Range>(4).fill([0, most]), [least, most]];
  const whole = units.map((unit) => unit.reduce((sum, models) => sum + models, 0));
  return policies.flatMap((rules, at): Never[] => {
    const side = at as 0 | 1;
    const sides = [whole[side]!, whole[1 - side]!].flatMap((models) => counts(models, models));
    const unit = counts(Math.min(...units[side]!), Math.max(...units[side]!));
    const ranges: Range[] = [[1, turns], [turns, turns], ...sides, ...unit, [0, 1]];
    const isSure = ({ when }: { readonly when?: Condition }) => when === undefined || !mayHold(when, ranges, false);
    const sure = rules?.findIndex(isSure) ?? -1;
    return (rules ?? []).flatMap(({ when }, place) =>
      (sure < 0 || place <= sure) && (when === undefined || mayHold(when, ranges))
        ? []
        : unreachedRule(side, place, rule),
    );
  });
}
