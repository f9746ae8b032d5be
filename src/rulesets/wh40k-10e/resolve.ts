import type { CellInput, NamedUnit, Resolution } from "../reader.ts";
import type { Step } from "../ruleset.ts";
import { fixed, NOTHING, parseAmount, sumOf } from "./amount.ts";
import { BOOK, type Book } from "./book.ts";
import { averageDamage, type Damage } from "./damage.ts";
import { pistolsBeside, type Refusal, refusedShot, refusedStratagem } from "./eligibility.ts";
import type { Account, AttackCell } from "./kinds/attack.ts";
import { type Gun, type Line, Problems, type Unit, unitOf } from "./lines.ts";
import { type Aim, apOf, coverOf, hitSteps, saveOf, total, woundSteps } from "./modifiers.ts";
import type { Options } from "./options.ts";
import { hitFaces, neededToWound, strongerReroll, woundFaces } from "./rolls.ts";
import type { FightSituation, ShootingSituation } from "./schema.ts";
import { parts } from "./schema.ts";
import type { Target, Volley } from "./volley.ts";
import type { CommandReroll, DamageReduction, Reroll } from "./words.ts";

/** A weapon's attacks at one target, before they are put in order. */
interface Shot {
  readonly gun: Gun;
  readonly count: number;
  readonly target: number;
}

interface Scene {
  readonly cell: CellInput;
  readonly attacker: Unit;
  readonly targets: readonly Unit[];
  readonly shooting: ShootingSituation | undefined;
  readonly fight: FightSituation | undefined;
  readonly situation: Pick<ShootingSituation, "weapons" | "targets" | "commandReroll">;
  readonly options: Options;
  readonly book: Book;
  readonly problems: Problems;
}

const said = ({ rule, text }: Refusal): Resolution => ({ statement: { rule, text } });

/** Kinds `shooting` and `fight`: one unit's attacks, weapon by weapon, target by target. */
export function resolveAttack(cell: CellInput): Resolution {
  const problems = new Problems();
  const isShooting = cell.kind === "shooting";
  const situation = parts.situations[cell.kind]!.parse(cell.situation);
  const defenders = cell.defenders ?? (cell.defender === undefined ? [] : [cell.defender]);
  const scene: Scene = {
    cell,
    attacker: unitOf(cell.attacker!, ["attacker"], cell, problems),
    targets: defenders.map((unit: NamedUnit, i) =>
      unitOf(unit, cell.defenders === undefined ? ["defender"] : ["defenders", i], cell, problems),
    ),
    shooting: isShooting ? (situation as ShootingSituation) : undefined,
    fight: isShooting ? undefined : (situation as FightSituation),
    situation: situation as Scene["situation"],
    options: cell.options as unknown as Options,
    book: { ...BOOK, ...(cell.rules as Partial<Book>) },
    problems,
  };
  checkUnits(scene);
  const declared = declare(scene);
  checkChoices(scene, declared);
  if (problems.list.length > 0) return { problems: problems.list };
  const { allowed, unused, refusal } = allow(scene, declared);
  if (allowed.length === 0) return said(refusal!);
  return attackOf(scene, allowed, unused);
}

/** What every unit must have, and what contradicts itself. */
function checkUnits({ attacker, targets, shooting, problems }: Scene): void {
  for (const unit of [attacker, ...targets]) {
    const { woundsLost = 0 } = unit.data;
    const [first] = unit.lines;
    if (woundsLost > 0 && first?.wounds !== undefined && woundsLost >= first.wounds)
      problems.add(
        [...unit.path, "woundsLost"],
        `woundsLost is ${woundsLost}, but a model of "${unit.name}" has ${first.wounds} wounds`,
      );
    const { toughness } = unit.data;
    if (toughness === undefined && unit !== attacker)
      problems.add(unit.path, `"${unit.name}" has no toughness, which a wound roll needs (C-WND-01)`);
  }
  for (const target of targets)
    for (const line of target.lines) {
      if (line.wounds === undefined)
        problems.add(line.path, `"${line.label}" has no wounds, which damage needs (C-DMG-01)`);
      if (line.save === undefined)
        problems.add(line.path, `"${line.label}" has no save, which a hit needs; write 7+ for none (C-SAV-01)`);
    }
  for (const unit of shooting === undefined ? [] : targets)
    if (shooting?.distance === undefined && unit.data.distance === undefined)
      problems.add(["situation"], "distance is missing: a weapon's range needs it (C-SH-05)");
  if (shooting?.stationary && (shooting.advanced || shooting.fellBack))
    problems.add(["situation", "stationary"], "a unit cannot Remain Stationary and Advance or Fall Back (C-SH-02)");
}

