/** What has changed of a study is told by the names of what it leads through, where its lists have any. */
import { expect, it } from "vitest";
import { changesOf } from "../../src/analysis/changes.ts";
import type { Input } from "../../src/scenario/inputs.ts";

it("an edit within lists carries what their items are called, by the name that is most their own", () => {
  const written = {
    "attacker.0": "orks",
    "attacker.1.unit": "orks",
    "attacker.1.as": "boss mob",
    "attacker.1.weapons.0.weapon": "shoota",
    "attacker.1.weapons.0.count": "6",
    "sides.0.units.0.unit": "[orks, marines]",
    "sides.0.units.0.order": "aimed",
  };
  const input: Input = {
    name: "experiments.fire",
    values: new Map(Object.entries(written).map(([path, text]) => [path, { text }])),
  };
  const before = new Map(
    Object.entries({ ...written, "attacker.1.weapons.0.count": "5", "sides.0.units.0.order": "run" }),
  );
  const changes = changesOf(
    { inputs: new Map([[input.name, input]]), uses: new Map([["a cell", [input.name]]]) },
    new Map([[input.name, before]]),
    () => false,
  );
  expect(changes.map(({ path, items }) => [path, items])).toEqual([
    [
      "experiments.fire.attacker.1.weapons.0.count",
      [
        { at: "attacker.1", name: "boss mob" },
        { at: "attacker.1.weapons.0", name: "shoota" },
      ],
    ],
    ["experiments.fire.sides.0.units.0.order", undefined],
  ]);
});
