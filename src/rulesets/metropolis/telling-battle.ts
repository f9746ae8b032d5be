import type { Pen } from "../../dice/index.ts";
import { message, type Told } from "../../rule/message.ts";
import type { Teller } from "../telling.ts";
import type { Battle } from "./engagement/battle.ts";
import type { BattleLog } from "./engagement/log.ts";
import { REFUSALS } from "./engagement/profile.ts";
import { ACTS, type ToldUnit, tellChanges, tellFallen, tellRoll } from "./telling.ts";
import { HELD, NERVE, ORDERS, SIDES } from "./words.ts";

const WHY = [
  "panicked units only move",
  "a unit in melee does not hold its fire",
  "a unit in melee fights on",
  "no enemy is in sight",
  "there is nobody to fire at",
  "no weapon fires at this range",
  "the charge falls short",
] as const;

/** Tells a whole fight as it is played: turns, activations, every roll, and what it cost. `pen` is told of each. */
export function battleTeller({ profile, units }: Battle, teller: Teller): BattleLog & { readonly pen: Pen } {
  const labels = profile.units.map(({ label }) => label);
  const names = profile.units.map(
    ({ label, side }): Told =>
      labels.filter((other) => other === label).length === 1 ? label : message`${label} (${{ word: SIDES[side]! }})`,
  );
  const listed = [0, 1].map((which) => [
    ...new Set(profile.units.flatMap(({ label, side }) => (side === which ? label : []))),
  ]);
  const isMirror = listed[0]!.join() === listed[1]!.join();
  const sides = listed.map((fielded, side): Told => {
    const all = fielded.join(" + ");
    return isMirror ? message`${all} (${{ word: SIDES[side]! }})` : all;
  });
  const now = () => units.map(({ fighter }): ToldUnit => ({ standing: fighter.ranks.standing, nerve: fighter.nerve }));
  /** Who rolls, and against whom. */
  let [who, target] = [0, 0];
  let states = now();
  /** What has changed since the last time. */
  const flush = () => {
    const before = states;
    states = now();
    tellChanges(teller, names, before, states);
  };
  return {
    pen(roll) {
      if (roll.rule === "B-TURN-02") {
        const side = sides[roll.who === "second side" ? 1 : 0]!;
        tellRoll(teller, roll, side, side);
        return;
      }
      // In melee the rules say which of the two rolls.
      const [own, other] = roll.who === "second" ? [target, who] : [who, target];
      tellRoll(teller, roll, names[own]!, names[other]!);
    },
    turnBegins(turn) {
      teller.section(0, message`Turn ${turn + 1}`, { always: true });
      if (turn === 0) states = now();
    },
    starts: (side) => teller.change(message`${sides[side]!} starts`, "E-24"),
    acts(unit, order) {
      flush();
      [who, target] = [unit, unit];
      teller.section(1, message`${names[unit]!}: ${{ word: ORDERS[order]! }}`, { always: true });
    },
    refused(_, why) {
      flush();
      teller.close(2);
      teller.change(WHY[why]!, REFUSALS[why]);
    },
    does(unit, what, at) {
      flush();
      teller.close(2);
      [who, target] = [unit, at];
      const [own, other] = [names[unit]!, names[at]!];
      if (what === "fires") teller.section(2, message`Fire by ${own} at ${other}`, { rule: "B-ORD-03", always: true });
      else if (what === "charges") teller.change(message`charge by ${own} at ${other}`, "B-ORD-01");
      else if (what === "counterCharges") teller.change(message`counter-charge by ${own} at ${other}`, "E-22");
    },
    combat(unit, at, round, act, fallenStrike) {
      flush();
      [who, target] = [unit, at];
      if (act === 0)
        teller.section(2, message`${names[unit]!} against ${names[at]!}, round ${round + 1}`, { rule: "B-CC-01" });
      teller.section(3, ACTS[act]!);
      if (fallenStrike) tellFallen(teller);
    },
    turnEnds() {
      flush();
      teller.section(1, "End of the turn");
      now().forEach(({ standing, nerve }, u) => {
        const left = message`${names[u]!}: ${standing} model{s} left`;
        teller.change(standing > 0 && nerve !== HELD ? message`${left}, ${{ word: NERVE[nerve]! }}` : left);
      });
      teller.close();
    },
  };
}