/** The weapons that are used and what they are aimed at (C-SH-04, C-SH-06). */
function declare(scene: Scene): Shot[] {
  const { attacker, targets, situation, problems, shooting } = scene;
  const kind = shooting ? "shoots" : "fights in melee";
  const usable = attacker.guns.filter(({ data }) => (data.range === "melee") === (shooting === undefined));
  const names = [...new Set(usable.map(({ weapon }) => weapon))];
  const carried = (weapon: string, path: (string | number)[]) => {
    if (names.includes(weapon)) return true;
    problems.add(path, `"${attacker.name}" carries no weapon "${weapon}" that ${kind}`, names, weapon);
    return false;
  };
  if (usable.length === 0 && problems.list.length === 0)
    problems.add(["attacker"], `"${attacker.name}" carries no weapon that ${kind} (${shooting ? "C-SH-03" : "E-31"})`);
  situation.weapons?.forEach((weapon, i) => {
    carried(weapon, ["situation", "weapons", i]);
  });
  const chosen = usable.filter(({ weapon }) => situation.weapons?.includes(weapon) ?? true);
  const { targets: declared } = situation;
  if (declared === undefined) return chosen.map((gun) => ({ gun, count: gun.count, target: 0 }));

  const targetNames = targets.map(({ name }) => name);
  for (const weapon of Object.keys(declared)) carried(weapon, ["situation", "targets", weapon]);
  return [...new Set(chosen.map(({ weapon }) => weapon))].flatMap((weapon) => {
    const own = chosen.filter((gun) => gun.weapon === weapon);
    const path = ["situation", "targets", weapon];
    const aimed = Object.hasOwn(declared, weapon) ? declared[weapon] : undefined;
    if (aimed === undefined) {
      problems.add(
        ["situation", "targets"],
        `targets names no target for "${weapon}"; name one, or list the weapons that are used under situation.weapons (C-SH-04)`,
      );
      return [];
    }
    const all = own.reduce((sum, { count }) => sum + count, 0);
    const shares = typeof aimed === "string" ? { [aimed]: all } : aimed;
    const sum = Object.values(shares).reduce((a, b) => a + b, 0);
    if (sum > all) problems.add(path, `targets aims ${sum} of "${weapon}", the unit has ${all} (C-SH-06)`);
    const shots: Shot[] = [];
    const left = own.map(({ count }) => count);
    for (const [name, count] of Object.entries(shares)) {
      const target = targetNames.indexOf(name);
      if (target < 0) {
        problems.add(path, `"${name}" is no defender of this experiment`, targetNames, name);
        continue;
      }
      let wanted = count;
      own.forEach((gun, i) => {
        const taken = Math.min(wanted, left[i]!);
        left[i]! -= taken;
        wanted -= taken;
        if (taken > 0) shots.push({ gun, count: taken, target });
      });
    }
    return shots;
  });
}

/** Choices that the rules do not leave open. */
function checkChoices(scene: Scene, shots: readonly Shot[]): void {
  const { attacker, situation, shooting, problems } = scene;
  for (const { gun } of shots)
    if (gun.data.skill === undefined && !gun.abilities.has("Torrent"))
      problems.add(["weapons", gun.weapon], `"${gun.weapon}" has no skill, which a hit roll needs (C-HIT-01)`);
  if (shooting === undefined) {
    const chosen = shots.filter(({ gun }) => !gun.abilities.has("Extra Attacks"));
    const count = chosen.reduce((sum, shot) => sum + shot.count, 0);
    if (count > attacker.models)
      problems.add(
        ["situation"],
        `the ${attacker.models} models of "${attacker.name}" would fight with ${count} weapons that have no Extra Attacks; a model fights with one: give counts, or list the weapons that are used under situation.weapons (C-AB-EXTRA-ATTACKS)`,
      );
  }
  const spent = commandOf(situation.commandReroll);
  if (spent?.weapon !== undefined && !shots.some(({ gun }) => gun.weapon === spent.weapon))
    problems.add(
      ["situation", "commandReroll"],
      `"${spent.weapon}" is not among the weapons that are used`,
      shots.map(({ gun }) => gun.weapon),
      spent.weapon,
    );
}

