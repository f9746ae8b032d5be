import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { VERSION } from "../src/version.ts";
import { oncePerSource, type Source, SOURCES as sources, treeOf } from "./sources.ts";

/** The folders of src, lowest first: each imports from itself and from those before it. */
const LAYERS = ["dice", "rule", "rulesets", "scenario", "engine", "stats", "analysis", "report", "playground", "cli"];
const RULESETS = ["alpha-omega", "metropolis", "wh40k"];
const MOST_LINES = 400;
/** What package.json exports; they may import from everywhere. */
const ENTRIES = ["browser.ts", "conformance.ts", "index.ts", "matchers.ts", "ruleset-reader.ts", "ruleset.ts"];
/** What is beside the folders, and may be used by all of them. */
const BESIDE = ["package.ts", "version.ts"];

/**
 * What a game has of its own, under one name in each: the same part of it, of its own rules. No game imports another, so
 * that a file never sees two.
 */
const OF_EACH_GAME = [
  ["Book", "Options", "OnDice", "Drawn", "Chance", "Order"],
  ["Unit", "UnitData", "Weapon", "Line", "Gun", "Actions", "Seat"],
  ["Resolving", "WrittenRule", "Situation", "SituationKind", "WeaponData"],
  ["Account", "Fire", "Melee", "ShotProfile", "VolleyProfile", "VolleyCell"],
  ["EngagementProfile", "UnitProfile", "Battle", "BattleLog"],
  ["SequenceCell", "Standing"],
].flat();
/** A class under its own name, with what an author of a ruleset may leave out filled in. */
const SAID_AGAIN = ["ruleset-reader.ts"];

interface Import {
  readonly target: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

/** What the checks ask of a file. */
interface Contents {
  /** Every import and re-export: paths from src/, names of packages as they are. */
  readonly imports: readonly Import[];
  /** Names the code reads as `object.member`, comments and texts left out: `Math.random`, `process.stdout`. */
  readonly members: readonly string[];
  /** The types, interfaces and classes it declares, wherever in it. */
  readonly types: readonly string[];
}

const contentsOf = oncePerSource((source): Contents => {
  const imports: Import[] = [];
  const members: string[] = [];
  const types: string[] = [];
  const add = (name: ts.Expression, isType: boolean, isDynamic: boolean) => {
    const text = ts.isStringLiteralLike(name) ? name.text : "(computed)";
    const target = text.startsWith(".") ? normalize(join(dirname(source.path), text)) : text;
    imports.push({ target: target.replaceAll("\\", "/"), isType, isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly === true, false);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0]!, false, true);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal as ts.StringLiteral, true, false);
    else if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      members.push(`${node.expression.text}.${node.name.text}`);
    else if (ts.isIdentifier(node) && (node.text === "Date" || node.text === "console")) members.push(node.text);
    else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node))
      if (node.name) types.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(treeOf(source));
  return { imports, members, types };
});
const importsOf = (source: Source) => contentsOf(source).imports;
const membersOf = (source: Source) => contentsOf(source).members;
const typesOf = (source: Source) => contentsOf(source).types;

const folderOf = (path: string): string => (path.includes("/") ? path.split("/")[0]! : "");
const paths = new Set(sources.map(({ path }) => path));
const isPackage = (target: string): boolean => !paths.has(target) && !target.endsWith(".ts");
const packageOf = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

/** Imports against the order of the folders. */
function againstTheOrder(source: Source): string[] {
  const layer = LAYERS.indexOf(folderOf(source.path));
  return importsOf(source).flatMap(({ target }) => {
    if (isPackage(target) || BESIDE.includes(target)) return [];
    if (ENTRIES.includes(source.path)) return [];
    const other = LAYERS.indexOf(folderOf(target));
    return other < 0 || other > layer ? [`${source.path} imports ${target}`] : [];
  });
}

/** Imports of a package outside of the only folder that may. */
const packagesOutside = (source: Source, name: RegExp, folder: string): string[] =>
  folderOf(source.path) === folder
    ? []
    : importsOf(source)
        .filter(({ target }) => name.test(target))
        .map(({ target }) => `${source.path} imports ${target}`);

