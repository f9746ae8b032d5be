import { describe, expect, it } from "vitest";
import type { MeasuredNumber } from "../../src/analysis/measure.ts";
import { run } from "../../src/analysis/run.ts";
import { parseTarget, type Solution, solve } from "../../src/analysis/solve.ts";
import { solvePath } from "../../src/analysis/solve-path.ts";
import { languageFor } from "../../src/report/format.ts";
import { documentText, languageOf } from "../../src/report/index.ts";
import { solvePage } from "../../src/report/page/analyses.ts";
import { solveDocument, solveTable, unreached } from "../../src/report/solve.ts";
import { csvOf } from "../../src/report/table.ts";
import { englishIn } from "../../src/rule/message.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { parseText } from "../../src/scenario/located.ts";
import { scenarioOf } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";
import { fire, fireWith } from "./fire.ts";

const scenario = (data: unknown) => scenarioOf(parseText(JSON.stringify(data), "fire.json").root!, "fire.json");
const solved = async (path: string, target: string, settings: Parameters<typeof run>[1] = {}, data: unknown = fire) =>
  solvePath(scenario(data), {
    path: parseAxis(path, "numbers", "--path"),
    target: parseTarget(target),
    compute: (study) => run(study, settings),
  });
const one = async (...asked: Parameters<typeof solved>): Promise<Solution> => (await solved(...asked)).solutions[0]!;

describe("a target", () => {
  it.each([
    ["outcome=out=20%", { measure: { metric: "outcome", values: ["out"] }, value: 0.2 }],
    ["winner.first=50%", { measure: { metric: "winner", values: ["first"] }, value: 0.5 }],
    ["winner=first=0.5", { measure: { metric: "winner", values: ["first"] }, value: 0.5 }],
    ["casualties=3.5", { measure: { metric: "casualties" }, value: 3.5 }],
    ["casualties>=2=50%", { measure: { metric: "casualties", atLeast: 2 }, value: 0.5 }],
    ["state@6=ready=80%", { measure: { metric: "state", turn: 6, values: ["ready"] }, value: 0.8 }],
  ])("%s", (text, target) => expect(parseTarget(text)).toEqual(target));

  it.each([
    ["outcome=out", "is no target"],
    ["50%", "is no target"],
    ["outcome=out=120%", "a chance lies between 0 % and 100 %"],
    ["casualties=50%", "casualties is a mean"],
  ])("%s is refused", (text, words) => expect(() => parseTarget(text)).toThrow(words));
});

