/** The messages that a ruleset's own files write. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The template that begins behind a backtick: what is filled in as `{}`; what stands in it is looked at by itself. */
function templateAt(text: string, from: number): string {
  let template = "";
  for (let at = from; text[at] !== "`"; at++) {
    if (!text.startsWith("${", at)) {
      template += text[at];
      continue;
    }
    template += "{}";
    let depth = 1;
    for (at += 2; depth > 0; at++) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    at--;
  }
  return template;
}

export const templatesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.])message`/gu)].map((found) => templateAt(text, found.index + found[0].length));

/** By file, of a ruleset. */
export const templatesOf = (ruleset: string): [file: string, template: string][] =>
  readdirSync(join("src/rulesets", ruleset), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      templatesIn(readFileSync(join("src/rulesets", ruleset, file), "utf8")).map((own): [string, string] => [
        file,
        own,
      ]),
    );
