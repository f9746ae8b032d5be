/** A question as a command line. */
import { FIRST } from "./first.ts";
import { type Query, wordsOf } from "./question.ts";
import { NAME } from "./texts.ts";

/** As a shell reads it: in quotes where it has anything but plain letters. */
const quoted = (word: string): string => (/^[\w.,:/=+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What a command calls the ruleset of a question: one that does not ship goes by the scenario that has its units. */
const calledOf = ({ ruleset }: Query): string => (Object.hasOwn(FIRST, ruleset) ? ruleset : NAME);

/** The command line that gives the same. */
export const commandOf = (question: Query, lang: "en" | "fr" = "en"): string =>
  [
    ...["crible odds", ...[calledOf(question), question.kind, ...wordsOf(question)].map(quoted)],
    ...(lang === "en" ? [] : ["--lang fr"]),
  ].join(" ");
