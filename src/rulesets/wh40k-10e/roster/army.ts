/** An army list as parts of a scenario: units, weapons, and what its abilities offer as modifier sets. */
import { keptIn } from "../../../rule/once.ts";
import type { Data } from "../../data.ts";
import type { ArmyList, ArmyRead, LeftOut, OnSheet, SheetRead } from "../../roster.ts";
import { parseAbility } from "../abilities.ts";
import { type AbilityEffect, plainWords, readAbility } from "./ability-words.ts";
import { applied, type Fields, setOf, settled } from "./effects.ts";
import { Keys, keyOf } from "./keys.ts";
import { averageOf, bareName, isMeleeWeapon, weaponProfile } from "./profiles.ts";
import { type Carried, type Datasheet, isUnit, type ModelGroup, type SheetAbility, sheetOf } from "./sheet.ts";

/** A modifier set, before it has a key. */
interface Offer {
  readonly name: string;
  readonly patch: Data;
  readonly title: string;
  readonly when?: string | undefined;
}

/** Reads every unit of a list. Never throws for what is in it. */
export function readArmy(list: ArmyList, onSheet?: OnSheet): ArmyRead {
  const army = new ArmyBuilder();
  const units = list.selections.filter(isUnit);
  for (const [done, selection] of units.entries()) {
    onSheet?.(selection.name, done, units.length);
    army.add(sheetOf(selection));
  }
  return army.read();
}

class ArmyBuilder {
  readonly #units: Record<string, Data> = {};
  readonly #weapons = new Keys();
  readonly #unitNames = new Keys();
  readonly #sets = new Keys();
  readonly #sheets: SheetRead[] = [];

  read(): ArmyRead {
    return { units: this.#units, weapons: this.#weapons.all, modifierSets: this.#sets.all, sheets: this.#sheets };
  }

  add(sheet: Datasheet): void {
    const left: LeftOut[] = [...sheet.left];
    const unit = this.#unitNames.of([sheet.name]);
    const label = bareName(sheet.name);
    const isOne = sheet.groups.length === 1;
    const fieldsOf = (groups: readonly ModelGroup[]): Fields => ({
      carried: groups.flatMap(({ carried }) => carried.map(({ name }) => bareName(name))),
      weapons: [],
    });
    const whole = fieldsOf(sheet.groups);
    const byGroup = new Map(sheet.groups.map((group) => [group, isOne ? whole : fieldsOf([group])]));
    const { offers, counts } = abilitiesOf(sheet, unit, whole, byGroup, left);
    const groups = sheet.groups.map((group) => {
      const fields = byGroup.get(group)!;
      return { group, fields, ...this.#carried(group, [...new Set([fields, whole])], unit, left) };
    });
    const options = sheet.options.flatMap((one) => this.#weapon(one, [], unit, [])?.name ?? []);
    const keys = new Map<string, string | undefined>();
    for (const { name, patch, title, when } of [...offers, ...spares(unit, label, groups)])
      keys.set(this.#sets.of([name], { title, ...patch }), when);
    const ordered = [...groups].sort((a, b) => b.group.models - a.group.models);
    const [first] = ordered as [(typeof ordered)[0]];
    const toughness = Math.max(...sheet.groups.map(({ stats }) => Number(stats.toughness ?? 0)));
    const stats: Data = { ...first.group.stats, ...whole.line };
    const line = ({ group, fields, used }: typeof first): Data => {
      const others = Object.entries({ ...group.stats, ...fields.line }).filter(
        ([key, value]) => key !== "toughness" && stats[key] !== value,
      );
      return {
        models: group.models,
        ...(isOne ? {} : { label: bareName(group.label), ...Object.fromEntries(others) }),
        ...(isOne || fields.abilities === undefined ? {} : { abilities: fields.abilities }),
        ...(used.length === 0 ? {} : { weapons: used }),
      };
    };
    const { models, ...arms } = line(first);
    const points = sheet.points > 0 ? { points: sheet.points } : {};
    this.#units[unit] = {
      label,
      ...(isOne ? { models } : {}),
      ...(toughness > 0 ? { toughness } : {}),
      ...stats,
      ...(isOne ? arms : {}),
      keywords: sheet.keywords,
      ...(whole.abilities ? { abilities: whole.abilities } : {}),
      ...whole.rules,
      ...points,
      ...(isOne ? {} : { members: ordered.map(line) }),
    };
    this.#sheets.push({
      ...{ unit, label, ...points, leads: leadsOf(sheet), options: [...new Set(options)], abilities: counts },
      offers: [...keys].map(([set, when]) => ({ set, when })),
      left,
    });
  }

  /** The weapons of a group, those that it fights with chosen. */
  #carried(group: ModelGroup, fields: readonly Fields[], unit: string, left: LeftOut[]) {
    const all = group.carried.flatMap((one) => {
      const made = this.#weapon(one, fields, unit, left);
      return made === undefined ? [] : [{ ...made, count: one.count }];
    });
    const melee = all.filter((one) => one.isMelee && !one.isExtra).sort((a, b) => b.average - a.average);
    const numbers = new Map(all.map((one) => [one, one.count]));
    let free = group.models;
    for (const one of melee) {
      numbers.set(one, Math.min(free, one.count));
      free -= numbers.get(one)!;
    }
    const used = new Map<string, number>();
    for (const [{ name }, number] of numbers) if (number > 0) used.set(name, number + (used.get(name) ?? 0));
    return {
      all,
      melee,
      used: [...used].map(([weapon, count]) => (count === group.models ? weapon : { weapon, count })),
    };
  }

