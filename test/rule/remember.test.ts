import { describe, expect, it } from "vitest";
import { chainOf, type ProcessStep } from "../../src/rule/chain.ts";
import { isFraction } from "../../src/rule/exact.ts";
import { programOf } from "../../src/rule/play-program.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { remembering } from "../../src/rule/remember.ts";
import { solveChain } from "../../src/rule/solve.ts";
import { agreement } from "../../src/stats/agreement.ts";
import { streamOf } from "./fit.ts";

/** 0 goes to 1 on 4+, 1 to 2 on 6+: a little cycle that ends. */
const step: ProcessStep<number> = (state) => (dice) =>
  state + Number(state < 2 && dice.atLeast(10, state === 0 ? 4 : 6));
const cycle = (turns: number) =>
  chainOf<number>({
    id: "T-1",
    start: 0,
    key: (state) => state,
    steps: new Array<ProcessStep<number>>(turns).fill(step),
  });

describe("a chain that remembers", () => {
  const turns = 5;
  const chain = cycle(turns);
  const moments = [0, 1, 3, turns];
  const remembered = remembering(chain, moments, (state) => state, 1_000)!;

  it("holds at its end what the chain was at every moment, with the same chances", () => {
    const [end] = solveChain(remembered, [turns]);
    const direct = solveChain(chain, moments);
    if (!isFraction(end!)) throw new Error("no fraction");
    moments.forEach((_, moment) => {
      const exact = direct[moment]!;
      if (!isFraction(exact)) throw new Error("no fraction");
      exact.weights.forEach((weight, state) => {
        const sum = end.weights.reduce(
          (total, own, i) => total + (remembered.states[i]!.read[moment] === state ? own : 0n),
          0n,
        );
        expect(sum * exact.total).toBe(weight * end.total);
      });
    });
  });

  it("is given up where it would be too large", () => {
    expect(remembering(chain, moments, (state) => state, 5)).toBeUndefined();
  });

  it("a kernel read every turn agrees with the exact answer; a chain of other dice does not", () => {
    const readings = Array.from({ length: turns }, (_, turn) => ({
      metric: { name: "state", turn: turn + 1, values: [0, 1, 2] },
      after: turn + 1,
      bin: (state: number) => state,
    }));
    const program = programOf({ parts: [chain], readings, blockSize: 1_024 });
    const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
    program.kernel().play(streamOf("remember"), 200_000, tally);
    const worst = (exact: ReturnType<typeof solveChain>) =>
      Math.min(
        ...exact.map((answer, turn) => {
          if (!isFraction(answer)) throw new Error("no fraction");
          const counts = [...tally.subarray(3 * turn, 3 * turn + 3)];
          return agreement({ values: [0, 1, 2], counts }, { values: [0, 1, 2], weights: answer.weights }).pValue;
        }),
      );
    const every = Array.from({ length: turns }, (_, turn) => turn + 1);
    expect(worst(solveChain(chain, every))).toBeGreaterThan(1e-9);
    expect(
      worst(
        solveChain(
          cycle(turns + 1),
          every.map((turn) => turn + 1),
        ),
      ),
    ).toBeLessThan(1e-9);
  });
});
