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
