/** The playground's server ends with who started it, however that was ended. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished, vi } from "vitest";
import { whenEnded } from "../../src/cli/starter.ts";
import { MAIN } from "./crible.ts";

/** A process that starts something and waits. */
const STARTER = `require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit"] });
setInterval(() => {}, 1e6);`;

it.each([
  ["its parent is", [process.execPath, MAIN, "playground"], {}],
  [
    "the package manager above a shell is",
    ["sh", "-c", `"${process.execPath}" "${MAIN}" playground; true`],
    { npm_config_user_agent: "npm/10" },
  ],
])("ends when %s killed", async (_, command, env) => {
  const starter = spawn(process.execPath, ["-e", STARTER, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, npm_config_user_agent: undefined, ...env },
  });
  onTestFinished(() => void starter.kill("SIGKILL"));
  const [first] = (await once(starter.stdout, "data")) as [Buffer];
  const address = String(first).trim();
  expect((await fetch(address)).status).toBe(200);
  await once(starter.stderr, "data"); // it says how it ends once it waits for that
  const closed = once(starter.stdout, "close");
  starter.stdout.resume();
  starter.kill("SIGKILL");
  await closed; // nobody holds its standard output any more
  await expect(fetch(address)).rejects.toThrow();
});

it("goes on for as long as all are there, and ends once", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
  const done = vi.fn();
  const signals = vi.spyOn(process, "on").mockReturnThis();
  whenEnded(done, [process.ppid, other.pid!]);
  expect(signals.mock.calls.map(([signal]) => signal)).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
  signals.mockRestore();
  vi.advanceTimersByTime(600_000);
  expect(done).not.toHaveBeenCalled();
  const ended = once(other, "exit");
  other.kill("SIGKILL");
  await ended;
  vi.advanceTimersByTime(600_000);
  expect(done.mock.calls).toEqual([[143]]);
});
