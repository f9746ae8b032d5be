/** What is said of a question that names what is not there, with the nearest that is. */
import { languageOf } from "../report/language/language.ts";
import { rulesetNames } from "../rulesets/index.ts";
import { nearest } from "../scenario/nearest.ts";
import type { Label, Sheet } from "./answer.ts";
import { FIRST } from "./first.ts";
import { type Query, ROLES } from "./question.ts";
import type { Tag } from "./words.ts";

/** A question that cannot be asked, in a sentence, and one that can be asked instead. */
export class UnknownName extends Error {
  override readonly name = "UnknownName";
  readonly instead: { readonly label: string; readonly question: Query } | undefined;

  constructor(message: string, instead?: UnknownName["instead"]) {
    super(message);
    this.instead = instead;
  }
}

/** Of those by their names and what they are called. */
function nearestOf(name: string, all: readonly Label[]): Label | undefined {
  const near = nearest(name, [...all.map((each) => each.name), ...all.map(({ label }) => label)]);
  return all.find((each) => each.name === near || each.label === near);
}

/** Undefined where everything that the question names is there. @param sheet undefined where there is no such ruleset */
export function unknownIn(question: Query, sheet: Sheet | undefined, tag: Tag): UnknownName | undefined {
  const { say } = languageOf(tag, sheet === undefined ? undefined : question.ruleset);
  const saidOf = (problem: string, near: Label | undefined, instead: (name: string) => Query | undefined) => {
    const known = near && instead(near.name);
    return known === undefined
      ? new UnknownName(problem)
      : new UnknownName(`${problem} ${say`Did you mean ${near!.label}?`}`, { label: near!.label, question: known });
  };
  if (sheet === undefined) {
    const all = rulesetNames().map((name) => ({ name, label: name }));
    return saidOf(
      say`There is no game called “${question.ruleset}” here.`,
      nearestOf(question.ruleset, all),
      (name) => FIRST[name],
    );
  }
  const game = question.ruleset.replace(/@.*$/u, "");
  const kind = sheet.kinds.find(({ name }) => name === question.kind);
  if (kind === undefined) {
    const near = nearestOf(question.kind, sheet.kinds);
    return saidOf(say`${game} has no question called “${question.kind}”.`, near, (name) => ({
      ...question,
      kind: name,
    }));
  }
  for (const role of ROLES) {
    const [unit, all] = [question[role], role === "attacker" ? kind.attackers : kind.defenders];
    if (unit === undefined || all.length === 0 || all.some(({ name }) => name === unit)) continue;
    return saidOf(say`There is no unit called “${unit}” in ${game}.`, nearestOf(unit, all), (name) => ({
      ...question,
      [role]: name,
    }));
  }
  return undefined;
}
