/** What stands before an effect in the words of a datasheet: who attacks whom, and what it depends on. */
import { KEYWORDS_OF_TARGETS } from "../words.ts";

/** Whom an ability is about: its bearer, the bearer's unit, a unit that the bearer leads, or others on either side. */
export type Whom = "bearer" | "unit" | "led" | "others";
export type AttackRange = "ranged" | "melee" | "psychic";

const SELF =
  "(?:an? )?(?:models?|units?)(?: from your army)? with this ability|this model's unit|the bearer's unit|this unit|that unit|that model|this model|the bearer|it|them|they";
const PART = "(?:each |all |any |a |an )?models? in ";
const FRIENDS = "(?:an? |one |each |all )?(?:other )?friendly (?:(?!\\b(?:cannot|not|never)\\b)[^,.]){1,80}?";
const ENEMY =
  "(?:that|an|the|each) enemy (?:unit|model)|enemy (?:units|models)|(?:that|those|the) (?:selected )?(?:(?!\\b(?:cannot|not|never)\\b)[\\w' -]){3,41}?(?: models?| units?)?|that selected (?:model|unit)";
export const WHO = `(?:${PART})?(?:${SELF}|${ENEMY})|${FRIENDS}`;
/** Keywords of targets, more than two. */
const LISTED = "an? (?:enemy )?(?:\\w+, ){1,3}\\w+,? or \\w+(?: units?| models?)?";
const RANGE = "(?:(?<range>melee|ranged|psychic) )?";

