import { describe, expect, it } from "vitest";
import type { CheckResult, MetricCheck } from "../../src/analysis/check-result.ts";
import type { GoalResult } from "../../src/analysis/result.ts";
import type { Chart } from "../../src/report/charts/chart.ts";
import { stickyMarker } from "../../src/report/check-markdown.ts";
import {
  acceptanceLines,
  checkAnnotations,
  checkJson,
  checkJunit,
  checkMarkdown,
  checkView,
  languageOf,
} from "../../src/report/index.ts";
import { escapeXml } from "../../src/report/junit.ts";
import { checkPage } from "../../src/report/page/check.ts";
import type { PageBlock } from "../../src/report/page/page.ts";

const side = (value: number) => ({ value, lower: value - 0.001, upper: value + 0.001, trials: 256_000 });
const metric = (more: Partial<MetricCheck> = {}): MetricCheck => ({
  key: "fight~orks~marines~base/winner=first",
  cell: "fight~orks~marines~base",
  experiment: "fight",
  unit: "chance",
  against: "baseline",
  verdict: "drift",
  before: side(0.489),
  now: side(0.523),
  difference: 0.034,
  lower: 0.032,
  upper: 0.036,
  margin: 0.01,
  place: { file: "fight.yaml", line: 12, column: 3 },
  ...more,
});
const goal = (more: Partial<GoalResult> = {}): GoalResult => ({
  key: "fight~orks~marines~base/winner=first",
  cell: "fight~orks~marines~base",
  metric: "winner",
  value: "first",
  atLeast: 0.45,
  atMost: 0.55,
  level: "error",
  place: { file: "fight.yaml", line: 30, column: 5 },
  estimate: 0.6,
  lower: 0.59,
  upper: 0.61,
  verdict: "fail",
  ...more,
});
const result = (more: Partial<CheckResult> = {}): CheckResult => ({
  version: "0.1.0",
  format: 1,
  stream: "a-stream/v1",
  seed: "7",
  ruleset: "dice",
  file: "fight.yaml",
  labels: "en",
  command: "crible check fight.yaml",
  update: "crible check fight.yaml --update",
  baseline: "balance.baseline.yaml",
  unitLabels: {},
  warnings: [],
  verdict: "fail",
  identical: false,
  differs: ["scenario"],
  trials: 256_000,
  looks: 5,
  alpha: 0.001,
  changes: [],
  metrics: [],
  goals: [],
  names: [],
  ...more,
});
const PLAIN = { colour: false, width: 100 };
const mixed = result({
  metrics: [
    metric({ key: "a/x=1", verdict: "equivalent", difference: 0.001 }),
    metric({ key: "b/x=1", verdict: "inconclusive", difference: 0.011 }),
    metric(),
    metric({
      key: "c/n",
      unit: "mean",
      verdict: "same",
      before: side(3),
      now: side(3),
      difference: 0,
      lower: 0,
      upper: 0,
    }),
  ],
  names: [{ fault: "obsolete", key: "old~a~b~c/x=1", nearest: "new~a~b~c/x=1" }],
  goals: [goal(), goal({ verdict: "pass", estimate: 0.5, lower: 0.49, upper: 0.51 })],
});

/** Names that somebody could give to a unit. */
const HOSTILE =
  "</script><!-- crible-check 000 -->|`@org/team`![x](http://e)]]>\n::error::pwned%0A##[error]\u001b[31m\u0000\uffff";

/** A check in which two edits moved numbers of two cells, and one a third besides. */
const cell = "fight~orks~marines~base";
const edited = result({
  changes: [
    {
      path: "units.marines.save",
      before: "4+",
      now: "5+",
      place: { file: "scenario.yaml", line: 14, column: 11 },
      cells: [cell, "both~a~b~base"],
    },
    {
      path: "options.hitCap",
      before: "3",
      place: { file: "scenario.yaml", line: 20, column: 1 },
      cells: ["both~a~b~base"],
    },
    { path: "units.scouts", whole: "new", place: { file: "--set", line: 1, column: 1 }, cells: ["none~a~b~base"] },
  ],
  metrics: [
    metric({ key: "both~a~b~base/x=1", cell: "both~a~b~base", difference: 0.02 }),
    metric(),
    metric({ key: `${cell}/winner=draw`, difference: -0.03, lower: -0.032, upper: -0.028 }),
    metric({ key: "far~a~b~base/x=1", cell: "far~a~b~base", difference: 0.015 }),
  ],
  differs: ["scenario", "seed"],
});
const CAUSE = "save (marines) 4+ → 5+ (units.marines.save, scenario.yaml:14)";

