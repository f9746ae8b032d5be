/**
 * The documents as pages of the static site (`npm run site`, assets/site.js), after `npm run build`.
 *
 * Pages stand where their Markdown does, so every relative link keeps its way; README.md is index.html. Nothing is loaded from
 * elsewhere, no script runs but the one of the search page, and that one by its hash.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";

const root = fileURLToPath(new URL("..", import.meta.url));
const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"];

/** What the pages are, in the order of the navigation: groups of sources, by language. */
const formats = (ending) => RULESETS.map((ruleset) => `docs/format-${ruleset}${ending}`);
const FIRST = [
  "docs/commands.md",
  "docs/tables.md",
  "docs/armies.md",
  "docs/reports.md",
  "docs/library.md",
  "docs/ci.md",
  "docs/play.md",
];
const rest = readdirSync(join(root, "docs"))
  .map((name) => `docs/${name}`)
  .filter((path) => path.endsWith(".md") && ![...FIRST, ...formats(".md"), "docs/lisez-moi.md"].includes(path));
const GROUPS = {
  en: {
    Start: ["README.md", "scenarios/README.md"],
    Use: FIRST,
    "The format": formats(".md"),
    "The rules": RULESETS.map((ruleset) => `src/rulesets/${ruleset}/RULES.md`),
    More: [...rest, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  },
  fr: { Commencer: ["docs/lisez-moi.md"], "Le format": formats(".fr.md") },
};
/** Pages that say the same in the other language. */
const PAIRS = [
  ["README.md", "docs/lisez-moi.md"],
  ...RULESETS.map((name) => [`docs/format-${name}.md`, `docs/format-${name}.fr.md`]),
];
/** What else the site has, by language: the playground and the gallery, beside the documents. */
const BESIDE = { en: { Try: "playground/", Gallery: "gallery/" }, fr: { Essayer: "playground/", Galerie: "galerie/" } };
const WORDS = {
  en: { search: "Search", go: "Find", other: "En français", onThisPage: "On this page", nothing: "Nothing found." },
  fr: { search: "Chercher", go: "Trouver", other: "In English", onThisPage: "Sur cette page", nothing: "Rien trouvé." },
};

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** The anchor of a heading, as GitHub makes it. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
export const pageOf = (source) => source.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");

/** The Markdown of a source; the format in French is printed, not stored. */
function textOf(source) {
  const [, ruleset] = /^docs\/format-(.+)\.fr\.md$/.exec(source) ?? [];
  if (ruleset === undefined) return readFileSync(join(root, source), "utf8");
  const words = ["dist/crible.cjs", "explain", "field", ruleset, "--markdown", "--lang", "fr"];
  return execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" });
}

/** One page: its HTML, its headings, the files beside the Markdown that it links to, its words. */
export function rendered(source, text) {
  const headings = [];
  const files = [];
  const href = (target) => {
    if (/^[a-z]+:/i.test(target)) return target;
    const [path, anchor] = target.split("#");
    const whole = posix.normalize(posix.join(posix.dirname(source), path));
    if (path !== "" && !path.endsWith(".md")) files.push(whole);
    return `${path === "" ? "" : pageOf(path)}${anchor === undefined ? "" : `#${anchor}`}`;
  };
  const seen = new Map();
  const tables = new Map();
  const marked = new Marked({
    renderer: {
      html: ({ text: raw }) => escaped(raw),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const plain = inner
          .replaceAll(/<[^>]*>/g, "")
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&amp;", "&")
          .replaceAll("&quot;", '"')
          .replaceAll("&#39;", "'");
        const count = seen.get(slugOf(plain)) ?? 0;
        seen.set(slugOf(plain), count + 1);
        const id = `${slugOf(plain)}${count === 0 ? "" : `-${count}`}`;
        headings.push({ depth, id, plain });
        return `<h${depth} id="${escaped(id)}">${inner}</h${depth}>\n`;
      },
      link({ href: target, tokens }) {
        return `<a href="${escaped(href(target))}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Wider than a phone it is scrolled, with the keys too.
      code: ({ text: raw }) => `<pre tabindex="0"><code>${escaped(raw)}\n</code></pre>\n`,
      image: ({ href: target, text: alt }) =>
        `<img src="${escaped(href(target))}" alt="${escaped(alt)}" loading="lazy">`,
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells
            .map(({ tokens }) => {
              const inner = this.parser.parseInline(tokens);
              const own = inner === "" ? "td" : tag; // a head without a word heads nothing
              // An id is one word: a narrow column does not break it.
              const whole = /^(?:<code>)?[A-Z]+(?:-[A-Z0-9]+)+(?:<\/code>)?$/.test(inner) ? ' class="id"' : "";
              return `<${own}${whole}>${inner}</${own}>`;
            })
            .join("")}</tr>`;
        // Two tables below one heading are told apart.
        const heading = headings.at(-1)?.plain ?? "";
        const count = (tables.get(heading) ?? 0) + 1;
        tables.set(heading, count);
        const label = escaped(count === 1 ? heading : `${heading} ${count}`);
        return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
      },
    },
  });
  return { body: marked.parse(text), headings, files, words: text };
}

const STYLE = readFileSync(join(root, "assets/docs.css"), "utf8").trim();

