/** A study whose results would fill the memory is refused before it is computed, with the size that works. */
import { describe, expect, it } from "vitest";
import { MOST_IN_ALL, MOST_OUTCOMES, needRoom } from "../../src/analysis/size.ts";
import type { Metric, Program } from "../../src/rule/program.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import type { Cell, Study } from "../../src/scenario/study.ts";

const place = { file: "fight.yaml", line: 7, column: 3, length: 1 };
const study = { places: new Map([["fight", place]]) } as unknown as Study;
const planned = (id: string, metrics: readonly Metric[]) => ({
  cell: { id, experiment: "fight" } as Cell,
  program: { metrics } as Program,
});

const VALUES = Array.from({ length: 1_000 }, (_, value) => value);
const winner: Metric = { name: "winner", values: ["first", "second", "draw"] };
const fight = (turns: number) => [
  winner,
  ...Array.from({ length: turns }, (_, i): Metric => ({ name: "ready", turn: i + 1, values: VALUES })),
];

function refusal(...cells: Parameters<typeof needRoom>[1]): ScenarioError | undefined {
  try {
    needRoom(study, cells);
  } catch (error) {
    if (error instanceof ScenarioError) return error;
    throw error;
  }
  return undefined;
}

describe("what a study may be measured by", () => {
  const most = Math.floor(MOST_OUTCOMES / 1_000) - 1; // beside the winner

  it("a cell of more outcomes is refused at its experiment, with the turns that work", () => {
    expect(refusal(planned("a", fight(most)))).toBeUndefined();
    const error = refusal(planned("a", fight(most + 1)), planned("b", fight(2 * most)))!;
    expect(error.problems).toHaveLength(2); // all at once
    for (const problem of error.problems) {
      expect(problem.place).toBe(place);
      expect(problem.hint).toBe(`with these models at most ${most} turns`);
      expect(problem.french?.hint).toBe(`avec ces figurines, au plus ${most} tours`);
    }
    expect(error.problems[0]!.message).toContain(`"a" has ${(most + 1) * 1_000 + 3} outcomes`);
  });

  it("one that is no longer for its turns asks for fewer models", () => {
    const large = Array.from({ length: MOST_OUTCOMES / 1_000 + 1 }, (): Metric => ({ name: "lost", values: VALUES }));
    expect(refusal(planned("a", large))!.problems[0]!.hint).toBe("field fewer models");
  });

  it("many cells are refused together", () => {
    const cells = Array.from({ length: MOST_IN_ALL / 1_000 / most + 1 }, (_, i) => planned(String(i), fight(most)));
    expect(refusal(...cells)!.problems[0]).toMatchObject({ place, hint: "shorten it, or run part of it with --only" });
    expect(refusal(...cells.slice(0, 8))).toBeUndefined();
  });
});
