import { chance } from "../../rule/distribution.ts";
import { wordsOf } from "../../rule/identifier.ts";
import { message, part, type Sentence } from "../../rule/message.ts";
import { type Step, total } from "../ruleset.ts";
import type { Abilities, Ability } from "./abilities.ts";
import { fixed, isFixed, most, NOTHING, parseAmount, sumOf } from "./amount.ts";
import { type Damage, leastDamage, mostDamage } from "./damage.ts";
import { distanceTo, type Resolving, type Shot } from "./declare.ts";
import { DAMAGE, meanOf, SAVE, WOUNDING } from "./distributions.ts";
import type { Account } from "./kinds/attack.ts";
import type { Gun, Line, Reductions, Unit } from "./lines.ts";
import {
  type AttackAim,
  apOf,
  changes,
  coverOf,
  hitSteps,
  saveOf,
  strengthOf,
  valuesOf,
  woundSteps,
} from "./modifiers.ts";
import type { Options } from "./options.ts";
import { type D6Roll, hitFaces, neededToWound, strongerReroll, woundFaces } from "./rolls.ts";
import { type AttackedUnit, DEVASTATING, type Volley, WOUND } from "./volley.ts";
import { type CommandReroll, type DamageReduction, type Reroll, SUCCESS } from "./words.ts";

/** The lines of a unit in the order in which they take attacks: as the option says, characters last (C-ALL-02, QC-10). */
export function inOrder(unit: Unit, { allocation }: Options): Line[] {
  const weight = (line: Line) => (line.wounds ?? 0) * 10 - (line.save ?? 7);
  const sign = allocation === "weakestFirst" ? 1 : allocation === "strongestFirst" ? -1 : 0;
  const sorted = unit.lines
    .map((line, i) => ({ line, i }))
    .sort((a, b) => sign * (weight(a.line) - weight(b.line)) || a.i - b.i)
    .map(({ line }) => line);
  return [...sorted.filter((line) => !line.character), ...sorted.filter((line) => line.character)];
}

/**
 * The volleys of shots at a target, in the order in which they are resolved (QC-09): by what they do to who is
 * attacked first.
 */
export function volleysAt(shots: readonly Shot[], target: Unit, lines: readonly Line[], resolving: Resolving) {
  const { weaponOrder } = resolving.options;
  const made = shots.map((shot) => ({ shot, volley: volleyOf(shot, target, lines, resolving) }));
  if (weaponOrder === "listed") return made;
  const sign = weaponOrder === "highestDamageFirst" ? -1 : 1;
  return made.sort((a, b) => sign * (averageDamage(a.volley) - averageDamage(b.volley)));
}

const averageDamage = ({ against }: Volley): number =>
  meanOf(DAMAGE.distribution({ ...against[0]!.damage, reroll: "none", once: "none" }, false));

export const aimOf = ({ gun }: Shot, target: Unit, resolving: Resolving): AttackAim & Resolving => ({
  ...resolving,
  gun,
  target,
  distance: distanceTo(target, resolving),
});

/** Of all policies that count against the target the strongest. */
const rerollOf = (aim: AttackAim, field: "rerollHits" | "rerollWounds" | "rerollDamage"): Reroll =>
  valuesOf(aim, field).reduce(strongerReroll, "none");

/** C-AB-BLAST, C-AB-RAPID-FIRE, C-AB-EXTRA-ATTACKS. */
function attacksOf(aim: AttackAim) {
  const { gun, target, book, shooting, distance } = aim;
  let attacks = amountOf(gun.data.attacks);
  const { abilities, data } = gun;
  if (shooting && distance <= (data.range as number) / 2)
    attacks = sumOf(attacks, abilities.amount("Rapid Fire") ?? NOTHING);
  if (shooting && abilities.has("Blast")) attacks = sumOf(attacks, fixed(Math.floor(target.models / book.blastPer)));
  // The Attacks of an Extra Attacks weapon are changed only by what names the weapon.
  const changed = changes(aim, "attacksModifier", abilities.has("Extra Attacks") ? "weapon" : "all");
  return { ...sumOf(attacks, fixed(total(changed))), least: Math.min(1, most(amountOf(gun.data.attacks))) };
}

