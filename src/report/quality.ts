/** The health of what was simulated, in one line, and what to do about each check that failed. */
import type { CellResult } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { QualityCheck } from "../stats/quality.ts";
import type { Language } from "./language/language.ts";
import { callingIn } from "./language/sides.ts";

/** Is a result partial because some of it could not be played? */
export const hasFault = ({ cells }: { readonly cells: readonly Partial<Pick<CellResult, "fault">>[] }): boolean =>
  cells.some(({ fault }) => fault !== undefined);

/** `all 4 health checks passed`; undefined where nothing was simulated. */
export function qualityText({ quality }: Pick<CellResult, "quality">, { say }: Language): string | undefined {
  return (
    quality &&
    (quality.filter(({ passed }) => passed).length === quality.length
      ? say`all ${quality.length} health checks passed`
      : say`${quality.filter(({ passed }) => passed).length} of ${quality.length} health checks passed`)
  );
}

/** Cells with one fault are told one by one as long as they are no more than these. */
const FEW = 3;

type Checked = Pick<CellResult, "id" | "quality">;
const failuresOf = ({ quality = [] }: Checked) => quality.filter(({ passed }) => !passed);

/** `Rangers win rests on 3 events: …`: what is told in an advice is its metric, in words here, and whole numbers. */
function adviceOf({ advice, metric = "" }: QualityCheck, { id }: Checked, language: Language): string {
  const { measure } = callingIn(id, language);
  const told: (string | number)[] = [];
  const named = metric === "" ? advice : advice.replace(metric, "\0");
  const template = named.replace(/\0|(?<![\d.])\d[\d,]*(?!\.?\d)/gu, (match) => {
    told.push(match === "\0" ? measure(metric) : Number(match.replaceAll(",", "")));
    return "{}";
  });
  return language.sentence(template, ...told);
}

/** `events: Rangers win rests on 3 events: …`, for each check that failed. */
export const qualityAdvice = (cell: Checked, language: Language): string[] =>
  failuresOf(cell).map((check) =>
    language.goals.line(language.quality.names[check.name], adviceOf(check, cell, language)),
  );

/** The same for all cells of an analysis: one line, then one for each failed check of a cell, or for many with the same. */
export function qualityLines(
  cells: readonly Pick<CellResult, "id" | "quality" | "method">[],
  language: Language,
): readonly string[] {
  const { quality: say } = language;
  const simulated = cells.filter(({ quality }) => quality !== undefined);
  const isCheck = simulated.every(({ method }) => method === "exact");
  const among = isCheck ? say.checked : say.among;
  const line = qualityText({ quality: simulated.flatMap(({ quality }) => quality!) }, language)!;
  if (simulated.length === 0) return [];
  const failed = simulated.flatMap((cell) => failuresOf(cell).map((check) => ({ cell, check })));
  return [
    simulated.length === 1 && !isCheck ? line : among(line, simulated.length),
    ...groupedBy(failed, ({ check }) => check.name).flatMap((group) => {
      const told = group.length > FEW ? group.slice(0, 1) : group;
      return told.map(({ cell, check }) => {
        const name = language.cellName(cell.id);
        const advice = adviceOf(check, cell, language);
        return group.length > FEW
          ? language.say`${say.names[check.name]}, in ${group.length} cells; the first, ${name}: ${advice}`
          : language.say`${name}: ${language.goals.line(say.names[check.name], advice)}`;
      });
    }),
  ];
}
