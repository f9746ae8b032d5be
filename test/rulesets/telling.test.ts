import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { expectWholeBlock, tell } from "./told.ts";

const FILES = ["alpha-omega", "metropolis", "wh40k-10e"].flatMap((ruleset) =>
  readdirSync(`scenarios/${ruleset}`)
    .filter((name) => name.endsWith(".yaml") && name !== "catalogue.yaml")
    .map((name) => `scenarios/${ruleset}/${name}`),
);

/** Trials of a short block; tests of the rulesets and of `retrace` tell longer ones. */
const TRIALS = 3;

describe("every cell that ships", () => {
  it.each(FILES)("%s: its told trials are the trials of its kernel", async (file) => {
    const study = await loadStudy(file);
    const { kinds } = await loadRuleset(study.ruleset);
    for (const cell of study.cells) {
      if (!("profile" in cell.outcome)) continue;
      const kind = kinds[cell.kind]!;
      const tellings = expectWholeBlock(kind, cell.outcome.profile, TRIALS);
      // The same bytes every time.
      if (cell === study.cells[0]) expect(tell(kind, cell.outcome.profile, 1, TRIALS)).toEqual(tellings[1]);
    }
  });
});
