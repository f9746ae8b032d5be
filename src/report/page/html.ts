/** A page as HTML: one file, no request, nothing of it run that is not crible's own. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { packageFile } from "../../package.ts";
import { visible } from "../../scenario/problem.ts";
import type { Chart } from "../charts/chart.ts";
import { PATTERNS, properties } from "../charts/palette.ts";
import { chartRuntime, drawn, vegaOf } from "../charts/svg.ts";
import type { Language } from "../language/language.ts";
import type { Entry, Page, PageBlock, Section, Table } from "./page.ts";

/** Text as it is: no name of a scenario can be markup, and what cannot be seen is shown. */
export const escapeHtml = (text: string): string => visible(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Prose, its figures whole at the ends of lines: `(× 0.52)`, `19.2 %`, `± 0.3`. */
const proseHtml = (text: string): string => escapeHtml(text.replace(/(?<=[×±+−]) (?=\d)|(?<=\d) (?=[%×±])/g, "\u00a0"));

/** JSON within a script element: no text of it can end the element or a line. */
export const scriptJson = (data: unknown): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The id of a place in a page: an id has no blanks. */
export const placeOf = (id: string): string => id.replace(/\s/g, "_");
const linkTo = (id: string): string => `#${encodeURIComponent(placeOf(id))}`;

const asset = (name: string): Promise<string> => readFile(packageFile(`assets/${name}`), "utf8");
const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const entryHtml = (entry: Entry): string =>
  typeof entry === "string"
    ? escapeHtml(entry)
    : `<a href="${escapeHtml(linkTo(entry.to))}">${escapeHtml(entry.text)}</a>`;

/** End tags that HTML lets out are left out: there are thousands of them. */
function tableHtml({ caption, head, rows, words = 1 }: Table): string {
  const kind = (i: number) => (i < words ? "" : " class=n");
  const heads = head.map((text, i) => `<th scope=col${kind(i)}>${escapeHtml(text)}`).join("");
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells.map((cell, i) => (i === 0 ? `<th scope=row>${entryHtml(cell)}` : `<td${kind(i)}>${entryHtml(cell)}`)).join("")}`,
    )
    .join("\n");
  return `<div class=table tabindex=0 role=group aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${heads}<tbody>\n${body}\n</table></div>`;
}

const isChild = (sentence: string): boolean => sentence.startsWith("  ");

function sentencesHtml(sentences: readonly string[]): string {
  const items: string[] = [];
  for (const [i, sentence] of sentences.entries()) {
    const opens = !isChild(sentence) && isChild(sentences[i + 1] ?? "");
    const closes = isChild(sentence) && !isChild(sentences[i + 1] ?? "");
    items.push(`<li>${proseHtml(sentence.trim())}${opens ? "<ul>" : ""}${closes ? "</ul>" : ""}`);
  }
  return `<ul class=sentences>${items.join("\n")}</ul>`;
}

/** Findings that the first screen shows; the others are folded below them. */
const MOST_FINDINGS = 24;

function findingsHtml(findings: readonly string[], { page }: Language): string {
  // A sentence stays with those that belong to it.
  const cut = findings.findIndex((sentence, i) => i >= MOST_FINDINGS && !isChild(sentence));
  if (cut < 0) return sentencesHtml(findings);
  const others = findings.slice(cut);
  const more = escapeHtml(page.more(others.filter((sentence) => !isChild(sentence)).length));
  return `${sentencesHtml(findings.slice(0, cut))}<details><summary>${more}</summary>${sentencesHtml(others)}</details>`;
}

/** Draws charts, and collects what the page draws them again from. */
class Body {
  readonly specs: object[] = [];
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  async blocks(blocks: readonly PageBlock[]): Promise<string> {
    const all: string[] = [];
    for (const block of blocks) all.push(await this.#block(block));
    return all.join("\n");
  }

  async section({ id, title, aside, blocks }: Section): Promise<string> {
    const place = escapeHtml(placeOf(id));
    const small = aside === undefined ? "" : ` <small>${escapeHtml(aside)}</small>`;
    return `<section id="${place}"><h2>${escapeHtml(title)}${small}</h2>\n${await this.blocks(blocks)}\n</section>`;
  }

  async #block(block: PageBlock): Promise<string> {
    if ("heading" in block) return `<h3>${escapeHtml(block.heading)}</h3>`;
    if ("sentences" in block) return sentencesHtml(block.sentences);
    if ("table" in block) return tableHtml(block.table);
    if ("tables" in block) return `<div class=tables>${block.tables.map(tableHtml).join("\n")}</div>`;
    if ("charts" in block) {
      const figures: string[] = [];
      for (const chart of block.charts) figures.push(await this.#figure(chart));
      return `<div class=charts>${figures.join("\n")}</div>`;
    }
    const inner = await this.blocks(block.blocks);
    return `<details class=cell id="${escapeHtml(placeOf(block.id))}"><summary>${escapeHtml(block.title)} <code>${escapeHtml(block.id)}</code></summary>\n${inner}\n</details>`;
  }

  async #figure({ name, title, text, spec, table, leastWidth = 0 }: Chart): Promise<string> {
    const vega = await vegaOf(leastWidth > (spec.width as number) ? { ...spec, width: leastWidth } : spec);
    const svg = await drawn(vega);
    const { page } = this.#language;
    const index = this.specs.push({ vega, least: leastWidth }) - 1;
    const twin =
      table === undefined
        ? ""
        : `<details class=twin><summary>${escapeHtml(page.numbers)}</summary>${tableHtml({ ...table, caption: title })}</details>`;
    return `<figure class=${name}><figcaption>${proseHtml(title)}</figcaption><div class=chart data-chart=${index} tabindex=0 role=group aria-label="${escapeHtml(`${text} ${page.keys}`)}">${svg}</div>${twin}</figure>`;
  }
}

const theme = (ground: "light" | "dark"): string =>
  `color-scheme:${ground};${properties(ground)
    .map(([name, value]) => `--crible-${name}:${value}`)
    .join(";")}`;

/** Colours of both grounds: as the system says, unless the switch says otherwise; light on paper. */
const themes = (): string =>
  `:root{${theme("light")}}\n@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${theme("dark")}}}\n@media screen{:root[data-theme=dark]{${theme("dark")}}}\n`;

/** The same page for a server that shows it: with a script that may talk to that server, and to nobody else. */
export const servedHtml = (html: string, script: string): string =>
  html
    .replace("; script-src ", `; connect-src 'self'; script-src ${hash(script)} `)
    .replace(/<\/body>\n<\/html>\n$/, `<script>${script}</script>\n</body>\n</html>\n`);

export async function pageHtml(page: Page): Promise<string> {
  const { language, title, verdict } = page;
  const { page: words } = language;
  const body = new Body(language);
  const first = await body.blocks(page.first);
  const sections: string[] = [];
  for (const section of page.sections) sections.push(await body.section(section));
  const [css, script, runtime] = await Promise.all([asset("page.css"), asset("page.js"), chartRuntime()]);
  const style = themes() + css;
  const scripts = [...(body.specs.length > 0 ? [runtime] : []), script];
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${scripts.map(hash).join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const said = {
    sort: words.sort("{}"),
    filter: words.filter,
    copy: words.copy,
    copied: words.copied,
    of: words.of("{}", "{}"),
    theme: words.theme,
  };
  const contents = page.sections
    .map(({ id, title }) => `<li><a href="${escapeHtml(linkTo(id))}">${escapeHtml(title)}</a>`)
    .join("");
  const facts = page.facts.map(([term, text]) => `<dt>${escapeHtml(term)}<dd>${escapeHtml(text)}`).join("\n");
  return `<!doctype html>
