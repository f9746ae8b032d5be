import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stream } from "../../../src/dice/index.ts";
import { chainOf } from "../../../src/rule/chain.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { RuleError } from "../../../src/rule/rule.ts";
import {
  type AssaultProfile,
  assaultProcess,
  leastPaths,
  MOST_PATHS,
} from "../../../src/rulesets/metropolis/assault.ts";
import { Drawn } from "../../../src/rulesets/metropolis/draws.ts";
import { Battle } from "../../../src/rulesets/metropolis/engagement/battle.ts";
import {
  CASUALTIES,
  MEASURES,
  OUT_MODELS,
  PANICKED_MODELS,
  READY_MODELS,
  ROUTED_MODELS,
} from "../../../src/rulesets/metropolis/engagement/measures.ts";
import type { EngagementCell } from "../../../src/rulesets/metropolis/kinds/engagement.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { type Change, type Data, mean, number, profileOf, programAt } from "./cell.ts";

const stat = fc.integer({ min: 1, max: 10 });
const unit = fc.record({
  models: fc.integer({ min: 1, max: 5 }),
  assault: stat,
  shooting: stat,
  toughness: stat,
  command: stat,
  wounds: fc.integer({ min: 1, max: 2 }),
  sizeClass: fc.integer({ min: 0, max: 10 }),
});
const options = fc.record({
  naturalRule: fc.constantFrom("all", "shooting"),
  modifierStage: fc.constantFrom("afterTable", "beforeTable"),
  meleeOrder: fc.constantFrom("simultaneous", "chargerFirst"),
  meleeWinner: fc.constantFrom("mostWounds", "mostRemoved"),
  hitAllocation: fc.constantFrom("woundedFirst", "spread", "concentrate"),
  halfIs: fc.constantFrom("panic", "rout"),
});

const chances = (kind: string, change: Change, metric: string): Map<number | string, number> => {
  const program = programAt(kind, change);
  if (!("solve" in program.exact)) throw new RuleError("B-CC-01", "not exact");
  const at = program.metrics.findIndex(({ name }) => name === metric);
  const found = probabilitiesOf(program.exact.solve()[at]!);
  return new Map(program.metrics[at]!.values.map((value, i) => [value, found[i]!]));
};
const meanOf = (kind: string, change: Change, metric: string) => number(mean(kind, change, metric));
const better = (data: Data, name: string): Data => ({ ...data, [name]: Math.min(10, Number(data[name]) + 1) });
const runs = { seed: 20_041, numRuns: 60 };
const CLOSE = 1e-12;

describe("a higher stat never lowers its owner's odds", () => {
  it("SH, and T of the target, in a volley", () => {
    fc.assert(
      fc.property(unit, unit, options, (attacker, defender, reading) => {
        const removed = (a: Data, d: Data) =>
          meanOf("volley", { attacker: a, defender: d, options: reading }, "removed");
        const base = removed(attacker, defender);
        expect(removed(better(attacker, "shooting"), defender)).toBeGreaterThanOrEqual(base - CLOSE);
        expect(removed(attacker, better(defender, "toughness"))).toBeLessThanOrEqual(base + CLOSE);
      }),
      runs,
    );
  });

  it("AS, T and CD in an assault", () => {
    fc.assert(
      fc.property(unit, unit, options, fc.boolean(), (attacker, defender, reading, charged) => {
        const cell = (a: Data): Change => ({ attacker: a, defender, options: reading, situation: { charged } });
        const base = chances("assault", cell(attacker), "winner");
        for (const name of ["assault", "toughness"]) {
          const other = chances("assault", cell(better(attacker, name)), "winner");
          expect(other.get("attacker")!, name).toBeGreaterThanOrEqual(base.get("attacker")! - CLOSE);
          expect(other.get("defender")!, name).toBeLessThanOrEqual(base.get("defender")! + CLOSE);
        }
        const routed = (a: Data) => chances("assault", cell(a), "attackerState").get("routed")!;
        expect(routed(better(attacker, "command"))).toBeLessThanOrEqual(routed(attacker) + CLOSE);
      }),
      runs,
    );
  });
});

