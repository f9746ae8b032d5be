/**
 * No report of simulated cells tells a number that was estimated without its limits. Every command that simulates is run
 * at few trials; what is left of each report, once all that has limits and a short list of what needs none is taken out,
 * must hold no decimals. Planted bare numbers must be found in every format.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { LONG } from "../long.ts";
import { readCsv } from "../report/read-csv.ts";
import { crible, folder } from "./crible.ts";

const STUDY = `version: 1
ruleset: alpha-omega
title: Two questions
weapons:
  rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 }
units:
  rangers: { ballisticSkill: 4+, save: 4+, command: 3+, initiative: 3, weapon: rifle, models: 4, points: 12 }
  marines: { ballisticSkill: 4+, save: 5+, command: 3+, initiative: 3, weapon: rifle, models: 4, points: 10 }
modifierSets:
  endurance: { factor: true, defender: { addSkills: [endurance] } }
  tough: { factor: true, defender: { save: 3+ } }
experiments:
  shots: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 12 }, with: all }
  whole: { kind: volley, attacker: rangers, defender: marines, situation: { distance: 12 }, with: all }
  grid: { kind: volley, attacker: [rangers, marines], defender: [marines, rangers], situation: { distance: 12 } }
  fight:
    kind: engagement
    sides: [{ units: [{ unit: rangers, order: aimed }] }, { units: [{ unit: marines, order: aimed }] }]
    situation: { distance: 12, turns: 3 }
goals:
  - { experiment: whole, metric: casualties, atMost: 1.5 }
  - { experiment: fight, metric: winner, value: first, between: [20%, 80%] }
`;

/** A matrix of so many that its squares stand in a grid, on a terminal and in Markdown as well. */
const MATRIX = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 12: 0, 24: -1 } } }
units:
${[2, 3, 4, 5, 6, 7, 8].map((skill) => `  u${skill}: { ballisticSkill: ${skill}+, save: ${skill}+, command: 3+, weapon: rifle }\n`).join("")}
experiments:
  all: { kind: shot, attacker: [u2, u3, u4, u5, u6, u7, u8], defender: [u2, u3, u4, u5, u6, u7, u8], situation: { distance: 12 } }
`;

/** Who is too good: of those who fight, and of those who shoot. */
const FIELD = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 } }
units:
  rangers: { ballisticSkill: 4+, save: 4+, command: 3+, initiative: 3, weapon: rifle, models: 3, points: 12 }
  marines: { ballisticSkill: 4+, save: 5+, command: 3+, initiative: 3, weapon: rifle, models: 3, points: 12 }
  scouts: { ballisticSkill: 4+, save: 6+, command: 3+, initiative: 3, weapon: rifle, models: 3, points: 12 }
experiments:
  grid: { kind: volley, attacker: [rangers, marines], defender: [marines, scouts], situation: { distance: 12 } }
  field:
    kind: engagement
    sides:
      - units: [{ unit: [rangers, marines, scouts], order: aimed }]
      - units: [{ unit: [rangers, marines, scouts], order: aimed }]
    situation: { distance: 12, turns: 2 }
`;

const BASE = ["--cell", "whole~rangers~marines~base"];
const SHOT = ["--cell", "shots~rangers~marines~base"];
type Command = readonly [string, readonly string[]];
/** One of each that simulates. */
const COMMANDS: readonly Command[] = [
  ["run", []],
  ["compare", ["--sets", "base,endurance"]],
  ["effects", ["--only", "whole,shots"]],
  ["sensitivity", BASE],
  ["sweep", ["--only", "whole,shots", "--sweep", "defender.save=2..4"]],
  ["solve", [...BASE, "--path", "defender.save=2..6", "--target", "casualties=1.1"]],
  ["solve", ["--points"]],
  ["rank", []],
];
/** The same of a matrix, of chances and of a map. */
const OTHERS: readonly Command[] = [
  ["run", ["--only", "all"]],
  ["sensitivity", SHOT],
  ["sweep", [...BASE, "--sweep", "defender.save=2..3", "--sweep", "attacker.ballisticSkill=3..4"]],
  ["solve", [...SHOT, "--path", "defender.save=2..6", "--target", "outcome=out=17%"]],
];

