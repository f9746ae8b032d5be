import * as z from "zod";
import { englishIn, type Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { explanationsOf, type Needed } from "../rulesets/ruleset.ts";
import type { OddsAxis } from "../scenario/odds-axis.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { list, maybe, measured, number, object, shown, statement, text } from "./form.ts";
import { estimateOf, type Measure, measuresOf, measureText, nameOf, readingOf } from "./measure.ts";
import type { Result } from "./result.ts";

/** The needed dice and the chance over one axis or two. */
export const oddsForm = measured((reading) => ({
  axes: shown<readonly OddsAxis[]>(),
  /** The needed dice that differ somewhere in the table; the first of all when none does. */
  shown: shown<readonly Sentence[]>(),
  entries: list(
    object({
      /** The values of the axes, rows first. */
      at: list(z.union([number, text])),
      needed: shown<readonly Needed[]>(),
      estimate: maybe(reading),
      statement,
    }),
  ),
}));
export type OddsTable = z.infer<typeof oddsForm>;
export type OddsEntry = OddsTable["entries"][number];

/** The table of a study whose cells are a question at each point of the axes. @throws SettingError for an unknown measure */
export async function oddsTable(
  study: Study,
  result: Result,
  axes: readonly OddsAxis[],
  measure?: Measure,
): Promise<OddsTable> {
  const { kinds } = await loadRuleset(result.ruleset);
  const { measuresFor } = await measuresOf(result.ruleset, result.cells, measure && [measure]);
  const [asked] = measuresFor(result.cells) as [Measure];
  const neededOf = (cell: Cell): readonly Needed[] =>
    "profile" in cell.outcome ? (explanationsOf(kinds[cell.kind]!, cell.outcome.profile)[0]?.needed ?? []) : [];
  const readings = result.cells.map((cell) => readingOf(cell, asked));
  const entries = study.cells.map((cell, i): OddsEntry => {
    const reading = readings[i];
    const { statement } = result.cells[i]!;
    return {
      at: axes.map(({ path }) => cell.point![path]!),
      needed: neededOf(cell),
      ...(reading ? { estimate: estimateOf(reading) } : {}),
      ...(statement ? { statement } : {}),
    };
  });
  const first = readings.find((reading) => reading !== undefined);
  return {
    axes,
    measure: first ? nameOf(asked, first.metric, ...readings.flatMap((own) => own?.metric ?? [])) : measureText(asked),
    isChance: first?.isChance ?? asked.values !== undefined,
    shown: shownOf(entries),
    entries,
  };
}

function shownOf(entries: readonly OddsEntry[]): Sentence[] {
  const dice = new Map<string, { readonly text: Sentence; readonly faces: Set<number> }>();
  for (const { needed } of entries)
    for (const { text, needed: face } of needed) {
      const die = dice.get(englishIn(text)) ?? { text, faces: new Set() };
      die.faces.add(face);
      dice.set(englishIn(text), die);
    }
  const all = [...dice.values()];
  const varied = all.filter(({ faces }) => faces.size > 1);
  return (varied.length > 0 ? varied : all.slice(0, 1)).map(({ text }) => text);
}
