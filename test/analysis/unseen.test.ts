/** What a fight is told and never does in its trials is said with its limit; what it does is not. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { run } from "../../src/analysis/run.ts";
import { findings } from "../../src/report/index.ts";
import { engagementKind as alphaKind } from "../../src/rulesets/alpha-omega/kinds/engagement.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { loadStudy } from "../../src/scenario/study.ts";

type Data = Readonly<Record<string, unknown>>;

const ALPHA: Data = {
  version: 1,
  ruleset: "alpha-omega",
  trials: 2_000,
  weapons: { rifle: { range: { 12: 0, 24: -1 } }, satchel: { grenade: true, charge: 6 } },
  units: {
    marines: {
      models: 8,
      ballisticSkill: 4,
      closeCombat: 6,
      initiative: 5,
      save: 4,
      command: 4,
      weapon: "rifle",
    },
    // Forty who hit and are not saved from: nobody is left of one soldier (a chance below 1e-6).
    firing: { models: 40, ballisticSkill: 2, closeCombat: 6, initiative: 5, save: 4, command: 4, weapon: "rifle" },
    orks: { models: 10, ballisticSkill: 5, closeCombat: 4, initiative: 4, save: 5, command: 5, weapon: "rifle" },
    lone: { models: 1, ballisticSkill: 5, closeCombat: 4, initiative: 4, save: 10, command: 10, weapon: "rifle" },
  },
};

async function studyIn(first: Data, second: Data, situation: Data, more: Data = {}) {
  const sideOf = (own: Data) => ("units" in own ? own : { units: [own] });
  const experiments = {
    f: { kind: "engagement", sides: [sideOf(first), sideOf(second)], situation: { turns: 3, ...situation } },
  };
  const text = stringify({ ...ALPHA, experiments, ...more });
  return loadStudy("unseen.yaml", { files: givenFiles({ "unseen.yaml": text }) });
}

async function unseenIn(...fight: Parameters<typeof studyIn>) {
  const result = await run(await studyIn(...fight));
  const never = result.cells[0]!.never ?? [];
  return { result, never, lines: findings(result, { engagement: alphaKind.headline }) };
}
const namesIn = ({ never }: Awaited<ReturnType<typeof unseenIn>>) =>
  never.map(({ what, unit, side }) => `${what} ${unit ?? side}`);

const RUN: Data = { unit: "orks", order: "run" };
const FIRE: Data = { unit: "orks", order: "aimed" };
const MEDICS: Data = { unit: "marines", order: "aimed", addAptitudes: ["medikit"] };

describe("alpha-omega", () => {
  it("a medikit and a call to sacrifice that nobody needs", async () => {
    const helped = { ...MEDICS, addAptitudes: ["medikit", "sacrifice"] };
    expect(namesIn(await unseenIn(helped, RUN, { distance: 7 }))).toEqual(["medikit marines", "sacrifice marines"]);
    expect(namesIn(await unseenIn(helped, FIRE, { distance: 7 }))).toEqual([]);
  });

  it.each([{ perTurn: 1 }, { perGame: 1 }])("a medikit with %o uses", async (medikitUses) => {
    const options = { options: { medikitUses } };
    expect(namesIn(await unseenIn(MEDICS, RUN, { distance: 7 }, options))).toEqual(["medikit marines"]);
    expect(namesIn(await unseenIn(MEDICS, FIRE, { distance: 7 }, options))).toEqual([]);
  });

  it("a charge that is ordered when the enemy is gone, and one when he is not", async () => {
    const lone: Data = { unit: "lone", order: "run" };
    const late = { unit: "firing", order: ["aimed", "move"], does: ["fire", "charge"] };
    const gone = await unseenIn(late, lone, { distance: 5 });
    expect(namesIn(gone)).toEqual(["charge firing"]);
    // It has fired: the charge decides nothing.
    expect(gone.never[0]).not.toHaveProperty("decides");
    expect(namesIn(await unseenIn({ unit: "firing", order: "move", does: "charge" }, lone, { distance: 5 }))).toEqual(
      [],
    );
  });

  it("decides where its side does nothing else", async () => {
    const late = { unit: "lone", order: ["run", "move"], does: ["fire", "charge"] };
    const { never, lines } = await unseenIn({ unit: "firing", order: "aimed" }, late, { distance: 5 });
    expect(never).toEqual([expect.objectContaining({ what: "charge", unit: "lone", side: "second", decides: true })]);
    expect(lines[0]).toContain("told to charge, and never does: not once in");
  });

  it("a rule of a policy that is never followed, and one that is", async () => {
    const policy = (when: string) => ({
      units: ["marines"],
      policy: [{ when, order: "run" }, { when: "turn < 9", order: "aimed" }, { order: "move" }],
    });
    const never = await unseenIn(policy("turn = 1 and enemy.out > 0"), FIRE, { distance: 7 });
    expect(never.never.map(({ path }) => path)).toEqual([
      ["sides", 0, "policy", 0],
      ["sides", 0, "policy", 2],
    ]);
    expect(never.lines.join()).toContain("rule 1 of the policy of the first side is never followed: not once in");
    const taken = await unseenIn(policy("turn = 2 and enemy.out > 0"), FIRE, { distance: 7 });
    expect(taken.never.map(({ path }) => path)).toEqual([["sides", 0, "policy", 2]]);
  });

  it("has the limit of so many trials without it, in both languages, and last", async () => {
    const { never, lines } = await unseenIn(MEDICS, RUN, { distance: 7 });
    const { trials, upper } = never[0]!.unseen!;
    // A chance of that would be missed by all of the trials 5 times in 100.
    expect((1 - upper) ** trials).toBeCloseTo(0.05, 6);
    expect([100, 200, 500, 1_000]).toContain(trials);
    expect(lines.at(-1)).toContain("marines: its medikit is never used: not once in");
    const french = await unseenIn(MEDICS, RUN, { distance: 7 }, { labels: "fr" });
    expect(french.lines.at(-1)).toMatch(/son medikit ne sert jamais\s*: pas une fois en/u);
  });

  it("is silenced by its name", async () => {
    expect((await unseenIn(MEDICS, RUN, { distance: 7 }, { mute: ["medikit"] })).result.cells[0]).not.toHaveProperty(
      "never",
    );
  });

  it("moves no number", async () => {
    const metricsOf = async (more: Data) => {
      const study = await studyIn(MEDICS, RUN, { distance: 7 }, more);
      const [cell] = (await run(study, { method: "simulate" })).cells;
      return [cell!.never?.length, cell!.metrics] as const;
    };
    const [told, metrics] = await metricsOf({});
    expect(told).toBe(1);
    expect(await metricsOf({ mute: ["medikit"] })).toEqual([undefined, metrics]);
  });
});

describe("metropolis", () => {
  const METROPOLIS: Data = {
    ruleset: "metropolis",
    weapons: { gun: { damage: { short: 3, medium: 3 } }, axe: { damage: { contact: 4 } } },
    units: {
      a: { models: 5, shooting: 5, assault: 5, strength: 4, toughness: 4, command: 6, weapons: ["gun", "axe"] },
      b: { models: 5, shooting: 5, assault: 5, strength: 4, toughness: 4, command: 6, weapons: ["gun", "axe"] },
      // Sixty who fire first: nobody is left of one model.
      many: { models: 60, shooting: 9, assault: 5, strength: 9, toughness: 4, command: 6, weapons: ["gun", "axe"] },
      one: { models: 1, shooting: 5, assault: 5, strength: 4, toughness: 1, command: 6, weapons: ["gun", "axe"] },
    },
  };
  const told = async (first: Data, second: Data, situation: Data = {}) =>
    namesIn(await unseenIn(first, second, { distance: 10, ...situation }, METROPOLIS));
  const FIRST = { initiative: "first" };

  it("a charge of who is gone before, an assault after it, and those of who is not", async () => {
    const charge = { unit: "one", order: ["charge", "assault"] };
    expect(await told({ unit: "many", order: "fire" }, charge, FIRST)).toEqual(["charge one", "assault one"]);
    expect(await told({ unit: "a", order: "fire" }, { unit: "b", order: ["charge", "assault"] })).toEqual([]);
  });

  it("fire that is held, and a counter-charge, where the charge never comes, and where it does", async () => {
    const hold = { unit: "a", order: ["fire", "hold"], distance: 10 };
    const late = { unit: "one", order: ["move", "charge"] };
    const shot = { unit: "many", order: ["fire", "hold"] };
    expect(await told(shot, late, FIRST)).toEqual(["hold many", "charge one"]);
    expect(await told({ ...hold, order: "hold" }, { unit: "b", order: "charge" })).toEqual([]);
    const counter = { unit: "many", order: "fire", reaction: "counterCharge" };
    expect(await told(counter, { unit: "one", order: "charge" }, FIRST)).toEqual(["counterCharge many", "charge one"]);
    expect(await told({ ...counter, unit: "a", order: "move" }, { unit: "b", order: "charge" })).toEqual([]);
  });

  it("a rule of a policy that is never followed, and one that is", async () => {
    const policy = (when: string) => ({ units: ["a"], policy: [{ when, order: "move" }, { order: "fire" }] });
    expect(await told(policy("turn = 1 and enemy.out > 0"), { unit: "b", order: "move" })).toEqual(["policy first"]);
    expect(await told(policy("turn = 2 and enemy.out > 0"), { unit: "b", order: "move" })).toEqual([]);
  });
});