  /** Puts a weapon down once; what one unit's abilities give it makes it a weapon of that unit. */
  #weapon({ name: named, profiles }: Carried, fields: readonly Fields[], unit: string, left: LeftOut[]) {
    const label = bareName(named);
    const changes = fields.flatMap(({ weapons }) => weapons);
    const made = profiles.flatMap((profile) => {
      const mode =
        bareName(profile.name)
          .slice(label.length)
          .replace(/^\s*-\s*/u, "") || label;
      const read = weaponProfile(profile, profiles.length > 1 && mode !== label ? `${label} (${mode})` : label);
      left.push(...read.left.filter((one) => left.every(({ name, text }) => name !== one.name || text !== one.text)));
      return read.isBroken ? [] : [{ mode, data: changes.reduce((now, change) => change(now, label), read.data) }];
    });
    const [first] = made;
    if (first === undefined) return undefined;
    const modes = new Keys();
    if (made.length > 1) for (const { mode, data } of made) modes.all[modes.of([mode])] = data;
    const isMelee = isMeleeWeapon(profiles[0]!);
    const alike = this.#weapons.all[keyOf(label)];
    const name = isMelee && alike !== undefined && alike.range !== "melee" ? `${label} melee` : label;
    const data = made.length === 1 ? first.data : { label, profiles: modes.all };
    return {
      name: this.#weapons.of([name, `${name} of ${unit}`], data),
      label,
      isMelee,
      isExtra: ((first.data.abilities ?? []) as string[]).includes("Extra Attacks"),
      average: Math.max(...made.map((each) => averageOf(each.data))),
      modes: modes.keys,
    };
  }
}

/** A group with its weapons. */
interface Armed {
  readonly group: ModelGroup;
  readonly used: readonly (string | Data)[];
  readonly all: readonly { readonly name: string; readonly label: string; readonly modes: readonly string[] }[];
  readonly melee: readonly { readonly name: string; readonly label: string; readonly count: number }[];
}

/** Sets for the choices that the datasheet leaves: other profiles, and other weapons to fight with. */
function spares(unit: string, label: string, groups: readonly Armed[]): Offer[] {
  const modes = groups.flatMap(({ all }) =>
    all.flatMap((weapon) =>
      weapon.modes.map((mode) => ({
        name: `${weapon.name} ${mode}`,
        patch: { situation: { profiles: { [weapon.name]: mode } } },
        title: `${weapon.label}: ${mode}`,
      })),
    ),
  );
  if (groups.length > 1) return modes;
  const [{ group, used, melee }] = groups as [Armed];
  const nameOf = (use: string | Data) => (typeof use === "string" ? use : String(use.weapon));
  const others = used.filter((use) => melee.every(({ name }) => name !== nameOf(use)));
  const spare = melee.filter(({ name, count }) => count >= group.models && used.every((use) => nameOf(use) !== name));
  return [
    ...modes,
    ...spare.map((weapon) => ({
      name: `${unit} with ${weapon.name}`,
      patch: { attacker: { weapons: [...others, weapon.name] } },
      title: `${label}: ${weapon.label}`,
    })),
  ];
}

