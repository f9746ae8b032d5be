import { type ActedBattle, type ActReading, Numbering } from "./acts.ts";
import { ActNodes } from "./acts-nodes.ts";
import type { Exact } from "./exact.ts";

/** Chances by node, and by what a counter has come to that is followed beside the nodes, in the order in which they come up. */
export class ByNode {
  /** Pairs of a node and a count. */
  readonly #pairs = new Numbering(2);
  readonly #pair = new Int32Array(2);
  readonly #chances: number[] = [];

  get size(): number {
    return this.#pairs.count;
  }

  add(node: number, chance: number, counted = 0): void {
    this.#pair[0] = node;
    this.#pair[1] = counted;
    const number = this.#pairs.number(this.#pair);
    if (number === this.#chances.length) this.#chances.push(chance);
    else this.#chances[number] = this.#chances[number]! + chance;
  }

  forEach(visit: (node: number, chance: number, counted: number) => void): void {
    const { words } = this.#pairs;
    for (let i = 0; i < this.#chances.length; i++) visit(words[2 * i]!, this.#chances[i]!, words[2 * i + 1]!);
  }
}

/**
 * The chances of the nodes that a stage ends in, of those that it begins with.
 * @param counter one that is followed
 * @param layers is given all on the way
 * @param most nodes at once
 * @returns undefined where there are more
 */
export function stageEnds(
  nodes: ActNodes,
  stage: number,
  begin: ByNode,
  counter?: number,
  layers?: ByNode[],
  most = Number.POSITIVE_INFINITY,
): ByNode | undefined {
  const ends = new ByNode();
  let now = begin;
  while (now.size > 0) {
    layers?.push(now);
    if (now.size > most) return undefined;
    const after = new ByNode();
    now.forEach((node, chance, counted) => {
      if (nodes.actOf(node) < 0) {
        ends.add(node, chance, counted);
        return;
      }
      const { act, distribution } = nodes.rowOf(node);
      const { chances, outcomes } = distribution;
      const place = counter === undefined ? -1 : act.adds.indexOf(counter);
      for (let outcome = 0; outcome < chances.length; outcome++) {
        const share = chance * chances[outcome]!;
        if (share === 0) continue;
        const more = place < 0 ? 0 : outcomes[outcome]![act.sets.length + place]!;
        after.add(nodes.follow(node, stage, outcome), share, counted + more);
      }
    });
    now = after;
  }
  return ends;
}

/**
 * The exact distribution of every reading, in doubles (to 1e-12): forward over positions, those alike joined. What only
 * counts is left
 * out, but for the one counter that is read; each counter is a way of its own.
 */
export function solveActs(battle: ActedBattle, readings: readonly ActReading[]): Exact[] {
  const distributions = readings.map(({ metric }) => new Float64Array(metric.values.length));
  const counterOf = (reading: ActReading) => ("counter" in reading ? reading.counter : undefined);
  const nodes = new ActNodes(battle);
  for (const counter of new Set(readings.map(counterOf))) {
    let ends = new ByNode();
    for (let stage = 0; stage < battle.stages; stage++) {
      const begin = new ByNode();
      if (stage === 0) begin.add(nodes.first, 1);
      ends.forEach((node, chance, counted) => {
        begin.add(nodes.follow(node, stage, 0), chance, counted);
      });
      ends = stageEnds(nodes, stage, begin, counter)!;
      readings.forEach((reading, r) => {
        if (reading.stage !== stage || counterOf(reading) !== counter) return;
        const bins = distributions[r]!;
        ends.forEach((node, chance, counted) => {
          const bin = "counter" in reading ? counted : nodes.places(node)[reading.place]!;
          bins[bin] = bins[bin]! + chance;
        });
      });
    }
  }
  return distributions.map((probabilities) => ({ probabilities }));
}
