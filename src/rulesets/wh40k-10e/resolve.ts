import { message, part } from "../../rule/message.ts";
import { ruledOut } from "../forbidden.ts";
import { Problems } from "../problems.ts";
import type { CellInput, NamedUnit, Resolution, ToldProblem } from "../reader.ts";
import { said } from "../said.ts";
import { noteIn } from "../sequence/sides.ts";
import { accountOf, aimOf, inOrder, volleysAt, withCommandReroll } from "./aiming.ts";
import { withBestProfiles } from "./best-profile.ts";
import {
  allow,
  checkChoices,
  checkUnits,
  commandOf,
  declare,
  distanceTo,
  type Resolving,
  type Shot,
} from "./declare.ts";
import { mostHitsOf } from "./distributions.ts";
import type { Account, AttackCell } from "./kinds/attack.ts";
import { type Unit, unitOf } from "./lines.ts";
import type { OwnLosses } from "./losses.ts";
import { type Options, rulesOf } from "./options.ts";
import { type FightSituation, parts, type ShootingSituation } from "./schema.ts";
import type { AttackedUnit } from "./volley.ts";

/** Kinds `shooting` and `fight`: one unit's attacks, weapon by weapon, target by target. */
export function resolveAttack(cell: CellInput): Resolution {
  const problems = new Problems();
  const isShooting = cell.kind === "shooting";
  const situation = parts.situations[cell.kind]!.parse(cell.situation);
  const defenders = cell.defenders ?? (cell.defender === undefined ? [] : [cell.defender]);
  const resolving: Resolving = {
    cell,
    attacker: unitOf(cell.attacker!, ["attacker"], cell, problems),
    targets: defenders.map((unit: NamedUnit, i) =>
      unitOf(unit, cell.defenders === undefined ? ["defender"] : ["defenders", i], cell, problems),
    ),
    shooting: isShooting ? (situation as ShootingSituation) : undefined,
    fight: isShooting ? undefined : (situation as FightSituation),
    situation: situation as Resolving["situation"],
    ...rulesOf(cell),
    problems,
  };
  checkUnits(resolving);
  const declared = declare(resolving);
  checkChoices(resolving, declared);
  if (problems.list.length > 0) return { problems: problems.list };
  const { allowed, unused, refusal } = allow(resolving, withBestProfiles(resolving, declared));
  if (allowed.length === 0) return ruledOut(refusal!.rule, refusal!.text);
  return attackOf(resolving, allowed, unused);
}

/** A unit as it is attacked, whatever with. */
export const attackedAs = (unit: Unit, options: Options): Omit<AttackedUnit, "volleys"> => ({
  name: unit.name,
  label: unit.label,
  lines: inOrder(unit, options).map(({ label, models, wounds, character }) => ({
    label,
    models,
    wounds: wounds!,
    character,
  })),
  woundsLost: unit.data.woundsLost ?? 0,
  spill: options.devastating === "launch",
  devastatingWhen: options.devastatingWhen,
});

/** The profile of everything that is allowed. */
function attackOf(resolving: Resolving, shots: readonly Shot[], unused: Account["unused"]): Resolution {
  const { targets, options, shooting, situation } = resolving;
  const accounts: Account[] = [];
  const firedAt = targets.flatMap((target, index): AttackedUnit[] => {
    const lines = inOrder(target, options);
    const aimed = shots.filter((shot) => shot.target === index);
    if (aimed.length === 0) return [];
    const ordered = volleysAt(aimed, target, lines, resolving);
    for (const { shot, volley } of ordered)
      accounts.push({ ...accountOf(aimOf(shot, target, resolving), volley, target, lines), unused });
    return [{ ...attackedAs(target, options), volleys: ordered.map(({ volley }) => volley) }];
  });
  const problems = firedAt.flatMap((target) => tooMany(target, resolving));
  if (problems.length > 0) return { problems };
  const ownLosses = ownLossesOf(resolving, shots, firedAt);
  if ("missing" in ownLosses) return { problems: [ownLosses.missing] };
  const spent = commandOf(situation.commandReroll);
  const commanded = spent === undefined || spent.roll === "hazardous" ? firedAt : withCommandReroll(firedAt, spent);
  if (commanded === undefined || (spent?.roll === "hazardous" && ownLosses.own.tests === 0))
    return { problems: [unmade(spent!)] };
  const profile: AttackCell = {
    targets: commanded,
    ...ownLosses,
    named: situation.targets !== undefined,
    accounts,
  };
  const silent = unused.map(({ weapon, rule, text }) => message`${weapon} not used: ${part(text)} (${rule})`);
  return {
    profile,
    assumptions: ["E-30", ...(shooting === undefined ? ["E-31"] : [])],
    ...noteIn(silent),
  };
}

