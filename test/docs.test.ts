/** The documents: their links and anchors, and the site that is made of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

interface Page {
  readonly source: string;
  readonly headings: readonly { readonly id: string }[];
}
interface Docs {
  site(): { pages: Map<string, string>; files: Set<string>; sources: readonly Page[] };
  rendered(source: string, text: string): { body: string; headings: readonly { readonly id: string }[] };
  pageOf(source: string): string;
}

let docs: Docs;
let made: ReturnType<Docs["site"]>;
beforeAll(async () => {
  docs = (await import("../assets/docs.js" as string)) as Docs;
  made = docs.site();
});

/** Where the links of a text lead, without those that leave the project. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, target]) => target!);

describe("the gallery", () => {
  it("shows every sample page with the question it answers and what it comes to, in both languages", async () => {
    const { gallery } = (await import("../assets/site.js" as string)) as {
      gallery(lang: "en" | "fr", hasPictures: boolean): string;
    };
    const pages = readdirSync("reports/pages").map((name) => `pages/${name}`);
    for (const lang of ["en", "fr"] as const) {
      const html = gallery(lang, true);
      for (const report of ["rangers-vs-marines/report.html", ...pages]) {
        const said = /<h1>([^<]+)<\/h1>/.exec(readFileSync(`reports/${report}`, "utf8"))![1]!;
        expect(html).toContain(`<a href="../reports/${report}">`);
        expect(html).toContain(`</a><br>${said}</li>`);
      }
      expect(html.match(/<img /g)).toHaveLength(pages.length + 1);
      expect(gallery(lang, false)).not.toContain("<img");
    }
    expect(gallery("fr", false)).toContain("Qui bat qui");
  });

  it("is reached from every page, by a way that holds below any path", () => {
    for (const [path, html] of made.pages) {
      const up = "../".repeat(path.split("/").length - 1) || "./";
      const [, own] = /href="([^"]*(?:gallery|galerie)\/)"/.exec(html)!;
      expect([`${up}gallery/`, `${up}galerie/`], path).toContain(own!.replace(/^\.\//, up === "./" ? "./" : ""));
    }
  });

  it("search finds words as they are written", () => {
    expect(made.pages.get("search.html")).not.toMatch(/&#39;|&amp;#/);
  });
});

describe("the documents", () => {
  it("are all pages of the site", () => {
    const sources = made.sources.map(({ source }) => source);
    expect(sources).toEqual(expect.arrayContaining(["README.md", "docs/lisez-moi.md", "docs/format-metropolis.fr.md"]));
    for (const { source } of made.sources)
      for (const target of linksOf(textOf(source))) {
        const [path = ""] = target.split("#");
        if (path.endsWith(".md"))
          expect(sources, `${source}: ${target}`).toContain(normalize(`${dirname(source)}/${path}`));
      }
  });
  const textOf = (source: string): string => (existsSync(source) ? readFileSync(source, "utf8") : "");

  it("every link leads to a file, every anchor to a heading", () => {
    const anchors = new Map(
      made.sources.map(({ source, headings }) => [source, new Set(headings.map(({ id }) => id))]),
    );
    const dead = made.sources.flatMap(({ source }) =>
      linksOf(textOf(source))
        .filter((target) => {
          const [path = "", anchor] = target.split("#");
          const file = path === "" ? source : normalize(`${dirname(source)}/${path}`);
          return !existsSync(file) || (anchor !== undefined && !anchors.get(file)?.has(anchor));
        })
        .map((target) => `${source}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it("no item of a list holds another", () => {
    const joined = (text: string) => text.match(/^.*[.;:] -(?: [\w`*].*)?$/gm) ?? [];
    expect(joined("- `one`: this. - `two`:\n  that; -\n  three")).toHaveLength(2);
    expect(joined("- `one`:\n  this;\n- `two`: that")).toEqual([]);
    for (const { source } of made.sources) expect(joined(textOf(source)), source).toEqual([]);
  });

  it("whoever installs the package has what its documents link to", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
    const isPacked = (path: string) =>
      files.some((one) => path === one || path.startsWith(`${one}/`)) ||
      /^src\/rulesets\/[\w-]+\/RULES\.md$/.test(path);
    const packed = made.sources.filter(({ source }) => isPacked(source));
    expect(packed.length).toBeGreaterThan(20);
    const dead = packed.flatMap(({ source }) =>
      linksOf(textOf(source)).flatMap((target) => {
        const [path = ""] = target.split("#");
        return path === "" || isPacked(normalize(`${dirname(source)}/${path}`)) ? [] : [`${source}: ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });
});

describe("the site", () => {
  it("loads nothing, and links to pages, headings and files of its own", () => {
    const ids = new Map(
      [...made.pages].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const dead: string[] = [];
    for (const [path, html] of made.pages) {
      expect(html).toContain("default-src 'none'");
      const body = html.slice(html.indexOf("<body>"));
      if (path !== "search.html")
        expect(body).not.toMatch(/<script|<style|<iframe|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\/(?!\S+")/);
      for (const [, target] of body.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(target!) || /^[./]*(?:playground|gallery|galerie)\/$/.test(target!)) continue; // made beside these pages
        const [to = "", anchor] = target!.split("#");
        const whole = to === "" ? path : normalize(`${dirname(path)}/${to}`);
        const isThere =
          anchor === undefined ? made.pages.has(whole) || made.files.has(whole) : ids.get(whole)?.has(anchor);
        if (!isThere) dead.push(`${path}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it("has each page in its language, with its way to the other one", () => {
    for (const [path, html] of made.pages) {
      const lang = /\.fr\.html$|lisez-moi/.test(path) ? "fr" : "en";
      expect(html, path).toContain(`<html lang="${lang}">`);
      expect(html, path).toContain(lang === "fr" ? "In English" : "En français");
    }
    expect(made.pages.get("docs/format-metropolis.fr.html")).toContain(
      'href="../docs/format-metropolis.html" lang="en"',
    );
  });

  it("its search finds a section by its words, without a network", () => {
    const html = made.pages.get("search.html")!;
    const index = JSON.parse(/const index=(\[.*\]);$/m.exec(html)![1]!) as [string, string, string][];
    expect(index.length).toBeGreaterThan(100);
    const found = index.filter(([, title, text]) => /Windows-1252/.test(`${title} ${text}`)).map(([href]) => href);
    expect(found).toContain("docs/tables.html#units-and-weapons-from-a-spreadsheet");
    for (const [href] of index) expect(made.pages.has(href.split("#")[0]!), href).toBe(true);
  });

  it("its search shows whole words of a section", () => {
    const script = /<script>(const index=.*?)<\/script>/s.exec(made.pages.get("search.html")!)![1]!;
    const shown: string[][] = [];
    const list = { replaceChildren() {}, append: (item: { parts: unknown[] }) => shown.push(item.parts.map(String)) };
    const box = { value: "", addEventListener() {} };
    const page = {
      querySelector: (what: string) => (what === "#found" ? list : what === "#none" ? {} : box),
      createElement: () => ({
        parts: [] as unknown[],
        append(...parts: unknown[]) {
          this.parts = parts;
        },
      }),
    };
    new Function("document", "location", script)(page, { search: "?q=medikit" });
    const index = JSON.parse(/const index=(\[.*\]);$/m.exec(script)![1]!) as [string, string, string][];
    const words = new Set(index.flatMap(([, , text]) => text.split(" ")));
    expect(shown.length).toBeGreaterThan(5);
    for (const [, , mark, text] of shown) {
      expect(text).toMatch(/medikit/i);
      expect(text!.split(" ").filter((word) => word !== "…" && !words.has(word))).toEqual([]);
      expect(["", "… "]).toContain(mark);
    }
  });

  it("what is written as HTML in a document is text", () => {
    const { body, headings } = docs.rendered(
      "a.md",
      "# A <b>\n\n<script>alert(1)</script>\n\n# A <b>\n\n[x](b.md#c)\n",
    );
    expect(body).not.toMatch(/<script|<b>/);
    expect(headings.map(({ id }) => id)).toEqual(["a-b", "a-b-1"]);
    expect(body).toContain('href="b.html#c"');
  });
});