describe("closed forms", () => {
  it("B-SHOOT, B-DMG: the wounds of a volley are binomial", () => {
    fc.assert(
      fc.property(unit, unit, (attacker, defender) => {
        const one = chances("volley", { attacker: { ...attacker, models: 1 }, defender }, "wounds").get(1) ?? 0;
        const all = chances("volley", { attacker, defender }, "wounds");
        let ways = 1;
        for (let k = 0; k <= attacker.models; k++) {
          const expected = ways * one ** k * (1 - one) ** (attacker.models - k);
          expect(all.get(k)!).toBeCloseTo(expected, 12);
          ways = (ways * (attacker.models - k)) / (k + 1);
        }
      }),
      runs,
    );
  });

  it("a mirror: who is called the attacker does not matter when nobody charges and nobody is in cover", () => {
    fc.assert(
      fc.property(unit, unit, options, (a, b, reading) => {
        const there = chances("assault", { attacker: a, defender: b, options: reading }, "winner");
        const back = chances("assault", { attacker: b, defender: a, options: reading }, "winner");
        expect(there.get("attacker")!).toBeCloseTo(back.get("defender")!, 12);
        expect(there.get("draw")!).toBeCloseTo(back.get("draw")!, 12);
      }),
      runs,
    );
  });

  it("wounds on the model already wounded remove most, on any other reading at most as many", () => {
    fc.assert(
      fc.property(unit, unit, (attacker, defender) => {
        const removed = (hitAllocation: string) =>
          meanOf("volley", { attacker, defender, options: { hitAllocation } }, "removed");
        const most = removed("woundedFirst");
        expect(removed("spread")).toBeLessThanOrEqual(most + CLOSE);
        expect(removed("concentrate")).toBeLessThanOrEqual(most + CLOSE);
      }),
      runs,
    );
  });
});

const BRAWL: Change = {
  sides: [
    [
      { models: 6, order: ["fire", "hold", "assault"], inCover: true },
      { models: 1, individual: true, wounds: 3, order: "charge", assault: 6 },
    ],
    [
      { models: 5, order: ["move", "charge", "assault"] },
      { models: 4, order: ["fire", "charge", "assault"], reaction: "counterCharge", state: "panicked" },
    ],
  ],
  situation: { distance: [20, 10, 0], turns: 5 },
};

describe("B-MOR-04: routed units have no models, and nobody comes back", () => {
  it("every fight of 5,000, turn by turn", () => {
    const profile = profileOf<EngagementCell>("engagement", BRAWL);
    const battle = new Battle(profile);
    const pairs = profile.units.flatMap((own) =>
      own.against.flatMap((against) =>
        against === null
          ? []
          : [...against.fire.flat(), ...against.blows].flatMap(({ toHit, toWound }) =>
              toHit.map((hit) => ({ toHit: hit, toWound })),
            ),
      ),
    );
    const chance = new Drawn(pairs, 10, false);
    chance.begin(new Stream(1, 2, 3, 4));
    const models = [7, 9];
    let routs = 0;
    const wrong: object[] = [];
    for (let trial = 0; trial < 5_000; trial++) {
      battle.play(chance);
      for (const side of [0, 1]) {
        let before = 0;
        let routedBefore = 0;
        for (let turn = 0; turn < profile.turns; turn++) {
          const at = (measure: number) => battle.measures[(turn * 2 + side) * MEASURES + measure]!;
          const holds =
            at(READY_MODELS) + at(PANICKED_MODELS) + at(CASUALTIES) === models[side] &&
            at(OUT_MODELS) + at(ROUTED_MODELS) === at(CASUALTIES) &&
            at(OUT_MODELS) >= 0 &&
            at(CASUALTIES) >= before &&
            at(ROUTED_MODELS) >= routedBefore;
          if (!holds) wrong.push({ trial, side, turn });
          before = at(CASUALTIES);
          routedBefore = at(ROUTED_MODELS);
        }
        routs += routedBefore > 0 ? 1 : 0;
      }
    }
    expect(wrong).toEqual([]);
    expect(routs).toBeGreaterThan(100);
  });

  it("in an assault who routs has lost all models", () => {
    const all = { attacker: { models: 4, assault: 8 }, defender: { models: 4, command: 1 } };
    const routed = chances("assault", all, "defenderState");
    const removed = chances("assault", all, "defenderRemoved");
    expect(removed.get(4)!).toBeCloseTo(routed.get("routed")! + routed.get("destroyed")!, 12);
    expect(routed.get("routed")!).toBeGreaterThan(0.1);
  });
});

