/** A check as JUnit XML, which every CI reads: one testcase for each number, goal and name. */
import type { CheckResult } from "../analysis/check-result.ts";
import { visibleLines } from "../scenario/problem.ts";
import { englishFor } from "./format.ts";
import { faultText } from "./name-faults.ts";
import { causeLines, causesOf, checkedName, checkedText, goalText } from "./verdicts.ts";

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly state: "passed" | "failed" | "open";
  readonly verdict: string;
  readonly text: string;
  /** Of a failure they stand in its text, and its message is the number alone. */
  readonly causes?: readonly string[];
}

/** Any text within XML: controls are shown, markup is escaped, code points that XML does not have are left out. */
export const escapeXml = (text: string): string =>
  visibleLines(text)
    .replace(/[\ufffe\uffff]/gu, "")
    .replace(/[&<>"'\n]/g, (c) => `&#${c.charCodeAt(0)};`);

/** `isStrict`: what is inconclusive counts as failed, as it does for the exit code. */
export function checkJunit(result: CheckResult, isStrict = false): string {
  const cases = casesOf(result);
  const isFailed = ({ state }: TestCase) => state === "failed" || (isStrict && state === "open");
  const isSkipped = (one: TestCase) => one.state === "open" && !isFailed(one);
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  const counts = (list: readonly TestCase[]) =>
    `tests="${list.length}" failures="${list.filter(isFailed).length}" errors="0" skipped="${list.filter(isSkipped).length}"`;
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="crible check" ${counts(cases)}>`];
  for (const suite of suites) {
    const ofSuite = cases.filter((one) => one.suite === suite);
    lines.push(`  <testsuite name="${suite}" ${counts(ofSuite)}>`);
    for (const one of ofSuite) {
      const open = `    <testcase classname="${escapeXml(result.file)}.${suite}" name="${escapeXml(one.name)}"`;
      const whole = escapeXml(`${one.verdict}: ${[...(one.causes ?? []), one.text].join("; ")}`);
      const message = escapeXml(`${one.verdict}: ${one.text}`);
      if (isFailed(one))
        lines.push(
          `${open}>`,
          `      <failure type="${one.verdict}" message="${message}">${whole}</failure>`,
          "    </testcase>",
        );
      else if (isSkipped(one)) lines.push(`${open}>`, `      <skipped message="${message}"/>`, "    </testcase>");
      else lines.push(`${open}/>`);
    }
    lines.push("  </testsuite>");
  }
  return `${[...lines, "</testsuites>"].join("\n")}\n`;
}

/** Input that could not be checked: one testcase with one error. */
export function faultJunit(file: string, message: string): string {
  const counts = 'tests="1" failures="0" errors="1" skipped="0"';
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="crible check" ${counts}>`,
    `  <testsuite name="input" ${counts}>`,
    `    <testcase classname="${escapeXml(file)}.input" name="the input can be checked">`,
    `      <error type="bad input" message="${escapeXml(message.split("\n")[0]!)}">${escapeXml(message)}</error>`,
    "    </testcase>",
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}

function casesOf(result: CheckResult): TestCase[] {
  const { metrics, goals, names, changes } = result;
  const english = englishFor(result);
  return [
    ...metrics.map((metric): TestCase => {
      const { verdict } = metric;
      const state =
        verdict === "inconclusive" ? "open" : verdict === "drift" || verdict === "changed" ? "failed" : "passed";
      return {
        suite: "baseline",
        name: checkedName(metric, english),
        state,
        verdict,
        text: checkedText(metric, english),
        causes: causeLines(causesOf({ changes }, metric), english),
      };
    }),
    ...names.map((name): TestCase => {
      const text = faultText(name, english);
      return { suite: "names", name: name.key, state: "failed", verdict: name.fault, text };
    }),
    ...goals.map((goal): TestCase => {
      const isGated = goal.level === "error";
      const state = goal.verdict === "inconclusive" ? "open" : goal.verdict === "fail" && isGated ? "failed" : "passed";
      const name = `${goal.key} (line ${goal.place.line})`;
      return { suite: "goals", name, state, verdict: goal.verdict, text: goalText(goal, english) };
    }),
  ];
}
