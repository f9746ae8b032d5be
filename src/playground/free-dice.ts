/** A question of dice alone, beside the games: a line of the language of games, with what players write for short. */
import { run } from "../analysis/run.ts";
import { methodText } from "../report/format.ts";
import { languageOf } from "../report/language/language.ts";
import { givenFiles } from "../scenario/files.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { loadStudy } from "../scenario/study.ts";
import { metricsOf, type ToldMetric } from "./answer.ts";
import { NAME, type Texts } from "./texts.ts";

/** What a roll comes to. */
export interface FreeDice {
  /** Its chance, or its mean. */
  readonly text: string;
  /** `2/27`, of a chance. */
  readonly fraction?: string;
  readonly method: string;
  readonly metric: ToldMetric;
}

/** Characters of a line. */
const LONGEST = 300;
/** Sums are told between these. */
const [LEAST, MOST] = [-500, 2_000];

/**
 * As the language of games has it: `3d6 drop lowest` is `(highest 2 of roll 3 d6)`, `count(5d6 >= 4)` is
 * `count(roll 5 d6: it >= 4)`; `≥`, `×` and a single `=` are understood.
 */
export function asRule(line: string): string {
  const pool = (n: string, sides: string) => `roll ${n} d${sides}`;
  return line
    .replace(/≥/g, ">=")
    .replace(/≤/g, "<=")
    .replace(/≠/g, "!=")
    .replace(/×/g, "*")
    .replace(/(?<![<>=!])=(?!=)/g, "==")
    .replace(
      /(\d+)d(\d+)\s+(drop|keep)\b(?:\s+(lowest|highest))?(?:\s+(\d+))?/giu,
      (_, n: string, sides: string, verb: string, end?: string, k = "1") => {
        const isDrop = verb.toLowerCase() === "drop";
        const side = end?.toLowerCase() ?? (isDrop ? "lowest" : "highest");
        const kept = isDrop ? Math.max(0, Number(n) - Number(k)) : Number(k);
        return `(${isDrop === (side === "lowest") ? "highest" : "lowest"} ${kept} of ${pool(n, sides)})`;
      },
    )
    .replace(/\bof\s+(\d+)d(\d+)/giu, (_, n: string, sides: string) => `of ${pool(n, sides)}`)
    .replace(
      /\b(highest|lowest|sum|matches)\(\s*(\d+)d(\d+)\s*\)/giu,
      (_, of: string, n: string, sides: string) => `${of.toLowerCase()}(${pool(n, sides)})`,
    )
    .replace(
      /\bcount\(\s*(\d+)d(\d+)\s*(>=|<=|==|!=|<|>)\s*(\d+)\s*\)/giu,
      (_, n: string, sides: string, sign: string, bound: string) => `count(${pool(n, sides)}: it ${sign} ${bound})`,
    );
}

/** A game of one roll, and the scenario that asks it. */
const textsOf = (rule: string, range: string, headline: string): Texts => ({
  [NAME]:
    "version: 1\nruleset: ./dice.game.yaml\nunits:\n  roll: {}\nexperiments:\n  roll: { kind: roll, attacker: roll }\n",
  "dice.game.yaml": `version: 1
game: dice
unit:
  models: 1..1 = 1
rules:
  ROLL: the roll
kinds:
  roll:
    state:
      answer: ${range}
    procedure: |
      ROLL: answer = ${rule}
    metrics:
      answer: answer
    headline: { metric: answer, ${headline}text: of rolls }
`,
});

async function answered(texts: Texts, lang: LanguageTag): Promise<FreeDice> {
  const study = { ...(await loadStudy(NAME, { files: givenFiles(texts) })), labels: lang };
  const { cells } = await run(study, { workers: 1 });
  const [cell] = cells;
  if (cell?.metrics === undefined) throw new Error(cell?.fault ?? "");
  const language = languageOf(lang, study.ruleset);
  const [metric] = metricsOf(cell, language) as readonly [ToldMetric];
  const isLikely = ({ probability }: ToldMetric["rows"][number]) => probability > 0;
  const { rows, mean } = metric;
  const yes = mean === undefined ? rows.find((_, i) => cell.metrics![0]!.outcomes[i]!.value === "yes") : undefined;
  return {
    text: mean ?? yes?.text ?? "",
    ...(yes?.fraction === undefined ? {} : { fraction: yes.fraction }),
    method: methodText(cell, language),
    metric: {
      ...metric,
      rows: mean === undefined ? rows : rows.slice(rows.findIndex(isLikely), rows.findLastIndex(isLikely) + 1),
    },
  };
}

/**
 * What a line comes to: the chance of a question, the distribution of a number.
 * @throws Error with a sentence that says what is wrong with the line
 */
export async function freeDice(line: string, lang: LanguageTag): Promise<FreeDice> {
  if (line.length > LONGEST || /[\n\r]/u.test(line))
    throw new Error(
      lang === "fr" ? `une ligne d’au plus ${LONGEST} caractères` : `one line of at most ${LONGEST} characters`,
    );
  const rule = asRule(line.trim());
  try {
    return await answered(textsOf(rule, "yes or no", "values: [yes], "), lang);
  } catch {
    try {
      return await answered(textsOf(rule, `${LEAST}..${MOST}`, ""), lang);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const [problem] = error.problems as readonly [ScenarioError["problems"][number]];
      const { message, hint = problem.hint } = (lang === "fr" ? problem.french : undefined) ?? problem;
      // The game made for it is of no account: its state, and the range that a name of it has.
      const said = message.replace(/, where .*$/u, "");
      const isOfGame = said !== message || hint?.includes("NAME =");
      throw new Error(hint === undefined || isOfGame ? said : `${said} (${hint})`);
    }
  }
}
