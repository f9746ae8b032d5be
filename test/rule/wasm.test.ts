/** Loops in WebAssembly: made of the sources that are here, and a memory in which things lie side by side. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
// @ts-expect-error: a build script without types
import { compiled, LOOPS } from "../../assets/wasm.js";
import { CUTS_WASM } from "../../src/rule/cuts-wasm.ts";
import { WasmLoop } from "../../src/rule/wasm-loop.ts";
import { LONG } from "../long.ts";

/** One of them, which the compiler is done with soonest; all: npm run test:long. */
const SOME = (LOOPS as { name: string; made: string }[]).filter(({ name }) => LONG || name === "rows");

it.each(SOME)("$name is compiled from the source that is here", async (loop) => {
  expect(readFileSync(loop.made, "utf8")).toBe(await compiled(loop));
});

it("what is reserved lies side by side as long as there is room; then all is given up, and known to be", () => {
  const loop = new WasmLoop(CUTS_WASM);
  const MEBI = 2 ** 20;
  const places = [1, 2, 3].map(() => loop.reserve(MEBI));
  expect(places).toEqual([0, MEBI, 2 * MEBI]);
  expect(loop.clearings).toBe(0);
  loop.words[places[1]! >> 2] = 77;
  expect(loop.reserve(6 * MEBI)).toBe(0);
  expect(loop.clearings).toBe(1);
  expect(loop.words.byteLength).toBeGreaterThanOrEqual(6 * MEBI);
  // One that is larger than all of the room has it all the same.
  expect(loop.reserve(9 * MEBI)).toBe(0);
  expect(loop.clearings).toBe(2);
});

it("refuses what has no room, whatever 32 bits make of its size", () => {
  const loop = new WasmLoop(CUTS_WASM);
  for (const bytes of [2 ** 30 + 1, 2 ** 31, 2 ** 32, 2 ** 33 + 64])
    expect(() => loop.reserve(bytes)).toThrow(`${bytes} bytes of a loop, and ${2 ** 30} are the most`);
  expect(loop.reserve(100)).toBe(0);
  expect(loop.reserve(1)).toBe(128);
});
