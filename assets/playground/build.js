/**
 * The playground as a static site, into playground/dist: `npm run playground`, after `npm run build`.
 *
 * esbuild and Preact: the same bundler as everything else here, and the smallest library that draws a page again as a
 * person types. The shell and the engine are apart; the engine is a worker that loads a ruleset when it is asked of.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { STREAM_VERSION } from "../../dist/dice/index.js";
import { Desk } from "../../dist/playground/desk.js";
import { FIRST, FIRST_FIGHT } from "../../dist/playground/first.js";
import { bothLights, shadeRules } from "../../dist/report/charts/palette.js";
import { ASSETS, asset } from "../../dist/report/page/asset.js";
import { VERSION } from "../../dist/version.js";
import { bundledQuantiles, licencesOf } from "../bundled.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = join(root, "assets/playground");
const out = join(root, "playground/dist");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const { engine } = JSON.parse(readFileSync(join(root, "dist/engine.json"), "utf8"));
/** What a page loads when it is wanted, and Node at once, beside what package.json names: in the place of each `x` stands `x.web`. */
const seams = {
  name: "seams",
  setup: ({ onLoad }) => {
    onLoad({ filter: /dist[/\\]rulesets[/\\]languages\.js$/ }, ({ path }) => ({
      contents: `export * from "./${basename(path, ".js")}.web.js";`,
      resolveDir: dirname(path),
    }));
    // A page brings the sentences that it says itself; its engine has the others.
    onLoad({ filter: /languages[/\\]fr\.json$/ }, ({ path }) => {
      const { sentences, ...catalogue } = JSON.parse(readFileSync(path, "utf8"));
      const words = readFileSync(join(root, "dist/playground/words.js"), "utf8");
      const said = [...words.matchAll(/\bsay ?`([^`]*)`/g)].map(([, text]) => text.replace(/\$\{[^}]*\}/g, "{}"));
      const own = said.flatMap((text) => (text in sentences ? [[text, sentences[text]]] : []));
      return { contents: JSON.stringify({ ...catalogue, sentences: Object.fromEntries(own) }), loader: "json" };
    });
    // What draws tables in a terminal is reached by a page that is saved, and never asked.
    onLoad({ filter: /node_modules[/\\]cli-table3[/\\]index\.js$/ }, () => ({ contents: "export default class {}" }));
    // All of zod is reached by what readers of packages import; its messages in other languages are never said.
    onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({ contents: "export {}" }));
    onLoad({ filter: /dist[/\\]report[/\\]page[/\\]asset\.js$/ }, async () => {
      const texts = await Promise.all(ASSETS.map(async (name) => [name, await asset(name)]));
      return {
        contents: `const texts = ${JSON.stringify(Object.fromEntries(texts))};\nexport const asset = async (name) => texts[name];\nexport const rowsOf = async () => [];`,
      };
    });
  },
};
/** What numbers depend on: the stream's version, and the engine. */
const made = `v${STREAM_VERSION}.${engine.slice(0, 8)}`;
const site = await build({
  entryPoints: {
    shell: join(source, "shell.tsx"),
    engine: join(source, "engine.ts"),
    "crible-chart": join(source, "embed.ts"),
    "web-worker": join(root, "dist/engine/web-worker.js"),
    // What rulesets of packages import.
    ruleset: join(root, "dist/ruleset.js"),
    "ruleset-reader": join(root, "dist/ruleset-reader.js"),
  },
  outdir: out,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  chunkNames: "part-[hash]",
  legalComments: "none",
  metafile: true,
  define: { MADE: JSON.stringify(made) },
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [seams],
  absWorkingDir: root,
});
writeFileSync(join(out, "LICENSES.txt"), licencesOf(root, [site, await bundledQuantiles(root)]));
const style = `${readFileSync(join(source, "style.css"), "utf8")}\n${shadeRules(bothLights)}`;
writeFileSync(join(out, "style.css"), (await transform(style, { loader: "css", minify: true })).code);

const question = FIRST["alpha-omega"];
const inBoth = async (what) => ({ en: await what(new Desk("en")), fr: await what(new Desk("fr")) });
const first = {
  made,
  version: VERSION,
  rulesets: Object.keys(FIRST),
  questions: FIRST,
  fights: FIRST_FIGHT,
  sheet: await inBoth((desk) => desk.sheet(question.ruleset)),
  answer: await inBoth((desk) => desk.ask(question)),
};
const page = readFileSync(join(source, "index.html"), "utf8");
const data = JSON.stringify(first).replaceAll("<", "\\u003c");
const { code } = await transform(readFileSync(join(source, "early.js"), "utf8"), {
  minify: true,
  format: "iife",
  define: { FIRST_GAME: JSON.stringify(question.ruleset) },
});
/** What is read while the scripts are still on their way; the style sheet shows it in the language of the page. */
const sentence = ({ who, told, what, also }, tag) =>
  `<p class="sentence" lang="${tag}"><span class="who">${who}</span> <strong>${told.text}</strong> ${what}${also}.</p>`;
const drawn = Object.entries(first.answer).map(([tag, answer]) => sentence(answer, tag));
writeFileSync(
  join(out, "index.html"),
  page
    .replace(">{}</script>", () => `>${data}</script>`)
    .replace("<script></script>", () => `<script>${code}</script>`)
    .replace("EARLY", createHash("sha256").update(code).digest("base64"))
    .replace(
      "<!-- drawn -->",
      () =>
        `<main class="drawn"><div></div><section class="answer"><div class="pinned-top">${drawn.join("")}</div></section></main>`,
    ),
);
writeFileSync(join(out, "icon.svg"), readFileSync(join(source, "icon.svg")));

const files = readdirSync(out)
  .filter((name) => !name.endsWith(".txt"))
  .sort();
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
const kept = files.map((name) => (name === "index.html" ? "./" : name));
writeFileSync(
  join(out, "sw.js"),
  `const NAME = ${JSON.stringify(`crible ${hash.digest("hex").slice(0, 16)}`)};\nconst FILES = ${JSON.stringify(kept)};\n${readFileSync(join(source, "sw.js"), "utf8")}`,
);