const printing = (source: Source): string[] =>
  folderOf(source.path) === "cli"
    ? []
    : membersOf(source)
        .filter((name) => name === "console" || name === "process.stdout" || name === "process.stderr")
        .map((name) => `${source.path} uses ${name}`);

/** The clock and chance that is not addressed. */
const unrepeatable = (source: Source): string[] =>
  folderOf(source.path) === "cli"
    ? []
    : membersOf(source)
        .filter((name) => ["Math.random", "Date", "performance.now", "process.hrtime"].includes(name))
        .map((name) => `${source.path} uses ${name}`);

/** Functions whose last bit the language leaves to the engine. */
const unsteady = (source: Source): string[] =>
  membersOf(source)
    .filter((name) => /^Math\.(?:a?(?:sin|cos|tan)h?|atan2|cbrt|exp|expm1|hypot|log|log1p|log2|log10|pow)$/.test(name))
    .map((name) => `${source.path} uses ${name}`);

const namingARuleset = (source: Source): string[] =>
  ["dice", "rule", "engine", "stats"].includes(folderOf(source.path))
    ? RULESETS.filter((name) => source.text.toLowerCase().includes(name)).map((name) => `${source.path} names ${name}`)
    : [];

/** A game of one's own is one ruleset among others: above the scenario nobody runs its parts. */
const knowingOwnGames = (source: Source): string[] =>
  LAYERS.indexOf(folderOf(source.path)) <= LAYERS.indexOf("scenario")
    ? []
    : importsOf(source)
        .filter(({ target, isType }) => /^rulesets\/game\/(?!words\.ts)/u.test(target) && !isType)
        .map(({ target }) => `${source.path} imports ${target}`);

/** The game a file is of; none of shared code. */
const gameOf = (path: string): string =>
  RULESETS.find((name) => path.startsWith(`rulesets/${name}`) && path.split("/").length > 2) ?? "";

/** Files of games that have a loop, a layout of memory or an image of their own. */
const LOOPS_OF_GAMES: Readonly<Record<string, string>> = {
  "alpha-omega/engagement/battle-kernel.ts": "the battle as it is written",
  "alpha-omega/engagement/joint.ts": "exact answers over pairs of states",
  "alpha-omega/engagement/melee-kernel.ts": "close combat",
  "alpha-omega/engagement/rows-wasm.ts": "exact answers over pairs of states",
  "metropolis/engagement/written-kernel.ts": "the battle as it is written",
};
const OF_LOOPS = new Set(["loopOf", "WasmLoop", "WebAssembly"]);

/** Whether a file of games has a loop of its own: it plays trials itself, or has to do with WebAssembly. */
function hasOwnLoop(source: Source): boolean {
  if (folderOf(source.path) !== "rulesets") return false;
  let found = /-wasm\.ts$/.test(source.path);
  const visit = (node: ts.Node): void => {
    found ||= ts.isIdentifier(node) && OF_LOOPS.has(node.text);
    found ||=
      ts.isHeritageClause(node) &&
      node.types.some(({ expression }) => /Kernel$/.test(expression.getText(node.getSourceFile())));
    ts.forEachChild(node, visit);
  };
  visit(treeOf(source));
  return found;
}

/** Names of types that stand for several things. */
function severalThings(all: readonly Source[]): string[] {
  const declared = new Map<string, string[]>();
  for (const source of all)
    if (!SAID_AGAIN.includes(source.path))
      for (const name of typesOf(source)) declared.set(name, [...(declared.get(name) ?? []), source.path]);
  return [...declared].flatMap(([name, paths]) => {
    const games = new Set(paths.map(gameOf));
    const isOfGames = OF_EACH_GAME.includes(name) && games.size === paths.length && !games.has("");
    return paths.length === 1 || isOfGames ? [] : [`${name}: ${paths.join(", ")}`];
  });
}

const tooLong = ({ path, text }: Source): string[] => {
  const lines = text.trimEnd().split("\n").length;
  return lines > MOST_LINES ? [`${path} has ${lines} lines`] : [];
};

