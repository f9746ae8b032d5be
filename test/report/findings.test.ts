import { describe, expect, it } from "vitest";
import { findingsOf } from "../../src/report/findings.ts";
import { findings, summaryMarkdown } from "../../src/report/index.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { calling } from "../../src/report/language/sides.ts";
import { acrossPairs } from "../../src/report/patterns.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { cell, counted, exactMetric, headlines, numericMetric, resultOf, simulated } from "./results.ts";

const out = (share: number) => ({
  ...exactMetric,
  outcomes: [
    { value: "miss", probability: 1 - share },
    { value: "out", probability: share },
  ],
});
const said = (...cells: Parameters<typeof resultOf>[0]) => findings(resultOf(cells), headlines);

describe("findings", () => {
  it("give the plain number, then what each modifier set changes about it", () => {
    expect(
      said(
        cell(),
        cell({ modifiers: ["cover"], metrics: [out(0.35)] }),
        cell({ modifiers: ["cover", "drone"], metrics: [out(0)] }),
        cell({ modifiers: ["nothing"] }),
      ),
    ).toEqual([
      "Fire: Rangers against Marines: 70.0 % of shots put the target out.",
      "  cover and drone: 0 % instead of 70.0 %, −70.0 pp.",
      "  cover: 35.0 % instead of 70.0 %, −35.0 pp.",
      "  nothing: no difference.",
    ]);
  });

  it("give a mean, and a second number beside it", () => {
    const metrics = [numericMetric, exactMetric];
    const quarters = numericMetric.outcomes.map((outcome, i) => ({ ...outcome, fraction: ["1/4", "1/4", "1/2"][i]! }));
    const more = [{ ...numericMetric, mean: 1.25, outcomes: quarters }, out(0.75)];
    expect(said(cell({ kind: "volley", metrics }), cell({ kind: "volley", modifiers: ["x"], metrics: more }))).toEqual([
      "Fire: Rangers against Marines: 1 casualties on average, 70.0 % out for good.",
      "  x: 1.250 instead of 1 casualties on average (× 1.25); 75.0 % instead of 70.0 % out for good, +5.0 pp.",
    ]);
  });

  it("say of a part that it is one, and what a number is of once", () => {
    const text = "casualties (down or out) on average";
    const also = { metric: "outcome", values: ["out"], text: "out (for good)" } as const;
    const told = (isPart: object) => {
      const volley = { metric: "casualties", text, also: { ...also, ...isPart } };
      const set = { kind: "volley", modifiers: ["x"], metrics: [numericMetric, out(0.75)] };
      return findings(resultOf([cell({ kind: "volley", metrics: [numericMetric, exactMetric] }), cell(set)]), {
        volley,
      });
    };
    expect(told({ isPart: true })).toEqual([
      "Fire: Rangers against Marines: 1 casualties (down or out) on average, including 70.0 % out (for good).",
      "  x: 75.0 % instead of 70.0 % out, +5.0 pp; still 1 casualties on average.",
    ]);
    expect(told({})[0]).toContain("on average, 70.0 % out (for good).");
  });

  it("say whom a set changes, by what the file says, and quote names of several words", async () => {
    const told = async (role: string, field: string) => {
      const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", {
        only: ["interception"],
        set: [`modifierSets.drone={ title: small drone, ${role}: { ${field}: 3 } }`],
      });
      const named = { titles: study.titles, unitLabels: Object.fromEntries(study.unitLabels) };
      const plain = languageOf("en", study.ruleset, named);
      const { sets, owned } = calling(study.cells, plain);
      expect(sets(["cover", "drone"])).toBe("cover and small drone");
      expect(owned(["drone"], role)).toBe("“small drone”");
      expect(plain.owned(["drone"])).toBe("“small drone”");
      return owned(["cover", "endurance", "drone"]);
    };
    expect(await told("defender", "save")).toBe("cover and endurance and “small drone” (Space Marines)");
    expect(await told("attacker", "ballisticSkill")).toBe(
      "cover, endurance (Space Marines) and “small drone” (Eldar Rangers)",
    );
  });

  it("give what changes the number itself before what changes the second one beside it, however much", () => {
    const volley = (by: number, share: number, set: string) => {
      const outcomes = [0.25 + by, 0.5, 0.25 - by].map((probability, value) => ({ value, probability }));
      const metrics = [{ ...numericMetric, mean: 1 - 2 * by, outcomes }, out(share)];
      return cell({ kind: "volley", modifiers: [set], metrics });
    };
    const cells = [volley(0, 0.7, "base"), volley(0, 0.1, "drone"), volley(0.05, 0.65, "endurance")];
    const lines = said(...cells);
    expect(lines.map((line) => line.split(":")[0])).toEqual(["Fire", "  endurance", "  drone"]);
    // Each stands in its place, and none below the headline instead.
    expect(findingsOf(resultOf(cells), headlines)[0]!.claim!.lede).toEqual([lines[0]]);
  });

  it("say how sure a simulated number is, and claim no difference that may be noise", () => {
    const metric = (k: number) => counted("outcome", { miss: 10_000 - k, out: k });
    expect(
      said(
        simulated(metric(5_000), 10_000),
        simulated(metric(5_080), 10_000, { modifiers: ["noise"] }),
        simulated(metric(6_000), 10_000, { modifiers: ["real"] }),
      ),
    ).toEqual([
      "Fire: Rangers against Marines: 50.0 % ± 0.98 of shots put the target out.",
      "  real: 60.0 % ± 0.96 instead of 50.0 % ± 0.98, +10.0 pp (+8.6 to +11.4).",
      "  noise: no difference that these trials can show.",
    ]);
  });

  it("say of a chance that is as good as none what it is below, and nothing of how it changes down there", () => {
    const destroyed = (share: number) => [numericMetric, out(share)];
    const volley = (share: number, own = {}) => cell({ kind: "volley", metrics: destroyed(share), ...own });
    const cells = [volley(1e-9), volley(2e-10, { modifiers: ["x"] }), volley(0.5, { modifiers: ["y"] })];
    const who = "Fire: Rangers against Marines";
    expect(said(...cells)).toEqual([
      `${who}: 1 casualties on average, less than 0.010 % out for good.`,
      "  y: 50.0 % out for good, +50.0 pp; still 1 casualties on average.",
      "  x: still 1 casualties on average.",
    ]);
    expect(said(volley(1 - 1e-9))).toEqual([`${who}: 1 casualties on average, more than 99.99 % out for good.`]);
    const french = findings({ ...resultOf([volley(1e-9)]), labels: "fr" }, headlines);
    expect(french[0]).toMatch(/, moins de 0,010\u202f% out for good\.$/);
  });

  it("of many pairs count models by their number, where a language has a word for one", () => {
    const killed = (mean: number) => ({ name: "killed", outcomes: [{ value: mean, probability: 1 }], mean });
    const pairs = [0, 1, 2].map((own, i) => [cell({ defender: `d${i}`, metrics: [killed(own)] })]);
    const many = { metric: "killed", text: "models destroyed on average" };
    const french = languageOf("fr", "wh40k-10e");
    const of = (some: typeof pairs) => acrossPairs(some, many, french)[0]!;
    expect(of(pairs).claim!.title).toContain("2 figurines détruites en moyenne");
    expect(of(pairs.slice(0, 2)).claim!.title).toContain("1 figurine détruite en moyenne");
    expect(of(pairs.slice(0, 2)).text).toContain("1 figurine détruite en moyenne");
    const set = cell({ ...pairs[0]![0]!, modifiers: ["x"], metrics: [killed(1)] });
    expect(acrossPairs([[pairs[0]![0]!, set]], many, french).at(-1)!.text).toContain("1 figurine détruite");
  });

  it("of many pairs tell last how many of them come to nothing", () => {
    const killed = (mean: number) => ({ name: "killed", outcomes: [{ value: mean, probability: 1 }], mean });
    const shot = (defender: string, mean: number, ...modifiers: string[]) =>
      cell({ defender, metrics: [killed(mean)], modifiers: modifiers.length === 0 ? ["base"] : modifiers });
    const pairs = ["a", "b", "c"].map((name, i) => [shot(name, i === 2 ? 1 : 0), shot(name, i === 2 ? 1.1 : 0, "x")]);
    const found = acrossPairs(pairs, { metric: "killed", text: "destroyed" }, languageOf("en"));
    const [last] = found.toSorted((a, b) => a.weight - b.weight);
    expect(last!.text).toMatch(/^In 2 of 3 pairs the number is practically 0/u);
  });

  it("join names of which the same is said each for itself by or, as a set of several is joined by and", () => {
    const sets = [["a"], ["b"], ["c"], ["a", "b"]];
    const less = sets.map((modifiers, i) => cell({ modifiers, metrics: [out(i < 3 ? 0.6 : 0.5)] }));
    expect(said(cell(), ...less).slice(1)).toEqual([
      "  a and b: 50.0 % instead of 70.0 %, −20.0 pp.",
      "  a, b or c: 60.0 % instead of 70.0 %, −10.0 pp.",
    ]);
  });

  it("call hardly a difference what changes no digit that is written", () => {
    expect(said(cell(), cell({ modifiers: ["x"], metrics: [out(0.700_01)] }))[1]).toBe(
      "  x: 70.0 %, hardly any difference.",
    );
  });

  it("never call 0 % what was not seen, nor 100 % what was always seen", () => {
    const never = counted("outcome", { miss: 10_000, out: 0 });
    const always = counted("outcome", { miss: 0, out: 10_000 });
    expect(said(simulated(never, 10_000), simulated(always, 10_000, { modifiers: ["x"] }))).toEqual([
      "Fire: Rangers against Marines: ≤ 0.030 % of shots put the target out.",
      "  x: ≥ 99.97 % instead of ≤ 0.030 %, +100.0 pp (+99.9 to +100.0).",
    ]);
  });

  it("tell what the rules forbid in words, and go on with what they allow", () => {
    const statement = { rule: "T-7", text: "the target cannot be seen" };
    expect(said(cell({ statement }), cell({ modifiers: ["lamp"] }))).toEqual([
      "Fire: Rangers against Marines with lamp: 70.0 % of shots put the target out.",
      "Fire: Rangers against Marines: not possible: the target cannot be seen (T-7).",
    ]);
    expect(said(cell(), cell({ modifiers: ["smoke"], statement }))[1]).toBe(
      "Fire: Rangers against Marines, smoke: not possible: the target cannot be seen (T-7).",
    );
  });

  it("tell a kind that is not built", () => {
    expect(said(cell({ notBuilt: "kind siege is not built yet" }))).toEqual([
      "Fire: Rangers against Marines: kind siege is not built yet.",
    ]);
  });

  it("do without units that a kind does not have", () => {
    expect(said(cell({ attacker: "-", defender: "-" }))[0]).toMatch(/^Fire: 70\.0 %/);
    expect(said(cell({ attacker: "-" }))[0]).toMatch(/^Fire: Marines: /);
  });

  it("begin both views, before any table", () => {
    const result = resultOf([cell()]);
    const sentence = "Fire: Rangers against Marines: 70.0 % of shots put the target out.";
    expect(summaryMarkdown(result, headlines).split("\n").slice(0, 3)).toEqual([
      "# Rangers and marines",
      "",
      `- ${sentence}`,
    ]);
    expect(terminalView(result, headlines, { colour: false, width: 80 }).split("\n").slice(0, 3)).toEqual([
      "Rangers and marines",
      "",
      sentence,
    ]);
  });
});

