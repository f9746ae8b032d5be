/** What docs/library.md promises is what `crible` exports. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as browser from "../src/browser.ts";
import * as library from "../src/index.ts";
import { crible } from "./cli/crible.ts";

const text = readFileSync("docs/library.md", "utf8");
const names = (words: string): string[] => [...words.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
const rows = [...text.matchAll(/^\| (`.+) \| (`.+) \| (.+) \|$/gm)].map(([, commands, functions, takes]) => ({
  commands: names(commands!),
  functions: names(functions!),
  takes: names(takes!),
}));
const exported = (module: object, kinds: readonly string[]): string[] =>
  Object.entries(module).flatMap(([name, value]) => (kinds.includes(typeof value) ? [name] : []));

it("every function that is promised is exported, and every other that the browser has", () => {
  const promised = rows.flatMap(({ functions, takes }) => [...functions, ...takes]).filter((name) => name !== "sweep");
  expect(promised.length).toBeGreaterThan(15);
  expect(exported(library, ["function"])).toEqual(expect.arrayContaining([...promised, "sweep"]));
  const all = ["function", "string", "number", "object"];
  expect(exported(library, all)).toEqual(expect.arrayContaining(exported(browser, all)));
});

it("every command is one of them, or is named as none", async () => {
  const { stdout } = await crible(["--help"]);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) (?=.* {2})/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== "help");
  expect(commands.length).toBeGreaterThan(15);
  const [, others] = /^The other commands work on files and processes, and have no function: (.+)$/m.exec(text)!;
  expect([...rows.flatMap((row) => row.commands), ...names(others!)].toSorted()).toEqual(commands.toSorted());
});
