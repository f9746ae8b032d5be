/** Scenarios of wh40k-10e in which every field can act, kind by kind. */
import { type Base, baseOf, type Data } from "./walk.ts";

const GUN = { range: 24, attacks: 2, skill: 4, strength: 4, ap: -1, damage: 1 };
const BODY = { toughness: 4, save: 4, wounds: 2 };
const WORLD: Data = {
  version: 1,
  ruleset: "wh40k-10e",
  options: {},
  weapons: {
    gun: GUN,
    pistol: { ...GUN, abilities: ["Pistol"] },
    assault: { ...GUN, abilities: ["Assault"] },
    blaster: { ...GUN, damage: "D6", attacks: "D3" },
    heavy: { ...GUN, abilities: ["Heavy"] },
    indirect: { ...GUN, abilities: ["Indirect Fire"] },
    blast: { ...GUN, abilities: ["Blast"] },
    lethal: { ...GUN, abilities: ["Lethal Hits"] },
    devastating: { ...GUN, damage: 3, abilities: ["Devastating Wounds"] },
    hazard: { ...GUN, abilities: ["Hazardous"] },
    single: { ...GUN, abilities: ["One Shot"] },
    psychic: { ...GUN, abilities: ["Psychic"] },
    sword: { ...GUN, range: "melee" },
    lance: { ...GUN, range: "melee", abilities: ["Lance"] },
    extra: { ...GUN, range: "melee", abilities: ["Extra Attacks"] },
  },
  units: {
    a: { models: 3, ...BODY, weapons: ["gun"] },
    d: { models: 6, ...BODY },
    tough: { models: 2, ...BODY, toughness: 8, save: 2, wounds: 4, keywords: ["Vehicle", "Infantry"] },
    mixed: {
      ...BODY,
      members: [
        { models: 2, wounds: 1, save: 5 },
        { models: 1, wounds: 4, keywords: ["Character"] },
      ],
    },
    boss: { models: 1, ...BODY, wounds: 4, keywords: ["Character"], weapons: ["gun"] },
  },
};
const base = (name: string, experiment: Data, more: Data = {}): Base => baseOf(name, { ...WORLD, ...more }, experiment);
const unit = (name: string, more: Data = {}): Data => ({ unit: name, ...more });
const armed = (...weapons: unknown[]): Data => unit("a", { weapons });
const shoot = (situation: Data = {}, attacker: unknown = "a", defender: unknown = "d"): Data => ({
  kind: "shooting",
  attacker,
  defender,
  situation: { distance: 12, ...situation },
});
const strike = (situation: Data = {}, attacker: unknown = armed("sword"), defender: unknown = "d"): Data => ({
  kind: "fight",
  attacker,
  defender,
  situation,
});
const withOptions = (options: Data): Data => ({ options });

