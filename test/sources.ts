/** The sources of `src`: read once and parsed once in a process, for whatever tests ask of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface Source {
  /** From `src`, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const SOURCES: readonly Source[] = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join("src", path), "utf8") }));

/** What is found of a source, found once. */
export function oncePerSource<T>(find: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, T>();
  return (source) => {
    if (!known.has(source)) known.set(source, find(source));
    return known.get(source)!;
  };
}

export const treeOf = oncePerSource(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true));

interface Texts {
  readonly said: ReadonlySet<string>;
  readonly any: ReadonlySet<string>;
}

const textOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join("{}");

/** What a file says, and every text and name in it: with a hole for each thing told. */
export const textsOf = oncePerSource((source): Texts => {
  const said = new Set<string>();
  const any = new Set<string>();
  const tree = treeOf(source);
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /^(?:said|fault|(?:.*\.)?say)$/u.test(node.tag.getText(tree)))
      said.add(textOf(node.template));
    if (ts.isTemplateExpression(node)) any.add(textOf(node));
    if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) any.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { said, any };
});
