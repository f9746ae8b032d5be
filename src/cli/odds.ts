import type { Command } from "commander";
import { leadingOf, parseMeasure } from "../analysis/measure.ts";
import { run } from "../analysis/run.ts";
import * as report from "../report/index.ts";
import { languageOf } from "../report/language/language.ts";
import { loadReader, loadRuleset } from "../rulesets/index.ts";
import type { Reader } from "../rulesets/reader.ts";
import { explanationsOf } from "../rulesets/ruleset.ts";
import { hinted, type Said, said } from "../rulesets/said.ts";
import { pointsOf, underFlag } from "../scenario/axis.ts";
import { suggested } from "../scenario/nearest.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { questionOf } from "../scenario/question.ts";
import type { Study } from "../scenario/study.ts";
import type { Located } from "../scenario/tree.ts";
import { show } from "./compute.ts";
import { UsageError } from "./exit.ts";
import { inLanguage, type RunFlags, repeat, withLanguage } from "./options.ts";
import { type ProgressBar, progressBar } from "./progress.ts";
import { rulesetOf } from "./ruleset-arg.ts";
import { lookOf, print, printFolded, say } from "./streams.ts";

interface OddsFlags extends RunFlags {
  readonly all?: boolean;
  readonly table?: string;
  readonly by?: string;
  readonly metric?: string;
  readonly markdown?: boolean;
  readonly csv?: boolean;
}

/** A field that was named without where it stands: `distance` is of the situation, `save` of a unit. */
function hintOf(root: string, { parts }: Reader, kind: string): Said | undefined {
  const of = (schema: unknown) => (schema as { readonly shape?: object } | undefined)?.shape ?? {};
  if (root in of(parts.situations[kind])) return said`write situation.${root}`;
  if (root in of(parts.unitPatch)) return said`write attacker.${root} or defender.${root}`;
  if ("sides" in parts.kinds[kind]! && root in of(parts.sideUnit)) return said`write first.${root} or second.${root}`;
  return undefined;
}

/** Paths that `odds` takes: parts of the one question, and entries of the catalogue. */
const ROOTS = ["attacker", "defender", "situation", "options", "rules", "weapons", "units"];
/** Of a whole fight also what either side orders and does. */
const SIDES = ["first", "second"];
const rootsOf = ({ parts }: Reader, kind: string): string[] =>
  "sides" in parts.kinds[kind]! ? [...SIDES, ...ROOTS] : ROOTS;

/** What a path is a part of; the file of a game says `numbers` for `rules`. */
const rootOf = (path: string): string => path.split(/[.=]/)[0]!.replace(/^numbers$/u, "rules");

export function addOdds(program: Command): void {
  withLanguage(program.command("odds"))
    .description("Answer one question without a file: the needed dice and the exact distribution.")
    .argument("<ruleset>", "its name, the file of a game, or a scenario, whose units it then takes")
    .argument("<kind>", "shot, volley, …")
    .argument("[path=value...]", "attacker=UNIT and defender=UNIT take a unit of the catalogue; any path patches it")
    .option("--all", "every metric; without it what the kind is asked for first")
    .option("--json", "print the result as JSON")
    .option(
      "--joint <question>",
      "chance of several things at once: 'casualties>=2 and out=0'; may be given again",
      repeat,
    )
    .option("--table <path=values>", "a row for each value: situation.distance=6..40")
    .option("--by <path=values>", "a column for each value; a path alone: every value it may have")
    .option("--metric <metric>", "what the table tells: outcome=out, casualties, 'casualties>=2'")
    .option("--markdown", "print the table as Markdown")
    .option("--csv", "print the table as CSV")
    .addHelpText(
      "after",
      `
Examples:
  crible odds alpha-omega shot attacker.ballisticSkill=4+ defender.save=4+ situation.distance=28
  crible odds alpha-omega shot attacker=rangers defender=marines situation.distance=28 situation.defenderOrder=run
  crible odds alpha-omega volley attacker=rangers defender=orkBoyz situation.distance=12 options.pinTests=perVolley
  crible odds alpha-omega engagement attacker=rangers defender=marines first.order=aimed second.order=aimed situation.turns=6
  crible odds alpha-omega shot attacker=rangers defender=marines --table situation.distance=4..40/4 --by defender.order
  crible odds alpha-omega shot defender=marines --table attacker.ballisticSkill=2..6 --by defender.save=3..6 --metric outcome=out`,
    )
    .action(async (ruleset: string, kind: string, words: string[], _flags: unknown, command: Command) => {
      await odds(ruleset, kind, words, command.optsWithGlobals() as OddsFlags).catch((error: unknown) => {
        // A word is an edit, but nobody has typed --set.
        throw error instanceof ScenarioError
          ? new ScenarioError(underFlag(error.problems, "--set", "argument"))
          : error;
      });
    });
}

