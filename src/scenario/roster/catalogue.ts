/**
 * BattleScribe catalogues: entries by id, whatever file they stand in, and what they show. Modifiers without conditions are
 * applied; others hang on the rest of an army.
 */
import type { RosterProfile } from "../../rulesets/roster.ts";
import { profileFrom, ruleFrom } from "./list.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

export const MOST_DEPTH = 40;

/** Entries of catalogues by their ids. */
export class Catalogues {
  readonly #byId = new Map<string, RosterNode>();
  readonly #roots: RosterNode[] = [];

  /** @param isOffered whether its own datasheets are taken, or it is there for what others link to */
  add(root: RosterNode, isOffered: boolean): void {
    if (isOffered) this.#roots.push(root);
    const visit = (node: RosterNode): void => {
      const id = textOf(node, "id");
      if (id !== "" && !this.#byId.has(id)) this.#byId.set(id, node);
      for (const key in node) if (Array.isArray(node[key])) for (const inner of listOf(node, key)) visit(inner);
    };
    visit(root);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  target(link: RosterNode): RosterNode | undefined {
    return this.#byId.get(textOf(link, "targetId"));
  }

  nameOf(id: string): string {
    return textOf(this.#byId.get(id), "name");
  }

  /** Entries that are datasheets, each once, by name. */
  sheets(): RosterNode[][] {
    const found = new Map<string, RosterNode[]>();
    const offer = (parts: RosterNode[]): void => {
      const id = textOf(parts.at(-1), "id");
      if (!found.has(id) && parts.length > 0 && this.#isSheet(parts)) found.set(id, parts);
    };
    for (const root of this.#roots) {
      for (const link of listOf(root, "entryLinks")) offer(this.parts(link));
      for (const key of ["selectionEntries", "sharedSelectionEntries"])
        for (const entry of listOf(root, key)) offer([entry]);
    }
    return [...found.values()];
  }

  /** A datasheet is a unit, or a model by itself: it has a faction or a cost, which models of a unit have not. */
  #isSheet(parts: readonly RosterNode[]): boolean {
    const type = textOf(parts.at(-1), "type");
    if (type !== "unit" && type !== "model") return false;
    const isCounted = parts.some((part) => listOf(part, "categoryLinks").length > 0);
    return isCounted && this.#hasUnit(parts, new Set());
  }

  #hasUnit(parts: readonly RosterNode[], seen: Set<RosterNode>): boolean {
    if (parts.some((part) => this.profilesOf(part).some(({ type }) => type === "Unit"))) return true;
    return this.childrenOf(parts).some((child) => {
      const own = this.parts(child);
      const last = own.at(-1);
      if (last === undefined || seen.has(last)) return false;
      seen.add(last);
      return this.#hasUnit(own, seen);
    });
  }

  /** A link with what it points at behind it; an entry alone. Empty for a link that leads nowhere. */
  parts(node: RosterNode): RosterNode[] {
    if (textOf(node, "targetId") === "") return [node];
    const target = this.target(node);
    return target === undefined ? [] : [node, target];
  }

  childrenOf(parts: readonly RosterNode[]): RosterNode[] {
    return parts.flatMap((part) =>
      ["selectionEntries", "entryLinks", "selectionEntryGroups"].flatMap((key) => listOf(part, key)),
    );
  }

  /** Profiles of an entry, linked ones included. */
  profilesOf(part: RosterNode): RosterProfile[] {
    return this.#infos(part, (node) => (listOf(node, "characteristics").length > 0 ? profileFrom(node) : undefined));
  }

  rulesOf(part: RosterNode) {
    return this.#infos(part, (node) => (textOf(node, "description") !== "" ? ruleFrom(node) : undefined));
  }

  #infos<T extends { readonly name: string }>(
    part: RosterNode,
    read: (node: RosterNode) => T | undefined,
    depth = 0,
  ): T[] {
    if (depth > MOST_DEPTH) return [];
    const own = ["profiles", "rules"].flatMap((key) => listOf(part, key)).map((node) => [node]);
    const linked = listOf(part, "infoLinks")
      .map((link) => this.parts(link))
      .filter(({ length }) => length > 0);
    const found = [...own, ...linked].flatMap((parts) => {
      const shown = parts.at(-1)!;
      if (parts.some(isHidden)) return [];
      const made = read(shown);
      return made === undefined ? this.#infos(shown, read, depth + 1) : [changed(made, shown, parts)];
    });
    return [
      ...found,
      ...listOf(part, "infoGroups")
        .filter((group) => !isHidden(group))
        .flatMap((group) => this.#infos(group, read, depth + 1)),
    ];
  }
}

export const isHidden = (node: RosterNode): boolean => textOf(node, "hidden") === "true";

/** Modifiers that always hold. */
export const modifiersOf = (node: RosterNode): readonly RosterNode[] =>
  listOf(node, "modifiers").filter((one) =>
    ["conditions", "conditionGroups", "repeats"].every((key) => listOf(one, key).length === 0),
  );

export function modified(text: string, modifier: RosterNode): string {
  const [type, value, by] = [textOf(modifier, "type"), textOf(modifier, "value"), numberOf(modifier, "value")];
  if (type === "set") return value;
  if (type === "append") return `${text} ${value}`.trim();
  return type === "increment" || type === "decrement" ? shifted(text, type === "increment" ? by : -by) : text;
}
/** `3+` with one more is `4+`, `6"` is `7"`. */
const shifted = (text: string, by: number): string =>
  text.replace(/-?\d+(?=[+"]*$)/u, (digits) => String(Number(digits) + by));

/** A profile or rule with the modifiers of everything that leads to it. */
function changed<T extends { readonly name: string }>(made: T, shown: RosterNode, parts: readonly RosterNode[]): T {
  let result = made;
  const types = new Map(listOf(shown, "characteristics").map((own) => [textOf(own, "typeId"), textOf(own, "name")]));
  for (const modifier of [...parts].reverse().flatMap(modifiersOf)) {
    const field = textOf(modifier, "field");
    const name = types.get(field);
    if (field === "name") result = { ...result, name: modified(result.name, modifier) };
    else if (name !== undefined && "values" in result) {
      const values = result.values as Readonly<Record<string, string>>;
      result = { ...result, values: { ...values, [name]: modified(values[name] ?? "", modifier) } };
    }
  }
  return result;
}