it("the page of a check begins with which way the number furthest beyond its margin went", () => {
  const edit = { path: "units.marines.save", before: "4+", now: "5+", cells: [metric().cell] };
  const title = (own: Partial<MetricCheck>, changes: readonly unknown[] = [edit]) =>
    checkPage(result({ metrics: [metric(own)], changes } as unknown as Partial<CheckResult>)).lead!.title;
  expect(title({})).toMatch(/4\+ → 5\+: 3\.4 pp \(3\.2 to 3\.6\) more wins by orks$/);
  const less = { difference: -0.034, lower: -0.036, upper: -0.032 };
  expect(title(less, [])).toBe("3.4 pp (3.2 to 3.6) fewer wins by orks");
  const mean = { key: "fight~orks~marines~drone/casualties", cell: "fight~orks~marines~drone", unit: "mean" as const };
  expect(title({ ...mean, ...less }, [])).toBe("The losses of marines to orks (drone) down by 0.034 (0.032 to 0.036)");
  // Exact numbers of one attacker are one claim; one that went the other way, or of another attacker, ends it.
  const exact = (defender: string, now: number, attacker = "orks") => {
    const cell = `fight~${attacker}~${defender}~base`;
    const [was, is] = [2, now].map((value) => ({ value, trials: 0 }));
    return metric({ ...mean, key: `${cell}/casualties`, cell, before: was!, now: is!, difference: now - 2 });
  };
  const claims = (...metrics: readonly MetricCheck[]) =>
    checkPage(result({ metrics, changes: [edit] } as unknown as Partial<CheckResult>)).lead!.title;
  expect(claims(exact("marines", 1), exact("guards", 1.6))).toMatch(
    / 4\+ → 5\+ lowers the losses of marines and guards to orks by 20 % to 50 %$/,
  );
  expect(claims(exact("marines", 1))).toMatch(/ lowers the losses of marines to orks by 50 %$/);
  // Which went furthest is a sentence; rows of the chart say once what they share, and their numbers leave room for bars.
  const page = checkPage(result({ metrics: [exact("marines", 1), exact("guards", 1.6)], changes: [] }));
  expect(page.lead!.lede[1]).toMatch(
    /^“.*marines, casualties” went from 2 to 1, 100\u00a0× its margin of 0\.01: the furthest of all\.$/u,
  );
  const [{ charts: [chart] = [] } = {}] = page.lead!.blocks as readonly { charts?: readonly Chart[] }[];
  const { rows } = chart!.drawing as Extract<Chart["drawing"], { kind: "rows" }>;
  expect(rows.map(({ name, text }) => `${name} ${text!.replace(/ \(.*/u, "")}`)).toEqual([
    "marines, casualties −100\u00a0×",
    "guards, casualties −40\u00a0×",
  ]);
  expect(chart!.title).toMatch(/orks: change of each number, in margins$/iu);
  expect(claims(exact("marines", 1), exact("guards", 2.6))).not.toContain("lowers");
  expect(claims(exact("marines", 1), exact("guards", 1.6, "elves"))).not.toContain("lowers");
});

