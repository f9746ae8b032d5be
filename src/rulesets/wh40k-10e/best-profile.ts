/** Which profile of a weapon with several is used at a target where nobody declares one (C-SH-04). */
import { chance } from "../../rule/distribution.ts";
import { ratio } from "../../rule/fraction.ts";
import { inOrder, volleyOf } from "./aiming.ts";
import { attackDistribution } from "./counts.ts";
import { type Resolving, refusedAt, type Shot } from "./declare.ts";
import { ATTACKS, LOSS, meanOf, SAVE, savesAlike } from "./distributions.ts";
import type { Line } from "./lines.ts";
import type { PastSave, Volley } from "./volley.ts";
import { SUCCESS } from "./words.ts";

/** Each with the profile that takes most wounds from its target; of those that cannot be used the first. */
export function withBestProfiles(resolving: Resolving, shots: readonly Shot[]): readonly Shot[] {
  if (shots.every(({ gun }) => gun.choices === undefined)) return shots;
  const lines = resolving.targets.map((target) => inOrder(target, resolving.options));
  return shots.map((shot) => {
    const { choices = [] } = shot.gun;
    const ways = choices.map((gun) => ({ ...shot, gun: { ...gun, choices } }));
    const usable = ways.filter((way) => refusedAt(resolving, way) === undefined);
    const line = lines[shot.target]!;
    const taken = usable.map((way) =>
      woundsTaken(volleyOf(way, resolving.targets[way.target]!, line, resolving), line[0]!, resolving),
    );
    return usable[taken.indexOf(Math.max(...taken))] ?? shot;
  });
}

/** Wounds that a volley takes on average from models like those that are attacked first, of whom there are always more. */
function woundsTaken(volley: Volley, { wounds }: Line, { options }: Resolving): number {
  const { terms, total } = attackDistribution(volley, "damage", 0);
  const mean = (axis: "x" | "y") => terms.reduce((sum, term) => sum + term[axis] * ratio(term.weight, total), 0);
  const isOpen = savesAlike(volley) ? 1 : chance(SAVE.distribution(volley, 0, 0), (saved) => saved < SUCCESS);
  const each =
    mean("x") * isOpen * costOf(volley, "open", wounds!, false) +
    mean("y") * costOf(volley, "mortal", wounds!, options.devastating === "launch");
  return volley.weapons * meanOf(ATTACKS.distribution(volley, false)) * each;
}

/** Wounds that one attack past the save costs on average: what a model does not have is not lost, unless it spills. */
function costOf(volley: Volley, blow: PastSave, wounds: number, spills: boolean): number {
  const { outcomes, weights, total } = LOSS.distribution(volley, 0, blow, 0);
  const losses = outcomes.map(({ points }, i) => ({ points, share: ratio(weights[i]!, total) }));
  if (spills) return losses.reduce((sum, { points, share }) => sum + points * share, 0);
  const none = losses.reduce((sum, { points, share }) => (points === 0 ? sum + share : sum), 0);
  if (none === 1) return 0;
  /** Attacks that destroy a model with so many wounds left. */
  const needed = [0];
  for (let left = 1; left <= wounds; left++) {
    const more = losses.reduce(
      (sum, { points, share }) => (points > 0 && points < left ? sum + share * needed[left - points]! : sum),
      1,
    );
    needed.push(more / (1 - none));
  }
  return wounds / needed[wounds]!;
}
