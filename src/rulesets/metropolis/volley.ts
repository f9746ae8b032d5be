import type { Process } from "../../rule/index.ts";
import { OnDice } from "./chance.ts";
import { type Allocation, Ranks } from "./ranks.ts";
import type { Fire } from "./shooting.ts";

/** A unit's fire at a unit. */
export interface VolleyProfile {
  /** Each weapon of each line is rolled for itself, in the order of the unit's list. */
  readonly fire: readonly Fire[];
  /** The target: models at the start, wounds of each, wounds left of the first. */
  readonly standing: number;
  readonly wounds: number;
  readonly first: number;
  readonly allocation: Allocation;
}

/** The target under fire, and what has been rolled against it. */
export interface UnderFire {
  readonly ranks: Ranks;
  readonly hits: number;
  /** Damage rolls that succeeded; a unit cannot lose more wounds than it has, but the rolls are made. */
  readonly wounds: number;
}

/** A volley, a step per weapon: its rolls to hit, then the hits are distributed and their damage rolled. */
export function volleyProcess({ fire, standing, wounds, first, allocation }: VolleyProfile): Process<UnderFire> {
  const ranks = new Ranks(standing, wounds);
  ranks.reset(standing, wounds, first);
  return {
    id: "B-SHOOT-06",
    start: { ranks, hits: 0, wounds: 0 },
    key: (unit) => `${unit.hits} ${unit.wounds} ${unit.ranks.key()}`,
    steps: fire.map(({ models, shots, toHit, toWound }) => (unit: UnderFire) => (dice) => {
      const chance = new OnDice(dice);
      const left = unit.ranks.copy();
      const hits = chance.count(models * shots, toHit, "B-SHOOT-03");
      const inflicted = left.hit(chance, hits, toWound, allocation);
      return { ranks: left, hits: unit.hits + hits, wounds: unit.wounds + inflicted };
    }),
    most: 20_000,
  };
}
