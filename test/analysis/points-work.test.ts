import { expect, test } from "vitest";
import { growth } from "../work.ts";

const { pointsWorth } = await import("../../src/analysis/points.ts");
const { run } = await import("../../src/analysis/run.ts");
const { studyOfData } = await import("../../src/scenario/data.ts");
const { fire } = await import("./fire.ts");

/** So many experiments, none of whose cells can be held against another's. */
const apart = async (cells: number) => {
  const one = { kind: "volley", attacker: "marines", defender: "scouts", situation: { distance: 12 } };
  const experiments = Object.fromEntries(Array.from({ length: cells }, (_, i) => [`e${i}`, one]));
  const study = await studyOfData({ ...fire, experiments });
  return { study, result: await run(study) };
};

test("what points are worth takes work in proportion to the cells, not to their pairs", async () => {
  const known = new Map([
    [150, await apart(150)],
    [300, await apart(300)],
  ]);
  const { study, result } = known.get(150)!;
  expect((await pointsWorth(study, result)).worths.length).toBeGreaterThanOrEqual(150);
  expect(await growth(150, (size) => pointsWorth(known.get(size)!.study, known.get(size)!.result))).toBeLessThan(2.5);
});