describe("what changed", () => {
  it("a check that fails begins with the cause, then a line for each number it moved, grouped", () => {
    const lines = checkView(edited, PLAIN).split("\n");
    expect(lines.slice(2, 13).map((line) => line.replace(/: 48.*/, ""))).toEqual([
      CAUSE,
      "  Fight: orks against marines, winner",
      "  ✗ drift  orks",
      "  ✗ drift  draw",
      "",
      CAUSE,
      "options.hitCap 3 → (none) (scenario.yaml:20)",
      "  ✗ drift  Both: a against b, exactly 1 x",
      "",
      "not caused by the scenario, but by a different seed",
      "  ✗ drift  Far: a against b, exactly 1 x",
    ]);
  });

  it("a long text stands as it is written on two lines below its place, as it was and as it is; one of 60 letters beside", () => {
    const [was, is] = ["FIRE: a: b ".padEnd(60, "x"), "FIRE: a: c ".padEnd(61, "x")];
    const change = { ...edited.changes[0]!, path: "game.kinds.fight.procedure.FIRE", before: was };
    const of = (now: string) => ({ ...edited, changes: [{ ...change, now }] });
    const place = "game.kinds.fight.procedure.FIRE (scenario.yaml:14)";
    const long = of(is);
    expect(checkView(long, PLAIN).split("\n").slice(2, 5)).toEqual([place, `    − ${was}`, `    + ${is}`]);
    expect(checkMarkdown(long)).toContain(`**${place}**\n\n− ${was}\n\n+ ${is}\n\n|`);
    const { findings, lead } = checkPage(long);
    expect(findings.slice(0, 3)).toEqual([
      `Game.kinds.fight.procedure.FIRE (scenario.yaml:14). 3 numbers that moved depend on it.`,
      `  − ${was}`,
      `  + ${is}`,
    ]);
    expect(lead!.title).not.toContain("xxx");
    // An annotation is one line, whose breaks GitHub reads as %0A; a message of JUnit keeps its own as characters.
    const annotations = checkAnnotations(of(is)).trim().split("\n");
    expect(annotations.filter((line) => !/^::(?:error|warning) /u.test(line))).toEqual([]);
    expect(annotations[0]).toContain(`%0A− ${was}%0A+ ${is}`);
    expect(checkJunit(of(is))).toContain(`&#10;− ${was}&#10;+ ${is}`);
    // No line of a text begins a command.
    expect(checkView(of(`${is}\n::error::x`), PLAIN)).not.toMatch(/^\s*::/mu);
    const short = of(was.replace("b", "c"));
    expect(checkView(short, PLAIN)).toContain(`procedure.FIRE ${was} → ${was.replace("b", "c")} (scenario.yaml:14)`);
  });

  it("in Markdown above its table, in JUnit in the text, in JSON as data, on the page, in French", () => {
    const markdown = checkMarkdown(edited);
    const bold = "**save (marines) 4+ → 5+ (units.marines.save, scenario.yaml:14)**";
    expect(markdown.indexOf(bold)).toBeGreaterThan(0);
    expect(markdown.indexOf(bold)).toBeLessThan(markdown.indexOf("winner: orks"));
    // The message is the number, the text says the cause before it: once in each failure.
    const [, failure = ""] = /(<failure .*winner: orks.*|<failure .*\+3\.4 pp.*)/.exec(checkJunit(edited)) ?? [];
    expect(failure).toMatch(
      /message="drift: 48\.9 %[^"]*">drift: save \(marines\) 4\+ → 5\+ \(units\.marines\.save, scenario\.yaml:14\); 48\.9 %/,
    );
    expect(failure.split("save (marines)")).toHaveLength(2);
    expect(JSON.parse(checkJson(edited)).changes[0]).toEqual(edited.changes[0]);
    expect(checkPage(edited).findings.slice(0, 4)).toEqual([
      "Save (marines) 4+ → 5+ (scenario.yaml:14). 3 numbers that moved depend on it.",
      "Options.hitCap 3 → (none) (scenario.yaml:20). 1 number that moved depends on it.",
      "1 number: not caused by the scenario, but by a different seed.",
      // What moved nothing comes last.
      "Unit scouts: new. No number that moved depends on it.",
    ]);
    const french = checkView({ ...edited, labels: "fr" }, PLAIN);
    expect(french).toMatch(
      /\nsauvegarde \(marines\) 4\+ → 5\+ \(units\.marines\.save, scenario\.yaml:14\)\n.*\n {2}✗ dérive/,
    );
    expect(french).toContain("options.hitCap 3 → (rien) (scenario.yaml:20)");
  });

  it("says in French what else is not the same without a verb that would have to agree", () => {
    const told = (...differs: CheckResult["differs"]) =>
      checkView({ ...edited, differs, labels: "fr" }, PLAIN).replaceAll("\u00a0", " ");
    expect(told("scenario")).toContain("Ce qui a changé depuis : le scénario. ");
    expect(told("scenario", "seed")).toContain("Ce qui a changé depuis : le scénario, la graine. ");
  });

  it("its page names the options that differ from the book, as the page of a run does", () => {
    const options = [{ id: "QA-04", name: "pinTests", value: "perVolley" }];
    for (const [labels, text] of [
      ["en", "pin tests: per volley (QA-04)."],
      ["fr", "jets de blocage : par salve (QA-04)."],
    ] as const) {
      const { facts } = checkPage({ ...mixed, ruleset: "alpha-omega", labels, options });
      expect(facts.map(([, fact]) => fact.replaceAll("\u00a0", " "))).toContain(text);
    }
  });

  it("annotations point at the edited line; at the experiment where the edit is on the command line", () => {
    const [first, second, third, ...rest] = checkAnnotations(edited).split("\n");
    // Three numbers are made from the first edit and one of them from the second; one has no edit.
    expect(first).toMatch(
      /^::error file=scenario\.yaml,line=14,col=11,title=Balance%3A drift::save \(marines\) 4\+ → 5\+ \(units\.marines\.save, scenario\.yaml:14\); 3 drifts; the largest: Fight: orks against marines, winner: orks: /,
    );
    expect(second).toMatch(/^::error file=scenario\.yaml,line=20,col=1,.*; Both: a against b, exactly 1 x: /);
    expect(third).toMatch(/^::error file=fight\.yaml,line=12,/);
    expect(rest).toEqual([""]);
    const set = edited.changes.map((change) => ({ ...change, place: { file: "--set", line: 1, column: 1 } }));
    expect(checkAnnotations({ ...edited, changes: set }).split("\n")[0]).toMatch(/^::error file=fight\.yaml,line=12,/);
    expect(checkView({ ...edited, changes: set }, PLAIN)).toContain(
      "save (marines) 4+ → 5+ (units.marines.save, --set)",
    );
    const place = { file: "--set", line: 1, column: 1 };
    const path = "first.units.0.models";
    const asked = [{ path, now: "4", place, cells: edited.changes[0]!.cells }];
    expect(checkView({ ...edited, changes: asked }, PLAIN)).toContain(
      "models (first side, unit 1) set to 4 (first.units.0.models, --set)",
    );
    expect(checkView({ ...edited, changes: asked, labels: "fr" }, PLAIN)).toContain(
      "figurines (premier camp, unité 1) à 4 (first.units.0.models, --set)",
    );
  });

  it("where all passed it is told all the same; a long list is cut; texts obey nobody", () => {
    const passed = { ...edited, verdict: "pass" as const, metrics: [metric({ verdict: "equivalent" })] };
    expect(checkView(passed, PLAIN).split("\n").slice(2, 5)).toEqual([
      CAUSE,
      "options.hitCap 3 → (none) (scenario.yaml:20)",
      "unit scouts: new (units.scouts, --set)",
    ]);
    const [change] = edited.changes;
    const many = Array.from({ length: 30 }, (_, i) => ({ ...change!, path: `units.u${i}.save` }));
    const text = checkView({ ...edited, changes: many }, PLAIN);
    expect(text.match(/^save \(u\d+\) .*\(units\./gm)).toHaveLength(12);
    expect(text).toContain("… and 18 more");
    const hostile = { ...edited, changes: [{ ...change!, now: HOSTILE, path: HOSTILE }] };
    expect(checkView(hostile, PLAIN)).not.toContain("\u001b");
    expect(checkView(hostile, PLAIN)).not.toMatch(/^::/m);
    expect(checkMarkdown(hostile).match(/<!--/g)).toHaveLength(1);
    expect(checkAnnotations(hostile)).not.toMatch(/^(?!::error |$)/m);
  });

  it("the number before is the committed one; that of the same blocks stands beside it, and says so", () => {
    const paired = { blocks: 16, before: side(0.851) };
    const text = checkView(result({ metrics: [metric({ before: side(0.868), paired })] }), PLAIN);
    expect(text).toContain(
      "86.8 % ± 0.10 (committed), 85.1 % ± 0.10 (in the same 16 blocks of trials) → 52.3 % ± 0.10, +3.4 pp",
    );
  });
});

