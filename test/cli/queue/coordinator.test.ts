import { describe, expect, it } from "vitest";
import { Coordinator, type Desk } from "../../../src/cli/queue/coordinator.ts";
import { resultText, taskIn } from "../../../src/cli/queue/messages.ts";
import { planOf } from "../../engine/doubles.ts";

const BINS = 5;
const job = { cell: "a", ruleset: "alpha-omega", kind: "shot", profile: {}, seed: 1n };

/** A coordinator whose desk hands over nothing, and what it was asked to hand over. */
async function coordinator() {
  const sent: string[] = [];
  const desk: Desk = {
    add: async (_, text) => void sent.push(text),
    lost: async () => [],
    listen: async () => {},
    close: async () => {},
  };
  const own = new Coordinator(desk, {
    jobs: [job],
    plans: [{ ...planOf(10, 1_000), sums: [0, BINS] }],
    command: "crible run study.yaml",
    engine: "e",
    session: "s",
    after: () => () => {},
  });
  await own.start();
  return { own, sent };
}
/** Counts of two blocks of ten trials, with the marks of both. */
const counts = (first = 5) => Float64Array.of(first, 20 - first, 0, 0, 0, 50, 250, 0, 0, 0, 1, 2, 3, 4);
const result = (more: object = {}) =>
  resultText({ id: "s-0", engine: "e", worker: "east", took: 5, counts: counts(), ...more });
const TASK = { job: 0, first: 4, blocks: 2, trials: 20 };

it("a queue whose memory stays full ends the run, though it still answers", async () => {
  let now = 0;
  const desk: Desk = {
    add: async () => {
      throw new Error("OOM command not allowed when used memory > 'maxmemory'.");
    },
    lost: async () => [],
    listen: async () => {},
    close: async () => {},
  };
  const own = new Coordinator(desk, {
    jobs: [job],
    plans: [planOf(10, 1_000)],
    command: "crible run study.yaml",
    engine: "e",
    session: "s",
    clock: () => now,
    after(milliseconds, then) {
      const soon = setImmediate(() => {
        now += milliseconds;
        then();
      });
      return () => clearImmediate(soon);
    },
  });
  await own.start();
  await expect(own.run(TASK)).rejects.toThrow("the queue has not worked for 60 s: OOM command not allowed");
  expect(now).toBeLessThan(180_000);
});

describe("what comes back", () => {
  it("counts once; the same again is left alone, and what is no result as well", async () => {
    const { own, sent } = await coordinator();
    const played = own.run(TASK);
    await own.heard("hello");
    await own.heard(result({ id: "t-0" })); // another run's
    await own.heard(result());
    expect(await played).toEqual(counts());
    expect(taskIn(sent[0])).toMatchObject({ id: "s-0", task: { first: 4, blocks: 2, trials: 20 }, job });
    await own.heard(result({ worker: "west" }));
    const next = own.run({ ...TASK, first: 6 });
    await own.heard(result({ id: "s-1" }));
    expect(await next).toEqual(counts());
  });

  it("twice and unequal ends the run, naming the blocks and both workers", async () => {
    const { own } = await coordinator();
    const played = own.run(TASK);
    const next = own.run({ ...TASK, first: 6 });
    next.catch(() => {});
    await own.heard(result());
    await played;
    await own.heard(result({ worker: "west", counts: counts(6) }));
    await expect(next).rejects.toThrow("blocks 4 to 5 of a could not be played: east and west counted otherwise");
    await expect(own.run(TASK)).rejects.toThrow("one of them is at fault");
  });

  it.each([
    [{ engine: "other" }, "worker east is of engine other, not e: give it the same version of crible"],
    [{ counts: counts().slice(1) }, "worker east sent 13 numbers where 14 are expected"],
    [{ counts: Float64Array.of(21, -1, ...counts().slice(2)) }, "worker east sent a count of -1"],
    [{ counts: Float64Array.of(6, ...counts().slice(1)) }, "worker east sent counts that add up to 21 of 20 trials"],
    [{ counts: Float64Array.of(5.5, 14.5, ...counts().slice(2)) }, "worker east sent 5.5, which is no count"],
    [{ counts: undefined, error: "no such kind" }, "no such kind (worker east)"],
  ])("%j is refused, naming the worker", async (more, said) => {
    const { own } = await coordinator();
    const played = own.run(TASK);
    played.catch(() => {});
    await own.heard(result(more));
    await expect(played).rejects.toThrow(said);
  });
});
