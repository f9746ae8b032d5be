/**
 * Compiles assets/wasm/cuts.ts (AssemblyScript) into src/rule/cuts-wasm.ts: `npm run build`. What is there already is kept
 * while its source is the same; a test compiles it anew.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("wasm/cuts.ts", import.meta.url));
const MADE = fileURLToPath(new URL("../src/rule/cuts-wasm.ts", import.meta.url));

/** The text of src/rule/cuts-wasm.ts. */
export async function compiled() {
  const { default: asc } = await import("assemblyscript/asc");
  const source = readFileSync(SOURCE, "utf8");
  const { error, stderr, binary } = await asc.compileString(source, {
    optimizeLevel: 3,
    converge: true,
    noAssert: true,
    runtime: "stub",
    enable: ["simd"],
    initialMemory: 1,
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  const text = Buffer.from(binary).toString("base64");
  return [
    `/** Made of assets/wasm/cuts.ts by npm run build; its source is ${hashOf(source)}. */`,
    `export const CUTS_WASM =\n  "${text}";\n`,
  ].join("\n");
}

const hashOf = (source) => createHash("sha256").update(source.replaceAll("\r\n", "\n")).digest("hex").slice(0, 16);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isNew = existsSync(MADE) && readFileSync(MADE, "utf8").includes(hashOf(readFileSync(SOURCE, "utf8")));
  if (!isNew) writeFileSync(MADE, await compiled());
}
