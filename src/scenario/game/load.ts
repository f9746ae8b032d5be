/** A game's file made known as a ruleset: read once for each text. */
import { addGame, isBuilt } from "../../rulesets/index.ts";
import type { Problem } from "../problem.ts";
import type { SourceText } from "../source.ts";
import { readGame } from "./declare.ts";
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
