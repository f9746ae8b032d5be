/** Random attacks of wh40k-10e over all its options, and how the exact answer of one is written down. */
import { createHash } from "node:crypto";
import { type Exact, isFraction, probabilitiesOf } from "../../src/rule/exact.ts";
import { fractionText } from "../../src/rule/fraction.ts";
import type { Program } from "../../src/rule/program.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { ruleset } from "../../src/rulesets/wh40k-10e/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { randomSetup, scenarioOf } from "../oracle/wh40k-10e/random-setup.ts";

export const ATTACKS = 500;

/** Fractions as a digest, every chance to nine digits. */
export interface FrozenAttack {
  /** Of all fractions, metric by metric; left out where it is solved in doubles. */
  readonly digest?: string;
  /** By metric: the chances, as digits after the point. */
  readonly chances: readonly string[];
}

export async function attackOf(seed: number): Promise<Program> {
  const { cells } = await studyOfData(scenarioOf(randomSetup(seed)));
  const { outcome, kind } = cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return programFor(ruleset.kinds[kind]!, outcome.profile);
}

/** Digits after the point, without noughts at the end: 0.25 is 25. */
const digits = (chance: number): string =>
  chance > 1 - 5e-10 ? "1." : chance.toFixed(9).slice(2).replace(/0+$/u, "") || "0";

export function writtenDown(answers: readonly Exact[]): FrozenAttack {
  const chances = answers.map((exact) => Array.from(probabilitiesOf(exact), digits).join(" "));
  if (!answers.every(isFraction)) return { chances };
  const hash = createHash("sha256");
  for (const { weights, total } of answers) hash.update(`${weights.map((own) => fractionText(own, total)).join()};`);
  return { digest: hash.digest("hex").slice(0, 16), chances };
}
