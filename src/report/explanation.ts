import pc from "picocolors";
import { type Fraction, numberOf, plus, textOf, ZERO } from "../analysis/fraction.ts";
import { enumerate, type Question, type RulePath } from "../rule/enumerate.ts";
import { fractionText } from "../rule/fraction.ts";
import { englishIn, type Sentence } from "../rule/message.ts";
import { unlessRefused } from "../rule/rule.ts";
import type { Explanation, Needed, Step } from "../rulesets/ruleset.ts";
import { visible } from "../scenario/problem.ts";
import type { Language } from "./language/language.ts";

/** A node of the probability tree: a question to the dice, its answers, and what comes of each. */
interface TreeBranch {
  readonly question: Question;
  /** Faces that lead to the same are told together; none where the answer is no number. */
  readonly faces: readonly number[];
  readonly children: Nodes;
  readonly outcomes: Map<string, Fraction>;
}

type Nodes = Map<string, TreeBranch>;
/** What comes of it all, by its English. */
type EndTexts = ReadonlyMap<string, Sentence>;
/** Of more only the first lines would be shown, after a while: forty shots at one soldier go 12,000 ways. */
const MOST_PATHS = 4_000;
const MOST_LINES = 120;

/** A branch whose own branches are merged, its chance, and what comes of it: equal texts, equal futures. */
interface ToldBranch extends TreeBranch {
  readonly children: Map<string, ToldBranch>;
  readonly share: Fraction;
  readonly future: string;
}

const keyOf = (branch: TreeBranch): string =>
  `${branch.question.rule} ${englishIn(branch.question.text)} ${answersOf(branch)}`;

function told(branch: TreeBranch): ToldBranch {
  const children = merged(branch.children);
  const shares = [...branch.outcomes.values(), ...[...children.values()].map(({ share }) => share)];
  const share = shares.reduce(plus, ZERO);
  const part = (portion: Fraction) => fractionText(portion.top * share.bottom, portion.bottom * share.top);
  const future = [
    ...[...branch.outcomes].map(([outcome, portion]) => `${outcome} ${part(portion)}`),
    ...[...children].map(([key, child]) => `${key} ${part(child.share)} (${child.future})`),
  ].join("; ");
  return { ...branch, children, share, future };
}

/** Two branches with the same future as one. */
const together = (a: ToldBranch, b: ToldBranch): ToldBranch => ({
  ...a,
  faces: [...a.faces, ...b.faces],
  share: plus(a.share, b.share),
  outcomes: new Map([...a.outcomes].map(([outcome, portion]) => [outcome, plus(portion, b.outcomes.get(outcome)!)])),
  children: new Map(
    [...a.children].map(([key, child]) => [key, { ...together(child, b.children.get(key)!), faces: child.faces }]),
  ),
});

/** The same tree with faces of one die that lead to the same told once, from the leaves up. */
function merged(nodes: Nodes): Map<string, ToldBranch> {
  const found = new Map<string, ToldBranch>();
  for (const given of nodes.values()) {
    const branch = told(given);
    const { question, faces } = branch;
    const likeness =
      faces.length === 0 ? keyOf(branch) : `${question.rule} ${englishIn(question.text)} (${branch.future})`;
    const known = found.get(likeness);
    found.set(likeness, known === undefined ? branch : together(known, branch));
  }
  return new Map([...found.values()].map((branch) => [keyOf(branch), branch]));
}