<html lang=${language.tag}>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="${policy}">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=generator content=crible>
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<svg class=patterns aria-hidden=true width=0 height=0><defs>${PATTERNS}</defs></svg>
<a class=skip href=#findings>${escapeHtml(words.skip)}</a>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(page.aside)}</p></header>
<main>
${page.notes.map((note) => `<p class=note>${proseHtml(note)}</p>`).join("\n")}
<section id=findings><h2>${escapeHtml(words.findings)}</h2>
${verdict === undefined ? "" : `<p class="verdict ${verdict.state}">${proseHtml(verdict.text)}</p>`}
${findingsHtml(page.findings, language)}
${first}
</section>
${page.sections.length > 1 ? `<nav aria-label="${escapeHtml(words.contents)}"><ul>${contents}</ul></nav>` : ""}
${sections.join("\n")}
</main>
<footer>
<details><summary>${escapeHtml(words.howComputed)}</summary>${page.how.map((text) => `<p>${proseHtml(text)}</p>`).join("\n")}</details>
<h2>${escapeHtml(words.provenance)}</h2>
<dl>${facts}</dl>
<p>${escapeHtml(words.fact.again)}</p><pre tabindex=0><code>${escapeHtml(page.command)}</code></pre>
</footer>
<script type="application/json" id=data>${scriptJson({ words: said, charts: body.specs })}</script>
${scripts.map((text) => `<script>${text}</script>`).join("\n")}
</body>
</html>
`;
}
