import { expect, it } from "vitest";
import { givenFiles } from "../../src/scenario/files.ts";
import { hashesOf } from "../../src/scenario/hash.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const FIGHT = `version: 1
ruleset: metropolis
weapons: { gun: { damage: { contact: 5, short: 5 } } }
units: { a: { models: 3, shooting: 5, assault: 5, toughness: 4, command: 4, weapon: gun } }
experiments:
  fight: { kind: engagement, sides: [{ units: [{ unit: a, order: charge }] }, { units: [{ unit: a, order: fire }] }], situation: { distance: 40, turns: 1 } }
`;

/** What an experiment hashes to, and what is warned of in it. */
async function found(text: string) {
  const study = await loadStudy("a.yaml", { files: givenFiles({ "a.yaml": text }) });
  const never = study.cells.flatMap(({ outcome }) => ("never" in outcome ? (outcome.never ?? []) : []));
  return { hashes: await hashesOf(study), lines: never.map(({ warning }) => warning?.place?.line) };
}

it("a warning of what never happens moves with its line, and no hash does", async () => {
  const [plain, moved] = [await found(FIGHT), await found(`# A remark.\n${FIGHT}`)];
  expect(plain.lines).toEqual([6, 6]);
  expect(moved.lines).toEqual([7, 7]);
  expect(moved.hashes).toEqual(plain.hashes);
  const other = await found(FIGHT.replace("command: 4", "command: 5"));
  expect(other.hashes.scenario).not.toBe(plain.hashes.scenario);
});