const NUMBER = String.raw`[+−-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?`;
const UNIT = `(?: %| pp|(?: list)? pts(?: de liste)?)?`;
/** What has limits, is a bound, or is said to be an estimate. */
const LIMITED = [
  `${NUMBER}${UNIT} ± ${NUMBER}`,
  `(?:× )?${NUMBER}${UNIT} \\(${NUMBER}${UNIT} to ${NUMBER}${UNIT}\\)`,
  `\\(× ${NUMBER} to ${NUMBER}\\)`,
  `[≤≥≈] ${NUMBER}${UNIT}`,
  `(?<!from |de )${NUMBER} % to ${NUMBER} %`, // limits alone
];
/** What needs none: why. */
const KNOWN = [
  `^(?:Again|One trial, die by die|À refaire avec|Un essai, dé par dé) ?: .*$`, // a command
  `^crible (?:run|compare|effects|sensitivity|sweep|solve|rank) .*$`,
  String.raw`(?:crible )?\b\d+\.\d+\.\d+`, // a version
  String.raw`--precision \S+`,
  `(?:wanted|voulu) [^,;|]*`, // a bound of a goal
  `(?:the target of|la cible de) ${NUMBER}${UNIT}`,
  String.raw`(?:what|no value of .*) brings .*? to ${NUMBER}${UNIT}(?!\d|\.\d| %| ±| \()`, // a target, and no estimate
  `quelle valeur pour ${NUMBER}${UNIT}`,
  `(?:margin|beyond|within) (?:the margin )?of ${NUMBER}${UNIT}`,
  `marge de ${NUMBER}${UNIT}`,
  `the margin is ${NUMBER}${UNIT}|la marge est de ${NUMBER}${UNIT}`,
  String.raw`within ${NUMBER}${UNIT} of each square(?:,\s+${NUMBER}${UNIT} of each mean)?`, // the furthest that limits reach
  String.raw`à\s+${NUMBER}${UNIT} au plus de\s+chaque\s+(?:case|moyenne)`,
  `à ${NUMBER}${UNIT} près`,
  String.raw`(?:with\s+whole\s+models|figurines\s+entières[^.;|]*?)\s+${NUMBER}\s+to\s+${NUMBER}`, // limits alone
  // What whole models cost at equal points is arithmetic; the wins beside it have limits.
  String.raw`^ .*\d+ × \w+ (?:against|contre) \d+ × \w+ +${NUMBER}$`,
  String.raw`(?<=\d × \w+ (?:against|contre) \d+ × \w+ +(?:${NUMBER} % ± ${NUMBER}|[≤≥] ${NUMBER} %) +)${NUMBER}(?: +${NUMBER})?$`,
  String.raw`(?<=± [\d.]+ |[≤≥] [\d.]+ % )\| ${NUMBER} \| ${NUMBER} \|$`,
  String.raw`^ .* (?:against|contre) \w+ +${NUMBER} +≈ ${NUMBER} +${NUMBER} to ${NUMBER}$`, // and today's price
  String.raw`^ .* (?:against|contre) \w+ +${NUMBER} to ${NUMBER}$|(?<=(?:±|≈) [\d.]+ \| )${NUMBER} to ${NUMBER} \|$`,
  String.raw`≥? ?100(?:\.0)? %`, // the least value or more
  `(?:at|à) \\d+ × ${NUMBER} (?:or|ou) \\d+ × ${NUMBER}`, // a price for whole models
  `to within ${NUMBER}${UNIT}`, // the greatest size that the limits allow
  `(?:winning more|weak, less) than ${NUMBER} %|(?:fort|faible) : (?:plus|moins) de ${NUMBER} %`, // what too good means
  `± ${NUMBER} pp`, // a precision
  String.raw`\bp ${NUMBER}`, // a p-value
  String.raw`(?<![\d.,])\d+ %(?! ±)`, // a confidence: 95 %, 5 %
  `(?:would have to cost|multiplier le prix .* par) ${NUMBER}(?: to ${NUMBER})?`, // limits alone where a number has any
  `${NUMBER} to ${NUMBER} times theirs`,
  `\\d+ (?:more numbers? below|nombres? de plus sous) ${NUMBER} %`, // what a chart leaves out: what was hardly ever rolled
  `at most ${NUMBER}|at least ${NUMBER}|au plus ${NUMBER}|au moins ${NUMBER}`,
];
const SKIPPED = new RegExp([...LIMITED, ...KNOWN].map((part) => `(?:${part})`).join("|"), "gm");

