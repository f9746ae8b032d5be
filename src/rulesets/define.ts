import type { Throw } from "../dice/index.ts";
import { type Chain, chainOf, type Process } from "../rule/chain.ts";
import { type DirectPlay, directProgramOf } from "../rule/direct.ts";
import { FIRST, message, SECOND } from "../rule/message.ts";
import type { Play, Reading } from "../rule/play.ts";
import { programOf } from "../rule/play-program.ts";
import { retrace } from "../rule/retrace.ts";
import { unlessRefused } from "../rule/rule.ts";
import { diceOfTrial, type StepTaken, traceAlong, traceOf } from "../rule/trace.ts";
import type { Explanation, Kind, Ruleset } from "./ruleset.ts";
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
export interface ProcessKind<P, S> extends Pick<Kind, "headline" | "winner" | "losses"> {
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

/** A trial that is made of independent parts, each a process. */
interface Processes<P, S> {
  readonly blockSize: number;
  processes(profile: P): readonly Process<S>[];
  /** Their chains, where they are not made anew of each; undefined where one has too many states. */
  parts?(profile: P): readonly Chain<S>[] | undefined;
  readings(profile: P): readonly Reading<S>[];
  /** How such a trial is played with dice. */
  byDice?(profile: P): DiceRolled;
  /** Tells the steps that each part took. */
  tell(teller: Teller, profile: P, traces: readonly (readonly StepTaken<S>[])[], ask: ToTell): void;
}

/** The chains of processes, those that are the same object sharing one. */
function chainsOf<S>(processes: readonly Process<S>[]): readonly Chain<S>[] {
  const chains = new Map<Process<S>, Chain<S>>();
  for (const process of processes) if (!chains.has(process)) chains.set(process, chainOf(process));
  return processes.map((process) => chains.get(process)!);
}

/** What plays such trials, and what tells one. */
export function ofProcesses<P, S>(given: Processes<P, S>): Pick<Kind<P>, "program" | "tell"> {
  const { blockSize } = given;
  const playOf = (profile: P, processes: readonly Process<S>[]): Play<S> | undefined => {
    const chains = () => (given.parts === undefined ? chainsOf(processes) : given.parts(profile));
    const parts = given.byDice === undefined ? chains() : unlessRefused(chains);
    return parts && { parts, readings: given.readings(profile), blockSize };
  };
  const byDice = (profile: P, processes: readonly Process<S>[]) =>
    playedByDice(processes, given.readings(profile), { blockSize, ...given.byDice!(profile) });
  return {
    program(profile: P) {
      const processes = given.processes(profile);
      const play = playOf(profile, processes);
      return play === undefined ? directProgramOf(byDice(profile, processes)) : programOf(play);
    },
    tell(profile: P, ask: ToTell): Telling {
      const teller = new Teller();
      const processes = given.processes(profile);
      const play = playOf(profile, processes);
      if (play !== undefined) {
        const { bins, paths } = retrace(play, ask.place(), ask.chance);
        const traces = processes.map((process, i) => traceAlong(process, paths[i]!, ask.chance));
        given.tell(teller, profile, traces, ask);
        return { bins, entries: teller.entries, oneOfMany: true };
      }
      const dice = diceOfTrial(byDice(profile, processes).rule, ask.place());
      const traces = processes.map((process) => traceOf(process, dice));
      given.tell(teller, profile, traces, ask);
      const bins = given
        .readings(profile)
        .map(({ after, bin }) =>
          traces.reduce((sum, trace, part) => sum + bin(trace.at((after ?? 0) - 1)!.after, part), 0),
        );
      return { bins, entries: teller.entries, oneOfMany: false };
    },
  };
}

/** A kind whose trial is one process, in its steps, and what is read off its end. */
interface OneProcess<P, S> extends Pick<Processes<P, S>, "readings"> {
  process(profile: P): Process<S>;
  tell(teller: Teller, profile: P, trace: readonly StepTaken<S>[], ask: ToTell): void;
}

export const ofOneProcess = <P, S>({ process, readings, tell }: OneProcess<P, S>): Pick<Kind, "program" | "tell"> =>
  ofProcesses<P, S>({
    blockSize: 65_536,
    processes: (profile) => [process(profile)],
    readings,
    tell: (teller, profile, [trace], ask) => tell(teller, profile, trace!, ask),
  });

/** Makes a kind of experiment of a procedure. */
export function defineKind<P, S>(given: ProcessKind<P, S>): Kind {
  const { headline, winner, losses } = given;
  return {
    headline,
    ...(winner === undefined ? {} : { winner }),
    ...(losses === undefined ? {} : { losses }),
    explain: (profile: P) => given.explain(profile),
    ...ofProcesses<P, S>({
      blockSize: BLOCK,
      processes: (profile) => given.processes(profile),
      readings: (profile) => given.readings(profile),
      tell: (teller, profile, traces, ask) =>
        traces.forEach((trace, index) => {
          const tellThrows = () => {
            for (const { throws } of trace) for (const roll of throws) teller.roll(roll, given.act(roll, ask));
          };
          if (given.part) teller.part(given.part(profile, index, ask), tellThrows);
          else tellThrows();
        }),
    }),
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

/** How parts are rolled: about so many dice each step, and why there is no exact answer. */
type DiceRolled = Pick<DirectPlay, "id" | "exact"> & { readonly each: number };

/** The same parts played with dice, for those that depend on each other in too many ways to be chains. */
function playedByDice<S>(
  processes: readonly Process<S>[],
  readings: readonly Reading<S>[],
  { each, ...play }: DiceRolled & Pick<DirectPlay, "blockSize">,
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
