import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible } from "../cli/crible.ts";

/** Bad input of whole fights and sequences: every mistake at its place, all of a file at once, in every ruleset. */

function place(text: string): string {
  const cwd = mkdtempSync(join(tmpdir(), "crible-fights-"));
  writeFileSync(join(cwd, "f.yaml"), text);
  return cwd;
}

/** What is said, each with its line and column. */
async function told(text: string, ...args: string[]): Promise<string[]> {
  const { stderr } = await crible(args.length > 0 ? args : ["validate", "f.yaml"], { cwd: place(text) });
  return [...stderr.matchAll(/^(?:error|erreur)\s?: (.*)\n {2}--> (.*)$/gmu)].map(([, said, at]) => `${at} ${said}`);
}

const fight = (name: string, first: string, second: string) =>
  `  ${name}: { kind: engagement, situation: { distance: 12, turns: 2 }, sides: [\n    ${first},\n    ${second}] }\n`;
const ALPHA = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
units:
  free: { models: 3, ballisticSkill: 4+, initiative: 5, save: 4+, command: 3+, weapon: bolter }
experiments:
`;
const METROPOLIS = `version: 1
ruleset: metropolis
extends: crible:metropolis/catalogue
units:
  free: { models: 3, wounds: 1, shooting: 4, assault: 4, strength: 4, toughness: 4, command: 5, sizeClass: 2, weapon: rifle }