/** Of a grid in a text the squares are short; a line below says how far their limits reach, and those of its means. */
const GRID =
  /^.*(?:; attackers down, defenders across|;[^;]*attaquants\s+en\s+lignes,\s+défenseurs\s+en\s+colonnes)\n[\s\S]*?(?:of\s+each\s+mean|de\s+chaque\s+moyenne)\.|^(?:\|.*\|\n)+\n(?:Limits|Limites) (?:at|à) 95 % ?:.*(?:of each mean|de chaque moyenne)\.$/gm;

/** French as English writes it, where numbers and their limits are told. */
const englishOf = (text: string): string =>
  text
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/(?<=\d),(?=\d)/g, ".")
    .replace(/(?<=\d) (?=\d{3}\b)/g, ",")
    .replace(/(?<=\d(?: %)?) à (?=[+−]?\d)/g, " to ");

/** Decimals that are left in a text. */
const bareIn = (text: string): string[] =>
  text
    .replace(/[\u00a0\u202f]/g, " ")
    .replaceAll(GRID, "·")
    .replace(/\*\*|\\(?=[|*_[\]])/g, "")
    .replaceAll(SKIPPED, "·")
    // Solved, whatever the cells are: the fights here are small.
    .replace(
      /(?:going first every turn, rather than second|commencer chaque tour plutôt que jouer en second ?): [^\n]*/g,
      "",
    )
    .split("\n")
    .filter((line) => /\d\.\d/.test(line));

/** What a page says: its text, and of its charts the title, the description and what each mark says. */
function wordsOf(html: string): string {
  const said = [...html.matchAll(/"(?:said|title|description)":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    JSON.parse(`"${text}"`),
  );
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<svg\b[\s\S]*?<\/svg>/g, "")
    // A square of a grid links to its cell, and has its number with limits in its label or title; so has a mean of a row or a column.
    .replace(/<td class="?[hl]\d(?: iseven")?><a [^>]*(?:aria-label|title)="([^"]*)">[^<]*/g, "\n$1\n")
    .replace(/<td class=n title="([^"]*)">[^<]*/g, "\n$1\n")
    // The key of a map says which numbers a shade stands for.
    .replace(/<span class=[hl]\d>[^<]*/g, "")
    // A square of a map is a picture, whose words are its label: the number in short, and its limits.
    .replace(/<b aria-label="([^"]*)">[^<]*/g, "\n$1\n")
    .replace(/<span class=whole>([^<]*)<\/span>/g, "$1")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  return [...said, text].join("\n");
}

/** What a chart in a file says, but for the numbers at its axes: those alone are set by an anchor. */
const drawnIn = (svg: string): string =>
  englishOf(
    [...svg.matchAll(/<(?:text|title|desc)\b(?![^>]*text-anchor)[^>]*>([^<]*)/g)].map(([, text]) => text).join(" "),
  );

/** Columns of numbers that are no estimate, or that are said to be one without limits. */
const PLAIN_COLUMNS = new Set(
  "turn,value_tried,trials,count,seed,models,points,to,rank,target,tried,margin,trials_needed,only_first,only_second,p_value,gain,sd,total_variation,fraction,circles,side_points,fielded,left_over".split(
    ",",
  ),
);
/** Where the limits of a column stand that are not named after it. */
const LIMITS_OF: Readonly<Record<string, string>> = { probability: "", value: "", difference: "" };

/** Columns of estimates of a table that have a number and no limits on some row of a simulated cell. */
function bareColumns(file: string, text: string): string[] {
  const rows = readCsv(text);
  const isAxis = (name: string) => /^(?:defender|attacker|weapons|situation)\./.test(name);
  const isNumber = (cell: string | undefined) => cell !== undefined && cell !== "" && Number.isFinite(Number(cell));
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) =>
      !/(?:^|_)(?:lower|upper)$/.test(name) &&
      !PLAIN_COLUMNS.has(name) &&
      !isAxis(name) &&
      !(file === "outcomes.csv" && name === "value"),
  );
  return names.filter((name) => {
    const prefix = LIMITS_OF[name] ?? `${name.replace(/_value$/, "")}_`;
    return rows.some(
      (row) =>
        isNumber(row[name]) &&
        // Nothing bounds a ratio from above whose lower part may be nothing.
        !(isNumber(row[`${prefix}lower`]) && (isNumber(row[`${prefix}upper`]) || /^exchange/.test(row.what ?? ""))),
    );
  });
}

