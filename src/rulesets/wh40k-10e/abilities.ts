import { defined } from "../defined.ts";
import { type DiceAmount, doubleMean, parseAmount } from "./amount.ts";

/** How an ability is written after its name. */
type Form = "plain" | "amount" | "threshold" | "anti" | "pain" | "damaged" | "less" | "half" | "none";

interface AbilityDoc {
  readonly name: string;
  readonly form: Form;
  readonly on: "weapon" | "unit";
  /** Spellings that are listed for editors and for the nearest name on a typing error. */
  readonly examples?: readonly string[];
}

/** C-AB: the abilities in the rulebook's words, and those of units named after them. */
export const ABILITIES = [
  { name: "Assault", form: "plain", on: "weapon" },
  { name: "Heavy", form: "plain", on: "weapon" },
  { name: "Rapid Fire", form: "amount", on: "weapon", examples: ["1", "2", "3", "D6"] },
  { name: "Torrent", form: "plain", on: "weapon" },
  { name: "Lethal Hits", form: "plain", on: "weapon" },
  { name: "Sustained Hits", form: "amount", on: "weapon", examples: ["1", "2", "3", "D3"] },
  { name: "Devastating Wounds", form: "plain", on: "weapon" },
  { name: "Twin-linked", form: "plain", on: "weapon" },
  { name: "Melta", form: "amount", on: "weapon", examples: ["2", "4", "6"] },
  {
    name: "Anti-",
    form: "anti",
    on: "weapon",
    examples: ["Infantry 4+", "Vehicle 4+", "Monster 4+", "Character 4+", "Psyker 4+", "Fly 4+"],
  },
  { name: "Blast", form: "plain", on: "weapon" },
  { name: "Ignores Cover", form: "plain", on: "weapon" },
  { name: "Indirect Fire", form: "plain", on: "weapon" },
  { name: "Precision", form: "plain", on: "weapon" },
  { name: "Hazardous", form: "plain", on: "weapon" },
  { name: "Lance", form: "plain", on: "weapon" },
  { name: "Extra Attacks", form: "plain", on: "weapon" },
  { name: "Pistol", form: "plain", on: "weapon" },
  { name: "One Shot", form: "plain", on: "weapon" },
  { name: "Psychic", form: "plain", on: "weapon" },
  { name: "Stealth", form: "plain", on: "unit" },
  { name: "Lone Operative", form: "plain", on: "unit" },
  { name: "Leader", form: "plain", on: "unit" },
  {
    name: "Feel No Pain",
    form: "pain",
    on: "unit",
    examples: ["5+", "6+", "4+", "5+ (mortal wounds)", "4+ (psychic attacks)"],
  },
  { name: "Invulnerable Save", form: "threshold", on: "unit", examples: ["4+", "5+", "6+"] },
  { name: "Deadly Demise", form: "amount", on: "unit", examples: ["1", "D3", "D6"] },
  { name: "Firing Deck", form: "amount", on: "unit", examples: ["2", "6", "12"] },
  { name: "Damaged", form: "damaged", on: "unit", examples: ["1-5 wounds"] },
  { name: "-1 Damage", form: "less", on: "unit", examples: ["-1 Damage"] },
  { name: "Half Damage", form: "half", on: "unit", examples: ["Half Damage"] },
  { name: "0 Damage", form: "none", on: "unit", examples: ["0 Damage", "0 Damage (first failed save)"] },
] as const satisfies readonly AbilityDoc[];

export type AbilityName = (typeof ABILITIES)[number]["name"];

const DICE = "(?:[1-9]?D[36](?:\\+[0-9]{1,2})?|[1-9][0-9]?)";
const FORMS: Readonly<Record<Form, string>> = {
  plain: "",
  amount: ` (?<amount>${DICE})`,
  threshold: " (?<from>[2-6])\\+",
  anti: "(?<keyword>[A-Z][A-Z' -]{0,39}) (?<from>[2-6])\\+",
  pain: " (?<from>[2-6])\\+(?: \\(?(?:against )?(?<against>mortal wounds|psychic attacks)\\)?)?",
  damaged: ":? 1 ?[-–] ?(?<amount>[1-9][0-9]?)(?: wounds)?(?: remaining)?",
  less: "[-−](?<amount>[1-9]) Damage",
  half: "Hal(?:f|ve) Damage",
  none: "0 Damage(?: \\(?(?:on )?(?:the )?(?<against>first failed save)\\)?)?",
};
/** Forms that spell the whole ability. */
const WHOLE: ReadonlySet<Form> = new Set(["less", "half", "none"]);

const patternOf = ({ name, form }: AbilityDoc): string =>
  WHOLE.has(form)
    ? FORMS[form]
    : `${name.replace(/[ -]$/u, "").replaceAll(/[ -]/gu, "[ -]")}${name.endsWith("-") ? "[ -]" : ""}${FORMS[form]}`;

