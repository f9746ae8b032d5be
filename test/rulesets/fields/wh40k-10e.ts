/** Scenarios of wh40k-10e in which every field can act, kind by kind. */
import { ABILITY_SPELLINGS } from "../../../src/rulesets/wh40k-10e/abilities.ts";
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
    bodies: BODY,
    boss: { models: 1, ...BODY, wounds: 4, keywords: ["Character"], weapons: ["gun"] },
  },
};
/** The world with other weapons and units beside its own. */
const worldWith = ({ weapons, units, ...more }: Data): Data => ({
  ...WORLD,
  ...more,
  weapons: { ...(WORLD.weapons as Data), ...(weapons as Data) },
  units: { ...(WORLD.units as Data), ...(units as Data) },
});
const base = (name: string, experiment: Data, more: Data = {}, only?: RegExp): Base => ({
  ...baseOf(name, worldWith(more), experiment),
  ...(only === undefined ? {} : { only }),
});
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

/** A value of each field that weapons and units give to attacks. */
const GIVEN: Readonly<Record<string, readonly [key: string, value: unknown]>> = {
  rerollHits: ["what", "ones"],
  rerollWounds: ["what", "ones"],
  rerollDamage: ["what", "ones"],
  criticalHits: ["from", 5],
  criticalWounds: ["from", 5],
  hitModifier: ["by", -1],
  woundModifier: ["by", -1],
  attacksModifier: ["by", 1],
  strengthModifier: ["by", 1],
  apModifier: ["by", -1],
  damageModifier: ["by", 1],
};
/** The four ways to write such a value. */
const FORMS: Readonly<Record<string, (key: string, value: unknown) => unknown>> = {
  plain: (_, value) => value,
  "against some": (key, value) => ({ [key]: value, against: "Infantry" }),
  listed: (_, value) => [value],
  "listed against some": (key, value) => [{ [key]: value, against: ["Infantry"] }],
};
/** A weapon whose every roll counts: dice for attacks and damage, and something that comes of critical results. */
const RICH = { ...GUN, attacks: "D3", damage: "D6", abilities: ["Sustained Hits 1", "Devastating Wounds"] };
const PREY = unit("d", { models: 3, wounds: 3, keywords: ["Infantry"] });
/** Every such field in every form, of a weapon, of a profile, of who attacks and of who is attacked, in both kinds. */
const given: readonly Base[] = Object.entries(FORMS).flatMap(([form, write]) =>
  Object.entries(GIVEN).flatMap(([field, [key, value]]) => {
    const own = { [field]: write(key, value), rerollDice: "one" };
    const isOwn = new RegExp(`${field}|rerollDice`, "u");
    return ([24, "melee"] as const).flatMap((range) => {
      const attack = range === "melee" ? strike : shoot;
      const title = `${field} ${form}, ${range}`;
      const rich = { ...RICH, range };
      const weapons = (weapon: Data): Data => ({ weapons: { rich: weapon } });
      return [
        base(`weapon's ${title}`, attack({}, armed("rich"), PREY), weapons({ ...rich, ...own }), isOwn),
        base(
          `profile's ${title}`,
          attack({}, armed("rich"), PREY),
          weapons({ profiles: { one: { ...rich, ...own } } }),
          isOwn,
        ),
        base(`unit's ${title}`, attack({}, unit("a", { weapons: ["rich"], ...own }), PREY), weapons(rich), isOwn),
        ...(field.endsWith("Modifier")
          ? [
              base(
                `target's ${title}`,
                attack({}, unit("a", { weapons: ["rich"], keywords: ["Infantry"] }), {
                  ...PREY,
                  [field]: write(key, value),
                }),
                weapons(rich),
                isOwn,
              ),
            ]
          : []),
      ];
    });
  }),
);

