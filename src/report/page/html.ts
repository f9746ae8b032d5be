/** A page as HTML: one file, no request, nothing of it run that is not crible's own. */
import { sha256 } from "../../dice/index.ts";
import { giveWay } from "../../rule/event-loop.ts";
import type { Chart } from "../charts/chart.ts";
import type { LinkTo } from "../charts/drawing.ts";
import { drawingHtml, linked } from "../charts/html.ts";
import { PATTERNS, properties, shadeRules } from "../charts/palette.ts";
import { escapeHtml } from "../charts/parts.ts";
import { capital, oneColon, plainTitle } from "../claim.ts";
import { sharedOf } from "../document.ts";
import type { Grid } from "../grid.ts";
import type { Language } from "../language/language.ts";
import { asset } from "./asset.ts";
import { commandsBlock } from "./cells.ts";
import { type DrawnLayer, drawnLayers, gridHtml, packed } from "./map.ts";
import type { DrawnMap, Lead, Page, PageBlock, PageEntry, Section, Table } from "./page.ts";
import { glossaryHtml, proseHtml, rulesHtml } from "./prose.ts";

export { escapeHtml };

/** JSON within a script element: no text of it can end the element or a line. */
export const scriptJson = (data: unknown): string => inScript(JSON.stringify(data));
const inScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The id of a place in a page: an id has no blanks. */
export const placeOf = (id: string): string => id.replace(/\s/g, "_");
const linkTo = (id: string): string => `#${encodeURIComponent(placeOf(id))}`;

const hash = (text: string): string => `'sha256-${btoa(String.fromCharCode(...sha256(text)))}'`;

/** The places of a page that links lead to. */
const placesOf = (blocks: readonly PageBlock[]): string[] =>
  blocks.flatMap((block) => [
    ...("id" in block ? [block.id] : []),
    ...("blocks" in block ? placesOf(block.blocks) : []),
    ...("table" in block ? (block.table.ids ?? []) : []),
  ]);

const entryHtml = (entry: PageEntry, link: LinkTo): string =>
  typeof entry === "string"
    ? proseHtml(entry)
    : "typed" in entry
      ? `${escapeHtml(entry.text)}${entry.typed === entry.text ? "" : ` <code>${escapeHtml(entry.typed)}</code>`}`
      : linked(entry.text, link(entry.to));

/**
 * End tags that HTML lets out are left out: there are thousands of rows. A class tells how many columns are words.
 * @param heading what stands above it: a caption need not say it again
 */
function tableHtml({ caption, isShared, head, rows, words = 1, ids }: Table, link: LinkTo, heading?: string): string {
  const heads = head.map((entry) => `${entry === "" ? "<td>" : "<th>"}${entryHtml(entry, link)}`).join("");
  const body = rows
    .map(
      (cells, r) =>
        `<tr${ids === undefined ? "" : ` id="${escapeHtml(placeOf(ids[r]!))}"`}>${cells.map((cell, i) => `${i === 0 ? "<th>" : "<td>"}${entryHtml(cell, link)}`).join("")}`,
    )
    .join("\n");
  const kind = words === 1 ? "" : ` class=w${words}`;
  const unseen = caption === heading ? " class=unseen" : "";
  return `<div class=table><table${kind}${isShared ? " data-shared" : ""}><caption${unseen}>${escapeHtml(caption)}</caption><thead><tr>${heads}<tbody>\n${body}\n</table></div>`;
}

const isChild = (sentence: string): boolean => sentence.startsWith("  ");

function sentencesHtml(sentences: readonly string[]): string {
  const items: string[] = [];
  for (const [i, sentence] of sentences.entries()) {
    const opens = !isChild(sentence) && isChild(sentences[i + 1] ?? "");
    const closes = isChild(sentence) && !isChild(sentences[i + 1] ?? "");
    items.push(`<li>${proseHtml(oneColon(sentence.trim()))}${opens ? "<ul>" : ""}${closes ? "</ul>" : ""}`);
  }
  return `<ul class=sentences>${items.join("\n")}</ul>`;
}

