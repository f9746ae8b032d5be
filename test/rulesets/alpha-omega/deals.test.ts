/** Charges on masks are the written ones: every way in which two and two can stand is tried, and some of how many do. */
import { describe, expect, it } from "vitest";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import { DEAL, MeleeImage } from "../../../src/rulesets/alpha-omega/engagement/melee-image.ts";
import { type Plan, planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { modelsOf } from "../../../src/rulesets/alpha-omega/engagement/score.ts";
import { SideTally } from "../../../src/rulesets/alpha-omega/engagement/side-tally.ts";
import { DOWN, OUT, PINNED, READY } from "../../../src/rulesets/alpha-omega/words.ts";
import { generator } from "../../oracle/alpha-omega/random-shooting.ts";
import { cellOf, type Data, type Fight } from "./fights.ts";

const fightOf = (models: number, first: Data, second: Data, more: Fight = {}): Fight => ({
  ...more,
  units: { one: { models, command: 8 }, other: { models, command: 8, closeCombat: 5 } },
  first: [{ unit: "one", ...first }],
  second: [{ unit: "other", ...second }],
  situation: { distance: 3, turns: 4, ...more.situation },
});

/**
 * Whoever is told to fire and has nobody to fire at charges (QA-26). So two who stand alike do not charge alike: the last
 * free target of the one fell to his own volley, the other had none to fire at.
 */
const FIGHTS: Readonly<Record<string, Fight>> = {
  "both fire on move": fightOf(2, { order: "move" }, { order: "move" }, { situation: { alpha: "first" } }),
  "one fires on manoeuvre, one charges": fightOf(2, { order: "manoeuvre" }, { order: "move", does: "charge" }),
  "one aimed, and charged": fightOf(
    2,
    { order: "aimed" },
    { order: "move", does: "charge" },
    { options: { aimedCloseCombat: "whenFired", pinnedMeleeMalus: "pinnedOnly", chargePasses: 1 } },
  ),
};

/** One soldier: his state, in contact, has an order, has fired. */
const WAYS: readonly (readonly number[])[] = [
  ...[READY, PINNED].flatMap((state) =>
    [0, 1].flatMap((contact) =>
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ].map(([ordered, fired]) => [state, contact, ordered!, fired!]),
    ),
  ),
  [DOWN, 0, 0, 0],
  [DOWN, 1, 0, 0],
  [OUT, 0, 0, 0],
];

/** How they stand, as the loop is told: both bits of their states, who is in contact, has an order, has fired. */
function standOf(ways: readonly (readonly number[])[]): number[] {
  const mask = (bit: (way: readonly number[]) => number) => ways.reduce((all, way, i) => all | (bit(way) << i), 0);
  return [
    mask(([state]) => state! & 1),
    mask(([state]) => state! >> 1),
    mask(([, contact]) => contact!),
    mask(([, , ordered]) => ordered!),
    mask(([, , , fired]) => fired!),
  ];
}

/** Within a deal: how many groups, and who is overrun; of each group who fights in it, who lies fallen beside them, and its fight. */
const OVERRUN = 2;
const FIRST_GROUP = 4;
const A_GROUP = 6;

/** The deal of the first turn that the loop finds. */
function dealBy(image: MeleeImage, alpha: number, ways: readonly (readonly number[])[]): Int32Array {
  const at = image.place();
  const { loop } = image.groups.memory;
  const masks = standOf(ways).map(BigInt);
  (loop.exports.dealOf as (...numbers: (number | bigint)[]) => void)(at, 0, alpha, ...masks);
  const { words } = loop;
  return words.subarray((at + words[(at >> 2) + DEAL]!) >> 2);
}

/** The same charges, played in the written battle: who is overrun, and of each group who fights in it, as what, and who lies there. */
function written(battle: Battle, turn: number, alpha: number, ways: readonly (readonly number[])[]) {
  const { field, plan, charges, fights } = battle;
  const scene = plan.scenes[turn]!;
  field.begin();
  field.beginTurn(0, scene);
  ways.forEach(([state, contact, ordered, fired], i) => {
    field.set(plan.unitOf[i]!, i, state!);
    field.mark(field.ordered, i, ordered === 1);
    field.mark(field.fired, i, fired === 1);
    if (contact) field.join(i, 0);
  });
  const groups = charges.play(scene, alpha);
  const soldiers = ways.map((_, i) => i);
  return {
    overrun: soldiers.filter((i) => field.state[i] === OUT && ways[i]![0] !== OUT),
    groups: Array.from({ length: groups }, (_, group) => {
      const members = soldiers.filter((i) => field.group[i] === group);
      const fighters = members.filter((i) => field.state[i] !== DOWN);
      const own = fighters.map((i) => [plan.unitOf[i], field.state[i], fights.number(scene, i)]);
      return { fighters, fallen: members.filter((i) => field.state[i] === DOWN), own: own.join(";") };
    }),
  };
}

