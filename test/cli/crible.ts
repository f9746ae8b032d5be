/** The built command line, run as a person would run it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const MAIN = join(process.cwd(), "dist/cli/main.js");

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
  /** Called with the process as soon as it runs. */
  readonly meanwhile?: (child: ChildProcess) => void;
}

/** Runs `crible …` to its end. */
export function crible(args: readonly string[], { cwd, input, env = {}, meanwhile }: Surroundings = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    });
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
