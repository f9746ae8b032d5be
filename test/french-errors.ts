/** Errors are said, not written in English alone; rulesets have no French of what they no longer say: run with `languages.test.ts`. */
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { FRENCH } from "./french.ts";
import { SOURCES, type Source, textsOf, treeOf } from "./sources.ts";

const nameOf = ({ path }: Source): string => join("src", path);

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
    if (ts.isObjectLiteralExpression(node) && node.properties.some((own) => own.name?.getText(tree) === "fr")) return;
    const words = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text: part }) => part).join("{}")
      : "text" in node
        ? String(node.text)
        : "";
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && /\w[}]? [{]?\w/u.test(words))
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1} ${node.getText(tree)}`);
    else ts.forEachChild(node, bare);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression))
      for (const at of TELLERS[node.expression.text] ?? []) {
        const told = node.arguments?.[at];
        if (told !== undefined) bare(told);
      }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** French of a ruleset's own English, by what it is of. */
const frenchOfRulesets = (): { readonly game: string; readonly key: string }[] =>
  Object.entries(FRENCH).flatMap(([game, { kinds, metrics, values, options, optionValues, sayings }]) =>
    [kinds, metrics, values, options, optionValues, sayings].flatMap(Object.keys).map((key) => ({ game, key })),
  );

/** Put together where they are said: `met(…)` of several dice, who has moved, a modifier by its field, a metric by what is counted. */
const PUT_TOGETHER = [
  ["alpha-omega {} hit", "alpha-omega {} saved", "alpha-omega {} stays ready"],
  ["metropolis {} hit", "metropolis {} wound"],
  ["metropolis the target has moved (QB-08)", "metropolis the shooter has moved (QB-08)"],
  ["alpha-omega casualtiesBy", "metropolis casualtiesBy", "wh40k-10e killedBy"],
  ["alpha-omega casualtiesInAll", "metropolis casualtiesInAll", "wh40k-10e killedInAll"],
  ["wh40k-10e {}: hitModifier", "wh40k-10e {}: woundModifier"],
].flat();

describe("what is said in two languages", () => {
  it("is every error of a scenario, of an analysis and of the words of a command", () => {
    // What a program gives crible/index is told to whoever wrote that program.
    const isOfPrograms = ({ path }: Source) => path === "analysis/check-settings.ts";
    expect(SOURCES.filter((source) => !isOfPrograms(source)).flatMap(bareIn)).toEqual([]);
    expect(SOURCES.filter(isOfPrograms).flatMap(bareIn).length, "control").toBeGreaterThan(2);
  });

  it("has no French of a ruleset for what it no longer says", () => {
    const games = Object.keys(FRENCH);
    const english = SOURCES.map((source) => ({
      own: games.find((name) => source.path.includes(name)) ?? "",
      texts: textsOf(source).any,
    }));
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