/** In how many ways of standing what is known of the charges is not what the written battle does, and what of them it does not tell apart. */
function compared(plan: Plan, stands: Iterable<readonly (readonly number[])[]>) {
  const models = modelsOf(plan.profile);
  const image = new MeleeImage(plan, [new SideTally(models[0], []), new SideTally(models[1], [])]);
  const battle = new Battle(plan);
  const fightsOf = new Map<string, number>();
  const seen = { stands: 0, wrong: 0, groups: 0, stayedForFire: 0 };
  const soldiers = Array.from({ length: plan.soldiers }, (_, i) => i);
  const bits = (mask: number) => soldiers.filter((i) => mask & (1 << i));
  const each = (ways: readonly (readonly number[])[]) => {
    const inContact = [0, 1].map((side) => ways.some(([, contact], i) => contact && plan.sideOf[i] === side));
    if (inContact[0] !== inContact[1]) return;
    for (let alpha = 0; alpha < (plan.scenes[0]!.alphaMattersInMelee ? 2 : 1); alpha++) {
      const asked = written(battle, 0, alpha, ways);
      const data = dealBy(image, alpha, ways);
      seen.stands++;
      seen.groups += asked.groups.length;
      const found = {
        overrun: bits(data[OVERRUN]!),
        groups: Array.from({ length: data[0]! }, (_, k) => {
          const at = FIRST_GROUP + A_GROUP * k;
          const fight = data[at + 4]!;
          const own = asked.groups[k]?.own ?? "";
          if (!fightsOf.has(own)) fightsOf.set(own, fight);
          return {
            fighters: bits(data[at]!),
            fallen: bits(data[at + 2]!),
            own: fightsOf.get(own) === fight ? own : "another fight",
          };
        }),
      };
      if (JSON.stringify(found) !== JSON.stringify(asked)) seen.wrong++;
      if (asked.groups.length === 0 && ways.some(([state, contact, , fired]) => state === READY && !contact && fired))
        seen.stayedForFire++;
    }
  };
  for (const ways of stands) each(ways);
  return seen;
}

function* everyWay() {
  for (const a of WAYS) for (const b of WAYS) for (const c of WAYS) for (const d of WAYS) yield [a, b, c, d];
}

/** So many soldiers, in so many random ways. */
function* someWays(soldiers: number, count: number) {
  const draws = generator(5);
  for (let k = 0; k < count; k++)
    yield Array.from({ length: soldiers }, () => WAYS[Math.floor(draws() * WAYS.length)]!);
}

describe("charges on masks are the written ones", () => {
  it.each(Object.keys(FIGHTS))("%s, however two and two stand", async (name) => {
    const plan = planOf((await cellOf(FIGHTS[name])).profile);
    const seen = compared(plan, everyWay());
    expect(seen.stands).toBeGreaterThan(20_000);
    expect(seen.groups).toBeGreaterThan(1_000);
    expect(seen.stayedForFire).toBeGreaterThan(100);
    expect(seen.wrong).toBe(0);
  });

  it.each([
    [3, 12, 2],
    [9, 2, 1],
    [7, 8, 2],
  ])("%i against %i, in some ways", async (first, second, chargePasses) => {
    const fight = fightOf(2, { order: "manoeuvre" }, { order: "move", does: "charge" }, { options: { chargePasses } });
    const models = { one: first, other: second };
    const units = Object.entries(fight.units!).map(([name, unit]) => [
      name,
      { ...unit, models: models[name as "one"] },
    ]);
    const plan = planOf((await cellOf({ ...fight, units: Object.fromEntries(units) })).profile);
    const seen = compared(plan, someWays(first + second, 4_000));
    expect(plan.soldiers).toBe(first + second);
    expect(seen.groups).toBeGreaterThan(3_000);
    expect(seen.wrong).toBe(0);
  });
});
