import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANALYSIS_NAMES, type AnalysisName } from "../../src/report/analyses.ts";
import { half } from "../long.ts";
import { EVEN } from "../report/two-units.ts";
import { crible, workplace } from "./crible.ts";

const one = ["--cell", "oneShot~rangers~marines~base"];
/** A fight, and a field of three units. */
const FIGHTS = join(process.cwd(), "test/report/two-units.yaml");
const out = ["--metric", "outcome=out"];

interface Point {
  readonly estimate: { readonly value: number; readonly lower: number; readonly upper: number };
}

describe.concurrent("an analysis", () => {
  it.each([
    [["sweep", "study.yaml", ...one, ...out, "--sweep", "defender.save=2..4"], "curves"],
    [["compare", "study.yaml", "--only", "oneShot", ...out, "--sets", "base,endurance"], "pairs"],
    [["effects", "study.yaml", "--only", "oneShot", ...out], "factorials"],
    [["sensitivity", "study.yaml", ...one, ...out], "tornados"],
    [["solve", "study.yaml", ...one, "--path", "defender.save=2..9", "--target", "outcome=out=10%"], "solutions"],
    [["odds", "alpha-omega", "shot", "--table", "defender.save=2..4", "--by", "defender.order"], "entries"],
  ] as const)("crible %j: a view, Markdown, CSV and JSON", async (args, list) => {
    const cwd = workplace();
    const [view, markdown, csv, json] = await Promise.all(
      [[], ["--markdown"], ["--csv"], ["--json"]].map((flags) => crible([...args, ...flags], { cwd })),
    );
    for (const { code, stderr } of [view!, markdown!, csv!, json!]) expect(code, stderr).toBe(0);
    expect(view!.stdout).toContain("Again: crible ");
    expect(markdown!.stdout).toMatch(/^# .+\n[\s\S]+## How to make this again/);
    expect(csv!.stdout.split("\n")[0]).toMatch(/^[a-z_. ]+(,[A-Za-z_. ]+)+$/);
    const data = JSON.parse(json!.stdout);
    expect(data).toMatchObject({ analysis: args[0], ruleset: "alpha-omega", format: 1 });
    expect(data[list].length).toBeGreaterThan(0);
  });

  it.each(
    half([
      ["[nosuch]", ["sensitivity"]],
      ["[nosuch]", ["effects", "--no-prices"]],
      ["factors", ["effects", "--no-prices"]],
      ["[nosuch]", ["compare", "--sets", "base,endurance", "--no-prices"]],
      ["[nosuch]", ["sweep", "--sweep", "experiments.whole.with=[base],[endurance]"]],
    ] as const),
  )("refuses with: %s where run does, and with its words: %j", async (sets, [name, ...flags]) => {
    const cwd = workplace((text) => text.replace("kind: volley,", `kind: volley, with: ${sets},`));
    for (const only of [[], ["--only", "oneShot"]]) {
      const ran = await crible(["run", "study.yaml", ...only], { cwd });
      const found = await crible([name, "study.yaml", ...flags, ...only], { cwd });
      expect([found.code, found.stderr]).toEqual([3, ran.stderr]);
    }
  });

  it("has a page whose command makes it again, byte for byte", async () => {
    const cwd = workplace();
    const asked = ["sensitivity", "study.yaml", ...one, ...out, "--out", "first"];
    expect((await crible(asked, { cwd })).code).toBe(0);
    const page = readFileSync(join(cwd, "first/report.html"), "utf8");
    const [, command] = /<pre tabindex=0><code>crible ([^<&]+)<\/code><\/pre>\n<\/footer>/u.exec(page)!;
    expect((await crible(command!.split(" "), { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "report.html"), "utf8")).toBe(page);
  });

  it("is the same bytes for any number of threads", async () => {
    const args = ["effects", "study.yaml", ...out, "--only", "oneShot", "--trials", "50000", "--json", "--workers"];
    const cwd = workplace();
    const [none, two] = await Promise.all(["0", "2"].map((workers) => crible([...args, workers], { cwd })));
    expect(two!.stdout).toBe(none!.stdout);
  });

  it("--guarantee anytime: the same counts, limits twice as wide at this many trials, and the command says so", async () => {
    const args = [
      "sweep",
      "study.yaml",
      ...one,
      ...out,
      "--sweep",
      "defender.save=3..4",
      "--trials",
      "100000",
      "--json",
    ];
    const cwd = workplace();
    const [fixed, anytime] = (
      await Promise.all([[], ["--guarantee", "anytime"]].map((flags) => crible([...args, ...flags], { cwd })))
    ).map(({ stdout }) => JSON.parse(stdout));
    expect(anytime.command).toContain("--guarantee anytime");
    fixed.curves[0].points.forEach((narrow: Point, i: number) => {
      const wide: Point = anytime.curves[0].points[i];
      expect(wide.estimate.value).toBe(narrow.estimate.value);
      // Beta-binomial mixture against Wilson: 2.16 times at 1e5 trials and a half; rarer chances a little more.
      const ratio = (wide.estimate.upper - wide.estimate.lower) / (narrow.estimate.upper - narrow.estimate.lower);
      expect(ratio).toBeGreaterThan(2);
      expect(ratio).toBeLessThan(2.4);
    });
  });

  it("writes its files where --out says, and none otherwise", async () => {
    const cwd = workplace();
    const args = ["sweep", "study.yaml", ...one, "--sweep", "defender.save=2..4"];
    await crible(args, { cwd });
    expect(readdirSync(cwd)).toEqual(["study.yaml"]);
    await crible([...args, "--out", "here"], { cwd });
    expect(readdirSync(join(cwd, "here")).toSorted()).toEqual([
      "manifest.json",
      "report.html",
      "sweep.csv",
      "sweep.json",
      "sweep.md",
    ]);
  });
});

describe.concurrent("orders in French", () => {
  it("are called alike where they are swept, on both axes and in sentences, and where they are played", async () => {
    const { ORDERS } = await import("../../src/rulesets/alpha-omega/words.ts");
    const words = ["--only", "fight", "--lang", "fr", "--quiet"];
    const axes = ["first", "second"].flatMap((side) => ["--sweep", `${side}.order=${ORDERS.join(",")}`]);
    const [swept, played] = await Promise.all([
      crible(["sweep", FIGHTS, ...axes, "--trials", "500", ...words], { env: { COLUMNS: "200" } }),
      crible(["play", FIGHTS, ...words]),
    ]);
    const table = swept.stdout.split("\n\n")[2]!.split("\n");
    const own = played.stdout.matchAll(/^ {2}Rangers Eldars\u00a0: (\S.*?) {2,}/gm);
    const names = [...own].map(([, name]) => name!);
    expect(names).toContain("tir appuyé");
    expect(table.slice(1).map((row) => row.trim().split(/ {2,}/)[0])).toEqual(names);
    expect(table[0]!.trim().split(/ {2,}/).slice(1)).toEqual(names);
    expect(
      swept.stdout.split("À refaire")[0]!.replace(/^\d+ contrôles? de qualité[\s\S]*?(?=^crible)/m, ""),
    ).not.toMatch(/\b(?:aimed|manoeuvre|move)\b/);
  });
});

/** One of each: what it is asked, of the study or of two fights. */
const STORED: Readonly<Record<AnalysisName, readonly string[]>> = {
  compare: ["compare", "study.yaml", "--only", "oneShot", "--sets", "base,endurance"],
  effects: ["effects", "study.yaml", "--only", "oneShot"],
  sweep: ["sweep", "study.yaml", ...one, "--sweep", "defender.save=2..4"],
  sensitivity: ["sensitivity", "study.yaml", ...one],
  solve: ["solve", "study.yaml", ...one, "--path", "defender.save=2..9", "--target", "outcome=out=10%"],
  points: ["solve", FIGHTS, "--only", "fight", "--points", ...EVEN],
  odds: ["odds", "alpha-omega", "shot", "--table", "defender.save=2..4"],
  play: ["play", FIGHTS, "--only", "fight"],
  rank: ["rank", FIGHTS, "--only", "field"],
  army: ["army", "crible:wh40k-10e/field/catalogue", "--distance", "12,30"],
};

describe.concurrent("what an analysis stored is reported again", () => {
  it.each(half(ANALYSIS_NAMES.filter((name) => name !== "odds")))(
    "%s: from its folder, byte for byte, and in French",
    async (name) => {
      const cwd = workplace();
      const written = await crible([...STORED[name], "--out", "here", "--quiet"], { cwd });
      expect(written.code, written.stderr).toBe(0);
      const names = [
        "manifest.json",
        "report.html",
        ...["csv", "json", "md"].map((end) => `${name}.${end}`),
      ].toSorted();
      const others = name === "army" ? ["cells.ndjson"] : [];
      expect(readdirSync(join(cwd, "here")).toSorted()).toEqual([...names, ...others].toSorted());
      const shown = await crible(["report", "here"], { cwd });
      expect([shown.code, shown.stderr]).toEqual([0, ""]);
      expect(shown.stdout.trimEnd()).toBe(written.stdout.trimEnd());
      const again = await crible(["report", "here", "--out", "there", "--quiet"], { cwd });
      expect([again.code, again.stderr]).toEqual([0, ""]);
      for (const file of names)
        expect(readFileSync(join(cwd, "there", file), "utf8"), file).toBe(
          readFileSync(join(cwd, "here", file), "utf8"),
        );
      const french = await crible(["report", "here", "--lang", "fr"], { cwd });
      expect([french.code, french.stderr]).toEqual([0, ""]);
      expect(french.stdout).toContain("À refaire");
    },
  );

  it("odds: from what it printed", async () => {
    const cwd = workplace();
    const { stdout } = await crible([...STORED.odds, "--json"], { cwd });
    const again = await crible(["report", "-", "--format", "json"], { cwd, input: stdout });
    expect(again).toMatchObject({ code: 0, stdout });
  });
});

describe.concurrent("two files", () => {
  it("are compared cell by cell; those of one file only are named", async () => {
    const [cwd, other] = [
      workplace(),
      workplace((text) => text.replace("save: 5+", "save: 4+").replace("whole:", "all:")),
    ];
    const { stdout, code } = await crible(
      ["compare", "study.yaml", join(other, "study.yaml"), "--only", "oneShot", ...out, "--json"],
      { cwd },
    );
    expect(code).toBe(0);
    // Without orders: 7/10 × 5/10 × 5/10 and 7/10 × 4/10 × 5/10.
    expect(JSON.parse(stdout).pairs[0].differences[0].change.fraction).toBe("-7/200");
    const whole = await crible(["compare", "study.yaml", join(other, "study.yaml"), "--json"], { cwd });
    expect(JSON.parse(whole.stdout)).toMatchObject({
      onlyFirst: ["whole~rangers~marines~base"],
      onlySecond: ["all~rangers~marines~base"],
    });
  });

  const SAME = ["compare", "study.yaml", "study.yaml", "--only", "whole", "--trials", "2000", "--json"];
  it("simulated, are played on the same dice: a file and itself never differ", async () => {
    const { stdout, code, stderr } = await crible(SAME, { cwd: workplace() });
    expect(code, stderr).toBe(0);
    const { seeds, pairs } = JSON.parse(stdout);
    expect(seeds.first).toBe(seeds.second);
    const [{ first, second, change }] = pairs[0].differences;
    expect(first).toEqual(second);
    expect(change).toMatchObject({ value: 0, paired: { trials: 2000 } });
  });

  it("--unpaired, get dice of their own, and the result says of which seeds", async () => {
    const { stdout, code, stderr } = await crible([...SAME, "--unpaired"], { cwd: workplace() });
    expect(code, stderr).toBe(0);
    const { seeds, pairs } = JSON.parse(stdout);
    expect(seeds.first).not.toBe(seeds.second);
    const { first, second } = pairs[0].differences[0];
    expect(first.value).not.toBe(second.value);
  });
});

describe.concurrent("fights", () => {
  const fight = (distance: number) =>
    `{ kind: engagement, sides: [{ units: [rangers] }, { units: [marines] }], situation: { distance: ${distance}, turns: 1 } }`;
  const fights = (text: string) =>
    text
      .replaceAll("ballisticSkill: 4+", "ballisticSkill: 4+, initiative: 4")
      .replace("  whole:", `  far: ${fight(20)}\n  near: ${fight(18)}\n  whole:`);
  it("are swept over orders, two of them a grid", async () => {
    const args = ["sweep", "study.yaml", "--only", "far", "--trials", "2000"];
    const axes = ["--sweep", "first.order=aimed,move", "--sweep", "second.order=aimed,run", "--metric", "winner=first"];
    const { stdout, stderr } = await crible([...args, ...axes], { cwd: workplace(fights) });
    expect(stdout, stderr).toMatch(/: a sweep of order \(.*\) and order \(/);
    expect(stdout, stderr).toMatch(/from .* \(order \(.*\) \w+, order \(.*\) \w+\) to /);
    expect(stdout, stderr).toMatch(/first\.order \\ second\.order +aimed +run\n +aimed +\d+\.\d % .*\n +move /u);
  });

  it("two orders and two experiments are compared, paired", async () => {
    const args = ["compare", "study.yaml", "--trials", "2000", "--json"];
    const cwd = workplace(fights);
    const [orders, experiments] = await Promise.all(
      [
        ["--only", "far", "--path", "first.order=aimed,run"],
        ["--experiments", "far,near"],
      ].map(async (flags) => JSON.parse((await crible([...args, ...flags], { cwd })).stdout)),
    );
    expect(orders.sides).toEqual({ first: "first.order=aimed", second: "first.order=run" });
    expect(experiments.sides).toEqual({ first: "far", second: "near" });
    for (const { pairs } of [orders, experiments]) {
      expect(pairs).toHaveLength(1);
      expect(pairs[0].differences[0].change.paired.trials).toBe(2000);
    }
  });
});

describe.concurrent("what is compared", () => {
  const side = (...units: string[]) => `{ units: [${units.map((unit) => `{ unit: ${unit}, order: aimed }`)}] }`;
  const fight = (first: string, second: string) =>
    `{ kind: engagement, sides: [${first}, ${second}], situation: { distance: 18, turns: 1 } }`;
  const cwd = workplace((text) =>
    text.replaceAll("ballisticSkill: 4+", "ballisticSkill: 4+, initiative: 4").replace(
      "  whole:",
      `  one: ${fight(side("rangers"), side("marines"))}
  two: ${fight(side("rangers", "marines"), side("rangers"))}
  field: ${fight(side("[rangers, marines]"), side("[rangers, marines]"))}
  ranks: ${fight(side("[rangers, marines]", "rangers"), side("marines"))}
  whole:`,
    ),
  );
  const compared = async (...flags: string[]) => {
    const { stdout, stderr } = await crible(["compare", "study.yaml", "--trials", "500", "--json", ...flags], { cwd });
    expect(stderr).toBe("");
    const { pairs, onlyFirst, onlySecond } = JSON.parse(stdout);
    for (const { differences } of pairs) expect(differences[0].change.paired.trials).toBe(500);
    const names = pairs.map(({ first, second }: { first: { id: string }; second: { id: string } }) => [
      first.id,
      second.id,
    ]);
    return { names, alone: [...onlyFirst, ...onlySecond] };
  };

  it("are two experiments of a fight each, whoever fights in them, on the same dice", async () => {
    expect(await compared("--experiments", "one,two")).toEqual({
      names: [["one~rangers~marines~base", "two~rangers+marines~rangers~base"]],
      alone: [],
    });
  });

  it("are the line-ups of a side, and a unit of it in another's place", async () => {
    const lineUps = ["--only", "ranks", "--attackers", "marines+rangers,rangers+rangers"];
    expect((await compared(...lineUps)).names).toEqual([
      ["ranks~marines+rangers~marines~base", "ranks~rangers+rangers~marines~base"],
    ]);
    const place = ["--only", "one", "--path", "experiments.one.sides.1.units.0.unit=marines,rangers"];
    expect((await compared(...place)).names).toEqual([["one~rangers~marines~base", "one~rangers~rangers~base"]]);
  });

  it("is one cell and its counterpart where a cell is named, on whichever side", async () => {
    const named = (id: string) => compared("--only", "field", "--defenders", "rangers,marines", "--cell", id);
    const pair = ["field~marines~rangers~base", "field~marines~marines~base"];
    for (const id of pair) expect((await named(id)).names).toEqual([pair]);
  });

  it("is told by the names of both sides, and refused where nothing has a counterpart", async () => {
    const told = (...flags: string[]) => crible(["compare", "study.yaml", "--trials", "500", ...flags], { cwd });
    const { stdout } = await told("--only", "ranks", "--attackers", "marines+rangers,rangers+rangers", "--lang", "fr");
    expect(stdout).toMatch(/^marines et rangers et rangers et rangers comparés/i);
    // Neither is the winner of every cell.
    expect((await told("--only", "field", "--attackers", "rangers,marines")).stdout).not.toMatch(/winner: rangers/i);
    const nothing = await told("--experiments", "field,two");
    expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining("no two cells can be compared")]);
    const single = await told("--only", "ranks", "--attackers", "marines,rangers");
    expect([single.code, single.stderr]).toEqual([3, expect.stringContaining("no experiment has one attacker")]);
    const unknown = await told("--only", "ranks", "--attackers", "marins+rangers,rangers+rangers");
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('did you mean "marines+rangers"?')]);
  });
});

