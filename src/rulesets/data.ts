/** Parts of a scenario as they are written, and places in one. */

/** Plain data as a scenario has it. */
export type Data = Readonly<Record<string, unknown>>;

/**
 * Where in a cell a problem lies: `["defender", "save"]`, `["situation", "distance"]`, `["options", "volley"]`,
 * `["defenders", 1, "save"]`, `["sides", 0, "units", 2, "order"]`.
 */
export type CellPath = readonly (string | number)[];
