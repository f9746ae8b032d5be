/** What is said has its place in every catalogue: found in the source, whoever writes it. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type TextCatalogue, translationOf } from "../src/rule/catalogue.ts";
import { filled } from "../src/rule/message.ts";
import { SOURCES, type Source, textsOf } from "./sources.ts";
// Walks the same trees: parsed once for both.
import "./french-errors.ts";

const catalogues = readdirSync("languages")
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(`languages/${name}`, "utf8")) as TextCatalogue);

/** Signs alone need no translation: a catalogue says how they are set. */
const hasWords = (english: string): boolean => /\p{L}/u.test(english.replace(/\{(?:s|#\w+)\}/gu, ""));
const lackingIn = ({ sentences }: TextCatalogue, sources: readonly Source[]): string[] =>
  sources
    .flatMap((source) => [...textsOf(source).said])
    .filter((text) => hasWords(text) && !Object.hasOwn(sentences, text));

/** Everything that is told stands in the translation, and nothing else. */
function losesIn(catalogue: TextCatalogue): string[] {
  const { template, ...filling } = translationOf(catalogue);
  return Object.keys(catalogue.sentences).filter((english) => {
    const told = Array.from(english.match(/\{\}/gu) ?? [], (_, i) => `⟦${i}⟧`);
    const text = filled(template(english)!, told, (one) => one ?? "⟦too many⟧", filling);
    const found = new Set(text.match(/⟦[^⟧]*⟧/gu));
    return told.some((one) => !found.has(one)) || found.size !== told.length || /\{\d*:?[^{}|]*\|/u.test(text);
  });
}

/** What is put together where it is said: the advice of a health check, help with numbers in it; what commander says. */
const ELSEWHERE = [
  /^(?:Usage|Arguments|Options|Commands):$|^display help for command$|^output the version number$/,
  /^A cell is all attacks of one unit|^of terminal, markdown, csv/,
  /^The first and the second half of the run differ/,
  /rests on \{\} events?: play more trials/,
  /^Stopped after \{\} trials, not by precision/,
  /please report this as a bug\.$/,
];

describe.each(catalogues.map((catalogue) => [catalogue.language, catalogue] as const))("%s", (_, catalogue) => {
  it("has every sentence", () => {
    expect(SOURCES.flatMap((source) => [...textsOf(source).said]).length).toBeGreaterThan(1500);
    expect(lackingIn(catalogue, SOURCES)).toEqual([]);
  });

  it("has nothing that nobody says", () => {
    const any = new Set(SOURCES.flatMap((source) => [...textsOf(source).any]));
    // Paragraphs of help are parts of longer texts, whose lines are of the width of the terminal.
    const inLine = (text: string) => text.replaceAll("\n", " ");
    const ofCommands = inLine(
      SOURCES.filter(({ path }) => path.startsWith("cli/"))
        .flatMap((own) => [...textsOf(own).any])
        .join("\n\n"),
    );
    const left = Object.keys(catalogue.sentences).filter(
      (text) =>
        !any.has(text) &&
        !ofCommands.includes(inLine(text)) &&
        !/\{#(?:field|means)\}$/u.test(text) &&
        !ELSEWHERE.some((own) => own.test(text)),
    );
    expect(left).toEqual([]);
  });

  it("tells all that is told", () => expect(losesIn(catalogue)).toEqual([]));

  it("leaves its spaces to its rules", () =>
    expect(Object.entries(catalogue.sentences).filter(([, text]) => /[\u00a0\u202f]/u.test(text))).toEqual([]));
});

it("controls: what is lacking, lost, or told once too often is found", () => {
  const planted = {
    path: "report/x.ts",
    text: "say`nobody $A has this`; language.say`{2:a|b} $A`;".replaceAll("$A", ["$", "{a}"].join("")),
  } as Source;
  const [french] = catalogues as [TextCatalogue];
  expect(lackingIn(french, [planted])).toEqual(["nobody {} has this", "{2:a|b} {}"]);
  const of = (sentences: TextCatalogue["sentences"]) => losesIn({ ...french, sentences });
  expect(of({ "{} of {}": "{} de" })).toEqual(["{} of {}"]);
  expect(of({ "{} of {}": "{} de {} et {}" })).toEqual(["{} of {}"]);
  expect(of({ "{} of {}": "{2} de {1}", "{} {row|rows}": "{} {ligne|lignes}" })).toEqual([]);
});
