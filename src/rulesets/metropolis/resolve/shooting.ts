import { message } from "../../../rule/message.ts";
import { ruledOut } from "../../forbidden.ts";
import type { CellInput, Resolution } from "../../reader.ts";
import { total } from "../../ruleset.ts";
import { said } from "../../said.ts";
import { type Account, needs } from "../kinds/account.ts";
import { neededOnTable, neededToHit } from "../needed.ts";
import { leftOf } from "../ranks.ts";
import type { Situation } from "../schema.ts";
import { bandAt, type Fire, shotSteps } from "../shooting.ts";
import type { Line, Resolving, Unit, Weapon } from "../units.ts";
import { pairOf, statOf, strengthOf } from "../units.ts";
import { BANDS, type Band } from "../words.ts";

/** The band a situation speaks of; undefined when it is out of range or not said (a problem). */
function bandOf({ distance, band }: Situation<"volley">, { book, problems }: Resolving): Band | undefined {
  if (distance === undefined) {
    problems.need(band, ["situation"], said`distance is missing: the range band needs it (B-RANGE-01); or give band`);
    return band;
  }
  const found = bandAt(distance, book);
  if (band !== undefined && band !== found)
    problems.add(
      ["situation", "band"],
      said`band: ${band} contradicts distance: ${distance}, which is ${found ?? said`out of range`} (B-RANGE-01); give one of them`,
    );
  return found;
}

/** A shot that the rules forbid, said with its rule; undefined when they do not. */
function forbidden(situation: Situation<"volley">, band: Band | undefined): Resolution | undefined {
  if (situation.lineOfSight === false) return ruledOut("B-SHOOT-01", "without a line of sight nobody shoots");
  if (situation.attackerPanicked) return ruledOut("B-MOR-05", "a panicked unit does not shoot");
  if (situation.defenderInMelee) return ruledOut("B-SHOOT-02", "a unit in melee is no target");
  if (band === "contact") return ruledOut("B-SHOOT-02", "a unit in contact is in melee, and no target");
  if (band === undefined)
    return ruledOut(
      "B-RANGE-01",
      message`${situation.distance!}" is beyond extreme range: nobody shoots so far (QB-05)`,
    );
  return undefined;
}

/** Weapons of a unit that fire in a band, each with the models that carry it. */
function gunsOf(unit: Unit, standing: number, band: Band, situation: Situation<"volley">, resolving: Resolving) {
  const { problems } = resolving;
  const carried = unit.lines.flatMap((line) =>
    line.weapons.map((weapon) => ({ line, weapon, models: leftOf(line.models, line.behind, standing) })),
  );
  const guns = carried.filter(({ weapon }) => weapon.damage[band] !== undefined);
  if (carried.length === 0)
    problems.add(
      unit.path,
      said`"${unit.label}" has no weapon, so it cannot shoot (B-ORD-03); give it one with weapon:`,
    );
  else if (guns.length === 0) {
    const { name, damage } = carried[0]!.weapon;
    const fires = BANDS.filter((each) => damage[each] !== undefined && each !== "contact");
    problems.add(
      ["situation", situation.distance === undefined ? "band" : "distance"],
      fires.length === 0
        ? said`"${name}" cannot fire at ${band} range (B-RANGE-01, QB-06): it fires at no range; change the distance or give it damage.${band}`
        : said`"${name}" cannot fire at ${band} range (B-RANGE-01, QB-06): it fires at ${fires.join(", ")}; change the distance or give it damage.${band}`,
    );
  }
  return guns.filter(({ models }) => models > 0);
}

/** One weapon at a unit: needed dice and how they came about. */
export function aim(
  { line, weapon, models }: { readonly line: Line; readonly weapon: Weapon; readonly models: number },
  shooter: Unit,
  target: Unit,
  band: Band,
  aimed: { readonly targetMoved: boolean; readonly shooterMoved: boolean; readonly inCover: boolean },
  resolving: Resolving,
): { fire: Fire; account: Account } {
  const { book, options } = resolving;
  const shooting = statOf(shooter, line.shooting, "shooting", said`a roll to hit needs (B-SHOOT-03)`, resolving);
  const toughness = statOf(target, target.toughness, "toughness", said`a damage roll needs (B-DMG-01)`, resolving);
  const steps = shotSteps({ ...aimed, sizeClass: target.sizeClass }, book, options);
  const damage = weapon.damage[band]!;
  const toHit = neededToHit(shooting, total(steps), book);
  const toWound = neededOnTable(book.testTable, damage, toughness, 0, options);
  return {
    fire: { models, shots: weapon.shots, toHit, toWound },
    account: {
      title: message`${line.label} with ${weapon.label} at ${target.label}, ${{ word: band }} range`,
      steps: [
        { rule: "B-SHOOT-03", text: message`SH ${shooting}: ${book.hitTable[shooting - 1]!}+` },
        ...steps,
        { rule: "B-DMG-01", text: message`damage ${damage} against T ${toughness}` },
      ],
      needed: [needs("B-SHOOT-03", "to hit", toHit), needs("B-DMG-01", "to wound", toWound)],
    },
  };
}

const aimedAs = ({ targetMoved, shooterMoved, defenderInCover }: Situation<"volley">) => ({
  targetMoved: targetMoved ?? false,
  shooterMoved: shooterMoved ?? false,
  inCover: defenderInCover ?? false,
});

/** Kind `shot`: one shot of the first weapon that fires in the band. */
export function resolveShot(cell: CellInput): Resolution {
  const { resolving, problems, situation, attacker, defender } = pairOf<"volley">(cell);
  const band = bandOf(situation, resolving);
  const statement = problems.list.length === 0 ? forbidden(situation, band) : undefined;
  if (statement) return statement;
  const guns = band === undefined ? [] : gunsOf(attacker, attacker.models, band, situation, resolving);
  const aimed = guns.slice(0, 1).map((gun) => aim(gun, attacker, defender, band!, aimedAs(situation), resolving));
  if (problems.list.length > 0) return { problems: problems.list };
  return { profile: aimed[0]!, assumptions: [] };
}

/** Kind `volley`: a unit's fire at a unit, every weapon that reaches, each kind rolled for itself in list order. */
export function resolveVolley(cell: CellInput): Resolution {
  const { resolving, problems, options, situation, attacker, defender } = pairOf<"volley">(cell);
  const band = bandOf(situation, resolving);
  const shooters = strengthOf(attacker, situation, ["attackerSurviving"], resolving);
  const { standing, first } = strengthOf(defender, situation, ["defenderSurviving", "defenderWoundsLeft"], resolving);
  const statement = problems.list.length === 0 ? forbidden(situation, band) : undefined;
  if (statement) return statement;
  const guns = band === undefined ? [] : gunsOf(attacker, shooters.standing, band, situation, resolving);
  const aimed = guns.map((gun) => aim(gun, attacker, defender, band!, aimedAs(situation), resolving));
  if (problems.list.length > 0) return { problems: problems.list };
  const fire = aimed.map((gun) => gun.fire);
  const titled = aimed.map(({ account }, i) => ({ ...account, title: message`${fire[i]!.models} × ${account.title}` }));
  const profile = { fire, standing, wounds: defender.wounds, first, allocation: options.hitAllocation };
  return { profile: { ...profile, accounts: titled }, assumptions: [] };
}
