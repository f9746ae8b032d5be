/**
 * A question in the fragment of an address: readable, and packed where it is long. Fragments come from strangers, so they
 * are capped before they are unpacked and while they are, and everything in them is checked by its form; whether it means
 * something the engine says.
 */
import { defined } from "../rulesets/defined.ts";
import { AddressError } from "./address-error.ts";
import type { Query } from "./question.ts";

export interface Shared {
  readonly question: Query;
  /** Another question, kept for comparison. */
  readonly pinned?: Query;
  readonly view?: string;
  /** A scenario as text, of the views that write one. */
  readonly text?: string;
  /** By name, what stands beside the scenario: the file of a game of one's own, tables. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The stream and the engine that the sender saw numbers of: `v2.0123abcd`. */
  readonly made?: string;
}

/** Characters of a fragment, packed and unpacked, that are looked at. */
export const MOST_PACKED = 48_000;
export const MOST_PLAIN = 400_000;
const MOST_CHANGES = 100;
const MOST_VALUE = 400;
const MOST_FILES = 12;
/** A fragment longer than this is packed. */
const LONG = 2_000;

const NAME = /^[\p{L}_][\p{L}\p{M}\d_-]{0,63}$/u;
/** A ruleset; a game that is written as text has the hash of its text behind its name. */
const RULESET = /^[A-Za-z][\w-]{0,63}(?:@[\da-f]{1,64})?$/;
const PATH =
  /^(?:attacker|defender|first|second|situation|options|rules|weapons|units)(?:\.[\p{L}\p{M}\d_-]{1,64}){1,8}$/u;
const FILE = /^[\p{L}\d_][\p{L}\p{M}\d_./# -]{0,119}$/u;
/** What a text beside the scenario goes by in a fragment: its name behind this. */
const BESIDE = "y.";

/** Whether a text may stand beside a scenario under a name: so that a link holds it. */
export const isFileName = (name: string): boolean => FILE.test(name) && !name.includes("..") && name !== "__proto__";

function put(into: URLSearchParams, { ruleset, kind, attacker, defender, changes }: Query, prefix = ""): void {
  into.set(`${prefix}r`, ruleset);
  into.set(`${prefix}k`, kind);
  if (attacker !== undefined) into.set(`${prefix}a`, attacker);
  if (defender !== undefined) into.set(`${prefix}d`, defender);
  for (const [path, text] of Object.entries(changes)) into.set(`${prefix}${path}`, text);
}

/** The fragment without its `#`, not packed. */
export function plainAddress({ question, pinned, view, text, beside = {}, made }: Shared): string {
  const words = new URLSearchParams();
  put(words, question);
  if (pinned) put(words, pinned, "~");
  if (view !== undefined) words.set("v", view);
  if (text !== undefined) words.set("y", text);
  for (const [name, content] of Object.entries(beside)) words.set(`${BESIDE}${name}`, content);
  if (made !== undefined) words.set("e", made);
  // What a fragment may hold as it is, for people who read it.
  return words.toString().replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function taken(words: URLSearchParams, prefix: string): Query | undefined {
  const name = (key: string, form = NAME): string | undefined => {
    const value = words.get(`${prefix}${key}`);
    if (value !== null && !form.test(value)) throw new AddressError(`what it has for “${key}” is not a name`);
    return value ?? undefined;
  };
  const [ruleset, kind, attacker, defender] = [name("r", RULESET), name("k"), name("a"), name("d")];
  if (ruleset === undefined || kind === undefined) return undefined;
  const changes: Record<string, string> = {};
  for (const [key, value] of words) {
    const path = key.slice(prefix.length);
    if (!key.startsWith(prefix) || !PATH.test(path)) continue;
    if (value.length > MOST_VALUE) throw new AddressError(`the value of ${path} is too long`);
    changes[path] = value;
  }
  if (Object.keys(changes).length > MOST_CHANGES) throw new AddressError("too many changes");
  return {
    ruleset,
    kind,
    ...defined({ attacker, defender }),
    changes,
  };
}

/** What a fragment holds that is not packed. @throws AddressError */
export function parsePlain(fragment: string): Shared | undefined {
  if (fragment.length > MOST_PLAIN) throw new AddressError("it is too long");
  const words = new URLSearchParams(fragment);
  const question = taken(words, "");
  if (question === undefined) return undefined;
  const pinned = taken(words, "~");
  const [view, text, made] = ["v", "y", "e"].map((key) => words.get(key) ?? undefined);
  const beside = [...words].flatMap(([key, raw]) => (key.startsWith(BESIDE) ? [[key.slice(BESIDE.length), raw]] : []));
  if (beside.length > MOST_FILES || !beside.every(([file]) => isFileName(file!)))
    throw new AddressError("its files have no usable names");
  if (view !== undefined && !NAME.test(view)) throw new AddressError("it names no view");
  if (made !== undefined && !/^v\d{1,4}\.[\da-f]{1,64}$/.test(made)) throw new AddressError("it names no engine");
  return {
    question,
    ...defined({ pinned, view, text, made }),
    ...(beside.length === 0 ? {} : { beside: Object.fromEntries(beside) }),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** All that a stream gives. @throws AddressError as soon as it is more than `most` bytes */
async function read(stream: ReadableStream<Uint8Array>, most: number): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new AddressError("it holds too much");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const through = (bytes: Bytes, pair: CompressionStream | DecompressionStream, most: number): Promise<Bytes> =>
  read(new Blob([bytes]).stream().pipeThrough(pair as never), most);

/** The fragment of an address, packed where it is long. */
export async function addressOf(shared: Shared): Promise<string> {
  const plain = plainAddress(shared);
  if (plain.length <= LONG) return plain;
  const packed = await through(
    new TextEncoder().encode(plain),
    new CompressionStream("deflate-raw"),
    Number.POSITIVE_INFINITY,
  );
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `z=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a fragment holds; undefined for an empty one and for one that is none of ours. @throws AddressError */
export async function parseAddress(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith("z=")) return parsePlain(fragment);
  if (fragment.length > MOST_PACKED) throw new AddressError("it is too long");
  try {
    const letters = atob(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"), MOST_PLAIN);
    return parsePlain(new TextDecoder().decode(plain));
  } catch (error) {
    throw error instanceof AddressError ? error : new AddressError("it is damaged");
  }
}
