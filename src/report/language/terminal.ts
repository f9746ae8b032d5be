/** What only the terminal says. */
import { f } from "./french.ts";

const en = {
  turns: (last: number) => `turns 1–${last}`,
  folded: "(one line a cell: its number, and the chances of its values; --cell ID shows one in full, summary.md all)",
};

const fr: typeof en = {
  turns: (last) => `tours 1–${last}`,
  folded: f`(une ligne par cellule : son nombre, et les probabilités de ses valeurs ; --cell ID en montre une en entier, summary.md toutes)`,
};

export const terminal = { en, fr };
