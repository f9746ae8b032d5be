import { open } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import type { Command } from "commander";
import { loadReader } from "../rulesets/index.ts";
import { labelsOf } from "../rulesets/languages.ts";
import { said } from "../rulesets/said.ts";
import { gameFiles } from "../scenario/game/new-game.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { OutputError, UsageError } from "./exit.ts";
import { languageTagOf } from "./options.ts";
import { rulesetOf } from "./ruleset-arg.ts";
import { print, say, speak } from "./streams.ts";

const DEFAULT = "my-scenario.yaml";

export function addInit(program: Command): void {
  program
    .command("init")
    .description("Write a commented scenario to begin with.")
    .argument("[name]", "a file, or a name for one: the scenario is called after it; - prints it", DEFAULT)
    .option("--game <name>", "a game of your own instead, in one file, with a scenario that asks it")
    .option("--ruleset <name>", "for which ruleset", "alpha-omega")
    .option("--lang <language>", "language of its comments and titles: en or fr", languageTagOf, "en")
    .addHelpText(
      "after",
      `
Examples:
  crible init street-fight                 writes street-fight.yaml, titled "Street fight"
  crible init squads.yaml --ruleset metropolis
  crible init mon-combat --lang fr
  crible init - --ruleset wh40k-10e | less
  crible init --game border                writes border.game.yaml and border.yaml`,
    )
    .action(async (given: string, { ruleset: asked, game, lang }: InitFlags) => {
      speak(lang);
      if (game !== undefined) return newGame(game);
      const ruleset = await rulesetOf(asked);
      const starters = (await loadReader(ruleset)).starter;
      const starter = labelsOf(lang, ruleset)?.starter?.join("\n") ?? starters[lang as "en"] ?? starters.en;
      if (given === "-") {
        await print(starter);
        return;
      }
      // A name is enough: the file is called after it, and so is the scenario.
      const file = extname(given) === "" ? `${given}.yaml` : given;
      const name = basename(file, extname(file)).replaceAll(/[-_]+/g, " ");
      const title = name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
      const text =
        given === DEFAULT
          ? starter
          : starter
              .replace(/^title: .*$/m, () => `title: ${JSON.stringify(title)}`)
              .replaceAll(DEFAULT, () => basename(file));
      await write(file, text);
      say(said`wrote ${file}. Compute it with: crible run ${file}`);
    });
}

interface InitFlags {
  readonly ruleset: string;
  readonly game?: string;
  readonly lang: LanguageTag;
}

async function newGame(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name))
    throw new UsageError(said`a game's name is of small letters, digits and hyphens, found "${name}"`);
  const files = Object.entries(gameFiles(name)).map(([ending, text]) => [`${name}${ending}`, text] as const);
  for (const [file, text] of files) await write(file, text);
  say(said`wrote ${files.map(([file]) => file).join(", ")}. Compute it with: crible run ${`${name}.yaml`}`);
}

/** Writes a new file, never over one that is there. */
async function write(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(text);
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new UsageError(said`${file} exists already; choose another name`);
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new UsageError(said`there is no folder ${dirname(file)}: make it first, or choose another place`);
    throw new OutputError(file, error);
  }
}
