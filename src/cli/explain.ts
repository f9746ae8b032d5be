import { existsSync } from "node:fs";
import type { Command } from "commander";
import { explanationText } from "../report/explanation.ts";
import { languageOf } from "../report/index.ts";
import { isRuleId, textsOf } from "../report/rule-sheet.ts";
import { loadReader, loadRuleset } from "../rulesets/index.ts";
import { type Explanation, explanationsOf } from "../rulesets/ruleset.ts";
import { said } from "../rulesets/said.ts";
import { GAME_FILE } from "../scenario/game/file.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { formatProblems } from "../scenario/problem.ts";
import { UsageError } from "./exit.ts";
import { explainField, referenceMarkdown } from "./explain-field.ts";
import { explainRule, optionLines } from "./explain-rule.ts";
import { explainWords } from "./explain-words.ts";
import { oneCell, printOthers, printUntold, type RunFlags, withLanguage, withScenarioFlags } from "./options.ts";
import { rulesetOf } from "./ruleset-arg.ts";
import { lookOf, print, printFolded, say } from "./streams.ts";

/** Words of a rule, not the name of a file, of an option or of an id: `bloqué`, `pinned on 4+`. */
const isSearched = (words: string): boolean =>
  /^[\p{L}\d+'’ -]+$/u.test(words) && !/^(?:options|[A-Z]+-[A-Z0-9-]+[a-z]?)\b/.test(words);

export function addExplain(program: Command): void {
  withLanguage(withScenarioFlags(program.command("explain")))
    .description(
      "Show where a number comes from: modifiers, needed dice and the probability tree, with the rule id of each step.",
    )
    .argument(
      "<file>",
      'a scenario file; "options": the readings a designer can switch; "field": the format of scenarios',
    )
    .argument("[experiment]", 'the experiment; after "options" and "field": the ruleset')
    .argument("[path]", 'after "field": where in a scenario, as in units.rangers.save')
    .option("--markdown", 'for a game of your own: its rules as a sheet; after "field": the whole format as Markdown')
    .addHelpText(
      "after",
      `
Examples:
  crible explain scenarios/alpha-omega/rangers-vs-marines.yaml oneShot
  crible explain my.yaml oneShot --cell 'oneShot~rangers~marines~endurance'
  crible explain options alpha-omega
  crible explain field alpha-omega units.rangers.save      what may stand there, and what it means
  crible explain field wh40k-10e experiments.shooting      a kind: what it takes, what it counts
  crible explain E-05 --lang fr                       a rule, or an assumption that a result names
  crible explain border.game.yaml                     a game of your own: its rules as a sheet; with a rule's id, that rule
  crible explain pinned                               rules, options and fields that a word is about`,
    )
    .action(
      async (given: string, other: string | undefined, path: string | undefined, _flags: unknown, command: Command) => {
        const isTurned = GAME_FILE.test(other ?? "") && !["field", "options"].includes(given); // a rule, then its game
        const [file, name] = isTurned ? [other!, given] : [given, other];
        const flags = command.optsWithGlobals() as RunFlags & { readonly markdown?: boolean };
        const lang = flags.lang ?? "en";
        if (file === "field" && flags.markdown && name !== undefined) return print(await referenceMarkdown(name, lang));
        if (file === "field") return explainField(name, path, lang);
        // The file of a game is explained itself; of a scenario that names one, its sheet or a rule.
        if (GAME_FILE.test(file) || flags.markdown || (/^[A-Z][A-Z0-9_-]*$/u.test(name ?? "") && existsSync(file))) {
          const { explainGame } = await import("./explain-game.ts");
          if (await explainGame(file, name, lang)) return;
        }
        const words = [file, name, path].flatMap((word) => word ?? []).join(" ");
        // What is no file may be what somebody looks for.
        if (isSearched(words) && !existsSync(file)) return explainWords(words, lang);
        if (path !== undefined)
          throw new UsageError(said`"${path}" is one word too many; a path follows "field RULESET"`);
        if (isRuleId(file)) await explainRule(file, lang);
        else if (file === "options") await explainOptions(name ?? "alpha-omega", lang);
        else await explainCell(file, name, flags);
      },
    );
}

async function explainOptions(given: string, lang: LanguageTag): Promise<void> {
  const name = await rulesetOf(given);
  const { options } = await loadReader(name);
  const language = languageOf(lang);
  const { say } = language;
  const texts = textsOf(name, lang);
  const lines = [say`Options of ${name}: what its rule texts leave open. Set them under options: in a scenario.`, ""];
  for (const option of options) {
    const [question, ...readings] = optionLines(option, texts, language);
    lines.push(`${option.name}  (${option.id})`, `  ${question}`, ...readings);
    if (option.anyInteger) lines.push(`    ${say`any whole number is accepted`}`);
    lines.push("");
  }
  if (options.length === 0) lines.push(`  ${say`none`}`);
  await printFolded(`${lines.join("\n")}\n`);
}

async function explainCell(file: string, name: string | undefined, flags: RunFlags): Promise<void> {
  const { study, cell } = await oneCell(file, name, flags);
  const { labels } = study;
  const language = languageOf(labels, study.ruleset, { titles: study.titles });
  const { outcome } = cell;
  const look = lookOf(process.stdout, !flags.color);
  if (!("profile" in outcome)) return printUntold(study, cell);
  const { never = [] } = outcome;
  if (never.length > 0) {
    const warnings = never.map(({ warning }) => warning);
    say(`${formatProblems(warnings, { lang: labels })}\n`);
  }
  const { kinds } = await loadRuleset(study.ruleset);
  const explanations: readonly Explanation[] = explanationsOf(kinds[cell.kind]!, outcome.profile);
  const told = explanationText(cell.id, explanations, cell.options, outcome.assumptions, look.colour, language);
  await printFolded(told);
  await printOthers(study, flags);
}
