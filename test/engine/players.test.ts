import { expect, test } from "vitest";
import type { Job } from "../../src/engine/job.ts";
import { JobPlayers } from "../../src/engine/runner.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const jobs = async (count: number): Promise<Job[]> => {
  const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { only: ["interception"] });
  const { kind, outcome } = study.cells[0]!;
  const { profile } = outcome as { profile: unknown };
  return Array.from({ length: count }, (_, i) => ({
    cell: `cell ${i}`,
    ruleset: study.ruleset,
    kind,
    profile,
    seed: 7n,
  }));
};

test("players of jobs that have ended are let go, and those under way are kept", async () => {
  const made = new Set<string>();
  const many = (await jobs(40)).map(({ profile, ...job }) => ({
    ...job,
    get profile() {
      made.add(job.cell);
      return profile;
    },
  }));
  /** Of jobs that are played once, and then once more, those that a player is made for again. */
  const madeAgain = async (players: JobPlayers, which: readonly number[]) => {
    const play = async (job: number) => players.play({ job, first: 0, blocks: 1, trials: 10 }, many[job]!);
    for (const job of many.keys()) await play(job);
    made.clear();
    for (const job of which) await play(job);
    return made.size;
  };
  expect(await madeAgain(new JobPlayers(), [39, 38, 37])).toBe(0);
  expect(await madeAgain(new JobPlayers(), [0, 1, 2])).toBe(3);
  expect(await madeAgain(new JobPlayers(), [35]), "four are kept").toBe(1);
  expect(await madeAgain(new JobPlayers(many.length), [...many.keys()])).toBe(0);
});

test("a job that is played again after it was let go counts the same", async () => {
  const many = await jobs(40);
  const players = new JobPlayers();
  const task = { job: 0, first: 3, blocks: 2, trials: 200 };
  const before = await players.play(task, many[0]!);
  for (const [job, of] of many.entries()) if (job > 0) await players.play({ job, first: 0, blocks: 1, trials: 10 }, of);
  expect(await players.play(task, many[0]!)).toEqual(before);
});
