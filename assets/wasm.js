/**
 * Compiles the loops of assets/wasm (AssemblyScript) into modules of src: `npm run build`. What is there already is kept
 * while its source is the same; a test compiles all of them anew.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Each loop: its source in assets/wasm, and the module that is made of it. */
export const LOOPS = [
  ["cuts", "src/rule/cuts-wasm.ts"],
  ["armour", "src/rulesets/alpha-omega/armour-wasm.ts"],
  ["counts", "src/rulesets/alpha-omega/engagement/counts-wasm.ts"],
].map(([name, made]) => ({
  name,
  source: at(`wasm/${name}.ts`),
  made: at(`../${made}`),
}));

/** The text of the module that is made of a loop. */
export async function compiled({ name, source }) {
  const { default: asc } = await import("assemblyscript/asc");
  const text = readFileSync(source, "utf8");
  const { error, stderr, binary } = await asc.compileString(text, {
    optimizeLevel: 3,
    converge: true,
    noAssert: true,
    runtime: "stub",
    enable: ["simd"],
    initialMemory: 1,
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  const bytes = Buffer.from(binary).toString("base64");
  return [
    `/** Made of assets/wasm/${name}.ts by npm run build; its source is ${hashOf(text)}. */`,
    `export const ${name.toUpperCase()}_WASM =\n  "${bytes}";\n`,
  ].join("\n");
}

const hashOf = (source) => createHash("sha256").update(source.replaceAll("\r\n", "\n")).digest("hex").slice(0, 16);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const loop of LOOPS) {
    const { source, made } = loop;
    const isNew = existsSync(made) && readFileSync(made, "utf8").includes(hashOf(readFileSync(source, "utf8")));
    if (!isNew) writeFileSync(made, await compiled(loop));
  }
}