/** What lowers the Damage of attacks on a model: its own abilities and what its unit and its leader give (C-MOD-02). */
export function reductionsOf({ reductions, leader }: Line, target: Unit): Reductions {
  const given = [target.data.damageReduction ?? [], leader?.damageReduction ?? []].flat(2) as DamageReduction[];
  return {
    zero: reductions.zero || given.includes("zero"),
    halve: reductions.halve || given.includes("halve"),
    minus: reductions.minus + given.filter((one) => one === "minusOne").length,
    firstFailed: reductions.firstFailed || given.includes("firstFailedSave"),
  };
}

/** C-MOD-02, C-DMG-05, C-AB-MELTA: the Damage of an attack on a model of a line. */
function damageOf(aim: AttackAim, line: Line): Damage {
  const { gun, attacker, target, options, shooting, distance } = aim;
  const { zero, halve, minus } = reductionsOf(line, target);
  const melta = shooting && distance <= (gun.data.range as number) / 2 ? gun.abilities.amount("Melta") : undefined;
  const added = changes(aim, "damageModifier");
  const one = oneDie(gun, attacker);
  const policy = rerollOf(aim, "rerollDamage");
  return {
    amount: amountOf(gun.data.damage),
    zero,
    halve,
    melta: melta ?? NOTHING,
    plus: total(added.filter(({ value }) => value! > 0)),
    minus: minus - total(added.filter(({ value }) => value! < 0)),
    minimum: options.minimumDamage,
    reroll: one ? "none" : policy,
    once: one ? policy : "none",
  };
}

const amountOf = (given: string | number) => parseAmount(given)!;
const oneDie = (gun: Gun, attacker: Unit): boolean =>
  (gun.data.rerollDice ?? gun.leader?.rerollDice ?? attacker.data.rerollDice) === "one";

/** C-AB-ANTI, QC-14: from which unmodified die on a wound is critical. */
const criticalWoundFrom = (aim: AttackAim): number =>
  Math.min(
    6,
    ...valuesOf(aim, "criticalWounds"),
    aim.gun.abilities.threshold("Anti-", ({ keyword }) => keyword !== undefined && aim.target.keywords.has(keyword)),
  );

/** All attacks of a weapon at a target, with everything that bears on them worked in. */
export function volleyOf(shot: Shot, target: Unit, lines: readonly Line[], resolving: Resolving): Volley {
  const aim = aimOf(shot, target, resolving);
  const { gun, attacker, book, options, shooting } = aim;
  const { abilities, data } = gun;
  const one = oneDie(gun, attacker);
  const rerolls = (policy: Reroll): { reroll: Reroll; once: Reroll } =>
    one ? { reroll: "none", once: policy } : { reroll: policy, once: "none" };
  const autoFail = shooting?.visible === false ? options.indirectAutoFail : 1;
  const skill = shooting?.overwatch ? book.overwatch : data.skill!;
  const modifier = shooting?.overwatch ? 0 : total(hitSteps(aim));
  const criticalHit = shooting?.overwatch ? 6 : Math.min(6, ...valuesOf(aim, "criticalHits"));
  const hit = abilities.has("Torrent")
    ? undefined
    : { ...hitFaces(skill, modifier, criticalHit, autoFail), ...rerolls(rerollOf(aim, "rerollHits")) };
  const needed = neededToWound(strengthOf(aim), target.data.toughness!);
  const twin: Reroll = abilities.has("Twin-linked") ? "failures" : "none";
  // A re-roll of every failure is not bound to one die by rerollDice.
  const wanted = rerolls(rerollOf(aim, "rerollWounds"));
  const wound = {
    ...woundFaces(needed, total(woundSteps(aim)), criticalWoundFrom(aim)),
    ...wanted,
    reroll: strongerReroll(wanted.reroll, twin),
  };
  const devastating = abilities.has("Devastating Wounds");
  const saves: Reroll = target.data.rerollSaves ?? "none";
  const against = lines.map((line) => ({
    save: {
      success: saveOf(line, aim),
      critical: 7,
      reroll: strongerReroll(saves, line.leader?.rerollSaves ?? "none"),
      once: "none" as const,
    },
    feelNoPain: Math.min(line.feelNoPain.all, abilities.has("Psychic") ? line.feelNoPain.psychic : 7),
    mortalPain: Math.min(line.feelNoPain.mortal, abilities.has("Psychic") ? line.feelNoPain.psychic : 7),
    damage: damageOf(aim, line),
    guarded: reductionsOf(line, target).firstFailed,
  }));
  const lethal = abilities.has("Lethal Hits");
  const volley: Volley = {
    weapon: gun.weapon,
    label: gun.label,
    weapons: shot.count,
    attacks: attacksOf(aim),
    attacksOnce: "none",
    ...(hit ? { hit } : {}),
    sustained: abilities.amount("Sustained Hits") ?? NOTHING,
    lethal,
    wound,
    devastating,
    // A character that nobody sees is not picked out.
    precise: abilities.has("Precision") && target.attached && shooting?.visible !== false ? options.precision : "never",
    against,
  };
  const chosen = lethal && options.lethalOptional && isWorthRolling(volley) ? { ...volley, lethal: false } : volley;
  const critical = chosen.lethal || most(chosen.sustained) > 0;
  return {
    ...chosen,
    ...(hit ? { hit: plain(hit, critical) } : {}),
    wound: plain(wound, devastating),
  };
}

