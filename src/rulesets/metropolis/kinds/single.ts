import {
  chainOf,
  type Play,
  type Process,
  type Program,
  programOf,
  type Rule,
  retrace,
  traceAlong,
} from "../../../rule/index.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { tellRoll } from "../telling.ts";

/** A cell that is one rule: its outcome is a bin of the one metric. */
export interface Single {
  readonly id: string;
  readonly values: readonly string[];
  readonly rule: Rule<number>;
}

const processOf = ({ id, rule }: Single): Process<number> => ({
  id,
  start: -1,
  key: (outcome) => outcome,
  steps: [() => rule],
});

const playOf = (single: Single): Play<number> => ({
  parts: [chainOf(processOf(single))],
  readings: [{ metric: { name: "outcome", values: single.values }, bin: (outcome) => Math.max(0, outcome) }],
  blockSize: 65_536,
});

export const singleProgram = (single: Single): Program => programOf(playOf(single));

/** Tells it. `who` rolls, at `target` if anybody. */
export function tellSingle(single: Single, { place, chance }: ToTell, who: string, target: string): Telling {
  const { bins, paths } = retrace(playOf(single), place(), chance);
  const teller = new Teller();
  for (const { throws } of traceAlong(processOf(single), paths[0]!, chance))
    for (const roll of throws) tellRoll(teller, roll, who, target);
  return { bins, entries: teller.entries, oneOfMany: true };
}

/** The one unit of a cell that has one. */
export const named = ({ attacker, defender }: ToTell): string => (attacker === "-" ? defender : attacker);