/** Numbers of stored results that are no estimate. */
const PLAIN_KEYS = new Set(
  "format,trials,count,open,budget,left,turn,line,column,atMost,margin,trialsNeeded,trialsForHalf,halfWidth,target,gain,onlyFirst,onlySecond,pValue,totalVariation,sd,rank,to,models,points,value,passed,from,priced,size,today".split(
    ",",
  ),
);
const NESTED = new Set([
  "rolls",
  "point",
  "options",
  "place",
  "quality",
  "rules",
  "axes",
  "distance",
  "binding",
  "goals",
  "situation",
  "unmoved",
]);

/** Paths of estimates in stored results that have no limits beside them. */
function bareKeys(data: unknown, path = ""): string[] {
  if (Array.isArray(data)) return data.flatMap((one, i) => bareKeys(one, `${path}[${i}]`));
  if (typeof data !== "object" || data === null) return [];
  const record = data as Readonly<Record<string, unknown>>;
  const has = (name: string) => record[name] !== undefined;
  const isEstimate = has("trials") && has("value") && record.trials !== 0; // of an analysis
  return Object.entries(record).flatMap(([name, value]) => {
    const at = `${path}.${name}`;
    if (NESTED.has(name)) return [];
    if (name === "quantiles") return has("quantilesLower") && has("quantilesUpper") ? [] : [at];
    if (typeof value === "object") return name.startsWith("quantiles") ? [] : bareKeys(value, at);
    if (typeof value !== "number" || /(?:^lower|^upper|Lower|Upper)$/.test(name)) return [];
    if (name === "value" && isEstimate) return has("lower") && has("upper") ? [] : [at];
    if (PLAIN_KEYS.has(name) || (name === "atLeast" && has("level"))) return [];
    if (name === "value" && path.endsWith(".ratio")) return has("lower") ? [] : [at]; // likewise
    if (["probability", "estimate", "value"].includes(name)) return has("lower") && has("upper") ? [] : [at];
    if (name === "off") return []; // the estimate beside it, less the target
    if (name === "pointsPerKill") return has("pointsPerKillLower") ? [] : [at]; // nothing bounds it where none may fall
    return has(`${name}Lower`) && has(`${name}Upper`) ? [] : [at];
  });
}

const files = (at: string, name: string) => ({
  markdown: name === "run" ? "summary.md" : `${name}.md`,
  json: name === "run" ? "results.json" : `${name}.json`,
  csv: name === "run" ? ["summary.csv", "outcomes.csv"] : [`${name}.csv`],
  read: (file: string) => readFileSync(join(at, file), "utf8"),
});

