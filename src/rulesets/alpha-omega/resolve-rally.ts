import { message } from "../../rule/message.ts";
import { ruledOut } from "../forbidden.ts";
import type { CellInput, Resolution } from "../reader.ts";
import { said } from "../said.ts";
import type { CloudProfile } from "./kinds/cloud.ts";
import type { DodgeProfile } from "./kinds/dodge.ts";
import type { GladiatorProfile } from "./kinds/gladiator.ts";
import type { RecoveryCell } from "./kinds/recovery.ts";
import type { Account } from "./kinds/shot.ts";
import { type Line, linesOf, resolvingOf, situationOf, unitNamed } from "./lines.ts";
import { alwaysTreated, medikitsOnDamage } from "./medikit.ts";
import { medikitUsesOf } from "./rally.ts";
import type { Patient } from "./recovery.ts";
import { commandBonusOf, commandedOf, defenceOf, statesOf } from "./resolve.ts";
import { neededToSave } from "./shooting.ts";
import { noSoldiers } from "./vehicles.ts";
import { type Aptitude, PINNED, READY, STATES } from "./words.ts";

/** Turns played when a scenario does not say. */
const DEFAULT_TURNS = 6;
/** E-10: the share of a unit's remaining soldiers that has to be pinned or down. */
const SACRIFICE_AT = 0.5;

/** Kind `recovery`: a unit over its rally phases. */
export function resolveRecovery(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { problems, options } = resolving;
  const { state = "down", turns = DEFAULT_TURNS } = situationOf<"recovery">(cell);
  const lines = linesOf(cell.defender!, "defender", cell, problems);
  const { length } = lines;
  const why = (listed: number) => said`state lists ${listed} soldiers, the unit has ${length}`;
  const states = statesOf(state, length, ["situation", "state"], problems, why);
  const whole = (aptitude: Aptitude) => lines.every((line) => line.aptitudes.includes(aptitude));
  const [unitMedikit, unitSacrifice] = [whole("medikit"), whole("sacrifice")];
  const patients = lines.map((line): Patient => {
    const { bands, implacable } = defenceOf({ ...line, save: line.save ?? 10 }, 0, resolving);
    if (implacable && !options.implacableUnpins)
      problems.need(line.command, line.path, said`"${line.label}" has no command, which unpinning needs (QA-17)`);
    return {
      implacable,
      bands,
      ...commandedOf(line),
      medic: !unitMedikit && line.aptitudes.includes("medikit"),
      bearer: !unitSacrifice && line.aptitudes.includes("sacrifice"),
    };
  });
  if (problems.list.length > 0) return { problems: problems.list };
  const profile: RecoveryCell = {
    patients,
    states,
    turns,
    unitMedikit,
    unitSacrifice,
    medikits: medikitUsesOf(options.medikitUses),
    sacrifices: options.sacrificeUses,
    sacrificeAt: SACRIFICE_AT,
    reading: {
      pinnedEnds: options.pinnedEnds,
      implacableUnpins: options.implacableUnpins,
      naturalRolls: options.naturalRolls,
    },
    accounts: lines.map((line, i) => accountOf(line, states[i]!, unitMedikit, unitSacrifice)),
  };
  const has = (aptitude: Aptitude) => lines.some((line) => line.aptitudes.includes(aptitude));
  return {
    profile,
    assumptions: [
      ...(has("medikit") ? ["E-09"] : []),
      ...(has("sacrifice") ? ["E-10"] : []),
      ...(patients.some(({ bonus }) => bonus > 0) ? ["E-12"] : []),
    ],
  };
}

const accountOf = (line: Line, state: number, medikit: boolean, sacrifice: boolean): Account => ({
  title: message`${line.label}, ${{ word: STATES[state]! }}, one rally phase`,
  steps: [
    { rule: "A-SUP-02", text: line.command === undefined ? "command not needed" : message`command ${line.command}+` },
    ...line.skills
      .filter((skill) => skill === "endurance" || skill === "drone" || skill === "implacable")
      .map((skill) => ({ rule: skill === "implacable" ? "A-RAL-14" : "A-RAL-16", text: skill })),
    ...(medikit ? [{ rule: "A-RAL-17", text: "medikit: care results become pinned" }] : []),
    ...(sacrifice
      ? [{ rule: "A-RAL-18", text: "call to sacrifice of the whole unit: a ready bearer stands beside it (E-10)" }]
      : []),
  ],
});

