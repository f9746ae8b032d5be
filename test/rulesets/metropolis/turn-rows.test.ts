/** Fights half a turn at a draw have the law of the written battle, whatever has been forgotten meanwhile. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey, Stream } from "../../../src/dice/index.ts";
import { chance, distributionOf, tallyOffsets, WIDTH } from "../../../src/rule/index.ts";
import { Fused } from "../../../src/rulesets/metropolis/chance.ts";
import { Battle } from "../../../src/rulesets/metropolis/engagement/battle.ts";
import type { EngagementProfile } from "../../../src/rulesets/metropolis/engagement/profile.ts";
import { RowsKernel } from "../../../src/rulesets/metropolis/engagement/rows-kernel.ts";
import { WINNER } from "../../../src/rulesets/metropolis/engagement/situations.ts";
import {
  isPlayedByRows,
  refusedOf,
  situationOf,
  TurnRows,
} from "../../../src/rulesets/metropolis/engagement/turn-rows.ts";
import { engagementKind } from "../../../src/rulesets/metropolis/kinds/engagement.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { agreement } from "../../../src/stats/index.ts";
import { profileOf as randomProfile } from "../../oracle/metropolis/program.ts";
import { randomScenario } from "../../oracle/metropolis/random.ts";
import { type Data, profileOf } from "./cell.ts";

const fight = (sides: readonly (readonly Data[])[], situation: Data, options: Data = {}) =>
  profileOf<EngagementProfile>("engagement", { sides, situation, options });

/** The chance of each whole fight: what is measured of every turn, the winner, and what was not carried out. */
function writtenLaw(profile: EngagementProfile): Map<string, number> {
  const battle = new Battle(profile);
  const law = distributionOf((dice) => {
    battle.play(new Fused(dice));
    return [...battle.measures, battle.winner, ...battle.refused].join();
  }, "B-TURN-01");
  return new Map(law.outcomes.map((outcome) => [outcome, chance(law, (own) => own === outcome)]));
}

function lawByRows(profile: EngagementProfile): Map<string, number> {
  const battle = new Battle(profile);
  const rows = new TurnRows(battle);
  interface Fight {
    readonly situation: number;
    readonly measures: readonly number[];
    readonly winner: number;
    readonly refused: readonly number[];
    readonly chance: number;
  }
  const none = Array.from(battle.refused, () => 0);
  let fights: Fight[] = [{ situation: 0, measures: [], winner: 0, refused: none, chance: 1 }];
  for (let half = 0; half < 2 * profile.turns; half++) {
    const after = new Map<string, Fight>();
    for (const own of fights) {
      const { outcomes, chances } = rows.law(own.situation);
      outcomes.forEach((outcome, i) => {
        const situation = situationOf(outcome);
        const place = refusedOf(outcome);
        const refused = place < 0 ? own.refused : own.refused.with(place, own.refused[place]! + 1);
        const measured = half % 2 === 1 ? [...rows.measured(situation)] : undefined;
        const measures = measured ? [...own.measures, ...measured.slice(0, WINNER)] : own.measures;
        const key = `${situation} ${measures} ${refused}`;
        const before = after.get(key)?.chance ?? 0;
        const winner = measured ? measured[WINNER]! : own.winner;
        after.set(key, { situation, measures, winner, refused, chance: before + own.chance * chances[i]! });
      });
    }
    fights = [...after.values()];
  }
  const law = new Map<string, number>();
  for (const { measures, winner, refused, chance: own } of fights) {
    const key = [...measures, winner, ...refused].join();
    law.set(key, (law.get(key) ?? 0) + own);
  }
  return law;
}

/** The greatest difference of any chance. */
function apart(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const keys = new Set([...a.keys(), ...b.keys()]);
  return Math.max(...[...keys].map((key) => Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0))));
}