describe.each([300, 1])("%i trials", (trials) => {
  let cwd = "";
  beforeAll(() => {
    cwd = folder();
    writeFileSync(join(cwd, "study.yaml"), STUDY);
    writeFileSync(join(cwd, "matrix.yaml"), MATRIX);
    writeFileSync(join(cwd, "field.yaml"), FIELD);
  });

  it.each(LONG ? [...COMMANDS, ...OTHERS] : trials > 1 ? COMMANDS : OTHERS)(
    "crible %s %j tells no number without its limits",
    async (command, args) => {
      const name = args.includes("--points") ? "points" : command;
      const out = `${name}-${args.length}-${args.at(-1)?.replace(/\W/g, "")}`;
      const ran = await crible(
        [
          command,
          args.includes("all") ? "matrix.yaml" : command === "rank" ? "field.yaml" : "study.yaml",
          ...args,
          "--trials",
          String(trials),
          "--workers",
          "0",
          "--out",
          out,
        ],
        { cwd },
      );
      expect([0, 1], ran.stderr).toContain(ran.code);
      const { markdown, json, csv, read } = files(join(cwd, out), name);
      expect(bareIn(ran.stdout)).toEqual([]);
      expect(bareIn(read(markdown))).toEqual([]);
      if (command !== "solve") expect(bareIn(wordsOf(read("report.html")))).toEqual([]); // which has no page
      for (const file of csv) expect([file, ...bareColumns(file, read(file))]).toEqual([file]);
      expect(bareKeys(JSON.parse(read(json)))).toEqual([]);
      const french = async (...more: string[]) => {
        const again = await crible(["report", join(out, json), "--lang", "fr", ...more], { cwd });
        expect(again.code, again.stderr).toBe(0);
        return again.stdout;
      };
      expect(bareIn(englishOf(await french("--format", "markdown")))).toEqual([]);
      // The terminal and the page tell the same document: of one trial they have no sentence more.
      if (trials > 1 || LONG) expect(bareIn(englishOf(await french()))).toEqual([]);
      if (command !== "solve" && (trials > 1 || LONG))
        expect(bareIn(englishOf(wordsOf(await french("--format", "html"))))).toEqual([]);
      if (command === "run") {
        const charts = join(cwd, `${out}-charts`);
        await french("--format", "charts", "--out", charts);
        const drawn = readdirSync(charts).filter((file) => file.endsWith(".svg"));
        expect(drawn.length > 0).toBe(args.length === 0);
        for (const file of drawn)
          expect([file, ...bareIn(drawnIn(readFileSync(join(charts, file), "utf8")))]).toEqual([file]);
      }
      if (trials > 1) expect(ran.stdout + read(markdown)).toMatch(/± \d|\(\S+ to \S+\)/);
      else expect(ran.stdout + read(markdown)).not.toMatch(/ ± 0(?:\.0+)?\b/);
    },
  );
});

describe("a bare number that is planted", () => {
  it("is found in texts", () => {
    expect(bareIn("mean 1.250 ± 0.004, sd ≈ 0.9; 12.0 % (11.1 to 13.2), ≥ 5.0 %")).toEqual([]);
    for (const text of ["mean 1.250, sd ≈ 0.9", "hits 2.5 · out 0.3 ± 0.1", "| 3 | 12.0 % | 0.5 ± 0.1 |", "sd 0.912"])
      expect(bareIn(text), text).toHaveLength(1);
    expect(bareIn(wordsOf('<p>fine</p><script>{"said":"base: 12.0 % of 2 or more"}</script>'))).toHaveLength(1);
    expect(bareIn(wordsOf("<td>0.417</td>"))).toHaveLength(1);
    expect(bareIn(wordsOf('<td class=n title="0.417">.42</td>'))).toHaveLength(1);
    expect(bareIn(englishOf("moyenne 1,250 ; 12,0\u202f% (11,1 à 13,2)"))).toHaveLength(1);
    expect(bareIn(drawnIn('<text x="2" text-anchor="start">0.5</text><text>12,0 % ± 0,3</text>'))).toEqual([]);
    expect(bareIn(drawnIn('<text x="2">12,0 %</text>'))).toHaveLength(1);
    const grid = "all; base; attackers down, defenders across\n  a  8.0\n  b  1.7\n";
    expect(bareIn(`${grid}Limits at 95 %: within 2.0 pp of each square, 1.5 pp of each mean.`)).toEqual([]);
    expect(bareIn(grid)).toHaveLength(2);
  });

  it("is found in tables and stored results", () => {
    expect(bareColumns("summary.csv", "mean,mean_lower,mean_upper,sd\n1.5,1,2,0.7\n")).toEqual([]);
    expect(bareColumns("summary.csv", "mean,mean_lower,mean_upper,median\n1.5,,,2\n")).toEqual(["mean", "median"]);
    expect(bareColumns("outcomes.csv", "probability,lower,upper,at_least\n0.5,0.4,0.6,0.9\n")).toEqual(["at_least"]);
    expect(bareKeys({ cells: [{ mean: 1, meanLower: 0, meanUpper: 2, median: 1 }] })).toEqual([".cells[0].median"]);
    expect(bareKeys({ worth: { killsPer100: 2 } })).toEqual([".worth.killsPer100"]);
    expect(bareKeys({ bars: [{ swing: 2 }] })).toEqual([".bars[0].swing"]);
  });
});
