import { describe, expect, it } from "vitest";
import { openScenario } from "../../src/scenario/study.ts";

const text = (situation: string, sets = "[base, other]") => `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 24: 0 } } }
units: { a: { ballisticSkill: 4+, save: 4+, command: 3+, weapon: rifle } }
modifierSets:
  other:
    situation: ${situation}
experiments:
  whole: { kind: volley, attacker: a, defender: a, situation: { distance: 12 }, with: ${sets} }
`;
const study = async (source: string, set: readonly string[] = []) =>
  (
    await openScenario("-", {
      stdin: (async function* () {
        yield source;
      })(),
    })
  ).study({ set });

describe("what a modifier set puts into a situation that its kind cannot take", () => {
  it("is told where the set says it, once, though some other kind takes it", async () => {
    await expect(study(text("{ distance: [1, 2] }"))).rejects.toMatchObject({
      name: "ScenarioError",
      problems: [
        { message: '"distance" must be a number from 0 to 10000, found a list', place: { line: 7, column: 18 } },
      ],
    });
  });
  it("is told where the command line says it", async () => {
    await expect(study(text("{}"), ["situation.distance=[1, 2]"])).rejects.toMatchObject({
      problems: [
        { message: '"distance" must be a number from 0 to 10000, found a list', place: { file: "--set", column: 11 } },
      ],
    });
  });
  it("is left alone where a later set or the command line takes its place", async () => {
    expect((await study(text("{ distance: 6 }"))).cells).toHaveLength(2);
    expect((await study(text("{ distance: [1, 2] }"), ["situation.distance=6"])).cells).toHaveLength(2);
  });
});

it("a seed that is none is told in words, with the range", async () => {
  for (const seed of ["[]", "{}", "true"])
    await expect(study(`seed: ${seed}\n${text("{}")}`)).rejects.toThrow(
      /"seed" must be a whole number from 0 to 18446744073709551615, or a text, found [\s\S]*<stdin>:1:[17]/,
    );
});
