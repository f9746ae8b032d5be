/** Abilities in words: the common forms, in sentences of our own, and what must not be taken for one of them. */
import { describe, expect, it } from "vitest";
import { readAbility } from "../../../src/rulesets/wh40k-10e/roster/ability-words.ts";
import { settled } from "../../../src/rulesets/wh40k-10e/roster/effects.ts";

const read = (text: string) =>
  readAbility(text).meanings.map(({ role, whom, patch, attacks, when }) => [role, whom, patch, attacks, when]);

describe("an ability in words", () => {
  it.each<[string, ...unknown[][]]>([
    [
      "Each time a model in this unit makes an attack, you can re-roll the Hit roll.",
      ["attacker", "unit", { rerollHits: { what: "failures" } }, undefined, undefined],
    ],
    [
      "Each time this model makes a ranged attack that targets a ^^**Monster**^^ or **Vehicle** unit, re‑roll a Wound roll of 1.",
      ["attacker", "bearer", { rerollWounds: { what: "ones", against: ["Monster", "Vehicle"] } }, "ranged", undefined],
    ],
    [
      "Each time a ranged attack made by this model is allocated to a Monster or Vehicle model, re-roll a Damage roll of 1.",
      ["attacker", "bearer", { rerollDamage: { what: "ones", against: ["Monster", "Vehicle"] } }, "ranged", undefined],
    ],
    [
      "Each time a model in this unit targets an enemy Walker unit with a melee attack, add 1 to the Wound roll.",
      ["attacker", "unit", { woundModifier: { by: 1, against: ["Walker"] } }, "melee", undefined],
    ],
    [
      "Each time this model makes a melee attack you can re-roll a Hit roll of 1 and add 1 to the Wound roll.",
      ["attacker", "bearer", { rerollHits: { what: "ones" } }, "melee", undefined],
      ["attacker", "bearer", { woundModifier: { by: 1 } }, "melee", undefined],
    ],
    [
      "Each time this model makes an attack that targets a Monster, Vehicle, or Fortification unit, you can re-roll the Wound roll.",
      [
        "attacker",
        "bearer",
        { rerollWounds: { what: "failures", against: ["Monster", "Vehicle", "Fortification"] } },
        undefined,
        undefined,
      ],
    ],
    [
      "Each time this model makes a ranged attack that targets an enemy unit (excluding units that can Fly), add 1 to the Hit roll.",
      [
        "attacker",
        "bearer",
        { hitModifier: { by: 1 } },
        "ranged",
        "that targets an enemy unit (excluding units that can Fly)",
      ],
    ],
    [
      "After it charges, add 3 to the Attacks characteristic of melee weapons equipped by this model and those weapons have the [PRECISION] ability.",
      ["attacker", "bearer", { attacksModifier: { by: 3 } }, "melee", "After it charges"],
      ["attacker", "bearer", { addAbilities: ["Precision"] }, "melee", "After it charges"],
    ],
    [
      "After it charges, add 1 to the Strength characteristic of melee weapons equipped by this model and improve the Armour Penetration characteristic of those weapons by 2.",
      ["attacker", "bearer", { strengthModifier: { by: 1 } }, "melee", "After it charges"],
      ["attacker", "bearer", { apModifier: { by: -2 } }, "melee", "After it charges"],
    ],
    [
      "Each time an attack targets this unit, subtract 1 from the Hit roll and ranged weapons equipped by this model have the [LETHAL HITS] ability.",
      ["defender", "unit", { hitModifier: { by: -1 } }, undefined, undefined],
      ["attacker", "bearer", { addAbilities: ["Lethal Hits"] }, "ranged", undefined],
    ],
    [
      "Ranged weapons equipped by this model have [Ignores Cover].",
      ["attacker", "bearer", { addAbilities: ["Ignores Cover"] }, "ranged", undefined],
    ],
    [
      "Each time a model in this unit makes an attack, a Critical Hit is scored on an unmodified Hit roll of 5+, instead of only 6.",
      ["attacker", "unit", { criticalHits: { from: 5 } }, undefined, undefined],
    ],
    [
      "Models in this units have an invulnerable save characteristic of 5+",
      ["defender", "unit", { invulnerable: 5 }, undefined, undefined],
    ],
    [
      "Oil Song: Each time a model in this unit makes an attack, re-roll a Hit roll of 1.",
      ["attacker", "unit", { rerollHits: { what: "ones" } }, undefined, "Oil Song"],
    ],
    [
      "Each time a melee attack targets this unit, subtract 1 from the Hit roll.",
      ["defender", "unit", { hitModifier: { by: -1 } }, "melee", undefined],
    ],
    [
      "Each time an attack targets the bearer’s unit, if the Strength characteristic of that attack is greater than the Toughness characteristic of the bearer’s unit, subtract 1 from the Wound roll.",
      ["defender", "unit", { woundModifier: { by: -1, stronger: true } }, undefined, undefined],
    ],
    [
      "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
      ["defender", "bearer", { damageReduction: ["minusOne"] }, undefined, undefined],
    ],
    [
      "Each time an attack is allocated to this model, halve the Damage characteristic of that attack.",
      ["defender", "bearer", { damageReduction: ["halve"] }, undefined, undefined],
    ],
    [
      "Models in this unit have a 5+ invulnerable save against ranged attacks.",
      ["defender", "unit", { invulnerable: { ranged: 5 } }, undefined, undefined],
    ],
    [
      "The bearer has the Feel No Pain 4+ ability against mortal wounds and Psychic Attacks.",
      [
        "defender",
        "bearer",
        { addAbilities: ["Feel No Pain 4+ (mortal wounds)", "Feel No Pain 4+ (psychic attacks)"] },
        undefined,
        undefined,
      ],
    ],
    [
      "While this model is leading a unit, melee weapons equipped by models in that unit have the [SUSTAINED HITS 2] and [LANCE] abilities.",
      ["attacker", "led", { addAbilities: ["Sustained Hits 2", "Lance"] }, "melee", undefined],
    ],
    [
      "Each time this unit makes a Charge move, until the end of the turn, add 1 to the Attacks characteristic of melee weapons equipped by models in this unit.",
      ["attacker", "unit", { attacksModifier: { by: 1 } }, "melee", "after a Charge move"],
    ],
    [
      "Improve the Strength and Armour Penetration characteristics of the bearer's melee weapons by 1.",
      ["attacker", "bearer", { strengthModifier: { by: 1 }, apModifier: { by: -1 } }, "melee", undefined],
    ],
    [
      "Each time a model in this unit makes an attack, an unmodified Hit roll of 5+ scores a Critical Hit.",
      ["attacker", "unit", { criticalHits: { from: 5 } }, undefined, undefined],
    ],
    [
      "While this model has 1-5 wounds remaining, subtract 3 from its Objective Control characteristic and each time this model makes an attack, subtract 1 from the Hit roll.",
      ["attacker", "bearer", { addAbilities: ["Damaged: 1-5 wounds"] }, undefined, undefined],
    ],
    [
      "Each time a model in this unit makes an attack that targets a unit that is below half of its size, add 1 to the Wound roll.",
      ["attacker", "unit", { woundModifier: { by: 1 } }, undefined, "that is below half of its size"],
    ],
    [
      "In your Shooting phase, select one enemy unit. Until the end of the phase, that unit cannot have the Benefit of Cover.",
      [
        "attacker",
        "others",
        { addAbilities: ["Ignores Cover"] },
        undefined,
        "In your Shooting phase, select one enemy unit., Until the end of the phase",
      ],
    ],
    [
      "If the moon is full, each time this model makes an attack, add 1 to the Hit roll.",
      ["attacker", "bearer", { hitModifier: { by: 1 } }, undefined, "If the moon is full"],
    ],
  ])("%s", (text, ...wanted) => {
    expect(readAbility(text).rest).toEqual([]);
    expect(read(text)).toEqual(wanted);
  });

  it("what goes on where a sentence ended depends on what that did, and on what was done before it", () => {
    const further =
      "Each time a model in this unit makes a ranged attack that targets the unit nearest to a lamp, re-roll a Hit roll of 1. If the target of that attack is in the dark, you can re-roll the Hit roll instead.";
    expect(read(further).map(([, , , attacks, when]) => [attacks, when])).toEqual([
      ["ranged", "that targets the unit nearest to a lamp"],
      ["ranged", "that targets the unit nearest to a lamp, If the target of that attack is in the dark, instead"],
    ]);
    const may =
      "Once per game, after its oil is spilt, this model can use this ability. If it does, until the end of the phase, this model has a 3+ invulnerable save. This model has the Stealth ability.";
    expect(read(may).map(([, , patch, , when]) => [patch, when])).toEqual([
      [
        { invulnerable: 3 },
        "Once per game, after its oil is spilt, this model can use this ability., If it does, until the end of the phase",
      ],
      [{ addAbilities: ["Stealth"] }, undefined],
    ]);
  });

  it("what follows on a choice or a throw depends on it", () => {
    const [first, second] = readAbility(
      "At the start of the battle, roll one D6. Each time this model makes an attack, add 1 to the Hit roll.",
    ).meanings.concat(
      readAbility(
        "Select one of the following abilities for this unit's weapons to gain:\n■ [LETHAL HITS]\n■ [SUSTAINED HITS 1]",
      ).meanings,
    );
    expect(first!.when).toContain("roll one D6");
    expect(second!.when).toContain("Select one");
  });

  it.each([
    "Each time a model in this unit makes an attack, roll a second die and keep the Hit roll you like best.",
    "Each time this model makes an attack, on a Critical Wound, improve the Armour Penetration characteristic of that attack by 1.",
    // Units know one that takes 1, and none that takes more.
    "Each time an attack is allocated to this model, subtract 2 from the Damage characteristic of that attack.",
    // A modifier of saves counts for invulnerable ones too.
    "Each time a ranged attack is allocated to a model in this unit, add 1 to any armour saving throw made against that attack.",
    "While a Lamp Warden model is leading this model's unit, that Lamp Warden model has the Feel No Pain 5+ ability.",
    // It has to wound anyway, which a critical wound does not.
    "Each time this model makes a melee attack, a successful unmodified Wound roll of 5+ scores a Critical Wound.",
    "Each time this model makes an attack, a successful Wound roll scores a Critical Wound.",
    // Whose dice these are is said before the target.
    "Until the end of the turn, each time a model from your Lamp army makes an attack that targets that enemy unit, you can re-roll the Hit roll.",
    // Of the leader alone.
    "While a Lamp Warden model is leading this unit, that model has the Feel No Pain 4+ ability.",
    "While a CHARACTER model is leading this unit, that Character has the Feel No Pain 5+ ability",
    "For each Pain token, add 1 to the Attacks characteristic of melee weapons equipped by models in this unit.",
    "Each time this model makes an attack, add 1 to the Hit roll and something else happens to its Wound roll.",
    "Once per battle, when an attack is allocated to this model, change the Damage characteristic of that attack to 0.",
    "Melee weapons (excluding Extra Attacks weapons) equipped by models in this unit have the [LANCE] ability.",
    "This unit has the Stealth ability. Each time this unit Remains Stationary, it loses this ability until the end of the turn.",
    "Models in this unit (excluding Drummers) have a 4+ invulnerable save.",
    "Add 1 to the Attacks characteristic of melee weapons equipped by all other models in the bearer's unit.",
    "Each time this model makes an attack that targets a Vehicle unit, add 1 to the Damage characteristic of that attack. Each time it makes an attack that targets a Titanic unit, add 2 to the Damage characteristic of that attack instead.",
  ])("is left in words: %s", (text) => {
    const { rest, touches } = readAbility(text);
    expect(touches).toBe(true);
    expect(rest.length).toBeGreaterThan(0);
  });

  it.each([
    "Each time this model makes a ranged attack that targets a Monster or Vehicle unit, that attack has the [DEVASTATING WOUNDS] ability.",
    "Each time a model in this unit makes an attack with a brass horn against a Monster or Vehicle unit, that attack has the [IGNORES COVER] ability.",
    "Each time an attack is allocated to this model, if the Strength characteristic of that attack is greater than this model's Toughness characteristic, halve the Damage characteristic of that attack.",
  ])("whom it is against is not lost where no field can say it: %s", (text) => {
    const { meanings, rest } = readAbility(text);
    expect([meanings.length, rest]).toEqual([1, []]);
    expect(meanings[0]!.when).toMatch(/that targets Monster or Vehicle|of more Strength/u);
  });

  it("that depends on the keywords of its unit is decided by them", () => {
    const { meanings } = readAbility(
      "This unit has a 4+ invulnerable save. If this unit is a **Battleline** or ^^Mounted^^ unit, it has a 5+ invulnerable save instead.",
    );
    const saves = (...keywords: string[]) =>
      settled(meanings, keywords).map(({ patch, when }) => [patch.invulnerable, when]);
    expect(saves("Infantry")).toEqual([[4, undefined]]);
    expect(saves("Infantry", "Battleline")).toEqual([[5, undefined]]);
    expect(saves("mounted")).toEqual([[5, undefined]]);
  });

  it("that begins with its own name depends on nothing for it; with the name of a choice it does", () => {
    const read = (label: string) =>
      readAbility(`**${label}:** Each time this model makes an attack, re-roll a Hit roll of 1.`, "Wick's Aim");
    const aimed = { role: "attacker", whom: "bearer", patch: { rerollHits: { what: "ones" } } };
    expect(read("Wick’s Aim")).toEqual({ meanings: [aimed], touches: true, rest: [] });
    expect(read("Steady Hand").meanings).toEqual([{ ...aimed, when: "Steady Hand" }]);
  });

  it("of no attack is told apart", () => {
    expect(readAbility("You can move this unit again after it has shot.")).toEqual({
      meanings: [],
      touches: false,
      rest: [],
    });
  });

  it.each(["if a, b, ", "each time a model in ", "friendly a a ", "re-roll the hit roll, the ", "[a] "])(
    "a hostile one is read and left: %s over and over",
    (piece) => {
      const { rest, meanings } = readAbility(`hit roll ${piece.repeat(100_000)}`);
      expect([rest.length > 0, meanings]).toEqual([true, []]);
    },
  );

  it("keeps to the weapon that a sentence began with", () => {
    const { meanings } = readAbility(
      "Each time this model makes an attack with its lamp cannon, re-roll a Damage roll of 1. If that attack targets a Titanic unit, you can re-roll the Damage roll instead.",
    );
    expect(meanings.map(({ weapon, patch }) => [weapon, patch])).toEqual([
      ["lamp cannon", { rerollDamage: { what: "ones" } }],
      ["lamp cannon", { rerollDamage: { what: "failures" } }],
    ]);
  });

  it("keeps choices to the weapons that they are for", () => {
    const { meanings } = readAbility(
      "Each time the bearer is selected to fight, select one of the following abilities to apply to the bearer's melee weapons until the end of the phase:\n- [LANCE]\n- [LETHAL HITS]",
    );
    expect(meanings.map(({ attacks, patch }) => [attacks, patch])).toEqual([
      ["melee", { addAbilities: ["Lance"] }],
      ["melee", { addAbilities: ["Lethal Hits"] }],
    ]);
  });
});