const ALL_KEYWORDS = ["Infantry", "Vehicle", "Monster", "Character", "Psyker", "Fly"];
/** Where each ability can act: the attack, who makes it and who suffers it. */
interface Place {
  readonly abilities: RegExp;
  readonly weapon?: Data;
  readonly weapons?: readonly string[];
  readonly situation?: Data;
  readonly attacker?: Data;
  readonly defender?: Data;
  readonly isFight?: boolean;
  readonly isRefused?: boolean;
  readonly options?: Data;
}
const PLACES: Readonly<Record<string, Place>> = {
  advanced: { abilities: /^Assault/u, situation: { advanced: true } },
  stationary: { abilities: /^Heavy/u, situation: { stationary: true } },
  near: {
    abilities: /^(Rapid|Torrent|Lethal|Sustained|Devast|Twin|Melta|Anti|Blast|Precis|Hazard)/u,
    weapon: { damage: 3, attacks: 2 },
    defender: { keywords: ALL_KEYWORDS, models: 10, wounds: 4, toughness: 8 },
  },
  covered: { abilities: /^Ignores/u, situation: { cover: true } },
  unseen: { abilities: /^Indirect/u, situation: { visible: false } },
  engaged: { abilities: /^Pistol/u, situation: { attackerEngaged: "target" } },
  fired: { abilities: /^One Shot/u, situation: { oneShotFired: true } },
  "at the led": { abilities: /^(Precision|Leader)/u, defender: { leader: "boss", models: 2 } },
  "with precision at the led": {
    abilities: /^Leader/u,
    weapon: { abilities: ["Precision"] },
    defender: { leader: "boss", models: 2 },
  },
  "with precision in a fight with the led": {
    abilities: /^Leader/u,
    isFight: true,
    weapon: { abilities: ["Precision"] },
    defender: { leader: "boss", models: 2 },
  },
  psychic: { abilities: /^Psychic/u, defender: { abilities: ["Feel No Pain 4+ (psychic attacks)"] } },
  "by psykers": { abilities: /^(Feel|Inv)/u, weapon: { abilities: ["Psychic"], ap: -4 } },
  "with mortal wounds": {
    abilities: /^Feel/u,
    weapon: { abilities: ["Devastating Wounds", "Hazardous"], damage: 3 },
    attacker: { wounds: 4 },
  },
  "with hazards": {
    abilities: /^Leader/u,
    weapon: { abilities: ["Hazardous"] },
    attacker: { wounds: 4 },
    options: { hazardous: "launch" },
  },
  "from afar": { abilities: /^(Stealth|Lone)/u, situation: { distance: 20 } },
  "at one nearby": { abilities: /^Deadly/u, situation: { distance: 5 }, defender: { models: 2, wounds: 1 } },
  "at the sturdy": {
    abilities: /Damage( \(first failed save\))?$/u,
    weapon: { damage: 3 },
    defender: { models: 2, wounds: 6 },
  },
  "by a wounded one": { abilities: /^Damaged/u, attacker: { models: 1, wounds: 10, woundsLost: 8 } },
  "by the lent": {
    abilities: /^Firing Deck/u,
    weapons: [],
    attacker: { models: 1, embarked: ["gun"] },
    isRefused: true,
  },
  "in a fight": {
    abilities: /^(Torrent|Lethal|Sustained|Devast|Twin|Anti|Precis|Hazard)/u,
    isFight: true,
    weapon: { damage: 3, attacks: 2 },
    defender: { keywords: ALL_KEYWORDS, models: 10, wounds: 4, toughness: 8 },
  },
  "by charge": { abilities: /^Lance/u, isFight: true, situation: { charged: true } },
  "with two weapons": { abilities: /^Extra/u, isFight: true, weapons: ["own", "sword"], isRefused: true },
  "in a fight with the led": {
    abilities: /^(Precision|Leader)/u,
    isFight: true,
    defender: { leader: "boss", models: 2 },
  },
  "in a fight with psykers": { abilities: /^(Feel|Inv)/u, isFight: true, weapon: { abilities: ["Psychic"], ap: -4 } },
  "in a psychic fight": {
    abilities: /^Psychic/u,
    isFight: true,
    defender: { abilities: ["Feel No Pain 4+ (psychic attacks)"] },
  },
  "in a fight with mortal wounds": {
    abilities: /^Feel/u,
    isFight: true,
    weapon: { abilities: ["Devastating Wounds", "Hazardous"], damage: 3 },
    attacker: { wounds: 4 },
  },
  "in a fight with hazards": {
    abilities: /^Leader/u,
    isFight: true,
    weapon: { abilities: ["Hazardous"] },
    attacker: { wounds: 4 },
    options: { hazardous: "launch" },
  },
  "in a fight with one nearby": { abilities: /^Deadly/u, isFight: true, defender: { models: 2, wounds: 1 } },
  "in a fight with the sturdy": {
    abilities: /Damage( \(first failed save\))?$/u,
    isFight: true,
    weapon: { damage: 3 },
    defender: { models: 2, wounds: 6 },
  },
  "in a fight of a wounded one": {
    abilities: /^Damaged/u,
    isFight: true,
    attacker: { models: 1, wounds: 10, woundsLost: 8 },
  },
};
const inPlace = (name: string, place: Place, own: string | undefined, only: RegExp): Base[] => {
  const { isFight = false, isRefused = false, weapons = ["own"], options = {} } = place;
  const arm = { ...(isFight ? { ...GUN, range: "melee" } : GUN), ...place.weapon };
  const attack = isFight ? strike : shoot;
  const owned = (data: Data | undefined): Data =>
    own === undefined ? {} : { abilities: [...((data?.abilities as string[] | undefined) ?? []), own] };
  const { models: _, ...many } = place.attacker ?? {};
  const { models: __, ...prey } = place.defender ?? {};
  const made = (title: string, world: Data, attacker: Data, defender: Data): Base => ({
    ...base(
      `${title}${own === undefined ? "" : `, ${own}`}`,
      attack(
        place.situation ?? {},
        unit("a", { weapons, ...place.attacker, ...attacker }),
        unit("d", { ...place.defender, ...defender }),
      ),
      { options, ...world },
      only,
    ),
    ...(isRefused && own === undefined ? { isRefused } : {}),
  });
  const plain = { weapons: { own: arm } };
  if (own !== undefined)
    return [
      made(`${name} by the able`, plain, owned(place.attacker), {}),
      ...(/^(Damaged|Firing|Extra)/u.test(own) ? [] : [made(`${name} at the able`, plain, {}, owned(place.defender))]),
    ];
  const inLine = (data: Data | undefined) => ({ models: (data?.models as number | undefined) ?? 2, abilities: [] });
  return [
    made(name, plain, {}, {}),
    made(`${name} by profiles`, { weapons: { own: { profiles: { one: arm } } } }, {}, {}),
    {
      ...base(
        `${name} of members`,
        attack(
          place.situation ?? {},
          unit("bodies", { ...many, members: [{ ...inLine(place.attacker), weapons }] }),
          unit("bodies", { ...prey, members: [inLine(place.defender)] }),
        ),
        { options, ...plain },
        only,
      ),
      ...(isRefused ? { isRefused } : {}),
    },
  ];
};
/** Each ability where it can act, to be given, and to be taken away. */
const able: readonly Base[] = Object.entries(PLACES).flatMap(([name, place]) => [
  ...inPlace(name, place, undefined, /bilities/u),
  ...ABILITY_SPELLINGS.filter((text) => place.abilities.test(text)).flatMap((text) =>
    inPlace(name, place, text, /removeAbilities/u),
  ),
]);

