/** The shipped forms of rules: each does to the mean what a closed form says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { crible } from "../../cli/crible.ts";

const FORMS = Object.keys(parse(readFileSync("scenarios/wh40k-10e/forms/catalogue.yaml", "utf8")).modifierSets);
const cwd = mkdtempSync(join(tmpdir(), "crible-forms-"));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Two attacks, BS3+ S5 AP-1, at T5 Sv4+: of an attack 2/3 hit, 1/2 wound, 2/3 are not saved. */
const gun = "range: 24, attacks: 2, skill: 3, strength: 5, ap: -1, damage: 1";
/** By experiment, the ratio of wounds lost that each set makes of the base. */
const RATIOS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  plain: {
    rerollHitsOf1: 7 / 6,
    rerollHits: 4 / 3,
    rerollWoundsOf1: 7 / 6,
    rerollWounds: 3 / 2,
    rerollHitsAndWounds: 2,
    plusOneToHit: 5 / 4,
    plusOneToWound: 4 / 3,
    plusOneAttack: 3 / 2,
    plusOneStrength: 4 / 3,
    betterAp: 5 / 4,
    lethalHits: 5 / 4,
    sustainedHits1: 5 / 4,
    sustainedHits2: 3 / 2,
    devastatingWounds: 7 / 6,
    "lethalHits+criticalHitsOn5": 3 / 2,
    chosenTarget: (4 / 3) * (4 / 3),
    minusOneToHit: 3 / 4,
    minusOneToWound: 2 / 3,
    worseAp: 3 / 4,
    cover: 3 / 4,
    stealth: 3 / 4,
    goToGround: 3 / 4,
    smokescreen: 9 / 16,
    "cover+ignoresCover": 1,
    overwatch: 1 / 4,
    feelNoPain6: 5 / 6,
    feelNoPain5: 2 / 3,
    feelNoPain4: 1 / 2,
    // 4/3 hits on average; 5/9 of the pairs have a miss to roll again, which hits 2/3 of the time.
    rerollOneHit: (4 / 3 + (5 / 9) * (2 / 3)) / (4 / 3),
  },
  // S6 at T5 wounds on 3+, AP -3 leaves no save, 2 damage at many of 3 wounds.
  strong: {
    tougherThanTheyLook: 3 / 4,
    invulnerable6: 5 / 6,
    invulnerable5: 2 / 3,
    invulnerable4: 1 / 2,
  },
  melee: { charge: 1, "charge+lance": 4 / 3 },
};

describe("forms of rules", () => {
  it("each changes what is lost as a closed form says; all of the catalogue are asked", async () => {
    const list = (sets: object) =>
      `[base, ${Object.keys(sets)
        .map((name) => (name.includes("+") ? `[${name.replace("+", ", ")}]` : name))
        .join(", ")}]`;
    writeFileSync(
      join(cwd, "forms.yaml"),
      `version: 1
ruleset: wh40k-10e
extends: crible:wh40k-10e/forms/catalogue
weapons:
  gun: { ${gun} }
  cannon: { ${gun.replace("strength: 5, ap: -1", "strength: 6, ap: -3")} }
  axe: { ${gun.replace("range: 24", "range: melee")} }
  hammer: { ${gun.replace("damage: 1", "damage: 2")} }
units:
  shooter: { models: 1, toughness: 4, save: 4, wounds: 1, weapons: [gun, axe] }
  gunner: { models: 1, toughness: 4, save: 4, wounds: 1, weapons: [cannon] }
  breaker: { models: 1, toughness: 4, save: 4, wounds: 1, weapons: [hammer] }
  crowd: { models: 20, toughness: 5, save: 4, wounds: 1, keywords: [Infantry] }
  ogre: { models: 5, toughness: 5, save: 4, wounds: 9 }
experiments:
  plain: { kind: shooting, attacker: shooter, defender: crowd, situation: { distance: 20 }, with: ${list(RATIOS.plain!)} }
  strong: { kind: shooting, attacker: gunner, defender: crowd, situation: { distance: 20 }, with: ${list(RATIOS.strong!)} }
  melee: { kind: fight, attacker: shooter, defender: crowd, with: ${list(RATIOS.melee!)} }
  heavy: { kind: shooting, attacker: breaker, defender: ogre, situation: { distance: 20 }, with: [base, plusOneDamage, minusOneDamage, halfDamage, rerollOneWound, rerollOneSave] }
`,
    );
    const { code, stdout, stderr } = await crible(["run", "forms.yaml", "--json"], { cwd });
    expect(code, stderr).toBe(0);
    const cells = JSON.parse(stdout).cells as {
      experiment: string;
      modifiers: string[];
      metrics: { name: string; mean?: number }[];
    }[];
    const lost = (experiment: string, sets: string) =>
      cells
        .find((one) => one.experiment === experiment && one.modifiers.join("+") === sets)!
        .metrics.find(({ name }) => name === "damage")!.mean!;
    for (const [experiment, ratios] of Object.entries(RATIOS))
      for (const [sets, ratio] of Object.entries(ratios))
        expect(lost(experiment, sets) / lost(experiment, "base"), `${experiment} ${sets}`).toBeCloseTo(ratio, 9);
    const heavy = (set: string) => lost("heavy", set) / lost("heavy", "base");
    expect([heavy("plusOneDamage"), heavy("minusOneDamage"), heavy("halfDamage")]).toEqual([
      expect.closeTo(3 / 2, 9),
      expect.closeTo(1 / 2, 9),
      expect.closeTo(1 / 2, 9),
    ]);
    expect(heavy("rerollOneWound")).toBeGreaterThan(1);
    expect(heavy("rerollOneSave")).toBeLessThan(1);
    const asked = new Set(cells.flatMap(({ modifiers }) => modifiers));
    expect(FORMS.filter((name) => !asked.has(name))).toEqual([]);
  });
});
