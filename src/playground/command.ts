/** A question as a command line. */
import { FIRST } from "./first.ts";
import { type Query, wordsOf } from "./question.ts";
import { NAME } from "./texts.ts";

/** As a shell reads it: in quotes where it has anything but plain letters. */
export const quoted = (word: string): string =>
  /^[\w.,:/=+~@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command line that gives the same. @param file the scenario that has the units of a game of one's own */
export const commandOf = (question: Query, lang: "en" | "fr" = "en", file = NAME): string =>
  [
    ...[
      "crible odds",
      ...[Object.hasOwn(FIRST, question.ruleset) ? question.ruleset : file, question.kind, ...wordsOf(question)].map(
        quoted,
      ),
    ],
    ...(lang === "en" ? [] : ["--lang fr"]),
  ].join(" ");
