/**
 * The committed numbers that later results are held against, and the text they are kept in: YAML, one line for each
 * number, sorted, counts as integers and exact chances as fractions, no clock and no rounded percentage, so that
 * `git diff` shows one line for each number that moved.
 */
import { parseText } from "../scenario/located.ts";
import { hasErrors, type Place, type Problem, problemAt, quote, ScenarioError } from "../scenario/problem.ts";
import { entries, type Located, type MapNode, nodeAt, placeOf } from "../scenario/tree.ts";
import { fractionOf, numberOf, textOf } from "./fraction.ts";
import type { Sample } from "./tracked.ts";

export const BASELINE_FORMAT = 1;
export const BASELINE_NAME = "balance.baseline.yaml";
/** Of a baseline's text: 100,000 numbers or so. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** Where the numbers of a baseline come from. All equal: the same numbers must come out. */
export interface Origin {
  readonly stream: string;
  readonly seed: string;
  readonly version: string;
  /** Hash of the scenario. */
  readonly scenario: string;
  /** Of each simulated cell. */
  readonly trials: number;
}

export interface Baseline extends Origin {
  /** Name of the scenario's file. */
  readonly of?: string;
  readonly metrics: ReadonlyMap<string, Sample>;
  /** Numbers that have moved since they were anchored, as they were then; all others stand where they did. */
  readonly anchor: ReadonlyMap<string, Sample>;
}

const SAFE_KEY = /^[A-Za-z][\w~/@.=+-]*$/;
const HIDDEN =
  /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;

/** A name as YAML takes it: as it is where it can be, else in double quotes. */
const keyText = (key: string): string =>
  SAFE_KEY.test(key)
    ? key
    : JSON.stringify(key).replace(HIDDEN, (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, "0")}`);

/** Longer fractions are kept as decimals: nobody reads them. */
const LONGEST_FRACTION = 120;

function sampleText(sample: Sample): string {
  if (sample.kind === "count") return `{ k: ${sample.k}, n: ${sample.n} }`;
  if (sample.kind === "sums") return `{ n: ${sample.n}, sum: ${sample.sum}, sumSq: ${sample.sumSq} }`;
  const fraction = sample.fraction && textOf(sample.fraction);
  const isShort = fraction !== undefined && fraction.length <= LONGEST_FRACTION;
  return `{ exact: ${isShort ? fraction : Number(sample.value.toPrecision(15))} }`;
}

/** The text of a baseline. `command` is the one that writes it. */
export function baselineText(baseline: Baseline, command: string): string {
  const section = (samples: ReadonlyMap<string, Sample>) =>
    [...samples]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, sample]) => `  ${keyText(key)}: ${sampleText(sample)}`);
  const { of, stream, seed, version, scenario, trials, metrics, anchor } = baseline;
  return [
    `# Balance baseline. Written by: ${command.replace(HIDDEN, " ")}`,
    "# One line for each number; not to be edited by hand.",
    `format: ${BASELINE_FORMAT}`,
    ...(of === undefined ? [] : [`of: ${keyText(of)}`]),
    `stream: ${stream}`,
    `seed: "${seed}"`,
    `version: ${version}`,
    `scenario: "${scenario}"`,
    `trials: ${trials}`,
    metrics.size === 0 ? "metrics: {}" : "metrics:",
    ...section(metrics),
    ...(anchor.size === 0
      ? []
      : ["# Where numbers stood that have moved since they were anchored.", "anchor:", ...section(anchor)]),
    "",
  ].join("\n");
}

/** Code points of a name, with room for what makes it unlike others. */
const LONGEST_KEY = 1000;

/** A baseline that cannot be used. `isMendable`: writing it anew mends it; otherwise it is of a newer crible. */
export class BaselineFault extends ScenarioError {
  readonly isMendable: boolean;

  constructor(problems: readonly Problem[], isMendable = true) {
    super(problems);
    this.isMendable = isMendable;
  }
}

/** How a baseline is mended. */
export interface Mending {
  /** The command that writes it anew. */
  readonly update: string;
}

const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m;

/**
 * Reads a baseline.
 * @throws BaselineFault, every fault with its place and the command that mends it
 */
export function parseBaseline(text: string, file: string, { update }: Mending): Baseline {
  const conflict = CONFLICT.exec(text);
  if (conflict) {
    const line = text.slice(0, conflict.index).split("\n").length;
    const place = { file, line, column: 1, length: conflict[0].length, text: text.split(/\r?\n/)[line - 1]! };
    const hint = `take either side as a whole, then write it anew: ${update}`;
    throw new BaselineFault([problemAt(place, "the baseline holds the conflict markers of a merge", { hint })]);
  }
  const { root, problems } = parseText(text, file, undefined, LONGEST_KEY);
  if (root === undefined || hasErrors(problems))
    throw new BaselineFault(
      problems.map((problem) => ({ ...problem, hint: problem.hint ?? `write it anew: ${update}` })),
    );
  return new Reading(root, update).baseline();
}

class Reading {
  readonly #root: Located;
  readonly #update: string;
  readonly #problems: Problem[] = [];

  constructor(root: Located, update: string) {
    this.#root = root;
    this.#update = update;
  }

