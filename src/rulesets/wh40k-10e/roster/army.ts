/** An army list as parts of a scenario: units, weapons, and what its abilities offer as modifier sets. */
import type { Data } from "../../data.ts";
import type { ArmyList, ArmyRead, LeftOut, OnSheet, SheetRead } from "../../roster.ts";
import { parseAbility } from "../abilities.ts";
import { type AbilityEffect, plainWords, readAbility } from "./ability-words.ts";
import { averageOf } from "./average.ts";
import { applied, type Fields, setOf, settled } from "./effects.ts";
import { Keys } from "./keys.ts";
import { bareName, isMeleeWeapon, weaponProfile } from "./profiles.ts";
import { type Carried, type Datasheet, isUnit, type ModelGroup, type SheetAbility, sheetOf } from "./sheet.ts";

/** A modifier set, before it has a key. */
interface Offer {
  readonly name: string;
  readonly patch: Data;
  readonly title: string;
  readonly when?: string;
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
  readonly #sets: Record<string, Data> = {};
  readonly #weapons = new Keys();
  readonly #unitNames = new Keys();
  readonly #setNames = new Keys();
  readonly #sheets: SheetRead[] = [];

  read(): ArmyRead {
    return { units: this.#units, weapons: this.#weapons.all, modifierSets: this.#sets, sheets: this.#sheets };
  }

  add(sheet: Datasheet): void {
    const left: LeftOut[] = [...sheet.left];
    const unit = this.#unitNames.fresh(sheet.name);
    const named = (all: readonly Carried[]) => all.map(({ name }) => bareName(name));
    const groups = sheet.groups.map((group) => ({
      group,
      fields: { carried: named(group.carried), weapons: [] } as Fields,
    }));
    const whole: Fields = { carried: groups.flatMap(({ fields }) => fields.carried), weapons: [] };
    const abilities = this.#abilities(sheet, unit, whole, groups, left);
    const isOne = groups.length === 1;
    const carried = groups.map(({ group, fields }) => this.#carried(group, [fields, whole], unit, left));
    const options = sheet.options
      .map((one) => this.#weapon(one, [], unit, [])?.name ?? "")
      .filter((name) => name !== "");
    for (const offer of abilities.offers) this.#offer(offer, abilities.keys);
    this.#spare(
      unit,
      sheet,
      groups.map(({ group }, i) => ({ group, ...carried[i]! })),
      abilities.keys,
    );
    const ordered = groups
      .map((one, i) => ({ ...one, uses: carried[i]!.used }))
      .sort((a, b) => b.group.models - a.group.models);
    const first = ordered[0]!;
    const line = ({ group, fields, uses }: typeof first, base: Data): Data => ({
      models: group.models,
      ...(isOne ? {} : { label: bareName(group.label) }),
      ...Object.fromEntries(
        Object.entries({ ...group.stats, ...fields.line }).filter(
          ([key, value]) => key !== "toughness" && base[key] !== value,
        ),
      ),
      ...(fields.abilities === undefined ? {} : { abilities: fields.abilities }),
      ...(uses.length === 0 ? {} : { weapons: uses }),
    });
    const toughness = Math.max(...sheet.groups.map(({ stats }) => Number(stats.toughness ?? 0)));
    const stats = { ...first.group.stats, ...whole.line };
    this.#units[unit] = {
      label: bareName(sheet.name),
      ...(isOne ? { models: first.group.models } : {}),
      ...(toughness > 0 ? { toughness } : {}),
      ...stats,
      ...(isOne ? Object.fromEntries(Object.entries(line(first, {})).filter(([key]) => key !== "abilities")) : {}),
      keywords: sheet.keywords,
      ...merged(whole.abilities, isOne ? first.fields.abilities : undefined),
      ...whole.rules,
      ...(isOne ? first.fields.rules : {}),
      ...(sheet.points > 0 ? { points: sheet.points } : {}),
      ...(isOne ? {} : { members: ordered.map((one) => line(one, stats)) }),
    };
    this.#sheets.push({
      unit,
      label: bareName(sheet.name),
      ...(sheet.points > 0 ? { points: sheet.points } : {}),
      leads: leadsOf(sheet),
      options: [...new Set(options)],
      abilities: abilities.counts,
      offers: [...abilities.keys].map(([set, when]) => ({ set, ...(when === undefined ? {} : { when }) })),
      left,
    });
  }

  /** What a sheet says in words: fields, sets that it offers, and what is left. */
  #abilities(
    sheet: Datasheet,
    unit: string,
    whole: Fields,
    groups: readonly { group: ModelGroup; fields: Fields }[],
    left: LeftOut[],
  ) {
    const offers: Offer[] = [];
    const counts = { all: 0, attack: 0, understood: 0 };
    for (const ability of sheet.abilities) {
      const core = coreOf(ability, sheet) ?? saveOf(ability, sheet);
      if (core === "none") continue;
      const own = groups.find(({ group }) => group === ability.group);
      const fields = own === undefined || groups.length === 1 ? whole : own.fields;
      if (typeof core === "object") {
        Object.assign(fields, { abilities: [...new Set([...(fields.abilities ?? []), ...core.abilities])] });
        continue;
      }
      counts.all++;
      const read = readAbility(ability.text);
      if (read.touches) counts.attack++;
      let isWhole = read.rest.length === 0;
      const sets: AbilityEffect[] = [];
      for (const meaning of settled(read.meanings, sheet.keywords)) {
        const isOn =
          meaning.when === undefined && (meaning.whom === "unit" || (meaning.whom === "bearer" && !ability.isOfSome));
        const scope = meaning.whom === "unit" ? whole : fields;
        if (isOn && applied(meaning, scope, scope === whole)) continue;
        if (meaning.weapon === undefined && meaning.attacks !== "psychic" && !("toughness" in meaning.patch))
          sets.push(meaning);
        else isWhole = false;
      }
      offers.push(...setsOf(ability, sheet, unit, sets));
      if (read.touches && isWhole) counts.understood++;
      else left.push({ name: ability.name, text: plainWords(ability.text), what: read.touches ? "attack" : "other" });
    }
    return { offers, counts, keys: new Map<string, string | undefined>() };
  }

  #offer({ name, patch, title, when }: Offer, keys: Map<string, string | undefined>): void {
    const key = this.#setNames.of([name], { ...patch, title });
    this.#sets[key] = { title, ...patch };
    keys.set(key, when);
  }

  /** The weapons of a group, those that it fights with chosen; of a weapon with several profiles the first is. */
  #carried(group: ModelGroup, fields: readonly Fields[], unit: string, left: LeftOut[]) {
    const all = group.carried.flatMap((one) => {
      const made = this.#weapon(one, fields, unit, left);
      return made === undefined ? [] : [{ ...made, count: one.count }];
    });
    let free = group.models;
    const melee = all.filter((one) => one.isMelee && !one.isExtra).sort((a, b) => b.average - a.average);
    const chosen = new Map<string, number>();
    for (const { name, count } of melee) {
      const taken = Math.min(free, count);
      if (taken > 0) chosen.set(name, (chosen.get(name) ?? 0) + taken);
      free -= taken;
    }
    const used = new Map<string, { count: number; profile?: string }>();
    for (const { name, count, profile, isMelee, isExtra } of all) {
      const number = isMelee && !isExtra ? Math.min(count, chosen.get(name) ?? 0) : count;
      if (number === 0) continue;
      if (isMelee && !isExtra) chosen.set(name, chosen.get(name)! - number);
      used.set(name, { count: (used.get(name)?.count ?? 0) + number, ...(profile === undefined ? {} : { profile }) });
    }
    const uses = [...used].map(([weapon, { count, profile }]) =>
      profile === undefined && count === group.models
        ? weapon
        : { weapon, ...(count === group.models ? {} : { count }), ...(profile === undefined ? {} : { profile }) },
    );
    return { used: uses, all, melee };
  }

  /** Puts a weapon down once; what one unit's abilities give it makes it a weapon of that unit. */
  #weapon({ name: named, profiles }: Carried, fields: readonly Fields[], unit: string, left: LeftOut[]) {
    const label = bareName(named);
    const made = profiles.flatMap((profile) => {
      const mode = bareName(profile.name)
        .slice(label.length)
        .replace(/^\s*-\s*/u, "");
      const {
        data,
        isBroken,
        left: own,
      } = weaponProfile(profile, profiles.length > 1 && mode !== "" ? `${label} (${mode})` : label);
      left.push(...own.filter((one) => left.every((other) => other.name !== one.name || other.text !== one.text)));
      return isBroken
        ? []
        : [
            {
              mode: mode === "" ? label : mode,
              data: fields.reduce((now, { weapons }) => weapons.reduce((own, change) => change(own, label), now), data),
            },
          ];
    });
    const [first] = made;
    if (first === undefined) return undefined;
    const modes = new Keys();
    const data =
      made.length === 1
        ? first.data
        : { label, profiles: Object.fromEntries(made.map((one) => [modes.fresh(one.mode), one.data])) };
    const isMelee = isMeleeWeapon(profiles[0]!);
    const name = isMelee && this.#isShot(label) ? `${label} melee` : label;
    const key = this.#weapons.of([name, `${name} of ${unit}`], data);
    return {
      name: key,
      label,
      ...(made.length === 1 ? {} : { profile: [...modes.keys][0]! }),
      isMelee,
      isExtra: ((first.data.abilities ?? []) as string[]).includes("Extra Attacks"),
      average: averageOf(first.data),
      modes: made.length === 1 ? [] : [...modes.keys],
    };
  }

  /** Whether a ranged weapon has the name. */
  #isShot(label: string): boolean {
    return this.#weapons.has(label, ({ range }) => range !== "melee");
  }

  /** Sets for the choices that the datasheet leaves: other profiles, and other weapons to fight with. */
  #spare(
    unit: string,
    sheet: Datasheet,
    groups: readonly {
      group: ModelGroup;
      used: readonly (string | Data)[];
      all: readonly { name: string; label: string; modes: readonly string[] }[];
      melee: readonly { name: string; label: string; count: number }[];
    }[],
    keys: Map<string, string | undefined>,
  ): void {
    for (const { name, label, modes } of groups.flatMap(({ all }) => all))
      for (const mode of modes.slice(1)) {
        const patch = { situation: { profiles: { [name]: mode } } };
        this.#offer({ name: `${name} ${mode}`, patch, title: `${label}: ${mode}` }, keys);
      }
    if (groups.length > 1) return;
    const [{ group, used, melee }] = groups as [(typeof groups)[0]];
    const nameOf = (use: string | Data) => (typeof use === "string" ? use : String(use.weapon));
    const own = new Set(melee.map(({ name }) => name));
    for (const { name, label, count } of melee) {
      if (count < group.models || used.some((use) => nameOf(use) === name)) continue;
      const weapons = [...used.filter((use) => !own.has(nameOf(use))), name];
      this.#offer(
        { name: `${unit} with ${name}`, patch: { attacker: { weapons } }, title: `${bareName(sheet.name)}: ${label}` },
        keys,
      );
    }
  }
}