describe.concurrent("bad input", () => {
  it.each([
    [["sweep", "study.yaml"], 2, "--sweep defender.save=2..7"],
    [["compare", "study.yaml", "--sets", "base,endurance", "--verify"], 2, "unknown option '--verify'"],
    [["sweep", "study.yaml", "--sweep", "defender.sve=2..3"], 3, 'did you mean "save"?'],
    [["sweep", "study.yaml", "--sweep", "defender.skills=drone"], 3, '"skills" must be a list'],
    [["sweep", "study.yaml", "--sweep", "first.order=aimed,move"], 3, "kind shot, volley has no sides"],
    [["solve", "study.yaml", "--path", "first.order=aimed,move", "--target", "winner=first=50%"], 3, "over numbers"],
    [["compare", "study.yaml", "--path", "first.order=aimed"], 2, "--path takes two values"],
    [
      ["compare", "study.yaml", "--path", "first.order=aimed,move", "--sets", "base,endurance"],
      2,
      "say what to compare",
    ],
    [["compare", "study.yaml", "--experiments", "whole,holw"], 3, 'did you mean "whole"?'],
    [["compare", "study.yaml", "study.yaml", "--experiments", "whole,oneShot"], 2, "--experiments takes one file"],
    [["sweep", "study.yaml", "--sweep", "defender.save=2..3", "--metric", "outcme=out"], 2, 'did you mean "outcome"?'],
    [["sweep", "study.yaml", "--sweep", "defender.save=2..3", "--side", "third"], 2, "--side is first or second"],
    [["compare", "study.yaml"], 2, "say what to compare"],
    [["compare", "study.yaml", "--sets", "base,enduranse"], 3, 'did you mean "endurance"?'],
    [["compare", "study.yaml", "--attackers", "rangers,marins"], 3, 'did you mean "marines"?'],
    [["compare", "study.yaml", "--sets", "base,endurance", "--margin", "much"], 2, "is no margin"],
    [["effects", "study.yaml", "--factors", "a,a"], 2, "--factors takes different names"],
    [["solve", "study.yaml"], 2, "--path defender.save=2..7 --target outcome=out=20%"],
    [["solve", "study.yaml", "--path", "defender.save=2..3", "--target", "out"], 2, "is no target"],
    [
      ["solve", "study.yaml", ...one, "--path", "defender.save=2..4", "--target", "outcome=out=90%"],
      3,
      "the nearest is 4+, which gives 14.0 %; try other values: --path defender.save=",
    ],
    [["odds", "alpha-omega", "shot", "--table", "situation.distance"], 3, "--table situation.distance=6..40"],
    [["odds", "alpha-omega", "shot", "--by", "defender.order"], 2, "belong to a table"],
    [["odds", "alpha-omega", "shot", "--metric", "outcome=out"], 2, "--all gives every metric"],
  ] as const)("crible %j: exit %i", async (args, code, words) => {
    const ran = await crible(args, { cwd: workplace() });
    expect(ran.stderr).toContain(words);
    expect(ran.code).toBe(code);
  });
});
