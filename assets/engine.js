/** Writes dist/engine.json, the hash of the engine that was built: `npm run build`. Baselines keep it. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALL_FOLDERS, hashOfSources } from "../dist/analysis/engine-hash.js";

const src = fileURLToPath(new URL("../src", import.meta.url));
const engine = hashOfSources(src);
const code = hashOfSources(src, ALL_FOLDERS); // of all that decides what a command prints
writeFileSync(new URL("../dist/engine.json", import.meta.url), `${JSON.stringify({ engine, code })}\n`);
