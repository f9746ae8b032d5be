/** What a study takes over from the one before it is what it would come to: held to studies that were made anew. */
import { describe, expect, it } from "vitest";
import { cellText } from "../../src/scenario/hash.ts";
import { editedIn } from "../../src/scenario/last-study.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { openScenario, type Study, scenarioOf } from "../../src/scenario/study.ts";
import { entries, type Located, partOf } from "../../src/scenario/tree.ts";
import { studyOfText } from "../analysis/fights.ts";
import { half, LONG } from "../long.ts";
import { SOME } from "../shipped.ts";

/** Uniform whole numbers below a bound, the same each time. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A tree in which the number at a place among those of a part is one more; `found` is told how many there are. */
function edited(tree: Located, at: number, found: (count: number) => void): Located {
  let count = 0;
  const visit = (node: Located): Located => {
    if (node.kind === "list") return { ...node, items: node.items.map(visit) };
    if (node.kind === "map")
      return { ...node, entries: node.entries.map((entry) => ({ ...entry, node: visit(entry.node) })) };
    if (!/^\d+\+?$/.test(String(node.value)) || count++ !== at) return node;
    const more = String(node.value).replace(/\d+/, (digits) => String(Number(digits) + 1));
    return { ...node, raw: more, value: typeof node.value === "number" ? Number(more) : more };
  };
  const made = visit(tree);
  found(count);
  return made;
}

/** A map with another node under a key. */
const inside = (node: Located, name: string, make: (own: Located) => Located): Located =>
  node.kind !== "map"
    ? node
    : {
        ...node,
        entries: node.entries.map((entry) => (entry.key === name ? { ...entry, node: make(entry.node) } : entry)),
      };

const cellsOf = ({ cells }: Study) => cells.map((cell) => cellText(cell));
const GAMES = ["scenarios/games/bucket.yaml", "scenarios/games/walkers.yaml", "scenarios/games/conquest.yaml"];
const PARTS = ["units", "weapons", "vehicles", "modifierSets", "experiments", "options", "rules"];

describe("a study made after another", () => {
  it.each(half([...SOME, ...GAMES]))("is as one made anew, whatever number of %s was edited", async (file) => {
    const { tree } = await openScenario(file);
    const next = numbers(32);
    let last = await scenarioOf(tree, file).study();
    const parts = PARTS.flatMap((part) => {
      const node = partOf(tree, part);
      return node === undefined ? [] : entries(node).map(([name]) => [part, name] as const);
    }).filter(([part, name]) => last.inputs.has(`${part}.${name}`) || last.inputs.has(part));
    for (let i = 0; i < (LONG ? 40 : 4) && parts.length > 0; i++) {
      const [part, name] = parts[next(parts.length)]!;
      const within = (at: number, found: (count: number) => void): Located =>
        inside(tree, part, (whole) => inside(whole, name, (own) => edited(own, at, found)));
      let many = 0;
      within(-1, (count) => (many = count));
      if (many === 0) continue;
      const other = scenarioOf(
        within(next(many), () => {}),
        file,
      );
      const anew = await other.study().catch((error: unknown) => {
        if (error instanceof ScenarioError) return undefined; // one more was too much
        throw error;
      });
      if (anew === undefined) continue;
      const after = await other.study({ last });
      expect(cellsOf(after), `${part}.${name}`).toEqual(cellsOf(anew));
      expect(after.warnings).toEqual(anew.warnings);
      last = after;
    }
  });

  const TEXT = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 24: 0 }, saveModifier: 0 } }
units:
  marines: { models: 3, ballisticSkill: 4+, save: 6+, command: 3+, weapon: rifle }
  scouts: { models: 3, ballisticSkill: 5+, save: 8+, command: 5+, weapon: rifle }
experiments:
  once: { kind: shot, attacker: marines, defender: [marines, scouts], situation: { attackerOrder: aimed, defenderOrder: aimed, distance: 12 } }
`;

  it("takes over what was not edited, and names what was", async () => {
    const before = await studyOfText(TEXT);
    const after = await studyOfText(TEXT.replace("save: 8+", "save: 7+"), { last: before });
    expect(after.cells.map(({ outcome }, i) => outcome === before.cells[i]!.outcome)).toEqual([true, false]);
    expect(editedIn(after, before).map(({ id }) => id)).toEqual(["once~marines~scouts~base"]);
    // What moves no number is no edit of a cell.
    const priced = await studyOfText(TEXT.replace("command: 5+", "points: 9, command: 5+"), { last: before });
    expect(priced.cells[1]!.outcome).not.toBe(before.cells[1]!.outcome);
    expect(editedIn(priced, before)).toEqual([]);
  });

  it("names none where every cell is another, or only the seed or the trials", async () => {
    const before = await studyOfText(TEXT);
    for (const text of [TEXT.replace("distance: 12", "distance: 8"), `seed: 8\n${TEXT}`, `trials: 1000\n${TEXT}`])
      expect(editedIn(await studyOfText(text, { last: before }), before)).toEqual([]);
  });

  it.each(["rules: { shooterOrder: { aimed: 1 } }", "options: { camouflageRun: 2 }"])(
    "makes all anew under %s",
    async (edit) => {
      const before = await studyOfText(TEXT);
      const after = await studyOfText(`${TEXT}${edit}\n`, { last: before });
      expect(cellsOf(after)).toEqual(cellsOf(await studyOfText(`${TEXT}${edit}\n`)));
      for (const [i, { outcome }] of after.cells.entries()) expect(outcome).not.toBe(before.cells[i]!.outcome);
    },
  );

  it("says what never happens once it is no longer muted, and at the line where it stands now", async () => {
    const fight = `${TEXT.slice(0, TEXT.indexOf("experiments:"))}experiments:
  f:
    kind: engagement
    sides: [{ units: [{ unit: marines, order: move, does: charge, closeCombat: 5, initiative: 5 }] }, { units: [{ unit: scouts, order: aimed, closeCombat: 5, initiative: 5 }] }]
    situation: { turns: 3, distance: 10 }
`;
    const muted = await studyOfText(`mute: [charge]\n${fight}`);
    const warned = await studyOfText(fight, { last: muted });
    const lower = await studyOfText(`# a line\n${fight}`, { last: warned });
    const lines = ({ cells }: Study) =>
      cells.flatMap(({ outcome }) =>
        "never" in outcome ? (outcome.never ?? []).map(({ warning }) => warning.place?.line ?? 0) : [],
      );
    expect(lines(muted)).toEqual([]);
    expect(lines(warned)).toHaveLength(1);
    expect(lines(lower)).toEqual(lines(warned).map((line) => line + 1));
  });

  it("makes all anew under another game, and after another file", async () => {
    const before = await studyOfText(TEXT);
    const other = { ...before, reader: { ...before.reader } };
    for (const last of [other, { ...before, uses: new Map() }])
      for (const [i, { outcome }] of (await studyOfText(TEXT, { last })).cells.entries())
        expect(outcome).not.toBe(before.cells[i]!.outcome);
  });
});
