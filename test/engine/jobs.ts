import type { Job } from "../../src/engine/job.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../src/scenario/data.ts";

const rifle = { range: { 12: 0, 24: -1 }, saveModifier: -1 };
const soldier = { ballisticSkill: "4+", save: "4+", command: "3+", weapon: "rifle", models: 4 };

/** A scenario of a shot and a volley, small and made of nothing but itself. */
export const scenario = {
  version: 1,
  ruleset: "alpha-omega",
  title: "Two questions",
  seed: 7,
  weapons: { rifle },
  units: { rangers: { ...soldier, label: "Rangers" }, marines: { ...soldier, save: "5+", label: "Marines" } },
  modifierSets: { endurance: { factor: true, defender: { addSkills: ["endurance"] } } },
  experiments: {
    oneShot: {
      kind: "shot",
      attacker: "rangers",
      defender: "marines",
      situation: { distance: 12 },
      with: ["base", "endurance"],
    },
    whole: { kind: "volley", attacker: "rangers", defender: "marines", situation: { distance: 12 } },
  },
};

/** The jobs of that scenario with the plan each one needs. */
export async function jobsOf(trials: number) {
  const { cells, seed } = await studyOfData(scenario);
  const { kinds } = await loadRuleset("alpha-omega");
  return cells.map(({ id, kind, outcome }) => {
    const { profile } = outcome as { profile: unknown };
    const job: Job = { cell: id, ruleset: "alpha-omega", kind, profile, seed: seed.seed };
    const { blockSize, metrics } = programFor(kinds[kind]!, profile);
    return { job, plan: { blockSize, bins: tallyOffsets(metrics).at(-1)!, trials } };
  });
}
