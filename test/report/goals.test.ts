import { expect, it } from "vitest";
import type { GoalResult } from "../../src/analysis/result.ts";
import { goalFound, goalWanted, worstFirst } from "../../src/report/goals.ts";
import { summaryMarkdown } from "../../src/report/index.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { runPage } from "../../src/report/page/run.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { cell, headlines, resultOf } from "./results.ts";

const english = languageOf("en");
const goal = (more: Partial<GoalResult> = {}): GoalResult => ({
  key: "fire~rangers~marines~base/outcome=out",
  cell: "fire~rangers~marines~base",
  metric: "outcome",
  value: "out",
  atLeast: 0.2,
  atMost: 0.8,
  level: "error",
  place: { file: "fire.yaml", line: 3, column: 5 },
  estimate: 0.7,
  verdict: "pass",
  ...more,
});
const { value: _, ...mean } = goal({ metric: "casualties", estimate: 1.25, atLeast: 1, atMost: 2 });

it("says what was wanted and what was found", () => {
  expect(goalWanted(goal(), english)).toBe("20 % to 80 %");
  expect(goalWanted(goal({ atLeast: 0.3325, atMost: 0.07 }), english)).toBe("33.25 % to 7 %");
  expect(goalWanted(mean, english)).toBe("1 to 2");
  expect(goalFound(goal(), english)).toBe("70.0 % exactly");
  expect(goalFound(goal({ lower: 0.69, upper: 0.71 }), english)).toBe("70.0 % ± 1.0");
  expect(goalFound(goal({ estimate: 0, lower: 0, upper: 0.0003 }), english)).toBe("≤ 0.030 %");
  expect(goalFound(mean, english)).toBe("1.250 exactly");
  const { estimate: __, ...unplayed } = goal();
  expect(goalFound(unplayed, english)).toBe("no data");
});

it("fails first, on the terminal and in summary.md; hostile names are shown, not obeyed", () => {
  const goals = [
    goal(),
    goal({ verdict: "inconclusive" }),
    goal({ verdict: "fail", level: "warn", key: "a\u001b[31m|`@org/team`/x" }),
  ];
  expect(worstFirst(goals).map(({ verdict }) => verdict)).toEqual(["fail", "inconclusive", "pass"]);
  const result = resultOf([cell()], { goals });
  const text = terminalView(result, headlines, { colour: false, width: 80 });
  expect(text).toContain("Goals\n  ✗ fail  a\\u{1b}[31m|`@org/team`/x: 70.0 % exactly, wanted 20 % to 80 % (warn)\n");
  expect(text).toContain("  ✓ pass  Fire: Rangers against Marines, out: 70.0 % exactly");
  expect(text).not.toContain("\u001b");
  const markdown = summaryMarkdown(result, headlines);
  expect(markdown).toContain(
    "| **fail** | a\\\\u\\{1b\\}\\[31m\\|\\`&#64;org/team\\`/x | 20 % to 80 % | 70.0 % exactly | warn |",
  );
  expect(summaryMarkdown(resultOf([cell()]), headlines)).not.toContain("## Goals");
});

it("a page says first which goals are missed, and what was found", () => {
  const findings = (goals: readonly GoalResult[]) => runPage(resultOf([cell()], { goals }), headlines).findings;
  const missed = "Goal missed: Fire: Rangers against Marines, out: 70.0 %, wanted at least 80 %.";
  const { atMost: __, ...open } = goal({ verdict: "fail", atLeast: 0.8 });
  expect(findings([goal(), open])[0]).toBe(missed);
  expect(findings([goal(), goal({ verdict: "inconclusive" })]).join()).not.toContain("Goal missed");
});
