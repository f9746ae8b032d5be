import { beforeAll, describe, expect, it } from "vitest";
import type { Distribution } from "../../../src/rule/distribution.ts";
import { INTEGERS, isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { mostAttacks } from "../../../src/rulesets/wh40k-10e/distributions.ts";
import { lossesDistribution, ownFormation, rollLosses } from "../../../src/rulesets/wh40k-10e/losses.ts";
import { type Attack, targetPlayer } from "../../../src/rulesets/wh40k-10e/play.ts";
import { formationOfTarget, solvedIn } from "../../../src/rulesets/wh40k-10e/solve.ts";
import type { AttackedUnit } from "../../../src/rulesets/wh40k-10e/volley.ts";
import { distributionOn } from "../../../src/rulesets/wh40k-10e/weighed.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { LONG } from "../../long.ts";
import { randomSetup, scenarioOf } from "../../oracle/wh40k-10e/random-setup.ts";
import { profileOf } from "./cell.ts";

/**
 * The solver counts all hits, all wounds and all saves of a volley before anybody is hurt. Here the written procedure is
 * gone through in every way, attack after attack and wound after wound, on the same random attacks: the same fractions.
 */
const attackOf = async (seed: number): Promise<Attack> => {
  const { outcome } = (await studyOfData(scenarioOf(randomSetup(seed)))).cells[0]!;
  if (!("profile" in outcome)) throw new Error(`setup ${seed} has no attack`);
  return outcome.profile as Attack;
};

const SETUPS = LONG ? 400 : 80;
const attacks: { readonly seed: number; readonly attack: Attack }[] = [];
beforeAll(async () => {
  for (let seed = 5_001; seed <= 5_000 + SETUPS; seed++) attacks.push({ seed, attack: await attackOf(seed) });
});

/** Attacks and states of which every way is tried. */
const isSmall = (target: AttackedUnit): boolean =>
  target.volleys.reduce((sum, volley) => sum + mostAttacks(volley), 0) <= 5 && formationOfTarget(target).states <= 24;

/** QC-01: whether the mortal wounds of devastating wounds carry over. */
const bothWays = (target: AttackedUnit): readonly AttackedUnit[] =>
  target.volleys.some(({ devastating }) => devastating)
    ? [true, false].map((spill) => ({ ...target, spill }))
    : [target];

function written(target: AttackedUnit) {
  const formation = formationOfTarget(target);
  const play = targetPlayer(target, formation);
  return distributionOn({ hits: 0, wounds: 0, unsaved: 0, state: 0 }, (chance, tale) => {
    const { hits, wounds, unsaved, state } = play(chance, formation.start);
    Object.assign(tale, { hits, wounds, unsaved, state });
  });
}

/** Chances of a number, as fractions of one total. */
function chances<T>({ outcomes, weights, total }: Distribution<T>, read: (outcome: T) => number) {
  const found = new Map<number, bigint>();
  outcomes.forEach((outcome, i) => {
    found.set(read(outcome), (found.get(read(outcome)) ?? 0n) + weights[i]!);
  });
  return { found, total };
}

const isSame = (
  own: ReturnType<typeof chances>,
  distribution: { weights: readonly bigint[]; total: bigint },
): boolean =>
  [...own.found.keys()].every((value) => value < distribution.weights.length) &&
  distribution.weights.every(
    (weight, value) => weight * own.total === (own.found.get(value) ?? 0n) * distribution.total,
  );

function differences(target: AttackedUnit, distribution = written(target)): string[] {
  const solved = solvedIn(INTEGERS, target);
  return (["hits", "wounds", "unsaved", "state"] as const).filter((name) => {
    const exact = solved[name];
    return (
      !isFraction(exact) ||
      !isSame(
        chances(distribution, (tale) => tale[name]),
        exact,
      )
    );
  });
}

describe("the solver's counts and the written attack are the same law", () => {
  it("on random attacks, whatever becomes of devastating wounds", () => {
    const seen = { targets: 0, devastating: 0, spilling: 0, spares: 0, unlike: 0 };
    for (const { seed, attack } of attacks)
      for (const target of attack.targets.filter(isSmall).flatMap(bothWays)) {
        expect(differences(target), `setup ${seed}`).toEqual([]);
        seen.targets++;
        if (target.volleys.some(({ devastating }) => devastating)) seen[target.spill ? "spilling" : "devastating"]++;
        if (target.volleys.some(({ hit, wound }) => hit?.once !== "none" || wound.once !== "none")) seen.spares++;
        if (target.volleys.some(({ against }) => new Set(against.map(({ save }) => save.success)).size > 1))
          seen.unlike++;
      }
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThanOrEqual(3);
  });

  it("and another attack is another law", async () => {
    const change = { gun: { attacks: 2, damage: 2 }, defender: { models: 3, wounds: 3 } };
    const [target] = (await profileOf(change)).targets;
    const [other] = (await profileOf({ ...change, gun: { ...change.gun, abilities: ["Lethal Hits"] } })).targets;
    expect(differences(target!)).toEqual([]);
    expect(differences(target!, written(other!))).toEqual(["wounds", "unsaved", "state"]);
  });
});

describe("own losses as they are solved and as they are written", () => {
  it("on random attacks, so many models destroyed", () => {
    let tried = 0;
    for (const { seed, attack } of attacks) {
      const { own } = attack;
      if (own.tests > 3 || (own.tests === 0 && own.demises.every((amount) => amount === undefined))) continue;
      const formation = ownFormation(own);
      const destroyed = own.demises.map((amount) => (amount === undefined ? 0 : seed % 3));
      const distribution = chances(
        distributionOn({ lost: 0 }, (chance, tale) => {
          tale.lost = rollLosses(chance, own, formation, destroyed);
        }),
        ({ lost }) => lost,
      );
      const solved = lossesDistribution(
        own,
        destroyed.map((models) => ({ weights: [0n, 0n, 0n].map((_, n) => (n === models ? 1n : 0n)), total: 1n })),
      );
      expect(isFraction(solved) && isSame(distribution, solved), `setup ${seed}: ${probabilitiesOf(solved)}`).toBe(
        true,
      );
      tried++;
    }
    expect(tried).toBeGreaterThan(5);
  });
});