export const BASES: readonly Base[] = [
  base("shooting", shoot()),
  base("shooting with use", shoot({}, unit("a", { as: "us" }), unit("d", { as: "them" }))),
  base(
    "shooting by sets",
    { ...shoot(), with: ["set"] },
    {
      modifierSets: { set: { factor: false, attacker: {}, defender: {}, situation: {}, options: {}, rules: {} } },
    },
  ),
  base("shooting at a vehicle", shoot({}, "a", "tough")),
  base("shooting in cover", shoot({ cover: true })),
  base("shooting in cover, AP 0", shoot({ cover: true }, armed("heavy"), unit("d", { save: 3 })), {
    weapons: { ...(WORLD.weapons as Data), heavy: { ...GUN, ap: 0 } },
  }),
  base("shooting, half range", shoot({ distance: 10 })),
  base("shooting, stationary", shoot({ stationary: true }, armed("heavy"))),
  base("shooting, advanced", shoot({ advanced: true }, armed("assault"))),
  base("shooting, fell back", shoot({ fellBack: false }, armed("assault"))),
  base("shooting unseen", shoot({ visible: false }, armed("indirect"))),
  base("shooting, engaged", shoot({ attackerEngaged: "target" }, armed("pistol"))),
  base("shooting by a vehicle, engaged", shoot({ attackerEngaged: "target" }, unit("a", { keywords: ["Vehicle"] }))),
  base("shooting at the engaged", shoot({ defenderEngaged: true }, "a", "tough")),
  base("overwatch", shoot({ overwatch: true })),
  base("go to ground", shoot({ goToGround: true }, "a", unit("d", { keywords: ["Infantry"] }))),
  base("smokescreen", shoot({ smokescreen: true }, "a", unit("d", { keywords: ["Smoke"] }))),
  base("infantry", shoot({}, "a", unit("d", { keywords: ["Infantry", "Smoke"], save: 5 }))),
  base("one shot", shoot({}, armed("single", "gun"))),
  base("blast", shoot({}, armed("blast"))),
  base("blast at eleven", shoot({}, armed("blast"), unit("d", { models: 11 }))),
  base("dice", shoot({}, armed("blaster"))),
  base("dice again", shoot({}, armed(unit("blaster", { unit: undefined, weapon: "blaster", count: 2 })))),
  base("lethal", shoot({}, armed("lethal"), "tough"), withOptions({})),
  base("lethal and devastating", shoot({}, armed("lethal"), "tough"), {
    weapons: {
      ...(WORLD.weapons as Data),
      lethal: { ...GUN, abilities: ["Lethal Hits", "Devastating Wounds"], damage: 3 },
    },
  }),
  base("devastating", shoot({}, armed("devastating", "gun"), unit("d", { wounds: 2 }))),
  base("hazardous", shoot({}, armed("hazard"))),
  base("hazardous characters", shoot({}, unit("boss", { weapons: ["hazard"], wounds: 6 }))),
  base("psychic", shoot({}, armed("psychic"), unit("d", { abilities: ["Feel No Pain 5+ against psychic attacks"] }))),
  base("modifiers", shoot({}, unit("a", { hitModifier: -1, woundModifier: -1 }))),
  base("re-rolls", shoot({}, unit("a", { rerollHits: "failures", rerollWounds: "failures" }))),
  base("mixed", shoot({}, armed("gun", "blaster"), "mixed")),
  base("led", shoot({}, "a", unit("d", { leader: "boss" }))),
  base("led attackers", shoot({}, unit("a", { leader: "boss" }))),
  base("far", shoot({ distance: 20 }, "a", unit("d", { abilities: ["Lone Operative", "Stealth"], distance: 11 }))),
  base("near", shoot({ distance: 5 }, "a", unit("d", { models: 1, wounds: 1, abilities: ["Deadly Demise D3"] }))),
  base(
    "damaged",
    shoot({}, unit("a", { models: 1, wounds: 10, woundsLost: 8, abilities: ["Damaged: 1-4 wounds remaining"] })),
  ),
  base("wounded", shoot({}, "a", unit("d", { woundsLost: 1 }))),
  base("firing deck", shoot({}, unit("a", { models: 1, abilities: ["Firing Deck 2"], embarked: ["blaster"] }))),
  base("targets", { ...shoot({ targets: { gun: "d" } }, armed("gun", "blaster")), defender: ["d", "tough"] }),
  base("command", shoot({ commandReroll: "hit" })),
  base("command of one", shoot({ commandReroll: { roll: "damage", weapon: "blaster" } }, armed("gun", "blaster"))),
  base("chosen weapons", shoot({ weapons: ["gun"] }, armed("gun", "blaster"))),
  base("fight", strike()),
  base("fight by charge", strike({ charged: true }, armed("lance"))),
  base("fight with extra attacks", strike({ weapons: ["sword"] }, armed("sword", "extra", "lance"))),
  base("fight, targets", { ...strike({ targets: { sword: "d" } }), defender: ["d", "tough"] }),
  base("fight, command", strike({ commandReroll: { roll: "wound", weapon: "sword" } }, armed("sword", "lance"))),
  base("fight at the invulnerable", strike({}, armed("sword"), unit("d", { invulnerable: { ranged: 6, melee: 5 } }))),
];

export const TEXTS = [
  "gun",
  "blaster",
  "sword",
  "lance",
  "a",
  "d",
  "tough",
  "boss",
  "Vehicle",
  "Infantry",
  "Character",
  "4+",
  "D6",
  "D3+1",
];
