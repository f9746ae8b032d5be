import type { Job } from "../engine/job.ts";
import type { Joint } from "../rule/joint.ts";
import type { Sentence } from "../rule/message.ts";
import type { Program } from "../rule/program.ts";
import { carried } from "../rulesets/index.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import type { Cell, Study } from "../scenario/study.ts";

/** A cell that can be computed, and how. */
export interface Planned {
  readonly cell: Cell;
  readonly program: Program;
  readonly exact: boolean;
  readonly headline: Headline;
  readonly joints: readonly Joint[];
  /** Most trials of it, where it is simulated. */
  readonly trials: number;
  readonly note?: Sentence;
}

/** What an engine is told of a profile of a study. */
export const jobFor = (study: Study, cell: string, kind: string, profile: unknown): Job => ({
  cell,
  ruleset: study.ruleset,
  ...carried(study.ruleset),
  kind,
  profile,
  seed: study.seed.seed,
});

/** What it is told of a cell. */
export const jobOf = (study: Study, { cell, joints }: Planned): Job => ({
  ...jobFor(study, cell.id, cell.kind, (cell.outcome as { profile: unknown }).profile),
  ...(joints.length > 0 ? { joints } : {}),
});
