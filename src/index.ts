/**
 * crible as a library.
 *
 * @example
 * import { run, studyOfData } from "crible";
 *
 * const study = await studyOfData({
 *   version: 1,
 *   ruleset: "alpha-omega",
 *   weapons: { rifle: { range: { 24: 0 }, saveModifier: -1 } },
 *   units: { marines: { ballisticSkill: "4+", save: "4+", command: "3+", weapon: "rifle" } },
 *   experiments: {
 *     duel: { kind: "shot", attacker: "marines", defender: "marines", situation: { distance: 12 } },
 *   },
 * });
 * const result = await run(study);
 * result.cells[0].metrics[0].outcomes[4].fraction; // "7/50": out of action
 *
 * @example
 * import { compare, runPaired, studyOfData } from "crible";
 *
 * const scenario = (save) =>
 *   studyOfData({
 *     version: 1,
 *     ruleset: "alpha-omega",
 *     weapons: { rifle: { range: { 24: 0 } } },
 *     units: { marines: { ballisticSkill: "4+", save, command: "3+", weapon: "rifle" } },
 *     experiments: { shot: { kind: "shot", attacker: "marines", defender: "marines", situation: { distance: 12 } } },
 *   });
 * const studies = [await scenario("4+"), await scenario("5+")];
 * const { results, pairing } = await runPaired(studies, { apart: "nothing", method: "simulate", trials: 2_000 });
 * const { pairs } = await compare(results[0], results[1], { pairing });
 * pairs[0].differences[0].change.paired.trials; // 2000
 */
import { limitsReady } from "./stats/library.ts";

await limitsReady();

export { type Acceptance, type AcceptSettings, accept } from "./analysis/accept.ts";
export { type Baseline, baselineText } from "./analysis/baseline.ts";
export { parseBaseline } from "./analysis/baseline-reading.ts";
export { type Blocks, blocksPath, blocksText, parseBlocks } from "./analysis/blocks.ts";
export { type CheckSettings, check } from "./analysis/check.ts";
export type { CheckResult, MetricCheck, NameFault } from "./analysis/check-result.ts";
export { type EvenPrices, evenPrices } from "./analysis/even.ts";
export { type Margin, parseMargin } from "./analysis/margin.ts";
export { type Margins, parseMargins } from "./analysis/margins.ts";
export type { Apart, Pairing } from "./analysis/pairing.ts";
export { bestPlay, type Games, gamesOf, type Played, type PlayedSide, type Playing } from "./analysis/playing.ts";
export { type PointsWorth, pointsWorth } from "./analysis/points.ts";
export { type Ranked, type Ranking, type Ranks, rank } from "./analysis/rank.ts";
export { type RankData, type RankSettings, rankScenario } from "./analysis/rank-scenario.ts";
export { runUnpaired, withOwnStreams } from "./analysis/run-paired.ts";
export { sweepToEdges } from "./analysis/sweep.ts";
export { type ComparedStudies, studiesOfFiles, studiesOfVariants } from "./analysis/variant-studies.ts";
export * from "./browser.ts";
export { checkAnnotations, checkJunit, checkMarkdown } from "./report/index.ts";
export type { OutsideRuleset } from "./rulesets/index.ts";
export { useRulesets } from "./scenario/outside.ts";
export type { QualityCheck } from "./stats/quality.ts";
