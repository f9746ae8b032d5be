import type { CellInput, Reader, Resolution } from "../reader.ts";
import { isInapplicable } from "./applicability.ts";
import { ruleset } from "./index.ts";
import { OPTIONS } from "./options.ts";
import { resolveEngagement } from "./resolve/engagement.ts";
import { resolveAssault } from "./resolve/melee.ts";
import { resolveSequence } from "./resolve/sequence.ts";
import { resolveShot, resolveVolley } from "./resolve/shooting.ts";
import { resolveMorale, resolveTest } from "./resolve/tests.ts";
import { parts } from "./schema.ts";
import { STARTER } from "./starter.ts";

const RESOLVERS: Readonly<Record<string, (cell: CellInput) => Resolution>> = {
  shot: resolveShot,
  volley: resolveVolley,
  assault: resolveAssault,
  test: resolveTest,
  morale: resolveMorale,
  engagement: resolveEngagement,
  sequence: resolveSequence,
};

/** Human average is 4 in every stat. */
const PLAIN_UNIT = {
  models: 1,
  assault: 4,
  shooting: 4,
  strength: 4,
  toughness: 4,
  wounds: 1,
  command: 4,
  sizeClass: 2,
  weapon: "plain",
};

/** What each side brings to a kind. */
const USED: Readonly<Record<string, Readonly<Record<"attacker" | "defender", readonly string[]>>>> = {
  shot: { attacker: ["shooting", "weapon"], defender: ["toughness", "sizeClass"] },
  volley: { attacker: ["models", "shooting", "weapon"], defender: ["models", "toughness", "wounds", "sizeClass"] },
  assault: {
    attacker: ["models", "assault", "strength", "toughness", "wounds", "command"],
    defender: ["models", "assault", "strength", "toughness", "wounds", "command"],
  },
  test: { attacker: ["command"], defender: [] },
  morale: { attacker: [], defender: ["models", "command"] },
};

export const reader: Reader = {
  ruleset,
  parts,
  options: OPTIONS,
  starter: STARTER,
  plain: {
    weapons: { plain: { label: "plain weapon", damage: { short: 4, medium: 4, long: 4, extreme: 4 } } },
    attacker: PLAIN_UNIT,
    defender: PLAIN_UNIT,
    situation: { distance: 12 },
    used: (kind) => USED[kind] ?? { attacker: [], defender: [] },
  },
  isInapplicable,
  kinds: Object.keys(parts.kinds),
  resolve: (cell) => RESOLVERS[cell.kind]!(cell),
};
