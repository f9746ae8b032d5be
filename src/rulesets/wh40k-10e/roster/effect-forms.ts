/** Effects in the words of a datasheet, and what they are as changes of a modifier set. */
import type { Data } from "../../data.ts";
import { parseAbility } from "../abilities.ts";
import { aboutWeapon, at, type ClauseContext, type Groups, WHO, whomOf } from "./clauses.ts";

interface EffectFound {
  readonly patch: Data;
  readonly role?: "attacker" | "defender";
}
type EffectForm = readonly [pattern: RegExp, read: (groups: Groups, context: ClauseContext) => EffectFound | undefined];

const LIST =
  "(?<list>(?:attacks|strength|damage|armou?r penetration)(?:(?:,| and|, and) (?:attacks|strength|damage|armou?r penetration))*)";
const OBJECT =
  "(?<object>(?:that|the|this) attack|those (?:attacks|weapons)|(?<weapons>[^,.]{1,80}?) equipped by (?<who>[^,.]{1,60}?)|(?<owner>its|their|the bearer's|this model's) (?<own>[^,.]{1,60}?))";
const OF_OBJECT = `(?:of|for|to) ${OBJECT}`;
const END = "(?= and |, | while | until | if | unless | instead| as well| in addition|$)";

const MODIFIERS: Readonly<Record<string, string>> = {
  attacks: "attacksModifier",
  strength: "strengthModifier",
  damage: "damageModifier",
  "armour penetration": "apModifier",
  hit: "hitModifier",
  wound: "woundModifier",
};

/** A form that is read to where an effect may end. */
const form = (source: string, read: EffectForm[1]): EffectForm => [at(`${source}${END}`), read];

/** What a unit that is named has; undefined where that is nothing known. */
const ofUnit = (source: string, patchOf: (groups: Groups, context: ClauseContext) => Data | undefined): EffectForm =>
  form(source, (groups, context) => {
    const patch = patchOf(groups, context);
    if (patch === undefined) return undefined;
    context.whom = whomOf(groups.who, context);
    return { role: "defender", patch };
  });

/** A field with its value, bound to the keywords of the target where there are some. */
const bound = (field: string, key: string, value: unknown, { against, stronger }: ClauseContext): Data => ({
  [field]: { [key]: value, ...(against === undefined ? {} : { against }), ...(stronger ? { stronger } : {}) },
});

function modifier(names: readonly string[], by: number, context: ClauseContext): EffectFound | undefined {
  const patch: Record<string, unknown> = {};
  for (const name of names) {
    const field = MODIFIERS[name.toLowerCase().replace("armor", "armour")];
    if (field === undefined) return undefined;
    if (field === "damageModifier" && context.role === "defender") {
      if (by !== -1) return undefined;
      patch.damageReduction = ["minusOne"];
    } else Object.assign(patch, bound(field, "by", field === "apModifier" ? -by : by, context));
  }
  return { patch };
}

const names = (list: string): string[] => list.split(/, and |,? and |, /u);

/** Of whose weapons an effect is; false where they are nobody's that is known. */
function object({ object: whole, weapons, who, own: ownWeapons }: Groups, context: ClauseContext): boolean {
  const named = weapons ?? ownWeapons;
  if (named === undefined) return whole !== undefined && context.role !== undefined;
  if (weapons !== undefined) {
    if (weapons.includes("(") || !new RegExp(`^(?:${WHO})$`, "iu").test(who!)) return false;
    context.whom = whomOf(who, context);
  }
  context.whom ??= "bearer";
  context.role ??= "attacker";
  aboutWeapon(named, context);
  return true;
}

