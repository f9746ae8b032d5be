/** Everything that is said in both languages has its French: found in the source, whoever writes it. */
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { FRENCH } from "../src/rulesets/french.ts";
import type { Sayer } from "../src/rulesets/said.ts";
import { SOURCES, type Source, treeOf } from "./sources.ts";

interface Sentence {
  readonly where: string;
  /** The module and the name of what says it. */
  readonly sayer: string;
  readonly english: string;
}

const nameOf = ({ path }: Source): string => join("src", path);

/** The sentences of a file: its tagged texts whose tag comes from a module that says things. */
function sentencesOf(source: Source, modules: ReadonlySet<string>): Sentence[] {
  if (![...modules].some((module) => source.text.includes(`/${basename(module)}"`))) return [];
  const file = nameOf(source);
  const tree = treeOf(source);
  const tags = new Map<string, string>();
  for (const node of tree.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const module = normalize(join(dirname(file), node.moduleSpecifier.text));
    const names = node.importClause?.namedBindings;
    if (modules.has(module) && names !== undefined && ts.isNamedImports(names))
      for (const { name } of names.elements) tags.set(name.text, module);
  }
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const module = tags.get(node.tag.getText());
      const { template } = node;
      if (module !== undefined)
        found.push({
          where: `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
          sayer: `${module} ${node.tag.getText()}`,
          english: ts.isNoSubstitutionTemplateLiteral(template)
            ? template.text
            : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join("{}"),
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** What tells an error, and which of its arguments are for people. */
const TELLERS: Readonly<Record<string, readonly number[]>> = {
  problemAt: [1],
  wholeFile: [1, 2],
  SettingError: [0],
  UsageError: [0],
  ArgumentError: [0],
  EngineError: [0],
  BusyError: [0],
  OutputError: [0],
  say: [0],
  tell: [0],
  fail: [0, 1, 2],
  wrong: [0, 1, 2],
};

/** Errors of a file that are written in English alone: a text of more than one word where one is told. */
function bareIn(source: Source): string[] {
  if (!Object.keys(TELLERS).some((name) => source.text.includes(`${name}(`))) return [];
  const file = nameOf(source);
  const tree = treeOf(source);
  const found: string[] = [];
  const bare = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isObjectLiteralExpression(node) && node.properties.some((own) => own.name?.getText() === "fr")) return;
    const words = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text: part }) => part).join("{}")
      : node.getText();
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && /\w[}]? [{]?\w/u.test(words))
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`);
    else ts.forEachChild(node, bare);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      for (const at of TELLERS[node.expression.getText()] ?? []) {
        const told = node.arguments?.[at];
        if (told !== undefined) bare(told);
      }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const modules = SOURCES.filter(({ text }) => /= sayer\(/u.test(text)).map(nameOf);
const sentences = SOURCES.flatMap((source) => sentencesOf(source, new Set(modules)));
const sayers = new Map<string, Sayer>();
for (const module of modules)
  for (const [name, value] of Object.entries((await import(join("..", module))) as Record<string, unknown>))
    if (typeof value === "function" && "french" in value) sayers.set(`${module} ${name}`, value as unknown as Sayer);

/** French of a ruleset's own English, by what it is of; shared words and sentences are of `""`. */
function frenchOfRulesets(): { readonly game: string; readonly key: string }[] {
  const shared: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer))
      shared.push((node.name as ts.StringLiteral | ts.Identifier).text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("", readFileSync("src/rulesets/sayings.ts", "utf8"), ts.ScriptTarget.ES2023));
  const own = Object.entries(FRENCH).flatMap(([game, { kinds, metrics, values, options, optionValues, sayings }]) =>
    [kinds, metrics, values, options, optionValues, sayings].flatMap(Object.keys).map((key) => ({ game, key })),
  );
  return [...own, ...shared.map((key) => ({ game: "", key }))];
}

/** The English that a file may say: its texts, with a hole for each thing told, and its names. */
function englishIn(source: Source): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) found.add(node.text);
    if (ts.isTemplateExpression(node))
      found.add([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}"));
    ts.forEachChild(node, visit);
  };
  visit(treeOf(source));
  return found;
}

/** Put together where they are said: `met(…)` of several dice, who has moved, a modifier by its field. */
const PUT_TOGETHER = [
  ["alpha-omega {} hit", "alpha-omega {} saved", "alpha-omega {} stays ready"],
  ["metropolis {} hit", "metropolis {} wound"],
  ["metropolis the target has moved (QB-08)", "metropolis the shooter has moved (QB-08)"],
  ["wh40k-10e damageBy"],
  ["wh40k-10e {}: hitModifier", "wh40k-10e {}: woundModifier"],
].flat();

const holes = (text: string): number => text.split("{}").length - 1;

describe("what is said in two languages", () => {
  it("is found: every ruleset, files and the command line", () => {
    for (const folder of ["rulesets/alpha-omega", "rulesets/metropolis", "rulesets/wh40k-10e", "scenario"])
      expect(sentences.filter(({ where }) => where.includes(folder)).length, folder).toBeGreaterThan(25);
  });

  it("has its French, with as many things told", () => {
    const bad = sentences.filter(({ sayer, english }) => {
      const french = sayers.get(sayer)?.french[english];
      return french === undefined || holes(french) !== holes(english);
    });
    expect(bad.map(({ where, english }) => `${where} ${english}`)).toEqual([]);
  });

  it("is every error of a scenario, of an analysis and of the words of a command", () => {
    // What a program gives crible/index is told to whoever wrote that program.
    const isOfPrograms = ({ path }: Source) => path === "analysis/check-settings.ts";
    expect(SOURCES.filter((source) => !isOfPrograms(source)).flatMap(bareIn)).toEqual([]);
    expect(SOURCES.filter(isOfPrograms).flatMap(bareIn).length, "control").toBeGreaterThan(3);
  });

  it("has no French of what nobody says", () => {
    const said = new Set(sentences.map(({ english }) => english));
    const left = [...sayers.values()].flatMap(({ french }) => Object.keys(french).filter((key) => !said.has(key)));
    expect(left).toEqual([]);
  });

  it("has no French of a ruleset for what it no longer says", () => {
    const games = Object.keys(FRENCH);
    const english = SOURCES.filter(({ path }) => !/\b(?:labels|sayings|french|texts[-a-z]*)\.ts$/.test(path)).map(
      (source) => ({ own: games.find((name) => source.path.includes(name)) ?? "", texts: englishIn(source) }),
    );
    const isSaid = ({ game, key }: { readonly game: string; readonly key: string }): boolean =>
      english.some(
        ({ own, texts }) =>
          (game === "" || own === "" || own === game) &&
          // `metric=value` is the word for a value of one metric.
          (texts.has(key) || texts.has(key.replace(/^\w+=/, ""))),
      );
    const french = frenchOfRulesets();
    expect(french.length).toBeGreaterThan(700);
    const left = french.filter((one) => !isSaid(one)).map(({ game, key }) => `${game} ${key}`);
    expect(left.toSorted()).toEqual(PUT_TOGETHER.toSorted());
    expect(isSaid({ game: "metropolis", key: "grenade, hit roll" }), "control").toBe(false);
  });
});
