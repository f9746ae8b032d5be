/** Acts: a battle of numbers, and what is made of it, against all that can happen written out. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey, type Dice } from "../../src/dice/index.ts";
import { type Act, type ActedBattle, type ActReading, Numbering } from "../../src/rule/acts.ts";
import { ActsKernel } from "../../src/rule/acts-kernel.ts";
import { solveActs } from "../../src/rule/acts-solve.ts";
import { probabilitiesOf } from "../../src/rule/exact.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { WideRows } from "../../src/rule/wide-rows.ts";
import { changedOutside, neededFields, reached } from "../keys.ts";

/**
 * Two heaps of counters; whose turn it is takes 0, 1 or 2 off the other's heap, by chances that go by its own; hits are counted.
 * Each stage is one blow of either. Fields: the heaps, whose blow it is, hits.
 */
const HEAPS = [3, 4];
const takes = (own: number): readonly number[] => (own > 2 ? [0.25, 0.5, 0.25] : own > 0 ? [0.5, 0.375, 0.125] : [1]);

/** @param remembers whether a position holds all that came before it, so that none comes again */
function heaps(stages = 3, own = HEAPS, remembers = false): ActedBattle {
  const blow = (side: number): Act => ({
    reads: [0, 1],
    sets: [1 - side, 2],
    adds: [3],
    distribution: (position) => {
      const chances = takes(position[side]!);
      return {
        outcomes: chances.map((_, off) => [Math.max(0, position[1 - side]! - off), side + 1, off > 0 ? 1 : 0]),
        chances,
      };
    },
  });
  return {
    start: [...own, 0, 0, 0],
    acts: [blow(0), blow(1)],
    stages,
    ...(remembers ? {} : { alikeFrom: 0 }),
    next(position, stage) {
      position[4] = remembers ? (Math.imul(position[4]!, 31) + 7 * position[0]! + position[1]!) | 0 : stage;
      if (position[2]! < 2) return position[2]!;
      position[2] = 0;
      return -1;
    },
    places: 2,
    read: (position, into) => into.set(position.subarray(0, 2)),
  };
}

const metric = (name: string, most: number) => ({ name, values: Array.from({ length: most + 1 }, (_, i) => i) });
const READINGS: readonly ActReading[] = [
  { metric: metric("first", 3), stage: 2, place: 0 },
  { metric: metric("second", 4), stage: 0, place: 1 },
  { metric: metric("hits", 6), stage: 2, counter: 3 },
];

/** The same by recursion over all blows. */
function writtenOut(): number[][] {
  const distributions = READINGS.map(({ metric: { values } }) => values.map(() => 0));
  const play = (blow: number, own: readonly number[], hits: number, chance: number): void => {
    if (blow === 2) distributions[1]![own[1]!]! += chance;
    if (blow === 6) {
      distributions[0]![own[0]!]! += chance;
      distributions[2]![hits]! += chance;
      return;
    }
    const side = blow % 2;
    takes(own[side]!).forEach((share, off) => {
      const after = own.with(1 - side, Math.max(0, own[1 - side]! - off));
      play(blow + 1, after, hits + (off > 0 ? 1 : 0), chance * share);
    });
  };
  play(0, HEAPS, 0, 1);
  return distributions;
}

