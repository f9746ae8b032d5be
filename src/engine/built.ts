import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of this folder as it was built, also when this one runs from its TypeScript source: threads load no other. */
export function builtFile(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../../dist/engine/${name}`, import.meta.url));
}