/** Where nothing comes of a critical result it is an ordinary success, so that rules ask the dice no more than needed. */
const plain = (roll: D6Roll, counts: boolean): D6Roll =>
  counts || roll.reroll === "nonCritical" || roll.once === "nonCritical" ? roll : { ...roll, critical: 7 };

/** QC-05: whether rolling to wound gets more attacks past the save of the first models than wounding automatically. */
function isWorthRolling(volley: Volley): boolean {
  if (!volley.devastating) return false;
  const unsaved = chance(SAVE.distribution(volley, 0, 0), (saved) => saved < SUCCESS);
  const wounds = WOUNDING.distribution(volley, 0);
  const devastating = chance(wounds, (result) => result === DEVASTATING);
  return devastating + chance(wounds, (result) => result === WOUND) * unsaved > unsaved;
}

/**
 * A volley in which one die may be rolled again: the first failure; of damage and attacks, the first below average.
 * @returns undefined where it makes no such roll: Torrent hits of itself, a fixed number of attacks is not rolled for
 */
function sparing(volley: Volley, roll: CommandReroll): Volley | undefined {
  const { hit, wound, against, attacks } = volley;
  switch (roll) {
    case "hit":
      return hit && { ...volley, hit: { ...hit, once: "failures" } };
    case "wound":
      return { ...volley, wound: { ...wound, once: "failures" } };
    case "save":
      return { ...volley, against: against.map((each) => ({ ...each, save: { ...each.save, once: "failures" } })) };
    case "damage":
      return against.every(({ damage }) => isFixed(damage.amount) && isFixed(damage.melta))
        ? undefined
        : { ...volley, against: against.map((each) => ({ ...each, damage: { ...each.damage, once: "failures" } })) };
    case "attacks":
      return isFixed(attacks) ? undefined : { ...volley, attacksOnce: "failures" };
    case "hazardous":
      return undefined;
  }
}

/**
 * C-AB-COMMAND-REROLL: one die of one weapon profile, the one that is named or the first resolved that makes such a roll.
 * @returns undefined where none does
 */
export function withCommandReroll(
  targets: readonly AttackedUnit[],
  { roll, weapon }: { readonly roll: CommandReroll; readonly weapon?: string },
): readonly AttackedUnit[] | undefined {
  let left = true;
  const spared = targets.map((target) => ({
    ...target,
    volleys: target.volleys.map((volley) => {
      if (!left || (weapon !== undefined && volley.weapon !== weapon)) return volley;
      const fewer = sparing(volley, roll);
      left = fewer === undefined;
      return fewer ?? volley;
    }),
  }));
  return left ? undefined : spared;
}

/** Dice that are rolled again, and by which policy (C-RR-01). */
function rerollSteps({ hit, wound, against }: Volley): Step[] {
  const first = against[0]!;
  const rolls = [
    ["hit", hit],
    ["wound", wound],
    ["save", first.save],
    ["damage", first.damage],
  ] as const;
  return rolls.flatMap(([name, roll]) => [
    ...(roll === undefined || roll.reroll === "none"
      ? []
      : [{ rule: "C-RR-01", text: message`${{ word: name }} rolls again: ${{ word: roll.reroll }}` }]),
    ...(roll === undefined || roll.once === "none"
      ? []
      : [{ rule: "C-RR-01", text: message`one ${{ word: name }} roll again: ${{ word: roll.once }}` }]),
  ]);
}