describe("what is made of acts", () => {
  it("is the law of everything written out", () => {
    const distributions = solveActs(heaps(), READINGS);
    const wanted = writtenOut();
    distributions.forEach((distribution, r) => {
      probabilitiesOf(distribution).forEach((chance, bin) => {
        expect(chance).toBeCloseTo(wanted[r]![bin]!, 14);
      });
    });
  });

  const play = (battle: ActedBattle, most?: number, readings = READINGS) => {
    const kernel = new ActsKernel(battle, readings, most);
    const tally = new Float64Array(tallyOffsets(readings.map((own) => own.metric)).at(-1)!);
    const stream = blockStream(cellKey(3n, "heaps"), 0);
    for (let call = 0; call < 40; call++) kernel.play(stream, 1_000, tally);
    return { kernel, tally, words: [stream.a, stream.b, stream.c, stream.d] };
  };

  it("is played with its chances: 40,000 trials, each count within six standard deviations", () => {
    const { tally, kernel } = play(heaps());
    expect(kernel.recurs).toBe(true);
    writtenOut()
      .flat()
      .forEach((chance, bin) => {
        expect(Math.abs(tally[bin]! - 40_000 * chance)).toBeLessThanOrEqual(
          6 * Math.sqrt(40_000 * chance * (1 - chance)),
        );
      });
  });

  it("is played by nodes as it is by keys, and whatever is forgotten", () => {
    const known = play(heaps());
    const forgotten = play(heaps(), 0);
    expect([forgotten.tally, forgotten.words]).toEqual([known.tally, known.words]);
    const readings: readonly ActReading[] = [
      { metric: metric("first", 40), stage: 7, place: 0 },
      { metric: metric("hits", 16), stage: 7, counter: 3 },
    ];
    const [byNodes, byKeys] = [false, true].map((remembers) =>
      play(heaps(8, [40, 40], remembers), undefined, readings),
    );
    expect([byNodes!.kernel.recurs, byKeys!.kernel.recurs]).toEqual([true, false]);
    expect([byKeys!.tally, byKeys!.words]).toEqual([byNodes!.tally, byNodes!.words]);
  });

  it("draws each word of the stream, to its last bits: of 65,536 outcomes, which half of a word tells apart", () => {
    const outcomes = Array.from({ length: 2 ** 16 }, (_, i) => [i & 255]);
    const chances = outcomes.map((_, i) => (i + 1) / (2 ** 15 * (2 ** 16 + 1)));
    const draw: Act = { reads: [], sets: [0], adds: [], distribution: () => ({ outcomes, chances }) };
    const battle: ActedBattle = {
      start: [-1],
      acts: [draw],
      stages: 1,
      next: ([drawn]) => (drawn! < 0 ? 0 : -1),
      places: 1,
      read: (position, into) => into.set(position),
    };
    const { tally, kernel } = play(battle, undefined, [{ metric: metric("drawn", 255), stage: 0, place: 0 }]);
    expect(kernel.recurs).toBe(true);
    const rows = new WideRows();
    const row = rows.add(outcomes.flat(), chances);
    const stream = blockStream(cellKey(3n, "heaps"), 0);
    const wanted = new Float64Array(256);
    for (let trial = 0; trial < 40_000; trial++) {
      const drawn = rows.draw(row, () => stream.next());
      wanted[drawn] = wanted[drawn]! + 1;
    }
    expect(tally).toEqual(wanted);
  });

  /** The heaps, where one of the blows is rolled with a die of eight: by what it comes to, as often as `takes` says. */
  function rolled(): ActedBattle {
    const battle = heaps();
    const [, own] = battle.acts;
    const roll = (position: Int32Array, dice: Dice) => {
      const { outcomes, chances } = own!.distribution(position);
      let left = dice.face(8) / 8;
      const met = Array.from(chances).findIndex((chance) => {
        left -= chance;
        return left <= 0;
      });
      return outcomes[met]!;
    };
    const distribution = () => {
      throw new Error("nobody asks for it");
    };
    return { ...battle, acts: [battle.acts[0]!, { ...own!, distribution, roll }] };
  }

  it("rolls dice for what cannot be kept, in the midst of a trial that was drawn so far, and tells their faces", () => {
    const { tally, kernel } = play(rolled());
    expect(kernel.recurs).toBe(false);
    writtenOut()
      .flat()
      .forEach((chance, bin) => {
        expect(Math.abs(tally[bin]! - 40_000 * chance)).toBeLessThanOrEqual(
          6 * Math.sqrt(40_000 * chance * (1 - chance)),
        );
      });
    const taken = kernel.taken(blockStream(cellKey(4n, "told"), 0), 5);
    expect(taken.map(({ faces }) => faces?.length ?? 0)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it("says of a trial that takes no end that it does", () => {
    const { next, ...battle } = heaps();
    const endless: ActedBattle = { ...battle, next: (position, stage) => Math.max(0, next(position, stage)) };
    expect(() => play(endless)).toThrow("takes more than");
    const told: ActedBattle = { ...endless, endless: (_, acts) => new Error(`more than ${acts} acts at its line`) };
    expect(() => play(told)).toThrow(/^more than \d{4,} acts at its line$/u);
  });

  it("is told as it is played", () => {
    const battle = heaps();
    const kernel = new ActsKernel(battle, READINGS);
    const place = () => blockStream(cellKey(4n, "told"), 0);
    const hits = Array.from({ length: 7 }, () => 0);
    for (let trial = 0; trial < 100; trial++) {
      const taken = kernel.taken(place(), trial);
      expect(taken.map(({ act }) => act)).toEqual([0, 1, 0, 1, 0, 1]);
      taken.slice(1).forEach(({ before }, i) => {
        expect(before.slice(0, 2)).toEqual(taken[i]!.after.slice(0, 2));
      });
      hits[taken.at(-1)!.after[3]!]!++;
    }
    const tally = new Float64Array(tallyOffsets(READINGS.map((own) => own.metric)).at(-1)!);
    kernel.play(place(), 100, tally);
    expect([...tally.slice(9)]).toEqual(hits);
  });

  it("has keys that hold what distributions go by, and a key that holds too little or too much is found", () => {
    const battle = heaps();
    const all = reached(battle, 500);
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    expect(neededFields(battle, all)).toEqual(new Map([0, 1].map((act) => [act, new Set([0, 1])])));
    const found = changedOutside(battle, all, random, 500);
    expect(found.faults).toEqual([]);
    expect(found.compared).toBeGreaterThan(20);
    const short = { ...battle, acts: battle.acts.map((act) => ({ ...act, reads: [0] })) };
    expect(changedOutside(short, all, random, 500).faults.length).toBeGreaterThan(0);
    const long = { ...battle, acts: battle.acts.map((act) => ({ ...act, reads: [0, 1, 2] })) };
    expect(neededFields(long, all).get(0)).toEqual(new Set([0, 1]));
  });
});

/**
 * How outcomes change counters stands in lists one behind another. With two that change both counters and 167 that change one, the
 * list of the last outcome begins at 512, the first place that does not fit beside a node's number.
 */
it("counters change as outcomes say, however far behind their list is", () => {
  const ways = [[1, 1], [2, 2], ...Array.from({ length: 167 }, (_, k) => [k + 1, 0]), [0, 5]];
  const chances = ways.map((_, way) => (way === ways.length - 1 ? 0.5 : 0.5 / (ways.length - 1)));
  const battle: ActedBattle = {
    start: [0, 0, 0],
    acts: [
      {
        reads: [2],
        sets: [2],
        adds: [0, 1],
        distribution: () => ({ outcomes: ways.map((changes) => [1, ...changes]), chances }),
      },
    ],
    stages: 1,
    next: (position) => (position[2] === 0 ? 0 : -1),
    places: 0,
    read: () => {},
  };
  const readings = [metric("one", 167), metric("other", 5)].map((own, counter) => ({ metric: own, stage: 0, counter }));
  const tally = new Float64Array(168 + 6);
  const stream = blockStream(cellKey(3n, "lists"), 0);
  const trials = 40_000;
  new ActsKernel(battle, readings).play(stream, trials, tally);
  solveActs(battle, readings)
    .flatMap((distribution) => [...probabilitiesOf(distribution)])
    .forEach((chance, bin) => {
      expect(Math.abs(tally[bin]! - trials * chance)).toBeLessThanOrEqual(
        6 * Math.sqrt(trials * chance * (1 - chance)),
      );
    });
  expect(tally[168 + 5]!).toBeGreaterThan(19_000);
});

describe("numbers of vectors", () => {
  it("are the same for the same vector, from 0 as they come up", () => {
    const numbers = new Numbering(3);
    const seen = new Map<string, number>();
    for (let i = 0; i < 5_000; i++) {
      const vector = [i % 17, (i * 7) % 13, -(i % 5)];
      const number = numbers.number(vector);
      expect(number).toBe(seen.get(vector.join()) ?? seen.size);
      seen.set(vector.join(), number);
    }
    expect(numbers.count).toBe(seen.size);
    expect(seen.size).toBe(17 * 13 * 5);
  });
});
