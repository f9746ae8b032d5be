/** Inputs by the hundred, each judged by what no input may do. The same seed gives the same inputs. */
import { writeFileSync } from "node:fs";
import type { Ran } from "../cli/crible.ts";
import { Chance } from "./chance.ts";
import { crible } from "./crible.ts";
import { type Base, bases, type Corpus, type Family, families, type Input, STORED, STUDY } from "./inputs.ts";
import { CALLS, called, KEPT } from "./others.ts";

export interface Finding {
  readonly run: number;
  readonly family: string;
  readonly complaint: string;
  readonly input: Input;
}

export interface FuzzSettings {
  readonly seed: number;
  readonly runs: number;
  /** An empty folder to work in. */
  readonly folder: string;
  /** The first input; to try one again, with `runs: 1`. */
  readonly from?: number;
  readonly only?: string;
  /** Findings to stop at. */
  readonly most?: number;
  readonly onFinding?: (finding: Finding) => void;
  /** Called after each, with how it ended. */
  readonly onEnd?: (family: string, code: number | null) => void;
  /** Asked before each: whether those before were enough. */
  readonly isEnough?: () => boolean;
  /** Called before each, with what is about to be tried. */
  readonly onInput?: (run: number, input: Input) => void;
}

let corpus: Promise<Corpus> | undefined;
/** What commands have stored and kept, made once. */
const corpusOf = (folder: string): Promise<Corpus> => {
  corpus ??= corpusIn(folder);
  return corpus;
};

async function corpusIn(folder: string): Promise<Corpus> {
  const stored: [string, string][] = [];
  for (const [name, words] of STORED) {
    const { code, stdout, stderr } = await crible(folder, { "study.yaml": STUDY }, [
      ...words,
      "--workers",
      "0",
      "--json",
    ]);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${code}: ${stderr}`);
    stored.push([name, stdout]);
  }
  const { readFileSync, readdirSync } = await import("node:fs");
  const kept: Record<string, string> = {};
  for (const [name, [words]] of Object.entries(KEPT)) {
    const { code, stderr } = await crible(folder, { "study.yaml": STUDY }, words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${code}: ${stderr}`);
    kept[name] = readFileSync(`${folder}/${name}`, "utf8");
  }
  const { code, stderr } = await crible(folder, { "study.yaml": STUDY }, [
    "check",
    "study.yaml",
    "--update",
    "--workers",
    "0",
  ]);
  if (code !== 0) throw new Error(stderr);
  const files = readdirSync(folder).filter((name) => name === "study.yaml" || name.startsWith("balance."));
  return {
    stored,
    kept,
    baseline: Object.fromEntries(files.map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")])),
  };
}

/** Enough for families that change nothing of what was stored. */
export const NONE: Corpus = { stored: [["", "{}"]], baseline: {}, kept: {} };