const charger = { order: ["charge", "assault"], models: 2 };
const FIGHTS: Record<string, EngagementProfile> = {
  "fire both ways": fight([[{ order: "fire", models: 3 }], [{ order: "fire", models: 3 }]], { turns: 2 }),
  "a charge at who holds": fight([[charger], [{ order: ["hold", "assault"], models: 3, assault: 6 }]], { turns: 2 }),
  "a charge at who counter-charges": fight([[charger], [{ order: "move", reaction: "counterCharge", models: 2 }]], {
    turns: 2,
  }),
  "one that falls short": fight([[{ order: "charge", models: 2 }], [{ order: "fire", models: 2 }]], {
    turns: 2,
    distance: [14, 10],
  }),
  "panic and rally": fight(
    [[{ order: ["fire", "hold"], models: 3, state: "panicked" }], [{ order: "move", models: 2 }]],
    { turns: 3 },
  ),
  "two rounds, the charger first, one side starts": fight(
    [[charger], [{ order: "move", models: 2 }]],
    { turns: 2, rounds: 2, initiative: ["first", "fair"] },
    { meleeOrder: "chargerFirst", halfIs: "rout" },
  ),
  "wounds of one model": fight(
    [[{ order: "fire", models: 1, wounds: 3, individual: true }], [{ order: "fire", models: 2, wounds: 2 }]],
    { turns: 2 },
    { hitAllocation: "concentrate" },
  ),
};

const harder = <T extends { readonly toHit: readonly number[] }>(own: T): T => ({
  ...own,
  toHit: own.toHit.map((needed) => needed + 1),
});

describe("the law of a fight by rows", () => {
  for (const [name, profile] of Object.entries(FIGHTS))
    it(`is the written battle's: ${name}`, () => {
      expect(isPlayedByRows(profile)).toBe(true);
      const law = writtenLaw(profile);
      expect(law.size).toBeGreaterThan(5);
      expect(apart(lawByRows(profile), law)).toBeLessThan(1e-13);
      // Control: one point less to hit.
      const units = profile.units.map((unit) => ({
        ...unit,
        against: unit.against.map(
          (enemy) =>
            enemy && {
              ...enemy,
              fire: enemy.fire.map((volley) => volley.map(harder)),
              blows: enemy.blows.map(harder),
            },
        ),
      }));
      expect(apart(lawByRows({ ...profile, units }), law)).toBeGreaterThan(1e-4);
    });
});

/** 5,000 ways find a shift of 0.07 of one chance with power 1 - 1e-6 at this threshold. */
describe("how half a turn came to what was drawn", () => {
  const battle = new Battle(FIGHTS["two rounds, the charger first, one side starts"]!);
  const rows = new TurnRows(battle);
  const [one] = rows.law(0).outcomes;
  const [charged] = rows.law(situationOf(one!)).outcomes;
  const { outcomes } = rows.law(situationOf(charged!));
  const told = (outcome: number) => {
    const stream = blockStream(cellKey(5n, "ways"), 0);
    const counts = new Map<string, number>();
    for (let i = 0; i < 5_000; i++) {
      const way = rows.way(situationOf(charged!), outcome, stream).join();
      counts.set(way, (counts.get(way) ?? 0) + 1);
    }
    return counts;
  };

  it("is told in every way, each as often as it is likely", () => {
    let found = 0;
    for (const outcome of outcomes) {
      const chances = new Map<string, number>();
      rows.every(situationOf(charged!), (own, { chance, answers }) => {
        if (own === outcome) chances.set(answers.join(), chance);
      });
      if (chances.size < 3) continue;
      found++;
      const sum = [...chances.values()].reduce((a, b) => a + b, 0);
      const values = [...chances.keys()];
      const counts = told(outcome);
      expect([...counts.keys()].filter((way) => !chances.has(way))).toEqual([]);
      const law = values.map((way) => chances.get(way)! / sum);
      const verdict = (weights: readonly number[]) =>
        agreement(
          { values: [...values.keys()], counts: values.map((way) => counts.get(way) ?? 0) },
          { values: [...values.keys()], weights },
          1e-9,
        ).verdict;
      expect(verdict(law)).toBe("agree");
      // Control: all ways alike.
      if (Math.max(...law) > 2 / law.length) expect(verdict(law.map(() => 1 / law.length))).toBe("disagree");
    }
    expect(found).toBeGreaterThan(2);
  });
});

