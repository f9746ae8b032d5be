import {
  chainOf,
  type Play,
  type Process,
  programOf,
  type Reading,
  retrace,
  type StepTaken,
  traceAlong,
} from "../../../rule/index.ts";
import type { Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";

/** A kind whose trial is one process, in its steps, and what is read off its end. */
interface OneProcess<P, S> {
  process(profile: P): Process<S>;
  /** The metrics, the main one first. */
  readings(profile: P): readonly Reading<S>[];
  tell(teller: Teller, profile: P, trace: readonly StepTaken<S>[], ask: ToTell): void;
}

/** What plays such a kind, and what tells a trial of it. */
export function ofOneProcess<P, S>({ process, readings, tell }: OneProcess<P, S>): Pick<Kind, "program" | "tell"> {
  const playOf = (profile: P): Play<S> => ({
    parts: [chainOf(process(profile))],
    readings: readings(profile),
    blockSize: 65_536,
  });
  return {
    program: (profile: P) => programOf(playOf(profile)),
    tell(profile: P, ask: ToTell): Telling {
      const { bins, paths } = retrace(playOf(profile), ask.place(), ask.chance);
      const teller = new Teller();
      tell(teller, profile, traceAlong(process(profile), paths[0]!, ask.chance), ask);
      return { bins, entries: teller.entries, oneOfMany: true };
    },
  };
}