const merged = (...lists: readonly (readonly string[] | undefined)[]): Data => {
  const all = [...new Set(lists.flatMap((list) => list ?? []))];
  return all.length === 0 ? {} : { abilities: all };
};

/** Sets that an ability offers, one by side of the table and by what it depends on. */
function setsOf({ name }: SheetAbility, sheet: Datasheet, unit: string, meanings: readonly AbilityEffect[]): Offer[] {
  const found = new Map<string, AbilityEffect[]>();
  for (const meaning of meanings) {
    const key = `${meaning.role} ${meaning.when ?? ""}`;
    found.set(key, [...(found.get(key) ?? []), meaning]);
  }
  const isBoth = new Set(meanings.map(({ role }) => role)).size > 1;
  return [...found.values()].map((own) => {
    const [{ role, whom, attacks, when }] = own as [AbilityEffect];
    const side = isBoth && role === "defender" ? " when attacked" : "";
    const phase = attacks === "melee" ? ", in melee" : attacks === "ranged" ? ", shooting" : "";
    const led = whom === "led" ? `, led by ${bareName(sheet.name)}` : "";
    const title = `${bareName(name)}${side}${led}${phase}`;
    return {
      name: `${bareName(name)}${side}`,
      patch: setOf(own, whom === "led" ? unit : undefined),
      title,
      ...(when === undefined ? {} : { when }),
    };
  });
}

