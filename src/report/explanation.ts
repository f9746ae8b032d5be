import pc from "picocolors";
import { enumerate, fractionText, type Question, ratio } from "../rule/index.ts";
import type { Explanation, Needed, Step } from "../rulesets/ruleset.ts";
import type { Language } from "./language/language.ts";
import { printable } from "./terminal.ts";

/** A node of the probability tree: a question to the dice, its answers, and what comes of each. */
interface Branch {
  readonly question: Question;
  weight: bigint;
  readonly children: Map<string, Branch>;
  readonly outcomes: Map<string, { weight: bigint; total: bigint }>;
}

type Nodes = Map<string, Branch>;
const MOST_PATHS = 50_000;
const MOST_LINES = 120;

const answerText = ({ answer }: Question, { explanation: say, saying }: Language): string =>
  answer === true ? say.yes : answer === false ? say.no : saying(String(answer));

/** `A-SHOOT-17  D10: 5+  yes`. */
const label = (question: Question, language: Language): string =>
  `${question.rule ?? ""} ${language.saying(question.text)} → ${answerText(question, language)}`.trim();

/** Faces of one question that lead to the same outcome are told as a range: `D10 → 3–5`. */
function leaves(
  nodes: Nodes,
): Map<string, { faces: number[]; weight: bigint; total: bigint; question: Question }> | undefined {
  const byOutcome = new Map<string, { faces: number[]; weight: bigint; total: bigint; question: Question }>();
  for (const branch of nodes.values()) {
    if (branch.children.size > 0 || branch.outcomes.size !== 1 || typeof branch.question.answer !== "number")
      return undefined;
    const [outcome, { weight, total }] = [...branch.outcomes][0]!;
    const known = byOutcome.get(outcome) ?? { faces: [], weight: 0n, total, question: branch.question };
    known.faces.push(branch.question.answer);
    known.weight += (weight * known.total) / total;
    byOutcome.set(outcome, known);
  }
  return byOutcome.size < nodes.size ? byOutcome : undefined;
}

const rangeText = (faces: readonly number[]): string =>
  faces.length === 1 ? String(faces[0]) : `${faces[0]}–${faces.at(-1)}`;

function drawNodes(nodes: Nodes, indent: string, lines: string[], language: Language): void {
  const { explanation: say } = language;
  const outcomeText = (outcome: string) => language.saying(language.value("", outcome));
  const grouped = leaves(nodes);
  if (grouped) {
    for (const [outcome, { faces, weight, total, question }] of grouped)
      lines.push(
        indent +
          say.answer(
            `${question.rule ?? ""} ${language.saying(question.text)} → ${rangeText(faces)}`,
            outcomeText(outcome),
            chance(weight, total, language),
          ),
      );
    return;
  }
  for (const branch of nodes.values()) {
    for (const [outcome, { weight, total }] of branch.outcomes)
      lines.push(
        indent + say.answer(label(branch.question, language), outcomeText(outcome), chance(weight, total, language)),
      );
    if (branch.children.size > 0) {
      lines.push(indent + label(branch.question, language));
      drawNodes(branch.children, `${indent}  `, lines, language);
    }
  }
}

const chance = (weight: bigint, total: bigint, { percent }: Language): string => {
  const fraction = fractionText(weight, total);
  return `${percent(ratio(weight, total))}${fraction.length <= 16 ? ` (${fraction})` : ""}`;
};

/** The probability tree of a rule, one line per branch with the rule that asks for the die. */
export function treeLines(explanation: Explanation, language: Language): string[] {
  const { explanation: say } = language;
  const roots: Nodes = new Map();
  const bare = new Map<string, { weight: bigint; total: bigint }>();
  let paths = 0;
  for (const { outcome, questions, weight, total } of enumerate(explanation.tree, explanation.title)) {
    if (++paths > MOST_PATHS) return [say.tooMany];
    let nodes = roots;
    let branch: Branch | undefined;
    for (const question of questions) {
      const key = label(question, language);
      branch = nodes.get(key);
      if (branch === undefined) {
        branch = { question, weight: 0n, children: new Map(), outcomes: new Map() };
        nodes.set(key, branch);
      }
      nodes = branch.children;
    }
    (branch?.outcomes ?? bare).set(outcome, { weight, total });
  }
  const lines: string[] = [];
  for (const [outcome, { weight, total }] of bare)
    lines.push(say.always(language.saying(language.value("", outcome)), chance(weight, total, language)));
  drawNodes(roots, "", lines, language);
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), say.moreLines(lines.length - MOST_LINES)] : lines;
}

/** A modifier with its sign; 0 as it is. */
const modifier = (value: number): string => `${value > 0 ? "+" : ""}${value}`.replace("-", "−");

const stepLine = ({ rule, text, value }: Step, { explanation: say, saying }: Language): string => {
  const shown = printable(saying(text));
  return `    ${rule.padEnd(12)} ${value === undefined ? shown : say.step(shown, modifier(value))}`;
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
  const lines = [c.bold(printable(id)), ""];
  for (const explanation of explanations) {
    lines.push(`  ${c.underline(printable(language.saying(explanation.title)))}`, `  ${say.modifiers}`);
    lines.push(...explanation.steps.map((step) => stepLine(step, language)));
    const sum = explanation.steps.reduce((total, step) => total + (step.value ?? 0), 0);
    lines.push(`    ${"".padEnd(12)} ${say.inAll(modifier(sum))}`, `  ${say.neededDice}`);
    lines.push(...explanation.needed.map((die) => neededLine(die, language)), `  ${say.outcomes}`);
    lines.push(...treeLines(explanation, language).map((line) => `    ${line}`), "");
  }
  for (const { id: gap, name, value } of options)
    lines.push(`  ${say.option(language.option(name), language.optionValue(name, value), gap)}`);
  if (assumptions.length > 0) lines.push(`  ${say.assumptions(assumptions.join(", "))}`);
  return `${lines.join("\n")}\n`;
}

/** The needed dice alone, for a quick answer. */
export function neededText(explanation: Explanation, colour: boolean, language: Language): string {
  const c = pc.createColors(colour);
  return [
    c.bold(printable(language.saying(explanation.title))),
    ...explanation.needed.map((die) => neededLine(die, language)),
  ].join("\n");
}
