import { describe, expect, it } from "vitest";
import { studyOfText } from "../analysis/fights.ts";

const TEXT = `version: 1
ruleset: alpha-omega
title: A test
seed: 7
weapons:
  rifle: { range: { 24: 0 }, saveModifier: 0 }
  pistol: { range: { 8: 0 }, saveModifier: 0 }
units:
  marines: { models: 3, ballisticSkill: 4+, save: 6+, command: 3+, weapon: rifle, label: Marines }
  scouts:
    models: 3
    ballisticSkill: 5+
    save: 8+
    command: "5+"
    skills: [endurance, drone]
    weapon: rifle
  idle: { models: 3, ballisticSkill: 5+, save: 8+, command: 5+, weapon: pistol }
modifierSets:
  endurance: { defender: { addSkills: [endurance] } }
  unused: { defender: { save: 2+ } }
options: { camouflageRun: 2 }
experiments:
  once:
    kind: shot
    title: A title
    attacker: marines
    defender: [marines, scouts]
    situation: { attackerOrder: aimed, defenderOrder: aimed, distance: 12 }
    with: [base, endurance]
`;

describe("the inputs of a study", () => {
  it("are those too that an experiment gives to a unit: an edit of that weapon is what moves its cells", async () => {
    const armed = "{ unit: marines, as: gunners, members: [{ weapon: pistol, models: 3 }] }";
    const { uses } = await studyOfText(TEXT.replace("attacker: marines", `attacker: [marines, ${armed}]`));
    expect(uses.get("once~gunners~scouts~base")).toContain("weapons.pistol");
    expect(uses.get("once~marines~scouts~base")).not.toContain("weapons.pistol");
  });

  it("are those that its cells use, with their values and where they stand", async () => {
    const { inputs } = await studyOfText(TEXT);
    expect([...inputs.keys()].sort()).toEqual(
      ["experiments.once", "modifierSets.endurance", "options", "rules", "units.marines", "units.scouts"].concat(
        "weapons.rifle",
      ),
    );
    const { values } = inputs.get("units.scouts")!;
    expect(Object.fromEntries([...values].map(([path, { text }]) => [path, text]))).toEqual({
      models: "3",
      ballisticSkill: "5+",
      save: "8+",
      command: "5+",
      skills: "[endurance, drone]",
      weapon: "rifle",
    });
    expect(values.get("save")!.place).toMatchObject({ file: "test.yaml", line: 13, column: 11 });
    expect(inputs.get("weapons.rifle")!.values.get("range.24")!.text).toBe("0");
  });

  it("what is said of the sides of fights is of fights alone", async () => {
    const sides = "sides: [{ units: [{ unit: marines }] }, { units: [{ unit: scouts }] }]";
    const able = TEXT.replaceAll("models: 3", "models: 3, initiative: 4, closeCombat: 4").replace(
      "    models: 3, initiative: 4, closeCombat: 4\n",
      "    models: 3\n    initiative: 4\n    closeCombat: 4\n",
    );
    const fight = `${able}  fight: { kind: engagement, ${sides}, situation: { distance: 12, turns: 1 } }\n`;
    const { uses } = await studyOfText(fight, { set: ["first.units.0.models=2"] });
    const used = [...uses].flatMap(([cell, names]) => (names.includes("first") ? [cell] : []));
    expect(used).toEqual(["fight~marines~scouts~base"]);
  });

  it("titles and labels are none of their values; options are all there, defaults without a place", async () => {
    const { inputs } = await studyOfText(TEXT);
    expect(inputs.get("units.marines")!.values.has("label")).toBe(false);
    expect(inputs.get("experiments.once")!.values.has("title")).toBe(false);
    const { values } = inputs.get("options")!;
    expect(values.get("camouflageRun")).toMatchObject({ text: "2", place: { line: 21 } });
    expect(values.size).toBeGreaterThan(10);
    expect([...values.values()].filter(({ place }) => place !== undefined)).toHaveLength(1);
  });

  it("a cell uses its own units and sets, the weapons they carry, and what is the same for all", async () => {
    const { uses } = await studyOfText(TEXT);
    expect(uses.get("once~marines~marines~base")!.toSorted()).toEqual(
      ["experiments.once", "options", "rules", "units.marines", "weapons.rifle"].sort(),
    );
    expect(uses.get("once~marines~scouts~endurance")).toEqual(
      expect.arrayContaining(["units.scouts", "units.marines", "modifierSets.endurance"]),
    );
  });

  it("changes from the command line are inputs, or change those of the file", async () => {
    const { inputs } = await studyOfText(TEXT, { set: ["defender.save=9+", "units.scouts.save=7+"] });
    expect(inputs.get("defender")!.values.get("save")).toMatchObject({ text: "9+", place: { file: "--set" } });
    expect(inputs.get("units.scouts")!.values.get("save")).toMatchObject({ text: "7+", place: { file: "--set" } });
  });
});
