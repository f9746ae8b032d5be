/**
 * Bundles, with the licences of all that is bundled: `npm run build`.
 *
 * - What `crible:` names, as modules, for where there are no files: dist/scenario/shipped.web.js.
 * - The command line and its threads, into dist/crible*.js: a few files start in half the time of a few hundred.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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
for (const name of readdirSync(dist)) if (name.startsWith("crible")) rmSync(join(dist, name));
const program = await build({
  entryPoints: {
    crible: join(dist, "cli/main.js"),
    "crible-worker": join(dist, "engine/worker.js"),
    "crible-solver": join(dist, "engine/solver.js"),
  },
  outdir: dist,
  chunkNames: "crible-[hash]",
  bundle: true,
  splitting: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  // Piscina starts threads from files of its own, write-file-atomic asks for its own name; the others few commands load.
  external: ["piscina", "chokidar", "write-file-atomic", "vitest", "bullmq", "ioredis", "pg"],
  // Packages import createRequire themselves: here it has a name that none of them takes.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
  },
  metafile: true,
  absWorkingDir: root,
});
chmodSync(join(dist, "crible.js"), 0o755);

const inputs = Object.keys(program.metafile.inputs);
const packages = [
  ...new Set(inputs.flatMap((path) => /^.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0] ?? [])),
].sort();
/** Packages by the text of their licence: most of those that are many have one. */
const licences = new Map();
for (const path of packages) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? "" : `\n${readFileSync(join(root, path, file), "utf8").trim()}\n`;
  licences.set(text, `${licences.get(text) ?? ""}${name} ${version} (${license})\n`);
}
mkdirSync(out, { recursive: true });
writeFileSync(
  join(out, "LICENSES.txt"),
  [...licences].map(([text, names]) => names + text).join(`\n${"-".repeat(80)}\n\n`),
);
