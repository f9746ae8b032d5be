/** How what is shown is handed on: as a command, a link, a live chart for a web page. */
import { useState } from "preact/hooks";
import { plainAddress, type Shared } from "../../dist/playground/address.js";
import type { UnitAnswer } from "../../dist/playground/answer.js";
import type { Query } from "../../dist/playground/question.js";
import { NAME, type Texts } from "../../dist/playground/texts.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { first, served } from "./first.js";
import { steady } from "./steady.js";

export const Share = steady(({ words, command }: { readonly words: PageWords; readonly command: string }) => {
  const [copied, setCopied] = useState<string>();
  const copy = (what: string, text: string) => () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(what),
      () => {},
    );
  return (
    <section class="share">
      <h2>{words.command}</h2>
      <code>{command}</code>
      <div class="acts">
        <button type="button" onClick={copy("command", command)}>
          {copied === "command" ? words.copied : words.copyCommand}
        </button>
        <button type="button" onClick={() => copy("link", location.href)()}>
          {copied === "link" ? words.copied : words.copyLink}
        </button>
      </div>
    </section>
  );
});

/** A live chart for a web page, with this picture in it. */
export function embedOf(svg: string, question: Query, { who }: UnitAnswer, lang: Tag, texts: Texts): string {
  const { [NAME]: text, ...beside } = texts;
  const shared: Shared = { question, ...(text === undefined ? {} : { text, beside }), made: first.made };
  const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const vary = Object.keys(question.changes).filter((path) => !/\.(?:add|remove)[A-Z]|order$/.test(path));
  return [
    `<crible-chart lang="${lang}" question="${quoted(plainAddress(shared))}" vary="${quoted(vary.join(" "))}">`,
    `  <img alt="${quoted(who)}" src="data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}">`,
    "</crible-chart>",
    `<script type="module" src="${quoted(embedUrl())}"></script>`,
    "",
  ].join("\n");
}

/** On loopback the page is served for one run only: its scripts are to be put beside the web page. */
const embedUrl = (): string =>
  served === undefined ? new URL("crible-chart.js", location.href).href : "crible-chart.js";
