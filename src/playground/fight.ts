/** A whole fight as the page shows it: who is left turn by turn, what can be ordered, one trial told. */
import { withGoingFirst } from "../analysis/going-first.ts";
import type { ReplaySettings } from "../analysis/replay.ts";
import type { CellResult } from "../analysis/result.ts";
import type { Stack } from "../report/charts/drawing.ts";
import { goingFirstText } from "../report/estimate.ts";
import { type Language, languageOf } from "../report/language/language.ts";
import { sideNames } from "../report/language/sides.ts";
import { entryText } from "../report/telling-entry.ts";
import type { Reader } from "../rulesets/reader.ts";
import type { ToldEntry } from "../rulesets/telling.ts";
import { jsonSchemaOf, valuesAt } from "../scenario/fields.ts";
import type { Study } from "../scenario/study.ts";
import { NOTHING } from "../scenario/tree.ts";
import { blocksOf, type TextBlocks } from "./blocks.ts";
import {
  type FightSide,
  type FightTold,
  perTurn,
  type Replayed,
  type StandingChart,
  type ToldLine,
} from "./fight-words.ts";
import type { Query } from "./question.ts";

/** Trials of a fight beside its best play, where it is not exact. */
const WITH_BEST = 16_384;
/** Turns that orders are shown of. */
const MOST_TURNS = 12;

/** @param cell without numbers where the rules forbid the fight, or it cannot be */
export async function fightTold(
  { parts }: Reader,
  cell: CellResult | undefined,
  { attacker = "", defender = "", changes }: Query,
  language: Language,
): Promise<FightTold> {
  const { standingCharts } = await import("../report/charts/survival.ts");
  const names = sideNames({ attacker, defender }, language);
  const { sideUnit } = parts;
  const orders = sideUnit === undefined ? [] : valuesAt(jsonSchemaOf(sideUnit), NOTHING, ["order"]).map(String);
  const turns = Math.max(1, Math.min(MOST_TURNS, Number(changes["situation.turns"] ?? 1) || 1));
  const standings = standingCharts(cell?.metrics ?? [], names, language).map(
    ([unit, { title, text, drawing, table }]): StandingChart => ({
      ...{ unit, title, text, drawing: drawing as Stack },
      ...(table ? { table } : {}),
    }),
  );
  return {
    names,
    standings,
    ...(cell?.metrics && standings.length === 0
      ? { why: language.say`Nothing is measured after each turn: a game says of a metric { value: …, perTurn: true }` }
      : {}),
    isOrdered: sideUnit !== undefined,
    orders: orders.map((name) => ({ name, label: language.value("order", name) })),
    given: { first: perTurn(changes["first.order"], turns), second: perTurn(changes["second.order"], turns) },
  };
}

/** What going first is worth, where it makes a difference that is sure. */
export async function goingFirst(study: Study, cell: CellResult, language: Language): Promise<string | undefined> {
  const [found] = await withGoingFirst(study, [cell]);
  return found?.goingFirst && goingFirstText(found.goingFirst, language);
}

/** @throws SettingError for a trial or percentile that is none, and where the rules forbid the fight */
export async function replayed(study: Study, settings: ReplaySettings, language: Language): Promise<Replayed> {
  const { replay } = await import("../analysis/replay.ts");
  const told = await replay(study, study.cells[0]!.id, settings);
  if ("statement" in told) throw new Error(`${language.saying(told.statement.text)} (${told.statement.rule})`);
  const steps: ToldLine[] = [];
  let turn = 0;
  const add = (entry: ToldEntry, depth: number): void => {
    if (depth === 0 && "heading" in entry) turn++;
    const is = "heading" in entry ? "heading" : "change" in entry ? "change" : "dice";
    const rule = entry.rule === undefined ? {} : { rule: entry.rule };
    steps.push({ is, text: entryText(entry, language), depth, turn, ...rule });
    if ("heading" in entry) for (const inner of entry.entries) add(inner, depth + 1);
  };
  for (const entry of told.entries) add(entry, 0);
  const turns = Math.max(0, ...told.result.map(({ turn }) => turn ?? 0));
  const leftOf = (after: number, side: FightSide): string =>
    told.result
      .filter(
        // Casualties are counted by the others once more.
        ({ name, turn, side: whose, value }) =>
          name !== "casualties" && turn === after && whose === side && Number(value) > 0,
      )
      .map(({ name, value }) => `${value} ${language.metric(name)}`)
      .join(", ");
  const { name, value } = told.result[0]!;
  return {
    trial: told.trial,
    oneOfMany: told.oneOfMany,
    winner: language.value(name, value),
    steps,
    left: Array.from({ length: turns }, (_, i) => [leftOf(i + 1, "first"), leftOf(i + 1, "second")] as const),
  };
}

/** Solves the only fight of a study as a game in which both sides order every turn, at once. */
export async function bestOf(study: Study): Promise<TextBlocks> {
  const [{ bestPlay, gamesOf }, { playDocument }, { withNevers }, { run }] = await Promise.all([
    import("../analysis/playing.ts"),
    import("../report/play.ts"),
    import("../report/never.ts"),
    import("../analysis/run.ts"),
  ]);
  const games = await gamesOf(study);
  if (games.games.size === 0)
    return { reason: languageOf(study.labels, study.ruleset).saying(games.unsolved[0]?.reason ?? "") };
  const result = await run(study, { trials: WITH_BEST });
  return { blocks: blocksOf(withNevers(playDocument(await bestPlay(games, result), result), [result])) };
}
