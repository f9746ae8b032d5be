/** Writes dist/engine.json, the hash of the engine that was built: `npm run build`. Baselines keep it. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hashOfSources } from "../dist/analysis/engine-hash.js";

const engine = hashOfSources(fileURLToPath(new URL("../src", import.meta.url)));
writeFileSync(new URL("../dist/engine.json", import.meta.url), `${JSON.stringify({ engine })}\n`);
