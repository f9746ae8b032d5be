/**
 * BattleScribe catalogues: entries by id, whatever file they stand in, and what they show. Modifiers without conditions are
 * applied; others hang on the rest of an army.
 */
import type { RosterProfile, RosterRule } from "../../rulesets/roster.ts";
import { profileFrom, ruleFrom } from "./list.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

export const MOST_DEPTH = 40;

export const isHidden = (node: RosterNode): boolean => textOf(node, "hidden") === "true";
export const isGroup = (entry: RosterNode): boolean => textOf(entry, "type") === "";

/** Lists of what an entry shows; of a link and what it points at, `infos` are all of them. */
const INFOS = ["profiles", "rules", "infoLinks", "infoGroups"];

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

  nameOf(id: string): string {
    return textOf(this.#byId.get(id), "name");
  }

  /** Entries that are datasheets, each once. */
  sheets(): RosterNode[] {
    const found = new Map<string, RosterNode>();
    for (const root of this.#roots)
      for (const entry of this.#in(root, ["entryLinks", "selectionEntries", "sharedSelectionEntries"])) {
        const id = textOf(entry, "id");
        if (!found.has(id) && this.#isSheet(entry)) found.set(id, entry);
      }
    return [...found.values()];
  }

  /** A datasheet is a unit, or a model by itself: it has a faction or a cost, which models of a unit have not. */
  #isSheet(entry: RosterNode): boolean {
    if (!/^(?:unit|model)$/u.test(textOf(entry, "type")) || listOf(entry, "categoryLinks").length === 0) return false;
    const hasUnit = (node: RosterNode) => this.profilesOf(node).some(({ type }) => type === "Unit");
    if (hasUnit(entry)) return true;
    for (const inner of this.below(entry)) if (hasUnit(inner)) return true;
    return false;
  }

  /** What stands in lists: of a link what it points at, with the link's lists; none of one that leads nowhere. */
  #in(node: RosterNode, keys: readonly string[]): RosterNode[] {
    return keys.flatMap((key) => listOf(node, key)).flatMap((child) => this.#resolved(child));
  }

  #resolved(link: RosterNode): readonly RosterNode[] {
    if (textOf(link, "targetId") === "") return [link];
    const target = this.#byId.get(textOf(link, "targetId"));
    if (target === undefined) return [];
    const infos = [link, target].flatMap((node) => INFOS.flatMap((key) => listOf(node, key)));
    const both: Record<string, RosterNode[string]> = { ...target, linkId: textOf(link, "id"), infos };
    for (const key in link)
      if (Array.isArray(link[key])) {
        const [own, others] = [listOf(link, key), listOf(target, key)];
        // What a link changes it changes last.
        both[key] = key === "modifiers" ? [...others, ...own] : [...own, ...others];
      }
    if (isHidden(link)) both.hidden = "true";
    return [both];
  }

  childrenOf(entry: RosterNode): RosterNode[] {
    return this.#in(entry, ["selectionEntries", "entryLinks", "selectionEntryGroups"]);
  }

  /** Everything below an entry, depth first, each once; nothing below what is not meant. */
  *below(entry: RosterNode, isMeant: (node: RosterNode) => boolean = () => true): Generator<RosterNode> {
    const seen = new Set<string>();
    const open = this.childrenOf(entry).reverse();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const id = textOf(node, "id");
      if (seen.has(id) || !isMeant(node)) continue;
      seen.add(id);
      yield node;
      for (const child of this.childrenOf(node).reverse()) open.push(child);
    }
  }

  profilesOf(entry: RosterNode): RosterProfile[] {
    return this.#infos(entry, "characteristics").map((info) => changed(profileFrom(info), info));
  }

  rulesOf(entry: RosterNode): RosterRule[] {
    return this.#infos(entry, "description").map((info) => changed(ruleFrom(info), info));
  }

  /** What an entry shows that has something of that name, linked ones included. */
  #infos(entry: RosterNode, what: string, depth = 0): RosterNode[] {
    if (depth > MOST_DEPTH) return [];
    return this.#in(entry, "infos" in entry ? ["infos"] : INFOS).flatMap((node): RosterNode[] => {
      if (isHidden(node)) return [];
      return listOf(node, what).length > 0 || textOf(node, what) !== "" ? [node] : this.#infos(node, what, depth + 1);
    });
  }
}

/** Modifiers that always hold. */
export const modifiersOf = (node: RosterNode): readonly RosterNode[] =>
  listOf(node, "modifiers").filter((one) =>
    ["conditions", "conditionGroups", "repeats"].every((key) => listOf(one, key).length === 0),
  );

/** A text as modifiers of a field leave it: `3+` with one more is `4+`, `6"` is `7"`. */
export const modified = (text: string, field: string, modifiers: readonly RosterNode[]): string =>
  modifiers.reduce((now, modifier) => {
    if (textOf(modifier, "field") !== field) return now;
    const [type, value] = [textOf(modifier, "type"), textOf(modifier, "value")];
    if (type === "set") return value;
    if (type === "append") return `${now} ${value}`.trim();
    const by = { increment: 1, decrement: -1 }[type];
    if (by === undefined) return now;
    return now.replace(/-?\d+(?=[+"]*$)/u, (digits) => String(Number(digits) + by * numberOf(modifier, "value")));
  }, text);

/** A profile or rule with the modifiers of everything that leads to it. */
function changed<T extends RosterProfile | RosterRule>(made: T, shown: RosterNode): T {
  const modifiers = modifiersOf(shown);
  if (modifiers.length === 0) return made;
  const name = modified(made.name, "name", modifiers);
  if (!("values" in made)) return { ...made, name };
  const types = listOf(shown, "characteristics").map((each) => [textOf(each, "name"), textOf(each, "typeId")] as const);
  return {
    ...made,
    name,
    values: Object.fromEntries(types.map(([key, type]) => [key, modified(made.values[key]!, type, modifiers)])),
  };
}
