import type { CellInput, Reader, Resolution } from "../reader.ts";
import { ruleset } from "./index.ts";
import { OPTIONS } from "./options.ts";
import { resolveShot, resolveVolley } from "./resolve.ts";
import { parts } from "./schema.ts";

const RESOLVERS: Readonly<Record<string, (cell: CellInput) => Resolution>> = {
  shot: resolveShot,
  volley: resolveVolley,
};

export const reader: Reader = {
  ruleset,
  parts,
  options: OPTIONS,
  kinds: Object.keys(parts.kinds),
  resolve: (cell) => RESOLVERS[cell.kind]!(cell),
};