const PLASMA = { profiles: { low: GUN, high: { ...GUN, strength: 8, damage: 2 } } };
const KLAIVE = { profiles: { low: { ...GUN, range: "melee" }, high: { ...GUN, range: "melee", strength: 8 } } };
const TWO_LEADERS = { boss: { ...BODY, models: 1, wounds: 4, keywords: ["Character"] } };
const others: readonly Base[] = [
  base("rapid fire from afar", shoot({ distance: 20 }, armed("rapid")), {
    weapons: { rapid: { ...GUN, abilities: ["Rapid Fire 1"] } },
  }),
  base(
    "hazards by sets",
    { ...shoot({}, armed("hazard")), with: ["set"] },
    { modifierSets: { set: { options: { hazardous: "launch" }, rules: { hazardousWounds: 2 } } } },
    /modifierSets/u,
  ),
  ...([1, 3] as const).flatMap((count) =>
    ([shoot, strike] as const).map((attack) =>
      base(
        `profiles of ${count}, ${attack === shoot ? "shot" : "struck"}`,
        attack({ profiles: { multi: count === 1 ? { low: 1, high: 2 } : "low" } }, armed("multi")),
        { weapons: { multi: attack === shoot ? PLASMA : KLAIVE, gun: GUN } },
        /profiles/u,
      ),
    ),
  ),
  ...([shoot, strike] as const).flatMap((attack) => {
    const own = attack === shoot ? "gun" : "sword";
    const other = attack === shoot ? "blaster" : "lance";
    const kind = attack === shoot ? "shot" : "struck";
    return [
      base(`shared targets, ${kind}`, {
        ...attack({ targets: { [own]: { d: 2, tough: 1 } } }, armed(own)),
        defender: ["d", "tough"],
      }),
      ...["hit", "wound", "damage", "attacks", "save"].map((roll) =>
        base(
          `command of a ${roll}, ${kind}`,
          attack(
            { commandReroll: { roll, weapon: "dice" } },
            armed({ weapon: "dice", count: 2 }, { weapon: own, count: 1 }),
          ),
          {
            weapons: {
              dice: { ...GUN, ...(attack === shoot ? {} : { range: "melee" }), attacks: "D3", damage: "D3" },
            },
          },
          /commandReroll/u,
        ),
      ),
      base(
        `command of hazards, ${kind}`,
        attack({ commandReroll: { roll: "hazardous", weapon: own } }, armed(own)),
        { weapons: { [own]: { ...GUN, ...(attack === shoot ? {} : { range: "melee" }), abilities: ["Hazardous"] } } },
        /commandReroll/u,
      ),
      base(
        `chosen weapons, ${kind}`,
        attack({ weapons: [own] }, armed({ weapon: own, count: 1 }, { weapon: other, count: 1 })),
      ),
      base(
        `members, ${kind}`,
        attack(
          {},
          unit("bodies", {
            members: [
              { models: 1, weapons: [{ weapon: own, count: 1 }] },
              { models: 2, weapon: other },
            ],
          }),
          unit("mixed", {
            members: [
              { models: 2, wounds: 1, save: 5 },
              { models: 1, wounds: 4, keywords: ["Character"] },
            ],
          }),
        ),
      ),
      base(`unlike saves, ${kind}`, attack({}, armed(own), "unlike"), {
        units: {
          unlike: {
            ...BODY,
            members: [
              { models: 1, wounds: 3, save: 3, invulnerable: { ranged: 4, melee: 4 } },
              { models: 2, wounds: 1, save: 6, keywords: ["Infantry"] },
            ],
          },
        },
      }),
      base(
        `led by the named, ${kind}`,
        attack({}, unit("a", { weapons: [own], leader: "boss" }), unit("d", { leader: "boss" })),
        {
          units: TWO_LEADERS,
        },
      ),
      base(
        `precision, ${kind}`,
        attack({}, armed(own), unit("d", { leader: "boss", models: 2 })),
        {
          units: TWO_LEADERS,
          weapons: {
            [own]: { ...GUN, ...(attack === shoot ? {} : { range: "melee" }), damage: "D3", abilities: ["Precision"] },
          },
        },
        /precision/iu,
      ),
      base(
        `lethal and devastating, ${kind}`,
        attack({}, armed(own), "tough"),
        {
          weapons: {
            [own]: {
              ...GUN,
              ...(attack === shoot ? {} : { range: "melee" }),
              damage: 3,
              abilities: ["Lethal Hits", "Devastating Wounds"],
              criticalWounds: 2,
            },
          },
        },
        /lethalOptional|devastating/u,
      ),
      base(
        `hazards, ${kind}`,
        attack({}, unit("a", { weapons: [own], wounds: 5 })),
        { weapons: { [own]: { ...GUN, ...(attack === shoot ? {} : { range: "melee" }), abilities: ["Hazardous"] } } },
        /hazardous/u,
      ),
      base(
        `less damage, ${kind}`,
        attack({}, armed(own), unit("d", { abilities: ["-1 Damage"], damageModifier: -2 })),
        {},
        /minimumDamage/u,
      ),
      base(
        `better saves, ${kind}`,
        attack({ ...(attack === shoot ? { cover: true } : {}) }, armed(own), unit("d", { saveModifier: 2, save: 6 })),
        {},
        /saveCap/u,
      ),
      base(
        `many demises, ${kind}`,
        attack(
          attack === shoot ? { distance: 5 } : {},
          unit("a", { weapons: [own], wounds: 4 }),
          unit("d", { models: 2, wounds: 1, abilities: ["Deadly Demise D3"] }),
        ),
      ),
      base(
        `a damaged one, ${kind}`,
        attack(
          {},
          unit("a", { weapons: [own], models: 1, wounds: 10, woundsLost: 8, abilities: ["Damaged: 1-4 wounds"] }),
        ),
      ),
      base(
        `weapon order, ${kind}`,
        attack({}, armed({ weapon: "hard", count: 1 }, { weapon: own, count: 2 }), unit("d", { models: 4, wounds: 4 })),
        {
          weapons: {
            hard: {
              ...GUN,
              ...(attack === shoot ? {} : { range: "melee" }),
              damage: 3,
              abilities: ["Devastating Wounds"],
            },
          },
        },
        /weaponOrder|devastating/u,
      ),
    ];
  }),
  base("indirect fire at the unseen by the good", shoot({ visible: false }, armed("indirect")), {
    weapons: { indirect: { ...GUN, skill: 2, abilities: ["Indirect Fire"] } },
  }),
  base(
    "lent weapons",
    shoot(
      {},
      unit("a", { models: 1, abilities: ["Firing Deck 3"], embarked: [{ weapon: "multi", count: 1, profile: "low" }] }),
    ),
    {
      weapons: { multi: PLASMA },
    },
  ),
  base("carried profiles", shoot({}, unit("a", { weapons: [{ weapon: "multi", count: 1, profile: "low" }] })), {
    weapons: { multi: PLASMA },
  }),
  base("member's profiles", shoot({}, "squad"), {
    weapons: { multi: PLASMA },
    units: {
      squad: {
        ...BODY,
        members: [
          { models: 2, weapons: [{ weapon: "multi", count: 1, profile: "low" }] },
          { models: 1, weapon: "gun" },
        ],
      },
    },
  }),
  base("a single weapon", shoot({}, unit("single")), {
    units: { single: { models: 2, ...BODY, weapon: "gun" } },
  }),
  base("at a distance of its own", shoot({}, "a", unit("d", { distance: 20 })), {
    weapons: { gun: { ...GUN, abilities: ["Rapid Fire 1"] } },
  }),
];