experiments:
`;
const WH40K = `version: 1
ruleset: wh40k-10e
extends: crible:wh40k-10e/catalogue
experiments:
`;
const sequence = (name: string, first: string, second: string, order = "") =>
  `  ${name}: { kind: sequence, situation: { distance: 12${order} }, sides: [\n    ${first},\n    ${second}] }\n`;

describe("bad input of fights", () => {
  it("of alpha-omega: points, orders and policies, well-formed experiments beside those that are not", async () => {
    const found = await told(
      ALPHA +
        fight("none", "{ units: [] }", "{ units: [{ unit: marines, order: fire }] }") +
        fight(
          "poor",
          "{ points: 200, units: [{ unit: free, order: aimed }] }",
          "{ points: 20, units: [{ unit: marines, order: aimed }] }",
        ) +
        fight(
          "holes",
          "{ units: [marines], policy: [{ when: ready > 1, order: aimed }] }",
          "{ units: [marines], policy: [{ when: redy > 1, order: aimed }, { order: aimed }] }",
        ),
    );
    expect(found).toEqual([
      expect.stringMatching(/^f.yaml:8:7 "units" must have at least 1 item/),
      expect.stringMatching(/^f.yaml:9:39 "order" must be one of aimed, .*found "fire"/),
      expect.stringMatching(/^f.yaml:11:15 "free" has no points/),
      expect.stringMatching(/^f.yaml:12:15 20 points buy no "marines": one costs 27/),
      expect.stringMatching(/^f.yaml:14:25 no rule speaks of turn 2/),
      expect.stringMatching(/^f.yaml:15:42 nothing called "redy" is counted.*did you mean "ready"/),
    ]);
  });

  it("of metropolis, in French too", async () => {
    const text =
      METROPOLIS +
      fight("none", "{ units: [] }", "{ units: [{ unit: convicts, order: chrge }] }") +
      fight("poor", "{ points: 200, units: [free] }", "{ points: 10, units: [convicts] }") +
      fight(
        "holes",
        "{ units: [convicts], policy: [{ when: unit.engaged = 1, order: assault }] }",
        "{ units: [convicts], policy: [{ when: redy > 1, order: fire }, { order: fire }] }",
      );
    expect(await told(text)).toEqual([
      expect.stringMatching(/^f.yaml:8:7 "units" must have/),
      expect.stringMatching(/^f.yaml:9:40 "order" must be one of .*did you mean "charge"/),
      expect.stringMatching(/^f.yaml:11:15 "free" has no points/),
      expect.stringMatching(/^f.yaml:12:15 10 points buy no "convicts"/),
      expect.stringMatching(/^f.yaml:14:26 no rule may speak of some state/),
      expect.stringMatching(/^f.yaml:15:43 nothing called "redy" is counted/),
    ]);
    const french = await told(text, "validate", "f.yaml", "--lang", "fr");
    expect(french).toHaveLength(6);
    expect(french[2]).toMatch(/n’a pas de points/);
  });

  it("of wh40k-10e: targets, orders and names of a sequence", async () => {
    const text =
      WH40K +
      sequence("none", "{ units: [] }", "{ units: [orkBoyz] }") +
      sequence("whom", "{ units: [{ unit: predator, at: [orkBoys] }] }", "{ units: [orkBoyz] }") +
      sequence("twice", "{ units: [predator] }", "{ units: [orkBoyz, orkBoyz] }") +
      sequence("when", "{ units: [predator] }", "{ units: [orkBoyz] }", ", order: [predtor]");
    expect(await told(text)).toEqual([
      expect.stringMatching(/^f.yaml:6:7 "units" must have/),
      expect.stringMatching(/^f.yaml:9:38 "orkBoys" is no unit of the second side.*did you mean "orkBoyz"/),
      expect.stringMatching(/^f.yaml:13:24 "orkBoyz" stands twice on this side/),
      expect.stringMatching(/^f.yaml:14:62 "predtor" is no unit of the first side/),
    ]);
  });

  it("of a catalogue's mistake nothing that may follow from it is told", async () => {
    const text = METROPOLIS.replace("wounds: 1", "wonds: 1") + fight("poor", "{ units: [free] }", "{ units: [] }");
    const found = await told(text);
    expect(found.map((line) => line.split(" ")[0])).toEqual(
      ["f.yaml:5:22", "f.yaml:5:22", "f.yaml:9:7"].slice(-found.length),
    );
  });

  it("of an axis, where the words of the command line stand", async () => {
    const text = WH40K + sequence("army", "{ units: [predator] }", "{ units: [orkBoyz] }");
    const swept = (axis: string) => told(text, "sweep", "f.yaml", "--sweep", axis);
    expect(await swept("first.at=orkBoyz,orkBoys")).toEqual([
      expect.stringMatching(/^--sweep:1:10 "orkBoys" is no unit.*did you mean "orkBoyz"/),
    ]);
    // A side is no list here: the path that there is stands in the hint.
    for (const [path, meant] of [
      ["sides.0.models", "first.units.0.models"],
      ["sides.1.units.0.models", "second.units.0.models"],
    ] as const)
      expect(await swept(`${path}=2,3`)).toEqual([expect.stringContaining(`did you mean "${meant}"`)]);
    expect(await swept("frst.at=orkBoyz")).toEqual([expect.stringMatching(/^--sweep:1:1 .*did you mean "first"/)]);
  });

  it("of solve --points: units without points, where they are described or used", async () => {
    const text = METROPOLIS + fight("bare", "{ units: [free] }", "{ units: [free] }");
    expect(await told(text, "solve", "f.yaml", "--points")).toEqual([
      expect.stringMatching(/^f.yaml:5:3 "free" has no points/),
    ]);
    const army = WH40K + sequence("army", "{ units: [predator] }", "{ units: [orkBoyz] }");
    const found = await told(army, "solve", "f.yaml", "--points", "--lang", "fr");
    expect(found).toEqual([
      expect.stringMatching(/^f.yaml:5:3 "predator" n’a pas de points/),
      expect.stringMatching(/^f.yaml:5:3 "orkBoyz" n’a pas de points/),
    ]);
  });

  it("of a rank over one unit, and over a kind that nobody wins", async () => {
    const one = "{ units: [{ unit: [convicts], order: fire }] }";
    expect(await told(METROPOLIS + fight("one", one, one), "rank", "f.yaml")).toEqual([
      expect.stringMatching(/^f.yaml:7:67 one is not ranked: one unit cannot be ranked/),
    ]);
    const army = WH40K + sequence("army", "{ units: [predator] }", "{ units: [orkBoyz] }");
    expect(await told(army, "rank", "f.yaml")).toEqual([expect.stringMatching(/^f.yaml:5:\d+ army is not ranked/)]);
  });
});
