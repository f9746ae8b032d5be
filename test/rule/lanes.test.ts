/** What the loop over rows does in WebAssembly: the same draws as one after another (`AliasRows`), wherever its memory lies. */
import { expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { AliasRows } from "../../src/rule/alias-rows.ts";
import {
  keyAt,
  type LaneAct,
  type LaneChange,
  type LaneDistribution,
  LaneKernel,
  type LanePart,
  type LaneRead,
  type LaneStep,
  NEVER,
} from "../../src/rule/lanes.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";
import { drawFrom } from "./alias-draw.ts";

const random = generator(20261124);
const below = (n: number) => Math.floor(random() * n);
const word = () => (random() * 2 ** 32) | 0;
const LANES = 32;
/** The values of a field, in four bits above one that is another act's. */
const VALUES = 16;

function part(outcomes: number): LanePart {
  const weights = Array.from({ length: outcomes }, () => random() + 1e-3);
  const sum = weights.reduce((a, b) => a + b, 0);
  return { outcomes: weights.map(() => below(2)), chances: weights.map((weight) => weight / sum) };
}

/**
 * Acts that go by bits of two fields, or only where another one is as it has to be; some distributions are of several changes. The last
 * field is reckoned from another one.
 */
function randomBattle(fields: number, most: number) {
  const start = Array.from({ length: fields }, (_, field) => (field === fields - 1 ? 0 : below(4)));
  const acts = Array.from({ length: 4 }, (_, a): LaneAct => {
    const [one, two, other] = [below(fields), below(fields), below(fields)];
    const distributions = new Map<number, LaneDistribution | undefined>();
    return {
      reads: [
        { field: one, shift: 0, adds: Int32Array.from({ length: 4 }, (_, own) => own) },
        { field: two, shift: 2, adds: Int32Array.from({ length: 16 }, (_, own) => 4 * own) },
        ...(a === 3
          ? [
              {
                field: other,
                shift: 0,
                adds: Int32Array.from({ length: 64 }, (_, own) => (own === start[other] ? 0 : NEVER)),
              },
            ]
          : []),
      ],
      keys: 64,
      sets: below(fields - 1),
      distribution(position) {
        const key = (position[one]! & 3) + 4 * ((position[two]! >> 2) & 15);
        if (!distributions.has(key)) {
          const several = key % 5 === 4;
          const changes = Array.from({ length: several ? 3 : 1 }, (_, i) => ({
            field: several ? below(fields - 1) : this.sets,
            change: i === 0 ? below(2) : 0,
            ...(several && below(3) === 0 ? {} : { part: part(1 + below(most)) }),
          }));
          distributions.set(key, key % 7 === 6 ? undefined : changes);
        }
        return distributions.get(key);
      },
    };
  });
  const reckon = {
    reads: [
      { field: 0, shift: 2, adds: Int32Array.from({ length: 16 }, (_, own) => own) },
      { field: 1, shift: 0, adds: Int32Array.from({ length: 64 }, (_, own) => (own === start[1] ? NEVER : 0)) },
    ],
    values: Int32Array.from({ length: 14 }, () => below(64)),
    sets: fields - 1,
  };
  const bins = Int32Array.from({ length: 4 * VALUES }, (_, key) => 4 * VALUES - 1 - key);
  const counts = start.map((_, field) => ({
    reads: [{ field, shift: 0, adds: Int32Array.from({ length: 4 * VALUES }, (_, own) => own) }],
    bins,
    width: 1,
  }));
  const steps = Array.from({ length: 3 }, (_, round): LaneStep[] => [
    ...acts.flatMap((act) => [{ reckon }, { act }]),
    ...counts.map((count, field) => ({ count, at: 4 * VALUES * (round * fields + field) })),
  ]).flat();
  return { start, steps, bins: 3 * fields * 4 * VALUES };
}
type RandomBattle = ReturnType<typeof randomBattle>;

/** Plays it one draw after another: in each step first what several rows add to, lane by lane, then a row of each lane. */
function drawn({ start, steps, bins }: RandomBattle, stream: Stream, trials: number): number[] {
  const rows = new AliasRows();
  const rowOf = new Map<unknown, number>();
  const known = (what: unknown, make: () => number) => {
    if (!rowOf.has(what)) rowOf.set(what, make());
    return rowOf.get(what)!;
  };
  const next = () => stream.next() | 0;
  const still = rows.add([0], [1]);
  const tally = new Array<number>(bins).fill(0);
  for (let left = trials; left > 0; left -= LANES) {
    const lanes = Array.from({ length: LANES }, () => Int32Array.from(start));
    for (const step of steps) {
      if ("count" in step) {
        const [{ field }] = step.count.reads as [LaneRead];
        for (const own of lanes.slice(0, left)) tally[step.at + 4 * VALUES - 1 - own[field]!]!++;
        continue;
      }
      if ("reckon" in step) {
        const { reads, values, sets } = step.reckon;
        for (const own of lanes) own[sets] = values[keyAt(reads, own)] ?? 0;
        continue;
      }
      const { reads, sets } = step.act;
      const found = lanes.map((own) => {
        if (reads.some(({ field, adds }) => adds[own[field]!]! === NEVER)) return still;
        const due = step.act.distribution(own);
        if (due === undefined) return still;
        if (due.length === 1)
          return known(due, () => {
            const [{ change, part: own }] = due as [LaneChange];
            return rows.add(
              Array.from(own?.outcomes ?? [0]).map((outcome) => change + outcome),
              own?.chances ?? [1],
            );
          });
        for (const { field, change, part: drawn } of due)
          own[field]! +=
            change +
            (drawn === undefined
              ? 0
              : drawFrom(
                  rows,
                  known(drawn, () => rows.add(drawn.outcomes, drawn.chances)),
                  next,
                ));
        return still;
      });
      // Where nothing happens in any lane nothing is drawn.
      if (found.every((row) => row === still)) continue;
      lanes.forEach((own, lane) => {
        own[sets]! += drawFrom(rows, found[lane]!, next);
      });
    }
  }
  return tally;
}

function played(kernel: LaneKernel, bins: number, stream: Stream, trials: number): number[] {
  const tally = new Float64Array(bins);
  kernel.play(stream, trials, tally);
  return [...tally];
}

it("draws in all lanes what would be drawn one after another, for any number of trials, other battles between", () => {
  const battles = Array.from({ length: 12 }, () => randomBattle(4, 40));
  const kernels = battles.map(({ start, steps }) => new LaneKernel(start, steps));
  const seen = new Set<string>();
  for (let round = 0; round < 600; round++) {
    const b = below(battles.length);
    const trials = 1 + below(70);
    const state = [word(), word(), word(), word()] as const;
    const [stream, twin] = [new Stream(...state), new Stream(...state)];
    const tally = played(kernels[b]!, battles[b]!.bins, stream, trials);
    expect(tally).toEqual(drawn(battles[b]!, twin, trials));
    expect([stream.a, stream.b, stream.c, stream.d]).toEqual([twin.a, twin.b, twin.c, twin.d]);
    seen.add(tally.join());
  }
  expect(seen.size).toBeGreaterThan(590);
});

it("a word that runs into the threshold of its column is settled by the next one", () => {
  const distribution = [{ field: 0, change: 0, part: part(100) }];
  const act: LaneAct = { reads: [], keys: 1, sets: 0, distribution: () => distribution };
  const adds = Int32Array.from({ length: 4 }, (_, own) => own);
  const count = { reads: [{ field: 0, shift: 0, adds }], bins: adds, width: 1 };
  const battle = { start: [0], steps: [{ act }, { count, at: 0 }], bins: 4 };
  const kernel = new LaneKernel(battle.start, battle.steps);
  const rows = new AliasRows();
  const row = rows.add(distribution[0]!.part.outcomes, distribution[0]!.part.chances);
  const bits = 32 - (row & 31);
  const counted = new Set<string>();
  for (let round = 0; round < 500; round++) {
    const column = below(100);
    const threshold = rows.data[(row >>> 5) + 2 * column + 1]! >>> 9;
    // The first word is rotl(0 + d, 7) + 0.
    const wanted = (column << (32 - bits)) | (threshold << (9 - bits)) | 0;
    const state = [0, word(), word(), (wanted >>> 7) | (wanted << 25)] as const;
    const [stream, twin] = [new Stream(...state), new Stream(...state)];
    expect(twin.next() | 0).toBe(wanted);
    const next = () => twin.next() | 0;
    const first = new Stream(...state);
    const outcomes = Array.from({ length: LANES }, () => drawFrom(rows, row, () => first.next() | 0));
    const tally = played(kernel, 4, stream, 1);
    expect(tally.indexOf(1)).toBe(outcomes[0]);
    // One word more than there are lanes.
    for (let more = 0; more < LANES; more++) next();
    expect([stream.a, stream.b, stream.c, stream.d]).toEqual([twin.a, twin.b, twin.c, twin.d]);
    counted.add(tally.join());
  }
  expect(counted.size).toBe(2);
});

it("tells a trial as it was counted", () => {
  const battle = randomBattle(4, 40);
  const kernel = new LaneKernel(battle.start, battle.steps);
  const state = [word(), word(), word(), word()] as const;
  for (const trial of [0, 1, 31, 32, 77]) {
    const [before, after] = [trial, trial + 1].map((trials) =>
      played(kernel, battle.bins, new Stream(...state), trials),
    );
    const taken = kernel.taken(new Stream(...state), trial);
    const position = Int32Array.from(battle.start);
    let number = 0;
    battle.steps.forEach((step) => {
      if ("act" in step) {
        const own = taken.find((one) => one.number === number);
        number++;
        if (own !== undefined) {
          expect(own.before).toEqual(position);
          position.set(own.after);
        }
        return;
      }
      if ("reckon" in step) {
        const { reads, values, sets } = step.reckon;
        position[sets] = values[keyAt(reads, position)] ?? 0;
        return;
      }
      const [{ field }] = step.count.reads as [LaneRead];
      const bin = step.at + 4 * VALUES - 1 - position[field]!;
      expect(after![bin]! - before![bin]!).toBe(1);
    });
  }
});

it("refuses keys that have no room, before it makes any", () => {
  const adds = Int32Array.of(0, 1);
  const act: LaneAct = { reads: [{ field: 0, shift: 0, adds }], keys: 2 ** 31, sets: 0, distribution: () => undefined };
  expect(() => new LaneKernel([0], [{ act }])).toThrow(/^8589\d{6} bytes of a loop, and 1073741824 are the most$/);
});
