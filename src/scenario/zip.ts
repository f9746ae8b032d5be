/**
 * The files of a zip archive, as a workbook is one. What it would unpack to is read from its directory, and refused before
 * anything is unpacked; what unpacks to more than it says there is refused as soon as it does.
 * After the .ZIP File Format Specification (APPNOTE), sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { inflateSync } from "fflate";
import { said, type Text } from "../rulesets/said.ts";
import { FileFault } from "./files.ts";

export interface ZipLimits {
  readonly files: number;
  /** Bytes of all files together, unpacked. */
  readonly bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
/** Stands where a field is too small: the archive is a zip64 one. */
const ELSEWHERE = [0xffff, 0xffffffff];
const STORED = 0;
const DEFLATED = 8;

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
const damaged = (): FileFault => new FileFault(said`the archive is damaged`);

/**
 * All files of an archive by their names.
 * @param none what is said of what is no archive
 * @throws FileFault for none, and for one beyond the limits
 */
export function unzipped(archive: Uint8Array, limits: ZipLimits, none: Text, hint?: Text): Map<string, Uint8Array> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(view);
  if (end < 0) throw new FileFault(none, hint);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (ELSEWHERE.includes(count) || ELSEWHERE.includes(at)) throw new FileFault(said`the archive is of more than 4 GiB`);
  if (count > limits.files) throw new FileFault(said`${count} files in the archive; the limit is ${limits.files}`);
  const entries: { name: string; method: number; packed: number; size: number; start: number }[] = [];
  try {
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== ENTRY) throw damaged();
      if ((view.getUint16(at + 8, true) & 1) !== 0) throw new FileFault(said`the archive is protected by a password`);
      const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
        number,
        number,
        number,
      ];
      entries.push({
        name: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + name)),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        start: view.getUint32(at + 42, true),
      });
      at += 46 + name + extra + comment;
    }
    const whole = entries.reduce((sum, { size }) => sum + size, 0);
    if (whole > limits.bytes)
      throw new FileFault(said`unpacked it is ${mebibytes(whole)}; the limit is ${mebibytes(limits.bytes)}`);
    const files = new Map<string, Uint8Array>();
    for (const { name, method, packed, size, start } of entries) {
      if (view.getUint32(start, true) !== FILE || files.has(name)) throw damaged();
      const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
      const part = archive.subarray(from, from + packed);
      // Room for one byte more than it says: what is longer is seen, and has no room.
      const file = method === STORED ? part : inflateSync(part, { out: new Uint8Array(size + 1) });
      if ((method !== STORED && method !== DEFLATED) || file.length !== size) throw damaged();
      files.set(name, file);
    }
    return files;
  } catch (error) {
    throw error instanceof FileFault ? error : damaged();
  }
}

/** Where the end of the directory stands: before a comment of at most 65,535 bytes; -1 where there is none. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}
