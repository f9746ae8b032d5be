import type { Throw } from "../dice/index.ts";
import {
  type Chain,
  chainOf,
  type DirectPlay,
  type Play,
  type Process,
  programOf,
  type Reading,
  retrace,
  traceAlong,
} from "../rule/index.ts";
import { FIRST, message, SECOND } from "../rule/message.ts";
import type { Explanation, Headline, Kind, Loss, Ruleset } from "./ruleset.ts";
import { Teller, type Telling, type ToTell } from "./telling.ts";

/** What is said first of a fight between two sides, and what each has lost. */
export const FIGHT: Pick<Kind, "headline" | "winner" | "losses"> = {
  headline: {
    metric: "winner",
    values: ["first"],
    even: 0.5,
    text: message`of fights are won by ${FIRST}`,
    also: { metric: "winner", values: ["second"], even: 0.5, text: message`by ${SECOND}` },
  },
  winner: "winner",
  losses: { attacker: { metric: "casualties", side: "first" }, defender: { metric: "casualties", side: "second" } },
};

/**
 * A kind whose trial is made of independent parts (the soldiers under fire, the shots), each a process of steps over dice.
 * The procedure is written once: the exact answer, the simulation, the telling and the probability tree follow from it.
 * @typeParam P the profile: plain data, every number resolved
 * @typeParam S the state of a part
 */
export interface ProcessKind<P, S> {
  readonly headline: Headline;
  readonly winner?: string;
  readonly losses?: { readonly attacker?: Loss; readonly defender?: Loss };
  /** The parts of a trial; like parts had better be the same object, they are solved once. */
  processes(profile: P): readonly Process<S>[];
  /** The metrics, the main one first, and how they are read off the states of the parts. */
  readings(profile: P): readonly Reading<S>[];
  explain(profile: P): readonly Explanation[];
  /** What a part is called in a telling: "Elf 2". One part needs no name. */
  part?(profile: P, index: number, ask: ToTell): string;
  /** Who rolled, and to what end: "Elves hit". */
  act(roll: Throw, ask: ToTell): string;
}

/** Trials of a block: a constant, so that results do not depend on workers. */
const BLOCK = 16_384;

/** Makes a kind of experiment of a procedure. */
export function defineKind<P, S>(given: ProcessKind<P, S>): Kind {
  const { headline, winner, losses } = given;
  const playOf = (profile: P): { processes: readonly Process<S>[]; play: Play<S> } => {
    const processes = given.processes(profile);
    const chains = new Map<Process<S>, Chain<S>>();
    for (const process of processes) if (!chains.has(process)) chains.set(process, chainOf(process));
    const parts = processes.map((process) => chains.get(process)!);
    return { processes, play: { parts, readings: given.readings(profile), blockSize: BLOCK } };
  };
  return {
    headline,
    ...(winner === undefined ? {} : { winner }),
    ...(losses === undefined ? {} : { losses }),
    program: (profile: P) => programOf(playOf(profile).play),
    explain: (profile: P) => given.explain(profile),
    tell(profile: P, ask: ToTell): Telling {
      const { processes, play } = playOf(profile);
      const { bins, paths } = retrace(play, ask.place(), ask.chance);
      const teller = new Teller();
      processes.forEach((process, index) => {
        const tellThrows = () => {
          for (const { throws } of traceAlong(process, paths[index]!, ask.chance))
            for (const roll of throws) teller.roll(roll, given.act(roll, ask));
        };
        if (given.part) teller.part(given.part(profile, index, ask), tellThrows);
        else tellThrows();
      });
      return { bins, entries: teller.entries, oneOfMany: true };
    },
  };
}

/**
 * The light half of a ruleset: rules and kinds, no schema. Worker threads load the module that exports it as `ruleset`.
 * @throws TypeError for a name that is none, and for a ruleset without kinds
 */
export function defineRuleset(ruleset: Ruleset): Ruleset {
  if (!/^[a-z][a-z0-9-]*$/.test(ruleset.name))
    throw new TypeError(
      `a ruleset's name is of small letters, digits and hyphens, not ${JSON.stringify(ruleset.name)}`,
    );
  if (Object.keys(ruleset.kinds).length === 0) throw new TypeError(`the ruleset ${ruleset.name} has no kinds`);
  return ruleset;
}

/**
 * The same parts played with dice, for those that depend on each other in too many ways to be chains.
 * @param each dice of a step, about; @param exact why there is no exact answer
 */
export function playedByDice<S>(
  processes: readonly Process<S>[],
  readings: readonly Reading<S>[],
  { each, ...play }: Pick<DirectPlay, "id" | "blockSize" | "exact"> & { readonly each: number },
): DirectPlay {
  const bins = new Int32Array(readings.length);
  return {
    ...play,
    metrics: readings.map(({ metric }) => metric),
    dice: each * processes.reduce((sum, { steps }) => sum + steps.length, 0),
    rule: (dice) => {
      bins.fill(0);
      processes.forEach(({ start, steps }, part) => {
        let state = start;
        steps.forEach((step, at) => {
          state = step(state)(dice);
          readings.forEach(({ after = steps.length, bin }, m) => {
            if (after === at + 1) bins[m] = bins[m]! + bin(state, part);
          });
        });
      });
      return bins;
    },
  };
}
