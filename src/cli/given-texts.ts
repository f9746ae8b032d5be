/** A scenario with what it names, as texts for the playground's page, which has no disk. */
import { basename, dirname, posix, relative, resolve, sep } from "node:path";
import { stringify } from "csv-stringify/sync";
import { NAME } from "../playground/texts.ts";
import { loadReader } from "../rulesets/index.ts";
import { loadTree } from "../scenario/extends.ts";
import { GAME_FILE } from "../scenario/game/file.ts";
import { knownGame } from "../scenario/game/load.ts";
import { readSource } from "../scenario/source.ts";

/**
 * By the paths that the scenario has for them. The file of a game comes with a scenario to begin with.
 * @throws ScenarioError for a file that cannot be read
 */
export async function givenTexts(file: string): Promise<Readonly<Record<string, string>>> {
  const source = await readSource(file);
  if (GAME_FILE.test(file)) {
    const gameFile = basename(file);
    const { name } = knownGame({ ...source, file: gameFile });
    const begun = name === undefined ? `version: 1\nruleset: ./${gameFile}\n` : (await loadReader(name)).starter.en;
    return { [NAME]: begun, [gameFile]: source.text };
  }
  const texts: Record<string, string> = { [NAME]: source.text };
  const { files } = await loadTree(file);
  for (const { path, file: named, sheet } of files.slice(1)) {
    if (path === undefined || named.startsWith("crible:") || !/\.(?:ya?ml|json|csv|tsv|xlsx)$/iu.test(path)) continue;
    // The page's scenario stands at the top, and nothing is above it.
    const shown = posix.resolve("/", relative(resolve(dirname(file)), path).replaceAll(sep, "/")).slice(1);
    const cells = sheet?.table.records.map((record) => record.map(({ text }) => text));
    // A sheet is the text of a table: what may part cells stands in quotes.
    if (sheet === undefined) texts[shown] = (await readSource(path)).text;
    else texts[`${shown}#${sheet.name}`] = stringify(cells!, { quoted_match: /;/, eof: false });
  }
  return texts;
}
