/** The distribution of a duel, put together from distributions that duels have in common, is that of every fall of its dice. */
import { expect, it } from "vitest";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { ratio } from "../../../src/rule/fraction.ts";
import { wholeCap } from "../../../src/rulesets/alpha-omega/close-combat.ts";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import type { DuelRoll } from "../../../src/rulesets/alpha-omega/engagement/melee-rolls.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { Roll } from "../../../src/rulesets/alpha-omega/engagement/roll.ts";
import { cellOf, type Data } from "./fights.ts";

const byCode = (codes: readonly number[], weights: readonly bigint[], total: bigint) =>
  new Map(codes.map((code, i) => [code, ratio(weights[i]!, total)] as const).sort(([a], [b]) => a - b));

function isWhatDiceGive(roll: Roll): void {
  const dice = distributionOf(roll.rule, roll.id, (end) => roll.code(end));
  const { codes, weights, total } = roll.distribution();
  const own = byCode(codes, weights, total);
  const theirs = byCode(
    dice.outcomes.map((end) => roll.code(end)),
    dice.weights,
    dice.total,
  );
  expect([...own.keys()]).toEqual([...theirs.keys()]);
  for (const [code, chance] of theirs) expect(own.get(code)).toBeCloseTo(chance, 14);
}

const READINGS: Readonly<Record<string, Data>> = {
  "five hits": {},
  "two hits": { hitCap: { hits: 2 }, uncertainAfterCap: "test", uncertainPinTest: false },
  "two opponents": { hitCap: { opponents: 2 }, hitPolicy: "optimal" },
  "no cap": { hitCap: "none", pinnedInMelee: "persist", lonePinned: "none" },
  "one hit for each": { hitCap: { hits: 5 }, hitPolicy: "oneEach", uncertainWounded: "failedSave" },
  "the best choice": { hitCap: { hits: 3 }, hitPolicy: "optimal", pinnedInMelee: "persist" },
};

for (const [name, options] of Object.entries(READINGS))
  it(`of a cap of ${name}, whatever is left of it`, async () => {
    const { profile } = await cellOf({
      options,
      units: {
        one: { models: 3, closeCombat: 6, initiative: 4, command: 6 },
        other: { models: 1, closeCombat: 5, initiative: 5, command: 8 },
      },
      first: [{ unit: "one", order: "move" }],
      second: [{ unit: "other", order: "run" }],
      situation: { distance: 3, turns: 2 },
    });
    const plan = planOf(profile);
    const { field, fights, rolls } = new Battle(plan);
    field.begin();
    field.beginTurn(0, plan.scenes[0]!);
    const [scene] = plan.scenes;
    const duels = rolls.melee;
    const cap = wholeCap(plan.profile.options.hitCap);
    const ones = new Int32Array(3).fill(fights.number(scene!, 0));
    const lone = fights.number(scene!, 3);
    // The least first: a distribution that is kept from it must not be taken for one with more left.
    const lefts = Number.isFinite(cap) ? Array.from({ length: cap + 1 }, (_, left) => left) : [cap];
    for (const left of lefts)
      for (const toCome of duels.looksAhead === "no" ? [0] : [0, 2])
        for (const count of [toCome + 1, toCome + 3])
          for (const plight of [0, 1, 2, 3]) isWhatDiceGive(duels.duel(ones, toCome, lone, count, plight, left, 0, 0));
  });

/**
 * Each hit on who saves on a 10 alone puts him down or out with 0.9 · 0.8 = 0.72: a third one is worth 0.28² · 0.72 = 0.06.
 * One that is kept for who saves on 2+ is worth 0.1 · 0.8 = 0.08 where the lone soldier gets it in: the more often, the fewer
 * count against him (A-CC-13). So it is kept at two, and not at five (QA-36).
 */
it("what is best to keep for the last one hangs on how many still count, whoever was asked for first", async () => {
  const own = { models: 1, closeCombat: 6, initiative: 4, command: 6 };
  const { profile } = await cellOf({
    options: { hitCap: { hits: 3 }, hitPolicy: "optimal" },
    units: {
      soft: { ...own, save: 10 },
      hard: { ...own, save: 2 },
      other: { models: 1, closeCombat: 9, initiative: 5, command: 8 },
    },
    first: [
      { unit: "soft", order: "move" },
      { unit: "hard", order: "move" },
    ],
    second: [{ unit: "other", order: "run" }],
    situation: { distance: 3, turns: 2 },
  });
  const plan = planOf(profile);
  const { field, fights, rolls } = new Battle(plan);
  field.begin();
  field.beginTurn(0, plan.scenes[0]!);
  const [soft, hard, lone] = [0, 1, 2].map((soldier) => fights.number(plan.scenes[0]!, soldier));
  const spent = new Set<number>();
  for (const count of [2, 3, 4, 5]) {
    // No medikits: 1 stands for none left.
    const roll = rolls.melee.duel(Int32Array.of(soft!, hard!), 1, lone!, count, 0, 3, 1, 1);
    isWhatDiceGive(roll);
    const { outcomes } = distributionOf((roll as DuelRoll).rule, roll.id, ({ scored, after }) =>
      [scored.clashed, after.left].join(),
    );
    for (const { scored, after } of outcomes) if (scored.clashed === -3) spent.add(3 - after.left);
  }
  expect([...spent].toSorted()).toEqual([2, 3]);
});
