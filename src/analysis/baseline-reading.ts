/** Reading a baseline: every fault with its place and the command that rebalances it. */

import * as z from "zod";
import { said, type Text } from "../rulesets/said.ts";
import { inputDigest } from "../scenario/inputs.ts";
import { CONFLICT, parseText } from "../scenario/located.ts";
import { hasErrors, type Problem, problemAt, quote, ScenarioError, textsOf } from "../scenario/problem.ts";
import { checkShape } from "../scenario/shape.ts";
import { entries, type Located, type Path, partOf, placeOf } from "../scenario/tree.ts";
import { BASELINE_FORMAT, type Baseline } from "./baseline.ts";
import { fractionOf, numberOf } from "./fraction.ts";
import type { Sample } from "./tracked.ts";

/** Code points of a name, with room for what makes it unlike others. */
const LONGEST_KEY = 1000;

/** A baseline that cannot be used. `isMendable`: writing it anew rebalances it; otherwise it is of a newer crible. */
export class BaselineFault extends ScenarioError {
  readonly isMendable: boolean;

  constructor(problems: readonly Problem[], isMendable = true) {
    super(problems);
    this.isMendable = isMendable;
  }
}

const texts = z.record(z.string(), z.string());
const samples = z.record(z.string(), z.unknown());
const shape = z.strictObject({
  format: z.int().min(1),
  of: z.string().optional(),
  stream: z.string(),
  seed: z.string(),
  version: z.string(),
  engine: z.string(),
  scenario: z.string(),
  trials: z.int().min(0),
  inputs: z.record(z.string(), z.strictObject({ digest: z.string(), values: texts })),
  cells: texts,
  metrics: samples,
  anchor: samples.optional(),
});
/** One number: what it is by is told by its names. */
const shapes = {
  "k,n": z.strictObject({ k: z.int().min(0), n: z.int().min(1) }),
  "counts,n": z.strictObject({ n: z.int().min(1), counts: z.string() }),
  exact: z.strictObject({ exact: z.union([z.number(), z.string()]) }),
};

/**
 * Reads a baseline.
 * @param update the command that writes it anew
 * @throws BaselineFault, every fault with its place and that command
 */
export function parseBaseline(text: string, file: string, { update }: { readonly update: string }): Baseline {
  const anew = said`write it anew: ${update}`;
  const { root, problems } = parseText(text, file, undefined, LONGEST_KEY);
  if (root === undefined || hasErrors(problems))
    throw new BaselineFault(
      problems.map((problem) => {
        const { message, hint: own = anew } = textsOf(problem);
        const hint = CONFLICT.test(text) ? said`take either side as a whole, then write it anew: ${update}` : own;
        return { ...problem, ...problemAt(problem.place, message, { hint, severity: problem.severity }) };
      }),
    );
  checkFormat(root, anew);
  const faults: Problem[] = [];
  const refuse = (path: Path, message: Text) =>
    void faults.push(problemAt(placeOf(root, path), message, { hint: anew }));
  const misshapen = (problems: readonly Problem[]) => {
    for (const problem of problems) faults.push(problemAt(problem.place, textsOf(problem).message, { hint: anew }));
  };
  const { data, problems: wrong } = checkShape(root, shape);
  misshapen(wrong);
  const samplesOf = (section: "metrics" | "anchor"): Map<string, Sample> =>
    new Map(
      entries(partOf(root, section)).flatMap(([key, node]): [string, Sample][] => {
        const found = sampleIn(node, key, misshapen);
        if (typeof found === "object" && "kind" in found) return [[key, found]];
        if (found !== undefined) refuse([section, key], found);
        return [];
      }),
    );
  const [metrics, anchor] = [samplesOf("metrics"), samplesOf("anchor")];
  const inputs = new Map(
    Object.entries(data?.inputs ?? {}).map(([name, { digest, values: given }]) => {
      const values = new Map(Object.entries(given).map(([path, value]) => [path === "." ? "" : path, value] as const));
      if (digest !== inputDigest(values))
        refuse(["inputs", name], said`the values of ${name} are not those of its digest: edited`);
      return [name, values] as const;
    }),
  );
  if (data === undefined || faults.length > 0) throw new BaselineFault(faults);
  const { format: _, of, ...head } = data;
  return {
    ...head,
    ...(of === undefined ? {} : { of }),
    inputs,
    cells: new Map(Object.entries(data.cells)),
    metrics,
    anchor,
  };
}

