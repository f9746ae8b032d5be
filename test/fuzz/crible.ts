/** The command line in this process, in a folder that is emptied before and holds the files of an input. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crible as command } from "../../src/cli/program.ts";
import { inThisProcess, type Ran } from "../cli/crible.ts";

export async function crible(
  folder: string,
  files: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<Ran> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ "package.json": "{}", ...files })) write(join(folder, name), text);
  const { CRIBLE_DEBUG } = process.env;
  process.env.CRIBLE_DEBUG = "1"; // where a fault was thrown is told with it
  try {
    return await inThisProcess(command, words, { cwd: folder });
  } finally {
    if (CRIBLE_DEBUG === undefined) delete process.env.CRIBLE_DEBUG;
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
