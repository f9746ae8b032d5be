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
const possible = (fractions: Readonly<Record<string, string>>) => {
  expect(Object.values(fractions)).not.toContain("none");
  return Object.fromEntries(Object.entries(fractions).filter(([, fraction]) => fraction !== "0/1"));
};

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

/** The profile of the first cell of a shipped scenario: what a soldier needs, after all modifiers. */
async function profileOf(study: Awaited<ReturnType<typeof shipped>>["study"]) {
  const [cell] = study.cells;
  if (cell === undefined || !("profile" in cell.outcome)) throw new Error("no profile");
  const { kinds } = await loadRuleset(study.ruleset);
  const { profile } = cell.outcome;
  return { profile: profile as never, needed: explanationsOf(kinds[cell.kind]!, profile).map(({ needed }) => needed) };
}
const onTen = (die: { readonly needed: number }) => Math.min(11, Math.max(1, die.needed));

const VOLLEY = `version: 1
game: alpha-volley
unit: { models: 1..20 = 1, hit: 1..11 = 11, save: 1..11 = 11, command: 1..11 = 11, down: 1..11 = 11, out: 1..11 = 11 }
kinds:
  volley:
    state:
      hits: 0..attacker.models
      ready: 0..defender.models
      pinned: 0..defender.models
      down: 0..defender.models
      out: 0..defender.models
    procedure: |
      A-SHOOT-18: more = attacker.models - floor(attacker.models / defender.models) * defender.models
                  repeat defender.models:
                    shots = floor(attacker.models / defender.models) + min(more, 1)
                    more -= min(more, 1)
      A-SHOOT-17:   struck = count(roll shots d10: it >= attacker.hit)
                    hits += struck
      A-SAVE-01:    failed = count(roll struck d10: it < defender.save)
      A-WOUND-01:   if failed > 0:
                      wound = highest(roll failed d10)
                      if wound >= defender.out: out += 1
                      else if wound >= defender.down: down += 1
                      else: pinned += 1
      A-SUP-01:     else if count(roll struck d10: it < defender.command) > 0: pinned += 1
                    else: ready += 1
    metrics: { casualties: down + out, hits: hits, ready: ready, pinned: pinned, down: down, out: out }
`;

describe("alpha-omega's volley", () => {
  it.each([
    ["{ unit: rangers, models: 7 }", "{ unit: marines, models: 4 }", "distance: 20"],
    ["{ unit: rangers, models: 6 }", "{ unit: marines, models: 2 }", "distance: 10, attackerOrder: aimed"],
    ["{ unit: marines, models: 9 }", "{ unit: rangers, models: 3 }", "distance: 12"],
  ])("of %s at %s, %s", async (attacker, defender, situation) => {
    const { study, result } = await shipped(
      `version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\nexperiments:\n  x: { kind: volley, attacker: ${attacker}, defender: ${defender}, situation: { ${situation} } }\n`,
    );
    const { needed } = await profileOf(study);
    const [hit, save, command, down, out] = needed[0]!.map(onTen);
    const [shooters, targets] = [attacker, defender].map((one) => /models: (\d+)/u.exec(one)![1]);
    const game = await ask(
      VOLLEY,
      `units:\n  a: { models: ${shooters}, hit: ${hit} }\n  b: { models: ${targets}, save: ${save}, command: ${command}, down: ${down}, out: ${out} }\nexperiments: { x: { kind: volley, attacker: a, defender: b } }\n`,
    );
    for (const metric of ["casualties", "hits", "ready", "pinned", "down", "out"])
      expect(possible(fractionsOf(game, metric)), metric).toEqual(possible(fractionsOf(result, metric)));
  });
});

