/** The health of what was simulated, in one line, and what to do about each check that failed. */
import type { CellResult, Result } from "../analysis/result.ts";
import type { Language } from "./language/language.ts";

/** Is a result partial because some of it could not be played? */
export const hasFault = ({ cells }: Pick<Result, "cells">): boolean => cells.some(({ fault }) => fault !== undefined);

/** `quality 4/4`; undefined where nothing was simulated. */
export function qualityText({ quality }: Pick<CellResult, "quality">, { quality: say }: Language): string | undefined {
  return quality && say.line(quality.filter(({ passed }) => passed).length, quality.length);
}

/** `events: winner=first rests on 3 events: …`, for each check that failed. */
export const qualityAdvice = ({ quality = [] }: Pick<CellResult, "quality">, language: Language): string[] =>
  quality
    .filter(({ passed }) => !passed)
    .map((check) => language.quality.failed(check.name, language.quality.advice(check, language)));

/** The same for all cells of an analysis: one line, then one for each failed check of a cell. */
export function qualityLines(
  cells: readonly Pick<CellResult, "id" | "quality" | "method">[],
  language: Language,
): readonly string[] {
  const simulated = cells.filter(({ quality }) => quality !== undefined);
  const isCheck = simulated.every(({ method }) => method === "exact");
  const among = isCheck ? language.quality.checked : language.quality.among;
  const line = qualityText({ quality: simulated.flatMap(({ quality }) => quality!) }, language)!;
  if (simulated.length === 0) return [];
  return [
    simulated.length === 1 && !isCheck ? line : among(line, simulated.length),
    ...simulated.flatMap((cell) =>
      qualityAdvice(cell, language).map((text) => language.quality.of(language.cellName(cell.id), text)),
    ),
  ];
}
