/** What is bundled, and its licences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** The quantiles of @stdlib as one file, in its place in `dist`. */
export const bundledQuantiles = (root) =>
  build({
    entryPoints: [join(root, "src/stats/quantiles-library.ts")],
    outfile: join(root, "dist/stats/quantiles-library.js"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser", // neither Node nor a page is asked for anything
    target: "es2022",
    legalComments: "none",
    metafile: true,
    absWorkingDir: root,
  });

/**
 * The licences, and the notices that go with them, of all packages of which something was bundled.
 * @param {string} root of the project
 * @param {{ metafile: { inputs: object } }[]} bundles what esbuild has made
 */
export function licencesOf(root, bundles) {
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const packages = new Set(inputs.flatMap((path) => /^.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0] ?? []));
  /** Packages by the text of their licence: most of those that are many have one. */
  const licences = new Map();
  for (const path of [...packages].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    const text = readdirSync(join(root, path))
      .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
      .sort()
      .map((file) => `\n${readFileSync(join(root, path, file), "utf8").trim()}\n`)
      .join("");
    licences.set(text, `${licences.get(text) ?? ""}${name} ${version} (${license})\n`);
  }
  return [...licences].map(([text, names]) => names + text).join(`\n${"-".repeat(80)}\n\n`);
}
