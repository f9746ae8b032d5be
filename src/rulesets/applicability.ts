/** Where something may be said of a cell: of the unit on a side of it, or of the rules it is played by. */
export type CellPart = "attacker" | "defender" | "options" | "rules";

/** By kind and part, the names of what acts there; nothing acts where a part is left out. */
export type Acting = Readonly<Record<string, Readonly<Partial<Record<CellPart, readonly string[]>>>>>;

/** Whether a name is none of those that act. */
export const inapplicableIn =
  (acting: Acting) =>
  (kind: string, part: CellPart, name: string): boolean =>
    !(acting[kind]?.[part] ?? []).includes(name);