const commandOf = (
  given: ShootingSituation["commandReroll"],
): { readonly roll: CommandReroll; readonly weapon?: string } | undefined =>
  given === undefined ? undefined : typeof given === "string" ? { roll: given } : given;

const distanceTo = (target: Unit, { shooting }: Scene): number => target.data.distance ?? shooting?.distance ?? 0;

/** Drops what the rules do not allow; what is left out is told with its rule. */
function allow(scene: Scene, declared: readonly Shot[]) {
  const { attacker, targets, shooting, book } = scene;
  const unused: Account["unused"][number][] = [];
  if (shooting === undefined) return { allowed: declared, unused, refusal: undefined };
  let refusal: Refusal | undefined;
  const refuse = (shot: Shot, why: Refusal) => {
    refusal ??= why;
    unused.push({ weapon: shot.gun.data.label ?? shot.gun.weapon, ...why });
  };
  const allowed = declared.filter((shot) => {
    const target = targets[shot.target]!;
    const why =
      refusedStratagem(target, shooting) ??
      refusedShot(shot.gun, attacker, target, shooting, distanceTo(target, scene), book);
    if (why) refuse(shot, why);
    return why === undefined;
  });
  const isPistol = ({ gun }: Shot) => gun.abilities.has("Pistol");
  const others = allowed.filter((shot) => !isPistol(shot)).reduce((sum, shot) => sum + shot.count, 0);
  // Pistols that were asked for by name are fired instead of the other guns where there are no others.
  let left = pistolsBeside(attacker, shooting, others);
  const fired = allowed.flatMap((shot) => {
    if (!isPistol(shot)) return [shot];
    const count = Math.min(shot.count, left);
    left -= count;
    if (count < shot.count)
      refuse(shot, {
        rule: "C-AB-PISTOL",
        text: `${shot.count - count} of ${shot.count} Pistols stay silent: their bearers fire another gun`,
      });
    return count > 0 ? [{ ...shot, count }] : [];
  });
  return { allowed: fired, unused, refusal };
}

/** The profile of everything that is allowed. */
function attackOf(scene: Scene, shots: readonly Shot[], unused: Account["unused"]): Resolution {
  const { attacker, targets, options, shooting, book, situation } = scene;
  const accounts: Account[] = [];
  const spent = commandOf(situation.commandReroll);
  const made = targets.map((target, index): { target: Target; sources: readonly Shot[] } => {
    const lines = inOrder(target, options);
    const own = shots
      .filter((shot) => shot.target === index)
      .map((shot) => ({ shot, aim: aimOf(shot, target, scene), volley: volleyOf(shot, target, lines, scene) }));
    const ordered = byWeaponOrder(own, options);
    for (const { aim, volley } of ordered) accounts.push(accountOf(aim, volley, target, lines));
    return {
      target: {
        name: target.name,
        label: target.label,
        lines: lines.map(({ label, models, wounds, character }) => ({ label, models, wounds: wounds!, character })),
        woundsLost: target.data.woundsLost ?? 0,
        volleys: ordered.map(({ volley }) => volley),
        spill: options.devastating === "launch",
        devastatingWhen: options.devastatingWhen,
      },
      sources: ordered.map(({ shot }) => shot),
    };
  });
  const firedAt = made.filter(({ target }) => target.volleys.length > 0).map(({ target }) => target);
  const chosen = spent === undefined ? firedAt : withCommandReroll(firedAt, spent);
  const ownLines = inOrder(attacker, options);
  const hazardous = shots.filter(({ gun }) => gun.abilities.has("Hazardous"));
  const near = (target: Unit) => shooting === undefined || distanceTo(target, scene) <= book.demiseRange;
  const demising = firedAt.map(({ name }) => {
    const target = targets.find((unit) => unit.name === name)!;
    const lines = inOrder(target, options);
    const amount = target.lines
      .map((line) => line.abilities.amount("Deadly Demise"))
      .find((each) => each !== undefined);
    return {
      lines: lines.map((line) => line.abilities.has("Deadly Demise")),
      amount: near(target) ? amount : undefined,
    };
  });
  const losable = hazardous.length > 0 || demising.some(({ amount }) => amount !== undefined);
  const missing = losable ? ownLines.find((line) => line.wounds === undefined) : undefined;
  if (missing)
    return {
      problems: [
        {
          path: missing.path,
          message: `"${missing.label}" has no wounds, which losses of its own need (C-AB-HAZARDOUS)`,
        },
      ],
    };
  const profile: AttackCell = {
    targets: chosen,
    demising: demising.map(({ lines }) => lines),
    own: {
      lines: ownLines.map((line) => ({
        label: line.label,
        models: line.models,
        wounds: line.wounds ?? 1,
        character: line.character,
        sturdy: line.character || line.big,
        pain: line.feelNoPain.mortal,
        bearers: Math.min(
          line.models,
          hazardous
            .flatMap(({ gun }) => gun.bearers)
            .reduce((sum, bearer) => (attacker.lines[bearer.line] === line ? sum + bearer.models : sum), 0),
        ),
      })),
      woundsLost: losable ? (attacker.data.woundsLost ?? 0) : 0,
      tests: hazardous.reduce((sum, { count }) => sum + count, 0),
      testAgain: spent?.roll === "hazardous",
      hazardousWounds: book.hazardousWounds,
      launch: options.hazardous === "launch",
      demises: demising.map(({ amount }) => amount),
      demiseRoll: book.demiseRoll,
    },
    named: situation.targets !== undefined,
    accounts: accounts.map((account) => ({ ...account, unused })),
    points: attacker.points,
  };
  const silent = unused.map(({ weapon, rule, text }) => `${weapon} not used: ${text} (${rule})`);
  return {
    profile,
    assumptions: ["E-30", ...(shooting === undefined ? ["E-31"] : [])],
    ...(silent.length > 0 ? { note: silent.join("; ") } : {}),
  };
}

