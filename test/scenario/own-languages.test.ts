/** A folder of languages of one's own is somebody else's text: bounded, and refused with every fault of it at its place. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages, translationIn } from "../../src/rulesets/languages.ts";
import { useLanguages } from "../../src/scenario/own-languages.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";

const NUMBERS = { decimal: ",", group: ".", percent: " %", and: "og", or: "eller", to: "til" };
const folderOf = (files: Readonly<Record<string, unknown>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "crible-languages-"));
  for (const [name, data] of Object.entries(files))
    writeFileSync(join(folder, name), typeof data === "string" ? data : JSON.stringify(data, undefined, 1));
  return folder;
};
const danish = (sentences: unknown, more = {}) => ({ language: "da", numbers: NUMBERS, sentences, ...more });

/** What is wrong with a folder, each with its line and column. */
async function faultsOf(files: Readonly<Record<string, unknown>>): Promise<string[]> {
  const error = await useLanguages(folderOf(files)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ScenarioError);
  return (error as ScenarioError).problems.map(
    ({ place, message, hint }) => `${place!.line}:${place!.column} ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );
}

it("makes a language known", async () => {
  await useLanguages(
    folderOf({ "nb.json": { ...danish({ "{} of {}": "{2} og {1}, {1}" }), language: "nb" }, "read.me": "" }),
  );
  expect(languages()).toEqual(["en", "fr", "nb"]);
  expect(translationIn("nb").template("{} of {}")).toBe("{2} og {1}, {1}");
});

describe("refuses", () => {
  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    [
      "a file that is too large",
      { "da.json": " ".repeat(2 * 1024 * 1024 + 1) },
      ["1:1 the file is too large: 2.0 MiB, the limit is 2 MiB"],
    ],
    ["what is no JSON", { "da.json": '{"language": "da' }, ["1:14 this quote is never closed"]],
    [
      "what is no catalogue, all of it at once",
      { "da.json": danish({ a: 1, b: "" }, { number: 1, spaces: { before: "x".repeat(21) }, language: "../da" }) },
      [
        '2:14 "language" must be the tag of a language such as es',
        '12:8 "a" must be text, found 1 (write "1")',
        '13:8 "b" must have at least 1 character, found 0',
        '15:2 unknown key "number" (did you mean "numbers"?)',
        '17:13 "before" must have at most 20 characters, found 21',
      ],
    ],
    [
      "a sentence that tells what the English does not",
      { "da.json": danish({ "{} of {}": "{3}", "{} only": "{}{}", "{} trial": "{99999}" }) },
      [
        "12:15 more is told here than the 2 things that the English tells",
        "13:14 more is told here than the 1 thing that the English tells",
        "14:15 more is told here than the 1 thing that the English tells",
      ],
    ],
    [
      "a sentence that grows",
      { "da.json": danish({ "{} only": "{1}".repeat(3) }) },
      ["12:14 this tells 3 things; the English 1, and each may be told twice"],
    ],
    [
      "a sentence beyond all length",
      { "da.json": danish({ a: "a".repeat(2_001) }) },
      ['12:8 "a" must have at most 2000 characters, found 2001'],
    ],
    [
      "a name that says another language",
      { "da.json": danish({}, { language: "de" }) },
      ['2:14 "da.json" is of the language "da", by its name'],
    ],
    [
      "names that every object has",
      { "da.json": '{"__proto__": 1}' },
      ['1:2 "__proto__" cannot be a name: it is reserved (choose another one)'],
    ],
    ["depth", { "da.json": "[".repeat(70) }, ["1:65 too deeply nested: this is level 65, the limit is 64"]],
    [
      "more files than anybody has",
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}.json`, "{}"])),
      ["1:1 51 files of languages; the limit is 50"],
    ],
  ])("%s", async (_, files, faults) => {
    expect(await faultsOf(files)).toEqual(faults);
    expect(languages()).not.toContain("da");
  });

  it("a folder that is not there", async () => {
    await expect(useLanguages("/nowhere/at/all")).rejects.toThrow("no such file");
  });
});
