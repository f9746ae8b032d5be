import { describe, expect, it } from "vitest";
import { nodeAt, parseText } from "../../src/scenario/located.ts";
import { resolveSeed } from "../../src/scenario/seed.ts";

const fromFile = (written: string) => resolveSeed(nodeAt(parseText(`seed: ${written}`, "f.yaml").root!, ["seed"]).node);

describe("seeds", () => {
  const accepted: [written: string, seed: bigint][] = [
    ["0", 0n],
    ["20261121", 20261121n],
    ['"20261121"', 20261121n],
    ["007", 7n],
    ["9007199254740993", 9007199254740993n],
    ["18446744073709551615", 18446744073709551615n],
    ["'18446744073709551615'", 18446744073709551615n],
    ["0x1F", 31n],
    ["0xffffffffffffffff", 18446744073709551615n],
    ["0x00000000000000000001", 1n],
    // printf %s text | sha256sum | cut -c1-16
    ["hello", 0x2cf24dba5fb0a30en],
    ["true", 0xb5bea41b6c623f7cn],
    ["abc", 0xba7816bf8f01cfean],
  ];
  it.each(accepted)("%s", (written, seed) => {
    expect(fromFile(written).seed).toBe(seed);
  });

  it("the text that was written comes back with it", () => {
    expect(fromFile('"hello"')).toEqual({ seed: 0x2cf24dba5fb0a30en, text: "hello" });
    expect(resolveSeed("hello")).toEqual(fromFile("hello"));
  });

  it("any text gives 64 bits, emoji too", () => {
    for (const text of ["🎲", "1-2", "x".repeat(1_000_000), "12a", "e5", "-"]) {
      const { seed } = resolveSeed(text);
      expect(seed >= 0n && seed < 1n << 64n).toBe(true);
    }
  });

  it.each([
    ["-1", /found "-1" \(a seed is never negative\)/u],
    ["-0", /never negative/u],
    ["1.5", /found "1\.5"/u],
    ["1e3", /found "1e3"/u],
    ["+5", /found "\+5"/u],
    ["1_000", /found "1_000"/u],
    [".inf", /found ".inf"/u],
    ["0xZ", undefined],
    ["18446744073709551616", /2\^64 and more does not fit/u],
    ["0x10000000000000000", /2\^64 and more does not fit/u],
    ["9".repeat(1_000_000), /2\^64 and more does not fit/u],
    ["", /found nothing/u],
    ["null", /found nothing/u],
    ["[1]", /found a list/u],
  ])("%.20s", (written, message) => {
    if (message === undefined) expect(fromFile(written).text).toBe(written);
    else expect(() => fromFile(written)).toThrow(message);
  });

  it("a fault points at the seed", () => {
    expect(() => fromFile("-1")).toThrow(/--> f\.yaml:1:7/u);
  });
});