/** What has been said when an effect comes. */
export interface ClauseContext {
  role?: "attacker" | "defender" | undefined;
  whom?: Whom | undefined;
  attacks?: AttackRange | undefined;
  against?: readonly string[] | undefined;
  weapon?: string | undefined;
  /** Attacks of more Strength than the Toughness of their target. */
  stronger?: true | undefined;
  when: string[];
  /** All that a sentence depends on, once it is read: what goes on from it does too. */
  told?: readonly string[];
  leading: boolean;
  /** Who was named last, for `that unit`. */
  other: boolean;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** Who is meant; undefined for an enemy, whose side the event tells. */
export function whomOf(text: string | undefined, context: ClauseContext): Whom {
  const said = (text ?? "it").toLowerCase();
  if (/friendly|enemy|selected|those |that (?!unit|model)/u.test(said)) return "others";
  if (/that (?:unit|model)/u.test(said))
    return context.leading ? "led" : context.other ? "others" : (context.whom ?? "unit");
  if (/this unit|'s unit|models? in|this ability/u.test(said)) return "unit";
  return (/\bit\b|they|them/u.test(said) && context.whom) || "bearer";
}

/** Keywords of a target; undefined where the words are none that attacks are told apart by. */
function keywordsOf(text: string): string[] | undefined {
  const words = text.replace(/ (?:units?|models?)$/iu, "").split(/,? or |, ?| units? or |\/| and /u);
  const known = words.map((word) => {
    const one = word
      .trim()
      .replace(/^(?:an? |enemy |one or more )+/iu, "")
      .replace(/ (?:units?|models?)$/iu, "");
    return KEYWORDS_OF_TARGETS.find((keyword) => keyword.toLowerCase() === one.toLowerCase().replace(/s$/u, ""));
  });
  return known.every((word) => word !== undefined) ? (known as string[]) : undefined;
}

function target(text: string | undefined, context: ClauseContext): void {
  if (text === undefined) return;
  const bare = text.replace(/^(?:an?|one|the|one or more) /iu, "").replace(/^enemy /iu, "");
  if (/^(?:units?|models?)$/iu.test(bare)) return;
  const keywords = keywordsOf(bare);
  if (keywords === undefined) context.when.push(`that targets ${text}`);
  else context.against = keywords;
}

type Prefix = readonly [pattern: RegExp, take: (groups: Groups, context: ClauseContext) => void];
export const at = (source: string): RegExp => new RegExp(`^(?:${source})`, "iu");
const prefix = (source: string, take: Prefix[1]): Prefix => [at(source), take];

const ITSELF = "(?:this unit|this model|it|the bearer's unit|that unit|the bearer|this model's unit)";

/** What stands before an effect. */
export const PREFIXES: readonly Prefix[] = [
  prefix("in addition, |in addition to this, |also, |then, |however, |and ", () => {}),
  prefix(
    "while (?:this model|the bearer|it) is leading (?:a|this|that) unit(?:, | and )|while leading a unit, ",
    (_, context) => {
      context.leading = true;
    },
  ),
  prefix(
    `each time (?<who>${WHO}) (?:makes?|is making|attacks? with) (?:an? )?${RANGE}(?:attacks?|weapons?)(?: with (?<with>[^,]{1,60}?))?(?: (?:that targets?|which targets?|against|targeting) (?<target>${LISTED}|[^,]{1,120}?))?(?<more> (?:within|while|that is) [^,]{1,100})?(?:, | (?=you can |re-roll |add |subtract ))`,
    attacking,
  ),
  prefix(
    `each time (?:an? )?${RANGE}attack (?:(?:made by (?<by>[^,]{1,80}?) )?(?:that )?targets?|is (?:allocated to|made against)) (?<who>${WHO})(?<more> (?:with|while|from|by|made) [^,]{1,100})?,? (?=if|add|subtract|worsen|reduce|halve|change|you|re-roll|models|that|until|this|it|the) ?`,
    attacked,
  ),
  prefix(
    `each time (?:a model|an enemy model|an enemy unit|an enemy|a unit)(?<more> [^,]{1,60}?)? makes? an? ${RANGE}attack (?:that targets|against) (?<who>${WHO}), `,
    attacked,
  ),
  prefix(
    `each time (?:an? )?${RANGE}attack made by (?<who>(?:${PART})?(?:${SELF})) (?:targets|is allocated to) (?<target>${LISTED}|an? [^,]{1,80}?), `,
    attacking,
  ),
  prefix(
    `each time (?<who>(?:${PART})?(?:${SELF})) targets (?<target>an? [^,]{1,80}?) with an? ${RANGE}attack, `,
    attacking,
  ),
  prefix(
    "if (?:the strength characteristic of that attack|that attack's strength characteristic) is greater than (?:the toughness characteristic of [^,.]{1,40}|[^,.]{1,30}'s toughness characteristic), ",
    (_, context) => {
      context.stronger = true;
    },
  ),
  prefix(
    `if ${ITSELF} (?:made a charge move|charged) this turn,? |each time ${ITSELF} (?:ends|makes) a charge move, (?:until the end of the turn, )?`,
    (_, context) => {
      context.when.push("after a Charge move");
    },
  ),
];

const rangeOf = (range: string | undefined): AttackRange | undefined => range?.toLowerCase() as AttackRange | undefined;

function attacking({ who, range, target: whom, more, with: weapon }: Groups, context: ClauseContext): void {
  context.role = "attacker";
  context.whom = whomOf(who, context);
  context.attacks = rangeOf(range);
  if (weapon !== undefined) aboutWeapon(weapon, context);
  if (more !== undefined) context.when.push(more.trim());
  target(whom, context);
}

function attacked({ who, range, more, by }: Groups, context: ClauseContext): void {
  context.role = "defender";
  context.whom = whomOf(who, context);
  context.attacks = rangeOf(range);
  for (const one of [more, by]) if (one !== undefined) context.when.push(one.trim());
}

/** Weapons that are named, such as `bolt rifles`; `melee weapons` are all that melee attacks are made with. */
export function aboutWeapon(text: string, context: ClauseContext): void {
  const all =
    /^(?:(?:its|the bearer's|this model's|their|a|an|all|any) )?(?:(?<range>melee|ranged|psychic) )?weapons?$/iu.exec(
      text.trim(),
    );
  if (all === null) context.weapon = text.trim().replace(/^(?:its|the bearer's|this model's|their|an?|the) /iu, "");
  else context.attacks = rangeOf(all.groups?.range) ?? context.attacks;
}
