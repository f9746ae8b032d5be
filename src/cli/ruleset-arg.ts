import { isBuilt, rulesetNames } from "../rulesets/index.ts";
import { hinted, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import { UsageError } from "./exit.ts";

/** The ruleset that a command is told: by its name, or by the file of a game that is written as text. @throws UsageError */
export async function rulesetOf(given: string): Promise<string> {
  // The reader of games is loaded for games alone.
  const isGame = /\.game\.ya?ml$/iu.test(given);
  const name = isGame ? await (await import("../scenario/game/load.ts")).rulesetCalled(given) : given;
  if (isBuilt(name)) return name;
  throw new UsageError(hinted(said`there is no ruleset "${name}"`, suggested(name, rulesetNames())));
}
