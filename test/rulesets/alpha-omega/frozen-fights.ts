/**
 * Five hundred random fights over all options, and what came of them when close combat, fire by counts and fire soldier by
 * soldier each had a form of their own (frozen-fights.json): the exact chances where there were any, else a sample. Those
 * forms shared the rules' dice and nothing of the way a fight is played now.
 */
import type { Line, Scenario } from "../../oracle/alpha-omega/engagement.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";
import { randomVehicles } from "../../oracle/alpha-omega/random-vehicles.ts";

export interface FrozenFight {
  /** As `frozenFight` makes it; the first digits of the SHA-256 of its JSON. */
  readonly name: string;
  readonly sha: string;
  /** How many fights were played; 0 where the chances are exact. */
  readonly trials: number;
  /** Of the winner, and of both sides' casualties after the last turn: counts or chances by value. */
  readonly winner: readonly number[];
  readonly casualties: readonly [readonly number[], readonly number[]];
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
/** Of 300 fights of fire these are small and alike enough to be solved. */
const SOLVED = [110, 117, 129, 131, 150, 162, 181, 223, 237, 264, 282];

export const FROZEN: readonly string[] = [
  ...range(1, 170).map((seed) => `close ${seed}`),
  ...range(1, 100).map((seed) => `like ${seed}`),
  ...range(1, 109).map((seed) => `fire ${seed}`),
  ...SOLVED.map((seed) => `fire ${seed}`),
  ...range(1, 50).map((seed) => `counts ${seed}`),
  ...range(1, 60).map((seed) => `vehicles ${seed}`),
];

/** @param name `close 17`: what kind of fight, and a seed */
export function frozenFight(name: string): Scenario {
  const [kind, number] = name.split(" ");
  const seed = Number(number);
  if (kind === "vehicles") return randomVehicles(seed);
  if (kind === "close" || kind === "fire") return randomEngagement(seed, kind === "close");
  return alike(randomEngagement(5_000 + seed, kind === "like"), seed);
}

/** The same with one unit a side, of soldiers who are alike; of a fight of fire a small one, which may be solved. */
function alike(data: Scenario, seed: number): Scenario {
  const { experiments, units } = data;
  const sides = experiments.e.sides.map(({ units: [use] }, side) => {
    const { members, ...unit } = units[use!.unit]! as { members?: readonly Line[] } & Line;
    const { character: _, commandBonus: __, visible: ___, ...line } = { ...unit, ...members?.[0] };
    // The line that is left may be that of nobody who calls.
    const { sacrificeAt: ____, ...own } = use!;
    return { use: own, line: { ...line, models: 1 + ((seed * (3 + 4 * side)) % 6) } };
  });
  return {
    ...data,
    units: Object.fromEntries(sides.map(({ use, line }) => [use.unit, line])),
    experiments: { e: { ...experiments.e, sides: sides.map(({ use }) => ({ units: [use] })) } },
  } as Scenario;
}