/** Everything a file loads at once, itself and packages included. Types load nothing; `import()` loads when asked. */
function loads(path: string, all: readonly Source[], seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const source = all.find((candidate) => candidate.path === path);
  for (const { target, isType, isDynamic } of source ? importsOf(source) : [])
    if (!isType && !isDynamic) loads(target, all, seen);
  return seen;
}

/** What a worker must never load. */
const heavy = (loaded: Iterable<string>): string[] =>
  [...loaded].filter(
    (target) =>
      /^(?:zod|yaml|simple-statistics|@stdlib|commander)\b/.test(target) || /^(?:stats|scenario|cli)\//.test(target),
  );

/**
 * Files that load each other: a circle, as the names on the way round. `import()` loads when it is asked.
 * @param types whether files count too that know each other's types, which loads nothing
 */
function circles(all: readonly Source[], { types = false } = {}): string[] {
  const loaded = new Map(
    all.map((source) => [
      source.path,
      importsOf(source).flatMap(({ target, isType, isDynamic }) => ((isType && !types) || isDynamic ? [] : target)),
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const from = way.indexOf(path);
    if (from >= 0) found.push([...way.slice(from), path].join(" > "));
    if (from >= 0 || done.has(path)) return;
    for (const target of loaded.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of loaded.keys()) visit(path, []);
  return found;
}

const none = (check: (source: Source) => string[]) => expect(sources.flatMap(check)).toEqual([]);
const planted = (path: string, text: string): Source => ({ path, text });

/** What a script takes from the built code that no file of `src` exports by that name. */
function missing(script: string, text: string): string[] {
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"((?:\.\.?\/)+)dist\/([^"]+)\.js"/g)].flatMap(
    ([, names, , module]) => {
      const own = sources.find(({ path }) => path === `${module}.ts`)?.text ?? "";
      return names!.split(",").flatMap((given) => {
        const name = given.trim().split(" as ")[0]!;
        const isThere = new RegExp(
          `export (?:async )?(?:function\\*?|const|let|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`,
        ).test(own);
        return name === "" || name.startsWith("type ") || isThere ? [] : `${script}: ${name} of ${module}`;
      });
    },
  );
}

describe("scripts beside src", () => {
  it("take from the built code what it exports", () => {
    const scripts = ["assets", "bench", "reports"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) =>
        name.endsWith(".js") && !name.includes("node_modules") ? join(folder, name) : [],
      ),
    );
    const found = scripts.map((name) => readFileSync(name, "utf8"));
    expect(found.filter((text) => /from "[./]+dist\//.test(text)).length).toBeGreaterThan(10);
    expect(scripts.flatMap((name, i) => missing(name, found[i]!))).toEqual([]);
    expect(missing("x.js", 'import { BlockPlayer, gone } from "../dist/engine/job.js";')).toEqual([
      "x.js: gone of engine/job",
    ]);
  });
});