/** Core abilities by their names, as rules are called; `none` for what no attack asks for. */
function coreOf(
  { name, text }: SheetAbility,
  sheet: Datasheet,
): { readonly abilities: readonly string[] } | "none" | undefined {
  const plain = bareName(name).replace(/ \((?:aura|psychic)\)/giu, "");
  if (/^leader$/iu.test(plain))
    return sheet.keywords.some((word) => /^character$/iu.test(word)) ? { abilities: ["Leader"] } : "none";
  const ability = parseAbility(plain);
  if (ability?.on === "unit" && ability.name !== "Damaged") return { abilities: [plain] };
  if (ability?.on === "weapon" || isOfWeapons(plain)) return "none";
  if (/invulnerable save/iu.test(plain)) {
    const [, from] = /^\s*([2-6])\+\*?\s*$/u.exec(plainWords(text)) ?? [];
    if (from !== undefined) return { abilities: [`Invulnerable Save ${from}+`] };
  }
  return /^(?:deep strike|infiltrators?|scouts?(?: \d+"?)?|fights first|hover|transport)$/iu.test(plain)
    ? "none"
    : undefined;
}

/** An invulnerable save that is told of a model by its name. */
function saveOf(
  { name, text, group }: SheetAbility,
  { groups }: Datasheet,
): { readonly abilities: readonly string[] } | undefined {
  if (!/^invulnerable save/iu.test(name.trim())) return undefined;
  const [, whose, from] =
    /^(?:an? )?([A-Z][\w' -]{2,40}?) ha(?:s|ve) an? ([2-6])\+ invulnerable save\.?$/iu.exec(plainWords(text)) ?? [];
  const isOfAll = groups.length === 1 || group !== undefined;
  return from !== undefined && isOfAll && !/models? in/iu.test(whose!)
    ? { abilities: [`Invulnerable Save ${from}+`] }
    : undefined;
}

/** Rules that explain the keywords of weapons, which the weapons have. */
const isOfWeapons = (name: string): boolean =>
  /^(?:anti-?.*|assault|blast|conversion|devastating wounds|extra attacks|hazardous|heavy|ignores cover|indirect fire|lance|lethal hits|melta(?: \S+)?|one shot|pistol|precision|psychic|rapid fire(?: \S+)?|sustained hits(?: \S+)?|torrent|twin-?linked|feel no pain|deadly demise|firing deck)$/iu.test(
    name,
  );

/** Whom its Leader ability names. */
function leadsOf({ abilities }: Datasheet): string[] {
  const text = abilities.find(({ name }) => /^leader\b/iu.test(name.trim()))?.text ?? "";
  const [, list = ""] = /following units?:?([\s\S]*)/iu.exec(plainWords(text)) ?? [];
  return list
    .split(/[\n■•▪,]|(?:^|\s)- /u)
    .map((name) => name.replace(/[.]$/u, "").trim())
    .filter((name) => name !== "" && name.length <= 60 && !/\byou\b|\bmust\b|\bthis model\b/iu.test(name));
}