/** What a sheet says in words: fields that are switched on, sets that it offers, and what is left. */
function abilitiesOf(
  sheet: Datasheet,
  unit: string,
  whole: Fields,
  byGroup: ReadonlyMap<ModelGroup, Fields>,
  left: LeftOut[],
) {
  const offers: Offer[] = [];
  const counts = { all: 0, attack: 0, understood: 0 };
  for (const ability of sheet.abilities) {
    const core = coreOf(ability, sheet);
    const fields = (ability.group && byGroup.get(ability.group)) ?? whole;
    if (core !== undefined) {
      if (core.length > 0) fields.abilities = [...new Set([...(fields.abilities ?? []), ...core])];
      continue;
    }
    counts.all++;
    const { meanings, touches, rest } = readAbility(ability.text, bareName(ability.name));
    if (touches) counts.attack++;
    const sets = settled(meanings, sheet.keywords).filter((meaning) => {
      const isOn =
        meaning.when === undefined && (meaning.whom === "unit" || (meaning.whom === "bearer" && !ability.isOfSome));
      const scope = meaning.whom === "unit" ? whole : fields;
      return !(isOn && applied(meaning, scope, scope === whole));
    });
    const offered = sets.filter(
      ({ weapon, attacks, patch }) => weapon === undefined && attacks !== "psychic" && !("toughness" in patch),
    );
    offers.push(...setsOf(ability, sheet, unit, offered));
    if (touches && rest.length === 0 && offered.length === sets.length) counts.understood++;
    else left.push({ name: ability.name, text: plainWords(ability.text), what: touches ? "attack" : "other" });
  }
  return { offers, counts };
}

/** Sets that an ability offers, one by side of the table and by what it depends on. */
function setsOf({ name }: SheetAbility, sheet: Datasheet, unit: string, meanings: readonly AbilityEffect[]): Offer[] {
  const found = new Map<string, AbilityEffect[]>();
  for (const meaning of meanings)
    keptIn(found, `${meaning.role} ${meaning.when ?? ""}`, (): AbilityEffect[] => []).push(meaning);
  const isBoth = new Set(meanings.map(({ role }) => role)).size > 1;
  return [...found.values()].map((alike) => {
    const [{ role, whom, attacks, when }] = alike as [AbilityEffect];
    const called = `${bareName(name)}${isBoth && role === "defender" ? " when attacked" : ""}`;
    const phase = attacks === "melee" ? ", in melee" : attacks === "ranged" ? ", shooting" : "";
    const led = whom === "led" ? `, led by ${bareName(sheet.name)}` : "";
    return {
      name: called,
      patch: setOf(alike, whom === "led" ? unit : undefined),
      title: `${called}${led}${phase}`,
      when,
    };
  });
}

/** Core abilities by their names, as rules are called, and saves of a model by its name; none where no attack asks for it. */
function coreOf({ name, text, group }: SheetAbility, { keywords, groups }: Datasheet): readonly string[] | undefined {
  const plain = bareName(name).replace(/ \((?:aura|psychic)\)/giu, "");
  if (/^leader$/iu.test(plain)) return keywords.some((word) => /^character$/iu.test(word)) ? ["Leader"] : [];
  const ability = parseAbility(plain);
  if (ability?.on === "unit" && ability.name !== "Damaged") return [plain];
  if (ability?.on === "weapon" || NO_ABILITY.test(plain)) return [];
  if (!/invulnerable save/iu.test(plain)) return undefined;
  const [, from] = /^\s*([2-6])\+\*?\s*$/u.exec(plainWords(text)) ?? [];
  const [, whose, save] =
    /^(?:an? )?([A-Z][\w' -]{2,40}?) ha(?:s|ve) an? ([2-6])\+ invulnerable save\.?$/iu.exec(plainWords(text)) ?? [];
  const isOfAll = groups.length === 1 || group !== undefined;
  if (from !== undefined) return [`Invulnerable Save ${from}+`];
  const isMeant = /^invulnerable save/iu.test(name.trim()) && isOfAll && !/models? in/iu.test(whose ?? "");
  return save !== undefined && isMeant ? [`Invulnerable Save ${save}+`] : undefined;
}

/** Rules that explain the keywords of weapons, which the weapons have, and those of no attack. */
const NO_ABILITY =
  /^(?:anti-?.*|assault|blast|conversion|devastating wounds|extra attacks|hazardous|heavy|ignores cover|indirect fire|lance|lethal hits|melta(?: \S+)?|one shot|pistol|precision|psychic|rapid fire(?: \S+)?|sustained hits(?: \S+)?|torrent|twin-?linked|feel no pain|deadly demise|firing deck|deep strike|infiltrators?|scouts?(?: \d+"?)?|fights first|hover|transport)$/iu;

/** Whom its Leader ability names. */
function leadsOf({ abilities }: Datasheet): string[] {
  const text = abilities.find(({ name }) => /^leader\b/iu.test(name.trim()))?.text ?? "";
  const [, list = ""] = /following units?:?([\s\S]*)/iu.exec(plainWords(text)) ?? [];
  return list
    .split(/[\n■•▪,]|(?:^|\s)- /u)
    .map((name) => name.replace(/[.]$/u, "").trim())
    .filter((name) => name !== "" && name.length <= 60 && !/\byou\b|\bmust\b|\bthis model\b/iu.test(name));
}
