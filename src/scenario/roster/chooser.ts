/**
 * Datasheets with the loadout that they come with: what minimum constraints and defaults choose, and the options that are named.
 * Costs that go by the number of models are reckoned.
 */
import type { ArmyList, OnSheet, Selection } from "../../rulesets/roster.ts";
import { type Catalogues, isHidden, MOST_DEPTH, modified, modifiersOf } from "./catalogue.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

/** Datasheets that are asked for, and options of theirs, in small letters, with how many where that is said. */
export interface WantedSheet {
  matches(name: string): boolean;
  readonly options: ReadonlyMap<string, number | undefined>;
  /** What its loadout is called beside others of the same datasheet; those that change nothing are left out. */
  readonly loadout?: string;
}

const POINTS = /^(?:pts|points)$/iu;

/** Takes datasheets with a loadout. */
export class Chooser {
  readonly #all: Catalogues;
  readonly #sheets: readonly (readonly RosterNode[])[];
  /** Options that are asked for and have been met, and every one that could have been. */
  readonly met = new Set<string>();
  readonly known = new Set<string>();
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
    const selections = wanted.flatMap(({ matches, options, loadout }) =>
      this.#sheets
        .filter((parts) => matches(nameOf(parts)))
        .flatMap((parts, done, all) => {
          onSheet?.(nameOf(parts), done, all.length);
          const sheet = this.#sheet(parts, options);
          if (loadout === undefined) return sheet;
          const plain = this.#sheet(parts, new Map());
          return isAlike(sheet, plain) ? [] : { ...sheet, name: `${sheet.name}: ${loadout}` };
        }),
    );
    return { name: "", selections };
  }

  /** Names of what changes the loadout of a datasheet when it is chosen. */
  optionsOf(matches: WantedSheet["matches"]): string[] {
    const found = new Set<string>();
    for (const parts of this.#sheets.filter((own) => matches(nameOf(own)))) {
      this.known.clear();
      const plain = this.#sheet(parts, new Map());
      for (const name of new Set([...this.known, ...plain.options!.map((own) => own.name)]))
        if (!isAlike(plain, this.#sheet(parts, new Map([[name.toLowerCase(), undefined]])))) found.add(name);
    }
    return [...found];
  }

  #sheet(parts: readonly RosterNode[], options: WantedSheet["options"]): Selection {
    this.#wanted = options;
    this.#counts = new Map();
    const made = this.#selection(parts, 1, 0);
    const isPeopled = made.type === "model" || (this.#counts.get("model") ?? 0) > 0;
    const first = isPeopled ? undefined : this.#firstModel(parts, new Set());
    const selections = first === undefined ? made.selections : [...made.selections, this.#selection(first, 1, 1)];
    return { ...made, points: this.#points(parts), selections, options: this.#options(parts) };
  }

  #selection(parts: readonly RosterNode[], number: number, depth: number): Selection {
    const entry = parts.at(-1)!;
    const type = textOf(entry, "type");
    for (const id of [...parts.map((part) => textOf(part, "id")), ...(type === "model" ? ["model"] : [])])
      this.#counts.set(id, (this.#counts.get(id) ?? 0) + number);
    const name = parts
      .flatMap(modifiersOf)
      .reduce((text, own) => (textOf(own, "field") === "name" ? modified(text, own) : text), nameOf(parts));
    return {
      name,
      type,
      number,
      points: depth === 0 ? 0 : this.#points(parts) * number,
      categories: this.#categories(parts),
      profiles: parts.flatMap((part) => this.#all.profilesOf(part)),
      rules: parts.flatMap((part) => this.#all.rulesOf(part)),
      selections: depth > MOST_DEPTH ? [] : this.#chosen(parts, number, depth + 1),
    };
  }

  #categories(parts: readonly RosterNode[]): string[] {
    const linked = parts.flatMap((part) =>
      listOf(part, "categoryLinks").map((link) => textOf(link, "name") || this.#all.nameOf(textOf(link, "targetId"))),
    );
    const added = parts
      .flatMap(modifiersOf)
      .filter((own) => textOf(own, "field") === "category" && textOf(own, "type") === "add");
    return [...linked, ...added.map((own) => this.#all.nameOf(textOf(own, "value")))];
  }

  /** Of everything below an entry what must be there, and what is asked for. */
  #chosen(parts: readonly RosterNode[], number: number, depth: number): Selection[] {
    return this.#all.childrenOf(parts).flatMap((child) => {
      const own = this.#all.parts(child);
      if (own.length === 0 || own.some(isHidden)) return [];
      if (isGroup(own)) return this.#group(own, number, depth);
      const count = Math.max(least(own), this.#asked(own) ?? 0);
      return count > 0 ? [this.#selection(own, count * number, depth)] : [];
    });
  }

  /** Of a group as many as it needs: those that are asked for, those that must be there, then the default. */
  #group(group: readonly RosterNode[], number: number, depth: number): Selection[] {
    if (depth > MOST_DEPTH) return [];
    const entries = this.#all
      .childrenOf(group)
      .map((child) => this.#all.parts(child))
      .filter((own) => own.length > 0 && !own.some(isHidden));
    const before = this.#counts.get("model") ?? 0;
    const counts = entries.map((own) => (isGroup(own) ? 0 : Math.max(least(own), this.#asked(own) ?? 0)));
    const inner = entries.flatMap((own) => (isGroup(own) ? this.#group(own, number, depth + 1) : []));
    const fromGroups = Math.max(
      ((this.#counts.get("model") ?? 0) - before) / Math.max(1, number),
      inner.length > 0 ? 1 : 0,
    );
    let open = least(group) - fromGroups - counts.reduce((sum, count) => sum + count, 0);
    const preferred = group.map((part) => textOf(part, "defaultSelectionEntryId")).find((id) => id !== "");
    const isDefault = (own: readonly RosterNode[]) => own.some((part) => textOf(part, "id") === preferred);
    const order = entries
      .map((_, i) => i)
      .sort((a, b) => Number(isDefault(entries[b]!)) - Number(isDefault(entries[a]!)) || a - b);
    for (const i of order) {
      if (open <= 0) break;
      if (isGroup(entries[i]!)) continue;
      const more = Math.min(open, Math.max(0, most(entries[i]!) - counts[i]!));
      counts[i]! += more;
      open -= more;
    }
    const made = entries.flatMap((own, i) =>
      counts[i]! > 0 ? [this.#selection(own, counts[i]! * number, depth)] : [],
    );
    const all = [...inner, ...made];
    const sum = all.reduce((total, own) => total + own.number, 0);
    for (const part of group) this.#counts.set(textOf(part, "id"), (this.#counts.get(textOf(part, "id")) ?? 0) + sum);
    return all;
  }

  /** How many of an entry are asked for by its name. */
  #asked(parts: readonly RosterNode[]): number | undefined {
    const name = nameOf(parts).toLowerCase();
    this.known.add(nameOf(parts));
    if (!this.#wanted.has(name)) return undefined;
    this.met.add(name);
    return this.#wanted.get(name) ?? Math.max(1, least(parts));
  }

  #firstModel(parts: readonly RosterNode[], seen: Set<RosterNode>): RosterNode[] | undefined {
    for (const child of this.#all.childrenOf(parts)) {
      const own = this.#all.parts(child);
      const last = own.at(-1);
      if (last === undefined || seen.has(last) || own.some(isHidden)) continue;
      seen.add(last);
      if (textOf(last, "type") === "model") return own;
      const inner = this.#firstModel(own, seen);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }

  /** Every weapon below an entry, each once; what a campaign (a Crusade) adds is left out. */
  #options(parts: readonly RosterNode[]): Selection[] {
    const found = new Map<RosterNode, Selection>();
    const seen = new Set<RosterNode>();
    const visit = (own: readonly RosterNode[], depth: number): void => {
      for (const child of this.#all.childrenOf(own)) {
        const inner = this.#all.parts(child);
        const last = inner.at(-1);
        if (last === undefined || seen.has(last) || depth > MOST_DEPTH || /^crusade\b/iu.test(nameOf(inner))) continue;
        seen.add(last);
        const profiles = inner.flatMap((part) => this.#all.profilesOf(part)).filter(isOfWeapons);
        if (profiles.length > 0)
          found.set(last, {
            ...{ name: nameOf(inner), type: "upgrade", number: 1, points: 0 },
            ...{ categories: [], profiles, rules: [], selections: [] },
          });
        visit(inner, depth + 1);
      }
    };
    visit(parts, 0);
    return [...found.values()];
  }

  /** Its own points, by how many were chosen. */
  #points(parts: readonly RosterNode[]): number {
    const costs = parts
      .flatMap((part) => listOf(part, "costs"))
      .filter((cost) => POINTS.test(textOf(cost, "name").trim()));
    const type = textOf(costs.at(-1), "typeId");
    let points = costs.map((cost) => numberOf(cost, "value")).find((value) => value > 0) ?? 0;
    for (const modifier of parts.flatMap((part) => listOf(part, "modifiers"))) {
      if (type === "" || textOf(modifier, "field") !== type || listOf(modifier, "repeats").length > 0) continue;
      const conditions = [
        ...listOf(modifier, "conditions"),
        ...listOf(modifier, "conditionGroups").flatMap((group) =>
          textOf(group, "type") === "and" ? listOf(group, "conditions") : [{}],
        ),
      ];
      if (!conditions.every((condition) => this.#holds(condition))) continue;
      points = Number(modified(String(points), modifier));
    }
    return Number.isFinite(points) ? Math.max(0, points) : 0;
  }

  #holds(condition: RosterNode): boolean {
    const holds = textOf(condition, "field") === "selections" ? HOLDS.get(textOf(condition, "type")) : undefined;
    return holds?.(this.#counts.get(textOf(condition, "childId")) ?? 0, numberOf(condition, "value")) ?? false;
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
  ...profiles.filter((own) => isOfWeapons(own)).map((own) => `${number} ${own.name}`),
  ...selections.flatMap(armsIn),
];
const isOfWeapons = ({ type }: { readonly type: string }): boolean => / Weapons$/u.test(type);

const nameOf = (parts: readonly RosterNode[]): string => textOf(parts.at(-1), "name");
const isGroup = (parts: readonly RosterNode[]): boolean => {
  const last = parts.at(-1);
  return textOf(last, "type") === "" || textOf(parts[0], "type") === "selectionEntryGroup";
};

/** How many of it its parent must have, and may have. */
const least = (parts: readonly RosterNode[]): number => bound(parts, "min", 0, Math.max);
const most = (parts: readonly RosterNode[]): number => bound(parts, "max", 1_000, Math.min);

function bound(
  parts: readonly RosterNode[],
  type: string,
  start: number,
  better: (a: number, b: number) => number,
): number {
  let value = start;
  const always = parts.flatMap(modifiersOf);
  for (const constraint of parts.flatMap((part) => listOf(part, "constraints"))) {
    if (
      textOf(constraint, "type") !== type ||
      textOf(constraint, "field") !== "selections" ||
      textOf(constraint, "scope") !== "parent"
    )
      continue;
    const own = always.filter((modifier) => textOf(modifier, "field") === textOf(constraint, "id"));
    const number = Number(own.reduce(modified, textOf(constraint, "value")));
    if (number >= 0 && number <= 200) value = better(value, number);
  }
  return value;
}
