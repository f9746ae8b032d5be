import { describe, expect, it } from "vitest";
import { checkMeasures, parseMeasure } from "../../src/analysis/measure.ts";
import type { CellResult } from "../../src/analysis/result.ts";
import { run } from "../../src/analysis/run.ts";
import { sweep } from "../../src/analysis/sweep.ts";
import { outcomesCsv } from "../../src/report/csv.ts";
import { documentMarkdown, documentText } from "../../src/report/index.ts";
import { sweepDocument, sweepTable } from "../../src/report/sweep.ts";
import { csvOf } from "../../src/report/table.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { readCsv } from "../report/read-csv.ts";
import { fire, fireWith } from "./fire.ts";

const swept = async (data: unknown, axes: readonly string[], settings = {}) =>
  run(await studyOfData(data, { sweep: axes.map((text) => parseAxis(text)) }), settings);
const out = { measures: [parseMeasure("outcome=out")] };

describe("one axis", () => {
  it("is s/25 out of action for a save of s+, as fractions", async () => {
    const { axes, curves } = await sweep(await swept(fire, ["defender.save=2..7"]), out);
    expect(axes).toEqual([{ path: "defender.save", values: [2, 3, 4, 5, 6, 7] }]);
    expect(curves).toHaveLength(1);
    expect(curves[0]).toMatchObject({ cell: "once~marines~marines~base", measure: "outcome=out", isChance: true });
    expect(curves[0]!.points.map(({ estimate }) => estimate!.fraction)).toEqual([
      "2/25",
      "3/25",
      "4/25",
      "1/5",
      "6/25",
      "7/25",
    ]);
    expect(curves[0]!.points[2]).toMatchObject({
      point: { "defender.save": 4 },
      cell: "once~marines~marines~base@defender.save=4",
    });
  });

  it("without a measure is what the kind is summed up by: down or out, 8s/125", async () => {
    const { curves } = await sweep(await swept(fire, ["defender.save=2,4"]));
    expect(curves.map(({ measure }) => measure)).toEqual(["outcome=down+out"]);
    expect(curves[0]!.points.map(({ estimate }) => estimate!.fraction)).toEqual(["16/125", "32/125"]);
  });

  it.each(["defender.save", "units.marines.save"])(
    "goes along %s alike, a patch and an edit of the file",
    async (path) => {
      const { curves } = await sweep(await swept(fire, [`${path}=3..4`]), out);
      expect(curves[0]!.points.map(({ estimate }) => estimate!.fraction)).toEqual(["3/25", "4/25"]);
    },
  );

  it.each([
    ["rules.woundBands.standard.1=3..5", ["28/125", "24/125", "4/25"]],
    ["weapons.rifle.saveModifier=-2..0", ["1/5", "4/25", "3/25"]],
    ["experiments.once.situation.distance=12,24", ["4/25", "4/25"]],
  ])("%s", async (axis, fractions) => {
    const more = { rules: { woundBands: { standard: [2, 5] } } };
    const { curves } = await sweep(await swept({ ...fire, ...more }, [axis]), out);
    expect(curves[0]!.points.map(({ estimate }) => estimate!.fraction)).toEqual(fractions);
  });

  it("tells where the rules forbid it", async () => {
    const { curves } = await sweep(await swept(fire, ["situation.distance=24,30"]), out);
    const [near, far] = curves[0]!.points;
    expect(near!.estimate).toBeDefined();
    expect(far).toMatchObject({ statement: { rule: "A-SHOOT-07" } });
    expect(far).not.toHaveProperty("estimate");
  });

  it("simulated, holds the truth within its limits, each point on a stream of its own", async () => {
    const result = await swept(fire, ["defender.save=2..7"], { method: "simulate", trials: 200_000 });
    const { curves } = await sweep(result, out);
    for (const { point, estimate } of curves[0]!.points) {
      const truth = (point["defender.save"] as number) / 25;
      // Six standard errors are below 0.006; a save misread by one would move it by 0.04.
      expect(Math.abs(estimate!.value - truth)).toBeLessThan(0.006);
      expect(estimate).toMatchObject({ trials: 200_000 });
    }
  });
});

