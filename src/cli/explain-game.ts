/** `crible explain` of a game that is written as text: its sheet, or one of its rules. */

import { gameSheet, ruleSheet } from "../report/game-sheet.ts";
import { languageOf } from "../report/language/language.ts";
import { hinted, said } from "../rulesets/said.ts";
import { loadTree } from "../scenario/extends.ts";
import { readGame } from "../scenario/game/declare.ts";
import { GAME_FILE } from "../scenario/game/file.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { readSource } from "../scenario/source.ts";
import { UsageError } from "./exit.ts";
import { print } from "./streams.ts";

/** The file of the game that a scenario names, or that is named itself; undefined where there is none. */
async function gameFileOf(file: string): Promise<string | undefined> {
  if (GAME_FILE.test(file)) return file;
  return (await loadTree(file)).files.find(({ path }) => path !== undefined && GAME_FILE.test(path))?.path;
}

/**
 * @param rule the id of one rule; the whole sheet unless given
 * @returns false where the file is no game and names none
 * @throws ScenarioError for the faults of the game; UsageError for a rule that it has not
 */
export async function explainGame(file: string, rule: string | undefined, lang: LanguageTag): Promise<boolean> {
  const path = await gameFileOf(file);
  if (path === undefined) return false;
  const { game, problems } = readGame((await readSource(path)).text, path);
  if (game === undefined) throw new ScenarioError(problems);
  const { say } = languageOf(lang);
  const sheet = rule === undefined ? gameSheet(game, lang, say) : ruleSheet(game, rule, lang, say);
  const known = [...game.world.rules.keys()];
  if (sheet === undefined)
    throw new UsageError(hinted(said`the game has no rule "${rule!}"`, suggested(rule!, known) ?? known.join(", ")));
  await print(sheet);
  return true;
}