/** The lines of a unit in the order in which they take attacks: as the option says, characters last (C-ALL-02, QC-10). */
function inOrder(unit: Unit, { allocation }: Options): Line[] {
  const weight = (line: Line) => (line.wounds ?? 0) * 10 - (line.save ?? 7);
  const sign = allocation === "weakestFirst" ? 1 : allocation === "strongestFirst" ? -1 : 0;
  const sorted = unit.lines
    .map((line, i) => ({ line, i }))
    .sort((a, b) => sign * (weight(a.line) - weight(b.line)) || a.i - b.i)
    .map(({ line }) => line);
  return [...sorted.filter((line) => !line.character), ...sorted.filter((line) => line.character)];
}

/** QC-09. */
function byWeaponOrder<T extends { readonly volley: Volley }>(
  own: readonly T[],
  { weaponOrder }: Options,
): readonly T[] {
  if (weaponOrder === "listed") return own;
  const sign = weaponOrder === "highestDamageFirst" ? -1 : 1;
  return [...own].sort((a, b) => sign * (averageDamage(a.volley.damage) - averageDamage(b.volley.damage)));
}

const aimOf = (shot: Shot, target: Unit, scene: Scene): Aim => ({
  gun: shot.gun,
  attacker: scene.attacker,
  target,
  book: scene.book,
  options: scene.options,
  shooting: scene.shooting,
  fight: scene.fight,
  distance: distanceTo(target, scene),
});

/** One field that a weapon or its unit may give, the stronger one. */
const rerollOf = (gun: Gun, attacker: Unit, field: "rerollHits" | "rerollWounds" | "rerollDamage"): Reroll =>
  strongerReroll(gun.data[field] ?? "none", attacker.data[field] ?? "none");

/** C-AB-BLAST, C-AB-RAPID-FIRE, C-AB-EXTRA-ATTACKS. */
function attacksOf({ gun, attacker, target, book, shooting, distance }: Aim) {
  let attacks = amountOf(gun.data.attacks);
  const { abilities, data } = gun;
  if (shooting && distance <= (data.range as number) / 2)
    attacks = sumOf(attacks, abilities.amount("Rapid Fire") ?? NOTHING);
  if (shooting && abilities.has("Blast")) attacks = sumOf(attacks, fixed(Math.floor(target.models / book.blastPer)));
  // The Attacks of an Extra Attacks weapon are changed only by what names the weapon.
  const granted = abilities.has("Extra Attacks") ? 0 : (attacker.data.attacksModifier ?? 0);
  return sumOf(attacks, fixed((data.attacksModifier ?? 0) + granted));
}

