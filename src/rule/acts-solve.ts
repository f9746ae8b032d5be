import type { ActedBattle, ActReading } from "./acts.ts";
import { ActNodes } from "./acts-nodes.ts";
import type { Exact } from "./exact.ts";

/** Chances by node; where a counter is followed, by `node * width + what it has come to`. */
export type ByNode = Map<number, number>;

/** A counter that is followed beside the nodes, which know nothing of it; what it comes to is below `width`. */
interface TrackedCounter {
  readonly counter: number | undefined;
  readonly width: number;
}
const NOTHING: TrackedCounter = { counter: undefined, width: 1 };

/**
 * The chances of the nodes that a stage ends in, of those that it begins with.
 * @param layers is given all on the way
 * @param most nodes at once
 * @returns undefined where there are more
 */
export function stageEnds(
  nodes: ActNodes,
  stage: number,
  begin: ByNode,
  { counter, width }: TrackedCounter = NOTHING,
  layers?: ByNode[],
  most = Number.POSITIVE_INFINITY,
): ByNode | undefined {
  const ends: ByNode = new Map();
  let now = begin;
  while (now.size > 0) {
    layers?.push(now);
    if (now.size > most) return undefined;
    const after: ByNode = new Map();
    for (const [code, chance] of now) {
      const node = Math.floor(code / width);
      if (nodes.actOf(node) < 0) {
        ends.set(code, (ends.get(code) ?? 0) + chance);
        continue;
      }
      const { act, distribution } = nodes.rowOf(node);
      const { chances, outcomes } = distribution;
      const place = counter === undefined ? -1 : act.adds.indexOf(counter);
      for (let outcome = 0; outcome < chances.length; outcome++) {
        const share = chance * chances[outcome]!;
        if (share === 0) continue;
        const counted = place < 0 ? 0 : outcomes[outcome]![act.sets.length + place]!;
        const to = nodes.follow(node, stage, outcome) * width + (code % width) + counted;
        after.set(to, (after.get(to) ?? 0) + share);
      }
    }
    now = after;
  }
  return ends;
}

/** What a stage begins with, by what the one before has ended in. */
function begun(nodes: ActNodes, stage: number, ends: ByNode, { width }: TrackedCounter): ByNode {
  const begin: ByNode = new Map();
  for (const [code, chance] of ends) {
    const to = nodes.follow(Math.floor(code / width), stage, 0) * width + (code % width);
    begin.set(to, (begin.get(to) ?? 0) + chance);
  }
  return begin;
}

/**
 * The exact distribution of every reading, in doubles (to 1e-12): forward over positions, those alike joined. What only counts is left
 * out, but for the one counter that is read; each counter is a way of its own.
 */
export function solveActs(battle: ActedBattle, readings: readonly ActReading[]): Exact[] {
  const distributions = readings.map(({ metric }) => new Float64Array(metric.values.length));
  const counterOf = (reading: ActReading) => ("counter" in reading ? reading.counter : undefined);
  const nodes = new ActNodes(battle);
  for (const counter of new Set(readings.map(counterOf))) {
    const ofCounter = [...readings.keys()].filter((r) => counterOf(readings[r]!) === counter);
    const last = Math.max(...ofCounter.map((r) => readings[r]!.stage));
    const width = counter === undefined ? 1 : Math.max(...ofCounter.map((r) => distributions[r]!.length));
    let layer: ByNode = new Map([[nodes.first * width, 1]]);
    for (let stage = 0; stage <= last; stage++) {
      const ends = stageEnds(nodes, stage, layer, { counter, width })!;
      for (const r of ofCounter) {
        const reading = readings[r]!;
        if (reading.stage !== stage) continue;
        for (const [code, chance] of ends) {
          const bin = "counter" in reading ? code % width : nodes.places(Math.floor(code / width))[reading.place]!;
          distributions[r]![bin] = distributions[r]![bin]! + chance;
        }
      }
      if (stage < last) layer = begun(nodes, stage + 1, ends, { counter, width });
    }
  }
  return distributions.map((probabilities) => ({ probabilities }));
}