/** Of one shot every value is checked; two edits, each known alone, and a number that stayed. */
describe("the page of a check", () => {
  const shot = "oneShot~orks~marines~base";
  const edits = [
    { path: "experiments.oneShot.attacker.1.weapons.0.count", name: "bolter", unit: "orks" },
    { path: "units.marines.save" },
  ].map(({ path, name, unit }, i) => ({
    ...{ path, before: "4", now: "5", cells: [shot] },
    place: { file: "shot.yaml", line: 4 + i, column: 1 },
    ...(name && {
      items: [
        { at: "attacker.1", name: unit },
        { at: "attacker.1.weapons.0", name },
      ],
    }),
  }));
  const exact = (value: number) => ({ value, trials: 0 });
  const one = (value: string, before: number, now: number, alone: readonly number[]) =>
    metric({
      ...{ key: `${shot}/outcome=${value}`, cell: shot, experiment: "oneShot" },
      ...{ before: exact(before), now: exact(now), difference: now - before, lower: undefined, upper: undefined },
      ...(alone.length === 0
        ? { verdict: "same" }
        : { alone: alone.map((difference, i) => ({ path: edits[i]!.path, items: edits[i]!.items, difference })) }),
    } as unknown as Partial<MetricCheck>);
  const shots = result({
    changes: edits as CheckResult["changes"],
    metrics: [one("miss", 0.5, 0.4, [-0.002, -0.098]), one("out", 0.2, 0.3, [0.005, 0.095]), one("down", 0.3, 0.3, [])],
  });
  const page = checkPage(shots);
  const { blocks } = page.sections.find(({ id }) => id === "numbers")!;
  const tables = blocks.flatMap((block) => ("table" in block ? block.table : []));

  it("names what a list on the path of an edit holds, and says what each edit does alone, the strongest first", () => {
    expect(page.findings.slice(0, 3)).toEqual([
      "Save (marines) 4 → 5 (shot.yaml:5). Alone it moves 2 of the 2 exact numbers that depend on it beyond the margin, above all “miss” (−9.8 pp).",
      "One shot: count (orks, bolter) 4 → 5 (shot.yaml:4). Alone it moves none of 2 exact numbers beyond the margin.",
      // What to do is seen at once.
      expect.stringMatching(/^To accept these numbers: /),
    ]);
    expect(tables[1]!.rows.map((row) => row.slice(1))).toEqual([
      ["−0.2 pp", "−9.8 pp", "−10.0 pp"],
      ["+0.5 pp", "+9.5 pp", "+10.0 pp"],
    ]);
    expect(checkView(shots, PLAIN)).toMatch(
      /\(units\.marines\.save, shot\.yaml:5\)\n {2}Alone it moves 2 of the 2 exact numbers/,
    );
    expect(checkView(shots, PLAIN)).toContain("miss: 50.0 % → 40.0 %, −10.0 pp, margin 1 pp\n");
  });

  it("calls the winner of each fight by its own units, whatever else is checked", () => {
    const fight = (value: string) =>
      metric({
        key: `fight~rangers~marines~base/winner=${value}`,
        cell: "fight~rangers~marines~base",
        verdict: "same",
      });
    const { sections } = checkPage(result({ metrics: [metric(), fight("first"), fight("second")] }));
    const names = [...JSON.stringify(sections).matchAll(/winner: ([^"]*)"/gu)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["rangers", "marines"]));
    expect(names.filter((name) => name!.includes("/") || name!.includes("side"))).toEqual([]);
  });

  it("tells who wins before what moved further, and the furthest below its headline all the same", () => {
    const of = (name: string, difference: number) =>
      metric({
        key: `fight~rangers~marines~base/${name}`,
        cell: "fight~rangers~marines~base",
        experiment: "fight",
        verdict: "drift",
        difference,
        margin: 0.01,
      });
    const given = result({ metrics: [of("out=yes", 0.3), of("winner=first", 0.02), of("winner=second", -0.04)] });
    const rows = /✗ drift {2}.*/gu;
    expect(
      checkView(given, PLAIN)
        .match(rows)!
        .map((line) => /marines(?=:)|rangers(?=:)|out/u.exec(line)?.[0]),
    ).toEqual(["marines", "rangers", "out"]);
    expect(checkPage(given).lead!.lede.at(-1)).toContain("30\u00a0× its margin");
  });

  it("says by how many margins each number moved; what stayed is folded", () => {
    expect(tables[0]!.caption).toBe("Numbers checked");
    expect(tables[0]!.rows.map((row) => row.at(-1))).toEqual(["−10\u00a0×", "+10\u00a0×"]);
    expect(blocks.at(-1)).toMatchObject({ folded: "1 within their margins" });
    // Drawn in margins, so that the order is seen: 10 points against a margin of 1.
    expect(page.lead!.blocks).toMatchObject([
      {
        charts: [
          {
            title: "Change of each number, in margins",
            drawing: { rows: [{ zone: 1, marks: [{}] }, {}] },
          },
        ],
      },
    ]);
    expect(JSON.stringify(page.lead!.blocks)).toMatch(/"value":-(?:10|9\.99\d+|10\.0\d*),/);
  });

  it("of many numbers each match-up has its own table, which says it once, and the numbers without it", () => {
    const of = (defender: string, i: number) => {
      const cell = `fight~orks~${defender}~set${i}`;
      return metric({ cell, key: `${cell}/winner=first`, margin: 0.001 * (i + 1) });
    };
    const many = (n: number) =>
      checkPage(result({ metrics: Array.from({ length: n }, (_, i) => of(i % 2 ? "marines" : "elves", i)) }));
    const tablesOf = (n: number) =>
      many(n)
        .sections.find(({ id }) => id === "numbers")!
        .blocks.flatMap((block) => ("table" in block ? block.table : []));
    // One row of each says it itself.
    expect(tablesOf(2)).toHaveLength(1);
    for (const n of [4, 16]) {
      const [first, second] = tablesOf(n);
      expect([first!.rows.length, second!.rows.length]).toEqual([n / 2, n / 2]);
      expect(first!.caption).toMatch(/elves/u);
      expect(second!.caption).toMatch(/marines/u);
      expect(JSON.stringify(first!.rows)).not.toMatch(/elves(?!~)|against/u);
      // A file has no caption: there each row says it.
      expect([first!.isShared, second!.isShared]).toEqual([true, true]);
    }
    expect(tablesOf(2)[0]!.isShared).toBe(false);
  });

  it("fractions stand behind all that a phone is to show, and nowhere where there are none", () => {
    const exact = (value: number, fraction?: string) => ({ value, trials: 0, ...(fraction ? { fraction } : {}) });
    const tableOf = (...both: readonly [MetricCheck["before"], MetricCheck["now"]]) => {
      const { blocks } = checkPage(result({ metrics: [metric({ before: both[0], now: both[1] })] })).sections[0]!;
      const [{ table }] = blocks as unknown as [{ table: { head: string[]; rows: string[][] } }];
      return [table.head.slice(2), table.rows[0]!.slice(2)];
    };
    const head = ["before", "now", "change", "margin", "change in margins"];
    const [heads, row] = tableOf(exact(0.4, "2/5"), exact(0.5, "16716/33432"));
    expect(heads).toEqual([...head, "before, exact", "now, exact"]);
    expect([row!.slice(0, 2), row!.slice(-2)]).toEqual([
      ["40.0 %", "50.0 %"],
      ["2/5", "16716/33432"],
    ]);
    expect(tableOf(exact(0.4), exact(0.5))[0]).toEqual(head);
  });

  it("a number that --set gives is written as the file writes it", () => {
    const path = "units.marines.save";
    const change = { path, before: "4+", now: "5", place: { file: "--set", line: 1, column: 1 }, cells: [shot] };
    const page = checkPage({ ...shots, ruleset: "alpha-omega", changes: [change] as CheckResult["changes"] });
    expect(page.findings.join("\n")).toMatch(/^Save \(marines\) 4\+ → 5\+\. Alone /mu);
  });

  it("leads from a number to both of its distributions, to the dice and to one trial", () => {
    const [told] = page.sections.find(({ id }) => id === "cells")!.blocks as readonly PageBlock[];
    expect(told).toMatchObject({
      id: shot,
      blocks: [{ charts: [{ drawing: { columns: ["miss", "out", "down"] } }] }, {}, {}],
    });
    expect(tables[0]!.rows.map(([name]) => name)).toEqual(["miss", "out"].map((text) => ({ text, to: shot })));
    expect(JSON.stringify(told)).toMatch(/"crible explain fight\.yaml --cell oneShot~orks~marines~base"/);
    // Of a part of the values alone nobody knows the others.
    const some = checkPage({ ...shots, metrics: shots.metrics.slice(0, 2) });
    expect(JSON.stringify(some.sections.find(({ id }) => id === "cells"))).not.toContain('"charts"');
  });

  it("speaks of a false alarm where chance can give one", () => {
    expect(page.findings).toContain(
      "Compared with balance.baseline.yaml. Changed since: scenario. All that was compared is exact: no false alarm is possible.",
    );
    const exact = metric({ before: { value: 0.4, trials: 0 }, now: { value: 0.5, trials: 0 } });
    const said = (metrics: MetricCheck[], goals: GoalResult[] = []) =>
      checkPage(result({ metrics, goals })).findings.at(-1);
    expect(said([exact, metric({ verdict: "same" })])).toMatch(/no false alarm is possible\.$/);
    expect(said([exact, metric()])).toMatch(
      /Exact numbers raise no false alarm\. Of the simulated ones, .* 0\.10\u00a0?\s?%/,
    );
    expect(said([metric()])).toMatch(/Had nothing moved, the whole check would still fail/);
    expect(said([exact], [goal()])).toMatch(/Exact numbers raise no false alarm\. Of the simulated ones/);
  });
});

describe("terminal", () => {
  it("after an edit of a game alone the file that changed is that of the game", () => {
    const place = { file: "sea.game.yaml", line: 9, column: 3 };
    const line = { path: "game.kinds.duel.procedure.HIT 1", before: "a", now: "b", place, cells: [] };
    const unit = { path: "units.orks.save", before: "4+", now: "5+", cells: [] };
    const basis = (changes: CheckResult["changes"]) =>
      /Changed since: (.*?)\. /u.exec(checkView(result({ changes, differs: ["scenario"] }), PLAIN))?.[1];
    expect(basis([line, { ...line, path: "game.numbers.dud" }])).toBe("sea.game.yaml");
    expect(basis([line, unit])).toBe("sea.game.yaml, scenario");
    expect(basis([unit])).toBe("scenario");
  });

  it("a match-up is said once where its numbers follow each other", () => {
    const of = (cell: string, value: string, margin: number) =>
      metric({ key: `${cell}/winner=${value}`, cell, margin, value } as Partial<MetricCheck>);
    const text = checkView(
      result({
        unitLabels: { orks: "The green tide", marines: "The blue wall", elves: "The old host" },
        metrics: [
          of("fight~orks~marines~base", "first", 0.001),
          of("fight~orks~marines~drone", "first", 0.002),
          of("fight~elves~marines~base", "first", 0.003),
          of("fight~orks~marines~medikit", "first", 0.004),
        ],
      }),
      PLAIN,
    );
    const lines = text.split("\n").filter((line) => line.includes("drift  "));
    expect(lines.map((line) => line.includes("The blue wall"))).toEqual([true, false, true, true]);
    expect(lines[1]).toMatch(/drift {2}… drone/);
    // The base below a cell with sets is named; where all are of the base it need not be.
    const below = (...cells: string[]) =>
      checkView(result({ metrics: cells.map((cell, i) => of(cell, i % 2 ? "first" : "draw", (i + 1) / 1000)) }), PLAIN);
    const [drone, plain, other] = [
      "fight~orks~marines~drone",
      "fight~orks~marines~base",
      "fight~elves~marines~base",
    ] as const;
    expect(below(drone, plain, other)).toMatch(/drift {2}… base, winner: orks: /);
    expect(below(plain, plain, other)).toMatch(/drift {2}… (?!base)/);
  });

  it("a pass beside an edit says what is compared; one of which something moved, or nothing was edited, does not", () => {
    const changes = [{ path: "numbers.nerve", before: "2", now: "3", cells: [] }];
    const same = metric({ verdict: "same", difference: 0 });
    const near = metric({
      key: `${cell}/winner=draw`,
      verdict: "equivalent",
      difference: -0.003,
      lower: -0.004,
      upper: -0.002,
    });
    const nearer = metric({ verdict: "equivalent", difference: 0.002, lower: 0.001, upper: 0.003 });
    const said = (more: Partial<CheckResult>) => checkView(result(more), PLAIN);
    const main = /Of each cell the main metric is compared, .*and what `track:` names\./;
    expect(said({ verdict: "pass", changes, metrics: [same] }).replace(/\s+/g, " ")).toMatch(main);
    expect(said({ changes, metrics: [metric()] }).replace(/\s+/g, " ")).not.toMatch(main);
    expect(said({ verdict: "pass", metrics: [same] }).replace(/\s+/g, " ")).not.toMatch(main);
    // What moved within its margin did move: the largest is told, whatever was edited.
    const moved = said({ verdict: "pass", changes, metrics: [nearer, same, near] }).replace(/\s+/g, " ");
    expect(moved).toMatch(
      /Nothing moved beyond its margin\. The largest change: .*draw.*, −0\.3 pp \(−0\.4 to −0\.2\), margin 1 pp\./,
    );
    expect(moved).not.toMatch(main);
    const open = said({ changes, metrics: [near, metric({ verdict: "inconclusive", difference: 0.014 })] });
    expect(open).not.toContain("Nothing moved");
  });

  it("a pass is one line", () => {
    const metrics = [metric({ verdict: "same" }), metric({ key: "x", verdict: "same" })];
    expect(checkView(result({ verdict: "pass", identical: true, differs: [], metrics }), PLAIN)).toBe(
      "Balance check: pass, 2 numbers identical to balance.baseline.yaml\n",
    );
  });

  it("otherwise the worst first, and what to do last", () => {
    const text = checkView(mixed, PLAIN);
    expect(text.split("\n")).toEqual([
      "Balance check: fail; 1 drift, 1 name that only one side has, 1 inconclusive, 1 equivalent, 1 the same; 1 goal missed, 1 goal met",
      "",
      "  ✗ drift  Fight: orks against marines, winner: orks: 48.9 % ± 0.10 → 52.3 % ± 0.10, +3.4 pp (+3.2 to +3.6), margin 1 pp",
      "  ? inconclusive  b/x=1: 48.9 % ± 0.10 → 52.3 % ± 0.10, +1.1 pp (+3.2 to +3.6), margin 1 pp",
      "",
      "  ✗ obsolete  Old: a against b, c, exactly 1 x (old~a~b~c/x=1): obsolete: in the baseline, and nothing measures it any more (is it New: a against b, c, exactly 1 x?)",
      "",
      "Goals",
      "  ✗ fail  Fight: orks against marines, winner: orks: 60.0 % ± 1.0, wanted 45 % to 55 %",
      "  ✓ pass  Fight: orks against marines, winner: orks: 50.0 % ± 1.0, wanted 45 % to 55 %",
      "",
      "Compared with balance.baseline.yaml. Changed since: scenario. Had nothing moved, the whole check would still fail with a chance of at most 0.10 % (a false alarm).",
      "To accept these numbers: crible check fight.yaml --update && git add balance.baseline.yaml",
      "1 number looks to lie exactly on a limit, where no number of trials decides: give a wider --margin.",
      "Limits are of 95 % each. A drift must be surer, for all numbers of the check share one false alarm in 1,000 checks.",
      "crible 0.1.0, ruleset dice, seed 7, stream a-stream/v1.",
      "Again: crible check fight.yaml",
      "",
    ]);
  });

  it("other numbers from the same origin are called what they are; names obey nobody", () => {
    const text = checkView(result({ differs: [], metrics: [metric({ verdict: "changed", key: HOSTILE })] }), PLAIN);
    expect(text).toContain("crible gives other numbers than it did, or the baseline was edited");
    expect(text).not.toContain("\u001b");
    expect(text).not.toMatch(/^::/m);
  });

  it("says why limits beyond the margin may be inconclusive, and where they are not, nothing", () => {
    const said = (lower: number, upper: number) =>
      checkView(result({ metrics: [metric({ verdict: "inconclusive", difference: 0.014, lower, upper })] }), PLAIN);
    expect(said(0.011, 0.017)).toContain("A drift must be surer");
    expect(said(-0.017, -0.011)).toContain("A drift must be surer");
    expect(said(0.009, 0.017)).not.toContain("A drift must be surer");
  });

  it("a long list is cut", () => {
    const metrics = Array.from({ length: 70 }, (_, i) => metric({ key: `k${i}` }));
    const text = checkView(result({ metrics }), PLAIN);
    expect(text.match(/✗ drift/g)).toHaveLength(50);
    expect(text).toContain("  … and 20 more");
  });

  it("what an update accepts", () => {
    const lines = acceptanceLines(
      {
        baseline: {} as never,
        changed: [
          {
            key: "a",
            unit: "chance",
            before: { value: 0.288, fraction: "36/125", trials: 0 },
            now: { value: 0.3, trials: 0 },
          },
        ],
        added: [{ key: "b", unit: "mean", now: side(2.5) }],
        removed: ["c"],
        unchanged: 7,
      },
      languageOf("en"),
    );
    expect(lines).toEqual([
      "  ~ a: 28.8 % (36/125) → 30.0 %, +1.2 pp",
      "  + b: 2.500 ± 0.0010",
      "  - c",
      "1 changed, 1 added, 1 removed, 7 unchanged",
    ]);
  });
});

describe("Markdown", () => {
  it("has the marker first, the table, the goals, the quiet ones folded, the way out", () => {
    const text = checkMarkdown(mixed);
    expect(text.startsWith(`${stickyMarker("fight.yaml")}\n## Balance check: fail; 1 drift`)).toBe(true);
    expect(text).toContain(
      "| **drift** | Fight: orks against marines, winner: orks | 48.9 % ± 0.10 | 52.3 % ± 0.10 | +3.4 pp (+3.2 to +3.6) | 1 pp |",
    );
    expect(text).toContain("<details><summary>2 within their margins</summary>\n\n| verdict |");
    expect(text).toContain("### Goals");
    expect(text).toContain(
      "```\nTo accept these numbers: crible check fight.yaml --update && git add balance.baseline.yaml\n```",
    );
  });

  it("names what only one side has in words, with what stands in the file beside", () => {
    expect(checkMarkdown(mixed)).toContain("\n| Old: a against b, c, exactly 1 x (old\\~a\\~b\\~c/x=1) | obsolete");
    const hashed = `old~a~b~c/${"x".repeat(20)}#0123456789abcdef`;
    expect(checkMarkdown(result({ names: [{ fault: "new", key: hashed }] }))).toContain(
      `\n| ${hashed.replaceAll(/[~#]/g, "\\$&")} |`,
    );
  });

  it("has no fraction beside a whole number, which is written already", () => {
    const exact = (value: number, fraction: string) => ({ value, fraction, trials: 0 });
    const metrics = [metric({ before: exact(0, "0/1"), now: exact(0.125, "1/8"), verdict: "drift" })];
    expect(checkMarkdown(result({ metrics }))).toContain("| 0 % | 12.5 % (1/8) |");
  });

  it("no name forges the marker, mentions anybody, loads an image or breaks a table", () => {
    const text = checkMarkdown(
      result({ file: HOSTILE, metrics: [metric({ key: HOSTILE })], names: [{ fault: "new", key: HOSTILE }] }),
    );
    expect(text.match(/<!--/g)).toHaveLength(1);
    expect(text).not.toMatch(/@org|<\/script|[^\\]!\[/);
    const [row] = text.split("\n").filter((line) => line.startsWith("| **drift**"));
    expect(row!.match(/(?<!\\)\|/g)).toHaveLength(7);
  });

  it("is cut before GitHub refuses it, rows whole, with a link to the rest", () => {
    const metrics = Array.from({ length: 3_000 }, (_, i) => metric({ key: `${"name".repeat(20)}${i}/x` }));
    const text = checkMarkdown(result({ metrics, goals: Array(900).fill(goal()) }), "https://example.org/run/1");
    expect(text.length).toBeLessThan(65_536);
    expect(text.length).toBeGreaterThan(60_000);
    expect(text).toMatch(/… and [\d,]+ more \(\[the whole run\]\(https:\/\/example\.org\/run\/1\)\)\./);
    expect(text).toContain("To accept these numbers");
    for (const line of text.split("\n").filter((one) => one.startsWith("| **drift**")))
      expect(line.endsWith("|")).toBe(true);
  });
});

describe("JUnit", () => {
  it("one testcase for each number, name and goal", () => {
    const text = checkJunit(mixed);
    expect(text).toContain('<testsuites name="crible check" tests="7" failures="3" errors="0" skipped="1">');
    expect(text).toContain('<testsuite name="baseline" tests="4" failures="1" errors="0" skipped="1">');
    expect(text.match(/<testcase /g)).toHaveLength(7);
    expect(text).toContain(
      '<failure type="drift" message="drift: 48.9 % ± 0.10 → 52.3 % ± 0.10, +3.4 pp (+3.2 to +3.6), margin 1 pp">',
    );
    expect(checkJunit(mixed, true)).toContain('tests="7" failures="4" errors="0" skipped="0">');
    expect(checkJunit(result({ goals: [goal({ level: "warn" })] }))).toContain('failures="0"');
  });

  it("nothing in a name ends an element or is no character of XML", () => {
    expect(escapeXml(`a]]>&"'\u0000\u001b\ufffe`)).toBe("a]]&#62;&#38;&#34;&#39;\\u{0}\\u{1b}");
    const text = checkJunit(result({ file: HOSTILE, metrics: [metric({ key: HOSTILE })] }));
    expect(text).not.toContain("]]>");
    expect(text).not.toContain("</script");
    expect([...text].every((c) => c === "\n" || c >= " ")).toBe(true);
    expect(wellFormed(text)).toBe(true);
  });
});

/** Every element is closed by its own name; attributes are quoted; no bare markup in between. */
function wellFormed(text: string): boolean {
  const open: string[] = [];
  let rest = text.replace(/^<\?xml[^?]*\?>\n/, "");
  while (rest !== "") {
    const tag = /^<(\/?)(\w+)((?: \w+="[^"<>]*")*)(\/?)>/.exec(rest);
    if (tag === null) {
      const between = /^[^<>&]*(?:&#\d+;[^<>&]*)*/.exec(rest)![0];
      if (between === "") return false;
      rest = rest.slice(between.length);
      continue;
    }
    if (tag[1] === "/") {
      if (open.pop() !== tag[2]) return false;
    } else if (tag[4] !== "/") open.push(tag[2]!);
    rest = rest.slice(tag[0].length);
  }
  return open.length === 0;
}

describe("annotations", () => {
  it("name the scenario's line; goals at theirs; warnings for what is undecided", () => {
    expect(checkAnnotations(mixed).split("\n")).toEqual([
      "::error file=fight.yaml,line=30,col=5,title=Goal%3A fail::Fight: orks against marines, winner: orks: 60.0 %25 ± 1.0, wanted 45 %25 to 55 %25",
      "::error file=fight.yaml,line=12,col=3,title=Balance%3A drift::1 drift, 1 inconclusive; the largest: Fight: orks against marines, winner: orks: 48.9 %25 ± 0.10 → 52.3 %25 ± 0.10, +3.4 pp (+3.2 to +3.6), margin 1 pp",
      "::error file=fight.yaml,line=1,col=1,title=Balance%3A obsolete::Old: a against b, c, exactly 1 x (old~a~b~c/x=1): obsolete: in the baseline, and nothing measures it any more (is it New: a against b, c, exactly 1 x?)",
      "",
    ]);
    expect(checkAnnotations(result({ metrics: [mixed.metrics[1]!] }))).toBe(
      "::warning file=fight.yaml,line=12,col=3,title=Balance%3A inconclusive::b/x=1: 48.9 %25 ± 0.10 → 52.3 %25 ± 0.10, +1.1 pp (+3.2 to +3.6), margin 1 pp\n",
    );
  });

  it("ten of a kind at most, the last one counts the rest", () => {
    const placed = (line: number) => ({ file: "fight.yaml", line, column: 3 });
    const metrics = Array.from({ length: 25 }, (_, i) => metric({ key: `k${i}`, place: placed(i + 1) }));
    const lines = checkAnnotations(result({ metrics })).trim().split("\n");
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toMatch(/^::error title=Balance check::16 more; /);
    expect(
      checkAnnotations(result({ metrics: metrics.slice(0, 10) }))
        .trim()
        .split("\n"),
    ).toHaveLength(10);
  });

  it("a name cannot end a command, begin another or add a property", () => {
    const place = { file: "a,line=1::x\n.yaml", line: 2, column: 1 };
    const lines = checkAnnotations(result({ metrics: [metric({ key: HOSTILE, place })] }))
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^::error file=a%2Cline=1%3A%3Ax\\u\{a\}\.yaml,line=2,col=1,title=Balance%3A drift::/);
    expect(lines[0]).toContain("%250A");
  });

  it("nothing to say is no line", () => expect(checkAnnotations(result({ verdict: "pass" }))).toBe(""));
});

it("a modifier set that was renamed is told once, by both of its names, and same words by their keys", async () => {
  const [old, now] = ["fight~orks~marines~base+inCover/x=1", "fight~orks~marines~base+hidden/x=1"];
  const titles = { experiments: {}, questions: {}, sets: { inCover: "in cover", hidden: "in cover" } };
  const labels = { unitLabels: { orks: "Orks", boyz: "Orks" }, titles };
  const same = { of: "modifierSets", was: "inCover", is: "hidden" };
  const unit = { of: "units", was: "scouts", is: "spies" };
  const names: CheckResult["names"] = [
    { fault: "new", key: now, nearest: old, same },
    { fault: "new", key: "fight~orks~spies~base/x=1", nearest: "fight~orks~scouts~base/x=1", same: unit },
    { fault: "obsolete", key: old, nearest: now, same },
    { fault: "obsolete", key: "fight~orks~scouts~base/x=1", nearest: "fight~orks~spies~base/x=1", same: unit },
    { fault: "new", key: "fight~orks~marines~base/x=1", nearest: "fight~boyz~marines~base/x=1" },
  ];
  const told = result({ ...labels, names });
  const page = JSON.stringify(await checkPage(told));
  for (const text of [checkView(told, { ...PLAIN, width: 400 }), checkMarkdown(told).replaceAll("\\", ""), page]) {
    // At the first of its numbers; each unit and each set once.
    expect(text).toMatch(/base\+hidden\/x=1.*\(was modifier set inCover renamed hidden\?\)/);
    expect(text.match(/was modifier set inCover renamed/g)).toHaveLength(1);
    expect(text.match(/was unit scouts renamed spies/g)).toHaveLength(1);
    for (const { key } of names) expect(text).toContain(key);
    expect(text).toContain("(is it fight~boyz~marines~base/x=1?)");
  }
  const french = checkView({ ...told, labels: "fr" }, { ...PLAIN, width: 400 });
  expect(french.match(/\(renommage\s: jeu de modificateurs inCover en hidden\s\?\)/gu)).toHaveLength(1);
});