describe("both views", () => {
  const views = (result: Parameters<typeof terminalView>[0]) => [
    terminalView(result, headlines, { colour: false, width: 80 }),
    summaryMarkdown(result, headlines),
  ];

  it("end with how to make it again: seed, stream, command", () => {
    for (const text of views(resultOf([cell()]))) {
      const end = text.split("\n").slice(-6).join("\n");
      expect(end).toContain("seed 18446744073709551615");
      expect(end).toContain("a-stream/v1");
      expect(end).toContain("crible run fire.yaml");
    }
  });

  it("say when they are partial, and of what there is no data", () => {
    const none = simulated(counted("outcome", { miss: 0, out: 0 }), 0, { stoppedBy: "interrupt" });
    for (const text of views(resultOf([none], { partial: true }))) {
      expect(text).toMatch(/Partial:/);
      expect(text).toContain("no data");
      expect(text).not.toMatch(/NaN|undefined|\b0(?:\.0)? %|100/);
    }
  });

  it("name the options that differ, the trials, and whether the check agreed", () => {
    const checked = cell({
      options: [{ id: "QA-01", name: "camouflageRun", value: 2 }],
      verification: { trials: 1_000_000, verdict: "disagree", pValue: 1.2e-9, metric: "outcome" },
    });
    for (const text of views(resultOf([checked]))) {
      expect(text).toContain("camouflage run: 2 (QA-01)");
      expect(text).toMatch(/1,000,000 simulated trials disagree/);
      expect(text).toContain("1.2 × 10⁻⁹");
    }
  });
});