describe("fights by rows", () => {
  const playedBy = (kernel: RowsKernel, profile: EngagementProfile) => {
    const { metrics } = engagementKind.program({ ...profile, accounts: [] } as never);
    const tally = new Float64Array(tallyOffsets(metrics).at(-1)!);
    const stream = blockStream(cellKey(12n, "rows"), 0);
    kernel.play(stream, 40, tally);
    kernel.play(stream, 60, tally);
    return [...tally, stream.a, stream.b, stream.c, stream.d];
  };

  it("are the same whatever has been forgotten", () => {
    let played = 0;
    for (let seed = 1; seed <= 48; seed++) {
      const profile = randomProfile(randomScenario("engagement", seed)) as EngagementProfile;
      if (!isPlayedByRows(profile)) continue;
      played++;
      const known = playedBy(new RowsKernel(profile), profile);
      expect(playedBy(new RowsKernel(profile, undefined, 0), profile), `seed ${seed}`).toEqual(known);
      const other = playedBy(new RowsKernel({ ...profile, turns: profile.turns - 1 }), profile);
      expect(other).not.toEqual(known);
    }
    expect(played).toBeGreaterThan(5);
  });

  it("draw what rows drawn one by one do, also where a word runs into a threshold", () => {
    const profile = FIGHTS["two rounds, the charger first, one side starts"]!;
    const rows = new TurnRows(new Battle(profile));
    const kernel = new RowsKernel(profile);
    const { metrics } = engagementKind.program({ ...profile, accounts: [] } as never);
    const offsets = tallyOffsets(metrics);
    const winner = metrics.findIndex(({ name }) => name === "winner");
    const chances = blockStream(cellKey(12n, "thresholds"), 0);
    const headOf = (situation: number) => rows.heads[situation] || rows.make(situation);
    const ends: (readonly number[])[] = [];
    const wanted: (readonly number[])[] = [];
    const settled = new Set<boolean>();
    for (let round = 0; round < 400; round++) {
      let situation = 0;
      // Halves that draw nothing lead to the row of the first word.
      while (headOf(situation) < 0) situation = situationOf(~headOf(situation));
      const head = headOf(situation);
      const bits = 32 - (head & 31);
      const column = chances.next() >>> (32 - bits);
      const at = WIDTH * ((head >>> 5) + column);
      const word = (column << (32 - bits)) | rows.wide.data[at]! | 0;
      // The first word is rotl(0 + d, 7) + 0.
      const state = [0, chances.next() | 0, chances.next() | 0, (word >>> 7) | (word << 25)] as const;
      const second = new Stream(...state);
      second.next();
      settled.add(second.next() >>> 0 < rows.wide.data[at + 3]! >>> 0);
      const own = new Stream(...state);
      situation = 0;
      for (let half = 0; half < 2 * profile.turns; half++) {
        const row = headOf(situation);
        situation = situationOf(row < 0 ? ~row : rows.wide.draw(row, () => own.next() | 0));
      }
      wanted.push([rows.measured(situation)[WINNER]!, own.a, own.b, own.c, own.d]);
      const tally = new Float64Array(offsets.at(-1)!);
      const stream = new Stream(...state);
      kernel.play(stream, 1, tally);
      const won = tally.subarray(offsets[winner]!, offsets[winner + 1]!).indexOf(1);
      ends.push([won, stream.a, stream.b, stream.c, stream.d]);
    }
    expect(settled.size).toBe(2);
    expect(ends).toEqual(wanted);
  });

  it("are those of one unit a side, nobody spreading hits, and few enough ways", async () => {
    const { cells } = await loadStudy("scenarios/metropolis/hold-or-fire.yaml");
    const [shipped] = cells.map(({ outcome }) => (outcome as { profile: EngagementProfile }).profile);
    expect(isPlayedByRows(shipped!)).toBe(true);
    const reading = { ...shipped!.reading, hitAllocation: "spread" as const };
    expect(isPlayedByRows({ ...shipped!, reading })).toBe(false);
    expect(isPlayedByRows({ ...shipped!, rounds: 2 })).toBe(false);
    const fire = { order: "fire" };
    expect(isPlayedByRows(fight([[fire], [fire]], {}))).toBe(true);
    expect(isPlayedByRows(fight([[fire, fire], [fire]], {}))).toBe(false);
    expect(isPlayedByRows(fight([[{ ...fire, models: 600 }], [fire]], {}))).toBe(false);
  });
});
