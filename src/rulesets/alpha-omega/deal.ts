import type { Options } from "./options.ts";
import { PINNED, READY } from "./words.ts";

/** E-05: shots dealt one by one over the soldiers of the target unit: the target of each shot in turn. */
export function dealShots(
  shots: number,
  states: readonly number[],
  targeting: "even" | "focus" | { readonly focus: number } | undefined,
): number[] {
  const standing = [READY, PINNED].flatMap((state) => states.flatMap((code, i) => (code === state ? [i] : [])));
  const order = standing.length > 0 ? standing : states.map((_, i) => i);
  const each = targeting === "focus" ? shots : typeof targeting === "object" ? targeting.focus : 1;
  return Array.from({ length: shots }, (_, shot) => order[Math.floor(shot / each) % order.length]!);
}

/**
 * Shots of a volley beyond which there is no telling them apart: all together, one after another, and where they may come
 * to strike others, times the soldiers.
 */
const MOST_SHOTS = 100_000;
const MOST_IN_TURN = 30_000;
const MOST_AIMS = 1_000_000;
export const mayStrikeOthers = ({ hitTransfer, surplusShots }: Options): boolean =>
  hitTransfer !== "off" || surplusShots === "retarget";
export const mostShots = (options: Options, soldiers: number): number =>
  Math.min(
    options.volley === "sequential" ? MOST_IN_TURN : MOST_SHOTS,
    mayStrikeOthers(options) ? Math.floor(MOST_AIMS / soldiers) : MOST_SHOTS,
  );
