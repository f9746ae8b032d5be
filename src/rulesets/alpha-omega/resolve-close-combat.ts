import { message } from "../../rule/message.ts";
import { ruledOut } from "../forbidden.ts";
import type { CellInput, NamedUnit, Resolution } from "../reader.ts";
import type { Step } from "../ruleset.ts";
import { said } from "../said.ts";
import { MOST_AGAINST_ONE, NUMBERS } from "./book.ts";
import { closeCombatReadingOf, type Fighter, type Pair } from "./close-combat.ts";
import { armsOf, closeCombatSteps } from "./engagement/fighters.ts";
import type { DuelProfile } from "./kinds/duel.ts";
import type { MeleeProfile } from "./kinds/melee.ts";
import type { Account } from "./kinds/shot.ts";
import { type Line, linesOf, type Resolving, resolvingOf, situationOf } from "./lines.ts";
import { medikitsOnDamage } from "./medikit.ts";
import type { Options } from "./options.ts";
import { commandBonusOf, commandedOf, defenceOf, statesOf } from "./resolve.ts";
import { neededToSave } from "./shooting.ts";
import { DOWN, type OrderOrNone, PINNED, READY } from "./words.ts";

/** A soldier about to fight: his line, the order he has and what he did with it. */
export interface DuelCombatant {
  readonly line: Line;
  readonly order: OrderOrNone;
  readonly fired: boolean;
  /** Ready or pinned; a pinned soldier stands up (A-SUP-05). */
  readonly state: number;
  /** The best bonus of his unit's characters as the fight begins (E-12). */
  readonly commandBonus: number;
  /** Wound rolls a medikit of his unit turns into pinned (QA-20); null: all. */
  readonly medikits: number | null;
}

/** A combatant against another one: every number of both characteristics, options and weapons worked out. */
export function fighterOf(own: DuelCombatant, against: Line, resolving: Resolving): Fighter {
  const { options, problems } = resolving;
  const { line } = own;
  problems.need(line.closeCombat, line.path, said`"${line.label}" has no closeCombat, which a duel needs (A-CC-05)`);
  problems.need(
    line.initiative,
    line.path,
    said`"${line.label}" has no initiative, which uncertain duels need (A-CC-08)`,
  );
  const { save, ...defence } = defenceOf(line, own.commandBonus, resolving);
  return {
    ...defence,
    ...armsOf(line, { ...own, stoodUp: own.state === PINNED }, options),
    initiative: line.initiative ?? 0,
    toSave: neededToSave(save, against.meleeWeapon?.saveModifier ?? 0, options),
    medikits: own.medikits,
  };
}

export const pairOf = (first: DuelCombatant, second: DuelCombatant, resolving: Resolving): Pair => ({
  first: fighterOf(first, second.line, resolving),
  second: fighterOf(second, first.line, resolving),
});

const accountOf = (own: DuelCombatant, against: Line, options: Options): Account => ({
  title: message`${own.line.label} against ${against.label}`,
  steps: [
    ...closeCombatSteps(own.line, own, own.state === PINNED, options),
    {
      rule: own.line.meleeWeapon ? "A-CC-06" : "A-CC-05",
      text: own.line.meleeWeapon ? message`${own.line.meleeWeapon.label}: one more D10, the best is kept` : "one D10",
    },
    {
      rule: "A-CC-08",
      text: own.line.skills.includes("fear")
        ? message`initiative ${own.line.initiative!}, fear`
        : message`initiative ${own.line.initiative!}`,
    },
    {
      rule: "A-SAVE-01",
      text: message`save ${own.line.save!}+, save modifier of the opponent's weapon ${against.meleeWeapon?.saveModifier ?? 0}`,
    },
  ],
});