describe("the terminal's table", () => {
  const metric = (n: number, probability: (i: number) => number) => ({
    name: "hits",
    outcomes: Array.from({ length: n }, (_, i) => ({ value: i, probability: probability(i), atLeast: 1 - i / n })),
  });
  const table = (n: number, probability: (i: number) => number) =>
    terminalView(resultOf([cell({ metrics: [metric(n, probability)] })]), headlines, { colour: false, width: 80 });

  it("folds rare values into one line that says what they come to", () => {
    expect(table(12, (i) => (i < 2 ? 0.4999 : 0.000_02))).toContain("(10 more values, 0.020 % together)");
    expect(table(12, (i) => (i < 2 ? 0.5 : 0))).toContain("(10 more values, impossible)");
    expect(table(12, (i) => (i < 2 ? 0.49995 : i === 2 ? 0.0001 : 0))).toContain("(1 more value, 0.010 % together)");
    expect(table(12, (i) => (i < 11 ? 1 / 11 : 0.000_02))).toContain("(1 more value, 0.0020 % together)");
  });

  it("of more likely values than it has room for leaves out the least likely, and says how much they are", () => {
    const text = table(30, (i) => (i < 6 ? 0.01 : 0.94 / 24));
    expect(text).toContain("(6 more values, 6.0 % together)");
    expect(text).not.toMatch(/^ {4}[0-5] /m);
    expect(text).toMatch(/^ {4}29 /m);
  });
});