/** @throws BaselineFault for one of another crible: nothing else of it is judged */
function checkFormat(root: Located, anew: Text): void {
  const node = partOf(root, "format");
  const format = node?.kind === "scalar" ? Number(node.value) : Number.NaN;
  const isNewer = format > BASELINE_FORMAT;
  if (!isNewer && !(format < BASELINE_FORMAT)) return; // its form is told
  const message = isNewer
    ? said`the baseline has format ${format}, of a newer crible; this one reads format ${BASELINE_FORMAT}`
    : said`the baseline has format ${format}, of an older crible; this one reads format ${BASELINE_FORMAT}`;
  const hint = isNewer ? "npm install --save-dev crible@latest" : anew;
  throw new BaselineFault([problemAt(placeOf(root, ["format"]), message, { hint })], !isNewer);
}

/** What stands under a name, or what is wrong with it; undefined where that is its form, which is told. */
function sampleIn(
  node: Located,
  key: string,
  misshapen: (problems: readonly Problem[]) => void,
): Sample | Text | undefined {
  const names = entries(node).map(([name]) => name);
  const sort = names.toSorted().join();
  if (!Object.hasOwn(shapes, sort)) {
    const found = node.kind === "scalar" ? quote(node.raw) : `{ ${names.join(", ")} }`;
    return said`${key} must be { k, n }, { n, counts } or { exact }, found ${found}: it was edited`;
  }
  const { data, problems } = checkShape(node, shapes[sort as keyof typeof shapes]);
  misshapen(problems);
  if (data === undefined) return undefined;
  if ("exact" in data) return exactIn(data.exact, key);
  if ("counts" in data) return histogramIn(data, key);
  const { k, n } = data;
  return k > n ? said`${key} counts ${k} in ${n} trials: it was edited` : { kind: "count", k, n };
}

/** Of one metric: more than any has. */
const MOST_VALUES = 1_000_000;

/** `0:1204 1:380 2..5:0 6:1`. */
function histogramIn({ n, counts: text }: { readonly n: number; readonly counts: string }, key: string): Sample | Text {
  const values: number[] = [];
  const counts: number[] = [];
  const isSound = text.split(" ").every((word) => {
    const [, from, to = from, count] = /^(-?\d{1,15})(?:\.\.(-?\d{1,15}))?:(\d{1,15})$/.exec(word) ?? [];
    if (from === undefined || Number(to) - Number(from) > MOST_VALUES) return false;
    for (let value = Number(from); value <= Number(to); value++) {
      values.push(value);
      counts.push(Number(count));
    }
    return values.length <= MOST_VALUES;
  });
  const isRising = values.every((value, i) => i === 0 || value > values[i - 1]!);
  if (isSound && isRising && counts.reduce((sum, count) => sum + count, 0) === n)
    return { kind: "histogram", values, counts };
  return said`${key} has ${n} trials, and its counts are not theirs: it was edited`;
}

function exactIn(written: number | string, key: string): Sample | Text {
  const isChance = key.includes("=", key.lastIndexOf("/"));
  const fraction = /^-?\d{1,200}\/[1-9]\d{0,200}$/.test(String(written)) ? fractionOf(String(written)) : undefined;
  const value = fraction ? numberOf(fraction) : written;
  if (typeof value === "number" && !(isChance && (value < 0 || value > 1)))
    return { kind: "exact", value, ...(fraction ? { fraction } : {}) };
  return isChance
    ? said`${key} must be a chance such as 36/125, found ${quote(String(written))}: it was edited`
    : said`${key} must be a number such as 36/125, found ${quote(String(written))}: it was edited`;
}
