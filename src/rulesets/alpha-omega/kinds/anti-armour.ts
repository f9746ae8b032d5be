import { convolve, type Exact, isFraction, probabilitiesOf, readOff } from "../../../rule/exact.ts";
import { message, type Sentence } from "../../../rule/message.ts";
import { keptIn, once } from "../../../rule/once.ts";
import type { Metric, Program } from "../../../rule/program.ts";
import { solveChain } from "../../../rule/solve.ts";
import { type Explanation, type Kind, type Step, upTo } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type AntiArmour, armourChain, ImpactDistributions, isEntangled } from "../anti-armour.ts";
import { armourShot, EFFECTS, impact, isDestroyed, isImmobilised, type VehicleState } from "../armour.ts";
import { neededDamage } from "../armour-fire.ts";
import { armourPlay, type Blast } from "../armour-kernel.ts";
import { armourTelling } from "../telling/armour.ts";
import { D10 } from "../words.ts";

export interface AntiArmourProfile extends AntiArmour {
  /** Chances of casualties in the nearest unit when the vehicle explodes (QA-48): per soldier, weights of `total`. */
  readonly blast: { readonly soldiers: readonly SoldierBlast[]; readonly medikits: number } | undefined;
  readonly accounts: readonly { readonly title: Sentence; readonly steps: readonly Step[]; readonly toHit: number }[];
}

/** The chance that an explosion puts one soldier down or out: `hit` of `total` (decimal digits: profiles are plain data). */
export interface SoldierBlast {
  readonly hit: string;
  readonly total: string;
}

const YES_NO = ["no", "yes"] as const;

function metricsOf({ vehicle, turns, blast }: AntiArmourProfile): Metric[] {
  const perTurn = (name: string): Metric[] => turns.map((_, i) => ({ name, turn: i + 1, values: YES_NO }));
  return [
    ...perTurn("destroyed"),
    ...perTurn("immobilised"),
    { name: "effect", values: EFFECTS },
    ...vehicle.sections.map(({ name, points }) => ({ name: "pointsLost", section: name, values: upTo(points) })),
    ...(blast ? [{ name: "bystanders", values: upTo(blast.soldiers.length) }] : []),
  ];
}

/** Casualties of one explosion: the soldiers' chances, convolved, less those whom medikits keep pinned (QA-20). */
export function blastDistribution({ soldiers, medikits }: NonNullable<AntiArmourProfile["blast"]>): Blast {
  let sum: Exact = { weights: [1n], total: 1n };
  for (const { hit, total } of soldiers)
    sum = convolve(sum, { weights: [BigInt(total) - BigInt(hit), BigInt(hit)], total: BigInt(total) });
  if (!isFraction(sum)) throw new RangeError("chances of an explosion are fractions");
  const weights = upTo(soldiers.length).map(() => 0n);
  sum.weights.forEach((weight, count) => {
    weights[Math.max(0, count - medikits)]! += weight;
  });
  return { weights, total: sum.total };
}

/** States of a chain up to which an exact answer is offered at all. */
const MOST_STATES = 20_000;

/** The sections a metric needs besides the tank, whose marks touch others; all of them where sections depend on each other. */
function keptFor(profile: AntiArmourProfile, sections: readonly number[]): ReadonlySet<number> {
  const { vehicle } = profile;
  if (isEntangled(profile)) return new Set(vehicle.sections.keys());
  return new Set([...(vehicle.tank >= 0 ? [vehicle.tank] : []), ...sections]);
}

/** States a chain over these sections may have. */
const statesOf = ({ vehicle }: AntiArmourProfile, kept: ReadonlySet<number>): number =>
  [...kept].reduce((product, section) => product * (vehicle.sections[section]!.points + 1), vehicle.armour + 1);

/** Shots, grenades, rallies and repairs. */
const stepsOf = (turns: AntiArmourProfile["turns"]): number =>
  turns.reduce(
    (sum, { salvos, grenades }) => sum + grenades + 2 + salvos.reduce((shots, salvo) => shots + salvo.shots, 0),
    0,
  );

function exactOf(profile: AntiArmourProfile): Program["exact"] {
  const { vehicle, turns, blast } = profile;
  const whole = vehicle.tank >= 0 ? [vehicle.tank] : [...vehicle.sections.keys()];
  const chains = [
    keptFor(profile, whole),
    keptFor(profile, vehicle.drive),
    ...vehicle.sections.map((_, section) => keptFor(profile, [section])),
  ];
  const biggest = Math.max(...chains.map((kept) => statesOf(profile, kept)));
  if (biggest > MOST_STATES)
    return { impossible: message`the sections of the vehicle stand in up to ${biggest} ways to each other` };
  const steps = stepsOf(turns);
  const impacts = vehicle.sections.length * 8;
  return {
    operations: chains.reduce((sum, kept) => sum + statesOf(profile, kept) * steps * impacts, 0),
    solve() {
      const distributions = new ImpactDistributions(profile);
      const solved = new Map<string, { ends: Exact[]; states: readonly VehicleState[] }>();
      const after = (kept: ReadonlySet<number>) => {
        const key = [...kept].join();
        const known = keptIn(solved, key, () => {
          const { chain, turnEnds } = armourChain(profile, kept, 2 * MOST_STATES, distributions);
          return { ends: solveChain(chain, turnEnds), states: chain.states };
        });
        return known;
      };
      const perTurn = (kept: ReadonlySet<number>, of: (state: VehicleState) => boolean) => {
        const { ends, states } = after(kept);
        const bins = Int32Array.from(states, (state) => Number(of(state)));
        return ends.map((end) => readOff(end, bins, 2));
      };
      const lost = vehicle.sections.map(({ points }, section) => {
        const { ends, states } = after(keptFor(profile, [section]));
        return readOff(
          ends.at(-1)!,
          Int32Array.from(states, (state) => points - state.points[section]!),
          points + 1,
        );
      });
      const destroyed = perTurn(keptFor(profile, whole), (state) => isDestroyed(state, vehicle));
      return [
        ...destroyed,
        ...perTurn(keptFor(profile, vehicle.drive), (state) => isImmobilised(state, vehicle)),
        effectDistribution(profile, distributions),
        ...lost,
        ...(blast ? [bystanders(destroyed.at(-1)!, blastDistribution(blast))] : []),
      ];
    },
  };
}

