import { keptIn } from "./once.ts";

/** What Node and browsers have of WebAssembly; the types of neither are here. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE = 65_536;
/** Bytes of what is reserved at once, at the most. */
const LARGEST = 2 ** 30;
/** Bytes of a memory up to which what is reserved is kept side by side. */
const ROOM = 128 * PAGE;

/** A loop in WebAssembly with a memory of its own. `loopOf` makes one a thread. */
export class WasmLoop {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly #memory: Memory;
  /** The memory, which is another array once it has grown. */
  words: Int32Array;
  /** How often all that lay in it has been given up. */
  clearings = 0;
  #end = 0;

  /** @param text the module's bytes in base64 */
  constructor(text: string) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;
    this.exports = new Instance(new Module(bytes)).exports;
    this.#memory = this.exports.memory as Memory;
    this.words = new Int32Array(this.#memory.buffer);
  }

  /** Refuses what has no room even alone: sizes and addresses are whole numbers of 32 bits. */
  admit(bytes: number): void {
    if (bytes > LARGEST) throw new RangeError(`${bytes} bytes of a loop, and ${LARGEST} are the most`);
  }

  /** Where so many bytes have room. Where little is left all that lies there is given up first. */
  reserve(bytes: number): number {
    this.admit(bytes);
    const size = Math.ceil(bytes / 64) * 64;
    if (this.#end > 0 && this.#end + size > ROOM) {
      this.#end = 0;
      this.clearings++;
    }
    const lacking = this.#end + size - this.words.byteLength;
    if (lacking > 0) {
      this.#memory.grow(Math.ceil(lacking / PAGE));
      this.words = new Int32Array(this.#memory.buffer);
    }
    this.#end += size;
    return this.#end - size;
  }
}

const loops = new Map<string, WasmLoop>();

/** The loop of this thread whose bytes these are. */
export const loopOf = (text: string): WasmLoop => keptIn(loops, text, () => new WasmLoop(text));
