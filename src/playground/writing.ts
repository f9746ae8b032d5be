/** Scenarios as text, in the page: checked as they are typed, run, and handed out as files. */
import { type Headlines, leadingOf } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import { run } from "../analysis/run.ts";
import { reportFiles, wholeFiles } from "../report/files.ts";
import { findings } from "../report/findings.ts";
import { methodText } from "../report/format.ts";
import { languageOf } from "../report/language/language.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { WrittenPlace } from "../rulesets/reader.ts";
import { givenFiles } from "../scenario/files.ts";
import { type LanguageTag, textIn } from "../scenario/languages.ts";
import { loadStudy } from "../scenario/study.ts";
import { validate } from "../scenario/validate.ts";
import { toldOf } from "./answer.ts";
import { NAME, type Texts } from "./texts.ts";

/** A problem at its place in a text; of a file that is not among them it stands at the first character of the scenario. */
export interface TextMark extends Omit<WrittenPlace, "text"> {
  readonly text: string;
  readonly isError: boolean;
}

/** Every problem of a scenario and of what stands beside it, each in the order of its lines. */
export async function marksOf(texts: Texts): Promise<TextMark[]> {
  const problems = await validate(NAME, { files: givenFiles(texts) });
  return problems
    .map(({ message, hint, place, severity }) => {
      const file = place?.file.replace(/^\.\//u, "") ?? NAME;
      const isOwn = place !== undefined && Object.hasOwn(texts, file);
      const where = place === undefined || isOwn ? "" : `${place.file}:${place.line}: `;
      return {
        file: isOwn ? file : NAME,
        line: isOwn ? place.line : 1,
        column: isOwn ? place.column : 1,
        length: isOwn ? place.length : 0,
        text: `${where}${message}${hint === undefined ? "" : ` (${hint})`}`,
        isError: severity === "error",
      };
    })
    .sort((a, b) => Number(a.file !== NAME) - Number(b.file !== NAME) || a.line - b.line || a.column - b.column);
}

export interface Ran {
  readonly title: string;
  readonly findings: readonly string[];
  /** Each with the number that sums it up: `19.2 %`, or why there is none. */
  readonly cells: readonly { readonly id: string; readonly text: string; readonly method: string }[];
  /** By name, what a run writes. */
  readonly files: Readonly<Record<string, string>>;
  readonly isPartial: boolean;
}

export interface RunOptions {
  readonly lang: LanguageTag;
  readonly workers?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs a scenario as `crible run` does. @throws ScenarioError, SettingError */
export async function runText(texts: Texts, { lang, onProgress, ...options }: RunOptions): Promise<Ran> {
  const study = { ...(await loadStudy(NAME, { files: givenFiles(texts) })), labels: lang };
  const result: Result = await run(study, {
    ...options,
    ...(onProgress ? { onProgress: ({ done, total }) => onProgress(done, total) } : {}),
  });
  const { runHtml } = await import("../report/page/index.ts"); // with all charts
  const language = languageOf(lang, study.ruleset, result);
  const { kinds } = await loadRuleset(study.ruleset);
  const headlines: Headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
  return {
    title: result.title === undefined ? NAME : textIn(result.title, lang),
    findings: findings(result, headlines),
    cells: result.cells.map((cell) => {
      const { statement, notBuilt, fault } = cell;
      const headline = leadingOf([cell], headlines[cell.kind]);
      const summary = headline && toldOf(cell, headline, language);
      const none = statement ? `${language.saying(statement.text)} (${statement.rule})` : (notBuilt ?? fault ?? "");
      return { id: cell.id, text: summary?.text ?? none, method: cell.metrics ? methodText(cell, language) : "" };
    }),
    files: {
      "report.html": await runHtml(result, headlines),
      ...Object.fromEntries(wholeFiles(reportFiles(result, headlines))),
    },
    isPartial: result.partial === true,
  };
}
