import { rmSync } from "node:fs";
import type { Command } from "commander";
import { hinted, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import { openDisk } from "./cache.ts";
import { EXIT, UsageError } from "./exit.ts";
import { withSpokenLanguage } from "./options.ts";
import { inSpoken, printFolded, speak } from "./streams.ts";

const ACTIONS = ["status", "verify", "clear"] as const;

export function addCache(program: Command): void {
  withSpokenLanguage(program.command("cache"))
    .description("Look after the cache, which keeps the results of cells so that no command computes them twice.")
    .argument("<action>", "status, verify or clear")
    .addHelpText(
      "after",
      `
Examples:
  crible cache status
  crible cache verify                                 is every file what was written?
  crible cache clear
  CRIBLE_CACHE=.cache crible check my.yaml            in another folder; off keeps nothing
  CRIBLE_CACHE_SIZE=200MB crible check my.yaml        of another size than 1 GB`,
    )
    .action(async (action: string, { lang }: { readonly lang?: "en" | "fr" }) => {
      if (lang !== undefined) speak(lang);
      const known = ACTIONS.find((one) => one === action);
      if (known === undefined)
        throw new UsageError(hinted(said`${action}: status, verify or clear is expected`, suggested(action, ACTIONS)));
      process.exitCode = await act(known);
    });
}

async function act(action: (typeof ACTIONS)[number]): Promise<number> {
  const disk = await openDisk();
  const tell = async (text: ReturnType<typeof said>) => printFolded(`${inSpoken(text)}\n`);
  if (disk === undefined) {
    await tell(said`nothing is kept: CRIBLE_CACHE says so, or there is no folder for the cache`);
    return EXIT.ok;
  }
  const entries = [...disk.entries(action === "verify")];
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (action === "clear") {
    disk.clear();
    await tell(said`removed ${entries.length} files, ${megabytes(bytes)} MB, of ${disk.folder}`);
    return EXIT.ok;
  }
  await tell(said`${disk.folder}: ${entries.length} files, ${megabytes(bytes)} of ${megabytes(disk.size)} MB`);
  if (action === "status") return EXIT.ok;
  const damaged = entries.filter(({ isSound }) => !isSound);
  for (const { path } of damaged) {
    rmSync(path, { recursive: true, force: true });
    await tell(said`${path} is not what was written: it is removed, and what it held is computed again when needed`);
  }
  if (damaged.length === 0) await tell(said`every file is what was written`);
  return damaged.length === 0 ? EXIT.ok : EXIT.failed;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)}`;