/** What makes each roll of which none may be made. */
const MAKERS = {
  hit: said`a weapon that is not Torrent`,
  damage: said`a weapon whose Damage is rolled for, such as D3`,
  attacks: said`a weapon whose Attacks are rolled for, such as D6`,
  hazardous: said`a Hazardous weapon`,
} as const;

/** A Command Re-roll of a die that nobody rolls. */
function unmade({ roll, weapon }: NonNullable<ReturnType<typeof commandOf>>): ToldProblem {
  const who = weapon === undefined ? said`nobody uses` : said`"${weapon}" is not`;
  return {
    path: ["situation", "commandReroll"],
    message: said`there is no ${roll} roll to make again: ${who} ${MAKERS[roll as keyof typeof MAKERS]} (C-AB-COMMAND-REROLL)`,
  };
}

/** Hits at one target beyond which there is no counting them. */
const MOST_HITS = 100_000;

/** A target at which more hits may be scored than can be counted, with the number of weapons that works. */
export function tooMany({ name, volleys }: AttackedUnit, { attacker }: Pick<Resolving, "attacker">): ToldProblem[] {
  const all = volleys.reduce((sum, volley) => sum + mostHitsOf(volley), 0);
  if (all <= MOST_HITS) return [];
  const most = volleys.reduce((a, b) => (mostHitsOf(b) > mostHitsOf(a) ? b : a));
  const each = mostHitsOf(most) / most.weapons;
  const room = Math.floor((MOST_HITS - (all - mostHitsOf(most))) / each);
  const works =
    room > 0 ? said`up to ${room} of "${most.weapon}" can be` : said`one "${most.weapon}" alone scores ${each}`;
  return [
    {
      path: ["attacker"],
      message: said`"${attacker.name}" may score ${all} hits at "${name}", more than the ${MOST_HITS} that are counted: ${works}`,
    },
  ];
}

/** What the unit may do to itself: Hazardous weapons, and Deadly Demise of what it destroys nearby. */
export function ownLossesOf(
  resolving: Resolving,
  shots: readonly Shot[],
  firedAt: readonly Pick<AttackedUnit, "name">[],
): { readonly own: OwnLosses; readonly demising: readonly (readonly boolean[])[] } | { readonly missing: ToldProblem } {
  const { attacker, targets, options, shooting, book, situation } = resolving;
  const lines = inOrder(attacker, options);
  const hazardous = shots.filter(({ gun }) => gun.abilities.has("Hazardous"));
  const bearers = hazardous.flatMap(({ gun }) => gun.bearers);
  const demising = firedAt.map(({ name }) => {
    const target = targets.find((unit) => unit.name === name)!;
    const isNear = shooting === undefined || distanceTo(target, resolving) <= book.demiseRange;
    const amounts = target.lines.map((line) => line.abilities.amount("Deadly Demise"));
    return {
      lines: inOrder(target, options).map((line) => line.abilities.has("Deadly Demise")),
      amount: isNear ? amounts.find((amount) => amount !== undefined) : undefined,
    };
  });
  const isSafe = hazardous.length === 0 && demising.every(({ amount }) => amount === undefined);
  const bare = lines.find((line) => line.wounds === undefined);
  if (bare && !isSafe)
    return {
      missing: {
        path: bare.path,
        message: said`"${bare.label}" has no wounds, which losses of its own need (C-AB-HAZARDOUS)`,
      },
    };
  return {
    demising: demising.map(({ lines: each }) => each),
    own: {
      lines: lines.map((line) => ({
        label: line.label,
        models: line.models,
        wounds: line.wounds ?? 1,
        character: line.character,
        sturdy: line.character || line.big,
        pain: line.feelNoPain.mortal,
        bearers: Math.min(
          line.models,
          bearers.reduce((sum, bearer) => (attacker.lines[bearer.line] === line ? sum + bearer.models : sum), 0),
        ),
      })),
      woundsLost: isSafe ? 0 : (attacker.data.woundsLost ?? 0),
      tests: hazardous.reduce((sum, { count }) => sum + count, 0),
      testAgain: commandOf(situation.commandReroll)?.roll === "hazardous",
      hazardousWounds: book.hazardousWounds,
      launch: options.hazardous === "launch",
      demises: demising.map(({ amount }) => amount),
      demiseRoll: book.demiseRoll,
    },
  };
}
