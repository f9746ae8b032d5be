/**
 * Rulesets from outside. Which packages bring some is said by the project's own package.json, never by a scenario: a YAML
 * file alone chooses no code.
 */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { addRulesets, type OutsideRuleset, RULESETS } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { type Place, type Problem, problemAt, quote, ScenarioError } from "./problem.ts";
import { nearestWith } from "./project.ts";

/** What a package.json says under `crible`; nothing where it cannot be read as JSON: npm says so better. */
function saidIn(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { crible } = JSON.parse(readFileSync(file, "utf8")) as { crible?: unknown };
    return typeof crible === "object" && crible !== null ? (crible as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the rulesets known that the project of a folder allows: the packages (or `./` folders) that `crible.rulesets` of the
 * nearest package.json lists. Each says in its own package.json, under `crible`, its `name` and the modules of its two halves,
 * `ruleset` and `reader`. No module is loaded before a scenario asks for it.
 * @returns those that were made known
 * @throws ScenarioError with every fault of the list, at its place in the package.json
 */
export async function useRulesets(folder = "."): Promise<readonly OutsideRuleset[]> {
  const root = nearestWith(folder, ["package.json"]);
  if (root === undefined) return [];
  const file = join(root, "package.json");
  const listed = saidIn(file)?.rulesets;
  if (listed === undefined) return [];
  const problems: Problem[] = [];
  const placeOf = await placesIn(file);
  const found: OutsideRuleset[] = [];
  if (!Array.isArray(listed))
    problems.push(problemAt(placeOf([]), said`"crible.rulesets" is a list of packages that bring rulesets`));
  else
    listed.forEach((entry: unknown, i) => {
      const one = rulesetIn(entry, root);
      const clash = typeof one === "string" ? undefined : clashOf(one, found);
      if (typeof one === "string" || clash !== undefined) problems.push(problemAt(placeOf([i]), clash ?? String(one)));
      else found.push(one);
    });
  if (problems.length > 0) throw new ScenarioError(problems);
  addRulesets(found);
  return found;
}

function clashOf({ name, from }: OutsideRuleset, others: readonly OutsideRuleset[]): string | undefined {
  if ((RULESETS as readonly string[]).includes(name))
    return `${quote(from)} brings ${quote(name)}, which ships with crible`;
  const other = others.find((one) => one.name === name);
  return other && `${quote(from)} and ${quote(other.from)} both bring ${quote(name)}`;
}

/** A package's ruleset, or why it brings none. */
function rulesetIn(entry: unknown, root: string): OutsideRuleset | string {
  if (typeof entry !== "string") return "a package is named by a text";
  const isFolder = entry.startsWith("./");
  if (!isFolder && !/^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/.test(entry))
    return `${quote(entry)} is neither a package's name nor a folder (./…)`;
  const at = isFolder ? root : nearestWith(root, [join("node_modules", entry, "package.json")]);
  const folder = at === undefined ? undefined : join(at, isFolder ? entry : join("node_modules", entry));
  if (folder === undefined || !existsSync(join(folder, "package.json")))
    return `${quote(entry)} is not installed: there is no ${isFolder ? `${entry}/package.json` : `node_modules/${entry}`}`;
  const said = saidIn(join(folder, "package.json"));
  if (said === undefined) return `the package.json of ${quote(entry)} has no "crible": { name, ruleset, reader }`;
  const missing = ["name", "ruleset", "reader"].filter((key) => typeof said[key] !== "string");
  if (missing.length > 0) return `the package.json of ${quote(entry)} says no ${missing.join(", no ")} under "crible"`;
  const home = realpathSync(folder);
  const modules = [String(said.ruleset), String(said.reader)].map((path) => join(home, path));
  const astray = modules.find((path) => !existsSync(path) || !realpathSync(path).startsWith(home + sep));
  if (astray !== undefined) return `${quote(entry)} has no file ${quote(astray)} of its own`;
  const [ruleset, reader] = modules.map((path) => pathToFileURL(path).href);
  return { name: String(said.name), from: entry, folder: home, ruleset: ruleset!, reader: reader!, hash: hashOf(home) };
}

/** Sixteen hexadecimal digits of the code of a package. */
function hashOf(folder: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.[cm]?js(?:on)?$/.test(file) && !/(?:^|\/)node_modules\//.test(file))
    .sort();
  for (const file of files)
    hash.update(`${file}\n${readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")}\0`);
  return hash.digest("hex").slice(0, 16);
}

/** Where an entry of `crible.rulesets` stands. */
async function placesIn(file: string): Promise<(path: readonly number[]) => Place | undefined> {
  const { parseText, placeOf } = await import("./located.ts");
  const { root } = parseText(readFileSync(file, "utf8"), relative(".", file) || file);
  return (path) => root && placeOf(root, ["crible", "rulesets", ...path]);
}
