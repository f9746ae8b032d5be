/** The ruleset that a command is told: by its name, or by the file of a game that is written as text. */
export async function rulesetOf(given: string): Promise<string> {
  if (!/\.game\.ya?ml$/iu.test(given)) return given; // the reader of games is loaded for games alone
  return (await import("../scenario/game/load.ts")).rulesetCalled(given);
}
