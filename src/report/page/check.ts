/** The page of a check: the verdict, what moved, what to do about it. */
import type { CheckResult, MetricCheck } from "../../analysis/check-result.ts";
import { changeChart, type Moved } from "../charts/change.ts";
import type { Chart } from "../charts/chart.ts";
import { languageFor, titleOf } from "../format.ts";
import type { Language } from "../language/language.ts";
import {
  adviceText,
  basisText,
  beforeText,
  type CauseGroup,
  causeGroups,
  causeLines,
  causesOfGroup,
  checkedName,
  checkedText,
  driftText,
  exactText,
  faultText,
  faultyName,
  isTold,
  marginText,
  namesApart,
  sideText,
  verdictText,
  worstMetrics,
} from "../verdicts.ts";
import { checkClaim, missedGoals } from "./claims.ts";
import type { Page, PageBlock } from "./page.ts";
import { foundText, madeFrom } from "./provenance.ts";
import { goalsBlock } from "./run.ts";

/** Numbers that moved, in words; the table has them all. */
const MOST = 12;

/** What a number is called on this page. */
type NameOf = (metric: MetricCheck) => string;

/** A chart for chances and one for means; what moved stands first. */
function charts(metrics: readonly MetricCheck[], nameOf: NameOf, language: Language): Chart[] {
  const { check: say, page } = language;
  const units = [...new Set(metrics.map(({ unit }) => unit))];
  return units.flatMap((unit) => {
    const moved = metrics
      .filter((metric) => metric.unit === unit)
      .map((metric): Moved => {
        const { difference: value, lower, upper, margin, verdict } = metric;
        return {
          name: nameOf(metric),
          before: beforeText(metric, language),
          now: sideText(metric, metric.now, language),
          change: lower === undefined || upper === undefined ? { value } : { value, lower, upper },
          margin,
          verdict: say.verdicts[verdict],
          isBeyond: isMove(verdict),
        };
      });
    return [changeChart(moved, unit === "chance", [page.before, page.now], language)];
  });
}

const isMove = (verdict: MetricCheck["verdict"]): boolean => verdict === "drift" || verdict === "changed";

function metricsBlock(metrics: readonly MetricCheck[], nameOf: NameOf, language: Language): PageBlock {
  const { check, say, page } = language;
  return {
    table: {
      caption: page.checked,
      head: [page.number, say`verdict`, page.before, page.now, say`change`, say`margin`],
      rows: metrics.map((metric) => [
        nameOf(metric),
        check.verdicts[metric.verdict],
        beforeText(metric, language, exactText),
        exactText(metric, metric.now, language),
        driftText(metric, language),
        marginText(metric, language),
      ]),
      words: 2,
    },
  };
}

/** A group of numbers: what moved them, what their names share, then a line for each. */
function groupLines(result: CheckResult, group: CauseGroup, nameOf: NameOf, language: Language): string[] {
  const { goals } = language;
  const { shared, own } = namesApart(group.metrics.map(nameOf));
  const heads = [...causesOfGroup(result, group, language), ...(shared === "" ? [] : [goals.line(shared, "").trim()])];
  const indent = heads.length === 0 ? "" : "  ";
  return [
    ...heads,
    ...group.metrics.map((metric, i) => `${indent}${goals.line(own[i]!, checkedText(metric, language))}`),
  ];
}

/** A name without what all of them share. */
const nameWithin = (shared: string) => (name: string) =>
  shared !== "" && name.startsWith(shared) ? name.slice(shared.length).replace(/^[\u00a0 ,:]+/u, "") : name;

export function checkPage(result: CheckResult): Page {
  const language = languageFor(result);
  const { check, say, page, cell } = language;
  const metrics = worstMetrics(result.metrics);
  const told = metrics.filter(isTold).slice(0, MOST);
  const groups = causeGroups(result, told, language);
  // What all of them share is said once, above.
  const { shared, own } = namesApart(metrics.map((metric) => checkedName(metric, language)));
  const byMetric = new Map(metrics.map((metric, i) => [metric, own[i]!]));
  const nameOf: NameOf = (metric) => byMetric.get(metric)!;
  const claim = checkClaim(result, nameWithin(shared));
  // What did not move is in the table; where nothing did, all are drawn.
  const isDrawn = ({ verdict }: MetricCheck) => isMove(verdict) || verdict === "inconclusive";
  const drawn = charts(metrics.some(isDrawn) ? metrics.filter(isDrawn) : metrics, nameOf, language);
  const played = result.metrics.map(({ now: { trials } }) => ({
    method: trials === 0 ? ("exact" as const) : ("monte-carlo" as const),
    trials,
  }));
  const basis = basisText(result, language);
  const { goals: found, names } = result;
  return {
    language,
    title: say`${titleOf(result)}: balance check`,
    aside: [shared, result.ruleset].filter((text) => text !== "").join(" · "),
    lead: {
      title: claim.title,
      lede: claim.lede,
      tags: played.length === 0 ? [] : [{ text: foundText(played, language) }],
      blocks: drawn.length === 0 ? [] : [{ charts: drawn }],
    },
    verdict: { state: result.verdict, text: `${page.marks[result.verdict]} ${verdictText(result, language)}` },
    notes: result.warnings.map((text) => cell.warning(text)),
    findings: [
      ...missedGoals(result, language),
      ...(groups.length === 0 ? causeLines(result.changes, language) : []),
      ...groups.flatMap((group) => groupLines(result, group, nameOf, language)),
      ...(basis === undefined ? [] : [basis]),
      ...adviceText(result, language),
    ],
    first: found.length > 0 ? [goalsBlock(found, language)] : [],
    sections: [
      ...(metrics.length > 0
        ? [
            {
              id: "numbers",
              title: page.checked,
              blocks: [metricsBlock(metrics, nameOf, language)],
            },
          ]
        : []),
      ...(names.length > 0
        ? [
            {
              id: "names",
              title: page.faults,
              blocks: [
                {
                  table: {
                    caption: page.faults,
                    head: [page.number, say`fault`],
                    rows: names.map((name) => [
                      faultyName(name, language),
                      language.goals.line(check.faultNames[name.fault], faultText(name, language)),
                    ]),
                    words: 2,
                  },
                },
              ],
            },
          ]
        : []),
    ],
    ...madeFrom({ ...result, cells: played }, language, false),
  };
}
