import type { Stream } from "../dice/index.ts";
import { type ActedBattle, type ActReading, applyOutcome, countersOf } from "./acts.ts";
import type { ActTaken } from "./acts-kernel.ts";
import { ActNodes } from "./acts-nodes.ts";
import { ByNode, stageEnds } from "./acts-solve.ts";
import { happens } from "./fall.ts";
import type { JointDraw } from "./joint-draw.ts";
import { jointDrawOf } from "./joint-draw-chances.ts";
import { keptIn } from "./once.ts";
import { tallyOffsets } from "./program.ts";

/** Outcomes of everything that is read up to which a trial is one draw. */
const MOST_OUTCOMES = 2 ** 14;

/** One draw for each trial, from the joint distribution of everything that is read. */
export type JointActs = JointDraw & {
  /** How trial number `trial` came about, act by act: one of the ways to what was drawn, each as likely as it is among them. */
  taken(stream: Stream, trial: number, trials: number, chance: Stream): readonly ActTaken[];
};

/**
 * The kernel of a battle of one stage: where the joint distribution is small it costs less than any dice. Undefined where
 * there are too many outcomes, on the way or at the end.
 */
export function jointActs(battle: ActedBattle, readings: readonly ActReading[]): JointActs | undefined {
  const nodes = new ActNodes(battle, countersOf(battle));
  const layers: ByNode[] = [];
  const begin = new ByNode();
  begin.add(nodes.first, 1);
  const ends = stageEnds(nodes, 0, begin, undefined, layers, MOST_OUTCOMES);
  if (ends === undefined) return undefined;
  const binsOf = (node: number) => {
    const places = nodes.places(node);
    const position = nodes.position(node);
    return readings.map((reading) => ("counter" in reading ? position[reading.counter]! : places[reading.place]!));
  };
  const found = new Map<string, { readonly bins: readonly number[]; chance: number }>();
  ends.forEach((node, chance) => {
    const bins = binsOf(node);
    keptIn(found, bins.join(), () => ({ bins, chance: 0 })).chance += chance;
  });
  const offsets = tallyOffsets(readings.map(({ metric }) => metric));
  const all = [...found.values()];
  const drawn = jointDrawOf(
    Float64Array.from(all, ({ chance }) => chance),
    Int32Array.from(all.flatMap(({ bins }) => bins.map((bin, r) => offsets[r]! + bin))),
    offsets,
  );
  if (drawn === undefined) return undefined;
  const taken: JointActs["taken"] = (stream, trial, trials, chance) => {
    const all = drawn.trace(stream, trials);
    const width = all.length / trials;
    const wanted = all.subarray(trial * width, (trial + 1) * width).join();
    let end: { readonly node: number; readonly layer: number } | undefined;
    let sum = 0;
    layers.forEach((shares, layer) => {
      shares.forEach((node, share) => {
        if (nodes.actOf(node) >= 0 || binsOf(node).join() !== wanted) return;
        sum += share;
        if (happens(chance, share / sum)) end = { node, layer };
      });
    });
    let { node, layer } = end!;
    const acts: ActTaken[] = [];
    for (; layer > 0; layer--) {
      let from: { readonly node: number; readonly outcome: number } | undefined;
      sum = 0;
      layers[layer - 1]!.forEach((before, share) => {
        if (nodes.actOf(before) < 0) return;
        nodes.rowOf(before).distribution.outcomes.forEach((_, outcome) => {
          const weight = share * nodes.rowOf(before).distribution.chances[outcome]!;
          if (weight === 0 || nodes.follow(before, 0, outcome) !== node) return;
          sum += weight;
          if (happens(chance, weight / sum)) from = { node: before, outcome };
        });
      });
      ({ node } = from!);
      const { act, distribution } = nodes.rowOf(node);
      const outcome = distribution.outcomes[from!.outcome]!;
      const before = nodes.position(node).slice();
      const after = before.slice();
      applyOutcome(act, after, outcome);
      acts.unshift({ act: nodes.actOf(node), before, after, outcome });
    }
    return acts;
  };
  return Object.assign(drawn, { taken });
}