/** One shot puts out with chance s/25 for a save of s+. */
describe("by hand", () => {
  it("16 % is a save of 4+, exactly; neighbours 3+ and 5+ give 12 and 20 %", async () => {
    const found = await one("defender.save=2..7", "outcome=out=16%");
    expect(found).toMatchObject({ reach: "met", best: { value: 4, off: 0, estimate: { fraction: "4/25" } } });
    expect(found.tried.slice(1, 4).map(({ estimate }) => estimate.fraction)).toEqual(["3/25", "4/25", "1/5"]);
    expect(found.tried).toHaveLength(6);
  });

  it("the title asks what is answered, and names the rules of all that was tried", async () => {
    const { solutions, result } = await solved("defender.save=2..7", "outcome=out=16%");
    expect(solveDocument(solutions, result).title).toMatch(/: what brings the chance of “out” to 16\.0 %$/);
    // Nothing that is shown is forbidden: what was tried is.
    const far = await solved("situation.distance=12,24,36", "outcome=out=16%");
    expect(far.result.cells.some(({ statement }) => statement)).toBe(false);
    expect(far.result.ruleIds).toContain("A-SHOOT-07");
  });

  it("knows the value that stands in the file, where it is one of those tried", async () => {
    const at = async (path: string) => (await one(path, "outcome=out=16%")).today;
    expect(await at("defender.save=2..7")).toBe(Number.parseInt(fire.units.marines.save, 10));
    expect(await at("defender.save=6..7")).toBeUndefined();
  });

  it("17 % lies between 4+ and 5+, nearer to 4+", async () => {
    expect(await one("defender.save=2..7", "outcome=out=17%")).toMatchObject({ reach: "between", best: { value: 4 } });
  });

  it("50 % is beyond all of 2+ to 7+: the nearest is 7+ with 28 %", async () => {
    const found = await one("defender.save=2..7", "outcome=out=50%");
    expect(found).toMatchObject({ reach: "beyond", best: { value: 7, estimate: { fraction: "7/25" } } });
    expect(unreached(found, languageOf("en"))).toBe(
      "no value of save (defender) from 2 to 7 brings the chance of “out” to 50.0 %: the nearest is 7, which gives 28.0 %",
    );
  });

  it("of a mean: one casualty a volley of four, 4 × 8s/125, is nearest at a save of 4+", async () => {
    const data = fireWith({ kind: "volley", defender: "targets" }, {});
    const targets = { ...fire.units.marines };
    const found = await one("defender.save=2..7", "casualties=1", {}, { ...data, units: { ...fire.units, targets } });
    expect(found).toMatchObject({ isChance: false, best: { value: 4, estimate: { fraction: "128/125" } } });
  });

  it("leaves out values that cannot be or are forbidden, and says why", async () => {
    const found = await one("defender.save=0..3", "outcome=out=8%");
    expect(found.tried.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(found.refused).toMatchObject([{ value: 0 }]);
    const far = await one("situation.distance=12,24,36", "outcome=out=16%");
    expect(far.refused).toMatchObject([{ value: 36 }]);
    expect(englishIn(far.refused[0]!.message)).toContain("A-SHOOT-07");
  });

  it("names the path that was meant", async () => {
    await expect(solved("defender.sve=2..7", "outcome=out=16%")).rejects.toThrow('did you mean "save"?');
    await expect(solved("defender.save=2..7", "outcme=out=16%")).rejects.toThrow('did you mean "outcome"?');
  });

  it("says once that a set gives the very field that is searched, and of no other set or path", async () => {
    const asked = fireWith({ with: ["base", "tough", "endurance", ["tough", "endurance"]] });
    const { solutions, result } = await solved("defender.save=2..60", "outcome=out=16%", {}, asked);
    expect(result.warnings.map(englishIn)).toEqual([
      "save is varied here, so the 2 that “tough” sets is ignored: nothing else of it counts",
    ]);
    // That it is not used is seen: with the set and without it the same values give the same.
    const [plain, tough] = solutions as [Solution, Solution];
    expect(tough.tried).toEqual(plain.tried);
    const other = await solved("situation.distance=6..12", "outcome=out=16%", {}, asked);
    expect(other.result.warnings).toEqual([]);
    const swept = async (path: string) => {
      const study = await scenario(asked).study({ sweep: [parseAxis(path, "numbers", "--sweep")] });
      return study.warnings.map(({ message }) => message);
    };
    expect(await swept("defender.save=2..4")).toEqual(result.warnings.map(englishIn));
    expect(await swept("attacker.ballisticSkill=2..4")).toEqual([]);
  });

  it("tells one trial, of the first answer, and why points say nothing instead of a command for them", async () => {
    const { solutions, result } = await solved("defender.save=2..7", "outcome=out=16%");
    const told = result.cells.filter(({ rolls }) => rolls?.trial);
    expect(told.map(({ point }) => point)).toEqual([{ "defender.save": 4 }]);
    const page = solvePage({ solutions }, solveDocument(solutions, result), {
      ...result,
      command: "crible solve fire.json --path defender.save=2..7 --target outcome=out=16%",
    });
    const text = JSON.stringify(page);
    expect(text).toContain("crible replay fire.json");
    expect(text).not.toContain("--points");
    expect(page.how).toContain("No value in points: kind shot counts no models lost.");
  });

  it("calls its axis upwards a chance, and explains two values that stand as one", async () => {
    const { solutions, result } = await solved("situation.visible=20..100", "outcome=out=10%");
    const { lead } = solvePage({ solutions }, solveDocument(solutions, result), result);
    const [chart] = lead!.blocks.flatMap((block) => ("charts" in block ? block.charts : []));
    expect(chart!.drawing).toMatchObject({ title: "chance of “out”" });
    // Less than half of it seen is harder to hit: A-SHOOT-11.
    expect(chart!.drawing).toMatchObject({ across: expect.stringContaining("49 | 50: the number changes between") });
    const far = await solved("defender.save=2..7", "outcome=out=16%");
    const page = solvePage(far, solveDocument(far.solutions, far.result), far.result);
    expect(JSON.stringify(page.lead!.blocks)).not.toContain("the number changes between");
  });

  it("says what of such a set counts, and calls it by that, in both languages", async () => {
    const mixed = { title: { en: "dug in", fr: "retranché" }, defender: { save: "2+", command: "2+" } };
    const asked = fireWith({ with: ["base", "mixed"] }, { modifierSets: { ...fire.modifierSets, mixed } });
    const { result } = await solved("defender.save=2..7", "outcome=out=16%", {}, asked);
    expect(result.warnings.map(englishIn)).toEqual([
      "save is varied here, so the 2+ that “dug in” sets is ignored: only its command counts",
    ]);
    const french = languageFor({ ...result, labels: "fr" });
    expect(result.warnings.map((text) => french.saying(text).replaceAll("\u00a0", " "))).toEqual([
      "ici « sauvegarde » varie, donc la valeur 2+ que fixe « retranché » est ignorée : seul « commandement » y compte",
    ]);
    const hidden = { title: { en: "cover", fr: "à couvert" }, situation: { visible: 40 } };
    const covered = fireWith({ with: ["base", "hidden"] }, { modifierSets: { ...fire.modifierSets, hidden } });
    const seen = (await solved("situation.visible=20..100/20", "outcome=out=10%", {}, covered)).result;
    expect(seen.warnings.map(englishIn)).toEqual([
      "visible share is varied here, so the 40 % that “cover” sets is ignored: nothing else of it counts",
    ]);
    const inFrench = languageFor({ ...seen, labels: "fr" })
      .saying(seen.warnings[0]!)
      .replaceAll("\u00a0", " ");
    expect(inFrench).toContain("ici « part visible » varie, donc la valeur 40 % que fixe « à couvert » est ignorée");
    expect(result.titles!.sets.mixed).toEqual({
      en: "dug in (only command)",
      fr: "retranché (commandement seulement)",
    });
    const other = await solved("situation.distance=6..12", "outcome=out=16%", {}, asked);
    expect(other.result.titles!.sets.mixed).toEqual(mixed.title);
  });

  it("tells cells of the same numbers once: in words, and as one line of one chart", async () => {
    // Who is put out tests no command.
    const calm = { defender: { command: "2+" } };
    const asked = fireWith({ with: ["base", "calm", "endurance"] }, { modifierSets: { ...fire.modifierSets, calm } });
    const { solutions, result } = await solved("defender.save=2..7", "outcome=out=16%", {}, asked);
    const document = solveDocument(solutions, result);
    const headings = document.blocks.flatMap((block) => ("heading" in block ? block.heading : []));
    expect(headings).toEqual([
      "Once: marines against marines, base and calm",
      "Once: marines against marines, endurance",
    ]);
    const { lead, sections } = solvePage({ solutions }, document, result);
    expect(lead!.title).toBe(
      "Base and calm: save (defender) 4+ brings the chance of “out” to 16.0 %, exactly the target",
    );
    const charts = lead!.blocks.flatMap((block) => ("charts" in block ? block.charts : []));
    expect(sections.filter(({ id }) => id === "charts")).toEqual([]);
    const [chart] = charts as [(typeof charts)[number]];
    if (charts.length !== 1 || chart.drawing.kind !== "curves") throw new Error("not one chart of curves");
    expect(chart.drawing.series.map(({ name }) => name)).toEqual(["base and calm", "endurance"]);
    // What stands in the file, and the answer, are written once: of the first.
    expect(chart.drawing.series.map(({ points }) => points.filter(({ isAnswer }) => isAnswer).length)).toEqual([1, 0]);
  });

  it("in words and as CSV", async () => {
    const { solutions, result } = await solved("defender.save=2..7", "outcome=out=17%");
    const text = documentText(solveDocument(solutions, result), { colour: false, width: 100 });
    expect(text).toContain(
      "Save (defender) 4+ brings the chance of “out” to 16.0 %, nearest to the target of 17.0 % (−1.0 pp).",
    );
    expect(text).toMatch(/3\+ +−5\.0 pp +12\.0 %.*\n +4\+ \(nearest\) +−1\.0 pp +16\.0 %.*\n +5\+ +\+3\.0 pp +20\.0 %/);
    const table = readCsv(csvOf(solveTable(solutions)));
    expect(table.filter(({ best }) => best === "yes")).toMatchObject([
      { tried: "4", fraction: "4/25", reach: "between" },
    ]);
  });
});

describe("the table", () => {
  it("has a row for all values with the same number, parted where one cannot be; of 41 a terminal shows 40", async () => {
    const { solutions, result } = await solved("defender.save=2..7", "outcome=out=17%");
    const { best, tried, ...rest } = solutions[0]!;
    const shown = (offs: readonly number[], refused: readonly number[] = []) => {
      const many = offs
        .map((off, value) => ({ ...tried[0]!, value, off }))
        .filter(({ value }) => !refused.includes(value));
      const given = {
        ...rest,
        best: { ...best, value: Math.max(0, offs.lastIndexOf(0)), off: 0 },
        tried: many,
        refused: refused.map((value) => ({ value, message: "no" })),
      };
      return documentText(solveDocument([given], result), { colour: false, width: 100 });
    };
    const rows = (text: string) => text.match(/(?<=^\s+)\d+\+(?: to \d+\+)?(?: \(nearest\))?(?=\s)/gmu);
    expect(rows(shown([3, 3, 2, 1, 1, 0, 0, 0, 4]))).toEqual([
      "0+ to 1+",
      "2+",
      "3+ to 4+",
      "5+ to 7+ (nearest)",
      "8+",
    ]);
    expect(shown([3, 3, 2, 1, 1, 0, 0, 0, 4])).toContain("Save (defender) 5+ to 7+ brings the chance of “out” to");
    expect(shown([0, 3, 0, 0, 4, 0])).toContain("Save (defender) 0+, 2+ to 3+ or 5+ brings the chance of “out” to");
    expect(rows(shown([3, 3, 0, 0, 0, 0, 0], [3]))).toEqual(["0+ to 1+", "2+", "4+ to 6+ (nearest)"]);
    // What comes back is no band with what lies before.
    expect(rows(shown([1, 2, 1, 1, 2, 0, 0]))).toEqual(["0+", "1+", "2+ to 3+", "4+", "5+ to 6+ (nearest)"]);
    expect(rows(shown(Array.from({ length: 41 }, (_, i) => i)))).toHaveLength(40);
  });

  it("of a hundred values knows both ends of those that meet the target, and those that a rule forbids", async () => {
    const { solutions, result } = await solved("situation.visible=0..100", "outcome=out=14%");
    const text = documentText(solveDocument(solutions, result), { colour: false, width: 100 }).replaceAll(
      "\u00a0",
      " ",
    );
    // Asked one by one.
    const alone = async (value: number) =>
      (await one(`situation.visible=${value}`, "outcome=out=14%")).best.estimate.fraction;
    expect([await alone(10), await alone(49)]).toEqual(["3/25", "3/25"]);
    expect([await alone(50), await alone(90), await alone(91)]).toEqual(["7/50", "7/50", "4/25"]);
    await expect(alone(9)).rejects.toThrow("under 10 %");
    expect(text).toContain("Visible share 50 to 90 % brings the chance of “out” to 14.0 %, exactly the target.");
    expect(text).toContain("visible share cannot be 0 to 9 %: under 10 % visible");
  });
});

describe("simulated", () => {
  it("says which values the trials cannot tell apart", async () => {
    // 20 trials: limits reach some 15 points to each side, so that neighbours hold 16 % too.
    const few = await one("defender.save=3..5", "outcome=out=16%", { method: "simulate", trials: 20 });
    expect(few.tied.length).toBeGreaterThan(0);
    const many = await one("defender.save=3..5", "outcome=out=16%", { method: "simulate", trials: 200_000 });
    expect(many.tied).toEqual([]);
    expect(many.best.value).toBe(4);
  });
});

describe("of many values", () => {
  const values = Array.from({ length: 1_000 }, (_, i) => i);
  const exact = (value: number): MeasuredNumber => ({
    isChance: false,
    value,
    trials: 0,
    metric: { name: "x", outcomes: [] },
  });
  const search = async (curve: (value: number) => number, target: number) => {
    let asked = 0;
    const found = await solve(
      { cell: "c", path: "p", target: { measure: { metric: "x" }, value: target }, values },
      async (wanted) => {
        asked += wanted.length;
        return { readings: new Map(wanted.map((value) => [value, exact(curve(value))])), refused: [] };
      },
    );
    return { found, asked };
  };

  it.each([
    ["rises", (value: number) => value * value, 250_000, 500],
    ["falls", (value: number) => 1_000 - value, 1, 999],
    ["has steps", (value: number) => Math.floor(value / 10), 33, 330],
  ])("tries few where the curve %s", async (_, curve, target, best) => {
    const { found, asked } = await search(curve, target);
    expect(found).toMatchObject({ reach: "met" });
    expect(curve(found.best.value)).toBe(target);
    expect(Math.abs(found.best.value - best)).toBeLessThan(10);
    expect(asked).toBeLessThan(100);
  });

  it("tries all where it rises and falls, and finds what a bisection would miss", async () => {
    // A hill with its top at 617, seen by the grid as no slope.
    const { found, asked } = await search((value) => -Math.abs(value - 617), 0);
    expect(found).toMatchObject({ reach: "met", best: { value: 617 } });
    expect(asked).toBe(1_000);
  });
});

it("says that a draw is no win, where who wins is asked, and of nothing else", async () => {
  const fighter = { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 5, save: 5, command: 4, weapon: "rifle" };
  const side = { units: [{ unit: "one", order: "aimed" }] };
  const data = {
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 40: 0 } } },
    units: { one: fighter },
    experiments: { fight: { kind: "engagement", sides: [side, side], situation: { distance: 12, turns: 2 } } },
  };
  const told = async (tag: "en" | "fr", target: string) => {
    const { solutions, result } = await solved("first.save=4..6", target, {}, data);
    return documentText(solveDocument(solutions, { ...result, labels: tag }), { colour: false, width: 200 });
  };
  expect(await told("en", "winner.first=50%")).toContain("A draw is no win here; play, rank and even prices count it");
  expect(await told("fr", "winner.first=50%")).toContain("Une égalité n’est pas une victoire ici");
  expect(await told("en", "casualties=0.5")).not.toContain("draw");
});
