/** What a program may pass by mistake. */
import { describe, expect, it } from "vitest";
import { compare, run, runPaired, runUnpaired, SettingError, studyOfData } from "../../src/index.ts";
import { fire } from "./fire.ts";

const study = await studyOfData(fire);
const wrong: [settings: unknown, message: RegExp][] = [
  ...[-1, 0, 1.5, Number.NaN, Infinity, 2e10, "1000", null].map((trials): [unknown, RegExp] => [
    { trials },
    /^trials: /,
  ]),
  ...[-1, 0.5, Number.NaN, "2"].map((workers): [unknown, RegExp] => [{ workers }, /^workers: .* from 0 on/]),
  [{ trails: 1000 }, /no setting "trails" \(did you mean "trials"\?\)/],
  [{ seed: 7 }, /no setting "seed" \(write seed: in the scenario/],
  [{ only: ["a"] }, /no setting "only" \(give it to studyOfData or loadStudy\)/],
  [{ method: "simulated" }, /^method: expected one of auto, exact, simulate, got "simulated"/],
  [{ guarantee: "always" }, /^guarantee: expected one of fixed, anytime/],
  [null, /settings are an object/],
  [1000, /settings are an object/],
];

describe("settings", () => {
  it.each(wrong)("%o is refused", async (settings, message) => {
    const paired = typeof settings === "object" && settings !== null ? { apart: "nothing", ...settings } : settings;
    const attempts = [
      run(study, settings as never),
      runPaired([study], paired as never),
      runUnpaired([study], paired as never),
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SettingError);
      expect((error as Error).message).toMatch(message);
    }
  });

  it("what is no study is refused in words", async () => {
    for (const none of [undefined, null, {}, studyOfData(fire), await run(study)])
      await expect(run(none as never)).rejects.toThrow(/^run takes a study, of await studyOfData/);
    await expect(runPaired(study as never, { apart: "nothing" })).rejects.toThrow(/^runPaired takes a list of studies/);
    await expect(compare(study as never, { sets: ["a", "b"] } as never)).rejects.toThrow(
      /^compare takes two results of run/,
    );
    const result = await run(study);
    await expect(compare(result, { ...result, ruleset: "metropolis" })).rejects.toThrow(/^cannot compare games: /);
  });

  it("the hint for a seed is one that works", async () => {
    expect((await run(await studyOfData(fire, { set: ["seed=7"] }))).seed).toBe("7");
  });

  it("every setting there is passes", async () => {
    const { signal } = new AbortController();
    const settings = { method: "simulate", trials: 1, precision: "1%", guarantee: "fixed", workers: 0 } as const;
    const heard = { command: "x", signal, onProgress: () => {}, onSolve: () => {} };
    expect((await run(study, { ...settings, ...heard, verify: true })).cells[0]!.trials).toBe(1);
    await runPaired([study], { ...settings, ...heard, apart: "nothing", measures: [] });
    await runUnpaired([study], { ...settings, ...heard, apart: "nothing", measures: [] });
  });
});
