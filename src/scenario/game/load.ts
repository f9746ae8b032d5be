/** A game's file made known as a ruleset: read once for each text. */
import { addGame, isBuilt } from "../../rulesets/index.ts";
import { type Problem, ScenarioError } from "../problem.ts";
import { readSource, type SourceText } from "../source.ts";
import { readGame } from "./declare.ts";
import { GAME_FILE } from "./file.ts";
import { readerOfGame } from "./reader.ts";

/** The name that a game is known by from now on; undefined where its file has errors. */
export function knownGame({ text, file }: SourceText): {
  readonly name?: string;
  readonly problems: readonly Problem[];
} {
  const { game, problems } = readGame(text, file);
  if (game === undefined) return { problems };
  if (!isBuilt(game.data.name)) addGame(game.data, readerOfGame(game));
  return { name: game.data.name, problems };
}

/**
 * The name of a ruleset that a command is told: its own, or the file of a game, which is read.
 * @throws ScenarioError with every fault of the game's file
 */
export async function rulesetCalled(given: string): Promise<string> {
  if (!GAME_FILE.test(given)) return given;
  const { name, problems } = knownGame(await readSource(given));
  if (name === undefined) throw new ScenarioError(problems);
  return name;
}