/** Tries inputs one after the other. */
export async function fuzz({
  seed,
  runs,
  folder,
  from = 0,
  only,
  most = Infinity,
  onFinding,
  onInput,
  onEnd,
  isEnough,
}: FuzzSettings): Promise<Finding[]> {
  const known = await bases();
  const needsMade = only === undefined || ["stored", "baseline", "kept"].includes(only);
  const makers = families(needsMade ? await corpusOf(folder) : NONE).filter(
    ([name]) => only === undefined || name === only,
  );
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (let run = from; run < from + runs && found.length < most && isEnough?.() !== true; run++) {
    const [family, make] = new Chance(seed, run, 1).of(makers);
    const input = await inputOf(make, known, seed, run);
    onInput?.(run, input);
    const heard = await heardOf(folder, input);
    onEnd?.(family, heard.code);
    const complaint = judge(heard);
    if (complaint === undefined) continue;
    const key = `${family} ${complaint.replace(/"[^"]*"|\d+/g, "").slice(0, 160)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const finding = { run, family, complaint, input: await shortest(make, known, seed, run, folder, complaint) };
    found.push(finding);
    onFinding?.(finding);
  }
  return found;
}

/** What comes of an input: of a command, or of a call. */
const heardOf = (folder: string, { files, words }: Input) =>
  words[0]! in CALLS ? called(words) : crible(folder, files, words);

const inputOf = async (
  make: Family,
  known: readonly Base[],
  seed: number,
  run: number,
  without: readonly number[] = [],
) => make(new Chance(seed, run, 2), known, (n) => (without.includes(n) ? undefined : new Chance(seed, run, 3 + n)));

/** The same complaint with fewer changes, where fewer will do. */
async function shortest(
  make: Family,
  known: readonly Base[],
  seed: number,
  run: number,
  folder: string,
  complaint: string,
): Promise<Input> {
  let without: number[] = [];
  for (const n of [0, 1, 2]) {
    const less = [...without, n];
    if (judge(await heardOf(folder, await inputOf(make, known, seed, run, less))) === complaint) without = less;
  }
  return inputOf(make, known, seed, run, without);
}

// What must not be printed but as our own: C0 save ends of lines and tabs (a table may hold them), DEL, C1, what reorders or hides text.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
/** Words of a program, not of a person. */
const RAW =
  /\[object |Invalid input|ZodError|undefined|is not a function|is not iterable|Cannot (?:read|convert|set|mix|destructure)|Maximum call stack|Assertion|\bat \S+:\d+:\d+/;

/** Why what was heard cannot be right; nothing where it can. */
export function judge({ code, stdout: printed, stderr }: Pick<Ran, "code" | "stdout" | "stderr">): string | undefined {
  const stdout = printed.replaceAll(/<script[^>]*>.*?<\/script>/gs, ""); // of a page: its program is not what it says
  if (code === null || ![0, 1, 2, 3, 4].includes(code)) {
    const frames = stderr.split("\n").filter((line) => /^\s+at /.test(line));
    const where = frames.find((line) => line.includes("/src/") && !line.includes("/src/cli/")) ?? frames[0] ?? "";
    const [said] = stderr.split("\nThis is a fault");
    const kind = /^(\w*Error): /m.exec(stderr)?.[1] ?? "";
    return `exit ${code}: ${kind}: ${said!.slice(0, 300)}${where.trim().replace(/file:\/\/\S*\/src/, "src")}`;
  }
  const raw = RAW.exec(stderr) ?? RAW.exec(stdout);
  if (raw !== null) return `says ${JSON.stringify(around(stderr + stdout, raw[0]))}`;
  const unsafe = UNSAFE.exec(stderr) ?? UNSAFE.exec(stdout);
  if (unsafe !== null) return `prints ${JSON.stringify(around(stderr + stdout, unsafe[0]))}`;
  if (code === 3 && !/^(?:error|erreur|not built)/m.test(stderr) && !/not built|impossible/.test(stderr))
    return `exit 3 and no error: ${stderr.slice(0, 200)}`;
  if (code === 3 && /^(?:error|erreur\s?): (?!.*--)[^\n]*\n(?! {2}(?:-->|and))/m.test(`${stderr}\n`))
    return `an error without a place: ${stderr.slice(0, 300)}`;
  const number = /\b(?:NaN|Infinity)\b/.exec(stdout);
  if (number !== null) return `prints a number that is none: ${around(stdout, number[0])}`;
  const none =
    stdout.startsWith("{") && code !== 3
      ? /"(?:probability|lower|upper|mean|sd|median|atLeast|value|estimate|meanLower|meanUpper|q\d\d|difference|half|pValue)": null/.exec(
          stdout,
        )
      : null;
  if (none !== null) return `stores a number that is none: ${around(stdout, none[0])}`;
  return undefined;
}

const around = (text: string, part: string): string => {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 80), at + part.length + 80);
};

/** A finding as a person can try it: the command, the files it is given, what went wrong. */
export function findingText({ run, family, complaint, input }: Finding, seed: number): string {
  const words = input.words.map((word) => (/^[\w./:=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return [
    `## seed ${seed}, input ${run} (${family})`,
    complaint,
    ...input.said.map((text) => `- ${text}`),
    `    crible ${words.join(" ")}`,
    "",
  ].join("\n");
}

export function writeInput(path: string, { files, words, said }: Input): void {
  writeFileSync(path, JSON.stringify({ words, said, files }, undefined, 1));
}
