import { describe, expect, it } from "vitest";
import { parseText } from "../../src/scenario/located.ts";
import { scenarioOf } from "../../src/scenario/study.ts";
import { type Variant, variantEdits } from "../../src/scenario/variants.ts";
import { fire } from "../analysis/fire.ts";

const data = {
  ...fire,
  experiments: {
    ...fire.experiments,
    "a fight": {
      kind: "engagement",
      sides: [{ units: [{ unit: "marines", order: "aimed" }] }, { units: ["scouts"] }],
      situation: { distance: 12, turns: 1 },
    },
  },
};
const tree = parseText(JSON.stringify(data), "fire.json").root!;
const ids = async (variant: Variant, only?: string[]) => {
  const study = await scenarioOf(tree, "fire.json").study({
    set: variantEdits(tree, variant, only),
    ...(only ? { only } : {}),
  });
  return study.cells.map(({ id }) => id);
};

describe("a variant", () => {
  it("puts modifier sets into every experiment, whatever it says", async () => {
    expect(await ids({ sets: ["endurance", "tough"] })).toEqual([
      "once~marines~marines~endurance+tough",
      "a fight~marines~scouts~endurance+tough",
    ]);
  });

  it("puts a unit in another's place", async () => {
    expect(await ids({ defender: "scouts" }, ["once"])).toEqual(["once~marines~scouts~base"]);
    expect(await ids({ attacker: "scouts" }, ["once"])).toEqual(["once~scouts~marines~base"]);
  });

  it("of a fight, in the place of the one unit of a side, its orders kept", () => {
    expect(variantEdits(tree, { attacker: "scouts" }, ["a fight"])).toEqual([
      'experiments."a fight".sides.0.units.0.unit="scouts"',
    ]);
    expect(variantEdits(tree, { defender: "marines" }, ["a fight"])).toEqual([
      'experiments."a fight".sides.1.units.0="marines"',
    ]);
  });

  it("names the unit that was meant", () => {
    expect(() => variantEdits(tree, { attacker: "marins" })).toThrow(
      'there is no unit "marins" (did you mean "marines"?)',
    );
  });
});
