/** Every kind is planned with a hundred models a side: how much work that is, and how it grows. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { half } from "../long.ts";
import { growth, workOf } from "../work.ts";

const { loadStudy } = await import("../../src/scenario/study.ts");
const { loadRuleset } = await import("../../src/rulesets/index.ts");
const { programFor } = await import("../../src/rulesets/ruleset.ts");
type Data = Readonly<Record<string, unknown>>;

const unit = (name: string, models: number, more: Data = {}) => ({ unit: name, models, ...more });

/** Where one soldier of a unit is asked about, the unit of the file has so many. */
const inFile = (n: number, ...names: string[]): Data => ({
  units: Object.fromEntries(names.map((name) => [name, { models: n }])),
});

/** By kind, its experiment with so many models a side, where a side may have so many. */
const ALPHA: Readonly<Record<string, (n: number) => Data>> = {
  shot: (n) => ({
    ...inFile(n, "marines", "guardians"),
    attacker: "marines",
    defender: "guardians",
    situation: { distance: 12 },
  }),
  volley: (n) => ({ attacker: unit("marines", n), defender: unit("guardians", n), situation: { distance: 12 } }),
  antiArmour: (n) => ({
    attacker: unit("marines", n, { weapon: "lasCannon" }),
    defender: "battleTank",
    situation: { distance: 30 },
  }),
  duel: (n) => ({ ...inFile(n, "orkBoyz", "marines"), attacker: "orkBoyz", defender: "marines" }),
  melee: () => ({ attacker: unit("orkBoyz", 5), defender: "terminators" }),
  recovery: (n) => ({ defender: unit("marines", n), situation: { state: "down", turns: 6 } }),
  dodge: () => ({ attacker: "rangers", situation: { opponents: [unit("orkBoyz", 5)] } }),
  gladiator: (n) => ({
    ...inFile(n, "marines"),
    attacker: "gladiator",
    defender: "marines",
    situation: { enemies: 5 },
  }),
  cloud: (n) => ({ situation: { turns: n } }),
  repair: (n) => ({ defender: "battleTank", situation: { section: "engine", points: 1, turns: n } }),
  engagement: (n) => ({
    sides: [{ units: [unit("marines", n)] }, { units: [unit("guardians", n)] }],
    situation: { distance: 12, turns: 6 },
  }),
  sequence: (n) => ({
    sides: [{ units: [unit("marines", n)] }, { units: [unit("guardians", n)] }],
    situation: { distance: 12 },
  }),
};
const METROPOLIS: Readonly<Record<string, (n: number) => Data>> = {
  shot: (n) => ({
    ...inFile(n, "lineMarines", "convicts"),
    attacker: "lineMarines",
    defender: "convicts",
    situation: { distance: 6 },
  }),
  volley: (n) => ({ attacker: unit("lineMarines", n), defender: unit("convicts", n), situation: { distance: 6 } }),
  assault: (n) => ({ attacker: unit("lineMarines", n), defender: unit("convicts", n), situation: { rounds: 3 } }),
  test: (n) => ({ ...inFile(n, "lineMarines"), attacker: "lineMarines" }),
  morale: (n) => ({ defender: unit("lineMarines", n) }),
  engagement: (n) => ({
    sides: [{ units: [unit("lineMarines", n)] }, { units: [unit("convicts", n)] }],
    situation: { distance: 6, turns: 6 },
  }),
  sequence: (n) => ({
    sides: [{ units: [unit("lineMarines", n)] }, { units: [unit("convicts", n)] }],
    situation: { distance: 6 },
  }),
};
const FORTY: Readonly<Record<string, (n: number) => Data>> = {
  shooting: (n) => ({
    attacker: unit("intercessors", n),
    defender: unit("termagants", n),
    situation: { distance: 12 },
  }),
  fight: (n) => ({ attacker: unit("intercessors", n, { weapons: ["blade"] }), defender: unit("termagants", n) }),
  sequence: (n) => ({
    sides: [{ units: [unit("intercessors", n)] }, { units: [unit("termagants", n)] }],
    situation: { distance: 12 },
  }),
};
/** Weapons that a catalogue does not have. */
const MORE: Data = {
  "wh40k-10e": { blade: { range: "melee", attacks: 3, skill: 3, strength: 4, ap: -1, damage: "D6" } },
};

