import { chainOf } from "../../../rule/chain.ts";
import { TrialKernel } from "../../../rule/direct.ts";
import type { Play, Reading } from "../../../rule/play.ts";
import { programOf } from "../../../rule/play-program.ts";
import type { Program } from "../../../rule/program.ts";
import { retrace } from "../../../rule/retrace.ts";
import { unlessRefused } from "../../../rule/rule.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type AssaultProfile, assaultProcess, leastPaths, MOST_PATHS, meleeOf, ROUND } from "../assault.ts";
import { Fused, OnDice } from "../chance.ts";
import { Drawn } from "../draws.ts";
import type { Melee, MeleeUnit } from "../melee.ts";
import { retold, retoldBy } from "../telling.ts";
import { tellAct } from "../telling-melee.ts";
import { MELEE_WINNERS, PANICKED, ROUTED, SHOT_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";

/** What an account tells: the blow of one model in one stance. */
export interface BlowAccount extends Account {
  readonly toHit: number;
  readonly toWound: number;
}

export interface AssaultCell extends AssaultProfile {
  readonly accounts: readonly BlowAccount[];
}

const STATES = ["steady", "panicked", "routed", "destroyed"] as const;
const stateOf = ({ nerve, ranks }: MeleeUnit): number =>
  nerve === ROUTED ? 2 : ranks.standing === 0 ? 3 : nerve === PANICKED ? 1 : 0;

const BLOCK = 16_384;
/** Blows of a side beyond which the chain of an assault has numbers too long to be worth following. */
const MOST_BLOWS = 100;

function measures({ attacker, defender }: AssaultProfile): Reading<Melee>[] {
  const [first, second] = [attacker.standing, defender.standing];
  return [
    { metric: { name: "winner", values: MELEE_WINNERS }, bin: (melee) => melee.winner },
    {
      metric: { name: "attackerRemoved", values: upTo(first) },
      bin: (melee) => first - melee.first.ranks.standing,
    },
    {
      metric: { name: "defenderRemoved", values: upTo(second) },
      bin: (melee) => second - melee.second.ranks.standing,
    },
    { metric: { name: "attackerState", values: STATES }, bin: (melee) => stateOf(melee.first) },
    { metric: { name: "defenderState", values: STATES }, bin: (melee) => stateOf(melee.second) },
  ];
}

export const assaultKind: Kind = {
  headline: {
    metric: "winner",
    values: ["attacker"],
    even: 0.5,
    text: "of assaults are won by the attacker",
    also: { metric: "defenderRemoved", text: "defenders removed on average" },
  },
  losses: { attacker: { metric: "attackerRemoved" }, defender: { metric: "defenderRemoved" } },
  tracked: ["winner", "attackerRemoved", "defenderRemoved"], // nerve decides who is left, and not who has won

  program(profile: AssaultCell): Program {
    const play = playOf(profile);
    return play === undefined ? largeProgram(profile) : programOf(play);
  },

  tell(profile: AssaultCell, { place, chance, attacker, defender }: ToTell): Telling {
    const teller = new Teller();
    const names = [attacker, defender] as const;
    const play = playOf(profile);
    const melee = meleeOf(profile);
    if (play === undefined) {
      const drawn = kernelOf(profile).at(place());
      for (let round = 0; round < profile.rounds && melee.isOn; round++)
        ROUND.forEach((act, i) => {
          const pen = tellAct(teller, melee, names, round, i);
          act(melee, retoldBy(drawn, chance, pen.write));
          pen.end();
        });
      teller.close();
      return { bins: measures(profile).map(({ bin }) => bin(melee, 0)), entries: teller.entries, oneOfMany: true };
    }
    const { bins, paths } = retrace(play, place(), chance);
    assaultProcess(profile).steps.forEach((step, at) => {
      const act = ROUND[at % ROUND.length]!;
      const wanted = paths[0]![at + 1]!.key();
      const pen = tellAct(teller, melee, names, Math.floor(at / ROUND.length), at % ROUND.length);
      retold(
        step,
        melee.copy(),
        (after) => after.key() === wanted,
        (chance) => act(melee, chance),
        (dice) => new Fused(dice),
        chance,
        pen.write,
      );
      pen.end();
    });
    teller.close();
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain: ({ accounts }: AssaultCell): Explanation[] => accounts.map(blowExplained),
};

/** A blow, or a shot: whether it hits, and whether it wounds. */
export const blowExplained = (account: BlowAccount): Explanation => ({
  ...account,
  tree: (dice) => {
    const chance = new OnDice(dice);
    const [miss, noWound, wound] = SHOT_OUTCOMES;
    if (!chance.passes(account.toHit, account.needed[0]!.rule)) return miss;
    return chance.passes(account.toWound, "B-DMG-01") ? wound : noWound;
  },
});

/** An assault as one chain; undefined where it has too many states. */
function playOf(profile: AssaultProfile): Play<Melee> | undefined {
  if (Math.max(profile.attacker.standing, profile.defender.standing) > MOST_BLOWS || leastPaths(profile) > MOST_PATHS)
    return undefined;
  return unlessRefused(() => ({
    parts: [chainOf(assaultProcess(profile))],
    readings: measures(profile),
    blockSize: BLOCK,
  }));
}

/** One that is too large for that, played handful by handful. */
function largeProgram(profile: AssaultProfile): Program {
  return {
    metrics: measures(profile).map(({ metric }) => metric),
    blockSize: BLOCK,
    exact: { impossible: "the models of the two sides can be left in too many ways" },
    kernel: () => kernelOf(profile),
    pairedKernel: () => kernelOf(profile, true),
  };
}

function kernelOf(profile: AssaultProfile, isPaired = false) {
  const { attacker, defender, rounds, reading } = profile;
  const blows = [...attacker.blows, ...defender.blows];
  const pairs = blows.flatMap(({ toHit, toWound }) => toHit.map((hit) => ({ toHit: hit, toWound })));
  const most = Math.max(1, ...blows.map(({ models }) => models));
  const wanted = measures(profile);
  const start = meleeOf(profile);
  return new TrialKernel(
    wanted.map(({ metric }) => metric),
    (chance: Drawn) => {
      const melee = start.copy();
      for (let round = 0; round < rounds && melee.isOn; round++) melee.fight(chance);
      return wanted.map(({ bin }) => bin(melee, 0));
    },
    new Drawn(pairs, most, reading.hitAllocation === "spread", isPaired),
  );
}
