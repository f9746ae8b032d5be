import { expect, it } from "vitest";
import { Enumeration } from "../../src/rule/enumeration.ts";

it("goes every way there is once, in the order of the answers, and makes each question once a way that leads to it", () => {
  const enumeration = new Enumeration<readonly number[]>((answers) => answers.length);
  let made = 0;
  const ask = (...answers: number[]): number => {
    const { question, taken } = enumeration.ask(() => {
      made++;
      return answers;
    });
    return question[taken]!;
  };
  const ways: string[] = [];
  do {
    const first = ask(1, 2, 3);
    // How many questions there are, and of how many answers, hangs on the answers before.
    const rest = Array.from({ length: first - 1 }, () => (first === 3 ? ask(4, 5) : ask(6)));
    expect(enumeration.path.map(({ question, taken }) => question[taken])).toEqual([first, ...rest]);
    ways.push([first, ...rest].join(""));
  } while (enumeration.goOn());
  expect(ways).toEqual(["1", "26", "344", "345", "354", "355"]);
  // The first one, the one after 2, the two after 3, and the last of these anew after its neighbour's other answer.
  expect(made).toBe(5);
  expect(enumeration.path).toEqual([]);
});

it("a procedure that asks nothing goes one way", () => {
  expect(new Enumeration<never>(() => 0).goOn()).toBe(false);
});