const PATTERNS = ABILITIES.map((doc) => ({ doc: doc as AbilityDoc, pattern: new RegExp(`^${patternOf(doc)}$`, "iu") }));

/** Every spelling without a free number, and the usual ones with one: for editors, and for the nearest name. */
export const ABILITY_SPELLINGS: readonly string[] = (ABILITIES as readonly AbilityDoc[]).flatMap(
  ({ name, form, examples }) =>
    form === "plain"
      ? [name]
      : (examples ?? []).map((text) =>
          WHOLE.has(form) ? text : `${name}${form === "anti" ? "" : form === "damaged" ? ": " : " "}${text}`,
        ),
);

/** One pattern for all of them, upper and lower case alike without flags, as JSON Schema knows none. */
export const ABILITY_PATTERN = new RegExp(
  `^(?:${(ABILITIES as readonly AbilityDoc[])
    .map((doc) => patternOf(doc).replaceAll(/\(\?<\w+>/gu, "(?:"))
    .join("|")
    .replaceAll(/\[[^\]]*\]|[A-Za-z]/gu, (part) =>
      part.startsWith("[") ? part.replaceAll("A-Z", "A-Za-z") : `[${part.toUpperCase()}${part.toLowerCase()}]`,
    )})$`,
  "u",
);

/** An ability as it was written, taken apart. */
export interface Ability {
  readonly text: string;
  readonly name: AbilityName;
  readonly on: "weapon" | "unit";
  readonly amount?: DiceAmount;
  /** The die of `Anti-X 4+`, `Feel No Pain 5+`. */
  readonly from?: number;
  /** Anti-: in lower case. */
  readonly keyword?: string;
  readonly against?: PainKind;
}

/** What a Feel No Pain is against, and the only attack of which 0 Damage is said. */
type PainKind = "mortal wounds" | "psychic attacks" | "first failed save";

/** Reads an ability; undefined when there is none of that name or form. Case and the number of blanks do not matter. */
export function parseAbility(text: string): Ability | undefined {
  const written = text.trim().replaceAll(/\s+/gu, " ");
  if (written.length > 80) return undefined;
  for (const { doc, pattern } of PATTERNS) {
    const match = pattern.exec(written);
    if (match === null) continue;
    const { amount, from, keyword, against } = match.groups ?? {};
    const parsed = amount === undefined ? undefined : parseAmount(amount);
    if (amount !== undefined && parsed === undefined) return undefined;
    return {
      text: written,
      name: doc.name as AbilityName,
      on: doc.on,
      ...defined({ amount: parsed, from: from === undefined ? from : Number(from), keyword: keyword?.toLowerCase() }),
      ...defined({ against: against?.toLowerCase() as PainKind | undefined }),
    };
  }
  return undefined;
}

/** A set of abilities that a rule can ask. */
export class Abilities {
  readonly list: readonly Ability[];

  constructor(list: readonly Ability[]) {
    this.list = list;
  }

  static of(texts: readonly string[]): Abilities {
    return new Abilities(texts.flatMap((text) => parseAbility(text) ?? []));
  }

  without({ text }: Ability): Abilities {
    return new Abilities(this.list.filter((other) => other.text !== text));
  }

  has(name: AbilityName, counts: (ability: Ability) => boolean = () => true): boolean {
    return this.list.some((ability) => ability.name === name && counts(ability));
  }

  /** The X of an ability; of several instances the best one, as they do not add up. */
  amount(name: AbilityName): DiceAmount | undefined {
    let best: DiceAmount | undefined;
    for (const { name: listed, amount } of this.list)
      if (listed === name && amount !== undefined && (best === undefined || doubleMean(amount) > doubleMean(best)))
        best = amount;
    return best;
  }

  /** The lowest die of an ability written `X+`, of those that `counts` keeps; 7 when there is none. */
  threshold(name: AbilityName, counts: (ability: Ability) => boolean = () => true): number {
    return this.list.reduce(
      (lowest, ability) =>
        ability.name === name && ability.from !== undefined && counts(ability)
          ? Math.min(lowest, ability.from)
          : lowest,
      7,
    );
  }

  /** Both sets together. */
  with(other: Abilities): Abilities {
    return new Abilities([...this.list, ...other.list]);
  }
}

const OF_RANGED_WEAPONS: readonly AbilityName[] = [
  "Assault",
  "Heavy",
  "Rapid Fire",
  "Melta",
  "Blast",
  "Ignores Cover",
  "Indirect Fire",
  "Pistol",
  "One Shot",
];
const OF_MELEE_WEAPONS: readonly AbilityName[] = ["Lance", "Extra Attacks"];

/** Whether an ability means nothing to weapons of that range. */
export const isOfOtherRange = (name: AbilityName, isMelee: boolean): boolean =>
  (isMelee ? OF_RANGED_WEAPONS : OF_MELEE_WEAPONS).includes(name);
