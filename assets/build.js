/**
 * Bundles the chart libraries into dist/assets/, with the licences of all that is in them: `npm run build`. They are
 * bundled rather than installed, so that the same version of crible draws the same bytes whatever npm resolves.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "dist", "assets");

const { metafile } = await build({
  entryPoints: [join(root, "assets/charts.js"), join(root, "assets/compile.js")],
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  banner: {
    js: "/*! Vega (BSD-3-Clause, University of Washington Interactive Data Lab) and D3 (ISC, Mike Bostock) */",
  },
  metafile: true,
  absWorkingDir: root,
});

const packages = [
  ...new Set(
    Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0] ?? []),
  ),
].sort();
const licences = packages.map((path) => {
  const { name, version, license } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? "" : `\n${readFileSync(join(root, path, file), "utf8").trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
});
writeFileSync(join(out, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
