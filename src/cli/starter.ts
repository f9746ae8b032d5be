/** A command that serves until it is ended: by a signal, or with who started it. */
import { spawnSync } from "node:child_process";
import { ENDING } from "./exit.ts";
import { isAlive } from "./lock.ts";

/** Milliseconds between two looks whether who started it is still there. */
const LOOK = 3_000;

/** The parent; under a package manager also that, above the shell between the two, where `ps` tells of it. */
function starters(): number[] {
  const { ppid, env } = process;
  if (env.npm_config_user_agent === undefined) return [ppid];
  const above = Number(spawnSync("ps", ["-o", "ppid=", "-p", `${ppid}`], { encoding: "utf8" }).stdout);
  return above > 1 ? [ppid, above] : [ppid];
}

/** @param end told of each signal; and once when one of those who started it has ended, or it has another parent */
export function whenEnded(end: (code: number) => void, pids = starters()): void {
  const { ppid } = process;
  for (const [signal, code] of Object.entries(ENDING)) process.on(signal, () => end(code));
  const timer = setInterval(() => {
    if (ppid === process.ppid && pids.every(isAlive)) return;
    clearInterval(timer);
    end(ENDING.SIGHUP);
  }, LOOK).unref();
}