/** C-MOD-02, C-DMG-05, C-AB-MELTA. */
function damageOf({ gun, attacker, target, options, shooting, distance }: Aim): Damage {
  const reductions = [target.data.damageReduction ?? []].flat() as DamageReduction[];
  const melta = shooting && distance <= (gun.data.range as number) / 2 ? gun.abilities.amount("Melta") : undefined;
  const added = (gun.data.damageModifier ?? 0) + (attacker.data.damageModifier ?? 0);
  const one = oneDie(gun, attacker);
  const policy = rerollOf(gun, attacker, "rerollDamage");
  return {
    amount: amountOf(gun.data.damage),
    zero: reductions.includes("zero"),
    halve: reductions.includes("halve"),
    melta: melta ?? NOTHING,
    plus: Math.max(0, added),
    minus: (reductions.includes("minusOne") ? 1 : 0) + Math.max(0, -added),
    minimum: options.minimumDamage,
    reroll: one ? "none" : policy,
    once: one ? policy : "none",
  };
}

const amountOf = (given: string | number) => parseAmount(given)!;
const oneDie = (gun: Gun, attacker: Unit): boolean => (gun.data.rerollDice ?? attacker.data.rerollDice) === "one";

/** C-AB-ANTI, QC-14: from which unmodified die on a wound is critical. */
const criticalWoundFrom = ({ gun, attacker, target }: Aim): number =>
  Math.min(
    6,
    gun.data.criticalWounds ?? 6,
    attacker.data.criticalWounds ?? 6,
    gun.abilities.threshold("Anti-", ({ keyword }) => keyword !== undefined && target.keywords.has(keyword)),
  );

/** All attacks of a weapon at a target, with everything that bears on them worked in. */
function volleyOf(shot: Shot, target: Unit, lines: readonly Line[], scene: Scene): Volley {
  const aim = aimOf(shot, target, scene);
  const { gun, attacker, book, options, shooting } = aim;
  const { abilities, data } = gun;
  const one = oneDie(gun, attacker);
  const rerolls = (policy: Reroll): { reroll: Reroll; once: Reroll } =>
    one ? { reroll: "none", once: policy } : { reroll: policy, once: "none" };
  const autoFail = shooting?.visible === false ? options.indirectAutoFail : 1;
  const skill = shooting?.overwatch ? book.overwatch : data.skill!;
  const modifier = shooting?.overwatch ? 0 : total(hitSteps(aim));
  const criticalHit = shooting?.overwatch ? 6 : Math.min(data.criticalHits ?? 6, attacker.data.criticalHits ?? 6);
  const hit = abilities.has("Torrent")
    ? undefined
    : { ...hitFaces(skill, modifier, criticalHit, autoFail), ...rerolls(rerollOf(gun, attacker, "rerollHits")) };
  const strength = Math.max(1, data.strength + (data.strengthModifier ?? 0) + (attacker.data.strengthModifier ?? 0));
  const needed = neededToWound(strength, target.data.toughness!);
  const twin: Reroll = abilities.has("Twin-linked") ? "failures" : "none";
  // A re-roll of every failure is not bound to one die by rerollDice.
  const wanted = rerolls(rerollOf(gun, attacker, "rerollWounds"));
  const wound = {
    ...woundFaces(needed, total(woundSteps(aim)), criticalWoundFrom(aim)),
    ...wanted,
    reroll: strongerReroll(wanted.reroll, twin),
  };
  const devastating = abilities.has("Devastating Wounds");
  const saves = target.data.rerollSaves ?? "none";
  const against = lines.map((line) => ({
    save: { success: saveOf(line, aim), critical: 7, reroll: saves as Reroll, once: "none" as const },
    feelNoPain: Math.min(line.feelNoPain.all, abilities.has("Psychic") ? line.feelNoPain.psychic : 7),
    mortalPain: Math.min(line.feelNoPain.mortal, abilities.has("Psychic") ? line.feelNoPain.psychic : 7),
  }));
  const lethal = abilities.has("Lethal Hits");
  const volley: Volley = {
    weapon: gun.weapon,
    label: data.label ?? gun.weapon,
    weapons: shot.count,
    attacks: attacksOf(aim),
    attacksOnce: "none",
    ...(hit ? { hit } : {}),
    sustained: abilities.amount("Sustained Hits") ?? NOTHING,
    lethal,
    wound,
    devastating,
    precise: abilities.has("Precision") && target.attached,
    damage: damageOf(aim),
    against,
  };
  return lethal && options.lethalOptional && isWorthRolling(volley) ? { ...volley, lethal: false } : volley;
}

