/** The built command line, run as a person would run it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";

export const MAIN = join(process.cwd(), "dist/crible.cjs");
const PROGRAM = join(process.cwd(), "dist/cli/program.js");

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  /** What comes in on standard input; nothing unless given. */
  readonly input?: string | Uint8Array;
  /** Set in the environment, or, as undefined, taken out of it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Another build's command line than this one's. */
  readonly main?: string;
  /** Called with the process as soon as it runs. */
  readonly meanwhile?: (child: ChildProcess) => void;
}

/**
 * Runs `crible …` to its end: in this process, where text and exit code are the subject, and in one of its own where its
 * environment says how a process starts or something is to happen meanwhile (signals, streams, threads that die).
 */
export const crible = (args: readonly string[], around: Surroundings = {}): Promise<Ran> =>
  around.meanwhile === undefined &&
  Object.keys(around.env ?? {}).every(
    (name) =>
      name.startsWith("GITHUB_") ||
      name.startsWith("CRIBLE_CACHE") ||
      ["COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG"].includes(name),
  )
    ? here(args, around)
    : cribleProcess(args, around);

const HOME = process.cwd();
const PLAIN = {
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  LC_ALL: undefined,
  LC_MESSAGES: undefined,
  LANG: undefined,
};

/** Runs `crible …` in a process of its own. */
export function cribleProcess(args: readonly string[], around: Surroundings = {}): Promise<Ran> {
  const { cwd = HOME, input, env = {}, meanwhile, main = MAIN } = around;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...process.env, ...PLAIN, ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on("error", () => {}); // it may not have read all of it
    child.stdin.end(input ?? "");
    meanwhile?.(child);
  });
}

// A thread costs half a second to start, and most questions less to answer: what names no `--workers` plays here.
os.availableParallelism = () => 0;
syncBuiltinESMExports();

let last: Promise<unknown> = Promise.resolve();

/** One command after another: each has the process to itself. */
function here(args: readonly string[], around: Surroundings): Promise<Ran> {
  const ran = last.then(async () => {
    const { crible: command } = (await import(pathToFileURL(PROGRAM).href)) as { crible: CommandLine };
    return inThisProcess(command, args, around);
  });
  last = ran.catch(() => {});
  return ran;
}

export type CommandLine = (words: readonly string[]) => Promise<void>;

/** Runs a command line, built or not, in this process: what it prints is caught. */
export async function inThisProcess(
  command: CommandLine,
  args: readonly string[],
  { cwd = HOME, input = "", env: own = {} }: Surroundings,
): Promise<Ran> {
  const { exitCode, env, stdout, stderr } = process;
  const written = { stdout: "", stderr: "" };
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const writes = { stdout: stdout.write, stderr: stderr.write };
  const into = (name: "stdout" | "stderr") =>
    ((text: string | Uint8Array, ...rest: unknown[]) => {
      written[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      const done = rest.at(-1);
      if (typeof done === "function") queueMicrotask(() => done());
      return true;
    }) as typeof stdout.write;
  process.chdir(cwd);
  process.exitCode = undefined;
  process.env = { ...env, ...PLAIN, ...own };
  for (const [name, value] of Object.entries({ ...PLAIN, ...own })) if (value === undefined) delete process.env[name];
  stdout.write = into("stdout");
  stderr.write = into("stderr");
  Object.defineProperty(process, "stdin", { ...stdin, get: () => Readable.from([Buffer.from(input)]) });
  try {
    await command(args);
    return { code: Number(process.exitCode ?? 0), signal: null, ...written };
  } finally {
    Object.defineProperty(process, "stdin", stdin);
    Object.assign(stdout, { write: writes.stdout });
    Object.assign(stderr, { write: writes.stderr });
    process.env = env;
    process.exitCode = exitCode;
    process.chdir(HOME);
  }
}

export const folder = (): string => mkdtempSync(join(tmpdir(), "crible-cli-"));

/** The environment that loads a fixture into the process, and into its worker threads, before anything else. */
export const preload = (name: string): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--import ${new URL(`fixtures/${name}.mjs`, import.meta.url).href}`,
});

export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Two experiments, three cells, and nothing that it extends. */
export const SCENARIO = `version: 1
ruleset: alpha-omega
title: Two questions
weapons:
  rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 }
units:
  rangers: { ballisticSkill: 4+, save: 4+, command: 3+, weapon: rifle, models: 4 }
  marines: { ballisticSkill: 4+, save: 5+, command: 3+, weapon: rifle, models: 4 }
modifierSets:
  endurance: { factor: true, defender: { addSkills: [endurance] } }
experiments:
  oneShot: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 12 }, with: all }
  whole: { kind: volley, attacker: rangers, defender: marines, situation: { distance: 12 } }
`;

/** A folder of its own with that scenario in it, its text changed as asked. */
export function workplace(change: (text: string) => string = (text) => text): string {
  const at = folder();
  writeFileSync(join(at, "study.yaml"), change(SCENARIO));
  return at;
}
