/** Whether the keys of a battle's acts say all that their distributions go by, and nothing that they do not. */

import type { Act, ActedBattle, Position } from "../src/rule/acts.ts";
import { ActNodes } from "../src/rule/acts-nodes.ts";

interface Reached {
  readonly stage: number;
  readonly act: number;
  readonly position: Position;
}

/** Positions that can be reached, each at an act: the first so many of each stage. */
export function reached(battle: ActedBattle, most: number): Reached[] {
  const nodes = new ActNodes(battle);
  const found: Reached[] = [];
  let layer = new Set([nodes.first]);
  for (let stage = 0; stage < battle.stages; stage++) {
    const ends = new Set<number>();
    const seen = new Set(layer);
    for (const node of seen) {
      if (seen.size + found.length > (most * (stage + 1)) / battle.stages) break;
      const act = nodes.actOf(node);
      if (act < 0) {
        ends.add(nodes.follow(node, stage + 1, 0));
        continue;
      }
      found.push({ stage, act, position: nodes.position(node).slice() });
      nodes.rowOf(node).distribution.outcomes.forEach((_, outcome) => {
        seen.add(nodes.follow(node, stage, outcome));
      });
    }
    layer = ends;
    if (stage + 1 === battle.stages) break;
  }
  return found;
}

/** A distribution as text: outcomes in order, chances to twelve digits. */
export const distributionText = (act: Act, position: Position): string => {
  const { outcomes, chances } = act.distribution(position.slice());
  return outcomes
    .map((outcome, i) => `${outcome}: ${chances[i]!.toPrecision(12)}`)
    .sort()
    .join("; ");
};

const keyOf = ({ reads }: Act, position: Position, without?: number): string =>
  reads
    .filter((field) => field !== without)
    .map((field) => position[field])
    .join();

/**
 * Every field outside the key is changed to what it is elsewhere, singly and in pairs; where the battle then still has the
 * same act next, by the same key, its distribution is to be the same.
 * @returns how many distributions were compared, and what is wrong
 */
export function changedOutside(battle: ActedBattle, all: readonly Reached[], random: () => number, times: number) {
  const faults: string[] = [];
  let compared = 0;
  for (let time = 0; time < times; time++) {
    const { stage, act: number, position } = all[Math.floor(random() * all.length)]!;
    const act = battle.acts[number]!;
    const outside = [...position.keys()].filter((field) => !act.reads.includes(field));
    const changed = position.slice();
    for (let count = time % 2; count >= 0; count--) {
      const field = outside[Math.floor(random() * outside.length)]!;
      changed[field] = all[Math.floor(random() * all.length)]!.position[field]!;
    }
    if (changed.every((value, field) => value === position[field])) continue;
    if (battle.next(changed, stage) !== number || keyOf(act, changed) !== keyOf(act, position)) continue;
    compared++;
    if (distributionText(act, changed) !== distributionText(act, position)) faults.push(`${position} and ${changed}`);
  }
  return { compared, faults };
}

/** Fields without which a key would put two distributions under one: by act, those that are needed. */
export function neededFields(battle: ActedBattle, all: readonly Reached[]): Map<number, Set<number>> {
  const needed = new Map(battle.acts.map((_, number) => [number, new Set<number>()]));
  const distributions = new Map<Reached, string>();
  const distributionOf = (own: Reached) => {
    const distribution = distributions.get(own) ?? distributionText(battle.acts[own.act]!, own.position);
    distributions.set(own, distribution);
    return distribution;
  };
  battle.acts.forEach((act, number) => {
    for (const field of act.reads) {
      const groups = new Map<string, Reached>();
      for (const own of all) {
        if (own.act !== number) continue;
        const key = keyOf(act, own.position, field);
        const first = groups.get(key);
        if (first === undefined) groups.set(key, own);
        else if (first.position[field] !== own.position[field] && distributionOf(first) !== distributionOf(own)) {
          needed.get(number)!.add(field);
          break;
        }
      }
    }
  });
  return needed;
}
