import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import { attackDistribution } from "../../../src/rulesets/wh40k-10e/counts.ts";
import { hitFaces, neededToSave, neededToWound, rollDie } from "../../../src/rulesets/wh40k-10e/rolls.ts";
import { type Change, type Data, distributionsOf, programOf, volleyOf } from "./cell.ts";

/** Exact answers for the default readings (vectors.json, made by ../vectors/wh40k-10e.ts), held as fractions. */
interface Vector {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a vector holds depends on its id
  readonly inputs: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly expect: any;
}
const { vectors } = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const of = (prefix: string) =>
  vectors.filter(({ id }) => id.startsWith(prefix)).map((vector) => [vector.id, vector] as const);

const told = new Set<string>();
function vectorsOf(prefix: string, test: (vector: Vector) => void | Promise<void>) {
  const own = of(prefix);
  for (const [id] of own) told.add(id);
  it.each(own)("%s", (_, vector) => test(vector));
}

describe("C-WND-01", () => {
  vectorsOf("C-WOUND-", ({ inputs, expect: wanted }) => {
    expect(neededToWound(inputs.S, inputs.T)).toBe(wanted.needed);
  });
});

describe("C-HIT-01 to C-HIT-05, C-RR-01: one die", () => {
  vectorsOf("C-ROLL-", ({ inputs, expect: wanted }) => {
    const reroll = inputs.reroll === "fails" ? "failures" : "none";
    const roll = { ...hitFaces(inputs.needed, inputs.mod, 6, 1), reroll, once: "none" } as const;
    const distribution = distributionOf((dice) => rollDie(dice, roll, false, "C-HIT-01"), "C-HIT-01");
    const weight = (from: number) =>
      distribution.outcomes.reduce((sum, category, i) => (category >= from ? sum + distribution.weights[i]! : sum), 0n);
    expect(fractionText(weight(2), distribution.total)).toBe(wanted.p_critical);
    expect(fractionText(weight(1), distribution.total)).toBe(wanted.p_success_total);
  });
  vectorsOf("C-BGNT-CAP", async ({ inputs, expect: wanted }) => {
    // The shooter engaged, the target engaged, Stealth on top of it: -3 in all, -1 counts.
    const distributions = await distributionsOf({
      gun: { skill: inputs.bs as number, attacks: 1 },
      attacker: { models: 1, keywords: ["Vehicle"] },
      defender: { keywords: ["Vehicle"], abilities: ["Stealth"] },
      situation: { attackerEngaged: "other", defenderEngaged: true },
    });
    expect(distributions.hits!.fractions[1]).toBe(wanted.p_hit);
  });
});

describe("C-SAV-01 to C-SAV-06", () => {
  vectorsOf("C-SAVE-", ({ inputs, expect: wanted }) => {
    const { sv, ap, cover, invuln } = inputs as { sv: number; ap: number; cover: boolean; invuln: number | null };
    const covered = cover && !(ap === 0 && sv <= 3);
    const facts = { save: sv, invulnerable: invuln ?? 7, ap, cover: covered ? 1 : 0, bonus: 0, malus: 0 };
    const needed = neededToSave(facts, 1, "net");
    expect(fractionText(BigInt(7 - needed), 6n)).toBe(wanted.p_save);
  });
  vectorsOf("C-SAVE-", async ({ inputs, expect: wanted }) => {
    // The same through a whole cell: one automatic hit that wounds on 2+.
    const { sv, ap, cover, invuln } = inputs as { sv: number; ap: number; cover: boolean; invuln: number | null };
    const distributions = await distributionsOf({
      gun: { attacks: 1, abilities: ["Torrent"], strength: 8, ap },
      attacker: { models: 1 },
      defender: { models: 1, save: sv, ...(invuln === null ? {} : { invulnerable: invuln }) },
      situation: { cover },
    });
    const [over, under] = String(wanted.p_save).split("/").map(BigInt) as [bigint, bigint];
    expect(distributions.unsaved!.meanFraction).toBe(fractionText(5n * (under - over), 6n * under));
  });
});

