import { describe, expect, it } from "vitest";
import { OnDice } from "../../../src/rulesets/metropolis/chance.ts";
import { Battle } from "../../../src/rulesets/metropolis/engagement/battle.ts";
import { CASUALTIES, MEASURES } from "../../../src/rulesets/metropolis/engagement/measures.ts";
import type { EngagementProfile } from "../../../src/rulesets/metropolis/engagement/profile.ts";
import { englishOf } from "../../../src/rulesets/said.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { type Data, profileOf, resolved } from "./cell.ts";

/** Policies of sides (E-25). Humans have 4 in everything: 6+ to hit and 6+ to wound. */

const policed = (policy: readonly Data[], own: Data = {}, enemy: Data = { order: "move" }) => ({
  sides: [[own], [enemy]],
  situation: { distance: 10, turns: 3 },
  experiment: { sides: [{ policy }, {}] },
});

function casualties(script: string, policy: readonly Data[], own: Data = {}, enemy?: Data): number[] {
  const battle = new Battle(profileOf<EngagementProfile>("engagement", policed(policy, own, enemy)));
  const dice = new ScriptedDice(script);
  battle.play(new OnDice(dice));
  dice.assertUsedUp();
  return [0, 1, 2].map((turn) => battle.measures[(turn * 2 + 1) * MEASURES + CASUALTIES]!);
}

describe("E-25: a side with a policy", () => {
  it("orders a unit when it is activated, by the first rule that holds", () => {
    // It moves in the first turn, then fires: 6 hits, 6 wounds.
    const policy = [{ when: "turn = 1", order: "move" }, { order: "fire" }];
    expect(casualties("9 1 / 9 1 / 6 6 / 9 1 / 1", policy, {}, { order: "move", models: 4 })).toEqual([0, 1, 1]);
  });

  it("sees what fell before it was activated", () => {
    // Two of three enemies fall, the last one holds: it is no more than half of us, and we move on.
    const policy = [{ when: "ready >= 2 * enemy.ready", order: "move" }, { order: "fire" }];
    const enemy = { order: "move", models: 3, command: 10 };
    const ours = { models: 2 };
    expect(casualties("9 1 / 6 6 6 6 10 / 9 1 / 9 1", policy, ours, enemy)[2]).toBe(2);
  });

  it("is the same fight as the orders by turn that it says", () => {
    const orders = profileOf<EngagementProfile>("engagement", {
      sides: [[{ order: ["move", "fire"], models: 4 }], [{ order: "fire", models: 4 }]],
      situation: { distance: 10, turns: 3 },
    });
    const rules = profileOf<EngagementProfile>(
      "engagement",
      policed([{ when: "turn < 2", order: "move" }, { order: "fire" }], { models: 4 }, { order: "fire", models: 4 }),
    );
    const script = "9 1 / 6 1 1 6 6 / 1 9 / 1 1 1 1 / 6 6 6 6 6 6 6 / 9 1 / 1 1 1 / 1 1 1";
    const played = [orders, rules].map((profile) => {
      const battle = new Battle(profile);
      const dice = new ScriptedDice(script);
      try {
        battle.play(new OnDice(dice));
      } catch (error) {
        return [String(error), ...battle.measures];
      }
      return [...battle.measures];
    });
    expect(played[1]).toEqual(played[0]);
  });

  it("is refused at its place: no rule for the rest, rules never asked, unknown names, orders that cannot be", () => {
    const said = (policy: readonly Data[], own: Data = {}) => {
      const resolution = resolved("engagement", policed(policy, own));
      return "problems" in resolution
        ? resolution.problems.map(({ path, message }) => [path.join("."), englishOf(message)])
        : [];
    };
    expect(said([{ when: "turn = 1", order: "fire" }])).toEqual([
      ["sides.0.policy", expect.stringContaining('a last rule without "when"')],
    ]);
    expect(said([{ order: "fire" }, { order: "move" }])).toEqual([
      ["sides.0.policy.1", expect.stringContaining("never asked")],
    ]);
    expect(said([{ when: "redy > 1", order: "fire" }, { order: "move" }])[0]![0]).toBe("sides.0.policy.0.when");
    expect(said([{ order: "fire" }], { order: "move" })).toEqual([
      ["sides.0.units.0.order", expect.stringContaining("its side a policy")],
    ]);
    expect(said([{ when: "turn = 2", order: "fire" }, { order: "move" }], { weapon: undefined })).toEqual([
      ["sides.0.policy.0.order", expect.stringContaining("may not have the order fire")],
    ]);
  });
});
