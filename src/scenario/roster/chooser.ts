/**
 * Datasheets with the loadout that they come with: what minimum constraints and defaults choose, and the options that are named.
 * Costs that go by the number of models are reckoned.
 */
import type { ArmyList, OnSheet, Selection } from "../../rulesets/roster.ts";
import { type Catalogues, isGroup, isHidden, MOST_DEPTH, modified, modifiersOf } from "./catalogue.ts";
import { pointCostsOf } from "./list.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

/** Datasheets that are asked for, and options of theirs, in small letters, with how many where that is said. */
export interface WantedSheet {
  matches(name: string): boolean;
  readonly options: ReadonlyMap<string, number | undefined>;
  /** What its loadout is called beside others of the same datasheet; those that change nothing are left out. */
  readonly loadout?: string;
  /** Its options are named one by one: one that a datasheet has by default is a loadout too. */
  readonly isNamed?: boolean;
}

const nameOf = (entry: RosterNode): string => textOf(entry, "name");
/** What a campaign (a Crusade) adds is left out. */
const isCrusade = (entry: RosterNode): boolean => /^crusade\b/iu.test(nameOf(entry));
const isShown = (entry: RosterNode): boolean => !isHidden(entry) && !isCrusade(entry);
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Takes datasheets with a loadout. */
export class Chooser {
  readonly #all: Catalogues;
  readonly #sheets: readonly RosterNode[];
  /** Options that are asked for and have been met, and every one that could have been. */
  readonly met = new Set<string>();
  readonly known = new Set<string>();
  /** Options that the datasheet which is read last has. */
  #here = new Set<string>();
  #wanted: WantedSheet["options"] = new Map();
  /** How many were chosen of each entry, and of what is in each group, by id; `model`: of all models. */
  #counts = new Map<string, number>();

  constructor(all: Catalogues) {
    this.#all = all;
    this.#sheets = all.sheets();
  }

  /** Names of the datasheets that there are. */
  names(): string[] {
    return this.#sheets.map(nameOf);
  }

