/** What is counted of a fight by counts: how each side stands after each turn, and who wins. */
import type { LaneCount, LaneRead } from "../../../rule/index.ts";
import type { Plan } from "./plan.ts";
import type { RunFields } from "./run-fields.ts";
import { modelsOf, verdictOf } from "./score.ts";

/** How a side stands after a turn. */
export function countOfSide({ profile, squads }: Plan, side: 0 | 1, fields: RunFields): LaneCount {
  const models = modelsOf(profile)[side];
  const bins = models + 1;
  const own = squads.flatMap((squad) => (squad.side === side ? squad.runs : []));
  const counted: number[] = [];
  for (let down = 0; down < bins; down++)
    for (let pinned = 0; pinned < bins; pinned++)
      for (let ready = 0; ready < bins; ready++) {
        const out = Math.max(0, models - ready - pinned - down);
        // In the order of COUNTED.
        counted.push(ready, bins + pinned, 2 * bins + down, 3 * bins + out, 4 * bins + Math.min(models, down + out));
      }
  const reads = fields.reads(
    own,
    (ready) => ready,
    (pinned, down) => (down * bins + pinned) * bins,
  );
  return { reads, bins: Int32Array.from(counted), width: 5 };
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
      const times = (own: number) => own * (side === 0 ? second + 1 : 1);
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