/** Kind `dodge`: the first soldier of the attacker breaks away from every opponent named. */
export function resolveDodge(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { problems, options } = resolving;
  const given = situationOf<"dodge">(cell).opponents;
  const lines = linesOf(cell.attacker!, "attacker", cell, problems);
  const line = lines[0]!;
  const initiative = problems.need(
    line.initiative,
    line.path,
    said`"${line.label}" has no initiative, which a dodge needs (A-RAL-03)`,
  );
  const { save, ...defence } = defenceOf(
    line,
    commandBonusOf(
      lines,
      lines.map(() => READY),
    ),
    resolving,
  );
  const enemies = given.flatMap((entry, index): Line[] => {
    const path = ["situation", "opponents", index];
    const { unit, ...fields } = typeof entry === "string" ? { unit: entry } : entry;
    const isIn = (what: "units" | "vehicles") => Object.hasOwn((cell.scenario[what] ?? {}) as object, unit);
    if (isIn("vehicles") && !isIn("units")) {
      problems.add(path, noSoldiers(unit, "dodge"));
      return [];
    }
    const named = unitNamed(unit, cell, path, problems);
    if (named === undefined) return [];
    const own = { ...named, data: { ...named.data, ...fields } };
    const all = linesOf(own, "attacker", cell, problems).map((each) => ({ ...each, path }));
    return "models" in fields ? all : all.slice(0, 1);
  });
  if (enemies.length > 5)
    problems.add(
      ["situation", "opponents"],
      said`${enemies.length} opponents: at most five are in contact with one soldier (A-CC-04)`,
    );
  for (const enemy of enemies)
    problems.need(
      enemy.initiative,
      enemy.path,
      said`"${enemy.label}" has no initiative, which a dodge needs (A-RAL-03)`,
    );
  if (problems.list.length > 0) return { problems: problems.list };
  const medikits = medikitsOnDamage(
    lines,
    lines.map(() => READY),
    options,
  );
  const profile: DodgeProfile = {
    // Hits of a dodge are one result, so that one medikit is enough.
    dodger: { ...(medikits === 0 ? defence : alwaysTreated(defence)), initiative: initiative! },
    opponents: enemies.map((enemy) => ({
      initiative: enemy.initiative!,
      toSave: neededToSave(save, enemy.meleeWeapon?.saveModifier ?? 0, options),
    })),
    pinTests: options.pinTests,
    account: {
      title: message`Dodge by ${line.label}, against ${enemies.map(({ label }) => label).join(", ")}`,
      steps: [
        { rule: "A-RAL-03", text: message`initiative ${initiative!}, added to his die` },
        ...enemies.map((enemy) => ({
          rule: "A-RAL-03",
          text: message`initiative of ${enemy.label} ${enemy.initiative!}, added to his die; a tie is a hit`,
        })),
      ],
    },
  };
  return { profile, assumptions: [] };
}

/** Kind `gladiator`: the first soldier of the attacker among pinned enemies. */
export function resolveGladiator(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { problems, options } = resolving;
  const { enemies = 1, state = "pinned" } = situationOf<"gladiator">(cell);
  const gladiator = linesOf(cell.attacker!, "attacker", cell, problems)[0]!;
  const lines = linesOf(cell.defender!, "defender", cell, problems);
  const line = lines[0]!;
  if (!gladiator.skills.includes("gladiator"))
    problems.add(["attacker", "skills"], said`"${gladiator.label}" does not have the skill gladiator (A-RAL-07)`);
  // Pinned as he is, he makes no pin test, so that nobody asks for his command.
  const { save, ...enemy } = defenceOf({ ...line, command: line.command ?? 1 }, 0, resolving);
  if (problems.list.length > 0) return { problems: problems.list };
  if (STATES.indexOf(state) !== PINNED)
    return ruledOut("A-RAL-07", message`a gladiator strikes pinned enemies, not ${{ word: state }} ones`);
  const toSave = neededToSave(save, gladiator.meleeWeapon?.saveModifier ?? 0, options);
  const profile: GladiatorProfile = {
    enemy,
    enemies,
    toSave,
    rolls: options.gladiatorRolls,
    medikits: medikitsOnDamage(
      lines,
      lines.map(() => PINNED),
      options,
    ),
    account: {
      title: message`${gladiator.label} at regrouping, ${enemies} pinned ${line.label}`,
      steps: [
        { rule: "QA-42", text: options.gladiatorRolls === "once" ? "one die in all" : "one die for each of them" },
        {
          rule: "QA-38",
          text: message`save ${save}+, save modifier of his weapon ${gladiator.meleeWeapon?.saveModifier ?? 0}`,
        },
      ],
    },
  };
  return { profile, assumptions: [] };
}

/** Kind `cloud`. */
export function resolveCloud(cell: CellInput): Resolution {
  const { turns = DEFAULT_TURNS } = situationOf<"cloud">(cell);
  const profile: CloudProfile = { turns };
  return { profile, assumptions: [] };
}