/** QC-05: whether rolling to wound gets more attacks past the save than wounding automatically. */
function isWorthRolling({ wound, devastating, against }: Volley): boolean {
  const [first] = against;
  if (!devastating || first === undefined) return false;
  const unsaved = (first.save.success - 1) / 6;
  const share = (category: number) => {
    const law = faceShares(wound.success, wound.critical, wound.reroll);
    return law[category]!;
  };
  return share(2) + share(1) * unsaved > unsaved;
}

/** Chances of failure, success and critical of a die with its re-rolls. */
function faceShares(success: number, critical: number, reroll: Reroll): [number, number, number] {
  const of = (face: number) => (face >= critical ? 2 : face >= success ? 1 : 0);
  const shares: [number, number, number] = [0, 0, 0];
  for (let face = 1; face <= 6; face++) {
    const again =
      (reroll === "ones" && face === 1) ||
      (reroll === "failures" && face < success) ||
      (reroll === "nonCritical" && face < critical);
    if (!again) shares[of(face)] += 1 / 6;
    else for (let second = 1; second <= 6; second++) shares[of(second)] += 1 / 36;
  }
  return shares;
}

/** A volley in which one die may be rolled again: the first failure; of damage and attacks, the first below average. */
function sparing(volley: Volley, roll: CommandReroll): Volley {
  switch (roll) {
    case "hit":
      return volley.hit === undefined ? volley : { ...volley, hit: { ...volley.hit, once: "failures" } };
    case "wound":
      return { ...volley, wound: { ...volley.wound, once: "failures" } };
    case "save":
      return { ...volley, against: volley.against.map((own) => ({ ...own, save: { ...own.save, once: "failures" } })) };
    case "damage":
      return { ...volley, damage: { ...volley.damage, once: "failures" } };
    case "attacks":
      return { ...volley, attacksOnce: "failures" };
    case "hazardous":
      return volley;
  }
}

/** C-AB-COMMAND-REROLL: one die of one weapon profile, the one that is named or the first that is resolved. */
function withCommandReroll(
  targets: readonly Target[],
  { roll, weapon }: { readonly roll: CommandReroll; readonly weapon?: string },
): readonly Target[] {
  let left = true;
  return targets.map((target) => ({
    ...target,
    volleys: target.volleys.map((volley) => {
      if (!left || (weapon !== undefined && volley.weapon !== weapon)) return volley;
      const spared = sparing(volley, roll);
      left = spared === volley;
      return spared;
    }),
  }));
}

/** How the needed dice came about, for `explain`. */
function accountOf(aim: Aim, volley: Volley, target: Unit, lines: readonly Line[]): Account {
  const { gun, attacker } = aim;
  const strength = Math.max(
    1,
    gun.data.strength + (gun.data.strengthModifier ?? 0) + (attacker.data.strengthModifier ?? 0),
  );
  const text = (steps: readonly Step[]) =>
    steps.map(({ rule, text, value }) => ({ rule, text: `to wound: ${text} ${value! > 0 ? "+" : ""}${value}` }));
  const covered = coverOf(aim);
  return {
    title: `${volley.weapons} × ${volley.label} of ${attacker.label} at ${target.label}`,
    steps: [
      ...(gun.data.skill === undefined ? [] : [{ rule: "C-HIT-01", text: `skill ${gun.data.skill}+` }]),
      ...hitSteps(aim),
      { rule: "C-WND-01", text: `Strength ${strength} against Toughness ${target.data.toughness}` },
      ...text(woundSteps(aim)),
      { rule: "C-SAV-01", text: `AP ${apOf(aim)}` },
      ...(covered ? [covered] : []),
      ...lines.map((line) => ({
        rule: "C-SAV-01",
        text: `${line.label}: save ${line.save}+${invulnerableText(line, aim)}, ${line.wounds} wounds`,
      })),
    ],
    unused: [],
  };
}

function invulnerableText(line: Line, { shooting }: Aim): string {
  const own = shooting ? line.invulnerable.ranged : line.invulnerable.melee;
  return own > 6 ? "" : `, invulnerable ${own}+`;
}
