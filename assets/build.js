/**
 * Bundles, with the licences of all that is bundled: `npm run build`.
 *
 * - What `crible:` names, as modules, for where there are no files: dist/scenario/shipped.web.js.
 * - The catalogues of languages, as modules in the same way: dist/rulesets/catalogues.web.js.
 * - The quantiles of @stdlib, into dist/stats/quantiles-library.js: one file in the place of 229 packages.
 * - What every page of a report carries, as small as it can be: dist/assets/page.css, page.js, map.js.
 * - The command line and its threads, into dist/crible-bundle.cjs, which dist/crible.cjs starts (start.cjs).
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { translationOf } from "../dist/rule/catalogue.js";
import { withSpaces } from "../dist/rulesets/labels.js";
import { bundledQuantiles, licencesOf } from "./bundled.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "dist", "assets");

const dist = join(root, "dist");
const shipped = readdirSync(join(root, "scenarios"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .map((path) => path.replaceAll("\\", "/"))
  .sort();
for (const path of shipped) {
  const text = readFileSync(join(root, "scenarios", path), "utf8");
  const module = join(dist, "scenario/shipped", `${path}.js`);
  mkdirSync(dirname(module), { recursive: true });
  writeFileSync(module, `export default ${JSON.stringify(text)};\n`);
}
const entries = shipped.map(
  (path) => `  ${JSON.stringify(path)}: async () => (await import("./shipped/${path}.js")).default,\n`,
);
writeFileSync(
  join(dist, "scenario/shipped.web.js"),
  `import { givenFiles } from "./files.js";\n\nexport const shipped = { folder: "/", files: givenFiles({\n${entries.join("")}}) };\n`,
);
const named = readdirSync(join(root, "languages"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length).replaceAll("\\", "/"));
const dataOf = (name) => JSON.parse(readFileSync(join(root, "languages", `${name}.json`), "utf8"));
/** A map of the modules that some of these files become, by their names. */
function modules(name, names, made) {
  for (const own of names) {
    const module = join(dist, "rulesets/catalogues", `${own}.js`);
    mkdirSync(dirname(module), { recursive: true });
    writeFileSync(module, `export default ${JSON.stringify(made(own))};\n`);
  }
  const entries = names.map((own) => `  "${own}": async () => (await import("./catalogues/${own}.js")).default,\n`);
  return `export const ${name} = {\n${entries.join("")}};\n`;
}
const catalogues = named.filter((name) => !name.includes("/"));
const ofRulesets = named.filter((name) => name.includes("/"));
/** Without what explain says: no page asks it. */
const wordsOf = (name) => {
  const { texts, ...words } = dataOf(name);
  return withSpaces(words, translationOf(dataOf(dirname(name))));
};
writeFileSync(
  join(dist, "rulesets/catalogues.web.js"),
  modules("catalogues", catalogues, dataOf) + modules("words", ofRulesets, wordsOf),
);
const quantiles = await bundledQuantiles(root);
for (const name of readdirSync(dist)) if (name.startsWith("crible")) rmSync(join(dist, name), { recursive: true });
const program = await build({
  stdin: {
    contents: `
      exports.main = () => require("./cli/main.js");
      exports.worker = () => require("./engine/worker.js").default;`,
    resolveDir: dist,
  },
  write: false,
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true, // what is shorter is read sooner
  format: "cjs",
  platform: "node",
  target: "node20",
  legalComments: "none",
  // Piscina starts threads from files of its own, write-file-atomic asks for its own name; the others few commands load.
  external: ["piscina", "chokidar", "write-file-atomic", "vitest", "bullmq", "ioredis", "pg"],
  define: { "import.meta.url": "importMetaUrl" },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  metafile: true,
  absWorkingDir: root,
});
// ASCII alone is read without decoding; esbuild leaves other letters in tagged templates.
// A script imports modules by what start.cjs gives it.
const bundle = program.outputFiles[0].text
  .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
  .replace(/(?<![\w$.])import\(/g, "importModule(");
writeFileSync(join(dist, "crible-bundle.cjs"), bundle);
const built = createHash("sha256").update(bundle).digest("hex").slice(0, 16);
const start = readFileSync(join(root, "assets/start.cjs"), "utf8");
writeFileSync(join(dist, "crible.cjs"), start.replace('"BUILT"', `"${built}"`));
chmodSync(join(dist, "crible.cjs"), 0o755);
writeFileSync(join(dist, "crible-worker.cjs"), 'module.exports = require("./crible.cjs").worker();\n');

mkdirSync(out, { recursive: true });
for (const name of ["page.css", "page.js", "map.js"]) {
  const text = readFileSync(join(root, "assets", name), "utf8");
  const { code } = await transform(text, { loader: name.split(".")[1], minify: true, charset: "utf8" });
  writeFileSync(join(out, name), code.trim());
}
writeFileSync(join(out, "LICENSES.txt"), licencesOf(root, [quantiles, program]));