/** What one field needs in order to act. */
const chosen: readonly Base[] = [
  base("shooting with hazards", shoot({}, unit("a", { weapons: ["hazard"], wounds: 3 }))),
  base("fight with hazards", strike({}, unit("a", { weapons: ["hazard"], wounds: 3 })), {
    weapons: { hazard: { ...GUN, range: "melee", abilities: ["Hazardous"] } },
  }),
  base(
    "command of one of two",
    shoot(
      { commandReroll: { roll: "hit", weapon: "gun" } },
      armed({ weapon: "gun", count: 2 }, { weapon: "strong", count: 1 }),
    ),
    { weapons: { strong: { ...GUN, skill: 6, strength: 8, damage: 2 } } },
  ),
  base("shooting at the weak before the strong", shoot({}, armed({ weapon: "blaster", count: 3 }), "unlike"), {
    units: {
      unlike: {
        ...BODY,
        members: [
          { models: 2, wounds: 1, save: 6 },
          { models: 1, wounds: 3, save: 3 },
        ],
      },
    },
  }),
  base("re-rolled damage of a profile", shoot({}, armed("multi"), PREY), {
    weapons: { multi: { profiles: { one: { ...GUN, damage: "D6", rerollDamage: ["ones"] } } } },
  }),
  base("re-rolled saves", shoot({}, "a", unit("d", { rerollSaves: "failures" }))),
  base(
    "fight with extra attacks of a unit",
    strike({}, unit("a", { weapons: ["sword"], abilities: ["Extra Attacks"], attacksModifier: 2 })),
  ),
  ...[2, 6, 12].map((guns) =>
    base(
      `firing deck ${guns} to be taken away`,
      shoot({}, unit("a", { models: 1, weapons: [], abilities: [`Firing Deck ${guns}`], embarked: ["gun"] })),
    ),
  ),
  base("shooting by the engaged who may be a vehicle", shoot({ attackerEngaged: "target" }, armed("pistol", "gun"))),
  base("shooting at what may be a vehicle", shoot({}, armed("anti")), {
    weapons: { anti: { ...GUN, abilities: ["Anti-Vehicle 2+"] } },
  }),
  base(
    "fight with a foe of infantry",
    strike({}, unit("a", { weapons: ["sword"] }), unit("d", { hitModifier: { by: -1, against: "Infantry" } })),
  ),
  base(
    "fight of infantry with its foe",
    strike(
      {},
      unit("a", { weapons: ["sword"], keywords: ["Infantry"] }),
      unit("d", { hitModifier: { by: -1, against: "Infantry" } }),
    ),
  ),
  base("fight against what may be a vehicle", strike({}, armed("anti")), {
    weapons: { anti: { ...GUN, range: "melee", abilities: ["Anti-Vehicle 2+"] } },
  }),
  base("fight against a vehicle", strike({}, armed("anti"), unit("d", { keywords: ["Vehicle"] })), {
    weapons: { anti: { ...GUN, range: "melee", abilities: ["Anti-Vehicle 2+"] } },
  }),
  base(
    "fight with a hard and a soft weapon",
    strike(
      {},
      unit("bodies", {
        members: [
          { models: 1, weapon: "hard" },
          { models: 2, weapon: "sword" },
        ],
      }),
      unit("d", { models: 4, wounds: 3 }),
    ),
    {
      weapons: { hard: { ...GUN, range: "melee", damage: 3 } },
    },
  ),
  base(
    "hazards by a set of options",
    { ...shoot({}, unit("a", { weapons: ["hazard"], wounds: 5 })), with: ["set"] },
    {
      modifierSets: { set: { options: { hazardous: "launch" } } },
    },
  ),
  base(
    "hazards by a set of rules",
    { ...shoot({}, unit("a", { weapons: ["hazard"], wounds: 3 })), with: ["set"] },
    {
      modifierSets: { set: { rules: { hazardousWounds: 2 } } },
    },
  ),
];