/** Those of a unit who fight, with everything the situation says about them. */
function combatantsOf(
  unit: NamedUnit,
  side: "attacker" | "defender",
  count: number | "all",
  cell: CellInput,
  resolving: Resolving,
): DuelCombatant[] {
  const { problems, options } = resolving;
  const situation = situationOf<"melee">(cell);
  const lines = linesOf(unit, side, cell, problems);
  const order = situation[`${side}Order`] ?? "none";
  const fired = situation[`${side}Fired`] ?? false;
  if (fired && (order === "run" || order === "none"))
    problems.add(
      ["situation", `${side}Fired`],
      order === "run"
        ? said`a unit on run does not shoot (A-SHOOT-04)`
        : said`a soldier without an order does not shoot (A-GEN-06)`,
    );
  const fighting = count === "all" ? lines : lines.slice(0, count);
  const { length } = fighting;
  const why = (listed: number) => said`${`${side}State`} lists ${listed} soldiers, ${length} fight`;
  const states = statesOf(situation[`${side}State`], length, ["situation", `${side}State`], problems, why);
  const others = lines.slice(fighting.length).map(() => READY);
  // Whoever fights is ready when it begins: a pinned soldier stands up (A-SUP-05).
  const commandBonus = commandBonusOf(
    lines,
    lines.map(() => READY),
  );
  const medikits = medikitsOnDamage(lines, [...states, ...others], options);
  return fighting.map((line, i) => ({ line, order, fired, state: states[i]!, commandBonus, medikits }));
}

const fallen = (combatants: readonly DuelCombatant[]): Resolution | undefined =>
  combatants.some(({ state }) => state === DOWN)
    ? ruledOut("A-CC-21", "a soldier who is down cannot fight: he is out as soon as an enemy engages him")
    : undefined;

const assumed = (combatants: readonly DuelCombatant[]) =>
  combatants.some((combatant) => combatant.commandBonus > 0) ? ["E-12"] : [];

/** Kind `duel`: the first soldier of each side. */
export function resolveDuel(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const [attacker] = combatantsOf(cell.attacker!, "attacker", 1, cell, resolving);
  const [defender] = combatantsOf(cell.defender!, "defender", 1, cell, resolving);
  const pair = pairOf(attacker!, defender!, resolving);
  if (resolving.problems.list.length > 0) return { problems: resolving.problems.list };
  const statement = fallen([attacker!, defender!]);
  if (statement) return statement;
  const profile: DuelProfile = {
    ...pair,
    reading: closeCombatReadingOf(resolving.options, resolving.book),
    accounts: [
      accountOf(attacker!, defender!.line, resolving.options),
      accountOf(defender!, attacker!.line, resolving.options),
    ],
  };
  return { profile, assumptions: assumed([attacker!, defender!]) };
}

/** E-12: attackers who are of one unit, and help each other as long as they are ready. */
const companyOf = (attackers: readonly DuelCombatant[], { naturalRolls }: Options): Pick<MeleeProfile, "company"> =>
  attackers[0]!.commandBonus === 0
    ? {}
    : {
        company: {
          attackers: attackers.map(({ line }) => ({ ...commandedOf(line), unit: 0 })),
          apart: [0],
          naturalRolls,
        },
      };

/** Kind `melee`: every soldier of the attacker against the first of the defender. */
export function resolveMelee(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { problems } = resolving;
  const attackers = combatantsOf(cell.attacker!, "attacker", "all", cell, resolving);
  const [lone] = combatantsOf(cell.defender!, "defender", 1, cell, resolving);
  if (attackers.length > MOST_AGAINST_ONE)
    problems.add(
      ["attacker", "models"],
      said`${attackers.length} against one does not exist: at most ${MOST_AGAINST_ONE} fight one soldier (A-CC-04); give models: ${MOST_AGAINST_ONE} or fewer`,
    );
  const pairs = attackers.slice(0, MOST_AGAINST_ONE).map((attacker) => pairOf(attacker, lone!, resolving));
  if (problems.list.length > 0) return { problems: problems.list };
  const statement = fallen([...attackers, lone!]);
  if (statement) return statement;
  const profile: MeleeProfile = {
    pairs,
    medikits: attackers[0]!.medikits,
    ...companyOf(attackers, resolving.options),
    reading: closeCombatReadingOf(resolving.options, resolving.book),
    accounts: [
      ...attackers.map((attacker) => {
        const { title, steps } = accountOf(attacker, lone!.line, resolving.options);
        const { dice, bonus } = NUMBERS[attackers.length]!;
        const count = attackers.length;
        // A-CC-13 is two against one, A-CC-16 five.
        const rule = count === 1 ? "A-CC-04" : `A-CC-${11 + count}`;
        const numbers: Step = { rule, text: message`${count} against one: ${dice} D10 without a weapon`, value: bonus };
        return { title, steps: [...steps, numbers] };
      }),
      accountOf(lone!, attackers[0]!.line, resolving.options),
    ],
  };
  return { profile, assumptions: assumed([...attackers, lone!]) };
}
