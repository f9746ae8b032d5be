/** What a reader is told instead of the names of a scenario: titles and labels where it gives them, else the names in words. */
import { wordsOf } from "../../rule/identifier.ts";
import type { Say } from "../../rule/say.ts";
import { BROUGHT } from "../../rulesets/labels.ts";
import { translationIn } from "../../rulesets/languages.ts";
import { lookup } from "../../rulesets/sayings.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { type LanguageTag, type ScenarioText, type Titles, textIn, UNITS } from "../../scenario/languages.ts";
import type { Fact } from "../../scenario/setup.ts";
import { type PathItem, pathLabel, sideLabel } from "./fields.ts";
import type { Numbers } from "./numbers.ts";
import type { Terms } from "./terms.ts";

export interface Names {
  /** An experiment: its title, else its name in words. */
  experiment(name: string): string;
  /** Modifier sets of a cell: `endurance and drone`. */
  sets(modifiers: readonly string[]): string;
  /** The same within a sentence: several words are quoted, and of known sides whose it is is said, unless that is `told`. */
  owned(modifiers: readonly string[], told?: string, sides?: Readonly<Record<string, string>>): string;
  /** A unit, or several that are attacked together: `Ork boyz and Carnifex`. */
  unit(name: string): string;
  /** Who meets whom: `Rangers against Marines`; empty where a kind has no units. */
  pair(cell: { readonly attacker: string; readonly defender: string }): string;
  /** A value of a path, as the book writes it: a save of 3 is `3+`, an order its word. */
  at(path: string, value: number | string): string;
  /** The same with its unit: `28 paces`, `12″`. */
  amount(path: string, value: number | string): string;
  /** A field of a situation with what it says: `distance 28 paces`, `6 turns`; one that is not so is empty. */
  fact(field: string, value: Fact): string;
  /** A path above its values: `distance (paces)`. */
  axis(path: string, sides?: Readonly<Record<string, string>>): string;
  /**
   * A path as players say it: `save (Space Marines)`, `save modifier (laser rifle)`; `sides`: who the sides are;
   * `items`: what those of its lists are called.
   */
  path(path: string, sides?: Readonly<Record<string, string>>, items?: readonly PathItem[]): string;
  /** A unit or weapon by what the file calls it. */
  thing(name: string): string;
  /**
   * A cell by its id, in words: `One shot: Rangers against Marines, in cover`; `isShort`: without its experiment, where
   * somebody meets.
   */
  cellName(id: string, isShort?: boolean): string;
}

/** What a result says of its names. */
export interface Named {
  readonly titles?: Titles;
  readonly unitLabels?: Readonly<Record<string, string>>;
}

/** Characteristics that are the least a die has to show, by ruleset. */
const ROLLED: Readonly<Record<string, RegExp>> = {
  "alpha-omega": /\.(?:ballisticSkill|save|command)$/,
  "wh40k-10e": /\.(?:skill|save|invulnerable|feelNoPain)$/,
};

/** `5+`, or what is certain. */
export const dieText = (
  { needed, sides }: { readonly needed: number; readonly sides: number },
  { say }: { say: Say },
) => (needed <= 1 ? say`always` : needed > sides ? say`never` : `${needed}+`);

/** A label in a language, by its English. */
export const calledIn =
  (tag: LanguageTag, { titles }: Named) =>
  (english: string): string =>
    textIn(lookup(titles?.labels, english) ?? english, tag);

