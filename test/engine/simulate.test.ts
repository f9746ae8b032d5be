import { describe, expect, it } from "vitest";
import { type Progress, simulate } from "../../src/engine/simulate.ts";
import { lookSchedule } from "../../src/stats/looks.ts";
import { DelayedRunner, inOrder, planOf, sequence } from "./doubles.ts";

const BLOCK = 100;
/** Jobs of unlike length: many tasks and a short block, a task and a bit, one short block, exactly one block. */
const plans = [planOf(BLOCK, 31_417), planOf(64, 2_049), planOf(BLOCK, 7), planOf(BLOCK, 100)];
const expected = plans.map((plan, job) => [...inOrder(job, plan.blockSize, plan.trials)]);

describe("blocks are merged in order", () => {
  it.each([0, 1, 2, 7])("to the same tallies on %i workers, whenever they finish", async (workers) => {
    const random = sequence(workers);
    const runner = new DelayedRunner(workers, plans, () => random(4));
    const results = await simulate(runner, plans);
    expect(results.map(({ tally }) => [...tally])).toEqual(expected);
    expect(results.map(({ trials, stoppedBy }) => [trials, stoppedBy])).toEqual(
      plans.map(({ trials }) => [trials, "trials"]),
    );
  });

  it("results really come back out of order in that test", async () => {
    const random = sequence(7);
    const runner = new DelayedRunner(7, plans, () => random(4));
    await simulate(runner, plans);
    const firsts = runner.answered.filter(({ job }) => job === 0).map(({ first }) => first);
    expect(firsts).not.toEqual(firsts.toSorted((a, b) => a - b));
  });

  it("to the same tallies when one lane is a hundred times slower", async () => {
    const runner = new DelayedRunner(2, plans, (_, nth) => (nth % 4 === 0 ? 50 : 0.5));
    expect((await simulate(runner, plans)).map(({ tally }) => [...tally])).toEqual(expected);
  });

  it("every block once, and the last one short", async () => {
    const runner = new DelayedRunner(2, plans, () => 0);
    await simulate(runner, plans);
    for (const [job, { blockSize, trials }] of plans.entries()) {
      const tasks = runner.asked.filter((task) => task.job === job).sort((a, b) => a.first - b.first);
      let next = 0;
      for (const { first, blocks } of tasks) {
        expect(first).toBe(next);
        next += blocks;
      }
      expect(next).toBe(Math.ceil(trials / blockSize));
      expect(tasks.reduce((sum, task) => sum + task.trials, 0)).toBe(trials);
      const last = tasks.at(-1)!;
      expect(last.trials).toBe(trials - last.first * blockSize);
    }
  });

  it("never gives a runner more than two tasks a worker", async () => {
    const runner = new DelayedRunner(3, plans, () => 1);
    await simulate(runner, plans);
    expect(runner.most).toBe(6);
  });

  it("control: a tally merged into the wrong job, or a block left out, is seen", () => {
    expect([...inOrder(0, BLOCK, 31_417)]).not.toEqual([...inOrder(1, BLOCK, 31_417)]);
    expect([...inOrder(0, BLOCK, 31_417)]).not.toEqual([...inOrder(0, BLOCK, 31_317)]);
  });
});

