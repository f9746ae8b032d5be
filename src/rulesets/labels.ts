import type { Translation } from "../rule/catalogue.ts";
import type { RulesetTexts } from "./forms.ts";

/** The words of a ruleset in another language: what its identifiers and its English sentences are called there. */
export type Words = Readonly<Record<string, string>>;

export interface Labels {
  readonly kinds: Words;
  readonly metrics: Words;
  /** Values of metrics; `metric=value` where a word depends on what is measured. */
  readonly values: Words;
  /** Names of options, then what their values are called. */
  readonly options: Words;
  readonly optionValues: Words;
  /**
   * By map of a scenario (`units`, `weapons`) and field, by its path there: what the field is called, and what else the
   * column of a table may be called that fills it: `{ units: { ballisticSkill: ["capacité de tir", "CT"] } }`.
   */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /**
   * Sentences that the ruleset says (headlines, statements, notes, tellings), by their English: `{}` is the next thing that
   * fills the sentence, `{2}` the second, `{de 2}` the second after `de`.
   */
  readonly sayings: Words;
  /** By characteristic that is the least a die has to show, the sides of the die. */
  readonly needed?: Readonly<Record<string, number>>;
  /** By field, what its numbers count. */
  readonly units?: Words;
  /** What `crible init` writes, line by line. */
  readonly starter?: readonly string[];
  /** What `crible explain` says of its rules, its options and its fields. */
  readonly texts?: RulesetTexts;
}

/** The French that rulesets from outside brought with them, by their name. */
export const BROUGHT = new Map<string, Labels>();

/** The words of a ruleset as they ship, with the spaces of their language set. */
export function withSpaces(labels: Labels, { set }: Pick<Translation, "set">): Labels {
  const setIn = (item: unknown): unknown =>
    typeof item === "string"
      ? set(item)
      : Array.isArray(item)
        ? item.map(setIn)
        : Object.fromEntries(Object.entries(item as object).map(([key, value]) => [key, setIn(value)]));
  const { starter, ...told } = labels;
  return { ...(setIn(told) as Labels), ...(starter === undefined ? {} : { starter }) };
}
