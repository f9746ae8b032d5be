import { expect, it } from "vitest";
import { EngineError, inProcessRunner } from "../../src/engine/runner.ts";
import { jobsOf } from "./jobs.ts";

it("a kernel that throws in this process is named by its block", async () => {
  const [{ job }] = (await jobsOf(1)) as [Awaited<ReturnType<typeof jobsOf>>[number]];
  const runner = inProcessRunner([{ ...job, cell: "it's~a~b~base", profile: undefined }]);
  const error: Error = await runner.run({ job: 0, first: 5, blocks: 1, trials: 1 }).then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error as Error,
  );
  expect(error).toBeInstanceOf(EngineError);
  expect(error.message).toMatch(/^block 5 of it's~a~b~base could not be played: /);
  expect(error.message).toContain("--cell 'it'\\''s~a~b~base' --workers 0");
});
