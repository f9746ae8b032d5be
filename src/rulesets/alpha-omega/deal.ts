import { PINNED, READY } from "./words.ts";

/** E-05: shots dealt one by one over the soldiers of the target unit: the target of each shot in turn. */
export function dealShots(
  shots: number,
  states: readonly number[],
  targeting: "even" | "focus" | { readonly focus: number } | undefined,
): number[] {
  const standing = [READY, PINNED].flatMap((state) => states.flatMap((own, i) => (own === state ? [i] : [])));
  const order = standing.length > 0 ? standing : states.map((_, i) => i);
  const each = targeting === "focus" ? shots : typeof targeting === "object" ? targeting.focus : 1;
  return Array.from({ length: shots }, (_, shot) => order[Math.floor(shot / each) % order.length]!);
}