  baseline(): Baseline {
    this.#checkFormat();
    for (const [key] of entries(this.#root))
      if (!KNOWN.includes(key)) this.#fault(placeOf(this.#root, [key]), `a baseline has no ${quote(key)}`);
    const baseline: Baseline = {
      ...(nodeAt(this.#root, ["of"]).steps === 1 ? { of: this.#text("of") } : {}),
      stream: this.#text("stream"),
      seed: this.#text("seed"),
      version: this.#text("version"),
      scenario: this.#text("scenario"),
      trials: this.#whole(this.#root, "trials", 0),
      metrics: this.#samples("metrics", true),
      anchor: this.#samples("anchor", false),
    };
    if (this.#problems.length > 0) throw new BaselineFault(this.#problems);
    return baseline;
  }

  #fault(place: Place, message: string, hint = `write it anew: ${this.#update}`): void {
    this.#problems.push(problemAt(place, message, { hint }));
  }

  #checkFormat(): void {
    const place = placeOf(this.#root, ["format"]);
    const format = this.#whole(this.#root, "format", 1);
    if (format > BASELINE_FORMAT)
      this.#fault(
        place,
        `the baseline has format ${format}, of a newer crible; this one reads format ${BASELINE_FORMAT}`,
        "npm install --save-dev crible@latest",
      );
    if (this.#problems.length > 0) throw new BaselineFault(this.#problems, format <= BASELINE_FORMAT);
  }

  /** The text of a scalar as it was written; undefined when it is missing or no scalar. */
  #raw(of: Located, key: string): { raw: string; place: Place } | undefined {
    const { node, steps } = nodeAt(of, [key]);
    if (steps === 1 && node.kind === "scalar" && node.raw !== "")
      return { raw: node.quoted ? String(node.value) : node.raw, place: node.place };
    this.#fault(steps === 1 ? placeOf(of, [key]) : firstOf(of), `the baseline has no ${key}`);
    return undefined;
  }

  #text(key: string): string {
    return this.#raw(this.#root, key)?.raw ?? "";
  }

  /** A whole number, as digits: none of them is lost. */
  #integer(of: Located, key: string, least: bigint | undefined): bigint {
    const found = this.#raw(of, key);
    if (found === undefined) return least ?? 0n;
    const value = /^-?\d{1,60}$/.test(found.raw) ? BigInt(found.raw) : undefined;
    if (value === undefined || (least !== undefined && value < least)) {
      const rule = least === undefined ? "a whole number" : `a whole number from ${least}`;
      this.#fault(found.place, `${key} must be ${rule}, found ${quote(found.raw)}: it was edited`);
      return least ?? 0n;
    }
    return value;
  }

  #whole(of: Located, key: string, least: number): number {
    const value = this.#integer(of, key, BigInt(least));
    if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    this.#fault(placeOf(of, [key]), `${key} is ${value}, more than any run counts: it was edited`);
    return least;
  }

  #samples(section: string, isNeeded: boolean): Map<string, Sample> {
    const { node, steps } = nodeAt(this.#root, [section]);
    if (steps === 0) {
      if (isNeeded) this.#fault(firstOf(this.#root), `the baseline has no ${section}`);
      return new Map();
    }
    if (node.kind !== "map") {
      this.#fault(placeOf(this.#root, [section]), `${section} must be a map of numbers by name`);
      return new Map();
    }
    return new Map(
      entries(node).flatMap(([key]) => {
        const sample = this.#sample(node, key);
        return sample ? [[key, sample] as const] : [];
      }),
    );
  }

  #sample(of: MapNode, key: string): Sample | undefined {
    const { node } = nodeAt(of, [key]);
    const place = placeOf(of, [key]);
    const before = this.#problems.length;
    const names = entries(node)
      .map(([name]) => name)
      .toSorted()
      .join();
    const isSound = () => this.#problems.length === before;
    if (names === "k,n") {
      const n = this.#whole(node, "n", 1);
      const k = this.#whole(node, "k", 0);
      if (isSound() && k > n) this.#fault(place, `${key} counts ${k} in ${n} trials: it was edited`);
      return isSound() ? { kind: "count", k, n } : undefined;
    }
    if (names === "n,sum,sumSq") {
      const n = this.#integer(node, "n", 1n);
      const sum = this.#integer(node, "sum", undefined);
      const sumSq = this.#integer(node, "sumSq", 0n);
      const absolute = sum < 0n ? -sum : sum;
      if (isSound() && (n * sumSq < sum * sum || sumSq < absolute))
        this.#fault(place, `no ${n} whole numbers have the sum ${sum} and the squares ${sumSq}: ${key} was edited`);
      return isSound() ? { kind: "sums", n, sum, sumSq } : undefined;
    }
    if (names === "exact") return this.#exact(node, key, place);
    this.#fault(
      place,
      `${key} must be { k, n }, { n, sum, sumSq } or { exact }, found ${describe(node)}: it was edited`,
    );
    return undefined;
  }

  #exact(node: Located, key: string, place: Place): Sample | undefined {
    const raw = this.#raw(node, "exact")?.raw;
    if (raw === undefined) return undefined;
    const isChance = key.includes("=", key.lastIndexOf("/"));
    const isFraction = /^-?\d{1,200}\/[1-9]\d{0,200}$/.test(raw);
    const value = isFraction
      ? numberOf(fractionOf(raw))
      : /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(raw)
        ? Number(raw)
        : NaN;
    if (!Number.isFinite(value) || (isChance && (value < 0 || value > 1))) {
      this.#fault(
        place,
        `${key} must be ${isChance ? "a chance" : "a number"} such as 36/125, found ${quote(raw)}: it was edited`,
      );
      return undefined;
    }
    return { kind: "exact", value, ...(isFraction ? { fraction: fractionOf(raw) } : {}) };
  }
}

const KNOWN = ["format", "of", "stream", "seed", "version", "scenario", "trials", "metrics", "anchor"];

const firstOf = (node: Located): Place =>
  node.kind === "map" ? (node.entries[0]?.keyPlace ?? node.place) : node.place;

const describe = (node: Located): string =>
  node.kind === "scalar"
    ? node.raw === ""
      ? "nothing"
      : quote(node.raw)
    : `{ ${entries(node)
        .map(([name]) => name)
        .join(", ")} }`;