describe("two axes", () => {
  it("make a grid, and a column each in the CSV beside the point", async () => {
    const result = await swept(fire, ["defender.save=2..3", "weapons.rifle.saveModifier=-1,0"]);
    const data = await sweep(result, out);
    const table = readCsv(csvOf(sweepTable(data)));
    expect(
      table.map((row) => [row["defender.save"], row["weapons.rifle.saveModifier"], row.fraction, row.metric]),
    ).toEqual([
      ["2", "-1", "2/25", "outcome=out"],
      ["2", "0", "1/25", "outcome=out"],
      ["3", "-1", "3/25", "outcome=out"],
      ["3", "0", "2/25", "outcome=out"],
    ]);
    expect(JSON.parse(table[0]!.point!)).toEqual({ "defender.save": 2, "weapons.rifle.saveModifier": -1 });
    expect(readCsv(outcomesCsv(result))[0]!.point).toBe(table[0]!.point);
    const text = documentText(sweepDocument(data, result), { colour: false, width: 100 });
    expect(text).toContain("defender.save \\ weapons.rifle.saveModifier");
    expect(text).toMatch(/^ {2}3\+ +12\.0 % █ +8\.0 % ▅$/m);
    expect(documentMarkdown(sweepDocument(data, result))).toContain("| 3+ | 12.0 % | 8.0 % |");
  });

  it.each([
    [["defender.save=2..3", "defender.save=4..5"], "both axes are defender.save"],
    [["defender.save=2", "attacker.save=2", "situation.distance=3"], "one axis or two, not 3"],
    [["defender.save=1..20", "situation.distance=1..1000"], "20000 cells, more than 10000"],
  ])("%j are refused", async (axes, words) => {
    await expect(swept(fire, axes)).rejects.toThrow(words);
  });
});

it("can be narrowed to one cell at all points, or at one: how an error tells to play a block again", async () => {
  const sweep = [parseAxis("defender.save=2..4")];
  const ids = async (id: string) =>
    (await studyOfData(fireWith({ with: ["base", "tough"] }), { sweep, cells: [id] })).cells.map((cell) => cell.id);
  expect(await ids("once~marines~marines~base")).toHaveLength(3);
  expect(await ids("once~marines~marines~base@defender.save=3")).toEqual(["once~marines~marines~base@defender.save=3"]);
});

describe("a path that names nothing", () => {
  it.each([
    ["defnder.save=2..3", 'no "defnder" in the scenario (did you mean "defender"?)'],
    ["defender.sve=2..3", 'unknown key "sve" (did you mean "save"?)'],
    ["units.marins.save=2..3", 'no "marins" in "units" (did you mean "marines"?)'],
    ["rules.woundBand.standard=2..3", 'unknown key "woundBand" (did you mean "woundBands"?)'],
    ["defender.skills=2..3", '"skills" must be a list, found 2'],
    ["situation.defenderOrder=2..3", '"defenderOrder" must be one of'],
  ])("%s", async (axis, words) => {
    await expect(swept(fire, [axis])).rejects.toThrow(words);
    await expect(swept(fire, [axis])).rejects.toThrow("--sweep:1:");
  });
});

describe("a measure that names nothing", () => {
  it.each([
    ["outcme=out", 'no cell has the metric outcme (did you mean "outcome"?)'],
    ["outcome=outt", 'no cell has the value outt (did you mean "out"?)'],
    ["outcome", "outcome has words, so say which: outcome=miss"],
    ["outcome@3=out", "no cell has turn 3"],
  ])("%s", async (text, words) => {
    const result = await swept(fire, ["defender.save=2..3"]);
    await expect(sweep(result, { measures: [parseMeasure(text)] })).rejects.toThrow(words);
  });

  it("of yes and no that says neither is answered with yes, and of other words with the first", () => {
    const of = (...words: string[]) =>
      [{ metrics: [{ name: "afloat", outcomes: words.map((value) => ({ value })) }] }] as unknown as CellResult[];
    expect(() => checkMeasures(of("no", "yes"), [parseMeasure("afloat")])).toThrow("say which: afloat=yes");
    expect(() => checkMeasures(of("none", "both"), [parseMeasure("afloat")])).toThrow("say which: afloat=none");
    expect(() => checkMeasures(of("no", "yes"), [parseMeasure("afloat=no")])).not.toThrow();
  });

  it.each(["", "a b", "casualties>=x", "=out"])("%j is no metric at all", (text) => {
    expect(() => parseMeasure(text)).toThrow("is no metric");
  });
});