async function odds(given: string, kind: string, words: readonly string[], flags: OddsFlags): Promise<void> {
  // A scenario is a catalogue: its units can be named.
  const catalogue = /(?<!\.game)\.(?:ya?ml|json)$/iu.test(given)
    ? await (await import("../scenario/catalogue.ts")).openCatalogue(given)
    : undefined;
  const name = await rulesetOf(catalogue?.ruleset ?? given);
  const reader = await loadReader(name);
  const built = Object.keys(reader.ruleset.kinds);
  if (!built.includes(kind)) throw new UsageError(hinted(said`${name} has no kind "${kind}"`, suggested(kind, built)));
  for (const word of words) {
    const root = rootOf(word);
    if (!word.includes("=")) throw new UsageError(said`"${word}" is not path=value`);
    const roots = rootsOf(reader, kind);
    if (!roots.includes(root))
      throw new UsageError(
        hinted(said`"${root}" is no part of a question`, hintOf(root, reader, kind) ?? suggested(root, roots)),
      );
  }
  if (flags.table !== undefined && flags.joint) throw new UsageError(said`--joint asks of one cell, not of a --table`);
  if (flags.table !== undefined) return tabled({ reader, given, catalogue: catalogue?.tree }, kind, words, flags);
  if (flags.by !== undefined || flags.metric !== undefined || flags.markdown || flags.csv)
    throw new UsageError(
      hinted(
        said`--by, --metric, --markdown and --csv belong to a table: --table situation.distance=6..40`,
        said`without a table, --all gives every metric of the question`,
      ),
    );
  const { scenario, set, taken } = await questionOf(reader, kind, words, [], catalogue?.tree);
  const study = inLanguage(await scenario.study({ set, joint: flags.joint ?? [] }), flags);
  const [cell] = study.cells;
  if (cell === undefined) throw new UsageError(said`there is nothing to compute`);
  const joint = flags.joint?.flatMap((question) => ["--joint", `'${question.replaceAll("'", "'\\''")}'`]) ?? [];
  const result = await heard(study, (told) =>
    run(study, {
      ...told,
      method: "auto",
      verify: false,
      workers: 0,
      probes: flags.json || "unseen",
      command: ["crible odds", given, kind, ...words, ...joint, ...languageWords(flags)].join(" "),
    }),
  );
  if (flags.json) {
    await print(report.resultsJson(result));
    return;
  }
  const look = lookOf(process.stdout, !flags.color);
  const { kinds } = await loadRuleset(name);
  // What cannot be is said once, below.
  const language = report.languageOf(study.labels, study.ruleset, result);
  const [answer] = result.cells[0]!.statement ? [] : report.findings(result, { [kind]: kinds[kind]!.headline });
  if (answer !== undefined) {
    const title = language.experiment(cell.experiment); // a name that nobody gave
    const said = answer.startsWith(title) ? answer.slice(title.length).replace(/^\s*: /u, "") : answer;
    await printFolded(`${report.printable(said)}\n`);
  }
  if ("profile" in cell.outcome)
    for (const one of explanationsOf(kinds[kind]!, cell.outcome.profile))
      await printFolded(`${report.neededText(one, look.colour, language)}\n`);
  const headline = leadingOf(result.cells, kinds[kind]!.headline);
  const first = [headline, headline.also].flatMap((one) => one?.metric ?? []);
  await printFolded(report.oddsView(result, look, first, flags.all));
  sayTaken(taken, flags);
}

/** Computes with a word on what takes long. */
async function heard<T>({ labels }: Study, compute: (told: ProgressBar["heard"]) => Promise<T>): Promise<T> {
  const progress = progressBar(false, labels);
  try {
    return await compute(progress.heard);
  } finally {
    progress.stop();
  }
}

/** What the question left to the rules, in the language of the answer. */
function sayTaken(taken: readonly string[], { lang = "en" }: OddsFlags): void {
  if (taken.length > 0) say(`${languageOf(lang).say`Not given, so taken as: ${taken.join(", ")}`}\n`);
}

const languageWords = ({ lang }: OddsFlags): string[] => (lang === undefined ? [] : ["--lang", lang]);

/** The question asked at every point of one axis or two. */
async function tabled(
  {
    reader,
    given,
    catalogue,
  }: { readonly reader: Reader; readonly given: string; readonly catalogue: Located | undefined },
  kind: string,
  words: readonly string[],
  flags: OddsFlags,
): Promise<void> {
  const [{ oddsAxis }, { studyAt }, { oddsTable }] = await Promise.all([
    import("../scenario/odds-axis.ts"),
    import("../scenario/points.ts"),
    import("../analysis/odds-table.ts"),
  ]);
  const axes = (["table", "by"] as const).flatMap((flag) =>
    flags[flag] === undefined ? [] : [oddsAxis(flags[flag], kind, reader, `--${flag}`)],
  );
  if (axes[0]!.path === axes[1]?.path) throw new UsageError(said`--table and --by are both ${axes[0]!.path}`);
  for (const { title } of axes) {
    const root = rootOf(title);
    const roots = rootsOf(reader, kind);
    if (!roots.includes(root)) throw new UsageError(hinted(said`"${root}" is no part of a question`, roots.join(", ")));
  }
  const { scenario, set, taken } = await questionOf(
    reader,
    kind,
    words,
    axes.map(({ path }) => path),
    catalogue,
  );
  const asked = await studyAt(scenario.tree, "odds", pointsOf(axes), { set, flag: "--table" });
  const study = inLanguage(asked.study, flags);
  const command = [
    `crible odds ${given} ${kind}`,
    ...words,
    ...(["table", "by", "metric"] as const).flatMap((flag) =>
      flags[flag] === undefined ? [] : [`--${flag} ${flags[flag]}`],
    ),
    ...languageWords(flags),
  ].join(" ");
  const result = await heard(study, (told) => run(study, { ...told, workers: 0, command }));
  const data = await oddsTable(
    study,
    result,
    axes,
    flags.metric === undefined ? undefined : parseMeasure(flags.metric),
  );
  const { metric: _, ...shown } = flags;
  await show("odds", data, [result], shown);
  sayTaken(taken, flags);
}
