import type { Reader } from "../reader.ts";
import { isInapplicable } from "./applicability.ts";
import { ruleset } from "./index.ts";
import { OPTIONS } from "./options.ts";
import { resolveAttack } from "./resolve.ts";
import { resolveSequence } from "./resolve-sequence.ts";
import { parts } from "./schema.ts";
import { STARTER } from "./starter.ts";
import { KEYWORDS_OF_TARGETS } from "./words.ts";

export const reader: Reader = {
  ruleset,
  parts,
  options: OPTIONS,
  starter: STARTER,
  plain: {
    weapons: {
      plain: { label: "plain weapon", range: 24, attacks: 1, skill: 4, strength: 4, ap: 0, damage: 1 },
      plainMelee: { label: "plain melee weapon", range: "melee", attacks: 1, skill: 4, strength: 4, ap: 0, damage: 1 },
    },
    attacker: { models: 1, toughness: 4, save: 4, wounds: 1, weapons: ["plain", "plainMelee"] },
    defender: { models: 10, toughness: 4, save: 4, wounds: 1 },
    situation: { distance: 18 },
    used: () => ({
      attacker: ["models", "weapons"],
      defender: ["models", "toughness", "save", "wounds", "invulnerable", "feelNoPain"],
    }),
  },
  kinds: Object.keys(parts.kinds),
  /** E-30: with `situation.targets` the defenders of an experiment are one cell. */
  joinsDefenders: (situation) => situation.targets !== undefined,
  companions: ({ leader }) => (typeof leader === "string" ? [leader] : []),
  isInapplicable,
  keywords: {
    known: KEYWORDS_OF_TARGETS,
    fields: ["keywords", "addKeywords"],
    askedIn: ["abilities", "addAbilities", "removeAbilities"],
    asked: /^Anti[ -](?<keyword>.+) [2-6]\+$/iu,
  },
  army: {
    systems: [{ id: "sys-352e-adc2-7639-d6a9", name: "Warhammer 40,000 10th Edition" }],
    read: async (list, onSheet) => (await import("./roster/army.ts")).readArmy(list, onSheet),
    matchUps: async (...sides) => (await import("./roster/match-ups.ts")).matchUps(...sides),
  },
  resolve: (cell) => (cell.kind === "sequence" ? resolveSequence(cell) : resolveAttack(cell)),
};
