/** Rules of rulesets that ship, written as games: the same fractions. */
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { loadRuleset } from "../../../src/rulesets/index.ts";
import { explanationsOf } from "../../../src/rulesets/ruleset.ts";
import { givenFiles } from "../../../src/scenario/files.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { ask, fractionsOf } from "../../scenario/game.ts";

/** The study of a scenario of a ruleset that ships, and its result. */
async function shipped(text: string) {
  const study = await loadStudy("a.yaml", { files: givenFiles({ "a.yaml": text }) });
  return { study, result: await run(study, { workers: 0 }) };
}

/** Fractions of a metric by value; values that cannot be are left out. */
const possible = (fractions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fractions).filter(([, fraction]) => fraction !== "0/1"));

const SHOT = `version: 1
game: alpha-shot
unit: { hit: 1..11, save: 1..11, command: 1..11, down: 1..11, out: 1..11, models: 1..20 = 1 }
kinds:
  shot:
    state: { outcome: "one of miss, unharmed, pinned, down, out" }
    procedure: |
      A-SHOOT-17: if d10 >= attacker.hit:
      A-SAVE-01:    if d10 >= attacker.save: outcome = (unharmed if d10 >= attacker.command else pinned)
                    else:
      A-WOUND-01:     wound = d10
                      outcome = (out if wound >= attacker.out else (down if wound >= attacker.down else pinned))
    metrics: { outcome: outcome }
    headline: { metric: outcome, values: [out], text: out }
`;

describe("alpha-omega's shot", () => {
  it.each([
    "distance: 20",
    "distance: 10, attackerOrder: aimed",
    "distance: 28, defenderOrder: run",
    "distance: 16, visible: 40",
  ])("at %s", async (situation) => {
    const { study, result } = await shipped(
      `version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\nexperiments:\n  x: { kind: shot, attacker: rangers, defender: marines, situation: { ${situation} } }\n`,
    );
    const [cell] = study.cells;
    if (cell === undefined || !("profile" in cell.outcome)) throw new Error("no profile");
    const { kinds } = await loadRuleset("alpha-omega");
    const needed = explanationsOf(kinds.shot!, cell.outcome.profile)[0]!.needed.map((die) =>
      Math.min(11, Math.max(1, die.needed)),
    );
    const [hit, save, command, down, out] = needed as [number, number, number, number, number];
    const game = await ask(
      SHOT,
      `units: { a: { hit: ${hit}, save: ${save}, command: ${command}, down: ${down}, out: ${out} } }\nexperiments: { x: { kind: shot, attacker: a } }\n`,
    );
    expect(needed).toHaveLength(5);
    expect(possible(fractionsOf(game, "outcome"))).toEqual(possible(fractionsOf(result, "outcome")));
  });
});

const ATTACK = `version: 1
game: attack-40k
unit: { models: 1..20, attacks: 1..10 = 1, hit: needed d6 = 4, wound: needed d6 = 4, save: needed d6 = none, wounds: 1..9 = 1 }
kinds:
  attack:
    state: { left: 0..defender.models = defender.models, hurt: 0..defender.wounds, hits: 0..300 }
    procedure: |
      C-HIT:   pool = roll attacker.models * attacker.attacks d6
               critical = count(pool: it == 6)
               # Sustained Hits 1: a critical hit brings one more. Lethal Hits: it wounds by itself.
               hits = count(pool: it != 1 and (it == 6 or it >= attacker.hit)) + critical
      C-WOUND: wounds = critical + count(roll (hits - critical) d6: it != 1 and (it == 6 or it >= attacker.wound))
      C-SAVE:  lost = wounds - count(roll wounds d6: it != 1 and it >= defender.save)
               repeat lost:
                 hurt += 1
                 if hurt == defender.wounds: hurt = 0; left -= 1 at least 0
    metrics: { killed: defender.models - left, hits: hits }
`;

describe("an attack of wh40k-10e with Lethal and Sustained Hits", () => {
  it.each([
    [3, 2, 3, 4, 5, 1],
    [5, 1, 4, 5, 4, 2],
    [2, 4, 2, 3, 6, 3],
  ])("%i models of %i attacks, %i+ %i+ %i+, %i wounds", async (models, attacks, hit, wound, save, wounds) => {
    const strength = { 3: [5, 4], 4: [4, 4], 5: [4, 5] }[wound] as [number, number];
    const { result } = await shipped(
      `version: 1\nruleset: wh40k-10e\nweapons:\n  w: { range: 24, attacks: ${attacks}, skill: ${hit}+, strength: ${strength[0]}, ap: 0, damage: 1, abilities: [Lethal Hits, Sustained Hits 1] }\nunits:\n  a: { models: ${models}, toughness: 4, save: 3+, wounds: 1, weapons: [{ weapon: w, count: ${models} }] }\n  b: { models: 5, toughness: ${strength[1]}, save: ${save}+, wounds: ${wounds} }\nexperiments:\n  x: { kind: shooting, attacker: a, defender: b, situation: { distance: 12 } }\n`,
    );
    const game = await ask(
      ATTACK,
      `units:\n  a: { models: ${models}, attacks: ${attacks}, hit: ${hit}+, wound: ${wound}+ }\n  b: { models: 5, save: ${save}+, wounds: ${wounds} }\nexperiments: { x: { kind: attack, attacker: a, defender: b } }\n`,
    );
    for (const metric of ["killed", "hits"])
      expect(possible(fractionsOf(game, metric)), metric).toEqual(possible(fractionsOf(result, metric)));
  });
});
