/** What analyses store, as far as reports make numbers of it: chances are chances, and every number is one. */
import * as z from "zod";

/** What rounding may have put a chance beyond 0 and 1. */
const SLACK = 1e-9;
const number = z.number();
const count = z.number().int().min(0);
const share = number.min(-SLACK).max(1 + SLACK);
const least = number.min(-SLACK);
const between = number.min(-1 - SLACK).max(1 + SLACK);
const text = z.string();
const texts = z.array(text);

const limited = (value: z.ZodType) => ({ value, lower: value.optional(), upper: value.optional() });
/** A number of a cell, and one less another. */
const estimateOf = (value: z.ZodType) => z.looseObject({ ...limited(value), trials: count });
const changeOf = (value: z.ZodType) => z.looseObject(limited(value));
const [chance, estimate] = [estimateOf(share), estimateOf(number)];
const [shift, change] = [changeOf(between), changeOf(number)];

/** What is told of a measure: of a chance all numbers are chances, and all differences those of two. */
const measured = <T extends z.ZodRawShape>(shape: (own: typeof estimate, change_: typeof change) => T) =>
  z.discriminatedUnion("isChance", [
    z.looseObject({ isChance: z.literal(true), measure: text, ...shape(chance, shift) }),
    z.looseObject({ isChance: z.literal(false), measure: text, ...shape(estimate, change) }),
  ]);

const head = { experiment: text, attacker: text, defender: text };
const effect = (own: typeof change) => z.looseObject({ factors: texts, change: own });
const tried = (own: typeof estimate) => z.looseObject({ value: number, estimate: own, off: number });
const step = (own: typeof estimate, by: typeof change) =>
  z.looseObject({ to: number, estimate: own.optional(), change: by.optional() }).optional();
const side = z.looseObject({
  side: z.enum(["first", "second"]),
  unit: text,
  orders: texts.min(1),
  value: share,
  opening: z.array(share),
  plans: z.array(z.looseObject({ order: text, secured: share, loss: share })).min(1),
  thumbs: z.array(z.looseObject({ secured: share, loss: share })),
  fears: z.looseObject({ order: text, value: share }),
});
const square = z.looseObject({ ready: count, enemyReady: count, value: share, shares: z.array(share).nullable() });
const match = z.looseObject({ against: text, win: chance });
const worth = z.looseObject({ cell: text, unit: text, models: count, points: least });
const matched = z.array(z.looseObject({ name: text, label: text, points: least, models: count, wounds: least }));
const [losses, shares] = [z.array(least), z.array(share)];
const grid = z
  .looseObject({
    attackers: matched.min(1),
    targets: matched.min(1),
    values: z.looseObject({ wounds: losses, models: losses, destroyed: shares, lost: losses }),
  })
  .refine(({ attackers, targets, values }) =>
    Object.values(values).every((own) => (own as unknown[]).length === attackers.length * targets.length),
  );
const meeting = z.discriminatedUnion("phase", [
  z.looseObject({ phase: z.literal("fight") }),
  z.looseObject({ phase: z.enum(["shooting", "turn"]), distance: least }),
]);
const choice = z.looseObject({
  attacks: z.array(z.looseObject({ attacker: count, target: count, points: number })),
  points: number,
});
const ratio = z.looseObject({ unit: text, than: text, points: least, ratio: z.looseObject(limited(least)) });

export const SHAPES = {
  compare: z.looseObject({
    pairs: z.array(
      z.looseObject({
        differences: z.array(
          measured((own, by) => ({ first: own, second: own, change: by, margin: least, verdict: text })),
        ),
      }),
    ),
    onlyFirst: texts,
    onlySecond: texts,
  }),
  effects: z.looseObject({
    factorials: z.array(
      measured((own, by) => ({
        ...head,
        factors: texts,
        base: own,
        cells: z.array(z.looseObject({ factors: texts, estimate: own })),
        alone: z.array(effect(by)),
        together: z.array(effect(by)),
        main: z.array(effect(by)),
        interactions: z.array(effect(by)),
      })),
    ),
  }),
  sweep: z.looseObject({
    curves: z.array(
      measured((own) => ({
        ...head,
        cell: text,
        even: number.optional(),
        points: z.array(z.looseObject({ cell: text, estimate: own.optional() })),
      })),
    ),
  }),
  sensitivity: z.looseObject({
    tornados: z.array(
      measured((own, by) => ({
        ...head,
        cell: text,
        base: own,
        bars: z.array(
          z.looseObject({
            path: text,
            down: step(own, by),
            up: step(own, by),
            swing: least,
            swingLower: number.optional(),
            swingUpper: number.optional(),
            rank: count,
          }),
        ),
      })),
    ),
  }),
  solve: z.looseObject({
    solutions: z.array(
      measured((own) => ({
        cell: text,
        path: text,
        target: number,
        best: tried(own),
        below: tried(own).optional(),
        above: tried(own).optional(),
        tried: z.array(tried(own)),
        today: number.optional(),
        reach: z.enum(["met", "between", "beyond"]),
        tied: z.array(number),
      })),
    ),
  }),
  army: z.looseObject({
    views: z
      .array(
        z.looseObject({
          side: z.enum(["mine", "theirs"]),
          attacker: text,
          target: text,
          meetings: z
            .array(z.looseObject({ meeting, grid, choice: choice.optional(), standard: grid.optional() }))
            .min(1),
        }),
      )
      .min(1)
      .max(2),
  }),
  points: z.looseObject({ pointsBuy: z.enum(["model", "unit"]), worths: z.array(worth), ratios: z.array(ratio) }),
  odds: measured((own) => ({
    entries: z.array(z.looseObject({ at: z.array(z.union([number, text])), estimate: own.optional() })),
  })),
  play: z.looseObject({
    fights: z.array(
      z.looseObject({
        ...head,
        cell: text,
        gap: least,
        asOrdered: chance.optional(),
        sides: z.tuple([side, side]),
        pictures: z.array(z.looseObject({ turn: count, squares: z.array(square) })),
      }),
    ),
  }),
  rank: z.looseObject({
    rankings: z.array(
      z.looseObject({
        experiment: text,
        units: z.array(
          z.looseObject({ unit: text, rating: estimate, mean: chance, best: match, worst: match, equilibrium: share }),
        ),
        open: count,
        unexplained: number,
        wins: z.array(z.array(chance)),
      }),
    ),
  }),
};
