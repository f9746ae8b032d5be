import { message } from "../../../rule/message.ts";
import { ruledOut } from "../../forbidden.ts";
import type { CellInput, Resolution } from "../../reader.ts";
import { total } from "../../ruleset.ts";
import { said } from "../../said.ts";
import { needs } from "../kinds/account.ts";
import { failureOf, isUnderHalf, rallySteps } from "../morale.ts";
import { neededOnTable } from "../needed.ts";
import { resolvingOf, situationOf, statOf, strengthOf, unitOf } from "../units.ts";
import { NERVE, PANICKED } from "../words.ts";

/** Kind `test`: a stat against a difficulty; without a stat the reaction test (B-TAB-02, QB-22). */
export function resolveTest(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { book, options, problems } = resolving;
  const situation = situationOf<"test">(cell);
  const unit = unitOf(cell.attacker!, ["attacker"], resolving);
  const { stat = options.reactionStat, difficulty = book.difficulty, modifier = 0 } = situation;
  const value = statOf(unit, unit[stat], stat, said`the test asks for (B-TAB-01)`, resolving);
  if (value < 1)
    problems.add([...unit.path, stat], said`${stat} ${value} cannot be tested: the table begins at 1 (B-TAB-01)`);
  if (problems.list.length > 0) return { problems: problems.list };
  const needed = neededOnTable(book.testTable, value, difficulty, modifier, options);
  const steps = [
    {
      rule: situation.difficulty === undefined ? "B-TAB-02" : "B-TAB-01",
      text:
        situation.stat === undefined
          ? message`${{ word: stat }} ${value} against DIFF ${difficulty}, a reaction test (QB-22)`
          : message`${{ word: stat }} ${value} against DIFF ${difficulty}`,
    },
    ...(modifier === 0 ? [] : [{ rule: "B-TAB-01", text: "modifier", value: modifier }]),
  ];
  const account = {
    title: message`${unit.label}: ${{ word: stat }}`,
    steps,
    needed: [needs("B-TAB-01", "to pass", needed)],
  };
  return { profile: { needed, account }, assumptions: [] };
}

/** Kind `morale`: a unit's morale test or, when it is panicked, its rally test (E-21). */
export function resolveMorale(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { book, options, problems } = resolving;
  const situation = situationOf<"morale">(cell);
  const unit = unitOf(cell.defender!, ["defender"], resolving);
  const { standing, first } = strengthOf(unit, situation, ["surviving", "woundsLeft"], resolving);
  const [left, initial] = unit.individual ? [first, unit.wounds] : [standing, unit.models];
  const command = statOf(unit, unit.command, "command", said`morale is tested with (B-MOR-01)`, resolving);
  if (problems.list.length > 0) return { problems: problems.list };

  const rallying = situation.state === "panicked";
  if (!rallying && situation.trigger === "loss" && !isUnderHalf(left, initial))
    return ruledOut("B-MOR-02", message`no test is due: ${left} of ${initial} is not under half`);
  const given = situation.rallyEnemies ?? "none";
  const enemies = typeof given === "string" ? [given] : given;
  const counts = rallying || options.rallyModifiersOnMorale;
  const seen = { short: enemies.includes("short"), medium: enemies.includes("medium") };
  const steps = counts ? rallySteps(seen, book, options) : [];
  const needed = neededOnTable(book.testTable, command, options.moraleDifficulty, total(steps), options);
  const failure = rallying ? PANICKED : failureOf(left, initial, options.halfIs);
  const text = rallying
    ? "to rally"
    : message`to hold, else ${{ word: NERVE[failure]! }} with ${left} of ${initial} left`;
  const account = {
    title: rallying ? message`${unit.label}: rally` : message`${unit.label}: morale`,
    steps: [
      { rule: "B-MOR-01", text: message`CD ${command} against DIFF ${options.moraleDifficulty} (QB-15)` },
      ...steps,
    ],
    needed: [needs(rallying ? "B-MOR-06" : "B-MOR-01", text, needed)],
  };
  const ignored = !counts && (seen.short || seen.medium);
  return {
    profile: { needed, rule: rallying ? "B-MOR-06" : "B-MOR-01", failure, account },
    assumptions: ["E-21"],
    ...(ignored
      ? { note: "rallyEnemies does not count in a morale test, only when rallying (state: panicked, B-MOR-06, QB-16)" }
      : {}),
  };
}
