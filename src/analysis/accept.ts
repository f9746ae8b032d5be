/** Writing a baseline: every tracked number, played whole, and where those stood that have moved. */

import { hashesOf } from "../scenario/hash.ts";
import type { Study } from "../scenario/study.ts";
import type { Baseline } from "./baseline.ts";
import type { Blocks } from "./blocks.ts";
import { textsOf } from "./changes.ts";
import { CHECK_TRIALS, type CheckSettings, canPair, driftedSince, originOf, prepared } from "./check.ts";
import { estimateOfSample } from "./check-items.ts";
import type { Estimate } from "./form.ts";
import { type Contrast, contrast, sameSample } from "./gate.ts";
import { cellsInPlay } from "./play.ts";
import { blockSizeOf, substreamPlay } from "./substreams.ts";
import { type Sample, sampleOf } from "./tracked.ts";

/** One number that an update accepts. */
export interface Accepted {
  readonly key: string;
  readonly unit: "chance" | "mean";
  /** Left out for a new number. */
  readonly before?: Estimate;
  readonly now: Estimate;
  /** Of both, with limits at 95 % where one is simulated; left out for a new number. */
  readonly change?: Pick<Contrast, "difference" | "lower" | "upper">;
  /** Slow drift of it counts from here on: this step alone is beyond the margin, and accepted knowingly. */
  readonly anchored?: true;
}

export interface Acceptance {
  readonly baseline: Baseline;
  /** Sums of super-blocks of the cells with substreams; left out where there are none. */
  readonly blocks?: Blocks;
  readonly changed: readonly Accepted[];
  readonly added: readonly Accepted[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

export interface AcceptSettings extends Omit<CheckSettings, "baseline"> {
  /** What stood before. */
  readonly old?: Baseline;
  /** Anchor every number where it stands now; otherwise those alone that this step moves beyond their margin. */
  readonly anchor?: boolean;
  /** False: no sums of super-blocks are played. */
  readonly pairs?: boolean;
}

/**
 * The baseline of a study, every simulated cell played to its full number of trials, however few a check needed: the
 * noise of a baseline goes into every later check. Undefined when the signal came first.
 */
export async function accept(study: Study, settings: AcceptSettings = {}): Promise<Acceptance | undefined> {
  const { planned, tracked, margins, isCut } = await prepared(study, settings);
  if (isCut) return undefined;
  const trials = settings.trials ?? study.trials ?? CHECK_TRIALS;
  const play = cellsInPlay(study, planned, trials, settings);
  const size = settings.pairs === false ? undefined : blockSizeOf(trials);
  const substreams =
    size === undefined ? undefined : substreamPlay(study, planned, tracked, { size, trials }, settings);
  try {
    const exact = await play.exact();
    const simulated = exact && (await play.to(1, new Set([...planned.keys()].filter((id) => play.isSimulated(id)))));
    if (simulated === undefined) return undefined;
    if (substreams && (await substreams.to(1, substreams.cells)) === undefined) return undefined;
    const cells = new Map([...exact!, ...simulated].map((cell) => [cell.id, cell]));
    const origin = await originOf(study, trials);
    const { old, blocks: sums } = settings;
    const isPaired = substreams !== undefined && canPair(sums, origin) && sums?.size === size;
    const held = old && { baseline: old, margins, ...(isPaired ? { blocks: sums!, substreams } : {}) };
    const drifted = held ? await driftedSince(study, tracked, [...cells.values()], held) : new Set();
    const metrics = new Map<string, Sample>();
    const anchor = new Map<string, Sample>();
    const changed: Accepted[] = [];
    const added: Accepted[] = [];
    for (const one of tracked) {
      const cell = cells.get(one.cell);
      const now = cell && sampleOf(cell, one);
      if (now === undefined) continue;
      const { key, unit } = one;
      metrics.set(key, now);
      const before = old?.metrics.get(key);
      const told = { key, unit, now: estimateOfSample(now) };
      if (before === undefined) {
        added.push(told);
        continue;
      }
      if (!sameSample(before, now)) {
        const { difference, lower, upper } = contrast(before, now, 0);
        const limits = lower === undefined || upper === undefined ? {} : { lower, upper };
        const here = drifted.has(key) ? { anchored: true as const } : {};
        changed.push({ ...told, before: estimateOfSample(before), change: { difference, ...limits }, ...here });
      }
      const anchored = old?.anchor.get(key) ?? before;
      if (!settings.anchor && !drifted.has(key) && !sameSample(anchored, now)) anchor.set(key, anchored);
    }
    const removed = [...(old?.metrics.keys() ?? [])].filter((key) => !metrics.has(key));
    const inputs = new Map([...study.inputs].map(([name, { values }]) => [name, textsOf(values)]));
    const ofCells = (await hashesOf(study)).cells;
    const hashes = new Map([...planned.keys()].map((id) => [id, ofCells.get(id)!]));
    const baseline: Baseline = { ...origin, inputs, cells: hashes, metrics, anchor };
    const blocks = substreams && substreams.cells.size > 0 ? { blocks: substreams.blocks(origin) } : {};
    return { baseline, ...blocks, changed, added, removed, unchanged: metrics.size - changed.length - added.length };
  } finally {
    await play.close();
    await substreams?.close();
  }
}
