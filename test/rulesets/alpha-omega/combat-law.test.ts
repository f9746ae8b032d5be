/** What has to hold of close combat whatever the numbers are. Seeds are fixed; answers are exact. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainOf } from "../../../src/rule/chain.ts";
import { probabilitiesOf, readOff } from "../../../src/rule/exact.ts";
import { solveChain } from "../../../src/rule/solve.ts";
import type { CloseCombatReading, Fighter } from "../../../src/rulesets/alpha-omega/close-combat.ts";
import { duelProcess } from "../../../src/rulesets/alpha-omega/kinds/duel.ts";
import { lost, meleeProcess } from "../../../src/rulesets/alpha-omega/melee.ts";
import { bandsOf, fighter, reading } from "./combat.ts";

const RUNS = { seed: 20261121, numRuns: 60 };

const anybody: fc.Arbitrary<Fighter> = fc
  .record({
    armed: fc.boolean(),
    score: fc.integer({ min: -3, max: 6 }),
    initiative: fc.integer({ min: 3, max: 5 }),
    fears: fc.boolean(),
    toSave: fc.integer({ min: 1, max: 11 }),
    pin: fc.integer({ min: 1, max: 11 }),
    implacable: fc.boolean(),
    skill: fc.constantFrom("standard", "endurance", "drone"),
  })
  .map(({ score, fears, skill, ...own }) =>
    fighter({ ...own, closeCombat: [score, score - 2], fear: [fears, fears], bands: bandsFor(skill) }),
  );
const bandsFor = (skill: string) => [bandsOf(skill), bandsOf(skill), bandsOf(skill)] as const;
const anyReading: fc.Arbitrary<CloseCombatReading> = fc
  .record({
    uncertainWounded: fc.constantFrom("failedSave" as const, "downOrOut" as const),
    uncertainPinTest: fc.boolean(),
    uncertainAfterCap: fc.constantFrom("noTest" as const, "test" as const),
    pinnedInMelee: fc.constantFrom("persist" as const, "standUp" as const),
    lonePinned: fc.constantFrom("minusTwo" as const, "none" as const),
    hitCap: fc.constantFrom({ hits: 3 }, { opponents: 3 }, "none" as const),
    hitPolicy: fc.constantFrom("greedy" as const, "oneEach" as const),
  })
  .map(reading);

interface Odds {
  readonly result: Float64Array;
  readonly attacker: Float64Array;
  readonly defender: Float64Array;
}
function duelOdds(first: Fighter, second: Fighter, given: CloseCombatReading): Odds {
  const chain = chainOf(duelProcess({ first, second, reading: given }));
  const [end] = solveChain(chain, [chain.steps.length]);
  const read = (of: (state: (typeof chain.states)[number]) => number, bins: number) =>
    probabilitiesOf(readOff(end!, Int32Array.from(chain.states, of), bins));
  return {
    result: read(({ result }) => result, 7),
    attacker: read(({ attacker }) => attacker, 4),
    defender: read(({ defender }) => defender, 4),
  };
}
function meleeOdds(lone: Fighter, attackers: readonly Fighter[], given: CloseCombatReading) {
  const pairs = attackers.map((first) => ({ first, second: lone }));
  const chain = chainOf(meleeProcess({ pairs, medikits: 0, reading: given }));
  const [end] = solveChain(chain, [chain.steps.length]);
  const read = (of: (state: (typeof chain.states)[number]) => number, bins: number) =>
    probabilitiesOf(readOff(end!, Int32Array.from(chain.states, of), bins));
  return { lone: read((state) => state.lone.state, 4), lost: read(lost, attackers.length + 1) };
}

/** No state as grave as any, or graver, is more likely: the one on the left fares no worse. */
function expectNoWorse(better: Float64Array, worse: Float64Array): void {
  let above = 0;
  for (let state = better.length - 1; state > 0; state--) {
    above += better[state]! - worse[state]!;
    expect(above).toBeLessThanOrEqual(1e-12);
  }
}
function expectSame(a: Float64Array, b: Float64Array): void {
  for (const [i, chance] of a.entries()) expect(chance).toBeCloseTo(b[i]!, 12);
}

describe("duels", () => {
  it("swapping the sides swaps the result", () => {
    fc.assert(
      fc.property(anybody, anybody, anyReading, (a, b, given) => {
        // After the cap only the second spares hits, which a duel alone never comes to.
        const [one, two] = [duelOdds(a, b, given), duelOdds(b, a, given)];
        expectSame(one.attacker, two.defender);
        expectSame(one.defender, two.attacker);
        expectSame(one.result, two.result.toReversed());
      }),
      RUNS,
    );
  });
  it("a mirror match is even", () => {
    fc.assert(
      fc.property(anybody, anyReading, (a, given) => {
        const { attacker, defender } = duelOdds(a, a, given);
        expectSame(attacker, defender);
      }),
      RUNS,
    );
  });

  const helps: readonly [string, (own: Fighter) => Fighter][] = [
    ["a better save", (own) => ({ ...own, toSave: own.toSave - 1 })],
    ["a better command", (own) => ({ ...own, pin: own.pin - 1 })],
    ["implacable", (own) => ({ ...own, implacable: true })],
    [
      "endurance",
      (own) => ({ ...own, bands: own.bands[0][0] === 2 && own.bands[0][1] === 5 ? bandsFor("endurance") : own.bands }),
    ],
    ["drone", (own) => ({ ...own, bands: own.bands[0][0] === 2 ? bandsFor("drone") : own.bands })],
    ["a medikit on wound rolls", (own) => ({ ...own, medikits: null })],
  ];
  it.each(helps)("%s never worsens its owner's fate", (_, help) => {
    fc.assert(
      fc.property(anybody, anybody, anyReading, (a, b, given) => {
        expectNoWorse(duelOdds(help(a), b, given).attacker, duelOdds(a, b, given).attacker);
        expectNoWorse(duelOdds(b, help(a), given).defender, duelOdds(b, a, given).defender);
      }),
      RUNS,
    );
  });
});

describe("several against one", () => {
  const few = fc.array(anybody, { minLength: 2, maxLength: 3 });
  it("a better save, endurance and a medikit never worsen the lone soldier's fate", () => {
    fc.assert(
      fc.property(anybody, few, anyReading, (lone, attackers, given) => {
        const plain = meleeOdds(lone, attackers, given).lone;
        expectNoWorse(meleeOdds({ ...lone, toSave: lone.toSave - 1 }, attackers, given).lone, plain);
        expectNoWorse(meleeOdds({ ...lone, medikits: null }, attackers, given).lone, plain);
      }),
      { ...RUNS, numRuns: 12 },
    );
  });
  it("one alone is a duel", () => {
    fc.assert(
      fc.property(anybody, anybody, anyReading, (lone, attacker, given) => {
        const { lone: end, lost: fallen } = meleeOdds(lone, [attacker], given);
        const { attacker: first, defender } = duelOdds(attacker, lone, given);
        expectSame(end, defender);
        expect(fallen[1]!).toBeCloseTo(first[2]! + first[3]!, 12);
      }),
      RUNS,
    );
  });
});