/** The effect of one shot, the first of the fight, on the vehicle as it comes; of a grenade where nobody shoots. */
function effectDistribution(profile: AntiArmourProfile, distributions: ImpactDistributions): Exact {
  const distribution = distributions.of(firstShot(profile), profile.vehicle.armour);
  const weights = EFFECTS.map(() => 0n);
  distribution.outcomes.forEach(({ effect }, i) => {
    weights[effect]! += distribution.weights[i]!;
  });
  return { weights, total: distribution.total };
}

const firstShot = ({ turns }: AntiArmourProfile) => {
  for (const { salvos, grenades } of turns) {
    if (salvos.length > 0) return salvos[0]!;
    if (grenades > 0) return "grenade" as const;
  }
  throw new RangeError("nobody shoots");
};

/** Casualties when a vehicle is destroyed with the chances of `destroyed`: none unless it explodes. */
function bystanders(destroyed: Exact, distribution: Blast): Exact {
  if (isFraction(destroyed)) {
    const [intact, gone] = destroyed.weights as readonly [bigint, bigint];
    const weights = distribution.weights.map(
      (weight, count) => gone * weight + (count === 0 ? intact * distribution.total : 0n),
    );
    return { weights, total: destroyed.total * distribution.total };
  }
  const [intact, gone] = destroyed.probabilities;
  const chances = probabilitiesOf({ weights: distribution.weights, total: distribution.total });
  return { probabilities: chances.map((chance, count) => gone! * chance + (count === 0 ? intact! : 0)) };
}

/** The one play of a fight: its tables are made once. */
const playOf = once((profile: AntiArmourProfile) =>
  armourPlay(profile, metricsOf(profile), profile.blast && blastDistribution(profile.blast)),
);

export const antiArmourKind: Kind = {
  headline: {
    metric: "destroyed",
    values: ["yes"],
    text: "of vehicles are destroyed at the end",
    also: { metric: "immobilised", values: ["yes"], text: "immobilised" },
    whereRare: {
      below: 0.05,
      headline: {
        metric: "immobilised",
        values: ["yes"],
        text: "of vehicles are immobilised at the end",
        also: { metric: "destroyed", values: ["yes"], text: "destroyed" },
      },
    },
  },
  losses: { defender: { metric: "destroyed", value: "yes" } },

  program(profile: AntiArmourProfile): Program {
    return {
      metrics: metricsOf(profile),
      blockSize: 4_096,
      work: { program: 2_000, kernel: 200_000, trial: 0.25 * stepsOf(profile.turns) },
      exact: exactOf(profile),
      kernel: () => playOf(profile).kernel,
    };
  },

  tell(profile: AntiArmourProfile, { place, chance, ...names }: ToTell): Telling {
    const { kernel, trial } = playOf(profile);
    const teller = new Teller();
    const bins = Array.from(trial(kernel.at(place()), armourTelling(teller, profile, chance, names)));
    teller.close();
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain(profile: AntiArmourProfile): Explanation[] {
    const { vehicle, accounts } = profile;
    const told = new Set<string>();
    const salvos = profile.turns.flatMap((turn) => turn.salvos);
    const { resistance, armour } = vehicle;
    const damage = neededDamage(resistance, armour);
    const first = firstShot(profile);
    if (first === "grenade" || salvos.length === 0)
      return [
        {
          title: "A grenade",
          steps: accounts[0]?.steps ?? [],
          needed: damage,
          tree: (dice) => EFFECTS[impact(profile.grenade, vehicle, armour)(dice).effect]!,
        },
      ];
    return salvos.flatMap((salvo, i) => {
      const account = accounts[i]!;
      const key = JSON.stringify([account, salvo]);
      if (told.has(key)) return [];
      told.add(key);
      return [
        {
          title: account.title,
          steps: account.steps,
          needed: [{ rule: "A-VEH-03", text: "to hit", sides: D10, needed: salvo.toHit }, ...damage],
          tree: (dice) => EFFECTS[armourShot(salvo, salvo.toHit, vehicle, armour)(dice).effect]!,
        },
      ];
    });
  },
};
