import { describe, expect, it } from "vitest";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { half, LONG } from "../long.ts";
import { SOME, someOf } from "../shipped.ts";
import { expectWholeBlock, tell } from "./told.ts";

/** Trials of a short block; tests of the rulesets and of `retrace` tell longer ones. */
const TRIALS = 2;
/** So many cells of a file; only matrices have more. */
const MOST = LONG ? 60 : 1;

describe("what ships", () => {
  it.each(half(SOME))("%s: its told trials are the trials of its kernel", async (file) => {
    const study = someOf(await loadStudy(file), MOST);
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