const ATTACKS: readonly Base[] = [
  ...chosen,
  ...able,
  ...given,
  ...others,
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
    weapons: { heavy: { ...GUN, ap: 0 } },
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
      lethal: { ...GUN, abilities: ["Lethal Hits", "Devastating Wounds"], damage: 3 },
    },
  }),
  base("devastating", shoot({}, armed("devastating", "gun"), unit("d", { wounds: 2 }))),
  base("hazardous", shoot({}, armed("hazard"))),
  base("hazardous characters", shoot({}, unit("boss", { weapons: ["hazard"], wounds: 6 }))),
  base(
    "psychic attacks",
    shoot({}, armed("psychic"), unit("d", { abilities: ["Feel No Pain 5+ against psychic attacks"] })),
  ),
  base("modifiers", shoot({}, unit("a", { hitModifier: -1, woundModifier: -1 }))),
  base("re-rolls", shoot({}, unit("a", { rerollHits: "failures", rerollWounds: "failures" }))),
  base("mixed", shoot({}, armed("gun", "blaster"), "mixed")),
  base("led", shoot({}, "a", unit("d", { leader: "boss" }))),
  base("led attackers", shoot({}, unit("a", { leader: "boss" }))),
  base("far", shoot({ distance: 20 }, "a", unit("d", { abilities: ["Lone Operative", "Stealth"], distance: 11 }))),
  base("nearby", shoot({ distance: 5 }, "a", unit("d", { models: 1, wounds: 1, abilities: ["Deadly Demise D3"] }))),
  base(
    "damaged",
    shoot({}, unit("a", { models: 1, wounds: 10, woundsLost: 8, abilities: ["Damaged: 1-4 wounds remaining"] })),
  ),
  base("wounded", shoot({}, "a", unit("d", { woundsLost: 1 }))),
  base("firing deck", shoot({}, unit("a", { models: 1, abilities: ["Firing Deck 2"], embarked: ["blaster"] }))),
  base("targets", {
    ...shoot({ targets: { gun: "d", blaster: "tough" } }, armed("gun", "blaster")),
    defender: ["d", "tough"],
  }),
  base("command", shoot({ commandReroll: "hit" })),
  base("command of one", shoot({ commandReroll: { roll: "damage", weapon: "blaster" } }, armed("gun", "blaster"))),
  base("chosen weapons", shoot({ weapons: ["gun"] }, armed("gun", "blaster"))),
  base("fight", strike()),
  base("fight by charge", strike({ charged: true }, armed("lance"))),
  base("fight with extra attacks", strike({ weapons: ["sword"] }, armed("sword", "extra", "lance"))),
  base("fight, targets", { ...strike({ targets: { sword: "d" } }), defender: ["d", "tough"] }),
  base(
    "fight, command",
    strike(
      { commandReroll: { roll: "wound", weapon: "sword" } },
      armed({ weapon: "sword", count: 1 }, { weapon: "lance", count: 2 }),
    ),
  ),
  base("fight at the invulnerable", strike({}, armed("sword"), unit("d", { invulnerable: { ranged: 6, melee: 5 } }))),
];