describe("a run that stops by itself", () => {
  /** Enough when the last bin holds that many. */
  const stopAt = (count: number) => ({
    looks: { [Symbol.iterator]: () => lookSchedule() },
    enough: (tally: Float64Array) => tally[4]! >= count,
  });
  const looks = [...take(lookSchedule(), 30)];
  const stopped = (job: number, count: number) =>
    looks.find((blocks) => inOrder(job, BLOCK, blocks * BLOCK)[4]! >= count)!;

  function* take(numbers: Iterable<number>, n: number) {
    for (const number of numbers) {
      if (n-- <= 0) return;
      yield number;
    }
  }

  it.each([0, 1, 2, 7])("stops at the first look that is enough, on %i workers", async (workers) => {
    const random = sequence(100 + workers);
    const jobs = [planOf(BLOCK, 1_000_000, stopAt(900)), planOf(BLOCK, 1_000_000, stopAt(60))];
    const results = await simulate(new DelayedRunner(workers, jobs, () => random(3)), jobs);
    for (const [job, count] of [900, 60].entries()) {
      const trials = stopped(job, count) * BLOCK;
      expect(results[job]!.trials).toBe(trials);
      expect(results[job]!.stoppedBy).toBe("precision");
      expect([...results[job]!.tally]).toEqual([...inOrder(job, BLOCK, trials)]);
    }
  });

  it("looks at complete prefixes only, at the scheduled block counts", async () => {
    const seen: number[] = [];
    const stop = {
      looks: lookSchedule(),
      enough: (tally: Float64Array, trials: number) => {
        seen.push(trials);
        expect([...tally]).toEqual([...inOrder(0, BLOCK, trials)]);
        return false;
      },
    };
    const job = planOf(BLOCK, 2_050, stop);
    const random = sequence(5);
    const [result] = await simulate(new DelayedRunner(7, [job], () => random(3)), [job]);
    // 4, 5, 7, 9, 12, 15, 19 blocks, then the cap with its short block.
    expect(seen).toEqual([400, 500, 700, 900, 1200, 1500, 1900, 2050]);
    expect(result!.stoppedBy).toBe("trials");
  });

  it("says precision when the cap itself is enough", async () => {
    const job = planOf(BLOCK, 250, { looks: lookSchedule(), enough: () => true });
    const [result] = await simulate(new DelayedRunner(1, [job], () => 0), [job]);
    expect(result).toMatchObject({ trials: 250, stoppedBy: "precision" });
  });
});

describe("what the health of a run is read from", () => {
  /** The squares of the counts of whole blocks, one block after the other. */
  const squaresOf = (job: number, blockSize: number, blocks: number) => {
    const sums = [0, 0, 0, 0, 0];
    for (let block = 0; block < blocks; block++) {
      const before = inOrder(job, blockSize, block * blockSize);
      inOrder(job, blockSize, (block + 1) * blockSize).forEach((count, bin) => {
        sums[bin]! += (count - before[bin]!) ** 2;
      });
    }
    return sums;
  };

  it.each([0, 1, 7])("squares of whole blocks, the tally halfway, on %i workers", async (workers) => {
    const random = sequence(workers);
    const results = await simulate(new DelayedRunner(workers, plans, () => random(4)), plans);
    for (const [job, { trace }] of results.entries()) {
      const { blockSize, trials } = plans[job]!;
      const count = Math.floor(trials / blockSize);
      expect(trace!.blocks.count).toBe(count);
      expect([...trace!.blocks.squares]).toEqual(squaresOf(job, blockSize, count));
      expect([...trace!.blocks.tally]).toEqual([...inOrder(job, blockSize, count * blockSize)]);
      const half = (Math.ceil(trials / blockSize) >> 1) * blockSize;
      expect(trace!.half?.trials).toBe(half === 0 ? undefined : half);
      if (half > 0) expect([...trace!.half!.tally]).toEqual([...inOrder(job, blockSize, half)]);
    }
  });

  it("the look nearest to half, where the run stops by itself", async () => {
    const stop = { looks: lookSchedule(), enough: (_: Float64Array, trials: number) => trials >= 1_900 };
    const job = planOf(BLOCK, 10_000, stop);
    const [result] = await simulate(new DelayedRunner(2, [job], () => 0), [job]);
    expect(result!.trials).toBe(1_900);
    expect(result!.trace!.half!.trials).toBe(900); // of 4, 5, 7, 9, 12, 15, 19 blocks
  });

  it("one task in a hundred again, at the end; control: a runner that remembers is found out", async () => {
    const job = { ...planOf(1, 10_000), repeat: true };
    const runner = new DelayedRunner(2, [job], () => 0);
    const [sound] = await simulate(runner, [job]);
    expect(sound!.trace!.repeated).toEqual({ blocks: 1 + 3 * 32 }); // tasks 0, 100, 200 and 300 of 319
    expect(runner.asked).toHaveLength(319 + 4);
    let played = 0;
    const leaky = {
      workers: 2,
      run: async (task: Parameters<typeof runner.run>[0]) => {
        const counted = await runner.run(task);
        if (++played > 314) counted[0]! += 1;
        return counted;
      },
      close: async () => {},
    };
    const [found] = await simulate(leaky, [job]);
    expect(found!.trace!.repeated).toEqual({ blocks: 1 + 3 * 32, unlike: 0 });
  });

  it("of long blocks tasks grow with what was played, which changes nothing but their number", async () => {
    const trials = 10_000 * 65_536 - 1;
    const job = { ...planOf(65_536, trials), repeat: true };
    const runner = new DelayedRunner(2, [job], () => 0);
    const [result] = await simulate(runner, [job]);
    expect([...result!.tally]).toEqual([...inOrder(0, 65_536, trials)]);
    expect(result!.trace!.repeated).toEqual({ blocks: 1 + 3 * 32 });
    expect(runner.asked.length).toBeLessThan(70);
    for (const { first, blocks } of runner.asked) expect(blocks).toBeLessThanOrEqual(Math.max(32, first / 8));
    expect(Math.max(...runner.asked.map(({ blocks }) => blocks))).toBe(512);
  });
});

