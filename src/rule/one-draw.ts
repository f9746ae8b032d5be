import { weighted } from "./distribution.ts";
import { isFraction } from "./law.ts";
import { type Play, stepsRead } from "./play.ts";
import type { Kernel } from "./program.ts";
import { remembering } from "./remember.ts";
import { solveChain } from "./solve.ts";
import { wholeDraw } from "./whole.ts";

/** Runs of one step's solving, and states, up to which a chain is worth solving to be drawn from as a whole. */
const WHOLE_OPERATIONS = 2_000_000;
const WHOLE_STATES = 10_000;

/** One chain as one draw from the law of everything that is read off it; undefined where that is too much. */
export function wholeOf<S>({ parts, readings }: Play<S>, offsets: readonly number[]): Kernel | undefined {
  const [part] = parts;
  if (part === undefined || parts.length > 1 || part.states.length > WHOLE_STATES) return undefined;
  const runs = part.transitions.reduce((sum, transition) => sum + transition.runs.length, 0);
  if (runs * part.steps.length > WHOLE_OPERATIONS) return undefined;
  // Metrics read at one moment are read off one number, the state.
  const moments = [...new Set(readings.map((reading) => stepsRead(reading, part)))].sort((a, b) => a - b);
  const chain = remembering(part, moments, (state) => state, WHOLE_STATES);
  if (chain === undefined) return undefined;
  const [end] = solveChain(chain, [chain.steps.length]);
  if (end === undefined || !isFraction(end) || end.total <= 65_536n) return undefined;
  const law = weighted(end.weights.map((weight, state) => [state, weight] as const));
  const bins = (outcome: number) => {
    const { read } = chain.states[law.outcomes[outcome]!]!;
    return readings.map((reading, r) => {
      const state = part.states[read[moments.indexOf(stepsRead(reading, part))]!]!;
      return offsets[r]! + reading.bin(state, 0);
    });
  };
  return law.total <= 65_536n ? undefined : wholeDraw(law.runs, law.total, law.outcomes.length, bins, offsets);
}
