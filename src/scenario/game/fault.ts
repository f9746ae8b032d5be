/** What a game of one's own does that it may not, found as late as when it was asked. */
import { GameFault } from "../../rulesets/game/fault.ts";
import { problemAt, ScenarioError } from "../problem.ts";

/** The fault at its line of the game's file; another error as it is. */
export function faultAtPlace(error: unknown, labels: ScenarioError["labels"]): unknown {
  if (!(error instanceof GameFault)) return error;
  const { file, place, plain: text, hint } = error;
  return Object.assign(new ScenarioError([problemAt({ file, length: 1, ...place }, text, { hint })]), { labels });
}
