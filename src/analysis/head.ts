import { STREAM_NAME } from "../dice/index.ts";
import { keptWords } from "../rulesets/index.ts";
import type { Study } from "../scenario/study.ts";
import { VERSION } from "../version.ts";

/** Where numbers come from: what is the same for every cell of a study. */
export const headOf = (study: Study) => ({
  format: 1 as const,
  version: VERSION,
  stream: STREAM_NAME,
  seed: study.seed.seed.toString(),
  ruleset: study.ruleset,
  ...keptWords(study.ruleset),
  ...(study.title === undefined ? {} : { title: study.title }),
  ...(Object.values(study.titles).some((texts) => Object.keys(texts).length > 0) ? { titles: study.titles } : {}),
  file: study.file,
  labels: study.labels,
});