const OF_SITUATION = ["distance", "cover", "visible", "stationary"];
const OF_SHOOTER = ["profiles", "commandReroll", "advanced", "fellBack", "attackerEngaged", "oneShotFired"];
const OF_TARGET = ["defenderEngaged", "goToGround", "smokescreen"];
const some = (data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));

/** A unit's shooting as a sequence of one shooter and one target, where it can be written as one. */
function asSequence({ name, data, only, isRefused }: Base): Base[] {
  const { e } = data.experiments as Readonly<Record<string, Data>>;
  const { kind, attacker, defender, situation } = e as { kind: string; situation: Data } & Data;
  const known = [...OF_SITUATION, ...OF_SHOOTER, ...OF_TARGET];
  const isFit =
    Object.keys(situation).every((own) => known.includes(own)) && !Array.isArray(defender) && !("with" in e!);
  if (kind !== "shooting" || !isFit) return [];
  const whole = (who: unknown, more: Data): Data => ({
    ...(typeof who === "string" ? { unit: who } : (who as Data)),
    ...more,
  });
  const experiment = {
    kind: "sequence",
    sides: [
      { units: [whole(attacker, some(situation, OF_SHOOTER))] },
      { units: [whole(defender, some(situation, OF_TARGET))] },
    ],
    situation: some(situation, OF_SITUATION),
  };
  const made = { ...data, experiments: { e: experiment } };
  return [{ name: `sequence: ${name}`, data: made, ...(only ? { only } : {}), ...(isRefused ? { isRefused } : {}) }];
}

/** Two shooters at two targets, with everything that is said of one of them. */
const inTurn = (first: Data, second: Data, situation: Data = {}): Data => ({
  kind: "sequence",
  sides: [{ units: [unit("a", first), unit("a", { as: "b" })] }, { units: [unit("d", second), "tough"] }],
  situation: { distance: 12, ...situation },
});

export const BASES: readonly Base[] = [
  ...ATTACKS,
  ...ATTACKS.flatMap(asSequence),
  base("sequence of two", inTurn({ at: ["d", "tough"] }, {}, { order: ["b", "a"] })),
  base("sequence, weapon by weapon", inTurn({ at: { gun: ["tough", "d"] } }, {})),
  base("sequence at one", inTurn({ at: "tough" }, { cover: true })),
  base("sequence of the hurried", inTurn({ weapons: ["assault"], advanced: true }, { distance: 18 })),
  base("sequence, many of each", inTurn({ weapons: ["multi"], profiles: { multi: { low: 2, high: 1 } } }, {}), {
    weapons: { multi: PLASMA },
  }),
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
