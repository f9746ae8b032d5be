import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Desk } from "../../src/playground/desk.ts";
import { FIRST, FIRST_FIGHT } from "../../src/playground/first.ts";
import type { Query } from "../../src/playground/question.ts";
import { NAME } from "../../src/playground/texts.ts";
import { questionsIn } from "../../src/playground/way-back.ts";

const desk = new Desk();
const back = async (text: string) => questionsIn({ [NAME]: text });
const shipped = (path: string) => back(readFileSync(`scenarios/${path}.yaml`, "utf8"));

describe("the way back from a scenario to a question", () => {
  it.each<[string, Query, Record<string, string>]>([
    [
      "of alpha-omega",
      FIRST["alpha-omega"]!,
      { "defender.save": "3+", "defender.addSkills": "[drone]", "situation.distance": "20" },
    ],
    ["of metropolis", FIRST.metropolis!, { "defender.toughness": "6" }],
    ["of wh40k-10e", FIRST["wh40k-10e"]!, { "defender.save": "3+", "attacker.models": "7" }],
    ["of a fight", FIRST_FIGHT["alpha-omega"]!, { "first.order": "[aimed, run]", "defender.save": "3+" }],
  ])("is the question %s that was written", async (_, first, changes) => {
    const question = { ...first, changes: { ...first.changes, ...changes } };
    const found = (await back(await desk.written(question))).at(-1)!;
    expect(found.isWhole).toBe(true);
    const [there, again] = [await desk.ask(question), await desk.ask(found.question)];
    if (there.is !== "told" || again.is !== "told") throw new Error(there.is);
    expect(again.told).toEqual(there.told);
  });

  it("has every cell of a matrix, and says of which not all fits", async () => {
    const all = await shipped("alpha-omega/rangers-vs-marines");
    expect(all.length).toBeGreaterThan(3);
    expect(all.every(({ isWhole }) => isWhole)).toBe(true);
    const own = "version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\n";
    const mine = `${own}units:\n  mine: { models: 3, ballisticSkill: 3, save: 4, command: 4, weapon: bolter }\n`;
    const experiment = (attacker: string) =>
      `experiments:\n  a: { kind: shot, attacker: ${attacker}, defender: marines, situation: { distance: 12 } }\n`;
    const changedUnit = `${own}units:\n  rangers: { ballisticSkill: 2 }\n`;
    // Units of the file's own make a game of its own, whose units they are; another file's are another's.
    const [[first], [second]] = [
      await back(mine + experiment("mine")),
      await back(changedUnit + experiment("rangers")),
    ];
    for (const found of [first, second])
      expect(found).toMatchObject({ isWhole: true, question: { changes: { "situation.distance": "12" } } });
    expect(first!.question).toMatchObject({
      attacker: "mine",
      ruleset: expect.stringMatching(/^alpha-omega@[\da-f]+$/),
    });
    expect(second!.question.ruleset).not.toBe(first!.question.ruleset);
    expect((await back(own + experiment("rangers")))[0]!.question.ruleset).toBe("alpha-omega");
    await expect(back("version: 2\n")).rejects.toThrow("scenario.yaml:1:1");
  });
});