const DUEL = `version: 1
game: alpha-duel
words:
  result: [attacker3, attacker2, attacker1, uncertain, defender1, defender2, defender3]
  fate: [ready, pinned, down, out]
unit: { dice: 1..2 = 1, skill: -20..20 = 0, initiative: 0..20 = 0, fear: yes or no = no, save: 1..11, command: 1..11, down: 1..11, out: 1..11 }
functions: |
  A-CC-10: function hits(ahead):
             give (3 if ahead >= 7 else (2 if ahead >= 4 else (1 if ahead >= 2 else 0)))
kinds:
  duel:
    state:
      result: result = uncertain
      own.taken: 0..3
      own.fate: fate
    procedure: |
      A-CC-05: ahead = highest(roll attacker.dice d10) + attacker.skill - highest(roll defender.dice d10) - defender.skill
      A-CC-10: defender.taken = hits(ahead)
               attacker.taken = hits(0 - ahead)
               if defender.taken == 3: result = attacker3
               else if defender.taken == 2: result = attacker2
               else if defender.taken == 1: result = attacker1
               else if attacker.taken == 3: result = defender3
               else if attacker.taken == 2: result = defender2
               else if attacker.taken == 1: result = defender1
      A-CC-09: order = attacker.initiative - defender.initiative
               if attacker.fear and not defender.fear: order = 1
               if defender.fear and not attacker.fear: order = -1
      # Who is slower is touched first, and touches whom he has survived; equals touch each other.
      A-CC-08: if result == uncertain:
                 if order >= 0:
                   defender.taken = 1
                   wound = (11 if d10 >= defender.save else d10)
                   if wound < 11: defender.fate = (out if wound >= defender.out else (down if wound >= defender.down else pinned))
                 if order <= 0 or defender.fate == ready:
                   wound = (11 if d10 >= attacker.save else d10)
                   if wound < 11: attacker.fate = (out if wound >= attacker.out else (down if wound >= attacker.down else pinned))
                   if order < 0 and attacker.fate == ready:
                     answer = (11 if d10 >= defender.save else d10)
                     if answer < 11: defender.fate = (out if answer >= defender.out else (down if answer >= defender.down else pinned))
               else:
      A-CC-12:   each side:
                   failed = count(roll own.taken d10: it < own.save)
                   if failed > 0:
                     worst = highest(roll failed d10)
                     own.fate = (out if worst >= own.out else (down if worst >= own.down else pinned))
                   else if own.taken > 0 and d10 < own.command: own.fate = pinned
    metrics: { result: result, attackerState: attacker.fate, defenderState: defender.fate }
`;

interface Fighter {
  readonly armed: boolean;
  readonly closeCombat: readonly [number, number];
  readonly initiative: number;
  readonly fear: readonly [boolean, boolean];
}

describe("alpha-omega's duel", () => {
  it.each([
    ["rangers", "marines", "base"],
    ["marines", "orkBoyz", "{ attacker: { initiative: 1 }, defender: { addSkills: [fear] } }"],
    ["marines", "marines", "{ defender: { closeCombat: 2 } }"],
    ["assaultMarines", "guardians", "{ situation: { defenderOrder: aimed } }"],
  ])("of %s against %s, %s", async (attacker, defender, set) => {
    const sets = set === "base" ? "" : `modifierSets: { own: ${set} }\n`;
    const { study, result } = await shipped(
      `version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\n${sets}experiments:\n  x: { kind: duel, attacker: ${attacker}, defender: ${defender}, with: [${set === "base" ? "base" : "own"}] }\n`,
    );
    const { profile, needed } = await profileOf(study);
    const unit = (name: string, i: number) => {
      const { armed, closeCombat, initiative, fear } = (profile as { first: Fighter; second: Fighter })[
        i === 0 ? "first" : "second"
      ];
      const [save, command, down, out] = needed[i]!.map(onTen);
      return `  ${name}: { dice: ${armed ? 2 : 1}, skill: ${closeCombat[0]}, initiative: ${initiative}, fear: ${fear[0]}, save: ${save}, command: ${command}, down: ${down}, out: ${out} }\n`;
    };
    const game = await ask(
      DUEL,
      `units:\n${unit("a", 0)}${unit("b", 1)}experiments: { x: { kind: duel, attacker: a, defender: b } }\n`,
    );
    for (const metric of ["result", "attackerState", "defenderState"])
      expect(possible(fractionsOf(game, metric)), metric).toEqual(possible(fractionsOf(result, metric)));
  });
});

