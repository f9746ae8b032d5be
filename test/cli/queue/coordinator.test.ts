import { describe, expect, it } from "vitest";
import { Bench } from "../../../src/cli/queue/bench.ts";
import { Coordinator, type CoordinatorOptions, type QueueDesk } from "../../../src/cli/queue/coordinator.ts";
import { resultText, taskIn, taskText } from "../../../src/cli/queue/messages.ts";
import { planOf } from "../../engine/doubles.ts";

const BINS = 5;
const job = { cell: "a", ruleset: "alpha-omega", kind: "shot", profile: {}, seed: 1n };

/** A coordinator whose desk hands over nothing, and what it was asked to hand over. */
async function coordinator(more: Partial<CoordinatorOptions> = {}) {
  const sent: string[] = [];
  const desk: QueueDesk = {
    add: async (_, text) => void sent.push(text),
    lost: async () => [],
    listen: async () => {},
    remove: async () => {},
    close: async () => {},
  };
  const own = new Coordinator(desk, {
    jobs: [job],
    plans: [{ ...planOf(10, 1_000), sums: [0, BINS] }],
    command: "crible run study.yaml",
    engine: "e",
    session: "s",
    after: () => () => {},
    ...more,
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
  const desk: QueueDesk = {
    add: async () => {
      throw new Error("OOM command not allowed when used memory > 'maxmemory'.");
    },
    lost: async () => [],
    listen: async () => {},
    remove: async () => {},
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

it("a task that is larger than a worker takes is refused at once, and not sent", async () => {
  const { own, sent } = await coordinator({ jobs: [{ ...job, profile: { text: "x".repeat(8 * 1024 ** 2) } }] });
  await expect(own.run(TASK)).rejects.toThrow("as a task they are of 9 MB, and a worker takes 8: play them at home");
  expect(sent).toEqual([]);
});

describe("a task whose threads end", () => {
  const worked = async (signal?: AbortSignal) => {
    const stored: string[] = [];
    const bench = new Bench({
      name: "east",
      engine: "e",
      runner: { run: async () => Promise.reject(new Error("the worker threads were stopped")) },
      store: async (_, text) => void stored.push(text),
      clock: () => 0,
      ...(signal === undefined ? {} : { signal }),
    });
    const { first, blocks, trials } = TASK;
    const how = await bench.work(
      taskText({ session: "s", id: "s-1", engine: "e", task: { first, blocks, trials }, job }),
    );
    return [how, stored.length];
  };

  it("is another worker's where this one is told to stop, and says nothing of a fault", async () => {
    expect(await worked(AbortSignal.abort())).toEqual(["later", 0]);
  });

  it("is told as a fault where nobody has stopped it", async () => {
    expect(await worked(new AbortController().signal)).toEqual(["done", 1]);
    expect(await worked()).toEqual(["done", 1]);
  });
});

describe("a task that is played again", () => {
  it("stays on the queue where a worker has played it already", async () => {
    const stored: string[] = [];
    const bench = new Bench({
      name: "east",
      engine: "e",
      runner: { run: async () => counts() },
      store: async (_, text) => void stored.push(text),
      clock: () => 0,
    });
    const { first, blocks, trials } = TASK;
    const text = (avoid: string) =>
      taskText({ session: "s", id: "s-1", engine: "e", task: { first, blocks, trials }, job, avoid });
    expect([await bench.work(text("east")), stored.length]).toEqual(["later", 0]);
    expect([await bench.work(text("west")), stored.length]).toEqual(["done", 1]);
  });

  /** A run that has every task played again; whoever else is there can be told to have gone. */
  async function rechecking(here = counts()) {
    const crew = new Set(["east", "west"]);
    const told: string[] = [];
    const due: (() => void)[] = [];
    const { own, sent } = await coordinator({
      recheck: {
        isDue: () => true,
        isOther: (worker) => [...crew].some((name) => name !== worker),
        play: async () => here,
      },
      onResult: (_, { worker }) => told.push(worker),
      after(_, then) {
        due.push(then);
        return () => {};
      },
    });
    const played = own.run(TASK);
    played.catch(() => {});
    return { own, sent, crew, told, played, look: () => due.shift()!() };
  }

  it("is another worker's, and counts once", async () => {
    const { own, sent, told, played } = await rechecking();
    await own.heard(result());
    expect([taskIn(sent[0])!.avoid, taskIn(sent[1])!.avoid]).toEqual([undefined, "east"]);
    expect(told).toEqual([]);
    await own.heard(result({ id: "s-1", worker: "west" }));
    expect(await played).toEqual(counts());
    expect(told).toEqual(["east"]);
  });

  it.each([
    [5, "east", 6, 5],
    [6, "west", 6, 5],
    [7, "east and west", 6, 5],
  ])("and comes out otherwise: what it counts here, %i, says that %s is at fault", async (here, who, east, west) => {
    const { own, played } = await rechecking(counts(here));
    await own.heard(result({ counts: counts(east) }));
    await own.heard(result({ id: "s-1", worker: "west", counts: counts(west) }));
    await expect(played).rejects.toThrow(
      `blocks 4 to 5 of a could not be played: played again here they count otherwise than worker ${who} said`,
    );
  });

  it("is this machine's where there is one worker only, or no other any more", async () => {
    const alone = await rechecking(counts(6));
    alone.crew.delete("west");
    await alone.own.heard(result());
    await expect(alone.played).rejects.toThrow("otherwise than worker east said");
    expect(alone.sent).toHaveLength(1);

    const left = await rechecking();
    await left.own.heard(result());
    left.crew.delete("west");
    left.look();
    expect(await left.played).toEqual(counts());
  });
});