function abilities(text: string, context: ClauseContext): EffectFound | undefined {
  const found: string[] = [];
  for (const one of text.split(/\]? and (?:the )?\[?|, ?\[?/u)) {
    const written = one.replaceAll(/[[\]]/gu, "").trim();
    if (written === "") continue;
    const ability = parseAbility(
      written.replace(/^(anti|twin)[ -]/iu, "$1-").replace(/(\d)\+?$/u, /^anti/iu.test(written) ? "$1+" : "$1"),
    );
    if (ability === undefined && parseAbility(written) === undefined) return undefined;
    found.push(titled(written));
  }
  if (found.length === 0) return undefined;
  const on = parseAbility(found[0]!)?.on;
  return { patch: { addAbilities: found }, role: on === "unit" ? "defender" : (context.role ?? "attacker") };
}

/** An ability in the usual letters: `[SUSTAINED HITS 1]` is Sustained Hits 1. */
export const titled = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(anti|twin)[ -]/u, "$1-")
    .replace(/^(anti-[a-z' -]+ \d)$/u, "$1+")
    .replaceAll(/(?<![a-z'])[a-z]/gu, (letter) => letter.toUpperCase())
    .replace("Twin-Linked", "Twin-linked")
    .replaceAll(/\bD(?=\d)/giu, "D");

/** Characteristics of weapons changed by a number. */
const ofWeapons = (source: string): EffectForm =>
  form(source, (groups, context) =>
    object(groups, context) ? modifier(names(groups.list!), signed(groups.sign!, groups.by!), context) : undefined,
  );

const signed = (sign: string, by: string): number =>
  /^(?:subtract|worsen|reduce)/iu.test(sign) ? -Number(by) : Number(by);

/** Of who attacks, a field; of others nobody says it. */
const ofAttacker = (context: ClauseContext, patch: Data): EffectFound | undefined =>
  context.role === "attacker" ? { patch } : undefined;

/** Abilities of units that no attack asks for. */
const NOT_PLAYED =
  /^(?:deep strike|infiltrators?|scouts?|fights? first|leader|fly|deadly demise.*|objective secured|hover)$/iu;
const HAS = "(?:has|have|gains?)";
const FOR_ATTACK = "(?: made for (?:that|the) attack| for that attack)?";
const NOTHING_OF_ATTACKS = (): EffectFound => ({ role: "attacker", patch: {} });

export const EFFECTS: readonly EffectForm[] = [
  form(
    `(?:you can |it can |that unit can )?re-roll (?:an? |the |that |any |all |its )?(?<a>hit|wound|damage) rolls?(?:(?:,? and |, )(?:the |an? )?(?<b>hit|wound|damage) rolls?)?(?:(?:,? and |, and )(?:the |an? )?(?<c>damage) rolls?)?(?<ones> of 1)?${FOR_ATTACK}`,
    ({ a, b, c, ones }, context) => {
      const fields = [a, b, c].flatMap((roll) =>
        roll ? `reroll${titled(roll)}${/damage/iu.test(roll) ? "" : "s"}` : [],
      );
      const bounds = fields.map((field) => bound(field, "what", ones ? "ones" : "failures", context));
      return { patch: Object.assign({}, ...bounds) as Data };
    },
  ),
  form(
    `(?:you can )?(?<sign>add|subtract) (?<by>\\d) (?:to|from) (?:the |its |that |any |each )?(?<a>hit|wound) rolls?(?: and (?:(?:to|from) )?(?:the |its )?(?<b>hit|wound) rolls?)?${FOR_ATTACK}`,
    ({ sign, by, a, b }, context) => modifier(b === undefined ? [a!] : [a!, b], signed(sign!, by!), context),
  ),
  ofWeapons(`(?:you can )?(?<sign>add|subtract) (?<by>\\d) (?:to|from) (?:the )?${LIST} characteristics? ${OF_OBJECT}`),
  ofWeapons(
    `(?:you can )?(?<sign>improve|increase|worsen|reduce) the ${LIST} characteristics? ${OF_OBJECT} by (?<by>\\d)`,
  ),
  ofWeapons(
    `(?:the )?${LIST} characteristics? ${OF_OBJECT} (?:is|are) (?<sign>improved|increased|worsened|reduced) by (?<by>\\d)`,
  ),
  form(
    `${OBJECT} ${HAS} (?:the )?(?:(?<text>\\[?[a-z][^.]{2,80}?\\]?) abili?t(?:y|ies)|(?<bare>\\[[a-z][^.\\]]{2,40}\\]))`,
    (groups, context) => {
      if (groups.weapons ?? groups.own) context.role = "attacker";
      return object(groups, context) ? abilities((groups.text ?? groups.bare)!, context) : undefined;
    },
  ),
  [
    at("(?<text>\\[[a-z][^.\\]]{2,40}\\])(?= |$)"),
    ({ text }, context) =>
      context.when.some((one) => /^choice /u.test(one))
        ? abilities(text!, { ...context, role: "attacker" })
        : undefined,
  ],
  ofUnit(
    `(?<who>${WHO}) ${HAS} (?:an? )?(?:(?<from>[2-6])\\+ invulnerable save|invulnerable save(?: characteristic)? of (?<from2>[2-6])\\+)(?: against (?<range>melee|ranged) attacks?)?`,
    ({ from2, from = from2, range }) => ({
      invulnerable: range === undefined ? Number(from) : { [range.toLowerCase()]: Number(from) },
    }),
  ),
  ofUnit(
    `(?<who>${WHO}) ${HAS} the feel no pain (?<from>[2-6])\\+ ability(?: against (?<what>(?:mortal wounds|psychic attacks?)(?: and (?:mortal wounds|psychic attacks?))?))?`,
    ({ from, what }) => {
      const pains = what
        ?.toLowerCase()
        .replace(/attack(?!s)/gu, "attacks")
        .split(" and ")
        .map((one) => ` (${one})`);
      return { addAbilities: (pains ?? [""]).map((one) => `Feel No Pain ${from}+${one}`) };
    },
  ),
  ofUnit(`(?<who>${WHO}) ${HAS} (?:the )?(?<text>[a-z][a-z0-9 ,+'"-]{3,80}?) abilit(?:y|ies)`, ({ text }) => {
    const all = text!.split(/,? and (?:the )?|, /u).map((one) => one.replace(/ \d+"$/u, ""));
    const played = all.filter((one) => !NOT_PLAYED.test(one));
    if (played.some((one) => parseAbility(one)?.on !== "unit")) return undefined;
    return played.length === 0 ? {} : { addAbilities: played.map(titled) };
  }),
  ofUnit(
    `(?:(?<who>${WHO}) (?:has|have) )?an? (?<what>save|wounds|toughness) characteristic of (?<value>\\d+)\\+?`,
    ({ who, what, value }, { whom }) =>
      who === undefined && whom === undefined ? undefined : { [what!.toLowerCase()]: Number(value) },
  ),
  [
    at(
      `while this model has 1 ?- ?(?<most>\\d+) wounds (?:remaining|left)[^.]*?each time (?:this model|it) makes an attack, subtract 1 from (?:the|that attack's|its) hit rolls?$`,
    ),
    ({ most }) => ({ role: "attacker", patch: { addAbilities: [`Damaged: 1-${most} wounds`] } }),
  ],
  [
    // Nothing of an attack: moves, tests, objectives.
    at(
      "(?:you can )?(?:add|subtract|improve|worsen) [^,.]{0,80}?\\b(?:move|leadership|objective control|advance|charge|battle-shock)\\b[^,.]{0,80}?(?=,? and |$)",
    ),
    NOTHING_OF_ATTACKS,
  ],
  [
    at(
      "(?:you can (?:target|use|ignore any or all modifiers to (?:its|that unit's|this unit's|the) (?:move|leadership))|you gain|(?:it|this unit|this model|that unit) (?:can|is eligible)) (?![^.]*(?:hit|wound|attack))[^.]{1,160}$",
    ),
    NOTHING_OF_ATTACKS,
  ],
  form(`(?:you can )?(?:change|reduce) the damage characteristic of (?:that|the) attack to 0`, (_, context) =>
    context.when.some((one) => /the first time a saving throw is failed/iu.test(one))
      ? { role: "defender", patch: { damageReduction: ["firstFailedSave"] } }
      : undefined,
  ),
  form(`(?:you can )?halve the damage characteristic of (?:that|the) attack(?: \\(rounding up\\))?`, (_, context) =>
    context.role === "defender" ? { patch: { damageReduction: ["halve"] } } : undefined,
  ),
  form(
    `(?:(?:an? |each |any )?(?<must>(?:successful |unmodified )*)(?<roll>hit|wound) rolls? of (?:an? )?(?:unmodified )?(?<from>[2-6])\\+ (?:scores?|is|are) (?:a )?critical (?:hit|wound)s?|an? critical (?<roll2>hit|wound) is scored on an? unmodified (?:hit|wound) roll of (?<from2>[2-6])\\+,?)(?: instead of only (?:on )?(?:an? )?6)?`,
    // A critical wound always wounds; one that has to wound anyway is none that a field says.
    ({ must = "", roll2, roll = roll2!, from2, from = from2 }, context) =>
      /^wound$/iu.test(roll) && /successful/iu.test(must)
        ? undefined
        : ofAttacker(context, bound(`critical${titled(roll)}s`, "from", Number(from), context)),
  ),
  form(`(?:an? |each )?successful (?:unmodified )?hit(?: roll)?s? scores? a critical hit`, (_, context) =>
    ofAttacker(context, bound("criticalHits", "from", 2, context)),
  ),
  ofUnit(`(?<who>${WHO}) ${HAS} the benefit of cover(?: against (?:that|those) attacks?)?`, ({ who }) =>
    /enemy/iu.test(who!) ? undefined : { situation: { cover: true } },
  ),
  form(
    `(?<who>${WHO}) (?:cannot|does not|do not|can't) (?:have|benefit from|gain|receive) the benefit of cover(?: against (?:that|those) attacks?)?`,
    (_, context) => {
      context.whom = "others";
      return { role: "attacker", patch: { addAbilities: ["Ignores Cover"] } };
    },
  ),
  // Of armour saves alone no field says it.
  ofUnit(
    `(?:you can )?add 1 to (?:any |all |the |its )?saving throws?(?: made for (?<who>[^,.]{1,60}?)| made against (?:that|those) attacks?)?`,
    () => ({ saveModifier: 1 }),
  ),
];
