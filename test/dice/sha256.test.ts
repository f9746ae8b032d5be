import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOf, sha256, sha256Hex } from "../../src/dice/sha256.ts";

const ofNode = (message: string | Uint8Array) => createHash("sha256").update(message).digest("hex");

describe("SHA-256", () => {
  it("is that of FIPS 180-4's examples", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
  });

  it("is that of Node for every length around its blocks, and for any text", () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 197 + length) & 255);
      expect(sha256Hex(bytes), `${length} bytes`).toBe(ofNode(bytes));
      expect(Buffer.from(digestOf(bytes)).toString("hex"), `${length} bytes, made here`).toBe(ofNode(bytes));
    }
    for (const text of ["", "é", "\ud83c\udfb2 dés", "x".repeat(70_000)]) expect(sha256Hex(text)).toBe(ofNode(text));
  });

  it("is the same of long messages, made here and by Node", () => {
    for (const length of [4_096, 70_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 197 + length) & 255);
      expect(digestOf(bytes)).toEqual(sha256(bytes));
      expect(sha256Hex(bytes)).toBe(ofNode(bytes));
    }
  });

  it("reads the bytes of any array where it stands", () => {
    const counts = new Float64Array([1, 2, 3, 4]).subarray(1, 3);
    expect(sha256(counts)).toEqual(sha256(new Uint8Array(counts.buffer, 8, 16)));
    expect(sha256Hex(counts)).not.toBe(sha256Hex(new Float64Array([1, 2])));
  });
});
