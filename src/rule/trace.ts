import { facesOf, PennedDice, type Stream, StreamDice, type Throw } from "../dice/index.ts";
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

/** A process from state to state along a path that is known, with dice that lead there. */
export function traceAlong<S>(process: Process<S>, path: readonly S[], chance: Stream): StepTaken<S>[] {
  let state = process.start;
  return process.steps.map((step, i) => {
    const before = state;
    const throws: Throw[] = [];
    const wanted = process.key(path[i + 1]!);
    state = fallTo(
      step(before),
      process.id,
      (to) => process.key(to) === wanted,
      chance,
      (roll) => throws.push(roll),
    );
    return { before, after: state, throws };
  });
}

/** A process with the dice of a trial that is played die by die. */
export function traceOf<S>(process: Process<S>, dice: StreamDice): StepTaken<S>[] {
  let state = process.start;
  return process.steps.map((step) => {
    const before = state;
    const throws: Throw[] = [];
    state = step(before)(new PennedDice(facesOf(dice), (roll) => throws.push(roll)));
    return { before, after: state, throws };
  });
}

/** The dice of one trial of a block that is played die by die by `rule`. */
export function diceOfTrial(rule: Rule<unknown>, { stream, trial }: BlockPlace): StreamDice {
  const dice = new StreamDice(stream);
  for (let before = 0; before < trial; before++) rule(dice);
  return dice;
}
