import { type ActedBattle, type ActReading, ActRows } from "./acts.ts";
import { ActNodes } from "./acts-nodes.ts";
import type { Exact } from "./law.ts";

/** Chances by node. */
export type ByNode = Map<number, number>;

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
  layers?: ByNode[],
  most = Number.POSITIVE_INFINITY,
): ByNode | undefined {
  const ends: ByNode = new Map();
  let now = begin;
  while (now.size > 0) {
    layers?.push(now);
    if (now.size > most) return undefined;
    const after: ByNode = new Map();
    for (const [node, chance] of now) {
      if (nodes.actOf(node) < 0) {
        ends.set(node, (ends.get(node) ?? 0) + chance);
        continue;
      }
      const { chances } = nodes.rowOf(node).law;
      for (let outcome = 0; outcome < chances.length; outcome++) {
        const share = chance * chances[outcome]!;
        if (share === 0) continue;
        const to = nodes.follow(node, stage, outcome);
        after.set(to, (after.get(to) ?? 0) + share);
      }
    }
    now = after;
  }
  return ends;
}

/** The nodes that a stage begins with, by those that the one before has ended in. */
function begun(nodes: ActNodes, stage: number, ends: ByNode): ByNode {
  const begin: ByNode = new Map();
  for (const [node, chance] of ends) {
    const to = nodes.follow(node, stage, 0);
    begin.set(to, (begin.get(to) ?? 0) + chance);
  }
  return begin;
}

/**
 * The exact law of every reading, in doubles (to 1e-12): forward over positions, those alike joined. What only counts is left
 * out, but for the one counter that is read; each counter is a way of its own.
 */
export function solveActs(battle: ActedBattle, readings: readonly ActReading[]): Exact[] {
  const laws = readings.map(({ metric }) => new Float64Array(metric.values.length));
  const rows = new ActRows(battle.acts);
  const counters = new Set(readings.map((reading) => ("counter" in reading ? reading.counter : undefined)));
  for (const counter of counters) {
    const own = [...readings.keys()].filter((r) => {
      const reading = readings[r]!;
      return ("counter" in reading ? reading.counter : undefined) === counter;
    });
    const last = Math.max(...own.map((r) => readings[r]!.stage));
    const nodes = new ActNodes(battle, counter === undefined ? [] : [counter], rows);
    let layer: ByNode = new Map([[nodes.first, 1]]);
    for (let stage = 0; stage <= last; stage++) {
      const ends = stageEnds(nodes, stage, layer)!;
      for (const r of own) {
        const reading = readings[r]!;
        if (reading.stage !== stage) continue;
        for (const [node, chance] of ends) {
          const bin =
            "counter" in reading ? nodes.position(node)[reading.counter]! : nodes.places(node)[reading.place]!;
          laws[r]![bin] = laws[r]![bin]! + chance;
        }
      }
      if (stage < last) layer = begun(nodes, stage + 1, ends);
    }
  }
  return laws.map((probabilities) => ({ probabilities }));
}
