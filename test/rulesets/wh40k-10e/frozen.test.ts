/**
 * Exact answers of five hundred random attacks, over all options, as they were before attacks were played as acts. Those in which
 * a weapon had less than one attack left are null: modifiers leave it one.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ATTACKS, attackOf, type FrozenAttack, writtenDown } from "../../frozen/attacks.ts";
import { LONG } from "../../long.ts";

it("are what they were, fractions to the last digit", async () => {
  const frozen = JSON.parse(readFileSync("test/frozen/attacks.json", "utf8")) as (FrozenAttack | null)[];
  expect(frozen).toHaveLength(ATTACKS);
  let fractions = 0;
  for (let seed = 1; seed <= ATTACKS; seed += LONG ? 1 : 10) {
    if (frozen[seed - 1] === null) continue;
    const { exact } = await attackOf(seed);
    if (!("solve" in exact)) throw new Error(`seed ${seed} has no exact answer`);
    const now = writtenDown(exact.solve());
    expect(now, `seed ${seed}`).toEqual(frozen[seed - 1]);
    if (now.digest) fractions++;
  }
  expect(fractions).toBeGreaterThan(ATTACKS / 20);
});
