import type { Pen } from "../../dice/index.ts";
import { message, type Told } from "../../rule/message.ts";
import type { Teller } from "../telling.ts";
import type { Melee } from "./melee.ts";
import { ACTS, tellChanges, tellFallen, tellRoll } from "./telling.ts";

/** Tells one act of a round of combat (B-CC-01): write its rolls, then end it. */
export function tellAct(
  teller: Teller,
  melee: Melee,
  names: readonly [first: Told, second: Told],
  round: number,
  act: number,
  depth = 0,
): { readonly write: Pen; end(): void } {
  if (act === 0) teller.section(depth, message`Round ${round + 1}`);
  teller.section(depth + 1, ACTS[act]!);
  if (melee.fallenStrikeBack) tellFallen(teller);
  const sides = () => [melee.first, melee.second].map(({ ranks, nerve }) => ({ standing: ranks.standing, nerve }));
  const before = sides();
  return {
    write(roll) {
      const [own, other] = roll.who === "second" ? [names[1], names[0]] : names;
      tellRoll(teller, roll, own, other);
    },
    end() {
      tellChanges(teller, names, before, sides());
    },
  };
}
