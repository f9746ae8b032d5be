/** Workers in processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN } from "../crible.ts";

export interface Hand {
  readonly child: ChildProcess;
  said(): string;
  /** Resolves with its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** A worker of one thread, once it waits for tasks. */
export async function worker(url: string, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Hand> {
  const child = spawn(process.execPath, [MAIN, "worker", "--queue", url, "--workers", "1", ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the worker ended with ${code}: ${said}`)));
    child.stderr!.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("waiting for runs")) resolve();
    });
  });
  return {
    child,
    said: () => said,
    ended,
    end(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** The reports in a folder, by name. */
export const reportsOf = (cwd: string, folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(cwd, folder))
      .filter((name) => !name.startsWith("checkpoint") && !name.startsWith("."))
      .map((name) => [name, readFileSync(join(cwd, folder, name), "utf8")]),
  );
