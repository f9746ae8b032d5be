/**
 * Compiles the loops of assets/wasm (AssemblyScript) into modules of src: `npm run build`. What is there already is kept
 * while its source is the same; a test compiles all of them anew.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const SOURCES = at("wasm");

/** Each loop: its source in assets/wasm, and the module that is made of it. */
export const LOOPS = [
  ["cuts", "src/rule/cuts-wasm.ts"],
  ["lanes", "src/rule/lanes-wasm.ts"],
  ["rows", "src/rulesets/alpha-omega/engagement/rows-wasm.ts"],
].map(([name, made]) => ({
  name,
  made: at(`../${made}`),
}));

/** The text of the module that is made of a loop. */
export async function compiled({ name }) {
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const options = "-O3 --converge --noAssert --runtime stub --enable simd --initialMemory 1 --outFile loop.wasm".split(
    " ",
  );
  const { error, stderr } = await asc.main([`${name}.ts`, "--baseDir", SOURCES, ...options], {
    writeFile: (_, bytes) => {
      binary = bytes;
    },
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return [
    `/** Made of assets/wasm/${name}.ts by npm run build; the sources there are ${hashOfSources()}. */`,
    `export const ${name.toUpperCase()}_WASM =\n  "${Buffer.from(binary).toString("base64")}";\n`,
  ].join("\n");
}

/** Of all loops together: they share what draws. */
function hashOfSources() {
  const hash = createHash("sha256");
  for (const name of readdirSync(SOURCES).sort())
    hash.update(readFileSync(at(`wasm/${name}`), "utf8").replaceAll("\r\n", "\n"));
  return hash.digest("hex").slice(0, 16);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const loop of LOOPS) {
    const isNew = existsSync(loop.made) && readFileSync(loop.made, "utf8").includes(hashOfSources());
    if (!isNew) writeFileSync(loop.made, await compiled(loop));
  }
}