/** A page of the site: what surrounds `body`. */
export function document({ source, lang, title, body, headings, titles, script }) {
  const up = posix.relative(posix.dirname(pageOf(source)), ".") || ".";
  const say = WORDS[lang];
  const other =
    [...PAIRS, ["gallery/README.md", "galerie/README.md"]]
      .find((pair) => pair.includes(source))
      ?.find((one) => one !== source) ?? (lang === "en" ? "docs/lisez-moi.md" : "README.md");
  const link = (to, text, more = "") => `<a href="${up}/${pageOf(to)}"${more}>${escaped(text)}</a>`;
  const beside = Object.entries(BESIDE[lang])
    .map(([text, to]) => `<a href="${up}/${to}">${text}</a>`)
    .join(" ");
  const nav = Object.entries(GROUPS[lang]).map(
    ([group, sources]) =>
      `<h2>${group}</h2><ul>${sources.map((one) => `<li>${link(one, titles.get(one), one === source ? ' aria-current="page"' : "")}</li>`).join("")}</ul>`,
  );
  const below = headings.filter(({ depth }) => depth === 2);
  const toc =
    below.length < 3
      ? ""
      : `<details><summary>${say.onThisPage}</summary><ul>${below.map(({ id, plain }) => `<li><a href="#${escaped(id)}">${escaped(plain)}</a></li>`).join("")}</ul></details>`;
  const policy = `default-src 'none'; style-src ${hashed(STYLE)}; img-src 'self' data:; form-action 'self'; base-uri 'none'${script === undefined ? "" : `; script-src ${hashed(script)}`}`;
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escaped(title)} · crible</title><style>${STYLE}</style></head>
<body><header>${link(lang === "en" ? "README.md" : "docs/lisez-moi.md", "crible")} ${beside} <form action="${up}/search.html" role="search"><input type="search" name="q" aria-label="${say.search}"> <button>${say.go}</button></form> ${link(other, say.other, ` lang="${lang === "en" ? "fr" : "en"}"`)}</header>
<div class="page"><nav aria-label="crible">${nav.join("")}</nav><main>${toc}${body}</main></div>${script === undefined ? "" : `<script>${script}</script>`}</body></html>
`;
}

/** The script of the search page: its index is every section of every page. */
const searchScript = (index) => `const index=${JSON.stringify(index).replaceAll("<", "\\u003c")};
const box=document.querySelector("input[name=q]"),list=document.querySelector("#found"),flat=(s)=>s.normalize("NFD").replace(/\\p{M}/gu,"").toLowerCase();
const all=index.map((one)=>[one,flat(one[1]+" "+one[2])]);
function find(){const words=flat(box.value).split(/\\s+/).filter(Boolean);list.replaceChildren();if(!words.length)return;
const hits=all.filter(([,text])=>words.every((word)=>text.includes(word))).map(([one])=>[one,words.filter((word)=>flat(one[1]).includes(word)).length]).sort((a,b)=>b[1]-a[1]).slice(0,40);
for(const [[href,title,text]] of hits){const item=document.createElement("li"),link=document.createElement("a"),at=Math.max(0,flat(text).indexOf(words[0])-60),part=text.slice(at&&text.indexOf(" ",at)+1,at+180);link.href=href;link.textContent=title;item.append(link,document.createElement("br"),at?"… ":"",at+180<text.length?part.replace(/\\s\\S*$/," …"):part);list.append(item)}
document.querySelector("#none").hidden=hits.length>0}
box.value=new URLSearchParams(location.search).get("q")??"";box.addEventListener("input",find);find()`;

/** All pages by their path, and the files that they link to. */
export function site() {
  const sources = Object.entries(GROUPS).flatMap(([lang, groups]) =>
    Object.values(groups)
      .flat()
      .map((source) => ({ source, lang })),
  );
  const made = sources.map((one) => ({ ...one, ...rendered(one.source, textOf(one.source)) }));
  const titles = new Map(made.map(({ source, headings }) => [source, headings[0].plain]));
  const pages = new Map(
    made.map((page) => [pageOf(page.source), document({ ...page, titles, title: titles.get(page.source) })]),
  );
  const index = made.flatMap(({ source, headings, words }) => {
    const parts = words.split(/^(?=#{1,3} )/mu).filter((part) => part.startsWith("#"));
    const known = headings.filter(({ depth }) => depth <= 3);
    return parts.map((part, i) => [
      `${pageOf(source)}${known[i] === undefined ? "" : `#${known[i].id}`}`,
      [...new Set([titles.get(source), known[i]?.plain ?? ""])].join(": "),
      part
        .replaceAll(/[`*|#]+|\]\([^)]*\)|-{3,}/g, " ")
        .replaceAll(/\s+/g, " ")
        .slice(0, 4_000),
    ]);
  });
  const found = `<h1>${WORDS.en.search} / ${WORDS.fr.search}</h1><p id="none" hidden>${WORDS.en.nothing} / ${WORDS.fr.nothing}</p><ol id="found"></ol>`;
  pages.set(
    "search.html",
    document({
      source: "search.md",
      lang: "en",
      title: WORDS.en.search,
      body: found,
      headings: [],
      titles,
      script: searchScript(index),
    }),
  );
  return { pages, files: new Set(made.flatMap(({ files }) => files)), sources: made, titles };
}