/** From the sheet's own tables: nothing is taken from what the ruleset needs. */
const METROPOLIS = `version: 1
game: metropolis-sheet
words: { hit: [miss, noWound, wound], passed: [fail, pass] }
unit: { shooting: 1..10 = 4, damage: 1..10 = 4, toughness: 1..10 = 4, size: 1..9 = 2, command: 1..10 = 4 }
situation: { moved: yes or no = no, difficulty: 1..10 = 4, modifier: -5..5 = 0 }
tables:
  ofSize: { rows: { 1: -1, 2..3: 0, 4..5: 1, 6..7: 2, 8..9: 3 } }
functions: |
  B-TAB-01: function table(active, difficulty):
              give min(max(6 + difficulty - active, 2), 10)
kinds:
  shot:
    state: { outcome: hit }
    procedure: |
      B-SHOOT-03: face = d10
                  score = face + ofSize[defender.size] - (1 if moved else 0)
      B-SHOOT-04: if face != 1 and (face == 10 or score >= 10 - attacker.shooting):
      B-DMG-01:     outcome = (wound if d10 >= table(attacker.damage, defender.toughness) else noWound)
    metrics: { outcome: outcome }
  test:
    state: { outcome: passed }
    procedure: |
      B-TAB-01: face = d10
                if face != 1 and (face == 10 or face + modifier >= table(attacker.command, difficulty)): outcome = pass
    metrics: { outcome: outcome }
`;

describe("metropolis", () => {
  const units = (of: (weapon: number) => string) => `units:\n  a: { ${of(0)} }\n  b: { ${of(1)} }\n`;
  it.each([
    [5, 5, 4, 4, false],
    [9, 8, 3, 1, true],
    [1, 2, 9, 9, false],
    [10, 10, 1, 6, true],
  ])("shot: SH %i, damage %i at T %i, size %i, moved %s", async (shooting, damage, toughness, size, moved) => {
    const stats = "models: 1, assault: 4, strength: 4, wounds: 1, command: 4";
    const { result } = await shipped(
      `version: 1\nruleset: metropolis\nweapons: { w: { damage: { short: ${damage} } } }\n${units((i) => `${stats}, shooting: ${i === 0 ? shooting : 4}, toughness: ${i === 0 ? 4 : toughness}, sizeClass: ${i === 0 ? 2 : size}, weapon: w`)}experiments: { x: { kind: shot, attacker: a, defender: b, situation: { distance: 8, targetMoved: ${moved} } } }\n`,
    );
    const game = await ask(
      METROPOLIS,
      `${units((i) => (i === 0 ? `shooting: ${shooting}, damage: ${damage}` : `toughness: ${toughness}, size: ${size}`))}experiments: { x: { kind: shot, attacker: a, defender: b, situation: { moved: ${moved} } } }\n`,
    );
    expect(possible(fractionsOf(game, "outcome"))).toEqual(possible(fractionsOf(result, "outcome")));
  });

  it.each([
    [4, 4, 0],
    [10, 1, 2],
    [1, 10, 3],
    [7, 5, -2],
  ])("test: CD %i against DIFF %i, %i", async (command, difficulty, modifier) => {
    const situation = `difficulty: ${difficulty}, modifier: ${modifier}`;
    const { result } = await shipped(
      `version: 1\nruleset: metropolis\nunits: { a: { models: 1, assault: 4, shooting: 4, strength: 4, toughness: 4, wounds: 1, sizeClass: 2, command: ${command} } }\nexperiments: { x: { kind: test, attacker: a, situation: { ${situation} } } }\n`,
    );
    const game = await ask(
      METROPOLIS,
      `units: { a: { command: ${command} } }\nexperiments: { x: { kind: test, attacker: a, situation: { ${situation} } } }\n`,
    );
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
