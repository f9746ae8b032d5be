import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decode, MAX_BYTES, placer, readSource } from "../../src/scenario/source.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crible-source-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const stream = async function* (...chunks: (string | Uint8Array)[]) {
  yield* chunks;
};

describe("what is read", () => {
  it("a file, its byte order mark dropped and its line ends kept", async () => {
    writeFileSync(at("a.yaml"), "\ufeffa: 1\r\nb: é\r\n");
    expect(await readSource(at("a.yaml"))).toEqual({ file: at("a.yaml"), text: "a: 1\r\nb: é\r\n" });
  });

  it("a stream, even cut in the middle of a character", async () => {
    const [head, tail] = [Buffer.from("é: 1").subarray(0, 1), Buffer.from("é: 1").subarray(1)];
    expect(await readSource("-", { stdin: stream(head, tail) })).toEqual({ file: "<stdin>", text: "é: 1" });
  });

  it("a file behind a link", async () => {
    writeFileSync(at("b.yaml"), "b: 1");
    symlinkSync(at("b.yaml"), at("link.yaml"));
    expect((await readSource(at("link.yaml"))).text).toBe("b: 1");
  });

  it("exactly the limit", async () => {
    writeFileSync(at("full.yaml"), "#".repeat(MAX_BYTES));
    expect((await readSource(at("full.yaml"))).text).toHaveLength(MAX_BYTES);
  });
});

describe("what is refused", () => {
  beforeAll(() => {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    writeFileSync(at("huge.yaml"), "");
    truncateSync(at("huge.yaml"), 200 * 1024 * 1024); // a sparse file: no disk is used, and none may be read
    writeFileSync(at("over.yaml"), "#".repeat(MAX_BYTES + 1));
  });

  const refused: [what: string, path: () => string, message: RegExp][] = [
    ["a missing file", () => at("nothing-like-it.yaml"), /no such file(?! \(did you)/u],
    [
      "a missing file beside one of nearly its name",
      () => at("hug.yaml"),
      /no such file \(did you mean "huge\.yaml"\?\)/u,
    ],
    ["a directory", () => at("folder"), /is a directory, not a file \(name a file in it\)/u],
    ["a named pipe", () => at("pipe"), /is a pipe, not a file/u],
    ["a device", () => "/dev/zero", /is a device, not a file/u],
    ["200 MB", () => at("huge.yaml"), /too large: 200\.0 MiB, the limit is 2 MiB/u],
    ["a byte more than the limit", () => at("over.yaml"), /too large/u],
    ["http", () => "http://example.org/a.yaml", /is an address/u],
    ["https", () => "HTTPS://example.org/a.yaml", /is an address/u],
    ["file://", () => "file:///etc/passwd", /is an address/u],
    ["a NUL in the path", () => "a\0b", /"a\\u\{0\}b" is not a path/u],
    ["a path too long", () => at("x".repeat(300)), /too long/u],
    ["a file below a file", () => at("over.yaml/x"), /no such file/u],
  ];
  it.each(refused)("%s", async (_what, path, message) => {
    await expect(readSource(path())).rejects.toThrow(message);
  });

  it("a file that says it is empty but never ends, stopped at the limit", async () => {
    const endless = async function* () {
      for (;;) yield new Uint8Array(65_536).fill(35);
    };
    await expect(readSource("-", { stdin: endless() })).rejects.toThrow(/too large: more than 2097152 bytes/u);
  });
});

describe("encodings", () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const refused: [what: string, bytes: Uint8Array, message: RegExp][] = [
    ["UTF-16 little endian", Buffer.concat([bytes(0xff, 0xfe), utf16("a: 1")]), /UTF-16.*byte 0/u],
    ["UTF-16 big endian", Buffer.concat([bytes(0xfe, 0xff), utf16("a: 1").swap16()]), /UTF-16.*byte 0/u],
    ["UTF-16 without a mark", utf16("a: 1"), /NUL character at byte 1 \(this looks like UTF-16/u],
    ["UTF-32", Buffer.concat([bytes(0xff, 0xfe, 0, 0), bytes(97, 0, 0, 0)]), /UTF-16/u],
    ["NUL", Buffer.from("a: \0b"), /NUL character at byte 3/u],
    ["Latin-1", Buffer.from("title: é", "latin1"), /0xe9 at byte 7/u],
    ["a byte that never occurs", bytes(97, 0xff), /0xff at byte 1/u],
    ["a cut sequence", Buffer.from("abc é").subarray(0, 5), /0xc3 at byte 4/u],
    ["an overlong sequence", bytes(97, 0xc0, 0xaf), /0xc0 at byte 1/u],
    ["a lone surrogate", bytes(97, 98, 0xed, 0xa0, 0x80), /lone surrogate at byte 2/u],
    [
      "a fault far into the text",
      Buffer.concat([Buffer.from("é".repeat(100_001)), bytes(0xe9, 10)]),
      /0xe9 at byte 200002/u,
    ],
    ["only continuation bytes", new Uint8Array(1_000_000).fill(0x80), /0x80 at byte 0/u],
    ["above the last character", bytes(97, 0xf4, 0x90, 0x80, 0x80), /0xf4 at byte 1/u],
  ];
  it.each(refused)("%s is refused at its byte", (_what, data, message) => {
    expect(() => decode(data, "f.yaml")).toThrow(message);
  });

  it.each(["", "a: 1", "é 戦 👩‍🚀", "\u{10ffff}"])("%j is read", (text) => {
    expect(decode(Buffer.from(text), "f")).toBe(text);
    expect(decode(Buffer.from(`\ufeff${text}`), "f")).toBe(text);
  });
});

describe("places", () => {
  const text = "ab\r\ncd\n\nlast";
  const place = placer({ file: "f", text });
  it.each([
    [0, 1, 1, 1, 1, "ab"],
    [1, 9, 1, 2, 1, "ab"],
    [4, 6, 2, 1, 2, "cd"],
    [7, 8, 3, 1, 0, ""],
    [8, 12, 4, 1, 4, "last"],
    [12, 13, 4, 5, 0, "last"],
  ])("offset %i to %i", (start, end, line, column, length, source) => {
    expect(place(start, end)).toEqual({ file: "f", line, column, length, text: source });
  });
});
