/** Small faults that could be made in a source file: what a test suite should notice. */
import ts from "typescript";

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const { SyntaxKind } = ts;

const SWAPPED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
  [SyntaxKind.LessThanLessThanToken, ">>"],
  [SyntaxKind.GreaterThanGreaterThanToken, "<<"],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, "<<"],
]);

/** What a key is made of, part by part: fields that an act reads, what is hashed or written out, a text called a key. */
function partsOfKey(node: ts.Node): readonly ts.Node[] {
  const { parent } = node;
  if (ts.isTemplateExpression(node)) {
    const holder = ts.isArrowFunction(parent) ? parent.parent : parent;
    const isKey = ts.isVariableDeclaration(holder) && /key$/i.test(holder.name.getText());
    return isKey ? node.templateSpans.map(({ expression }) => expression) : [];
  }
  const isRead = parent !== undefined && ts.isPropertyAssignment(parent) && parent.name.getText() === "reads";
  const isHashed = parent !== undefined && ts.isCallExpression(parent) && HASHED.test(parent.expression.getText());
  if (!isRead && !isHashed) return [];
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  return ts.isObjectLiteralExpression(node) ? node.properties : [];
}

/** Calls that make a key of what they are given. */
const HASHED = /^(?:JSON\.stringify|cacheKey|canonical)$/;

/**
 * Every mutant of a file: operators swapped, numbers one up, yes for no, conditions negated, calls and parts of keys left out.
 * What only words an error is left alone.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, after: string) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ file, line, start, end: node.end, before: node.getText(source), after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swapped = SWAPPED.get(node.operatorToken.kind);
      const isText = [node.left, node.right].some(
        (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
      );
      if (swapped !== undefined && !isText) add(node.operatorToken, swapped);
    } else if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
    else if (ts.isBigIntLiteral(node)) add(node, `(${node.text} + 1n)`);
    else if (node.kind === SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText(source)})`);
    else if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText(source)})`);
    else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      if (node.expression.expression.kind !== SyntaxKind.SuperKeyword) add(node, ";");
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.MinusToken)
      add(node, `(${node.operand.getText(source)})`);
    for (const part of partsOfKey(node)) {
      if (ts.isTemplateSpan(part.parent)) add(part, '""');
      else add(part, ts.isArrayLiteralExpression(node) ? "...[]" : "...{}");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** The text with one mutant in it. */
export const planted = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

/** How a mutant is named in the list of those that change nothing: lines move, what stands there seldom does. */
export const nameOf = ({ before, after }: Mutant, line: string): string => `${line.trim()} | ${before} -> ${after}`;

/** `count` of a list, the same ones for the same seed. */
export function sampled<T>(list: readonly T[], count: number, seed: number): T[] {
  const left = [...list];
  const taken: T[] = [];
  let state = seed >>> 0;
  while (taken.length < count && left.length > 0) {
    // Mulberry32: which mutants are looked at is no matter of chance that counts.
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    taken.push(...left.splice(((word ^ (word >>> 14)) >>> 0) % left.length, 1));
  }
  return taken;
}

/** Lines of each file that are new or other, from what `git diff --unified=0` writes. */
export function changedLines(diff: string): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  let own = new Set<number>();
  for (const line of diff.split("\n")) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line);
    if (file) {
      own = new Set();
      lines.set(file[1]!, own);
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    for (let i = 0; i < Number(hunk[2] ?? 1); i++) own.add(Number(hunk[1]) + i);
  }
  return lines;
}
