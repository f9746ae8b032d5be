/**
 * Bundles, with the licences of all that is bundled: `npm run build`.
 *
 * - What `crible:` names, as modules, for where there are no files: dist/scenario/shipped.web.js.
 * - The quantiles of @stdlib, into dist/stats/quantiles-library.js: one file in the place of 229 packages.
 * - The command line and its threads, into dist/crible*.js: a few files start in half the time of a few hundred.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
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
const quantiles = await bundledQuantiles(root);
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
  minifyWhitespace: true, // what is shorter is read sooner
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
  plugins: [
    {
      name: "quantiles",
      setup: ({ onResolve }) =>
        onResolve({ filter: /quantiles-library\.js$/ }, () => ({
          path: "./stats/quantiles-library.js",
          external: true,
        })),
    },
  ],
});
chmodSync(join(dist, "crible.js"), 0o755);

mkdirSync(out, { recursive: true });
writeFileSync(join(out, "LICENSES.txt"), licencesOf(root, [quantiles, program]));
