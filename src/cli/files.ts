import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";

/** A file could not be written: one line that says which and why. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  ENOTDIR: "part of the path is not a folder",
  EEXIST: "a file of that name is in the way",
  EISDIR: "a folder of that name is in the way",
};

export type Write = (path: string, text: string) => Promise<void>;
const writeAtomically: Write = async (path, text) => writeFileAtomic(path, text, { fsync: true });

/**
 * Writes files into a folder, each whole or not at all: to a temporary file beside it, then renamed.
 * @throws OutputError on the first that cannot be written; no temporary file is left behind
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  write: Write = writeAtomically,
): Promise<string[]> {
  const written: string[] = [];
  let at = folder;
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) {
      at = join(folder, name);
      await write(at, text);
      written.push(at);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new OutputError(`cannot write ${at}: ${REASONS[code] ?? (error as Error).message}`);
  }
  return written;
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name made from any text: letters, digits, dots and dashes, never hidden, never a device, at most 80 long. */
export function fileNameOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "")
    .toLowerCase()
    .slice(0, 80)
    .replace(/[.-]+$/, "");
  return slug === "" || DEVICES.test(slug.split(".")[0]!) ? `scenario-${slug || "unnamed"}` : slug;
}