/** Findings that the first screen shows; the others are folded below them. */
const MOST_FINDINGS = 5;

const tagHtml = ({ text, state, to }: Lead["tags"][number]): string =>
  `<li${state === undefined ? "" : ` class=${state}`}>${to === undefined ? proseHtml(text) : `<a href=#${to}>${proseHtml(text)}</a>`}`;

/** The conclusion, and below it what the numbers are worth. */
function leadHtml({ title, lede, tags }: Lead, judged: string): string {
  const told =
    lede.length === 0 ? "" : `<p class=lede>${lede.map((text) => proseHtml(capital(oneColon(text)))).join(" ")}</p>`;
  const tagged = tags.length === 0 ? "" : `<ul class=tags>${tags.map(tagHtml).join("")}</ul>`;
  return `<h1>${proseHtml(oneColon(title))}</h1>\n${judged}${told}\n${tagged}`;
}

function findingsHtml(findings: readonly string[], { say }: Language): string {
  // A sentence stays with those that belong to it.
  const tops = findings.flatMap((sentence, i) => (isChild(sentence) ? [] : i));
  const cut = tops[MOST_FINDINGS];
  if (cut === undefined) return sentencesHtml(findings);
  const others = findings.slice(cut);
  const [first, ...rest] = others.filter((sentence) => !isChild(sentence));
  // What one is about: as much of it as comes before its first number.
  const about = /^[^:.\d]+(?=: )/u.exec(first!)?.[0].trim();
  const one = about === undefined ? say`One more finding` : say`One more finding: ${about}`;
  const more = escapeHtml(rest.length === 0 ? one : say`${rest.length + 1} more findings`);
  return `${sentencesHtml(findings.slice(0, cut))}<details class=more><summary>${more}</summary>${sentencesHtml(others)}</details>`;
}

/** Columns of a map beyond which half of the page is too narrow. */
const MOST_COLUMNS = 6;
const isWide = (drawing: Chart["drawing"]): boolean =>
  drawing.kind === "squares" && new Set(drawing.squares.map(({ across }) => across)).size > MOST_COLUMNS;

/** Whether the findings have room beside what the first screen shows: one chart alone, and no wide map. */
const isBeside = (lead: Lead | undefined): boolean =>
  lead !== undefined &&
  lead.blocks.length > 0 &&
  lead.blocks.every((block) => "charts" in block && block.charts.length === 1 && !isWide(block.charts[0]!.drawing));

/** Makes the blocks of a page, and collects what its script needs of them. */
class Body {
  /** The layers of each grid, for its switch. */
  readonly grids: (readonly DrawnLayer[])[] = [];
  /** The layers of all maps, each made when it is written. */
  readonly layers: (() => string)[] = [];
  readonly #language: Language;
  readonly #link: LinkTo;
  /** What the page says in large letters already: a chart need not say it again. */
  readonly #said: string | undefined;
  #heading: string | undefined;

  constructor({ language, lead, sections }: Page) {
    this.#language = language;
    this.#said = lead?.title;
    const places = new Set(sections.flatMap(({ id, blocks }) => [id, ...placesOf(blocks)]));
    this.#link = (to) => (places.has(to) ? linkTo(to) : undefined);
  }