/** The abilities and characteristics of an attack vector. */
function gunOf(inputs: Readonly<Record<string, unknown>>): Data {
  const abilities = [
    ...(inputs.lethal ? ["Lethal Hits"] : []),
    ...(inputs.sustained ? [`Sustained Hits ${inputs.sustained}`] : []),
    ...(inputs.dev ? ["Devastating Wounds"] : []),
    ...(inputs.anti ? [`Anti-Infantry ${inputs.anti}+`] : []),
    ...(inputs.torrent ? ["Torrent"] : []),
  ];
  return {
    attacks: inputs.attacks ?? 1,
    skill: inputs.bs,
    strength: inputs.S,
    ap: inputs.ap,
    abilities,
    ...(inputs.hit_mod === undefined ? {} : { hitModifier: inputs.hit_mod }),
    ...(inputs.wound_mod === undefined ? {} : { woundModifier: inputs.wound_mod }),
  };
}

describe("C-SEQ, C-AB: one attack", () => {
  const change = (inputs: Readonly<Record<string, unknown>>): Change => ({
    gun: gunOf(inputs),
    attacker: { models: 1 },
    defender: { toughness: inputs.T, save: inputs.sv, wounds: 1, models: 20, keywords: ["Infantry"] },
  });
  vectorsOf("C-ATTACK-", async ({ inputs, expect: wanted }) => {
    const distribution = attackDistribution(await volleyOf(change(inputs)), "damage", 0);
    const found = Object.fromEntries(
      distribution.terms.map(({ x, y, weight }) => [`${x},${y}`, fractionText(weight, distribution.total)]),
    );
    expect(found).toEqual(wanted["pmf(normal_unsaved,devastating)"]);
    expect((await distributionsOf(change(inputs))).unsaved!.meanFraction).toBe(wanted.expected_unsaved);
  });
  vectorsOf("C-PUBLIC-EX", async ({ inputs, expect: wanted }) => {
    expect((await distributionsOf(change(inputs))).unsaved!.meanFraction).toBe(wanted.expected_unsaved);
  });
});

describe("C-SEQ, C-DMG: whole volleys", () => {
  vectorsOf("C-M-", async ({ inputs: given, expect: wanted }) => {
    const inputs = given as Readonly<Record<string, unknown>>;
    const dice = (amount: string, plus: string) =>
      inputs[plus] === 0
        ? /D/.test(String(inputs[amount]))
          ? inputs[amount]
          : Number(inputs[amount])
        : `${inputs[amount]}+${inputs[plus]}`;
    const distributions = await distributionsOf({
      gun: {
        attacks: dice("A", "A_plus"),
        ...(inputs.bs === undefined ? {} : { skill: inputs.bs }),
        strength: inputs.S,
        ap: inputs.ap,
        damage: dice("D", "D_plus"),
        abilities: inputs.abilities ?? [],
      },
      attacker: { models: inputs.weapons },
      defender: {
        models: inputs.models,
        wounds: inputs.W,
        toughness: inputs.T,
        save: inputs.sv,
        ...(inputs.invulnerable ? { invulnerable: inputs.invulnerable } : {}),
        ...(inputs.fnp ? { feelNoPain: inputs.fnp } : {}),
      },
      situation: inputs.cover ? { cover: true } : {},
      options: (inputs.option as Data | undefined) ?? {},
    });
    expect(distributions.killed!.fractions).toEqual(wanted.models_killed);
    expect(distributions.killed!.meanFraction).toBe(wanted.expected_killed);
    expect(distributions.damage!.meanFraction).toBe(wanted.expected_wounds_lost);
  });
});

describe("C-AB-HAZARDOUS", () => {
  vectorsOf("C-HAZARD-", async ({ inputs, expect: wanted }) => {
    const distributions = await distributionsOf({
      gun: { abilities: ["Hazardous"] },
      attacker: { models: inputs.hazardous_weapons_fired },
    });
    // Two wounds each: every failed test is a model.
    const none = distributions.selfKilled!.fractions[0]!.split("/").map(BigInt) as [bigint, bigint];
    expect(fractionText(none[1] - none[0], none[1])).toBe(wanted.p_at_least_one_failed);
    expect(distributions.selfKilled!.meanFraction).toBe(wanted.expected_failed);
  });
});

it("no vector is left out", () => {
  expect(vectors.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([]);
  expect(vectors).toHaveLength(39);
});

it("every answer is a fraction", async () => {
  const program = await programOf();
  expect("solve" in program.exact).toBe(true);
});
