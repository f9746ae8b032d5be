/** A page with a chart of every kind, its names long and its numbers awkward: what must not be cut, cross or collide. */

import type { Factorial } from "../../src/analysis/effects.ts";
import type { Estimate } from "../../src/analysis/form.ts";
import type { Ranking } from "../../src/analysis/rank.ts";
import type { CellResult } from "../../src/analysis/result.ts";
import type { Tornado } from "../../src/analysis/sensitivity.ts";
import { changeChart } from "../../src/report/charts/change.ts";
import { effectsChart } from "../../src/report/charts/effects.ts";
import { overviewChart } from "../../src/report/charts/overview.ts";
import { pricesChart } from "../../src/report/charts/prices.ts";
import { rankChart } from "../../src/report/charts/rank.ts";
import { countsOf, survivalChart } from "../../src/report/charts/survival.ts";
import { sweepLines, sweepMap } from "../../src/report/charts/sweep.ts";
import { tornadoChart } from "../../src/report/charts/tornado.ts";
import { worthChart } from "../../src/report/charts/worth.ts";
import { distributionOf } from "../../src/report/distribution.ts";
import { gridOf } from "../../src/report/grid.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { pageHtml } from "../../src/report/page/html.ts";
import type { Page } from "../../src/report/page/page.ts";
import { atOnce } from "../../src/rule/event-loop.ts";
import { cell, counted, headlines, numericMetric, simulated } from "./results.ts";

const NAMES = [
  "Guerriers-machines de la Troisième Légion",
  "Rangers",
  "weapons.laserRifle.saveModifier",
  "endurance, drone and implacable",
  "Éclaireurs d'assaut à propulseurs dorsaux",
  "x",
];
const about = (value: number, off = 0.03): Estimate => ({ value, lower: value - off, upper: value + off, trials: 900 });
const change = (value: number) => ({ value, lower: value - 0.01, upper: value + 0.02 });

/** Six against six, with a number of every length. */
const fights = NAMES.flatMap((attacker, a) =>
  NAMES.map((defender, d): CellResult => {
    const out = [0, 1, 45, 999, 1000, 480][(a + d) % 6]!;
    return simulated(counted("outcome", { miss: 1000 - out, out }), 1000, { attacker, defender });
  }),
);

