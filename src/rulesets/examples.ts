/**
 * What the reference of the format shows of each entry. Loaded when it is asked for; every example is held to its
 * schema by a test.
 */
import type { Examples } from "./forms.ts";

/** What every ruleset has. */
const COMMON: Readonly<Record<string, string>> = {
  as: "veterans",
  distance: "12",
  en: "In the open",
  extends: "catalogue.yaml",
  fr: "À découvert",
  factor: "true",
  goals: "[{ experiment: fight, metric: winner, value: first, between: [45%, 55%] }]",
  label: "{ en: Veterans, fr: Vétérans }",
  "label.en": "Veterans",
  "label.fr": "Vétérans",
  models: "5",
  options: "{}",
  points: "20",
  precision: "0.1%",
  question: "Is it worth its points?",
  "question.en": "Is it worth its points?",
  "question.fr": "Vaut-il ses points ?",
  rules: "{}",
  seed: "20261121",
  situation: "{ distance: 12 }",
  title: "{ en: In the open, fr: À découvert }",
  track: '["fight.winner"]',
  trials: "100000",
  mute: "[charge]",
  turns: "4",
  with: "[base, inCover]",
};

const EXAMPLES: Readonly<Record<string, () => Promise<{ readonly EXAMPLES: Examples }>>> = {
  "alpha-omega": () => import("./alpha-omega/examples.ts"),
  metropolis: () => import("./metropolis/examples.ts"),
  "wh40k-10e": () => import("./wh40k-10e/examples.ts"),
};

/** Undefined for a ruleset that brings none. */
export async function examplesOf(ruleset: string): Promise<Examples | undefined> {
  if (!Object.hasOwn(EXAMPLES, ruleset)) return undefined;
  const examples = (await EXAMPLES[ruleset]!()).EXAMPLES;
  return { ...examples, fields: { ...COMMON, ...examples.fields } };
}
