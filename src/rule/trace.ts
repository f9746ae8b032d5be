import { facesOf, type Pen, pennedDice, type Stream, StreamDice, type Throw } from "../dice/index.ts";
import type { Process } from "./chain.ts";
import { fallTo } from "./fall.ts";
import type { BlockPlace } from "./program.ts";
import type { Rule } from "./rule.ts";

/** One step of a process as it went, with its dice. */
export interface StepTaken<S> {
  readonly before: S;
  readonly after: S;
  readonly throws: readonly Throw[];
}

/** A process step by step. @param take plays what a step is from a state */
function stepped<S>(process: Process<S>, take: (rule: Rule<S>, pen: Pen, step: number) => S): StepTaken<S>[] {
  let state = process.start;
  return process.steps.map((step, i) => {
    const before = state;
    const throws: Throw[] = [];
    state = take(step(before), (roll) => throws.push(roll), i);
    return { before, after: state, throws };
  });
}

/** A process from state to state along a path that is known, with dice that lead there. */
export const traceAlong = <S>(process: Process<S>, path: readonly S[], chance: Stream): StepTaken<S>[] =>
  stepped(process, (rule, pen, step) => {
    const wanted = process.key(path[step + 1]!);
    return fallTo(rule, process.id, (to) => process.key(to) === wanted, chance, pen);
  });

/** A process with the dice of a trial that is played die by die. */
export const traceOf = <S>(process: Process<S>, dice: StreamDice): StepTaken<S>[] =>
  stepped(process, (rule, pen) => rule(pennedDice(facesOf(dice), pen)));

/** The dice of one trial of a block that is played die by die by `rule`. */
export function diceOfTrial(rule: Rule<unknown>, { stream, trial }: BlockPlace): StreamDice {
  const dice = new StreamDice(stream);
  for (let before = 0; before < trial; before++) rule(dice);
  return dice;
}
