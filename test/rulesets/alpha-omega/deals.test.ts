/** Charges on masks are the written ones: every way in which two and two can stand is tried, and some of how many do. */
import { describe, expect, it } from "vitest";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import { MeleeField } from "../../../src/rulesets/alpha-omega/engagement/melee-field.ts";
import { MeleeScenes } from "../../../src/rulesets/alpha-omega/engagement/melee-scenes.ts";
import { type Plan, planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
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

/** The masks of those who stand so. */
function stand(field: MeleeField, { squads }: Plan, ways: readonly (readonly number[])[]): void {
  squads.forEach(({ first, size }, side) => {
    const mask = (bit: (way: readonly number[]) => number) =>
      ways.slice(first, first + size).reduce((all, way, i) => all | (bit(way) << i), 0);
    field.low[side] = mask(([state]) => state! & 1);
    field.high[side] = mask(([state]) => state! >> 1);
    field.contact[side] = mask(([, contact]) => contact!);
    field.ordered[side] = mask(([, , ordered]) => ordered!);
    field.fired[side] = mask(([, , , fired]) => fired!);
  });
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
  const field = new MeleeField(plan);
  const [scene] = new MeleeScenes(plan).scenes;
  const battle = new Battle(plan);
  /** By who fights in a group of the written battle: what it is known by. */
  const numbersOf = new Map<string, string>();
  const seen = { stands: 0, wrong: 0, groups: 0, stayedForFire: 0 };
  const soldiers = Array.from({ length: plan.soldiers }, (_, i) => i);
  const bits = (masks: Int32Array, group: number) =>
    soldiers.filter((i) => {
      const side = plan.sideOf[i]!;
      return ((masks[2 * group + side]! >>> (i - plan.squads[side]!.first)) & 1) === 1;
    });
  const numberOf = (i: number) => {
    const side = plan.sideOf[i]!;
    return scene!.numbers[field.wayOf(side, i - plan.squads[side]!.first)];
  };
  const each = (ways: readonly (readonly number[])[]) => {
    const inContact = [0, 1].map((side) => ways.some(([, contact], i) => contact && plan.sideOf[i] === side));
    if (inContact[0] !== inContact[1]) return;
    for (let alpha = 0; alpha < (plan.scenes[0]!.alphaMattersInMelee ? 2 : 1); alpha++) {
      const asked = written(battle, 0, alpha, ways);
      stand(field, plan, ways);
      const groups = field.deal(scene!, alpha);
      seen.stands++;
      seen.groups += asked.groups.length;
      const isOut = (i: number) => bits(field.low, 0).includes(i) && bits(field.high, 0).includes(i);
      const found = {
        overrun: soldiers.filter((i) => isOut(i) && ways[i]![0] !== OUT),
        groups: Array.from({ length: groups }, (_, group) => {
          const fighters = bits(field.fighters, group);
          const numbers = fighters.map(numberOf).join();
          const own = asked.groups[group]?.own ?? "";
          if (!numbersOf.has(own)) numbersOf.set(own, numbers);
          return {
            fighters,
            fallen: bits(field.fallen, group),
            own: numbersOf.get(own) === numbers ? own : "another fight",
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
    [3, 12, 2, 4_000],
    [9, 2, 1, 4_000],
    [7, 8, 2, 4_000],
    [32, 30, 2, 600],
  ])("%i against %i, in some ways", async (first, second, chargePasses, stands) => {
    const fight = fightOf(2, { order: "manoeuvre" }, { order: "move", does: "charge" }, { options: { chargePasses } });
    const models = { one: first, other: second };
    const units = Object.entries(fight.units!).map(([name, unit]) => [
      name,
      { ...unit, models: models[name as "one"] },
    ]);
    const plan = planOf((await cellOf({ ...fight, units: Object.fromEntries(units) })).profile);
    const seen = compared(plan, someWays(first + second, stands));
    expect(plan.soldiers).toBe(first + second);
    expect(seen.groups).toBeGreaterThan(3_000);
    expect(seen.wrong).toBe(0);
  });
});