  blocks(blocks: readonly PageBlock[]): string {
    return blocks.map((block) => this.#block(block)).join("\n");
  }

  section({ id, title, aside, found, folded, blocks }: Section): string {
    const place = escapeHtml(placeOf(id));
    this.#heading = title;
    const small = aside === undefined ? "" : ` <small>${escapeHtml(aside)}</small>`;
    const how = found === undefined ? "" : ` data-found="${escapeHtml(found)}"`;
    if (folded !== undefined) {
      const says = folded === "" ? "" : `<span>${proseHtml(folded)}</span>`;
      return `<details class=part id="${place}"${how}><summary><h2>${escapeHtml(title)}${small}</h2>${says}</summary>\n${this.blocks(blocks)}\n</details>`;
    }
    const here = `<a class=here href="${escapeHtml(linkTo(id))}" aria-label="${escapeHtml(this.#language.say`Link to this part`)}">#</a>`;
    return `<section id="${place}"${how}><h2>${escapeHtml(title)}${small} ${here}</h2>\n${this.blocks(blocks)}\n</section>`;
  }

  #block(block: PageBlock): string {
    if ("heading" in block) return `<h3>${escapeHtml(block.heading)}</h3>`;
    if ("sentences" in block) return sentencesHtml(block.sentences);
    if ("typed" in block)
      return block.typed
        .map(([what, command]) => `<p>${proseHtml(what)} <code>${escapeHtml(command)}</code>`)
        .join("\n");
    if ("table" in block) return tableHtml(block.table, this.#link, this.#heading);
    if ("tables" in block)
      return `<div class=tables>${block.tables.map((table) => tableHtml(table, this.#link)).join("\n")}</div>`;
    if ("charts" in block)
      return `<div class=charts>${block.charts.map((chart) => this.#figure(chart)).join("\n")}</div>`;
    if ("grid" in block) return this.#grid(block.grid, block.caption);
    if ("map" in block) return this.#map(block.map, block.caption);
    if ("folded" in block) {
      const [summary, inside] = [escapeHtml(block.folded), this.blocks(block.blocks)];
      return block.isPrinted
        ? `<details class=more><summary>${summary}</summary>${inside}</details>`
        : `<details><summary>${summary}</summary>${unopened(inside)}</details>`;
    }
    // The commands below say its name.
    const name = block.blocks.some((one) => "typed" in one) ? "" : ` <code>${escapeHtml(block.id)}</code>`;
    const summary = `<h3>${escapeHtml(block.title)}</h3>${name}`;
    return `<details class=cell id="${escapeHtml(placeOf(block.id))}"><summary>${summary}</summary>${unopened(this.blocks(block.blocks))}</details>`;
  }

  #figure({ name, title, what, text, drawing, other, table, heads }: Chart): string {
    const { say } = this.#language;
    const more =
      other === undefined
        ? ""
        : `<details class=twin><summary>${escapeHtml(other.name)}</summary>${unopened(`<div class=chart tabindex=0 role=group aria-label="${escapeHtml(other.name)}">${drawingHtml(other.drawing)}</div>`)}</details>`;
    const twin =
      table === undefined
        ? ""
        : `<details class=twin><summary>${escapeHtml(say`The numbers of this chart`)}</summary>${unopened(tableHtml({ ...table, caption: title }, this.#link))}</details>`;
    const called = heads === undefined ? "" : ` data-heads="${escapeHtml(heads.join("|"))}"`;
    const plain = plainTitle(title);
    const isSaid = plain === this.#said;
    const said = isSaid && what === undefined ? " class=unseen" : "";
    // What is seen says what is drawn; a picture that leaves the page says the finding too.
    const seen =
      isSaid && what !== undefined
        ? `<span class=what>${proseHtml(capital(what))}<span class=unseen>: </span></span><span class=unseen aria-hidden=true>`
        : "";
    // What stands in large letters above is not said again: of all that is drawn, how much.
    const caption =
      this.#said !== undefined && !isSaid && plain.startsWith(this.#said)
        ? capital(plain.slice(this.#said.length).replace(/^[\s(.]+|\)$/gu, ""))
        : title;
    return `<figure class="${isWide(drawing) ? `${name} wide` : name}"${called}><figcaption${said}>${seen}${proseHtml(oneColon(isSaid ? capital(caption) : caption))}</figcaption><div class=chart tabindex=0 role=group${text === title ? "" : ` aria-label="${escapeHtml(text)}"`}>${drawingHtml(drawing, this.#link)}</div>${more}${twin}</figure>`;
  }

  #map({ without, ...map }: DrawnMap, caption: string): string {
    const first = this.layers.length;
    const json = JSON.stringify(map, (_, one) => (typeof one === "function" ? this.layers.push(one) - 1 - first : one));
    const layers = this.layers.slice(first).map((_, i) => `<script type="text/plain"><layer ${first + i}></script>`);
    return `<figure class=map><figcaption>${proseHtml(caption)}</figcaption><noscript>${escapeHtml(without)}</noscript><script type="application/json">${inScript(json)}</script>${layers.join("")}</figure>`;
  }

  #grid(grid: Grid, caption: string): string {
    const layers = drawnLayers(grid, this.#language);
    const index = this.grids.push(layers) - 1;
    const inside = gridHtml(grid, layers[0]!, caption, linkTo, this.#language);
    return `<figure class=grid data-grid=${index}><figcaption>${proseHtml(caption)}</figcaption>${inside}</figure>`;
  }
}

/** Names of parts beside each other: what one begins with as the one before it did is not said again. */
export const contentsOf = (titles: readonly string[]): string[] =>
  titles.map((title, i) => {
    const start = i === 0 ? "" : sharedOf([titles[i - 1]!, title]);
    return title.slice(start.length) || title;
  });

/**
 * What is folded is text until it is opened, so that a page of thousands of values opens at once; whole without
 * scripts. None is within another.
 */
const unopened = (html: string): string => `<noscript>${html.replace(/<\/?noscript>/g, "")}</noscript>`;

const theme = (ground: "light" | "dark"): string =>
  `color-scheme:${ground};${properties(ground)
    .map(([name, value]) => `--crible-${name}:${value}`)
    .join(";")}`;

/** Colours of both grounds: as the system says, unless the switch says otherwise; light on paper. */
const themes = (): string =>
  `:root{${theme("light")}}\n@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${theme("dark")}}}\n@media screen{:root[data-theme=dark]{${theme("dark")}}}\n${shadeRules()}\n`;

/** The same page for a server that shows it: with a script that may talk to that server, and to nobody else. */
export const servedHtml = (html: string, script: string): string =>
  html
    .replace("; script-src ", `; connect-src 'self'; script-src ${hash(script)} `)
    .replace(/<\/body>\n<\/html>\n$/, `<script>${script}</script>\n</body>\n</html>\n`);

/** @param signal is listened to between its parts */
export const pageHtml = async (page: Page, signal?: AbortSignal): Promise<string> =>
  [...(await pagePieces(page, signal))()].join("");

/** The same in pieces, the layers of a map being made one after another; no text of it holds a `<` that is not a tag's. */
export async function pagePieces(page: Page, signal?: AbortSignal): Promise<() => Generator<string>> {
  const { language, title, verdict, lead } = page;
  const { page: words } = language;
  const body = new Body(page);
  const shown = lead === undefined ? "" : body.blocks(lead.blocks);
  await giveWay();
  const first = body.blocks(page.first);
  const judged = verdict === undefined ? "" : `<p class="verdict ${verdict.state}">${proseHtml(verdict.text)}</p>`;
  const found = [
    ...(lead === undefined ? [judged] : []),
    ...(page.findings.length === 0 ? [] : [findingsHtml(page.findings, language)]),
    ...(first === "" ? [] : [first]),
  ]
    .filter((text) => text !== "")
    .join("\n");
  const isPaired = isBeside(lead) && found !== "";
  const sections: string[] = [];
  for (const section of page.sections) {
    await giveWay();
    signal?.throwIfAborted();
    sections.push(body.section(section));
  }
  await giveWay();
  const [css, ...scripts] = await Promise.all(
    (["page.css", "page.js", ...(body.layers.length > 0 ? (["map.js"] as const) : [])] as const).map((name) =>
      asset(name),
    ),
  );
  const style = `${themes()}:root{--unprinted:${JSON.stringify(`\u00a0– ${language.say`not printed: open it before printing`}`)}}\n${css}`;
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${scripts.map(hash).join(" ")}`,
    "img-src data:", // what a picture is saved from
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // The same file again, and not what a terminal shows; a run writes its page unasked.
  const command = /^crible run\b/.test(page.command) ? page.command : `${page.command} --html report.html`;
  const said = {
    sort: language.say`Sort by ${"{}"}`,
    filter: language.say`Filter rows`,
    copy: language.say`Copy as CSV`,
    copied: language.say`Copied`,
    copyCommand: language.say`Copy the command`,
    keys: language.say`Arrow keys move through its values.`,
    opens: language.say`Enter or a click shows what it is made of.`,
    save: language.say`Save as ${"{}"}`,
    saveAs: language.say`Save`,
    found: page.found,
    source: page.source,
    command,
    none: [language.general.noChange, language.say`on it`],
    range: language.range("", "").trim(),
    parts: language.say`from, to, value, change, name, number, other, unit of measure{#csv}`.split(", "),
    of: language.say`${"{}"} of ${"{}"} rows`,
    theme: language.say`Light or dark`,
    show: language.say`Show`,
    less: language.say`difference from base`,
    close: language.say`Close`,
    values: words.details,
    row: language.say`Its row in the table`,
    text: language.say`text{#page}`,
    openAll: language.say`open all`,
    // Of a square of a grid, by the id of its cell.
    asks: body.grids.length === 0 ? undefined : commandsBlock(page.command, { id: "CELL" }, language)?.typed,
  };
  const names = contentsOf(page.sections.map(({ title }) => title));
  const contents = page.sections
    .map(({ id }, i) => `<li><a href="${escapeHtml(linkTo(id))}">${escapeHtml(names[i]!)}</a>`)
    .join("");
  const described = verdict?.text ?? lead?.title ?? page.findings[0] ?? page.aside;
  const header =
    lead === undefined
      ? `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(page.aside)}</p></header>`
      : `<header><p>${escapeHtml(title)} · ${escapeHtml(page.aside)}</p>${leadHtml(lead, judged)}</header>`;
  const drawn =
    shown === ""
      ? ""
      : `<section id=first aria-label="${escapeHtml(words.charts)}"${lead?.found === undefined ? "" : ` data-found="${escapeHtml(lead.found)}"`}>${shown}</section>`;
  const glossary = glossaryHtml([header, drawn, found, ...sections].join(" "), language);
  const facts = page.facts
    .map(([term, text, id]) => `<dt${id === undefined ? "" : ` id=${id}`}>${escapeHtml(term)}<dd>${proseHtml(text)}`)
    .join("\n");
  const rules = await rulesHtml([header, drawn, found, ...page.notes, ...sections, facts].join(" "), page);
  const html = `<!doctype html>
<html lang=${language.tag}>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="${policy}">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=generator content=crible>
<meta name=description content="${escapeHtml(described.trim())}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<svg class=patterns aria-hidden=true width=0 height=0><defs>${PATTERNS}</defs></svg>
<a class=skip href=#${found === "" ? "main" : "findings"}>${escapeHtml(language.say`Skip to the findings`)}</a>
${header}
<main id=main${isPaired ? " class=beside" : ""}>
${drawn}
${page.notes.map((note) => `<p class=note>${proseHtml(note)}</p>`).join("\n")}
${found === "" ? "" : `<section id=findings><h2>${escapeHtml(language.say`Findings`)}</h2>\n${found}\n</section>`}
${page.sections.length > 1 ? `<nav aria-label="${escapeHtml(language.say`Experiments`)}"><ul>${contents}</ul></nav>` : ""}
${sections.join("\n")}
</main>
<footer>
<details><summary>${escapeHtml(language.say`How was this computed?`)}</summary>${page.how.map((text) => `<p>${proseHtml(text)}</p>`).join("\n")}</details>
${glossary}
${rules}
<h2>${escapeHtml(language.say`Where this comes from`)}</h2>
<dl>${facts}</dl>
<p>${escapeHtml(language.say`the same again`)}</p><pre tabindex=0><code>${escapeHtml(command)}</code></pre>
</footer>
<script type="application/json" id=data>${scriptJson({ words: said, ...packed(body.grids) })}</script>
${scripts.map((text) => `<script>${text}</script>`).join("\n")}
</body>
</html>
`;
  return function* () {
    for (const [i, piece] of html.split(/<layer (\d+)>/).entries())
      yield i % 2 === 0 ? piece : body.layers[Number(piece)]!();
  };
}
