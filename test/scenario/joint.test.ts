import { describe, expect, it } from "vitest";
import { holds } from "../../src/rule/joint.ts";
import type { Metric } from "../../src/rule/program.ts";
import { boundJoint, readJoint } from "../../src/scenario/joint.ts";
import type { Problem } from "../../src/scenario/problem.ts";

const numbers = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);
const METRICS: Metric[] = [
  { name: "winner", values: ["first", "second", "draw"] },
  ...[1, 2].flatMap((turn) =>
    (["first", "second"] as const).map((side): Metric => ({ name: "out", turn, side, values: numbers(9) })),
  ),
  { name: "killed", target: "ork boyz", values: numbers(5) },
  { name: "killed", target: "nobz", values: numbers(5) },
  { name: "selfKilled", values: numbers(5) },
];
const question = (text: string) => readJoint(text, { file: "f", line: 1, column: 1, length: text.length, text });
const problemsIn = (text: string): string[] => {
  const read = question(text);
  const found: readonly Problem[] = "message" in read ? [read] : ([boundJoint(read, METRICS)].flat() as Problem[]);
  return found.map(
    ({ message, hint, place }) => `${place!.column} ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );
};
/** Whether it holds of a trial: winner, out of both sides at turns 1 and 2, killed twice, selfKilled. */
const isTrue = (text: string, ...trial: number[]): boolean => {
  const read = question(text);
  if ("message" in read) throw new Error(read.message);
  const bound = boundJoint(read, METRICS);
  if (Array.isArray(bound)) throw new Error(bound.map(({ message }) => message).join());
  return holds(bound, trial);
};

describe("a joint question", () => {
  //              winner  1st 2nd  1st 2nd  boyz nobz self
  const TRIAL = [0, /*1*/ 1, 2, /*2*/ 3, 4, 5, 0, 1];
  it.each([
    ["first.out<=3 and second.out>=4", true],
    ["first.out<=2 and second.out>=4", false],
    ["first.out@1<=1 and second.out@1=2", true],
    ["out@1.first=1", true],
    ["out@.second=4", true],
    ["winner=first", true],
    ["winner!=first", false],
    ["winner=second+draw", false],
    ["winner==draw or winner=first", true],
    ["not winner=first or selfKilled=0", false],
    ["not (winner=first and selfKilled=0)", true],
    // and binds before or
    ["winner=first or winner=first and selfKilled=0", true],
    ["(winner=first or winner=first) and selfKilled=0", false],
    ["NOT not winner=first", true],
    ['"ork boyz".killed>=5 and nobz.killed<1', true],
    ["nobz.killed>0", false],
    ["selfKilled!=1", false],
    ["selfKilled>-1", true],
    ["selfKilled<99", true],
    ["  selfKilled\n =   1 ", true],
  ])("%s", (text, expected) => {
    expect(isTrue(text, ...TRIAL)).toBe(expected);
  });

  it.each([
    ["", ["1 a joint question is empty (write such as first.out<=1 and second.out>=3)"]],
    ["first.out<=", ["12 a value is missing: the question ends (write such as first.out<=1 and second.out>=3)"]],
    ["first.out", ["10 a comparison is missing: the question ends (one of <= >= != = < >)"]],
    ["first.out 3", ['11 a comparison is missing: found "3" (one of <= >= != = < >)']],
    ["first.out<=3 second.out>1", ['14 "second" does not belong here (join with and, or)']],
    ["(winner=first", ["1 this bracket is never closed"]],
    [
      "winner=first & selfKilled=0",
      ['14 "&" means nothing in a joint question (write such as first.out<=1 and second.out>=3)'],
    ],
    ["frist.out<=3", ['1 out has no "frist" (did you mean "first"?)']],
    [
      "first.uot<=3 and winner=forst",
      ['7 no metric "uot" here (did you mean "out"?)', '25 winner is never "forst" (did you mean "first"?)'],
    ],
    ["out<=3", ["1 out is counted for each of first, second (write first.out or second.out)"]],
    ["killed>=5", ['1 killed is counted for each of ork boyz, nobz (write "ork boyz".killed or nobz.killed)']],
    ["first.out@7<=3", ["7 out is measured at turns 1 to 2, not 7"]],
    ["first.out@0<=3", ['11 a turn is a whole number from 1, found "0"']],
    ["winner@1=first", ["1 winner has no turns"]],
    ["winner>=first", ["9 winner has words for values: = and != compare them (known here: first, second, draw)"]],
    ["selfKilled=some", ['12 selfKilled is never "some" (write a number)']],
    ["selfKilled>=1+2", ["15 >= compares with one value"]],
    [`${"(".repeat(40)}winner=first`, ["33 too deeply nested: the limit is 32"]],
    ["x".repeat(1_001), ["1 a joint question has at most 1000 characters"]],
  ])("%s is refused", (text, expected) => {
    expect(problemsIn(text)).toEqual(expected);
  });
});
