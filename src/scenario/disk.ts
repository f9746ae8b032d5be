/** The files of this machine. Where there is no disk, as in a browser, `disk.web.ts` stands in its place. */
import { constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { said, type Text } from "../rulesets/said.ts";
import { bytesOf, FileFault, type Files, tooLarge } from "./files.ts";
import { quote } from "./problem.ts";

/** A pipe, a device or a directory is refused before it is opened, so nothing can block. */
export const disk: Files = {
  path,
  folder: () => process.cwd(),
  input: () => process.stdin,
  exists: existsSync,
  realpath: (path) => realpath(path).catch(refuse),
  namesIn: async (folder) =>
    (await readdir(folder, { withFileTypes: true }).catch(refuse))
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name),
  workbook: async (...asked) => (await import("./workbook.ts")).readWorkbook(...asked),
  async read(path, file, most) {
    let handle: FileHandle | undefined;
    try {
      check(await stat(path), file, most);
      // Checked again on the open handle: the path may have changed, and without O_NONBLOCK a pipe would wait for ever.
      handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      check(await handle.stat(), file, most);
      return await bytesOf(handle.createReadStream({ autoClose: false, end: most }), most);
    } catch (error) {
      return refuse(error);
    } finally {
      await handle?.close();
    }
  },
};

const FAULTS: Record<string, Text> = {
  ENOENT: said`no such file`,
  ENOTDIR: said`no such file`,
  EACCES: said`this file may not be read (permission denied)`,
  EPERM: said`this file may not be read (permission denied)`,
  ELOOP: said`too many symbolic links`,
  ENAMETOOLONG: said`the file name is too long`,
};

/** A sentence for a failed system call. */
export function faultOf(error: unknown): Text {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  return FAULTS[code] ?? said`this file cannot be read (${code})`;
}

function refuse(error: unknown): never {
  throw error instanceof FileFault ? error : new FileFault(faultOf(error));
}

/** What a path names, in words, when it is not a regular file. */
function kindOf(stats: Stats): Text | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return said`a directory`;
  if (stats.isFIFO()) return said`a pipe`;
  if (stats.isSocket()) return said`a socket`;
  return said`a device`;
}

function check(stats: Stats, file: string, most: number): void {
  const kind = kindOf(stats);
  if (kind !== undefined)
    throw new FileFault(
      said`${quote(file)} is ${kind}, not a file`,
      stats.isDirectory() ? said`name a file in it` : said`use - to read standard input`,
    );
  if (stats.size > most) throw new FileFault(tooLarge(`${(stats.size / 1024 / 1024).toFixed(1)} MiB`, most));
}