export function kindsHtml(labels: "en" | "fr"): Promise<string> {
  const language = languageOf(labels);
  const points = NAMES.map((name, i) => ({ name, estimate: about(0.05 + 0.18 * i), isBase: i === 1 }));
  const factorial = {
    ...{ measure: "outcome=down+out", isChance: true },
    alone: NAMES.slice(1, 4).map((name, i) => ({ factors: [name], change: change(i * 0.07 - 0.1) })),
    together: [{ factors: NAMES.slice(1, 4), change: change(-0.3), overlap: change(0.004) }],
  } as unknown as Factorial;
  const bars = NAMES.map((path, i) => ({
    ...{ path, rank: i < 2 ? 1 : i, swing: 0.4 / (i + 1), swingLower: 0.38 / (i + 1), swingUpper: 0.42 / (i + 1) },
    down: { to: 3, change: change(-0.2 / (i + 1)) },
    up: { to: 5, change: change(0.2 / (i + 1)) },
  }));
  const tornado = {
    measure: "casualties@6.second",
    isChance: false,
    attacker: NAMES[0],
    defender: NAMES[1],
    bars,
  } as unknown as Tornado;
  const moved = NAMES.map((name, i) => ({
    ...{ name, before: "50.0 % ± 3.0", now: "60.0 % ± 3.0" },
    ...{
      change: change(0.08 * i),
      margin: 0.01,
      verdict: i > 0 ? "higher" : "undecided",
      isBeyond: i > 0,
      isChance: true,
    },
  }));
  const distances = [4, 8, 12, 16, 20, 24, 28, 32, 36, 40];
  const at = (distance: number, value: number) => ({
    ...{ cell: "x", point: { "situation.distance": distance }, estimate: { value, trials: 0 } },
  });
  const swept = distances.map((n) => at(n, n <= 12 ? 1.933 : n <= 20 ? 1.595 : 0.847));
  const edges = [
    { after: 12, from: about(1.933), to: { value: 1.595, trials: 0 } },
    { after: 20, from: about(1.595), to: { value: 0.847, trials: 0 } },
  ];
  const axis = { path: "situation.distance", values: distances };
  const saves = { path: "defender.save", values: [2, 3, 4, 5, 6] };
  const curve = { measure: "casualties", isChance: false, points: swept, edges };
  const map = {
    ...{ cell: "x", experiment: "x", attacker: "a", defender: "d", modifiers: ["base"], measure: "outcome=out" },
    ...{ isChance: true },
    points: distances.flatMap((distance, d) =>
      saves.values.map((save, s) => ({
        ...{ cell: "x", point: { "situation.distance": distance, "defender.save": save } },
        ...(d + s === 0
          ? { statement: { rule: "A-1", text: "too near" } }
          : { estimate: { value: (d * s) / 36, trials: 0 } }),
      })),
    ),
  };
  const state = (name: string, turn: number, mean: number) => ({
    ...{ name, turn, side: "first" as const, outcomes: [], mean, meanLower: mean - 0.01, meanUpper: mean + 0.01 },
  });
  const turns = [1, 2, 3, 4, 5, 6].flatMap((turn) => [
    state("ready", turn, 7 - turn),
    state("pinned", turn, turn / 2),
    state("down", turn, turn / 4),
    state("out", turn, turn / 4),
  ]);
  const ranking = {
    experiment: "field",
    units: NAMES.map((unit) => ({ unit, mean: about(0.5, 0.002) })),
    wins: NAMES.map((_, i) => NAMES.map((_, j) => about(0.5 + (j - i) * 0.099, 0.004))),
  } as unknown as Ranking;
  const bought = NAMES.map((unit, i) => ({
    ...{ unit, points: 60 + 20 * i, taken: about(30 + 9 * (i % 4), 2), isBest: i < 4 },
  }));
  const sets = NAMES.map((name) => cell({ kind: "volley", modifiers: [name], metrics: [numericMetric] }));
  const page: Page = {
    language,
    ...{ title: NAMES[0]!, aside: "fire.yaml", notes: [], findings: NAMES, first: [], how: [], facts: [] },
    ...{ command: "crible run fire.yaml", found: "exact", source: "crible 0.1.0", ruleset: "alpha-omega" },
    sections: [
      {
        ...{ id: "charts", title: NAMES[4]! },
        blocks: [
          {
            charts: [
              overviewChart(points, true, { what: "of shots put the target down or out for good" }, language),
              changeChart(moved, ["before", "now"], language),
              effectsChart(factorial, language),
              tornadoChart(tornado, language)!,
              sweepLines([{ name: "", curve }], axis, language)!,
              sweepLines([{ name: "", curve: { ...curve, points: swept.slice(0, 5) } }], axis, language)!,
              sweepLines(
                NAMES.slice(0, 3).map((name) => ({ name, curve })),
                axis,
                language,
              )!,
              sweepLines([{ name: "", curve }], axis, language, {
                title: NAMES[4]!,
                aim: { value: 2.6, text: "target 2.6" },
              })!,
              pricesChart(
                NAMES.map((name, i) => ({
                  ...{ cell: "", name, who: name, unit: name, than: "", points: 20 },
                  ...{ even: { value: 8 * (i + 1) }, ratio: 0.4 * (i + 1) },
                  texts: [`20 ${language.points.per.model}`, `≈ ${8 * (i + 1)}.25`] as const,
                })),
                "a model",
                language,
              ),
              sweepMap(map, [saves, axis], language)!,
              survivalChart(NAMES[0]!, countsOf(turns, "first"), language),
              rankChart(ranking, language),
              worthChart({ inPoints: true, units: bought }, language),
            ],
          },
        ],
      },
      {
        ...{ id: "grids", title: NAMES[3]! },
        blocks: [
          { grid: atOnce(gridOf(fights, headlines.shot, language))!, caption: "who beats whom" },
          { grid: distributionOf(sets, headlines.volley!, language)!, caption: "what can happen" },
        ],
      },
    ],
  };
  return pageHtml(page);
}
