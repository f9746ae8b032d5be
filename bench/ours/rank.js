/** Ranks twelve units at equal points, each pair once, six turns, as `crible rank` does: seconds of processor time, and how it went. */
import { rankPlayed } from "../../dist/analysis/rank.js";
import { run } from "../../dist/analysis/run.js";
import { studyOfData } from "../../dist/scenario/data.js";

/** What a fight may take to be solved; see src/cli/rank.ts. */
const OPERATIONS = 200_000;

const profiles = {
  recruits: [5, 5, 7, 5, 10],
  rifles: [4, 5, 6, 4, 14],
  scouts: [4, 6, 7, 4, 16],
  raiders: [5, 7, 6, 4, 15],
  guards: [5, 4, 4, 3, 16],
  marksmen: [3, 5, 6, 4, 20],
  veterans: [4, 6, 5, 3, 20],
  marines: [4, 5, 4, 3, 25],
  heavies: [4, 4, 3, 3, 28],
  snipers: [2, 6, 7, 4, 26],
  champions: [3, 6, 4, 2, 35],
  giants: [4, 4, 2, 2, 40],
};
const names = Object.keys(profiles);
const side = { points: 200, units: [{ unit: names, order: "aimed" }] };
const study = await studyOfData({
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 10: 1, 20: 0, 40: -1 }, saveModifier: -1 } },
  units: Object.fromEntries(
    names.map((name) => {
      const [ballisticSkill, initiative, save, command, points] = profiles[name];
      return [name, { models: 1, ballisticSkill, initiative, save, command, points, weapon: "rifle" }];
    }),
  ),
  experiments: { field: { kind: "engagement", sides: [side, side], situation: { distance: 12, turns: 6 } } },
});
const before = process.cpuUsage();
const { result, ranks } = await rankPlayed(study, (own) => run(own, { mostOperations: OPERATIONS }));
const { user, system } = process.cpuUsage(before);
const half = Math.max(...ranks.rankings[0].wins.flat().map(({ lower = 0, upper = 0 }) => (upper - lower) / 2));
console.log(
  JSON.stringify({
    seconds: (user + system) / 1e6,
    units: names.length,
    fights: result.cells.length,
    exact: result.cells.filter(({ method }) => method === "exact").length,
    half,
    first: ranks.rankings[0].units[0].unit,
  }),
);
