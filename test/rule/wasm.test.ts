/** Loops in WebAssembly: made of the sources that are here, and a memory in which images lie side by side. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
// @ts-expect-error: a build script without types
import { compiled, LOOPS } from "../../assets/wasm.js";
import { CUTS_WASM } from "../../src/rule/cuts-wasm.ts";
import { Image, WasmLoop } from "../../src/rule/wasm-loop.ts";

it.each(LOOPS as { name: string; made: string }[])("$name is compiled from the source that is here", async (loop) => {
  expect(readFileSync(loop.made, "utf8")).toBe(await compiled(loop));
});

const imageOf = (length: number, word: number) => new Image(new Int32Array(length).fill(word));
const MEBI = 2 ** 20 / 4;

it("images lie side by side as long as there is room, then one takes the place of all", () => {
  const loop = new WasmLoop(CUTS_WASM);
  const holds = (image: Image) => {
    const at = loop.place(image) >> 2;
    return [at, at + image.words.length - 1].every((place) => loop.words[place] === image.words[0]);
  };
  const few = [1, 2, 3].map((word) => imageOf(MEBI, word));
  expect(few.every(holds)).toBe(true);
  const places = few.map(({ at }) => at);
  expect(new Set(places).size).toBe(3);
  expect(few.every(holds)).toBe(true);
  expect(few.map(({ at }) => at)).toEqual(places);
  // What a loop has counted stays where it is while nothing else wants the place.
  loop.words[places[1]! >> 2] = 77;
  loop.place(few[1]!);
  expect(loop.words[places[1]! >> 2]).toBe(77);
  const many = Array.from({ length: 8 }, (_, i) => imageOf(MEBI + i, 10 + i));
  expect(many.every(holds)).toBe(true);
  expect(few.every(holds)).toBe(true);
  // One that is larger than all of the room is put there all the same.
  expect(holds(imageOf(9 * MEBI, 5))).toBe(true);
});

it("refuses what has no room, whatever 32 bits make of its size", () => {
  const loop = new WasmLoop(CUTS_WASM);
  for (const bytes of [2 ** 30 + 1, 2 ** 31, 2 ** 32, 2 ** 33 + 64])
    expect(() => loop.reserve(bytes)).toThrow(`${bytes} bytes of a loop, and ${2 ** 30} are the most`);
  expect(loop.reserve(100)).toBe(0);
  expect(loop.reserve(1)).toBe(128);
});