/** What lowers the Damage of attacks on the models of a line, in the order in which it does (C-MOD-02). */
function reductionSteps(line: Line, target: Unit): Step[] {
  const { zero, halve, minus, firstFailed } = reductionsOf(line, target);
  const texts = [
    ...(firstFailed ? [message`${line.label}: the first failed save has Damage 0`] : []),
    ...(zero ? [message`${line.label}: Damage ${0}`] : []),
    ...(halve ? [message`${line.label}: Damage halved`] : []),
    ...(minus > 0 ? [message`${line.label}: Damage ${-minus}`] : []),
  ];
  return texts.map((text) => ({ rule: "C-MOD-02", text }));
}

/** Who has abilities, with those in brackets without which the attacks would be others. */
function working(label: string, abilities: readonly Ability[], isOther: (ability: Ability) => boolean): string {
  const texts = new Set(abilities.filter(isOther).map(({ text }) => text));
  return texts.size === 0 ? label : `${label} [${[...texts].join(", ")}]`;
}

/** How the needed dice came about, for `explain`. */
export function accountOf(aim: AttackAim & Resolving, volley: Volley, target: Unit, lines: readonly Line[]): Account {
  const { gun, attacker } = aim;
  const comesTo = (abilities: Abilities, whom: readonly Line[]) => {
    const shot = { gun: { ...gun, abilities }, count: volley.weapons, target: 0 };
    const { hit, lethal, sustained, against, ...rest } = volleyOf(shot, { ...target, lines: whom }, whom, aim);
    const ends = against.map((one) => ({ ...one, damage: [leastDamage(one.damage), mostDamage(one.damage)] }));
    return JSON.stringify([rest, hit, hit && [lethal, sustained], ends]);
  };
  const all = comesTo(gun.abilities, lines);
  const isOurs = (one: Ability) => one.name === "Hazardous" || comesTo(gun.abilities.without(one), lines) !== all;
  const weapon = working(volley.label, gun.abilities.list, isOurs);
  const without = (one: Ability) => lines.map((line) => line.without(one));
  const theirs = lines.flatMap(({ abilities }) => abilities.list);
  const whom = working(target.label, theirs, (one) => comesTo(gun.abilities, without(one)) !== all);
  const text = (steps: readonly Step[]) =>
    steps.map(({ rule, text, value }) => ({
      rule,
      text: message`to wound: ${part(text)} ${`${value! > 0 ? "+" : ""}${value}`}`,
    }));
  const covered = coverOf(aim);
  return {
    // A weapon that is the whole unit, a tank's cannon, is named once.
    title:
      volley.label === wordsOf(attacker.label)
        ? message`${volley.weapons} × ${weapon} at ${whom}`
        : message`${volley.weapons} × ${weapon} of ${attacker.label} at ${whom}`,
    steps: [
      ...(gun.data.skill === undefined ? [] : [{ rule: "C-HIT-01", text: message`skill ${gun.data.skill}+` }]),
      ...hitSteps(aim),
      { rule: "C-WND-01", text: message`Strength ${strengthOf(aim)} against Toughness ${target.data.toughness!}` },
      ...text(woundSteps(aim)),
      { rule: "C-SAV-01", text: message`AP ${apOf(aim)}` },
      ...(covered ? [covered] : []),
      ...lines.map((line) => ({ rule: "C-SAV-01", text: savesOf(line, aim) })),
      ...rerollSteps(volley),
      ...lines.flatMap((line) => reductionSteps(line, target)),
      ...(volley.precise === "whenItKills"
        ? [{ rule: "C-AB-PRECISION", text: "Precision is used where it kills" }]
        : []),
      ...(volley.precise === "never" && gun.abilities.has("Precision") && target.attached
        ? [{ rule: "C-AB-PRECISION", text: "Precision is not used" }]
        : []),
    ],
    unused: [],
  };
}

function savesOf({ label, save, wounds, invulnerable }: Line, { shooting }: AttackAim): Sentence {
  const needed = shooting ? invulnerable.ranged : invulnerable.melee;
  return needed > 6
    ? message`${label}: save ${save!}+, ${wounds!} wounds`
    : message`${label}: save ${save!}+, invulnerable ${needed}+, ${wounds!} wounds`;
}
