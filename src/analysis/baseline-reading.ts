/** Reading a baseline: every fault with its place and the command that rebalances it. */

import { said, type Text } from "../rulesets/said.ts";
import { inputDigest } from "../scenario/inputs.ts";
import { parseText } from "../scenario/located.ts";
import { hasErrors, type Place, type Problem, problemAt, quote, ScenarioError, textsOf } from "../scenario/problem.ts";
import { entries, firstOf, type Located, type MapNode, nodeAt, placeOf } from "../scenario/tree.ts";
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

/** How a baseline is rebalanced. */
export interface Rebalancing {
  /** The command that writes it anew. */
  readonly update: string;
}

const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m;

/**
 * Reads a baseline.
 * @throws BaselineFault, every fault with its place and the command that rebalances it
 */
export function parseBaseline(text: string, file: string, { update }: Rebalancing): Baseline {
  const conflict = CONFLICT.exec(text);
  if (conflict) {
    const line = text.slice(0, conflict.index).split("\n").length;
    const place = { file, line, column: 1, length: conflict[0].length, text: text.split(/\r?\n/)[line - 1]! };
    const hint = said`take either side as a whole, then write it anew: ${update}`;
    throw new BaselineFault([problemAt(place, said`the baseline holds the conflict markers of a merge`, { hint })]);
  }
  const { root, problems } = parseText(text, file, undefined, LONGEST_KEY);
  if (root === undefined || hasErrors(problems))
    throw new BaselineFault(
      problems.map((problem) => {
        const { message, hint = said`write it anew: ${update}` } = textsOf(problem);
        return { ...problem, ...problemAt(problem.place, message, { hint, severity: problem.severity }) };
      }),
    );
  return new BaselineReader(root, update).baseline();
}

