/** What modules of the playground weigh on their way to a reader. */
import { brotliCompressSync, constants } from "node:zlib";

/** The most that the engine may weigh, in kB of brotli: it is on its way while a first answer is read. */
export const ENGINE_KB = 200;

/** kB of 1,000 bytes, compressed as well as brotli can. */
export const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

/**
 * A module and all that it imports, but for what it loads later.
 * @param {string} name of a file
 * @param {Map<string, Uint8Array>} files by name
 * @returns {Set<string>} names
 */
export function closure(name, files, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const imports = String(files.get(name)).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g);
  for (const [, own] of imports) closure(own, files, seen);
  return seen;
}