describe("draws from tables follow the dice: 200,000 draws each, wrongly refused once in 1e9", () => {
  const DRAWS = 200_000;
  /** The chances of 0 to k successes. */
  const binomial = (k: number, p: number): number[] => {
    let row = [1];
    for (let i = 0; i < k; i++) row = [...row, 0].map((own, j) => own * (1 - p) + (j > 0 ? row[j - 1]! * p : 0));
    return row;
  };
  const tally = (k: number, draw: () => number) => {
    const counts = new Array<number>(k + 1).fill(0);
    for (let i = 0; i < DRAWS; i++) counts[draw()]!++;
    return counts;
  };
  const fits = (k: number, p: number, counts: readonly number[]) =>
    agreement(
      { values: counts.map((_, i) => i), counts },
      { values: counts.map((_, i) => i), weights: binomial(k, p) },
      1e-9,
    ).verdict;
  const chance = new Drawn([{ toHit: 6, toWound: 4 }], 200, true);
  chance.begin(new Stream(9, 8, 7, 6));

  it.each([1, 2, 4, 5, 12, 32, 33, 100])("%i rolls to hit with their damage", (k) => {
    expect(
      fits(
        k,
        0.5 * 0.7,
        tally(k, () => chance.wounds(k, 6, 4)),
      ),
    ).toBe("agree");
  });
  it.each([1, 3, 12, 40])("%i rolls", (k) => {
    expect(
      fits(
        k,
        0.3,
        tally(k, () => chance.count(k, 8)),
      ),
    ).toBe("agree");
  });
  it("one roll, always and never", () => {
    expect(
      fits(
        1,
        0.6,
        tally(1, () => (chance.passes(5) ? 1 : 0)),
      ),
    ).toBe("agree");
    expect(chance.passes(1)).toBe(true);
    expect(chance.passes(11)).toBe(false);
    expect(chance.count(7, 0)).toBe(7);
    expect(chance.count(7, 12)).toBe(0);
  });
  it("the first side starts half the turns", () => {
    expect(
      fits(
        1,
        0.5,
        tally(1, () => (chance.initiative() ? 1 : 0)),
      ),
    ).toBe("agree");
  });
  it("control: a chance that is off by one point is found", () => {
    expect(
      fits(
        12,
        0.36,
        tally(12, () => chance.wounds(12, 6, 4)),
      ),
    ).toBe("disagree");
  });
});

describe("an assault too long for a chain is seen before it is followed", () => {
  const assault = (models: number, change: Change = {}) =>
    profileOf<AssaultProfile>("assault", {
      ...change,
      attacker: { models, ...change.attacker },
      defender: { models },
      situation: { rounds: 2, ...change.situation },
    });

  it.each([{}, { attacker: { wounds: 2 } }, { attacker: { individual: true, models: 1, wounds: 6 } }])(
    "it has at least the paths that are foreseen: %j",
    (change) => {
      const process = assaultProcess(assault(8, change));
      const least = leastPaths(assault(8, change));
      expect(least).toBeGreaterThan(8);
      expect(() => chainOf({ ...process, paths: least - 1 })).toThrow(RuleError);
      expect(chainOf(process).states.length).toBeGreaterThan(10);
    },
  );

  it("a hundred against a hundred have too many, fifty a side may be followed", () => {
    expect(leastPaths(assault(100))).toBeGreaterThan(MOST_PATHS);
    expect(leastPaths(assault(50))).toBeLessThan(MOST_PATHS);
    // Two a side: 2 + 1 or 1 + 1 answers of those left, while the enemy has lost nobody or one.
    expect(leastPaths(assault(2))).toBe((3 + 2) * 2);
  });

  it("nothing is foreseen where it is not plain", () => {
    for (const change of [
      { situation: { rounds: 1 } },
      { options: { hitAllocation: "spread" } },
      { options: { meleeOrder: "chargerFirst" } },
    ])
      expect(leastPaths(assault(100, change))).toBe(0);
    const sure = assault(100);
    const [blow] = sure.attacker.blows;
    expect(leastPaths({ ...sure, attacker: { ...sure.attacker, blows: [{ ...blow!, toWound: 1 }] } })).toBe(0);
  });
});
