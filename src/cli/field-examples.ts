/** The examples of the reference: a value of each field, an experiment of each kind, and what its metrics come to there. */

import type { MetricResult } from "../analysis/result.ts";
import { run } from "../analysis/run.ts";
import { type Language, metricPlace } from "../report/index.ts";
import type { Examples } from "../rulesets/forms.ts";
import type { Reader } from "../rulesets/reader.ts";
import { loadTree } from "../scenario/extends.ts";
import { scenarioOf } from "../scenario/study.ts";

/** One place of the format, and what its schema lists of it. */
interface FormatPlace {
  readonly steps: readonly string[];
  readonly kind: string | undefined;
  readonly values: readonly unknown[];
  readonly types: ReadonlySet<string>;
}

/** The value that the reference shows of a place, as YAML; undefined where nobody has given one. */
export function exampleAt(
  { fields }: Examples,
  { options }: Reader,
  { steps, kind, values, types }: FormatPlace,
): string | undefined {
  const [section, , ...below] = steps.length === 1 ? ["scenario"] : steps;
  const [above, name] = [steps.at(-2), steps.at(-1)!];
  if (above === "options") {
    const last = options.find((option) => option.name === name)?.readings.at(-1)?.value;
    return typeof last === "string" ? last : JSON.stringify(last);
  }
  if (kind !== undefined && name === "kind") return kind;
  const places = kind === undefined ? [] : [`experiments.${kind}.${below.join(".")}`];
  const place = [...places, `${section}.${name}`, `${above}.${name}`, name].find((each) => Object.hasOwn(fields, each));
  if (place !== undefined) return fields[place];
  if (values.length > 0) return String(values.at(-1));
  return types.has("boolean") ? "true" : undefined;
}

/** A whole file that asks one question of a kind; undefined where a ruleset brings none. */
export function exampleFile({ kinds, around }: Examples, ruleset: string, kind: string): string | undefined {
  if (!Object.hasOwn(kinds, kind)) return undefined;
  const lines = [
    `version: 1`,
    `ruleset: ${ruleset}`,
    `extends: crible:${ruleset}/catalogue`,
    ...(around?.[kind] ?? []),
  ];
  return [...lines, "experiments:", `  example: ${kinds[kind]!}`].join("\n");
}

/** What a kind counts, and what each comes to in the example; of a whole fight, of the first side after the last turn. */
export async function measuredIn(file: string, language: Language): Promise<{ name: string; comesTo: string }[]> {
  const { tree, problems } = await loadTree("-", {
    stdin: (async function* () {
      yield file;
    })(),
  });
  if (tree === undefined || problems.length > 0) throw new Error(`the example cannot be read: ${file}`);
  const study = await scenarioOf(tree, "example").study({});
  const { cells } = await run(study, { method: "exact", verify: false, workers: 0, command: "" });
  const shown = new Map<string, MetricResult>();
  for (const metric of cells[0]!.metrics ?? [])
    if ((metric.turn ?? 0) > (shown.get(metric.name)?.turn ?? -1)) shown.set(metric.name, metric);
  return [...shown.values()].map((metric) => {
    const place = metricPlace(metric, language);
    return { name: metric.name, comesTo: `${comesTo(metric, language)}${place === "" ? "" : ` (${place})`}` };
  });
}

const comesTo = ({ mean, outcomes }: MetricResult, language: Language): string =>
  mean === undefined
    ? outcomes.map(({ value, probability }) => `${value} ${language.percent(probability)}`).join(", ")
    : language.say`${language.number(mean)} on average`;
