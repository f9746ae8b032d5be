/** A seed as people write it, and the 64 bits it stands for. */
import { hashText } from "../dice/index.ts";
import { said, type Text } from "../rulesets/said.ts";
import { problemAt, quote, ScenarioError } from "./problem.ts";
import type { Located } from "./tree.ts";

export interface Seed {
  /** An unsigned 64-bit integer. */
  readonly seed: bigint;
  /** What was written, without quotes. */
  readonly text: string;
}

const refused = (found: Text): Text =>
  said`a seed must be a whole number from 0 to 18446744073709551615, or a text, found ${found}`;
/** What looks like a number: such a text is never hashed, it is either a seed or a mistake. */
const NUMERIC =
  /^[-+\u2212]?(?:[\d_]*\.?[\d_]+|[\d_]+\.)(?:[eE][-+]?\d+)?$|^[-+]?\.(?:inf|nan)$|^[-+]?0[xob][\da-f_]*$/iu;

/**
 * Digits, quoted or not, are the number itself, read from the source text so that none of the 64 bits is lost;
 * `0x` begins a hexadecimal one. Any other text gives the first 8 bytes of the SHA-256 of its UTF-8, big endian.
 * Throws `ScenarioError` for a number that is negative, not whole or 2^64 and more, and for what is no text at all.
 *
 * @example resolveSeed("42").seed // 42n
 */
export function resolveSeed(source: Located | string): Seed {
  const text = textOf(source).trim();
  const refuse = (hint?: Text): never => {
    const place = typeof source === "string" ? undefined : source.place;
    throw new ScenarioError([problemAt(place, refused(text === "" ? said`nothing` : quote(text)), { hint })]);
  };
  if (text === "") return refuse();
  if (/^\d+$/u.test(text)) {
    const digits = text.replace(/^0+(?=\d)/u, "");
    return digits.length > 20 || BigInt(digits) >= 1n << 64n
      ? refuse(said`2^64 and more does not fit`)
      : { seed: BigInt(digits), text };
  }
  if (/^0[xX][\da-fA-F]+$/u.test(text)) {
    const digits = text.slice(2).replace(/^0+(?=.)/u, "");
    return digits.length > 16 ? refuse(said`2^64 and more does not fit`) : { seed: BigInt(`0x${digits}`), text };
  }
  if (NUMERIC.test(text)) return refuse(/^[-\u2212]/u.test(text) ? said`a seed is never negative` : undefined);
  const [high, low] = hashText(text);
  return { seed: (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0), text };
}

/** The words of the source: unquoted as they stand in the text, never as a number that could have been rounded. */
function textOf(source: Located | string): string {
  if (typeof source === "string") return source;
  if (source.kind !== "scalar") throw new ScenarioError([problemAt(source.place, refused(said`a ${source.kind}`))]);
  return source.quoted ? String(source.value) : source.value === null ? "" : source.raw;
}
