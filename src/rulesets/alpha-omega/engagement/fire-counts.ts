/** What is counted of a fight by counts: how each side stands after each turn, and who wins. */
import type { LaneCount, LaneRead } from "../../../rule/lanes.ts";
import type { Plan } from "./plan.ts";
import type { RunFields } from "./run-fields.ts";
import { modelsOf, verdictOf } from "./score.ts";

/** How a side stands after a turn: who stands, then who lies, as all of it at once has too many ways in large units. */
export function countsOfSide({ profile, squads }: Plan, side: 0 | 1, fields: RunFields): LaneCount[] {
  const models = modelsOf(profile)[side];
  const bins = models + 1;
  const runs = squads.flatMap((squad) => (squad.side === side ? squad.runs : []));
  const pairs = Array.from({ length: bins ** 2 }, (_, key) => [key % bins, Math.floor(key / bins)] as const);
  // In the order of COUNTED.
  const standing = pairs.flatMap(([ready, pinned]) => [
    ready,
    bins + pinned,
    4 * bins + Math.max(0, models - ready - pinned),
  ]);
  const lying = pairs.flatMap(([out, down]) => [2 * bins + down, 3 * bins + out]);
  const isReady = (ready: number) => ready;
  const isPinned = (pinned: number) => pinned * bins;
  // Whoever is not ready is out, unless he is pinned, or down.
  const isLeft = (ready: number, k: number) => runs[k]!.size - ready;
  const isDown = (pinned: number, down: number) => down * models - pinned;
  return [
    { reads: fields.reads(runs, isReady, isPinned), bins: Int32Array.from(standing), width: 3 },
    { reads: fields.reads(runs, isLeft, isDown), bins: Int32Array.from(lying), width: 2 },
  ];
}

/** Who wins: by who stands, or, with objectives, by how many more are out, and ready, of one side than of the other (E-13). */
export function countOfWinner({ profile, squads }: Plan, fields: RunFields): LaneCount {
  const [first, second] = modelsOf(profile);
  const verdict = verdictOf(profile);
  const more = first + second + 1;
  const bins: number[] = [];
  if (profile.objectives === undefined) {
    for (let own = 0; own <= first; own++)
      for (let other = 0; other <= second; other++) bins.push(verdict(own, 0, 0, other, 0, 0));
    const reads = squads.flatMap(({ side, runs }) => {
      const times = (count: number) => count * (side === 0 ? second + 1 : 1);
      return fields.reads(runs, times, times);
    });
    return { reads, bins: Int32Array.from(bins), width: 1 };
  }
  for (let lost = -second; lost <= first; lost++)
    for (let lead = -second; lead <= first; lead++)
      bins.push(verdict(Math.max(0, lead), 0, Math.max(0, lost), Math.max(0, -lead), 0, Math.max(0, -lost)));
  const reads = squads.flatMap(({ side, runs }): LaneRead[] => {
    const sign = side === 0 ? 1 : -1;
    // Who is out, and who is ready; counted from the least that there may be.
    const least = (size: number) => (side === 0 ? 0 : size * (more + 1));
    return fields.reads(
      runs,
      (ready, k) => least(runs[k]!.size) + sign * ((runs[k]!.size - ready) * more + ready),
      (pinned, down) => -sign * (pinned + down) * more,
    );
  });
  return { reads, bins: Int32Array.from(bins), width: 1 };
}