/** `1–2, 7`. */
function rangesText(faces: readonly number[]): string {
  const runs: number[][] = [];
  for (const face of faces.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === face - 1) run.push(face);
    else runs.push([face]);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`)).join(", ");
}

const answersOf = ({ question, faces }: TreeBranch): string =>
  faces.length === 0 ? String(question.answer) : rangesText(faces);

/** `A-SHOOT-17  D10: 5+ → yes`, `A-WOUND-01 D10 → 3–5`. */
function label(branch: TreeBranch, { say, saying, word }: Language): string {
  const { question } = branch;
  const { answer } = question;
  const told = answer === true ? say`yes` : answer === false ? say`no` : word(answersOf(branch));
  return `${question.rule ?? ""} ${saying(question.text)} → ${told}`.trim();
}

function drawNodes(nodes: Nodes, indent: string, lines: string[], ends: EndTexts, language: Language): void {
  const { say } = language;
  for (const branch of nodes.values()) {
    for (const [outcome, share] of branch.outcomes) {
      const told = language.word(ends.get(outcome)!);
      lines.push(indent + say`${label(branch, language)}: ${told}  ${chance(share, language)}`);
    }
    if (branch.children.size > 0) {
      lines.push(indent + label(branch, language));
      drawNodes(branch.children, `${indent}  `, lines, ends, language);
    }
  }
}

const chance = (share: Fraction, { percent }: Language): string => {
  const fraction = textOf(share);
  return `${percent(numberOf(share))}${fraction.length <= 16 ? ` (${fraction})` : ""}`;
};

/** The paths of a rule; nothing where they are more than are told, or one asks more than is enumerated: a fight to the end. */
function firstPaths({ tree, title }: Explanation): readonly RulePath<Sentence>[] | undefined {
  const found: RulePath<Sentence>[] = [];
  return unlessRefused(() => {
    for (const path of enumerate(tree, englishIn(title))) if (found.push({ ...path }) > MOST_PATHS) return undefined;
    return found;
  });
}

/** The probability tree of a rule, one line per branch with the rule that asks for the die. */
export function treeLines(explanation: Explanation, language: Language): string[] {
  const { say } = language;
  const roots: Nodes = new Map();
  const bare = new Map<string, Fraction>();
  const ends = new Map<string, Sentence>();
  const found = firstPaths(explanation);
  if (found === undefined) return [say`(too many ways to list)`];
  for (const { outcome: end, questions, weight, total } of found) {
    const outcome = englishIn(end);
    ends.set(outcome, end);
    let nodes = roots;
    let branch: TreeBranch | undefined;
    for (const question of questions) {
      const key = `${question.rule} ${englishIn(question.text)} ${question.answer}`;
      branch = nodes.get(key);
      if (branch === undefined) {
        const faces = typeof question.answer === "number" ? [question.answer] : [];
        branch = { question, faces, children: new Map(), outcomes: new Map() };
        nodes.set(key, branch);
      }
      nodes = branch.children;
    }
    const outcomes = branch?.outcomes ?? bare;
    outcomes.set(outcome, plus(outcomes.get(outcome) ?? ZERO, { top: weight, bottom: total }));
  }
  const lines: string[] = [];
  for (const [outcome, share] of bare)
    lines.push(say`always: ${language.word(ends.get(outcome)!)}  ${chance(share, language)}`);
  drawNodes(merged(roots), "", lines, ends, language);
  return lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), say`… ${lines.length - MOST_LINES} more lines`]
    : lines;
}

/** A modifier with its sign; 0 as it is. */
const modifier = (value: number): string => `${value > 0 ? "+" : ""}${value}`.replace("-", "−");

const stepLine = ({ rule, text, value }: Step, { say, saying }: Language): string => {
  const shown = visible(saying(text));
  return `    ${rule.padEnd(12)} ${value === undefined ? shown : say`${shown}: ${modifier(value)}`}`;
};

export const neededLine = ({ rule, text, sides, needed }: Needed, { explanation: say, saying }: Language): string => {
  const certain = needed <= 1 ? "always" : needed > sides ? "never" : "";
  return `    ${rule.padEnd(12)} ${say.needed(saying(text), needed, sides, certain)}`;
};

/** What `crible explain` prints of a cell. */
export function explanationText(
  id: string,
  explanations: readonly Explanation[],
  options: readonly { readonly id: string; readonly name: string; readonly value: unknown }[],
  assumptions: readonly string[],
  colour: boolean,
  language: Language,
): string {
  const { explanation: say } = language;
  const c = pc.createColors(colour);
  const lines = [c.bold(visible(id)), ""];
  for (const explanation of explanations) {
    lines.push(`  ${c.underline(visible(language.saying(explanation.title)))}`, `  ${language.say`Modifiers`}`);
    const steps = explanation.steps.map((step) => stepLine(step, language));
    const sum = explanation.steps.reduce((total, step) => total + (step.value ?? 0), 0);
    const last = explanation.steps.findLastIndex(({ value }) => value !== undefined);
    if (last >= 0 || steps.length === 0)
      // what stands behind the last of them is no part of the sum
      steps.splice(last + 1, 0, `    ${"".padEnd(12)} ${language.say`in all: ${modifier(sum)}`}`);
    lines.push(...steps);
    if (explanation.needed.length > 0) lines.push(`  ${say.neededDice}`);
    lines.push(...explanation.needed.map((die) => neededLine(die, language)), `  ${language.say`What can happen`}`);
    lines.push(...treeLines(explanation, language).map((line) => `    ${line}`), "");
  }
  for (const { id: gap, name, value } of options)
    lines.push(`  ${language.say`option ${language.option(name)}: ${language.optionValue(name, value)} (${gap})`}`);
  if (assumptions.length > 0) lines.push(`  ${say.assumptions(assumptions.join(", "))}`);
  return `${lines.join("\n")}\n`;
}

/** The needed dice alone, for a quick answer. */
export function neededText(explanation: Explanation, colour: boolean, language: Language): string {
  const c = pc.createColors(colour);
  return [
    c.bold(visible(language.saying(explanation.title))),
    ...explanation.needed.map((die) => neededLine(die, language)),
  ].join("\n");
}
