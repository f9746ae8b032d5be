/**
 * crible's side of alpha-omega-engagement.bench.js: ten Rangers on aimed against ten Marines on manoeuvre, 20 paces,
 * 60 % visible, six turns of fire and rally. `counts` plays by counts of like soldiers, as `crible run` does;
 * `unlike` the same fight with sergeants, heavy weapons and skills among them, also by counts; `written` and
 * `written-unlike` play the battle as it is written; `exact` solves. Prints what the C program prints.
 */
import v8 from "node:v8";
import vm from "node:vm";
import { blockStream, cellKey } from "../../dist/dice/index.js";
import { probabilitiesOf } from "../../dist/rule/exact.js";
import { tallyOffsets } from "../../dist/rule/program.js";
import { BattleKernel } from "../../dist/rulesets/alpha-omega/engagement/battle-kernel.js";
import { solveEngagement } from "../../dist/rulesets/alpha-omega/engagement/exact.js";
import { FireActs } from "../../dist/rulesets/alpha-omega/engagement/fire-acts.js";
import { isPlayedByCounts } from "../../dist/rulesets/alpha-omega/engagement/fire-keys.js";
import { planOf } from "../../dist/rulesets/alpha-omega/engagement/plan.js";
import { metricsOf } from "../../dist/rulesets/alpha-omega/engagement/score.js";
import { studyOfData } from "../../dist/scenario/data.js";
import { processor } from "../measure.js";

const [mode, amount] = process.argv.slice(2);
const models = mode === "exact" ? Number(amount) : 10;
const squad = (line, members) => (mode.endsWith("unlike") ? { ...line, members } : { ...line, models });
const study = await studyOfData({
  version: 1,
  ruleset: "alpha-omega",
  weapons: {
    laserRifle: { range: { 12: 0, 20: -2, 28: -4, 40: -6 }, saveModifier: -1 },
    bolter: { range: { 12: 0, 24: -2, 36: -4 }, saveModifier: -1 },
    longLaser: { range: { 30: -1 }, saveModifier: -3 },
    heavyBolter: { range: { 30: -2 }, saveModifier: -2, shots: 2 },
  },
  units: {
    rangers: squad({ ballisticSkill: 4, initiative: 6, save: 7, command: 4, weapon: "laserRifle" }, [
      { ballisticSkill: 3, save: 6, command: 3 },
      { models: 2, weapon: "longLaser" },
      { models: 2, command: 5, skills: ["endurance"] },
      { models: 5 },
    ]),
    marines: squad({ ballisticSkill: 4, initiative: 5, save: 4, command: 3, weapon: "bolter" }, [
      { ballisticSkill: 3, save: 3, command: 2 },
      { models: 2, weapon: "heavyBolter" },
      { models: 2, skills: ["implacable"] },
      { models: 5 },
    ]),
  },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "manoeuvre" }] }],
      situation: { distance: 20, visible: 60, turns: 6 },
    },
  },
});
const { profile } = study.cells[0].outcome;
const metrics = metricsOf(profile);
const wanted = metrics.flatMap(({ name, turn }, m) => (m === 0 || (turn === 6 && name === "casualties") ? [m] : []));

if (mode === "exact") {
  const before = process.cpuUsage();
  const answers = solveEngagement(profile);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const counts = wanted.flatMap((m) => [...probabilitiesOf(answers[m])]);
  console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024, counts }));
} else {
  const trials = Number(amount);
  const plan = planOf(profile);
  if (!isPlayedByCounts(plan)) throw new Error("the squads of the bench are no longer played by counts");
  const kernel = mode.startsWith("written") ? new BattleKernel(plan) : new FireActs(plan).kernel();
  const offsets = tallyOffsets(metrics);
  const tally = new Float64Array(offsets.at(-1));
  const key = cellKey(1n, "bench");
  const play = (first, all) => {
    for (let left = all, block = first; left > 0; left -= 4096, block++)
      kernel.play(blockStream(key, block), Math.min(left, 4096), tally);
  };
  play(1_000_000, 200_000);
  tally.fill(0);
  const clock = processor();
  play(0, trials);
  const seconds = clock();
  const counts = wanted.flatMap((m) => [...tally.subarray(offsets[m], offsets[m + 1])]);
  if (trials >= 1_000_000) {
    // The same fights once more: whatever is made when it is first needed is there by now.
    v8.setFlagsFromString("--expose-gc");
    vm.runInNewContext("gc")();
    const before = process.memoryUsage().heapUsed;
    play(0, trials);
    const grown = process.memoryUsage().heapUsed - before;
    // One small object a fight would be sixteen megabytes in a million, or a collection meanwhile.
    if (Math.abs(grown) > 2 ** 20)
      throw new Error(`playing ${trials} fights ${mode} changed the heap by ${grown} bytes`);
  }
  console.log(JSON.stringify({ seconds, counts }));
}