async function profileOf(ruleset: string, kind: string, given: Data, options: Data = {}): Promise<unknown> {
  const { units = {}, ...experiment } = given;
  const folder = mkdtempSync(join(tmpdir(), "crible-"));
  try {
    const file = join(folder, "study.yaml");
    const scenario = {
      version: 1,
      ruleset,
      extends: `crible:${ruleset}/catalogue`,
      options,
      weapons: MORE[ruleset] ?? {},
      units,
    };
    writeFileSync(file, JSON.stringify({ ...scenario, experiments: { it: { kind, ...experiment } } }));
    const { cells } = await loadStudy(file);
    return (cells[0]!.outcome as { profile: unknown }).profile;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Blocks of code that planning a cell and making its kernel may run: a hundred thousand paths of an assault take 66 million. */
const MOST_WORK = 120_000_000;

const KINDS = (
  [
    ["alpha-omega", ALPHA],
    ["metropolis", METROPOLIS],
    ["wh40k-10e", FORTY],
  ] as const
).flatMap(([ruleset, kinds]) => Object.entries(kinds).map(([kind, of]) => [ruleset, kind, of] as const));

describe("a hundred models a side are planned", () => {
  it.each(half(KINDS))("%s: %s", async (ruleset, kind, of) => {
    const { kinds } = await loadRuleset(ruleset);
    expect(Object.keys(kinds).sort()).toEqual(KINDS.flatMap(([own, name]) => (own === ruleset ? name : [])).sort());
    const profile = await profileOf(ruleset, kind, of(100));
    const work = await workOf(() => {
      const program = programFor(kinds[kind]!, profile);
      program.kernel();
      program.pairedKernel?.();
    });
    expect(work).toBeGreaterThan(0);
    expect(work).toBeLessThan(MOST_WORK);
  });

  it.each([
    ["volley", "spread", { wounds: 3 }],
    ["volley", "concentrate", { wounds: 3 }],
    ["assault", "spread", { wounds: 3 }],
    ["assault", "woundedFirst", { wounds: 3 }],
    ["engagement", "spread", { wounds: 3 }],
  ] as const)("metropolis: %s, hits %s, three wounds each", async (kind, hitAllocation, more) => {
    const { kinds } = await loadRuleset("metropolis");
    const experiment = METROPOLIS[kind]!(100) as { defender?: Data };
    const tough = experiment.defender ? { ...experiment, defender: { ...experiment.defender, ...more } } : experiment;
    const profile = await profileOf("metropolis", kind, tough, { hitAllocation });
    expect(
      await workOf(() => {
        const program = programFor(kinds[kind]!, profile);
        program.kernel();
      }),
    ).toBeLessThan(MOST_WORK);
  });
});

describe("a thousand models that all fire at one soldier are planned", () => {
  const readings = [
    { volley: "grouped" },
    { volley: "sequential" },
    { volley: "sequential", surplusShots: "retarget" },
    { pinTests: "perVolley" },
  ];
  it.each(readings.map((options) => [1_000, options] as const))("alpha-omega: volley of %i, %j", async (n, options) => {
    const { kinds } = await loadRuleset("alpha-omega");
    const volley = ALPHA.volley!(n) as { situation: Data };
    const focused = { ...volley, situation: { ...volley.situation, targeting: "focus" } };
    const profile = await profileOf("alpha-omega", "volley", focused, options);
    expect(await workOf(() => programFor(kinds.volley!, profile).kernel())).toBeLessThan(MOST_WORK);
  });
});

describe("the most models that the schema allows are planned too", () => {
  it.each(["volley", "assault", "engagement"])("metropolis: %s of 1,000", async (kind) => {
    const { kinds } = await loadRuleset("metropolis");
    const profile = await profileOf("metropolis", kind, METROPOLIS[kind]!(1_000));
    expect(await workOf(() => programFor(kinds[kind]!, profile).kernel())).toBeLessThan(MOST_WORK);
  });
});

describe("planning grows with the states there are", () => {
  /** Hits and wounds together: the square of the rolls. Without a doubling in it, a single shot grows not at all. */
  it.each([
    ["volley", 2.5 ** 2],
    ["shot", 1.3],
  ] as const)("metropolis: %s, at most %f times for twice the models", async (kind, most) => {
    const { kinds } = await loadRuleset("metropolis");
    const profiles = new Map<number, unknown>();
    for (const n of [25, 50]) profiles.set(n, await profileOf("metropolis", kind, METROPOLIS[kind]!(n)));
    const plan = (n: number) => programFor(kinds[kind]!, profiles.get(n)).kernel();
    expect(await growth(25, plan)).toBeLessThan(most);
  });
});
