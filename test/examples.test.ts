import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Every `@example` of a docstring in src/ is run, with what its module exports in scope.
 * `expression // value` (or with the value on the line below) is checked; words after `: ` explain the value.
 */
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<void>;

interface Example {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

function examplesIn(file: string): Example[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const body = comment[0].replace(/^[ \t]*\/?\*+\/?[ \t]?/gm, "").replace(/\s*\*\/$/, "");
    return body
      .split("@example")
      .slice(1)
      .map((code) => ({
        file,
        line: text.slice(0, comment.index).split("\n").length,
        code: code.replace(/^\s*@\w+[\s\S]*/m, "").trim(),
      }));
  });
}

const value = (text: string): string => {
  for (const candidate of [text, text.split(/: /)[0]!]) {
    try {
      new Function(`return (${candidate});`)();
      return candidate;
    } catch {
      // not a value as a whole: the words behind it explain it
    }
  }
  throw new Error(`"${text}" does not begin with a value`);
};

/** Turns `expression // value` into a check. */
function checked(code: string): { script: string; checks: number } {
  const lines = code.replace(/\n\s*(\/\/ )/g, " $1").split("\n");
  let checks = 0;
  const script = lines
    .filter((line) => !line.startsWith("import "))
    .map((line) => {
      const match = /^(?!\s*\/\/)(.*?);?\s+\/\/ (.+)$/.exec(line);
      if (match === null || match[1]!.trim() === "") return line;
      checks++;
      return `__same(${match[1]}, ${value(match[2]!)});`;
    })
    .join("\n");
  return { script, checks };
}

async function runExample({ file, code }: Example): Promise<void> {
  // By a path of the kind that vitest.config.ts takes from `dist`, where that is built.
  const module = (await import(`../src/${file.slice(`${process.cwd()}/src/`.length)}`)) as Record<string, unknown>;
  const { script, checks } = checked(code);
  expect(checks, "an example shows what comes out").toBeGreaterThan(0);
  const names = Object.keys(module).filter((name) => name !== "default");
  const same = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected);
  await new AsyncFunction("__same", ...names, script)(same, ...names.map((name) => module[name]));
}

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join(process.cwd(), "src", file));
const examples = files.flatMap(examplesIn);

describe("the examples of docstrings run and give what they say", () => {
  it("there are some", () => expect(examples.length).toBeGreaterThan(5));
  it.each(
    examples.map((example) => [`${example.file.slice(process.cwd().length + 1)}:${example.line}`, example] as const),
  )("%s", async (_, example) => runExample(example));
  it("control: a wrong value is caught", async () => {
    const wrong = { file: join(process.cwd(), "src/rule/fraction.ts"), line: 1, code: "ratio(1n, 4n); // 0.26" };
    await expect(runExample(wrong)).rejects.toThrow();
  });
});
