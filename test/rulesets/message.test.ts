/** Sentences of rulesets by their template: French is chosen by the English that is written, never by what fills it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { languageOf } from "../../src/report/index.ts";
import { englishIn, inEnglish, inRow, message, notesIn, part, row } from "../../src/rule/message.ts";
import { labelsOf } from "../../src/rulesets/languages.ts";
import { hearUntranslated } from "../../src/rulesets/sayings.ts";
import { plainIn, templatesIn, templatesOf, templatesOfAll } from "./templates.ts";

let unsaid: string[] = [];
beforeEach(() => {
  unsaid = [];
  hearUntranslated((text) => unsaid.push(text));
});
afterEach(() => hearUntranslated(() => {}));

it("in English: a plural by what stands before it, words as they are, nothing looked for in a name", () => {
  expect(englishIn(message`${"Orks"}: ${1} model{s} left`)).toBe("Orks: 1 model left");
  expect(englishIn(message`${"Orks {s} {}"}: ${2} model{s} left`)).toBe("Orks {s} {}: 2 models left");
  const states = row([message`${3} ${{ word: "held" }}`, message`${1} ${{ word: "routed" }}`]);
  expect(inEnglish({ entries: [{ change: message`${"A"}: ${states}`, faces: [1] }] })).toEqual({
    entries: [{ change: "A: 3 held, 1 routed", faces: [1] }],
  });
});

it.each(["nobody", "of shots", "Turn 3", "no enemy is in sight", "wound", "{} at {}", "$1 ~2"])(
  "a unit called %j stays as it is in French",
  (name) => {
    const { saying } = languageOf("fr", "metropolis");
    expect(saying(message`Fire by ${name} at ${name}`)).toBe(`Tir\u00a0: ${name} sur ${name}`);
    expect(saying(message`${name}: ${{ word: "held" }}`)).toBe(`${name}\u00a0: tient`);
    expect(saying(message`${name}`)).toBe(name);
    expect(unsaid).toEqual([]);
  },
);

it("a sentence without French is heard by its template, and said in English", () => {
  const { saying } = languageOf("fr", "metropolis");
  expect(saying(message`${"Orks"} fall from ${2} cliff{s}`)).toBe("Orks fall from 2 cliffs");
  expect(unsaid).toEqual(["{} fall from {} cliff{s}"]);
});

const SAID: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ...["alpha-omega", "metropolis", "wh40k-10e"].map((name) => [name, templatesOf(name)] as const),
  ["any ruleset", templatesOfAll()],
];

it.each(SAID)("every message of %s has French, with the same holes", (ruleset, templates) => {
  const { saying } = languageOf("fr", ruleset);
  const bare: string[] = [];
  for (const [file, say] of templates) {
    const holes = say.match(/\{\}/gu)?.length ?? 0;
    const marks = Array.from({ length: holes }, (_, i) => `<${i}>`);
    const french = saying({ say, with: marks });
    if (unsaid.length > 0 || marks.some((mark) => !french.includes(mark))) bare.push(`${file}: ${say}`);
    unsaid = [];
  }
  expect(bare).toEqual([]);
});

it.each(SAID)("no regular expression stands between English and French in %s", (ruleset, templates) => {
  const { saying } = languageOf("fr", ruleset);
  const filled = templates.filter(([, say]) => say.includes("{}") && /\p{L}{2}/u.test(say));
  expect(filled.length).toBeGreaterThan(10);
  // A finished sentence is known by no template: whatever makes French of it has looked into it.
  for (const [, say] of filled)
    for (const mark of [7, "aimed", "--orders move", "D6"]) {
      const english = englishIn({ say, with: Array.from(say.match(/\{\}/gu)!, () => mark) });
      expect(saying(english)).toBe(english);
    }
  const bare = (data: unknown): unknown[] =>
    typeof data === "string"
      ? []
      : Object.getPrototypeOf(data) === RegExp.prototype
        ? [data]
        : Object.values(data as object).flatMap(bare);
  expect(bare(labelsOf("fr", ruleset) ?? {})).toEqual([]);
});

it("control: messages are found where they stand, also within each other, and one without French is told", () => {
  const [open, close] = ["${", "}"];
  const inner = `message\`${open}b${close} in ${open}{ word: c }${close}\``;
  const text = `change(message\`${open}a${close} of ${open}${inner}${close} fall{s}\`)`;
  expect(templatesIn(text)).toEqual(["{} of {} fall{s}", "{} in {}"]);
  expect(templatesOf("metropolis").length).toBeGreaterThan(20);
  expect(plainIn(`const a = { impossible: b ? "not so" : message\`of ${open}c${close}\` };`)).toEqual(["not so"]);
  const why = `\`of ${open}b${close} c\``;
  expect(plainIn(`function why(): Sentence | undefined { if (a) return ${why}; return undefined; }`)).toEqual([why]);
  languageOf("fr", "metropolis").saying({ say: "{} is nowhere in {}", with: ["a", "b"] });
  expect(unsaid).toEqual(["{} is nowhere in {}"]);
});

it("notes in a row are told one by one, those of an old result too", () => {
  const notes = inRow([
    message`${"gun; of shots"} not used: ${part("no weapon fires at this range")} (${"B-RANGE-01"})`,
    "hold",
  ]);
  expect(englishIn(notes)).toBe("gun; of shots not used: no weapon fires at this range (B-RANGE-01); hold");
  expect(notesIn(notes).map(englishIn)).toEqual([
    "gun; of shots not used: no weapon fires at this range (B-RANGE-01)",
    "hold",
  ]);
  expect(notesIn("one; two")).toEqual(["one", "two"]);
  expect(notesIn(inRow([message`${1} hit`])).map(englishIn)).toEqual(["1 hit"]);
});
