/** `crible run --watch`, as somebody who edits a scenario meets it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { MAIN, SCENARIO, workplace } from "./crible.ts";

let child: ChildProcess | undefined;
afterEach(() => child?.kill("SIGKILL"));

/** A watching process, and a way to wait for what it says. */
function watching(cwd: string, ...words: string[]) {
  const quiet = words.includes("--loud") ? [] : ["--quiet"];
  const own = spawn(
    process.execPath,
    [MAIN, "run", "study.yaml", "--watch", "--workers", "0", ...quiet, ...words.filter((word) => word !== "--loud")],
    { cwd, env: { ...process.env, CRIBLE_CACHE: join(cwd, "cache") } },
  );
  child = own;
  let said = "";
  let from = 0;
  own.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const closed = new Promise<number | null>((done) => own.on("close", (code) => done(code)));
  /** What is said from the last such wait to the next time it waits for a save. */
  async function round(): Promise<string> {
    const end = "Ctrl-C ends\n";
    for (let i = 0; i < 5_000; i++) {
      const at = said.indexOf(end, from);
      if (at >= 0) {
        const text = said.slice(from, at);
        from = at + end.length;
        return text;
      }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`nothing came: ${said}`);
  }
  return { own, closed, round };
}

/** Saves as editors do that write another file and rename it. */
function saved(cwd: string, text: string): void {
  writeFileSync(join(cwd, "study.yaml~"), text);
  renameSync(join(cwd, "study.yaml~"), join(cwd, "study.yaml"));
}

/** Four hits with 7 (then 6) of 10 faces, of which 5 of 10 are saved, and 8 of 10 wounds are losses: 1.12, then 0.96. */
const LOSSES = /^ {2}Whole: rangers against marines: 0\.960 instead of 1\.120 casualties on average/;

const addressOf = (text: string): string => /http:\/\/127\.0\.0\.1:\d+\//.exec(text)![0];

it("runs again on every save, tells errors and goes on, reloads the open page, ends on Ctrl-C", async () => {
  const cwd = workplace();
  const { own, closed, round } = watching(cwd);
  const address = addressOf(await round());
  const first = await (await fetch(address)).text();
  const onDisk = () => readFileSync(join(cwd, "reports/study/report.html"), "utf8");
  expect(onDisk()).toContain("Two questions");
  expect(onDisk()).not.toMatch(/EventSource|connect-src/);
  expect(first).toMatch(/connect-src 'self'; script-src .*new EventSource\("\/changes"\)/s);

  const events = (await fetch(new URL("/changes", address))).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await events.read()).value).toContain("retry");
  saved(cwd, SCENARIO.replace("Two questions", "Two other questions"));
  await round();
  expect((await events.read()).value).toBe("event: changed\ndata:\n\n");
  expect(await (await fetch(address)).text()).toContain("Two other questions");
  await events.cancel();

  saved(cwd, SCENARIO.replace("experiments:", "experimants:"));
  expect(await round()).toContain('unknown key "experimants"');
  expect(await (await fetch(address)).text()).toContain("Two other questions");
  saved(cwd, SCENARIO);
  await round();
  expect(onDisk()).toContain("Two questions");

  own.kill("SIGINT");
  expect(await closed).toBe(130);
});

it("says which numbers a save moved, behind the whole report", async () => {
  const cwd = workplace();
  const { own, closed, round } = watching(cwd, "--no-color", "--loud");
  let shown = "";
  own.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const experiments = () => [...shown.matchAll(/^(One shot|Whole) \((?:shot|volley)\)$/gm)].map(([, name]) => name);
  await round();
  expect(shown).not.toContain("save");
  shown = "";
  const edited = SCENARIO.replace(/(whole: .*)distance: 12/, "$1distance: 20");
  saved(cwd, edited);
  await round();
  expect(experiments()).toEqual(["One shot", "Whole"]);
  expect(shown.split("\n").slice(-3)).toEqual(["Moved since the last save:", expect.stringMatching(LOSSES), ""]);
  shown = "";
  saved(cwd, edited.replace("Two questions", "Two others"));
  await round(); // a title decides nothing
  expect(shown.split("\n").slice(-3)).toEqual(["", "No number has moved since the last save.", ""]);
  own.kill("SIGINT");
  expect(await closed).toBe(130);
});

it("of many cells tells those that were edited before the whole report too", async () => {
  const names = Array.from({ length: 41 }, (_, i) => `u${i}`);
  const units = names.map((name) => `  ${name}: { ballisticSkill: 4+, save: 6+, command: 4+, weapon: w }\n`).join("");
  const text = `version: 1
ruleset: alpha-omega
seed: 1
weapons: { w: { range: { 20: 0 } } }
units:
${units}experiments:
  all: { kind: shot, attacker: u0, defender: [${names}], situation: { attackerOrder: aimed, defenderOrder: none, distance: 9 } }
`;
  const cwd = workplace();
  writeFileSync(join(cwd, "study.yaml"), text);
  const { own, closed, round } = watching(cwd, "--no-color", "--loud");
  const shown: string[] = [];
  own.stdout.setEncoding("utf8").on("data", (piece: string) => shown.push(piece));
  await round();
  shown.splice(0);
  saved(cwd, text.replace("u7: { ballisticSkill: 4+, save: 6+", "u7: { ballisticSkill: 4+, save: 8+"));
  await round();
  const told = "Moved since the last save:";
  expect(shown[0]!.trim().split("\n")).toEqual([told, expect.stringContaining("u0 against u7")]);
  expect(shown.join("").split(told)).toHaveLength(3);
  own.kill("SIGINT");
  expect(await closed).toBe(130);
});

it("follows what the scenario extends", async () => {
  const cwd = workplace((text) => `extends: more.yaml\n${text}`);
  writeFileSync(join(cwd, "more.yaml"), "modifierSets: { slow: { situation: { distance: 12 } } }\n");
  const { own, closed, round } = watching(cwd);
  await round();
  writeFileSync(join(cwd, "more.yaml"), "nonsense: 1\n");
  expect(await round()).toContain("more.yaml:1:1");
  own.kill("SIGTERM");
  expect(await closed).toBe(143);
});

it("answers only who asked it by its own name, and only for the page", async () => {
  const cwd = workplace();
  const { round } = watching(cwd);
  const address = new URL(addressOf(await round()));
  const status = (path: string, host: string) =>
    new Promise<number | undefined>((done, failed) =>
      request({ host: address.hostname, port: address.port, path, headers: { host } }, (response) => {
        response.resume();
        done(response.statusCode);
      })
        .on("error", failed)
        .end(),
    );
  expect(await status("/", address.host)).toBe(200);
  expect(await status("/", "somewhere.example")).toBe(403);
  expect(await status("/../study.yaml", address.host)).toBe(404);
});

it("needs one file and its page", async () => {
  const cwd = workplace();
  const { closed } = watching(cwd, "--no-html");
  expect(await closed).toBe(2);
  expect(existsSync(join(cwd, "reports"))).toBe(false);
});
