/** Texts of procedures and formulas inside a YAML file: where each character of them stands, and their trees. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { type Said, said, type Text } from "../../rulesets/said.ts";
import { meant } from "../nearest.ts";
import { type Place, quote } from "../problem.ts";
import type { ScalarNode } from "../tree.ts";
import { parser } from "./parser.ts";
import type { GameWorld } from "./world.ts";

/** A text of a game's file that is read as steps or as a formula. */
export interface GameText {
  readonly text: string;
  readonly tree: Tree;
  /** Where a stretch of it stands in the file. */
  place(from: number, to: number): Place;
  of(node: Pick<SyntaxNode, "from" | "to">): string;
}

const formulas = parser.configure({ top: "Formula" });
const steps = parser.configure({ top: "Steps" });

/** A text that is written out for a word of a list: `left$troop` is `leftArchers`, `$troop` alone `archers`. */
export const writtenFor = (text: string, [list, word]: NonNullable<ScalarNode["each"]>): string =>
  text.replace(new RegExp(`([\\p{L}\\d_])?\\$${list}(?![\\p{L}\\d_])`, "gu"), (_, before?: string) =>
    before === undefined ? word : before + word[0]!.toUpperCase() + word.slice(1),
  );

/**
 * @param lines of the whole file
 * @param from where the text begins in the value of the node
 */