export function namesOf(
  tag: LanguageTag,
  ruleset: string | undefined,
  { say, list, plain }: Pick<Numbers, "list" | "plain"> & { readonly say: Say },
  { value: word, kind, field }: Pick<Terms, "value" | "kind" | "field">,
  { titles, unitLabels }: Named,
  called: (label: string) => string,
): Names {
  const rolled = lookup(ROLLED, ruleset ?? "");
  const { needed, units = lookup(UNITS, ruleset ?? "") } = BROUGHT.get(ruleset ?? "") ?? {};
  const said = (texts: Readonly<Record<string, ScenarioText>> | undefined, name: string): string | undefined => {
    const text = lookup(texts, name);
    return text === undefined ? undefined : textIn(text, tag);
  };
  /** One that is called as its kind is has the kind's word. */
  const ofKind = (name: string) => (kind(name) === name ? wordsOf(name) : kind(name));
  const experiment = (name: string) =>
    said(titles?.experiments, name) ?? ofKind(name).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const set = (name: string) => said(titles?.sets, name) ?? wordsOf(name);
  const sets = (modifiers: readonly string[]) => list(modifiers.map(set));
  const labelled = (name: string) => {
    const text = lookup(unitLabels, name);
    return text === undefined ? undefined : called(text);
  };
  /** A unit that a question brings along is called by its side. */
  const label = (name: string) =>
    (lookup(unitLabels, name) === name ? sideLabel(name, say) : undefined) ?? labelled(name);
  const unit = (name: string) => {
    const parts = name.split("+");
    return label(name) ?? (parts.every(label) ? list(parts.map((part) => label(part)!)) : wordsOf(name));
  };
  const owned: Names["owned"] = (modifiers, told, sides) => {
    const ownerOf = (name: string) => lookup(titles?.owners, name) ?? "";
    const groups = groupedBy(modifiers, ownerOf).map((group) => {
      const names = group.map((name) => (/\s/u.test(set(name)) ? say`“${set(name)}”` : set(name)));
      const owner = ownerOf(group[0]!);
      if (sides === undefined || owner === "" || owner === told) return names;
      return say`${list(names)} (${sides[owner] ?? sideLabel(owner, say)!})`;
    });
    return list(groups.flat());
  };
  const pair = ({ attacker, defender }: { readonly attacker: string; readonly defender: string }) =>
    [attacker, defender]
      .filter((name) => name !== "-")
      .map(unit)
      .reduce((all, one) => (all === "" ? one : say`${all} against ${one}`), "");
  const at = (path: string, value: number | string) => {
    const sides = lookup(needed, path.split(".").at(-1)!);
    const least = value === "none" || value === "-" ? sides && sides + 1 : value;
    if (typeof least === "number" && sides !== undefined) return dieText({ needed: least, sides }, { say });
    if (typeof value === "number") return rolled?.test(path) ? `${plain(value)}+` : plain(value);
    // Readings of options are called as they are written.
    return path.startsWith("options.") ? value : word(path.split(".").at(-1)!, value);
  };
  /** So many of them: of one its own word, in a language that has that. */
  const counted = (many: string, value: number) => {
    const one = many.replace(/(?<=s|x|z|ch|sh)es$|(?<!s)s$/u, "");
    const isOne = translationIn(tag).isOne?.(value) && (field(one) !== one || field(many) === many);
    return field(isOne ? one : many);
  };
  /** What it counts. */
  const unitOf = (path: string, value = 2) => {
    const unit = lookup(units, path.split(".").at(-1)!);
    return unit && counted(unit, value);
  };
  const amount = (path: string, value: number | string) => {
    const [text, unit] = [at(path, value), typeof value === "number" ? unitOf(path, value) : undefined];
    return unit === undefined ? text : `${text}${unit === "″" ? "" : "\u00a0"}${unit}`;
  };
  const thing = (name: string) => said(titles?.weapons, name) ?? unit(name);
  /** A share is no noun by its field, `visible share`; what a game of one's own calls so is its designer's word. */
  const isShare = (name: string) => !BROUGHT.has(ruleset ?? "") && lookup(units, name) === "%";
  const fieldOf = (name: string) => (isShare(name) ? say`${field(name)} share` : field(name));
  const path = (whole: string, sides?: Readonly<Record<string, string>>, items?: readonly PathItem[]) =>
    pathLabel(whole, fieldOf, say, (owner) => lookup(sides, owner) ?? sideLabel(owner, say) ?? thing(owner), items);
  /** Where a cell of a sweep stands: `distance 8, order (Rangers) move`. */
  const pointText = (point: string, [first, second]: readonly [string, string]) => {
    const sides = first === second ? {} : { attacker: first, first, defender: second, second };
    const values = point
      .split(/,(?=[^,=]+=)/u)
      .map((text) => [text.split("=", 1)[0]!, text.slice(text.indexOf("=") + 1)]);
    return values
      .map(
        ([name, value]) =>
          `${path(name!, sides)} ${amount(name!, /^-?\d+(?:\.\d+)?$/u.test(value!) ? Number(value) : value!)}`,
      )
      .join(", ");
  };
  return {
    experiment,
    sets,
    owned,
    unit,
    pair,
    at,
    amount,
    fact(name, value) {
      const at = `situation.${name}`;
      if (typeof value === "boolean") return value ? path(at) : "";
      const isCount = typeof value === "number" && /[^su]s$/u.test(name) && unitOf(at) === undefined;
      return isCount ? `${plain(value)}\u00a0${counted(name, value)}` : `${path(at)}\u00a0${amount(at, value)}`;
    },
    path,
    axis: (whole, sides) => {
      const name = path(whole, sides);
      return unitOf(whole) === undefined ? name : `${name} (${unitOf(whole)})`;
    },
    thing,
    cellName(id, isShort = false) {
      const [plain, point] = id.split("@", 2) as [string, string?];
      const parts = plain.split("~");
      if (parts.length !== 4) return id;
      const [name, attacker, defender, modifiers] = parts as [string, string, string, string];
      const who = pair({ attacker, defender });
      const head = who === "" ? experiment(name) : isShort ? who : say`${experiment(name)}: ${who}`;
      const where = point === undefined ? "" : pointText(point, [unit(attacker), unit(defender)]);
      const more = [modifiers === "base" ? "" : sets(modifiers.split("+")), where].filter((text) => text !== "");
      return [head, ...more].join(", ");
    },
  };
}
