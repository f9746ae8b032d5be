import { visible } from "../scenario/problem.ts";

/** Names from a scenario as plain text: no markup, no mention, no image, no comment, no control character. */
export const escapeMarkdown = (text: string): string =>
  visible(text)
    .replace(/[\\`*_{}[\]#|!~]/g, (c) => `\\${c}`)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@/g, "&#64;");

/** Code as it is: the fence is longer than any run of backticks in it. */
export function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence, text, fence];
}

/** A row of a table. */
export const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
/** The head of a table whose first column is words, the others numbers. */
export const headRows = (head: readonly string[]): string[] => [
  row(head),
  row(head.map((_, i) => (i === 0 ? "---" : "---:"))),
];
