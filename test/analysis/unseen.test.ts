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
  return unseenBy("auto", ...fight);
}
async function unseenBy(method: "auto" | "simulate", ...fight: Parameters<typeof studyIn>) {
  const result = await run(await studyIn(...fight), { method });
  const never = result.cells[0]!.never ?? [];
  return { result, never, lines: findings(result, { engagement: alphaKind.headline }) };
}
const namesIn = ({ never }: Awaited<ReturnType<typeof unseenIn>>) =>
  never.map(({ what, unit, side }) => `${what} ${unit ?? side}`);

const RUN: Data = { unit: "orks", order: "run" };
const FIRE: Data = { unit: "orks", order: "aimed" };
const SHOT: Data = { unit: "lone", order: "aimed" };
/** They fire first, and nobody is left to fire at them. */
const FIRST_TO_FIRE: Data = { unit: "firing", models: 16, order: "aimed", addAptitudes: ["medikit"] };
const FIRST: Data = { distance: 5, alpha: "first" };
const QUIET: Data = { mute: ["fire"] };
const MEDICS: Data = { unit: "marines", order: "aimed", addAptitudes: ["medikit"] };

describe("alpha-omega", () => {
  it("a medikit and a call to sacrifice that nobody needs", async () => {
    const aptitudes = { addAptitudes: ["medikit", "sacrifice"] };
    const helped = await unseenIn({ ...FIRST_TO_FIRE, ...aptitudes }, SHOT, FIRST, QUIET);
    expect(namesIn(helped)).toEqual(["medikit firing", "sacrifice firing"]);
    expect(helped.never.every(({ unseen }) => unseen !== undefined)).toBe(true);
    expect(namesIn(await unseenIn({ ...MEDICS, ...aptitudes }, FIRE, { distance: 7 }))).toEqual([]);
  });

  it("those of who is never fired at have chance 0", async () => {
    const helped = { ...MEDICS, addAptitudes: ["medikit", "sacrifice"] };
    const { never, lines } = await unseenIn(helped, RUN, { distance: 7 });
    expect(never.map(({ what, unseen }) => [what, unseen])).toEqual([
      ["medikit", undefined],
      ["sacrifice", undefined],
    ]);
    expect(lines.join()).toContain("marines: its medikit is never used: no enemy ever fires at it (A-RAL-17, E-09)");
  });

  it.each([{ perTurn: 1 }, { perGame: 1 }])("a medikit with %o uses", async (medikitUses) => {
    const options = { options: { medikitUses } };
    const { never } = await unseenBy("simulate", FIRST_TO_FIRE, SHOT, FIRST, { ...QUIET, ...options });
    expect(never).toEqual([expect.objectContaining({ what: "medikit", unseen: expect.anything() })]);
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
    const never = await unseenBy("simulate", policy("turn = 1 and enemy.out > 0"), FIRE, { distance: 7 });
    // The second rule holds on every turn: the third one is never asked, whatever the dice say.
    expect(never.never.map(({ path, unseen }) => [path.join("."), unseen === undefined])).toEqual([
      ["sides.0.policy.2", true],
      ["sides.0.policy.0", false],
    ]);
    expect(never.lines.join()).toContain("rule 1 of the policy of the first side is never followed: not once in");
    const taken = await unseenIn(policy("turn = 2 and enemy.out > 0"), FIRE, { distance: 7 });
    expect(taken.never.map(({ path }) => path)).toEqual([["sides", 0, "policy", 2]]);
  });

  describe("where the fight is solved", () => {
    const policy = (when: string) => ({
      units: [{ unit: "marines", models: 4 }],
      policy: [{ when, order: "run" }, { when: "turn < 9", order: "aimed" }, { order: "move" }],
    });
    const few = { ...FIRE, models: 4 };

    it("a rule that no way of the dice leads to has chance 0", async () => {
      const { result, never, lines } = await unseenIn(policy("turn = 1 and enemy.out > 0"), few, { distance: 7 });
      expect(result.cells[0]!.method).toBe("exact");
      expect(never.map(({ path, unseen }) => [path.at(-1), unseen])).toEqual([
        [2, undefined],
        [0, undefined],
      ]);
      expect(lines.join("\n")).toContain("rule 1 of the policy of the first side is never followed (E-19)");
      expect(lines.join("\n")).toContain("rule 3 of the policy of the first side is never followed (E-19)");
      expect(lines.join("\n")).not.toContain("not once");
    });

    it("one that few ways lead to is followed, though no trial does", async () => {
      // Four who are out by four shots that would each have to put one out.
      const rare = "turn = 2 and enemy.out = 4 and ready = 4";
      const simulated = await unseenBy("simulate", policy(rare), few, { distance: 7 });
      expect(simulated.never.map(({ path }) => path.at(-1))).toEqual([2, 0]);
      const solved = await unseenIn(policy(rare), few, { distance: 7 });
      expect(solved.never.map(({ path }) => path.at(-1))).toEqual([2]);
    });

    it("who is certainly put out before has no chance to fire; who is but for one way of the dice fires", async () => {
      const sure = { unit: "lone", ballisticSkill: 1, order: "aimed" };
      const first = { distance: 5, alpha: "first" };
      const doomed = {
        weapons: { rifle: { saveModifier: -10, range: { 12: 0 } } },
        rules: { woundBands: { standard: [0, 0] } },
      };
      const certain = await unseenIn(sure, SHOT, first, doomed);
      expect(certain.result.cells[0]!.method).toBe("exact");
      expect(certain.never.map(({ what, unit, unseen }) => [what, unit, unseen])).toEqual([
        ["fire", "lone", undefined],
      ]);
      const watching = await unseenIn(sure, { ...SHOT, intercept: true }, first, doomed);
      expect(namesIn(watching)).toContain("intercept lone");
      expect(namesIn(await unseenIn({ ...sure, ballisticSkill: 2 }, SHOT, first, doomed))).toEqual([]);
      // No trial has twelve of them all miss, and yet they may.
      const crowd = { unit: "firing", models: 12, order: "aimed" };
      const solved = await unseenIn(crowd, SHOT, FIRST);
      expect([solved.result.cells[0]!.method, namesIn(solved)]).toEqual(["exact", ["fire lone"]]);
      expect(solved.never[0]!.unseen).toBeDefined();
    });

    it("who may intercept and who fires instead are told apart", async () => {
      const watcher = { unit: "marines", models: 2, order: "aimed", intercept: true };
      const moves = { unit: "orks", models: 2, order: "move" };
      // It fires on turns on which nobody is ready to move.
      expect(namesIn(await unseenIn(watcher, moves, { distance: 7 }))).toEqual([]);
      expect(namesIn(await unseenIn(watcher, moves, { distance: 7, turns: 1 }))).toEqual(["fire marines"]);
    });

    it("orders of a table that it never comes to, and not its rows", async () => {
      const states = (models: number) => {
        const found: number[][] = [];
        for (let ready = 0; ready <= models; ready++)
          for (let pinned = 0; ready + pinned <= models; pinned++)
            for (let down = 0; ready + pinned + down <= models; down++) found.push([ready, pinned, down]);
        return found;
      };
      // Runs where more of the enemy are ready than there are at the start of turn 1, moves where one of four is out on turn 2.
      const rows = [1, 2, 3].flatMap((turn) =>
        states(4).flatMap((own) =>
          states(4).map((enemy) => {
            const order = turn === 1 && enemy[0] !== 4 ? "0,0,1" : turn === 2 && enemy[0] === 3 ? "0,1,0" : "1,0,0";
            return [turn, ...own, ...enemy, order].join();
          }),
        ),
      );
      const head = "turn,ready,pinned,down,enemy_ready,enemy_pinned,enemy_down,aimed,move,run";
      const files = givenFiles({
        "table.csv": [head, ...rows].join("\n"),
        "unseen.yaml": stringify({
          ...ALPHA,
          experiments: {
            f: {
              kind: "engagement",
              sides: [{ units: [{ unit: "marines", models: 4 }], policy: { from: "table.csv" } }, { units: [few] }],
              situation: { turns: 3, distance: 7 },
            },
          },
        }),
      });
      for (const method of ["exact", "simulate"] as const) {
        const result = await run(await loadStudy("unseen.yaml", { files }), { method });
        const never = result.cells[0]!.never ?? [];
        expect(never.map(({ text }) => text)).toEqual([
          expect.objectContaining({ say: "the table of the first side never comes to the order {}", with: ["run"] }),
        ]);
        expect(never[0]!.unseen === undefined).toBe(method === "exact");
      }
    });
  });

  it("has the limit of so many trials without it, in both languages, and last", async () => {
    const { never, lines } = await unseenIn(FIRST_TO_FIRE, SHOT, FIRST, QUIET);
    const { trials, upper } = never[0]!.unseen!;
    // A chance of that would be missed by all of the trials 5 times in 100.
    expect((1 - upper) ** trials).toBeCloseTo(0.05, 6);
    expect([100, 200, 500, 1_000]).toContain(trials);
    expect(lines.at(-1)).toContain("firing: its medikit is never used: not once in");
    const french = await unseenIn(FIRST_TO_FIRE, SHOT, FIRST, { ...QUIET, labels: "fr" });
    expect(french.lines.at(-1)).toMatch(/son medikit ne sert jamais\s*: pas une fois en/u);
  });

  it("is silenced by its name", async () => {
    expect(
      (await unseenIn(FIRST_TO_FIRE, SHOT, FIRST, { mute: ["fire", "medikit"] })).result.cells[0],
    ).not.toHaveProperty("never");
  });

  it("moves no number", async () => {
    const metricsOf = async (more: Data) => {
      const study = await studyIn(FIRST_TO_FIRE, SHOT, FIRST, more);
      const [cell] = (await run(study, { method: "simulate" })).cells;
      return [cell!.never?.length, cell!.metrics] as const;
    };
    const [told, metrics] = await metricsOf(QUIET);
    expect(told).toBe(1);
    expect(await metricsOf({ mute: ["fire", "medikit"] })).toEqual([undefined, metrics]);
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
  const STARTS = { initiative: "first" };

  it("a charge of who is gone before, an assault after it, and those of who is not", async () => {
    const charge = { unit: "one", order: ["charge", "assault"] };
    expect(await told({ unit: "many", order: "fire" }, charge, STARTS)).toEqual(["charge one", "assault one"]);
    expect(await told({ unit: "a", order: "fire" }, { unit: "b", order: ["charge", "assault"] })).toEqual([]);
  });

  it("fire that is held, and a counter-charge, where the charge never comes, and where it does", async () => {
    const hold = { unit: "a", order: ["fire", "hold"], distance: 10 };
    const late = { unit: "one", order: ["move", "charge"] };
    const shot = { unit: "many", order: ["fire", "hold"] };
    expect(await told(shot, late, STARTS)).toEqual(["hold many", "charge one"]);
    expect(await told({ ...hold, order: "hold" }, { unit: "b", order: "charge" })).toEqual([]);
    const counter = { unit: "many", order: "fire", reaction: "counterCharge" };
    expect(await told(counter, { unit: "one", order: "charge" }, STARTS)).toEqual(["counterCharge many", "charge one"]);
    expect(await told({ ...counter, unit: "a", order: "move" }, { unit: "b", order: "charge" })).toEqual([]);
  });

  it("a rule of a policy that is never followed, and one that is", async () => {
    const policy = (when: string) => ({ units: ["a"], policy: [{ when, order: "move" }, { order: "fire" }] });
    expect(await told(policy("turn = 1 and enemy.out > 0"), { unit: "b", order: "move" })).toEqual(["policy first"]);
    expect(await told(policy("turn = 2 and enemy.out > 0"), { unit: "b", order: "move" })).toEqual([]);
  });

  it("where the fight is solved, what no way of the dice leads to has chance 0; what one leads to is looked for in trials", async () => {
    const few = { unit: "b", models: 9, order: "move" };
    const policy = (when: string) => ({
      units: [{ unit: "a", models: 9 }],
      policy: [{ when, order: "move" }, { order: "fire" }],
    });
    const fight = async (method: "auto" | "simulate", when: string) =>
      unseenBy(method, policy(when), few, { distance: 10 }, METROPOLIS);
    const never = await fight("auto", "turn = 1 and enemy.out > 0");
    expect(never.result.cells[0]!.method).toBe("exact");
    expect(never.never.map(({ what, unseen }) => [what, unseen])).toEqual([["policy", undefined]]);
    const rare = "turn = 2 and enemy.out = 8";
    const unseen = (await fight("auto", rare)).never;
    expect(unseen.map(({ what, unseen }) => [what, unseen === undefined])).toEqual([["policy", false]]);
    // Who is put out may have charged before, and who charges strikes once he is there.
    const charge = { unit: "b", models: 2, order: ["charge", "assault"] };
    const solved = await unseenIn({ unit: "a", models: 2, order: "fire" }, charge, { distance: 10 }, METROPOLIS);
    expect([solved.result.cells[0]!.method, namesIn(solved)]).toEqual(["exact", []]);
  });
});