export function gameText(
  node: ScalarNode,
  lines: readonly string[],
  top: "formula" | "steps",
  from = 0,
  to?: number,
): GameText {
  const whole = String(node.value);
  const text = whole.slice(from, to);
  const isBlock =
    /^[|>]/u.test(lines[node.place.line - 1]?.slice(node.place.column - 1) ?? "") || node.raw.includes("\n");
  const tree = (top === "formula" ? formulas : steps).parse(text);
  return {
    text,
    tree,
    of: ({ from, to }) => (node.each ? writtenFor(text.slice(from, to), node.each) : text.slice(from, to)),
    place(start, end) {
      const before = whole.slice(0, from + start);
      const length = Math.max(1, end - start);
      if (!isBlock) {
        const quoted = /^["']/u.test(node.raw) ? 1 : 0;
        return { ...node.place, column: node.place.column + from + start + quoted, length };
      }
      const rows = before.split("\n");
      const valueLines = whole.split("\n");
      const line = blockLine(node, lines) + rows.length - 1;
      const full = lines[line - 1] ?? "";
      const valueLine = valueLines[rows.length - 1] ?? "";
      const indent = Math.max(0, full.length - valueLine.length);
      return { file: node.place.file, line, column: indent + rows.at(-1)!.length + 1, length, text: full };
    },
  };
}

/** The first line of what a block holds: the one after its mark. */
function blockLine(node: ScalarNode, lines: readonly string[]): number {
  const at = node.place.line;
  return /[|>][-+\d]*\s*(?:#.*)?$/u.test(lines[at - 1] ?? "") ? at + 1 : at;
}

/** Whether a node says a keyword: `at most`. */
export function says(node: SyntaxNode, word: string): boolean {
  return node.getChild(word) !== null;
}

/** The nodes in a node, without keywords and signs. */
export function partsIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (/^[A-Z]/u.test(child.name) && !child.type.isError) found.push(child);
  return found;
}

/** How a step or a formula is written, by the node that was begun. */
export const FORMS: Readonly<Record<string, string>> = {
  If: "if CONDITION: STEPS",
  ElseIf: "else if CONDITION: STEPS",
  Else: "else: STEPS",
  Repeat: "repeat NUMBER: STEPS",
  While: "while CONDITION: STEPS",
  Until: "until CONDITION: STEPS",
  Turns: "turns NUMBER: STEPS",
  Each: "each side: STEPS",
  By: "each side by ROLL ties again: STEPS",
  Simultaneously: "simultaneously: STEPS",
  Function: "function NAME(A, B): STEPS",
  Assign: "NAME = VALUE",
  Limit: "NAME += VALUE at most NUMBER",
  Give: "give VALUE",
  Stop: "stop if CONDITION",
  Choose: "SIDE chooses NAME from CHOICE, CHOICE wanting VALUE",
  Seeing: "SIDE chooses NAME seeing NAME, NAME wanting VALUE",
  Roll: "roll NUMBER d6",
  Reroll: "roll NUMBER d6 reroll 1",
  Explode: "roll NUMBER d6 explode 6 at most 10",
  Open: "roll NUMBER d6 open 6 at most 10",
  Pick: "highest 2 of POOL",
  Call: "count(POOL: it >= 4)",
  Test: "count(POOL: it >= 4)",
  Index: "TABLE[KEY]",
  Paren: "(VALUE)",
  Conditional: "(VALUE if CONDITION else VALUE)",
  In: "VALUE in 2..5",
  Has: "SIDE has KEYWORD",
};
/** The lines of steps that say something: the rule that each stands under, which of that label's it is, and where it begins. */
export function linesByRule(steps: string) {
  let [rule, nth, end] = ["", 0, 0];
  return steps.split("\n").flatMap((line) => {
    const from = end;
    end += line.length + 1;
    const label = /^\s*([A-Z][A-Z0-9_-]*):/u.exec(line)?.[1];
    if (label !== undefined) [rule, nth] = [label, 0];
    return line.trim() === "" ? [] : [{ rule, line, from, nth: ++nth }];
  });
}

/** Words of the language, which are no names. */
export const WORDS = parser.nodeSet.types.map(({ name }) => name).filter((name) => /^[a-z]+$/u.test(name));
/** Words that nothing may be called that is declared. */
export const RESERVED: readonly string[] = ["attacker", "defender", "own", "enemy", "weapon", "turn", ...WORDS];

/** Words of the language are no names: what is said of one, and the way out. */
export const takenWord = (name: string): readonly [message: Said, hint: Said] => [
  said`${quote(name)} is a word of the language, and no name`,
  said`call it something else, such as ${`my${name[0]!.toUpperCase()}${name.slice(1)}`}`,
];

/** Tells a name that is declared where it is a word of the language; its lines are not told again. @param taken those that are */
export function refuseTaken(world: GameWorld, name: string, place: Place | undefined, taken = RESERVED): void {
  if (!taken.includes(name)) return;
  world.tell(place, ...takenWord(name));
  world.faulty.add(name);
}

/**
 * Tells what cannot be read of a text, the first of each line, and gives the lines of the text where that is so. A line that
 * holds a name whose declaration was told is not told again.
 *
 * @param ids of the game's rules, where they may stand
 */
export function unreadLines(text: GameText, world: GameWorld, ids: readonly string[] = []): ReadonlySet<number> {
  const wrong = new Set<number>();
  const lines = text.text.split("\n");
  text.tree.iterate({
    enter: (ref) => {
      if (!ref.type.isError) return;
      const { node } = ref;
      const from = Math.min(text.text.length, node.from === node.to ? skipped(text.text, node.from) : node.from);
      const line = text.text.slice(0, from).split("\n").length;
      if (wrong.has(line)) return;
      wrong.add(line);
      if (lines[line - 1]!.match(/[\p{L}_][\p{L}\d_]*/gu)?.some((word) => world.faulty.has(word))) return;
      unread(text, node, from, ids, world);
    },
  });
  return wrong;
}

const skipped = (text: string, from: number): number => from + (/^[ \t]*/u.exec(text.slice(from))?.[0].length ?? 0);

/** Lines that open a block where they end with their colon. */
export const HEADS = Object.keys(FORMS).filter((name) => FORMS[name]!.endsWith(": STEPS"));
/** What a step behind a colon begins with, as it cannot go on a value. */
const BEGINS = /^(?:[\p{L}_][\p{L}\d_]*)?$/u;
const UNFINISHED = /(?:[-=<>+*/,([]|\b(?:and|or|not|in|has|by|ties|roll|if|while|until|repeat))\s*$/u;

function unread(text: GameText, node: SyntaxNode, from: number, ids: readonly string[], world: GameWorld): void {
  const rest = text.text.slice(from).split("\n", 1)[0]!;
  const before = text.text.slice(text.text.lastIndexOf("\n", from - 1) + 1, from);
  const word = /^(?:[\p{L}_][\p{L}\d_]*|\d+|[<>=!+-]=|=[<>]|.)/u.exec(rest)?.[0] ?? "";
  let within: SyntaxNode | null = node.parent;
  while (within && FORMS[within.name] === undefined) within = within.parent;
  const place = text.place(from, from + Math.max(1, word.length));
  const [message, hint] = toldOf({ before, rest, word, within: within?.name ?? "", ids });
  const plain = word === "" ? said`the line ends too early` : said`${quote(word)} cannot stand here`;
  world.tell(place, message ?? plain, hint);
}

const KEPT = said`write ${"highest 2 of roll 3 d6"}, or lowest`;
/** What is written in other languages, and what to write instead. */
const INSTEAD: Readonly<Record<string, Said>> = {
  if: said`a value with a condition stands in brackets: (a if TEST else b)`,
  "=": said`write == to compare`,
  "=>": said`write ${">="}`,
  "=<": said`write ${"<="}`,
  "&": said`write and`,
  "|": said`write or`,
  "!": said`write not`,
  // biome-ignore lint/suspicious/noThenProperty: a word that is written
  then: said`write : instead of ${"then"}`,
  do: said`write : instead of ${"do"}`,
  drop: KEPT,
  keep: KEPT,
  highest: KEPT,
  lowest: KEPT,
};

/**
 * What is wrong, where that is clearer than what cannot stand there, and what to write instead: by what stands on the line
 * before that and from there on, and the node that was begun.
 */
function toldOf({
  before,
  rest,
  word,
  within,
  ids,
}: Readonly<Record<"before" | "rest" | "word" | "within", string>> & { readonly ids: readonly string[] }): readonly [
  message: Text | undefined,
  hint?: Text | undefined,
] {
  const last = /[\p{L}_][\p{L}\d_-]*(?=\s*$)/u.exec(before)?.[0] ?? "";
  const begun = before.slice(0, before.lastIndexOf(last)).trim();
  for (const [name, behind] of [
    [word, rest.slice(word.length)],
    [last, rest],
  ] as const)
    if (WORDS.includes(name) && /^\s*[-+]?=(?!=)/u.test(behind) && !(name === "it" && before.includes("(")))
      return takenWord(name);
  if (WORDS.includes(word) && !Object.hasOwn(INSTEAD, word) && /(?:[-=<>+*,(]|\b(?:if|give))\s*$/u.test(before))
    return takenWord(word);
  const dice = /([\p{L}\d_.]+)?\s*\b(\d*)[dD](\d+|%)\s*$/u.exec(before);
  if (dice && ["reroll", "explode", "open"].includes(word)) {
    const tail = /^\w+(?:\s+it\s*\S+)?\s*(?:\d+|\([^)]*\))?(?:\s+at\s+most\s+\d+)?/u.exec(rest)![0].trim();
    const roll = `roll ${dice[2] || 1} d${dice[3]} ${tail}`;
    const isPool = new RegExp(`(?:count|sum|highest|lowest|matches|size)\\(\\s*${dice[0].trim()}\\s*$`, "u").test(
      before,
    );
    return [said`${quote(word)} follows the dice of a roll`, said`write ${isPool ? roll : `sum(${roll})`}`];
  }
  if (/^d\d/iu.test(word)) {
    const many = /[\p{L}\d_.]+(?=\s*$)/u.exec(before)?.[0];
    return !/\broll\b/u.test(before) && many !== undefined
      ? [said`a pool of dice is rolled`, said`write ${`roll ${many} ${word}`}`]
      : [undefined, said`how many dice, where that is a sum, stands in brackets: roll (a + b) ${word}`];
  }
  const unbound = /\b(?:explode|open)\s+(?:\d+|\(.*?\)|it\s*\S+\s*\d+)(?=(?:\s+at)?(?:\s+most)?\s*$)/u.exec(
    before,
  )?.[0];
  if (unbound && (within === "Explode" || within === "Open"))
    return [said`${quote(unbound)} does not say how often at most`, said`write ${`${unbound} at most 10`}`];
  if (/^(?:,\s*)?(?:at\b|most\b|least\b)/u.test(rest)) {
    if (["While", "Until", "Repeat", "Turns"].includes(within))
      return [undefined, said`a loop of 10 rounds at most is: turns 10: STEPS; stop if CONDITION`];
    return [undefined, said`write ${`NAME += VALUE at ${/least/u.test(rest) ? "least" : "most"} NUMBER`}`];
  }
  if (/^\.\d/u.test(rest) || (word === "%" && /\d$/u.test(before)))
    return [said`numbers are whole`, said`multiply instead, for a half: own.lost * 2 >= own.models`];
  if (/^["'“”‘’«»]/u.test(rest)) {
    const quoted = /^.\s*([\p{L}_][\p{L}\d_]*)/u.exec(rest)?.[1];
    return [said`words have no quotes`, quoted === undefined ? undefined : said`write ${quoted}`];
  }
  if (Object.hasOwn(INSTEAD, word)) return [undefined, INSTEAD[word]];
  if (begun === "" && ids.includes(last))
    return [said`a colon is missing behind the id ${quote(last)}`, said`write ${`${last}:`}`];
  const near = (name: string) =>
    meant(
      name,
      [...ids, ...WORDS].filter((other) => other.length > 2),
    );
  if (begun === "" && word === ":" && last !== "") {
    const upper = ids.find((id) => id === last.toUpperCase());
    const hint = upper === undefined ? near(last) : said`did you mean ${quote(upper)}?`;
    return [said`${quote(last)} is no id of a rule`, hint ?? said`ids of rules are of capital letters: HIT:`];
  }
  if (HEADS.includes(within) && BEGINS.test(word) && !UNFINISHED.test(before))
    return word === ""
      ? [said`a colon is missing at the end of the line`, said`it is written: ${FORMS[within]!}`]
      : [said`a colon is missing before ${quote(word)}`, said`it is written: ${FORMS[within]!}`];
  for (const one of [word, last])
    if (one.length > 2 && !WORDS.includes(one) && near(one) !== undefined) return [undefined, near(one)];
  return [undefined, within === "" ? undefined : said`it is written: ${FORMS[within]!}`];
}
