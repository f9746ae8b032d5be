/** Settings as a program gives them: JavaScript passes anything, and a slip must not decide what is computed. */

import { hinted } from "../rulesets/said.ts";
import { MOST_TRIALS } from "../scenario/limits.ts";
import { suggested } from "../scenario/nearest.ts";
import { quote } from "../scenario/problem.ts";
import { GUARANTEES } from "../stats/guarantee.ts";
import { SettingError } from "./setting-error.ts";

const RUN = [
  "method",
  "mostOperations",
  "finding",
  "verify",
  "trials",
  "precision",
  "guarantee",
  "workers",
  "thrifty",
  "runner",
  "keep",
  "cache",
  "share",
  "probes",
  "whenRead",
  "mayLeave",
  "command",
  "signal",
  "onProgress",
  "onWork",
  "onSolve",
] as const;
const PAIRED = [...RUN.filter((name) => name !== "verify" && name !== "mostOperations"), "apart", "measures"];
const KNOWN = { run: RUN, runPaired: PAIRED, runUnpaired: PAIRED } as const;
const METHODS = ["auto", "exact", "simulate"];

/** What belongs to the study, and is decided where that is made. */
const OF_STUDY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["set", "only", "cells", "joint", "sweep"].map((name) => [name, "give it to studyOfData or loadStudy"]),
  ),
  seed: "write seed: in the scenario, or studyOfData(data, { set: ['seed=7'] }), or loadStudy(path, { set: ['seed=7'] })",
};

const shown = (value: unknown): string => (typeof value === "number" ? String(value) : quote(String(value)));

/** @throws SettingError for a study that is none, an unknown setting, or a value that cannot be meant */
export function checkSettings(by: keyof typeof KNOWN, studies: unknown, settings: unknown): void {
  const isStudy = (study: unknown) => Array.isArray((study as { cells?: unknown } | undefined | null)?.cells);
  const hasPlaces = (study: unknown) => (study as { places?: unknown }).places instanceof Map;
  if (!Array.isArray(studies) || studies.length === 0 || !studies.every((one) => isStudy(one) && hasPlaces(one)))
    throw new SettingError(
      `${by} takes ${by === "run" ? "a study" : "a list of studies"}, of await studyOfData(data) or await loadStudy(path)`,
    );
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new SettingError(`${by}: the settings are an object such as { trials: 1000 }`);
  const given = settings as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if ((KNOWN[by] as readonly string[]).includes(name)) continue;
    throw new SettingError(hinted(`${by} has no setting ${quote(name)}`, OF_STUDY[name] ?? suggested(name, KNOWN[by])));
  }
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  const expect = (name: string, isMeant: (value: unknown) => boolean, what: string) => {
    const { [name]: value } = given;
    if (value !== undefined && !isMeant(value))
      throw new SettingError(`${name}: expected ${what}, got ${shown(value)}`);
  };
  const isOfTrials = (value: unknown) => isWhole(value) && value !== 0 && (value as number) <= MOST_TRIALS;
  expect("trials", isOfTrials, `a whole number from 1 to ${MOST_TRIALS}`);
  for (const name of ["workers", "mostOperations", "finding"]) expect(name, isWhole, "a whole number from 0 on");
  for (const [name, words] of Object.entries<readonly unknown[]>({ method: METHODS, guarantee: GUARANTEES }))
    expect(name, (value) => words.includes(value), `one of ${words.join(", ")}`);
}