describe("an interrupt", () => {
  it.each([0, 1, 2, 7])("keeps the complete prefix of blocks, on %i workers", async (workers) => {
    const controller = new AbortController();
    const jobs = [planOf(BLOCK, 1_000_000), planOf(BLOCK, 300), planOf(BLOCK, 1_000_000)];
    const random = sequence(workers);
    const runner = new DelayedRunner(workers, jobs, (_, nth) => {
      if (nth === 12) controller.abort();
      return random(4);
    });
    const results = await simulate(runner, jobs, { signal: controller.signal });
    expect(runner.asked.length).toBeLessThan(12 + 2 * (workers + 1));
    // What was under way may go on, unheard, until the runner is closed.
    expect(runner.running).toBeLessThanOrEqual(2 * Math.max(1, workers));
    for (const [job, { trials, stoppedBy, tally }] of results.entries()) {
      expect(stoppedBy).toBe(trials === jobs[job]!.trials ? "trials" : "interrupt");
      expect([...tally]).toEqual([...inOrder(job, BLOCK, trials)]);
    }
    expect(results.map(({ stoppedBy }) => stoppedBy)).toContain("interrupt");
  });

  it("before the first block leaves empty tallies", async () => {
    const runner = new DelayedRunner(2, plans, () => 0);
    const results = await simulate(runner, plans, { signal: AbortSignal.abort() });
    expect(runner.asked).toEqual([]);
    for (const { trials, stoppedBy, tally } of results) {
      expect([trials, stoppedBy]).toEqual([0, "interrupt"]);
      expect([...tally]).toEqual([0, 0, 0, 0, 0]);
    }
  });
});

describe("a task that fails", () => {
  it.each([0, 1, 7])(
    "ends its own job; the others finish, and nothing is left unheard, on %i workers",
    async (workers) => {
      const runner = new DelayedRunner(workers, plans, () => 1);
      const broken = {
        workers,
        run: (task: Parameters<typeof runner.run>[0]) =>
          task.job === 0 && task.first === 64 ? Promise.reject(new Error("block 64")) : runner.run(task),
        close: async () => {},
      };
      const results = await simulate(broken, plans);
      expect(results.map(({ stoppedBy, fault }) => [stoppedBy, fault])).toEqual([
        ["fault", "block 64"],
        ["trials", undefined],
        ["trials", undefined],
        ["trials", undefined],
      ]);
      expect([...results[0]!.tally]).toEqual([...inOrder(0, BLOCK, 64 * BLOCK)]);
      expect(results.slice(1).map(({ tally }) => [...tally])).toEqual(expected.slice(1));
      await new Promise((resolve) => setTimeout(resolve, 50)); // an unhandled rejection would fail the test run
    },
  );
});

describe("progress", () => {
  it("counts up to the total, which a stop by precision lowers", async () => {
    const heard: Progress[] = [];
    const stop = { looks: lookSchedule(), enough: (_: Float64Array, trials: number) => trials >= 500 };
    const jobs = [planOf(BLOCK, 10_000, stop), planOf(BLOCK, 1_234)];
    const onProgress = ({ done, total, job, trials }: Progress) =>
      heard.push({ done, total, job, trials, tally: new Float64Array() });
    await simulate(new DelayedRunner(2, jobs, () => 0), jobs, { onProgress });
    expect(heard[0]!.total).toBe(11_234);
    expect(heard.at(-1)!.done).toBe(1_734);
    expect(heard.every(({ done }, i) => i === 0 || done > heard[i - 1]!.done)).toBe(true);
  });
});
