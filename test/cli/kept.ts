/** Files that runs keep of themselves, as tests take them apart and put them together again. */
import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { KeptStretch } from "../../src/analysis/kept.ts";
import type { Stretch } from "../../src/engine/stretch.ts";

/** A stretch with what it counted. */
export function unpacked({ packed, ...own }: KeptStretch): Stretch {
  const text = inflateRawSync(Buffer.from(packed, "base64")).toString();
  return { ...own, counts: Float64Array.from(text.split(","), Number) };
}

/** The data of a line. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is in it
export const dataOf = (line: string): any => JSON.parse(line.slice(17));

/** A line of such a file whose checksum fits, whatever it says. @param seal empty for the first line */
export const sealed = (seal: string, data: unknown): string => {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${createHash("sha256")
    .update(seal + text)
    .digest("hex")
    .slice(0, 16)} ${text}`;
};

/** Another answer that could be one: the first two chances of each metric have changed places. */
export const poisoned = (text: string): string =>
  JSON.stringify(
    (JSON.parse(text) as { weights?: string; total?: string; probabilities?: string }[]).map((exact) => {
      if (exact.weights === undefined) {
        const bytes = Buffer.from(exact.probabilities!, "base64");
        return {
          probabilities: Buffer.concat([bytes.subarray(8, 16), bytes.subarray(0, 8), bytes.subarray(16)]).toString(
            "base64",
          ),
        };
      }
      const [a, b, ...rest] = exact.weights.split(",");
      return { weights: [b, a, ...rest].join(), total: exact.total };
    }),
  );