describe("src", () => {
  it("is where this test looks, and its folders are the layers", () => {
    expect(sources.length).toBeGreaterThan(50);
    const folders = new Set(sources.map(({ path }) => folderOf(path)));
    expect([...folders].filter((folder) => folder !== "").toSorted()).toEqual(
      LAYERS.filter((layer) => folders.has(layer)).toSorted(),
    );
    expect(
      sources
        .filter(({ path }) => folderOf(path) === "")
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([...ENTRIES, ...BESIDE].sort());
  });

  it("imports one way", () => none(againstTheOrder));
  it("imports in no circle", () => {
    expect(circles(sources, { types: true })).toEqual([]);
    const control = [
      planted("a.ts", 'import { b } from "./b.ts";'),
      planted("b.ts", 'import type { x } from "./x.ts"; export { c } from "./c.ts";'),
      planted("c.ts", 'import { a } from "./a.ts";'),
      planted("x.ts", 'import { b } from "./b.ts";'),
    ];
    expect(circles(control)).toEqual(["a.ts > b.ts > c.ts > a.ts"]);
    expect(circles(control, { types: true })).toContain("b.ts > x.ts > b.ts");
  });
  it("imports simple-statistics in stats only", () =>
    none((source) => packagesOutside(source, /^(?:simple-statistics|@stdlib\/)/, "stats")));
  it("imports commander in cli only", () =>
    none((source) => packagesOutside(source, /^(?:commander|write-file-atomic)$/, "cli")));
  it("prints in cli only", () => none(printing));
  it("asks neither the clock nor Math.random, but for cli, and for when this thread last gave way", () =>
    none((source) => (source.path === "rule/event-loop.ts" ? [] : unrepeatable(source))));
  it("uses no function whose last bit differs between engines", () => none(unsteady));
  it("names no ruleset in dice, rule, engine and stats", () => none(namingARuleset));
  it("knows what games of one's own do in rulesets and scenario only, but for their types and words", () =>
    none(knowingOwnGames));
  it("calls one thing by one name: no name of a type is declared twice, but for what each game has", () => {
    expect(severalThings(sources)).toEqual([]);
    const inGames = sources.flatMap((source) => typesOf(source).map((name) => `${gameOf(source.path)} ${name}`));
    const once = OF_EACH_GAME.filter(
      (name) => RULESETS.filter((game) => inGames.includes(`${game} ${name}`)).length < 2,
    );
    expect(once).toEqual([]);
  });
  it("has no game with a loop, a memory or an image of its own, but for those that are named", () => {
    const own = sources.filter(hasOwnLoop).map(({ path }) => path.slice("rulesets/".length));
    expect(own.toSorted()).toEqual(Object.keys(LOOPS_OF_GAMES).toSorted());
    const of = (text: string, path = "rulesets/metropolis/x.ts") => hasOwnLoop(planted(path, text));
    expect(of("class Fast implements Kernel {}")).toBe(true);
    expect(of("class Faster extends CutKernel {}")).toBe(true);
    expect(of('import { loopOf } from "../../rule/wasm-loop.ts";')).toBe(true);
    expect(of('import { WasmLoop as Own } from "../../rule/wasm-loop.ts";')).toBe(true);
    expect(of("const own = new globalThis.WebAssembly.Memory({ initial: 1 });")).toBe(true);
    expect(of("", "rulesets/metropolis/x-wasm.ts")).toBe(true);
    expect(of("/** No WebAssembly. */ const kernel = acts.kernel();")).toBe(false);
  });
  it("has no game import another", () => {
    const across = (source: Source) =>
      importsOf(source)
        .filter(({ target }) => ![gameOf(source.path), ""].includes(gameOf(target)) && gameOf(source.path) !== "")
        .map(({ target }) => `${source.path} imports ${target}`);
    none(across);
    expect(across(planted("rulesets/metropolis/x.ts", 'import "../alpha-omega/book.ts";'))).toHaveLength(1);
    expect(across(planted("rulesets/metropolis/x.ts", 'import "../sequence/turn.ts";'))).toEqual([]);
  });
  it(`has no file of more than ${MOST_LINES} lines`, () => none(tooLong));

  it("imports nothing but what package.json lists", () => {
    const { dependencies: own, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const dependencies = { ...own, ...peerDependencies };
    const builtin = new Set(builtinModules.map((name) => `node:${name}`));
    none((source) =>
      importsOf(source)
        .filter(
          ({ target, isType }) =>
            !(target === "vitest" && (source.path === "conformance.ts" || (isType && ENTRIES.includes(source.path)))) &&
            // The one place that loads what a project lists.
            !(target === "(computed)" && source.path === "rulesets/index.ts") &&
            // The one place whose packages the build makes a file of.
            !(target.startsWith("@stdlib/") && source.path === "stats/quantiles-library.ts") &&
            isPackage(target) &&
            !builtin.has(target) &&
            !(packageOf(target) in dependencies),
        )
        .map(({ target }) => `${source.path} imports ${target}`),
    );
  });

  it("has workers load neither schema nor statistics", () => {
    const start = [
      "engine/worker.ts",
      ...sources.map(({ path }) => path).filter((path) => /^rulesets\/[^/]+\/index\.ts$/.test(path)),
    ];
    expect(start.length).toBeGreaterThan(1);
    for (const path of start) expect(heavy(loads(path, sources)), path).toEqual([]);
    expect([...loads("engine/worker.ts", sources)]).toContain("dice/stream.ts");
  });

  it("has the command line know what is asked before it loads schema, YAML or statistics", () => {
    const loaded = [...loads("cli/program.ts", sources)];
    expect(loaded).toContain("commander");
    expect(loaded.filter((target) => /^(?:zod|yaml|simple-statistics|@stdlib|report\/index\.ts)/.test(target))).toEqual(
      [],
    );
  });

  it("has the version of package.json", () => {
    expect(VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  });
});

describe("controls: each check catches what is planted", () => {
  it.each([
    ["dice/x.ts", 'import { run } from "../analysis/run.ts";'],
    ["stats/x.ts", 'import type { Result } from "../analysis/result.ts";'],
    ["engine/x.ts", 'export * from "../stats/normal.ts";'],
    ["rule/x.ts", 'const x = await import("../rulesets/index.ts");'],
    ["rulesets/x.ts", 'type T = import("../cli/exit.ts").UsageError;'],
    ["report/x.ts", 'import { run } from "../index.ts";'],
  ])("an import against the order in %s", (path, text) => {
    expect(againstTheOrder(planted(path, text))).toHaveLength(1);
  });

  it("a package in the wrong folder", () => {
    const source = planted(
      "report/x.ts",
      'import { mean } from "simple-statistics";\nimport { Command } from "commander";',
    );
    expect(packagesOutside(source, /^simple-statistics$/, "stats")).toHaveLength(1);
    expect(packagesOutside(source, /^commander$/, "cli")).toHaveLength(1);
  });

  it("printing, the clock, unaddressed chance, unsteady functions; not a word in a comment", () => {
    expect(printing(planted("report/x.ts", "console.log(1); process.stdout.write('')"))).toHaveLength(2);
    expect(unrepeatable(planted("rule/x.ts", "const a = Math.random(), b = new Date(), c = Date.now();"))).not.toEqual(
      [],
    );
    expect(unsteady(planted("stats/x.ts", "const a = Math.exp(1);"))).toHaveLength(1);
    expect(unrepeatable(planted("rule/x.ts", "/** No Math.random, no Date. */ const a = 'Date';"))).toEqual([]);
  });

  it("a ruleset named where none may be, and a file that is too long", () => {
    expect(namingARuleset(planted("engine/x.ts", '"alpha-omega"'))).toHaveLength(1);
    const own = 'import { GameFault } from "../rulesets/game/fault.ts";';
    expect(knowingOwnGames(planted("analysis/x.ts", own))).toHaveLength(1);
    expect(knowingOwnGames(planted("scenario/x.ts", own))).toEqual([]);
    expect(tooLong(planted("rule/x.ts", "x\n".repeat(MOST_LINES + 1)))).toHaveLength(1);
  });

  it("a name of two things, of shared code and a game, twice in a game; not what each game has", () => {
    const two = (first: string, second: string, name: string) =>
      severalThings([planted(first, `export interface ${name} {}`), planted(second, `{ type ${name} = 1; }`)]);
    expect(two("rule/x.ts", "stats/y.ts", "Thing")).toEqual(["Thing: rule/x.ts, stats/y.ts"]);
    expect(two("rule/x.ts", "rulesets/metropolis/y.ts", "Book")).toHaveLength(1);
    expect(two("rulesets/metropolis/x.ts", "rulesets/metropolis/kinds/y.ts", "Book")).toHaveLength(1);
    expect(two("rulesets/metropolis/x.ts", "rulesets/wh40k-10e/y.ts", "Thing")).toHaveLength(1);
    expect(two("rulesets/metropolis/x.ts", "rulesets/wh40k-10e/y.ts", "Book")).toEqual([]);
  });

  it("a worker that would load a schema, however far away", () => {
    const all = [
      planted("engine/worker.ts", 'import "./job.ts";'),
      planted("engine/job.ts", 'import { a } from "../rulesets/x.ts"; import type { b } from "yaml";'),
      planted("rulesets/x.ts", 'import { z } from "zod";'),
    ];
    expect(heavy(loads("engine/worker.ts", all))).toEqual(["zod"]);
  });
});