  /** @param onSheet told of each datasheet before it is read */
  list(wanted: readonly WantedSheet[], onSheet?: OnSheet): ArmyList {
    const selections = wanted.flatMap(({ matches, options, loadout, isNamed = false }) =>
      this.#sheets
        .filter((entry) => matches(nameOf(entry)))
        .flatMap((entry, done, all) => {
          onSheet?.(nameOf(entry), done, all.length);
          const sheet = this.#sheet(entry, options);
          if (loadout === undefined) return sheet;
          const isKept = isNamed && [...options.keys()].every((name) => this.#here.has(name));
          if (!isKept && isAlike(sheet, this.#sheet(entry))) return [];
          return { ...sheet, name: `${sheet.name}: ${loadout}` };
        }),
    );
    return { name: "", selections };
  }

  /** Names of what can be chosen of a datasheet, and of those that change its loadout. */
  optionsOf(matches: WantedSheet["matches"]): {
    readonly all: readonly string[];
    readonly changing: readonly string[];
  } {
    const [all, changing] = [new Set<string>(), new Set<string>()];
    for (const entry of this.#sheets.filter((sheet) => matches(nameOf(sheet)))) {
      this.known.clear();
      const plain = this.#sheet(entry);
      for (const name of new Set([...this.known, ...plain.options!.map((option) => option.name)])) {
        if (this.known.has(name)) all.add(name);
        if (!isAlike(plain, this.#sheet(entry, new Map([[name.toLowerCase(), undefined]])))) changing.add(name);
      }
    }
    return { all: [...all], changing: [...changing] };
  }

  #sheet(entry: RosterNode, options: WantedSheet["options"] = new Map()): Selection {
    [this.#wanted, this.#counts, this.#here] = [options, new Map(), new Set()];
    const made = this.#selection(entry, 1, 0);
    const selections = [...made.selections];
    if (made.type !== "model" && this.#count("model") === 0)
      for (const inner of this.#all.below(entry, isShown))
        if (textOf(inner, "type") === "model") {
          selections.push(this.#selection(inner, 1, 1));
          break;
        }
    return { ...made, points: this.#points(entry), selections, options: this.#options(entry) };
  }

  #count(id: string, more = 0): number {
    const count = (this.#counts.get(id) ?? 0) + more;
    if (id !== "" && more > 0) this.#counts.set(id, count);
    return count;
  }

  #selection(entry: RosterNode, number: number, depth: number): Selection {
    const type = textOf(entry, "type");
    for (const key of ["id", "linkId"]) this.#count(textOf(entry, key), number);
    if (type === "model") this.#count(type, number);
    return {
      name: modified(nameOf(entry), "name", modifiersOf(entry)),
      type,
      number,
      points: depth === 0 ? 0 : this.#points(entry) * number,
      categories: this.#categories(entry),
      profiles: this.#all.profilesOf(entry),
      rules: this.#all.rulesOf(entry),
      selections: depth > MOST_DEPTH ? [] : this.#chosen(entry, number, depth + 1),
    };
  }

  #categories(entry: RosterNode): string[] {
    const added = modifiersOf(entry).filter(
      (modifier) => textOf(modifier, "field") === "category" && textOf(modifier, "type") === "add",
    );
    return [
      ...listOf(entry, "categoryLinks").map((link) => nameOf(link) || this.#all.nameOf(textOf(link, "targetId"))),
      ...added.map((modifier) => this.#all.nameOf(textOf(modifier, "value"))),
    ];
  }

  /** Of everything below an entry what must be there, and what is asked for. */
  #chosen(entry: RosterNode, number: number, depth: number): Selection[] {
    return this.#all
      .childrenOf(entry)
      .filter(isShown)
      .flatMap((child) => {
        if (isGroup(child)) return this.#group(child, number, depth);
        const count = this.#wantedOf(child);
        return count > 0 ? [this.#selection(child, count * number, depth)] : [];
      });
  }

  /** Of a group as many as it needs: those that are asked for, those that must be there, then the default. */
  #group(group: RosterNode, number: number, depth: number): Selection[] {
    if (depth > MOST_DEPTH) return [];
    const children = this.#all.childrenOf(group).filter(isShown);
    const entries = children.filter((child) => !isGroup(child));
    const before = this.#count("model");
    const counts = new Map(entries.map((entry) => [entry, this.#wantedOf(entry)]));
    const inner = children.flatMap((child) => (isGroup(child) ? this.#group(child, number, depth + 1) : []));
    const models = (this.#count("model") - before) / Math.max(1, number);
    let open = least(group) - Math.max(models, inner.length > 0 ? 1 : 0) - sumOf([...counts.values()]);
    const preferred = textOf(group, "defaultSelectionEntryId");
    const isDefault = (entry: RosterNode) =>
      preferred !== "" && [textOf(entry, "id"), textOf(entry, "linkId")].includes(preferred);
    for (const entry of [...entries].sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)))) {
      const more = Math.max(0, Math.min(open, most(entry) - counts.get(entry)!));
      counts.set(entry, counts.get(entry)! + more);
      open -= more;
    }
    const made = entries.flatMap((entry) =>
      counts.get(entry)! > 0 ? [this.#selection(entry, counts.get(entry)! * number, depth)] : [],
    );
    const all = [...inner, ...made];
    for (const key of ["id", "linkId"]) this.#count(textOf(group, key), sumOf(all.map((chosen) => chosen.number)));
    return all;
  }

  /** How many of an entry must be there, or are asked for by its name. */
  #wantedOf(entry: RosterNode): number {
    const name = nameOf(entry).toLowerCase();
    this.known.add(nameOf(entry));
    if (!this.#wanted.has(name)) return least(entry);
    for (const met of [this.met, this.#here]) met.add(name);
    return Math.max(least(entry), this.#wanted.get(name) ?? 1);
  }

  /** Every weapon below an entry, each once. */
  #options(entry: RosterNode): Selection[] {
    const empty = { type: "upgrade", number: 1, points: 0, categories: [], rules: [], selections: [] };
    return [...this.#all.below(entry, (inner) => !isCrusade(inner))].flatMap((inner) => {
      const profiles = this.#all.profilesOf(inner).filter(isOfWeapons);
      return profiles.length > 0 ? { ...empty, name: nameOf(inner), profiles } : [];
    });
  }

  /** Its own points, by how many were chosen. */
  #points(entry: RosterNode): number {
    const costs = pointCostsOf(entry);
    const type = textOf(costs.at(-1), "typeId");
    const holding = listOf(entry, "modifiers").filter(
      (modifier) =>
        listOf(modifier, "repeats").length === 0 &&
        listOf(modifier, "conditions").every((one) => this.#holds(one)) &&
        listOf(modifier, "conditionGroups").every(
          (group) => textOf(group, "type") === "and" && listOf(group, "conditions").every((one) => this.#holds(one)),
        ),
    );
    const price = costs.map((cost) => numberOf(cost, "value")).find((value) => value > 0) ?? 0;
    const points = Number(type === "" ? price : modified(String(price), type, holding));
    return Number.isFinite(points) ? Math.max(0, points) : 0;
  }

  #holds(condition: RosterNode): boolean {
    const holds = textOf(condition, "field") === "selections" ? HOLDS.get(textOf(condition, "type")) : undefined;
    return holds?.(this.#count(textOf(condition, "childId")), numberOf(condition, "value")) ?? false;
  }
}

/** What conditions ask of a number that was chosen. */
const HOLDS = new Map<string, (count: number, value: number) => boolean>([
  ["atLeast", (count, value) => count >= value],
  ["greaterThan", (count, value) => count > value],
  ["atMost", (count, value) => count <= value],
  ["lessThan", (count, value) => count < value],
  ["equalTo", (count, value) => count === value],
]);

/** Whether two loadouts have the same models with the same weapons. */
const isAlike = (a: Selection, b: Selection): boolean => armsIn(a).join() === armsIn(b).join();

const armsIn = ({ name, type, number, profiles, selections }: Selection): string[] => [
  ...(type === "model" ? [`${number} ${name}`] : []),
  ...profiles.filter((profile) => isOfWeapons(profile)).map((profile) => `${number} ${profile.name}`),
  ...selections.flatMap(armsIn),
];
const isOfWeapons = ({ type }: { readonly type: string }): boolean => / Weapons$/u.test(type);

/** How many of it its parent must have, and may have. */
const least = (entry: RosterNode): number => Math.max(0, ...boundsOf(entry, "min"));
const most = (entry: RosterNode): number => Math.min(1_000, ...boundsOf(entry, "max"));

const boundsOf = (entry: RosterNode, type: string): number[] =>
  listOf(entry, "constraints")
    .filter(
      (one) => `${textOf(one, "type")} ${textOf(one, "field")} ${textOf(one, "scope")}` === `${type} selections parent`,
    )
    .map((one) => Number(modified(textOf(one, "value"), textOf(one, "id"), modifiersOf(entry))))
    .filter((bound) => bound >= 0 && bound <= 200);
