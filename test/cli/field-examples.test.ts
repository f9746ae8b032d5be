import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadReader } from "../../src/rulesets/index.ts";
import { parseText } from "../../src/scenario/located.ts";
import type { Problem } from "../../src/scenario/problem.ts";
import { scenarioSchema } from "../../src/scenario/schema.ts";
import { checkShape } from "../../src/scenario/shape.ts";

interface Entry {
  readonly path: readonly string[];
  readonly example: string;
}

/** Every entry of a reference, from its tables: where it stands in a scenario, and what it shows. */
function entriesOf(markdown: string): Entry[] {
  let above: readonly string[] = [];
  return markdown.split("\n").flatMap((line): Entry[] => {
    const [, level, name] = /^(##|###) (.+)$/u.exec(line) ?? [];
    if (level === "##") above = /^[A-Z]/u.test(name!) ? [] : [name!, "NAME"];
    if (level === "###") above = ["experiments", name!];
    const [, key, , example] = line.split(/(?<!\\)\| /u);
    if (!line.startsWith("| `") || example === undefined) return [];
    return [
      { path: [...above, ...key!.replace(/[` *]/gu, "").split(".")], example: example.trim().replace(/^`|`$/gu, "") },
    ];
  });
}

/** A scenario that says all these entries, each on a line of its own, and which is on which. */
function scenarioOf(ruleset: string, entries: readonly Entry[]): { text: string; lines: Map<number, Entry> } {
  interface Branch extends Map<string, Branch | Entry> {}
  const root: Branch = new Map();
  for (const entry of entries) {
    let branch = root;
    for (const step of entry.path.slice(0, -1)) {
      if (!(branch.get(step) instanceof Map)) branch.set(step, new Map());
      branch = branch.get(step) as Branch;
    }
    branch.set(entry.path.at(-1)!, entry);
  }
  const text: string[] = [];
  const lines = new Map<number, Entry>();
  const write = (branch: Branch, indent: string) => {
    for (const [key, own] of branch) {
      text.push(own instanceof Map ? `${indent}${key}:` : `${indent}${key}: ${own.example}`);
      if (own instanceof Map) write(own, `${indent}  `);
      else lines.set(text.length, own);
    }
  };
  const experiments = root.get("experiments");
  for (const [name, experiment] of experiments instanceof Map ? experiments : [])
    if (experiment instanceof Map && !experiment.has("kind"))
      experiment.set("kind", { path: ["experiments", name, "kind"], example: name });
  for (const [key, example] of [
    ["version", "1"],
    ["ruleset", ruleset],
  ] as const)
    if (!root.has(key)) root.set(key, { path: [key], example });
  write(root, "");
  return { text: text.join("\n"), lines };
}

/** Entries whose line a scenario of all of them is refused at. */
async function refused(ruleset: string, entries: readonly Entry[]): Promise<{ wrong: string[]; at: Entry[] }> {
  const schema = scenarioSchema(await loadReader(ruleset));
  const { text, lines } = scenarioOf(ruleset, entries);
  const { root, problems } = parseText(text, "all.yaml");
  const found: readonly Problem[] = root === undefined ? problems : [...problems, ...checkShape(root, schema).problems];
  const at: Entry[] = [];
  const wrong = found.flatMap(({ place, message, severity }) => {
    const entry = place === undefined || severity === "warning" ? undefined : lines.get(place.line);
    if (entry === undefined) return [];
    at.push(entry);
    return `${entry.path.join(".")}: ${entry.example}: ${message}`;
  });
  return { wrong, at };
}

describe.each(["alpha-omega", "metropolis", "wh40k-10e"])("the reference of %s", (ruleset) => {
  const entries = entriesOf(readFileSync(`docs/format-${ruleset}.md`, "utf8"));
  /** What stands in another entry cannot stand beside it. */
  const depths = [1, 2, 3, 4].map((depth) => entries.filter(({ path }) => path.length === depth));

  it("has an example for each entry", () => {
    expect(entries.length).toBeGreaterThan(400);
    expect(entries.filter(({ example }) => example === "").map(({ path }) => path.join("."))).toEqual([]);
  });

  it("shows nothing that a scenario could not say there", async () => {
    for (const some of depths) {
      const { wrong, at } = await refused(ruleset, some);
      if (wrong.length === 0) continue;
      // Two ways to say one thing cannot stand together: those that were in the way of another stand alone.
      const alone = await Promise.all(at.map((entry) => refused(ruleset, [entry])));
      expect(alone.flatMap((found) => found.wrong)).toEqual([]);
    }
  });

  it("control: a field that is not there, and a value that it does not take, are refused", async () => {
    const [unit] = entries.filter(({ path }) => path.join(".") === "units.NAME.models");
    const wrong = [
      { ...unit!, example: "many" },
      { path: ["units", "NAME", "mood"], example: "5" },
    ];
    expect((await refused(ruleset, wrong)).wrong).toEqual([
      expect.stringMatching(/^units\.NAME\.models: many: /u),
      expect.stringMatching(/^units\.NAME\.mood: 5: /u),
    ]);
  });
});
