/** What cells are told and never do, in words: of a run among its findings, of an analysis at the end of its document. */
import type { CellResult, Result } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Block, Document } from "./document.ts";
import type { Language } from "./language/language.ts";
import { type Finding, WEIGHT } from "./summary.ts";

/** Of many units much may go unused: so many are named, and of the others how many there are. */
const NAMED = 6;

/** A finding, of how many cells of one experiment or of several it is true, and the experiment of the first. */
interface NeverSaid extends Finding {
  readonly experiment: string;
  readonly cells: number;
}

/**
 * What is told and cannot happen, or was never seen, once for all cells that are told the same: last, unless it
 * decides the answer.
 */
export function neverHappens(cells: readonly CellResult[], language: Language): NeverSaid[] {
  const { goals, say, count, percent, saying } = language;
  const told = cells.flatMap(({ id, experiment, never = [] }) => never.map((one) => ({ ...one, id, experiment })));
  // Rules of policies are told apart by their places alone.
  const key = ({ what, unit, path, side, rule, text }: (typeof told)[number]) =>
    [what, unit ?? path.join("."), side, rule, typeof text === "string" ? text : text.say].join(" ");
  return groupedBy(told, key).map((group) => {
    const { id, experiment, unit, text, rule, unseen } = group[0]!;
    const why = unseen
      ? say`${saying(text)}: not once in ${count(unseen.trials)} trials (≤ ${percent(unseen.upper)})`
      : saying(text);
    const what = unit === undefined ? why : goals.line(language.unit(unit), why);
    const name = language.cellName(id);
    return {
      text:
        group.length === 1
          ? say`${what} (${rule}), in ${name}.`
          : say`${what} (${rule}), in ${name}, and ${group.length - 1} more.`,
      weight: group.some(({ decides }) => decides) ? WEIGHT.decides : WEIGHT.last,
      experiment,
      cells: group.length,
    };
  });
}

/** A document of an analysis with what its cells are told and never do: last, and first what decides its answer. */
export function withNevers(document: Document, results: readonly Pick<Result, "cells">[]): Document {
  const { blocks, brief, language } = document;
  const cells = [...new Map(results.flatMap((result) => result.cells).map((cell) => [cell.id, cell])).values()];
  const told = neverHappens(cells, language);
  if (told.length === 0) return document;
  // Of some values of a sweep it decides nothing of the others.
  const played = new Map<string, number>();
  for (const { experiment, statement, notBuilt } of cells)
    if (statement === undefined && notBuilt === undefined) played.set(experiment, (played.get(experiment) ?? 0) + 1);
  const isFirst = (one: NeverSaid) => one.weight === WEIGHT.decides && one.cells >= played.get(one.experiment)!;
  const textsOf = (some: readonly NeverSaid[]) => some.map(({ text }) => text);
  const deciding = textsOf(told.filter(isFirst));
  const others = textsOf(told.filter((one) => !isFirst(one)));
  const last = [
    ...others.slice(0, NAMED),
    ...(others.length > NAMED
      ? [language.say`${others.length - NAMED} more that is written never happens: --json has all of it.`]
      : []),
  ];
  const around = (inner: readonly Block[]): Block[] => [
    ...(deciding.length > 0 ? [{ sentences: deciding }] : []),
    ...inner,
    ...(last.length > 0 ? [{ sentences: last }] : []),
  ];
  return { ...document, blocks: around(blocks), ...(brief && { brief: around(brief) }) };
}