it("a sweep of what is not there changes nothing, and says so", async () => {
  const result = await swept(fireWith({}), ["units.scouts.save=2..3"]);
  const text = documentText(sweepDocument(await sweep(result, out), result), { colour: false, width: 100 });
  expect(text).toContain("out: 16.0 % everywhere.");
});

it.each([
  ["units.scouts.points=2..3", true],
  ["units.scouts.save=2..3", false],
  // What a section can take before it is destroyed is no price.
  ["vehicles.truck.sections.tank.points=8..9", false],
])("a sweep of points that buy no models says so, and what answers: %s", async (axis, isSaid) => {
  const truck = {
    ...{ rank: 2, resistance: 7, armour: 2, hitModifier: { aimed: 1, manoeuvre: 0, move: -1, run: -2 } },
    sections: { tank: { points: 8, markX: 4, markY: 2 }, crew: 4 },
    location: { external: { tank: "1-10" }, internal: { tank: "1-5", crew: "6-10" } },
  };
  const result = await swept(fireWith({}, { vehicles: { truck } }), [axis]);
  for (const [labels, sentence] of [
    ["en", "Points that buy no models change no number; crible solve --points"],
    ["fr", "Des points qui n’achètent pas de figurines ne changent aucun nombre"],
  ] as const) {
    const text = documentText(sweepDocument(await sweep(result, out), { ...result, labels }), {
      colour: false,
      width: 200,
    });
    expect(text.includes(sentence)).toBe(isSaid);
  }
});

it("over turns is of the last turn of each, and names none", async () => {
  const side = { units: [{ unit: "one", order: "aimed" }] };
  const data = {
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 40: 0 } } },
    units: { one: { models: 1, ballisticSkill: 6, initiative: 5, save: 11, command: 4, weapon: "rifle" } },
    experiments: {
      fight: {
        kind: "engagement",
        sides: [side, { units: [{ unit: "one", order: "move" }] }],
        situation: { distance: 12 },
      },
    },
  };
  const result = await swept(data, ["situation.turns=1,3"]);
  const [curve] = (await sweep(result, { measures: [parseMeasure("second.casualties")] })).curves;
  expect(curve!.measure).toBe("casualties@second");
  const last = result.cells.map(({ metrics }) =>
    metrics!.findLast(({ name, side: of }) => name === "casualties" && of === "second"),
  );
  expect(last.map(({ turn } = { name: "", outcomes: [] }) => turn)).toEqual([1, 3]);
  expect(curve!.points.map(({ estimate }) => estimate!.value)).toEqual(last.map((metric) => metric!.mean));
  const alike = (
    await sweep(await swept(data, ["first.models=1,2"]), { measures: [parseMeasure("second.casualties")] })
  ).curves;
  expect(alike[0]!.measure).toMatch(/^casualties@\d+\.second$/u);
});

it("a sweep of who wins says that a draw is none, where there are any", async () => {
  const fighter = { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 5, save: 5, command: 4, weapon: "rifle" };
  const side = { units: [{ unit: "one", order: "aimed" }] };
  const data = (turns: number) => ({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 40: 0 } } },
    units: { one: fighter },
    experiments: { fight: { kind: "engagement", sides: [side, side], situation: { distance: 12, turns } } },
  });
  const result = await swept(data(2), ["first.save=4..6"]);
  const told = async (tag: "en" | "fr", measures: string) => {
    const found = await sweep(result, { measures: [parseMeasure(measures)] });
    return documentText(sweepDocument(found, { ...result, labels: tag }), { colour: false, width: 200 });
  };
  expect(await told("en", "winner=first")).toContain(
    "A draw is no win here; play, rank and even prices count it as half",
  );
  expect(await told("fr", "winner=first")).toContain("Une égalité n’est pas une victoire ici");
  expect(await told("en", "casualties")).not.toContain("draw");
});
