/** The messages that a ruleset's own files write. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const parsed = (text: string) => ts.createSourceFile("x.ts", text, ts.ScriptTarget.ES2023, true);

/** Messages, those within others too: what is filled in as `{}`. */
export function templatesIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "message")
      found.push(
        ts.isNoSubstitutionTemplateLiteral(node.template)
          ? node.template.text
          : [node.template.head, ...node.template.templateSpans.map(({ literal }) => literal)]
              .map((part) => part.text)
              .join("{}"),
      );
    ts.forEachChild(node, visit);
  };
  visit(parsed(text));
  return found;
}

/** Fields that hold a sentence for people, and functions that give one. */
const TOLD = /^(?:impossible|reason)$/u;
const TELLS = /\b(?:impossible|reason|Sentence)\b/u;

/** Sentences that nothing fills: texts of more than one word where one is told. */
export function plainIn(text: string): string[] {
  const found: string[] = [];
  const told = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) || ts.isCallExpression(node)) return;
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && node.getText().includes(" "))
      found.push(ts.isStringLiteralLike(node) ? node.text : node.getText());
    else ts.forEachChild(node, told);
  };
  const returned = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) told(node);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, returned);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && TOLD.test(node.name.getText())) told(node.initializer);
    if (ts.isFunctionDeclaration(node) && /\bSentence\b/u.test(node.type?.getText() ?? "") && node.body)
      ts.forEachChild(node.body, returned);
    ts.forEachChild(node, visit);
  };
  visit(parsed(text));
  return found;
}

const sentencesUnder = (folder: string, isOwn: (file: string) => boolean): [file: string, template: string][] =>
  readdirSync(folder, { recursive: true })
    .map((file) => String(file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && isOwn(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return [...(text.includes("message`") ? templatesIn(text) : []), ...(TELLS.test(text) ? plainIn(text) : [])].map(
        (own): [string, string] => [file, own],
      );
    });

/** By file, of a ruleset. */
export const templatesOf = (ruleset: string): [file: string, template: string][] =>
  sentencesUnder(join("src/rulesets", ruleset), () => true);

/** By file, what is said of any ruleset. */
export const templatesOfAll = (): [file: string, template: string][] =>
  sentencesUnder(
    "src",
    (file) => !/^(?:playground\/words|rulesets\/.+\/)/u.test(file) || file.startsWith("rulesets/sequence/"),
  );
