import { describe, expect, it } from "vitest";
import { chainOf, type ProcessStep } from "../../src/rule/chain.ts";
import { RuleError } from "../../src/rule/rule.ts";

/** A die moves a counter up to a ceiling. */
const climb =
  (ceiling: number): ProcessStep<number> =>
  (height) =>
  (dice) =>
    height < ceiling && dice.atLeast(6, 5) ? height + 1 : height;

const from0 = { id: "T-7", start: 0, key: (height: number) => height };

describe("chainOf", () => {
  it("numbers the states that can be reached, the start first", () => {
    const step = climb(2);
    const chain = chainOf({ ...from0, steps: [step, step, step] });
    expect(chain.start).toBe(0);
    expect(chain.states).toEqual([0, 1, 2]);
    expect(chain.steps).toHaveLength(3);
    expect(chain.transitions[0]).toEqual({
      runs: [
        { outcome: 0, weight: 2n },
        { outcome: 1, weight: 1n },
      ],
      total: 3n,
    });
  });

  it("the same step in the same state is worked out once and shares its table", () => {
    let asked = 0;
    const counted: ProcessStep<number> = (height) => {
      asked++;
      return climb(2)(height);
    };
    const chain = chainOf({ ...from0, steps: new Array<ProcessStep<number>>(50).fill(counted) });
    expect(chain.transitions).toHaveLength(2);
    expect(asked).toBe(3); // heights 0, 1 and, once, 2, where nothing changes
    expect(chain.steps[49]).toEqual(Int32Array.of(0, 1, -1));
    // Equal steps that are not the same function share nothing.
    const apart = chainOf({ ...from0, steps: [climb(2), climb(2)] });
    expect(apart.transitions).toHaveLength(3);
  });

  it("marks where nothing changes, and states a step is never reached in", () => {
    const step = climb(2);
    const chain = chainOf({ ...from0, steps: [step, (height) => () => height, step] });
    expect([...chain.steps[0]!]).toEqual([0, -1, -1]);
    expect([...chain.steps[1]!]).toEqual([-1, -1, -1]);
    expect([...chain.steps[2]!]).toEqual([0, 1, -1]);
  });

  it("a step that is certain but changes the state is a transition", () => {
    const chain = chainOf({ ...from0, steps: [(height) => () => height + 1] });
    expect(chain.states).toEqual([0, 1]);
    expect(chain.transitions).toEqual([{ runs: [{ outcome: 1, weight: 1n }], total: 1n }]);
  });

  it("states are told apart by their key alone", () => {
    const step: ProcessStep<{ n: number }> = () => (dice) => ({ n: dice.face(6) });
    const chain = chainOf({ id: "T-7", start: { n: 0 }, key: ({ n }) => n % 2, steps: [step, step] });
    expect(chain.states).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it("a state limit is a refusal with the rule's id", () => {
    const walk: ProcessStep<number> = (at) => (dice) => at + dice.face(10);
    const chain = (most: number) => chainOf({ ...from0, steps: [walk, walk], most });
    expect(chain(21).states).toHaveLength(21); // the start, 1 to 10, then up to 20
    expect(() => chain(20)).toThrow(RuleError);
    expect(() => chain(20)).toThrow(/^T-7: has more than 20 states$/);
  });

  it("a step that does not end is a refusal with the rule's id", () => {
    const endless: ProcessStep<number> = () => (dice) => {
      while (dice.face(10) !== 10);
      return 1;
    };
    expect(() => chainOf({ ...from0, steps: [endless] })).toThrow(/^T-7: does not end/);
  });
});
