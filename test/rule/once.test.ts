import { expect, it } from "vitest";
import { keeping, keptIn, once } from "../../src/rule/once.ts";

/** What was made, in order. */
const making = () => {
  const made: string[] = [];
  return { made, make: (name: string) => () => `${name}${made.push(name)}` };
};

it("what is kept under a key is made once, each key by itself", () => {
  const { made, make } = making();
  const known = new Map<string, string>();
  for (const key of ["a", "b", "a", "b"]) keptIn(known, key, (own) => make(own)());
  expect(made).toEqual(["a", "b"]);
  expect([...known]).toEqual([
    ["a", "a1"],
    ["b", "b2"],
  ]);
});

it("where so many are kept all are let go before one more is made, not before one of them is asked for", () => {
  const { made, make } = making();
  const kept = keeping(2);
  const ask = (name: string) => kept(name, make(name));
  expect(["a", "b", "a", "b"].map(ask)).toEqual(["a1", "b2", "a1", "b2"]);
  expect(["c", "a", "c", "b"].map(ask)).toEqual(["c3", "a4", "c3", "b5"]);
  expect(made).toEqual(["a", "b", "c", "a", "b"]);
});

it("without a limit nothing is let go", () => {
  const { made, make } = making();
  const kept = keeping();
  for (let round = 0; round < 2; round++) for (let i = 0; i < 1_000; i++) kept(i, make(String(i)));
  expect(made).toHaveLength(1_000);
});

it("what is of an object is made once of each, like ones apart", () => {
  const { made, make } = making();
  const of = once(({ name }: { readonly name: string }) => ({ text: make(name)() }));
  const [one, like] = [{ name: "a" }, { name: "a" }];
  expect([of(one), of(like), of(one)].map(({ text }) => text)).toEqual(["a1", "a2", "a1"]);
  expect(made).toHaveLength(2);
});
