/** What was saved by playing cells in pairs on the same dice, in words. */
import type { Change } from "../analysis/form.ts";
import type { Language } from "./language/language.ts";

/** The gain of some changes of one measure; undefined where none is of paired trials. */
export function gainText(changes: readonly Change[], { say, count, significant }: Language): string | undefined {
  const paired = changes.flatMap(({ paired: each }) => each ?? []);
  if (paired.length === 0) return undefined;
  const gains = paired.flatMap(({ gain }) => gain ?? []);
  if (gains.length === 0) return say`paired: no trial told the two apart`;
  // An estimate, and said to be one.
  const times = (gain: number): string => `≈ ${gain < 99.5 ? significant(gain, 2) : count(Math.round(gain))}`;
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  if (least > 0.95 && most < 1.05) return say`paired: as many trials as unpaired runs`;
  if (most < 1)
    return say`paired: ${times(1 / least)} times as many trials as unpaired runs, since luck that helps one side harms the other; --unpaired takes fewer`;
  if (least < 1)
    return say`paired: between ${times(1 / least)} times as many and ${times(most)} times fewer trials than unpaired runs`;
  return times(least) === times(most)
    ? say`paired: ${times(most)} times fewer trials than unpaired runs`
    : say`paired: ${times(least)} to ${times(most)} times fewer trials than unpaired runs`;
}

/** What the limits of some changes are of, as sentences; none where all are exact. */
export function limitsText(changes: readonly Change[], { general: say }: Language): string[] {
  const sampled = changes.filter(({ lower }) => lower !== undefined);
  return [
    ...(sampled.some(({ paired }) => paired !== undefined) ? [say.limits.paired] : []),
    ...(sampled.some(({ paired }) => paired === undefined) ? [say.limits.apart] : []),
  ];
}