class BaselineReader {
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
      if (!KNOWN.includes(key)) this.#fault(placeOf(this.#root, [key]), said`a baseline has no ${quote(key)}`);
    const baseline: Baseline = {
      ...(nodeAt(this.#root, ["of"]).steps === 1 ? { of: this.#text("of") } : {}),
      stream: this.#text("stream"),
      seed: this.#text("seed"),
      version: this.#text("version"),
      engine: this.#text("engine"),
      scenario: this.#text("scenario"),
      trials: this.#whole(this.#root, "trials", 0),
      inputs: this.#inputs(),
      cells: this.#cells(),
      metrics: this.#samples("metrics", true),
      anchor: this.#samples("anchor", false),
    };
    if (this.#problems.length > 0) throw new BaselineFault(this.#problems);
    return baseline;
  }

  #fault(place: Place, message: Text, hint: Text = said`write it anew: ${this.#update}`): void {
    this.#problems.push(problemAt(place, message, { hint }));
  }

  #checkFormat(): void {
    const place = placeOf(this.#root, ["format"]);
    const format = this.#whole(this.#root, "format", 1);
    if (format > BASELINE_FORMAT)
      this.#fault(
        place,
        said`the baseline has format ${format}, of a newer crible; this one reads format ${BASELINE_FORMAT}`,
        "npm install --save-dev crible@latest",
      );
    if (this.#problems.length === 0 && format < BASELINE_FORMAT)
      this.#fault(
        place,
        said`the baseline has format ${format}, of an older crible; this one reads format ${BASELINE_FORMAT}`,
      );
    if (this.#problems.length > 0) throw new BaselineFault(this.#problems, format <= BASELINE_FORMAT);
  }

  /** The text of a scalar as it was written; undefined when it is missing or no scalar. */
  #raw(of: Located, key: string): { raw: string; place: Place } | undefined {
    const { node, steps } = nodeAt(of, [key]);
    if (steps === 1 && node.kind === "scalar" && node.raw !== "")
      return { raw: node.quoted ? String(node.value) : node.raw, place: node.place };
    this.#fault(steps === 1 ? placeOf(of, [key]) : firstOf(of), said`the baseline has no ${key}`);
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
      const quoted = quote(found.raw);
      this.#fault(
        found.place,
        least === undefined
          ? said`${key} must be a whole number, found ${quoted}: it was edited`
          : said`${key} must be a whole number from ${least}, found ${quoted}: it was edited`,
      );
      return least ?? 0n;
    }
    return value;
  }

  #whole(of: Located, key: string, least: number): number {
    const value = this.#integer(of, key, BigInt(least));
    if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    this.#fault(placeOf(of, [key]), said`${key} is ${value}, more than any run counts: it was edited`);
    return least;
  }

  #samples(section: string, isNeeded: boolean): Map<string, Sample> {
    const { node, steps } = nodeAt(this.#root, [section]);
    if (steps === 0) {
      if (isNeeded) this.#fault(firstOf(this.#root), said`the baseline has no ${section}`);
      return new Map();
    }
    if (node.kind !== "map") {
      this.#fault(placeOf(this.#root, [section]), said`${section} must be a map of numbers by name`);
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
      if (isSound() && k > n) this.#fault(place, said`${key} counts ${k} in ${n} trials: it was edited`);
      return isSound() ? { kind: "count", k, n } : undefined;
    }
    if (names === "counts,n") return this.#histogram(node, key, place);
    if (names === "exact") return this.#exact(node, key, place);
    this.#fault(
      place,
      said`${key} must be { k, n }, { n, counts } or { exact }, found ${describe(node)}: it was edited`,
    );
    return undefined;
  }

  /** `0:1204 1:380 2..5:0 6:1`. */
  #histogram(node: Located, key: string, place: Place): Sample | undefined {
    const n = this.#whole(node, "n", 1);
    const text = this.#raw(node, "counts")?.raw ?? "";
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
    if (!isSound || !isRising || counts.reduce((sum, count) => sum + count, 0) !== n) {
      this.#fault(place, said`${key} has ${n} trials, and its counts are not theirs: it was edited`);
      return undefined;
    }
    return { kind: "histogram", values, counts };
  }

  /** The entries of a map; a fault where it is missing or none. */
  #map(section: string): readonly (readonly [string, Located])[] {
    const { node, steps } = nodeAt(this.#root, [section]);
    if (steps === 1 && node.kind === "map") return entries(node);
    if (steps === 0) this.#fault(firstOf(this.#root), said`the baseline has no ${section}`);
    else this.#fault(placeOf(this.#root, [section]), said`${section} must be a map by name`);
    return [];
  }

  #inputs(): Baseline["inputs"] {
    return new Map(
      this.#map("inputs").map(([name, node]) => {
        const digest = this.#raw(node, "digest")?.raw;
        const values = new Map(
          entries(nodeAt(node, ["values"]).node).map(([path, value]) => [
            path === "." ? "" : path,
            value.kind === "scalar" ? String(value.value) : "",
          ]),
        );
        if (digest !== undefined && digest !== inputDigest(values))
          this.#fault(
            placeOf(this.#root, ["inputs", name]),
            said`the values of ${name} are not those of its digest: edited`,
          );
        return [name, values] as const;
      }),
    );
  }

  #cells(): Baseline["cells"] {
    return new Map(
      this.#map("cells").map(([id, node]) => [id, node.kind === "scalar" ? String(node.value) : ""] as const),
    );
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
        isChance
          ? said`${key} must be a chance such as 36/125, found ${quote(raw)}: it was edited`
          : said`${key} must be a number such as 36/125, found ${quote(raw)}: it was edited`,
      );
      return undefined;
    }
    return { kind: "exact", value, ...(isFraction ? { fraction: fractionOf(raw) } : {}) };
  }
}

const KNOWN = "format of stream seed version engine scenario trials inputs cells metrics anchor".split(" ");

/** Of one metric: more than any has. */
const MOST_VALUES = 1_000_000;

const describe = (node: Located): Text =>
  node.kind === "scalar"
    ? node.raw === ""
      ? said`nothing`
      : quote(node.raw)
    : `{ ${entries(node)
        .map(([name]) => name)
        .join(", ")} }`;
