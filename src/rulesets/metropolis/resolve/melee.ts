import { message } from "../../../rule/message.ts";
import { ruledOut } from "../../forbidden.ts";
import type { CellInput, Resolution } from "../../reader.ts";
import { total } from "../../ruleset.ts";
import { said } from "../../said.ts";
import type { AssaultSide } from "../assault.ts";
import { needs } from "../kinds/account.ts";
import type { BlowAccount } from "../kinds/assault.ts";
import {
  type Blow,
  CHARGED,
  COVER,
  ENEMY_PANIC,
  type FighterProfile,
  meleeSteps,
  OWN_PANIC,
  STANCES,
} from "../melee.ts";
import { rallySteps } from "../morale.ts";
import { neededOnTable } from "../needed.ts";
import { type Line, pairOf, type Resolving, statOf, strengthOf, type Unit } from "../units.ts";

/** QB-13: the best damage of the weapons in contact, else ST. */
function contactDamage(line: Line, unit: Unit, resolving: Resolving): number {
  const given = line.weapons.flatMap(({ damage }) => damage.contact ?? []);
  return given.length > 0
    ? Math.max(...given)
    : statOf(
        unit,
        line.strength,
        "strength",
        said`damage in melee needs without a weapon for contact (QB-13)`,
        resolving,
      );
}

/** How each line of a unit strikes at an enemy unit (B-CC-02, B-CC-03, B-DMG-01). */
export function blowsOf(unit: Unit, enemy: Unit, resolving: Resolving): Blow[] {
  const { book, options } = resolving;
  const defence = statOf(enemy, enemy.assault, "assault", said`melee is fought with (B-CC-02)`, resolving);
  const toughness = statOf(enemy, enemy.toughness, "toughness", said`a damage roll needs (B-DMG-01)`, resolving);
  return unit.lines.map((line) => {
    const assault = statOf(unit, line.assault, "assault", said`melee is fought with (B-CC-02)`, resolving);
    const toHit = Array.from({ length: STANCES }, (_, stance) =>
      neededOnTable(book.meleeTable, assault, defence, total(meleeSteps(stance, book)), options),
    );
    const toWound = neededOnTable(book.testTable, contactDamage(line, unit, resolving), toughness, 0, options);
    return { models: line.models, behind: line.behind, toHit, toWound };
  });
}

/** The blow of one model of each line, told. */
export function blowAccounts(
  unit: Unit,
  enemy: Unit,
  blows: readonly Blow[],
  stance: number,
  resolving: Resolving,
): BlowAccount[] {
  return blows.map(({ toHit, toWound, models }, i) => ({
    title: message`${models} × ${unit.lines[i]!.label} against ${enemy.label}`,
    steps: [
      { rule: "B-CC-02", text: message`AS ${unit.lines[i]!.assault!} against AS ${enemy.assault!}` },
      ...meleeSteps(stance, resolving.book),
      {
        rule: "B-DMG-01",
        text: message`damage ${contactDamage(unit.lines[i]!, unit, resolving)} against T ${enemy.toughness!} (QB-13)`,
      },
    ],
    needed: [needs("B-CC-02", "to hit", toHit[stance]!), needs("B-DMG-01", "to wound", toWound)],
    toHit: toHit[stance]!,
    toWound,
  }));
}

/** Needed die of a morale test with enemies at those ranges in sight, which count only by QB-16. */
export function neededToHold(
  unit: Unit,
  enemies: { readonly short: boolean; readonly medium: boolean },
  resolving: Resolving,
): number {
  const { book, options } = resolving;
  const command = statOf(unit, unit.command, "command", said`morale is tested with (B-MOR-01)`, resolving);
  const steps = options.rallyModifiersOnMorale ? rallySteps(enemies, book, options) : [];
  return neededOnTable(book.testTable, command, options.moraleDifficulty, total(steps), options);
}

export const fighterOf = (unit: Unit, resolving: Resolving): FighterProfile => ({
  models: unit.models,
  wounds: unit.wounds,
  individual: unit.individual,
  toHold: neededToHold(unit, { short: true, medium: false }, resolving),
});

/** Kind `assault`: a melee of two units, one or several rounds. */
export function resolveAssault(cell: CellInput): Resolution {
  const { resolving, problems, options, situation, attacker, defender } = pairOf<"assault">(cell);
  const { charged = false, counterCharged = false, rounds = 1 } = situation;
  const side = (
    unit: Unit,
    enemy: Unit,
    role: "attacker" | "defender",
    chargedNow: boolean,
    cover: boolean,
  ): AssaultSide => ({
    fighter: fighterOf(unit, resolving),
    blows: blowsOf(unit, enemy, resolving),
    ...strengthOf(unit, situation, [`${role}Surviving`, `${role}WoundsLeft`], resolving),
    panicked: situation[`${role}Panicked`] ?? false,
    charged: chargedNow ? CHARGED : 0,
    cover: cover ? COVER : 0,
  });
  const first = side(attacker, defender, "attacker", charged, false);
  const second = side(defender, attacker, "defender", counterCharged, situation.defenderInCover ?? false);
  if (counterCharged && !charged)
    problems.add(
      ["situation", "counterCharged"],
      said`counterCharged: there is no charge to counter (B-CC-03); add charged: true`,
    );
  if (problems.list.length > 0) return { problems: problems.list };
  if (charged && first.panicked)
    return ruledOut("B-MOR-05", "a panicked unit that is not in melee declares no assault");
  if (counterCharged && second.panicked) return ruledOut("B-MOR-05", "a panicked unit does not counter-charge");
  const stance = (mine: AssaultSide, enemy: AssaultSide) =>
    mine.charged | mine.cover | (mine.panicked ? OWN_PANIC : 0) | (enemy.panicked ? ENEMY_PANIC : 0);
  const { hitAllocation, meleeOrder, meleeWinner, halfIs } = options;
  return {
    profile: {
      attacker: first,
      defender: second,
      rounds,
      reading: { hitAllocation, meleeOrder, meleeWinner, halfIs },
      accounts: [
        ...blowAccounts(attacker, defender, first.blows, stance(first, second), resolving),
        ...blowAccounts(defender, attacker, second.blows, stance(second, first), resolving),
      ],
    },
    assumptions: ["E-23"],
  };
}
