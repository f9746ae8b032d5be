/**
 * Abilities in words, as datasheets print them. Sentences of the common forms become what a modifier set says of a side; a
 * sentence that is not read to its last word is left in words. Nothing is guessed: where an effect depends on something that
 * is no field, what it depends on is kept beside it.
 */
import type { Data } from "../../data.ts";
import { type AttackRange, type ClauseContext, PREFIXES, type Whom } from "./clauses.ts";
import { EFFECTS } from "./effect-forms.ts";

/** One effect of an ability. */
export interface AbilityEffect {
  readonly role: "attacker" | "defender";
  readonly whom: Whom;
  /** As a modifier set changes that side (`addAbilities`, `rerollHits` …). */
  readonly patch: Data;
  /** The attacks that it is of; all when left out. */
  readonly attacks?: AttackRange | undefined;
  /** Of the weapons of that name only. */
  readonly weapon?: string | undefined;
  /** What it depends on, in words; left out where it always holds. */
  readonly when?: string | undefined;
}

/** Longer texts are no abilities. */
const MOST_TEXT = 6_000;

/** The text in plain words: marks of emphasis away, one kind of quotes, dashes and blanks. */
export const plainWords = (text: string): string =>
  text
    .slice(0, MOST_TEXT)
    .replace(/[*^_]{2,}|\*/gu, "")
    .replace(/[’‘`]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/[‐‑–—−]/gu, "-")
    .replace(/\]? abilit(y|ies)\]/giu, "] abilit$1")
    .replace(/\n(?=[a-z])/gu, " ")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/\b[Rr]eroll/gu, "re-roll")
    .replace(/\bthis units\b/gu, "this unit")
    .trim();

/** What crible plays of an attack; mortal wounds that are dealt beside attacks are none of it. */
const TOUCHES =
  /\b(?:hit|wound|damage) rolls?\b|\brolls? (?:to hit|to wound)\b|saving throw|invulnerable save|feel no pain|critical (?:hit|wound)|(?:attacks|strength|damage|armou?r penetration|ballistic skill|weapon skill|toughness|save|wounds) characteristic|benefit of cover|\[[a-z][^\]]*\]|makes? an? (?:\w+ )?attack|attacks? (?:that )?targets?|attack is allocated|(?:lethal hits|sustained hits|devastating wounds|twin-linked|ignores cover|stealth|lance|precision|lone operative) abilit|\bloses? (?:this|that|the) [\w ]{0,40}abilit/iu;

/** Commas of one clause; more are a list of something else. */
const MOST_COMMAS = 12;
/** Anything else that an effect depends on: up to the comma behind which something follows that is known. */
const CLAUSE =
  /^(?:while|whilst|unless|until|if|when|after|at|during|in|once|each time|provided|on|for|the first time|instead of|before|from)\b/iu;

function clauseOf(text: string): string | undefined {
  if (!CLAUSE.test(text)) return undefined;
  const ends = [...text.matchAll(/, /gu)].slice(0, MOST_COMMAS).map(({ index }) => index);
  const known = ends.find((end) => {
    const rest = text.slice(end + 2);
    return rest === "" || CLAUSE.test(rest) || [...PREFIXES, ...EFFECTS].some(([pattern]) => pattern.test(rest));
  });
  return known === undefined ? undefined : text.slice(0, known);
}

/** What is of some attacks of a unit or grows with a count: no field says so. */
const BEYOND =
  /\bcritical\b|\bfor each\b|\bfor every\b|unmodified|attack is made with|(?<!\bthat targets (?:an? )?(?:enemy )?units? )\(excluding/iu;

/** What only the model has that leads the unit: no set says whose of an attached unit's models it is. */
const OF_LEADER =
  /\b(?:model|character) is leading (?:this unit|this model's unit|the bearer's unit), that (?!unit\b)/iu;

/** What may stand behind the last effect and says how long it lasts. */
const SUFFIX =
  /^,? ?(?<clause>(?:until|for the rest of|this (?:phase|turn)|instead|as well|while|when targeting|if|unless|in addition|in that phase|for that attack|made for)\b.*)$/iu;

/**
 * The effects of one sentence, or undefined where it is not read to its end. What is before the points of a list has none, and
 * leaves in `start` what they are about.
 */
function sentence(text: string, start: ClauseContext): AbilityEffect[] | undefined {
  if (OF_LEADER.test(text)) return undefined;
  const isHead = /:$/u.test(text.trim());
  let left = text
    .trim()
    .replace(/[.;:,]+$/u, isHead ? ", " : "")
    .replace(/^[-•■▪◦o] ?/u, "");
  const [label = ""] = CLAUSE.test(left) ? [] : (/^[A-Z][\w' -]{2,50}: (?=[A-Z])/u.exec(left) ?? []);
  left = left.slice(label.length);
  // What has a name may be one of several that are chosen from.
  const context: ClauseContext = {
    ...start,
    when: [...start.when, ...(label === "" ? [] : [label.slice(0, -2)])],
  };
  const found: AbilityEffect[] = [];
  let isRead = false;
  while (left !== "") {
    const taken = effectAt(left, context, found);
    if (taken !== undefined) {
      isRead = true;
      left = left.slice(taken).replace(/^(?:,? and |, )(?=.)/u, "");
      continue;
    }
    const prefix = PREFIXES.find(([pattern]) => pattern.test(left));
    if (prefix === undefined) {
      const clause = clauseOf(left);
      if (clause === undefined) break;
      context.when.push(clause);
      context.other ||= /\b(?:friendly|enemy)\b/iu.test(clause);
      left = left.slice(clause.length + 2);
      continue;
    }
    const [pattern, take] = prefix;
    const match = pattern.exec(left)!;
    take(match.groups ?? {}, context);
    left = left.slice(match[0].length);
  }
  if (context.when.slice(start.when.length).some((one) => BEYOND.test(one))) return undefined;
  if (left !== "" && found.length > 0) {
    const suffix = SUFFIX.exec(left)?.groups?.clause;
    if (suffix === undefined || touches(suffix) || BEYOND.test(suffix)) return undefined;
    // More in the place of what was given before would be added to it.
    if (
      /\binstead\b/iu.test(suffix) &&
      found.some(({ patch }) => Object.keys(patch).some((key) => /Modifier$/u.test(key)))
    )
      return undefined;
    return found.map((one) => ({ ...one, when: [one.when ?? [], suffix].flat().join(", ") }));
  }
  if (left !== "" || !(isRead || (isHead && context.role !== undefined))) return undefined;
  const { role, whom, attacks, against, weapon, when: told } = context;
  Object.assign(start, { role, whom, attacks, against, weapon, told });
  return found;
}

/** Whom attacks are at, where a change cannot say it: an ability that is given, reduced damage. */
function unsaid(patch: Data, { against, stronger }: ClauseContext): string[] {
  const isSaid = Object.values(patch).every(
    (value) => typeof value === "object" && value !== null && ("against" in value || "stronger" in value),
  );
  if (isSaid) return [];
  return [
    ...(against === undefined ? [] : [`that targets ${against.join(" or ")}`]),
    ...(stronger ? ["of more Strength than the Toughness of the target"] : []),
  ];
}

/** Whether a field is of the dice of who attacks. */
export const isOfAttackers = (field: string): boolean => /^(?:reroll(?!Saves)|critical)/u.test(field);

/** Reads the effect that stands first; how many letters it takes. */
function effectAt(text: string, context: ClauseContext, found: AbilityEffect[]): number | undefined {
  for (const [pattern, read] of EFFECTS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const clauseContext: ClauseContext = { ...context, when: [...context.when] };
    if (/\bthose weapons\b/iu.test(match[0])) {
      const { attacks, weapon, whom, role } = found.at(-1) ?? {};
      Object.assign(clauseContext, { attacks, weapon, whom, role });
    }
    const effect = read(match.groups ?? {}, clauseContext);
    const role = effect?.role ?? clauseContext.role;
    if (effect === undefined || role === undefined) continue;
    // Dice are rolled again by who attacks: whoever that is when a target is named first.
    if (role === "defender" && Object.keys(effect.patch).some((field) => isOfAttackers(field))) continue;
    Object.assign(context, { role: clauseContext.role ?? context.role, whom: clauseContext.whom ?? context.whom });
    if (Object.keys(effect.patch).length === 0) return match[0].length;
    clauseContext.when.push(...unsaid(effect.patch, clauseContext));
    const { whom = "bearer", attacks, weapon } = clauseContext;
    found.push({ role, whom, patch: effect.patch, attacks, weapon, when: clauseContext.when.join(", ") || undefined });
    return match[0].length;
  }
  return undefined;
}

const touches = (text: string): boolean => TOUCHES.test(text);

/** Sentences, points of a list as such. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[^.][.;])\s+(?=[^a-z\d])|\n+|(?=[■•▪])|(?<=\))\s*(?=[■•])/u)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Whom a gift may be given to; holds for everything that follows. */
const ONLY = /^\(?[^.:]{1,80} only\)?[.:]?$/iu;

/**
 * Reads an ability; its own name and a colon before its words are none of them. Never throws. Whether it `touches` how attacks
 * are made, and the `rest`: sentences that do and were not understood.
 */
export function readAbility(text: string, name = "") {
  const words = plainWords(text);
  const title = `${name.toLowerCase()}:`;
  const plain = name !== "" && words.toLowerCase().startsWith(title) ? words.slice(title.length).trim() : words;
  if (!touches(plain)) return { meanings: [], touches: false, rest: [] };
  const meanings: AbilityEffect[] = [];
  const rest: string[] = [];
  const before: string[] = [];
  let event: Partial<ClauseContext> = {};
  /** Whether the points of a list follow that go on where a sentence ended. */
  let head = false;
  const all = sentencesOf(plain);
  for (const [i, one] of all.entries()) {
    if (ONLY.test(one)) continue;
    const isPoint = /^[■•▪-]/u.test(one);
    const isFurther = (isPoint && head) || /^if (?:that|the target)\b/iu.test(one);
    // What may be done is said first: that it is, is what comes after depends on.
    const may = /^if (?:it|you|they) do(?:es)?\b/iu.test(one) && i > 0 ? [all[i - 1]!] : [];
    const context: ClauseContext = {
      ...(isFurther || /^(?:in addition|also)\b/iu.test(one) ? event : {}),
      when: [...((isFurther && event.told) || before), ...may.filter((clause) => !before.includes(clause))],
      leading: /while (?:this model|the bearer) is leading/iu.test(plain),
      other: before.some((clause) => /friendly|enemy/iu.test(clause)),
    };
    const choice = isPoint && /\bselect one\b|\bone of the following\b/iu.test(before.join(" "));
    if (choice) {
      context.when.push(`choice ${i}`);
      const [, range] = /\b(melee|ranged) weapons\b/iu.exec(before.join(" ")) ?? [];
      if (range !== undefined) context.attacks = range.toLowerCase() as AttackRange;
    }
    const read = sentence(one, context);
    if (!isPoint || !head) event = read === undefined ? {} : context;
    if (!isPoint) head = /:$/u.test(one);
    if (read !== undefined) meanings.push(...read);
    else if (touches(one)) rest.push(one);
    // What is said of something else first, a choice or a throw of a die, is what comes after depends on.
    if (read === undefined) before.push(one);
  }
  return { meanings, touches: true, rest };
}
