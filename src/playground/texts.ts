/** Texts of the page: a scenario, and the tables and the game beside it. */

/** The name of the scenario in problems and commands. */
export const NAME = "scenario.yaml";

/** The scenario and what stands beside it, by name. */
export type Texts = Readonly<Record<string, string>>;
