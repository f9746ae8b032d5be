import { Sha256 } from "../dice/index.ts";

/** JSON as a terminal shows it as it stands: escapes, and what hides or reorders text, are written `\\u202e`. */
const shown = (json: string): string =>
  json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );

/** JSON that a terminal shows as it stands. */
export const jsonText = (data: unknown): string => `${shown(JSON.stringify(data, undefined, 1))}\n`;

/** The same on one line. */
export const jsonLine = (data: unknown): string => `${shown(JSON.stringify(data))}\n`;

/** A part of an object: as its digest is told it, its language left out, and in whole lines as a file has it. */
interface Part {
  readonly told: string;
  readonly lines: () => string;
}

const unlabelled = (key: string, value: unknown): unknown => (key === "labels" ? undefined : value);
function toldOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  // Few have one, and what is told without a function is told several times as fast.
  return text.includes('"labels":') ? JSON.stringify(value, unlabelled) : text;
}
/** Within one list, or within a list of lists, and without those: a whole text to be indented once more takes twice the room. */
const laidOut = (value: unknown, depth: 1 | 2): string =>
  depth === 1
    ? JSON.stringify([value], undefined, 1).slice("[\n ".length, -"\n]".length)
    : JSON.stringify([[value]], undefined, 1).slice("[\n [\n  ".length, -"\n ]\n]".length);

/** The members of an object, of a list each item by itself: that of thousands of cells is many megabytes. */
function* partsOf(data: object): Generator<Part> {
  let before = "{";
  for (const [key, value] of Object.entries(data)) {
    if (value === undefined || key === "sum") continue;
    const name = JSON.stringify(key);
    const told = (text: string) => (key === "labels" ? "" : text);
    const start = told(`${before}${name}:`);
    if (key !== "labels") before = ",";
    if (!Array.isArray(value) || value.length === 0) {
      yield { told: start + told(toldOf(value)), lines: () => ` ${name}: ${laidOut(value, 1)},\n` };
      continue;
    }
    yield { told: start, lines: () => ` ${name}: [\n` };
    for (const [i, item] of value.entries()) {
      const end = i + 1 < value.length ? "," : "";
      yield { told: told(`${i === 0 ? "[" : ","}${toldOf(item)}`), lines: () => `  ${laidOut(item, 2)}${end}\n` };
    }
    yield { told: told("]"), lines: () => " ],\n" };
  }
  yield { told: before === "{" ? "{}" : "}", lines: () => "" };
}

const shortened = (hash: Sha256): string => hash.hex().slice(0, 16);

/**
 * The digest of what a file says, its language left out: whoever edits a number finds that it does not fit. Told of the
 * data, so that a tool that lays the text out anew does no harm.
 */
export function sumOf(data: object): string {
  const hash = new Sha256();
  for (const { told } of partsOf(data)) hash.add(told);
  return shortened(hash);
}

/** Data as JSON, that digest last; piece by piece, each of whole lines. */
export function* sealedPieces(data: object): Generator<string> {
  const hash = new Sha256();
  yield "{\n";
  for (const { told, lines } of partsOf(data)) {
    hash.add(told);
    yield shown(lines());
  }
  yield ` "sum": "${shortened(hash)}"\n}\n`;
}

export const sealedJson = (data: object): string => [...sealedPieces(data)].join("");
