import { statSync } from "node:fs";
import type { Command } from "commander";
import { headlinesOf } from "../analysis/measure.ts";
import * as made from "../report/index.ts";
import { hinted, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { readSource, wholeFile } from "../scenario/source.ts";
import { UsageError } from "./exit.ts";
import { encodingOf, sayWritten } from "./files.ts";
import { namesOf, type RunFlags, withLanguage } from "./options.ts";
import { checkBeside, resultIn, writeReports } from "./report-folder.ts";
import { lookOf, print } from "./streams.ts";

interface ReportFlags extends Pick<RunFlags, "lang" | "out" | "quiet" | "color"> {
  readonly format?: readonly string[];
}

/** What a report can be, and how its files end. */
const FORMATS = {
  terminal: undefined,
  markdown: ".md",
  csv: ".csv",
  ndjson: ".ndjson",
  parquet: ".parquet",
  json: ".json",
  html: ".html",
  charts: ".svg",
} as const;
type ReportFormat = keyof typeof FORMATS;

/** Stored results may be longer than scenarios. */
const MOST_BYTES = 256 * 1024 * 1024;

/** What a report says where a number or a text is missing; the files that hold nothing but what is said. */
const ODD = /\[object Object\]|\bNaN\b|\bundefined\b/;
/** The same where a page or a chart is drawn. */
const ODDLY_DRAWN = /\[object Object\]|NaN%|="(?:NaN|undefined|Infinity)/;
const SPOKEN = /\.(?:md|csv)$/;

export function addReport(program: Command): void {
  withLanguage(program.command("report"))
    .description("Make any report again from stored results, byte for byte as it was first written.")
    .argument(
      "<results>",
      "a folder of reports, results.json of a run, or what an analysis or a check printed with --json; - is standard input",
    )
    .option("--out <dir>", "write the reports into this folder")
    .option("--format <list>", `of ${Object.keys(FORMATS).join(", ")}; without --out one of them, printed`, namesOf)
    .option("--quiet", "do not say what was written")
    .addHelpText(
      "after",
      `
Examples:
  crible report reports/rangers-vs-marines/results.json
  crible report reports/rangers-vs-marines            every file of it is checked to be of one run
  crible report results.json --lang fr --format markdown > resume.md
  crible sweep my.yaml --sweep defender.save=2..7 --json > sweep.json && crible report sweep.json --out reports/sweep`,
    )
    .action(async (path: string, _flags: unknown, command: Command) => {
      await report(path, command.optsWithGlobals() as ReportFlags);
    });
}

async function formatsOf(flags: ReportFlags): Promise<readonly ReportFormat[]> {
  const known = Object.keys(FORMATS) as ReportFormat[];
  const asked = (flags.format ?? (flags.out === undefined ? ["terminal"] : ["markdown", "csv", "json", "html"])).map(
    (name) => {
      const format = known.find((one) => one === name);
      if (format === undefined)
        throw new UsageError(hinted(said`there is no format "${name}"`, suggested(name, known)));
      return format;
    },
  );
  if (flags.out === undefined && asked.length > 1)
    throw new UsageError(said`one format is printed; several are written with --out DIR`);
  return asked;
}

async function report(path: string, flags: ReportFlags): Promise<void> {
  const formats = await formatsOf(flags);
  const isFolder = path !== "-" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const source = isFolder ? await resultIn(path) : path;
  const { text, file } = await readSource(source, { most: MOST_BYTES });
  await checkBeside(source, text);
  const read = made.parseStored(text, file);
  const stored = flags.lang === undefined ? read : made.storedIn(read, flags.lang);
  const head = stored.of === "run" || stored.of === "check" ? stored.result : stored.results[0];
  const headlines = head.game?.headlines ?? (await headlinesOf(head.ruleset));
  const outputs = async () => {
    const pages =
      formats.includes("html") || formats.includes("charts") ? await import("../report/page/index.ts") : undefined;
    const isDrawn = stored.of === "run" && formats.includes("charts");
    const drawn = pages && isDrawn ? await pages.figuresOf(made.shownOf(stored.result), headlines) : undefined;
    const files = [...made.storedFiles(stored, headlines, drawn?.figures), ...(drawn?.files ?? [])];
    const html = formats.includes("html") ? await pages?.storedHtml(stored, headlines) : undefined;
    if (html !== undefined) files.push(["report.html", html]);
    for (const [name, table] of made.storedTables(stored)) {
      if (formats.includes("ndjson")) files.push([`${name}.ndjson`, [...made.ndjsonPieces(table)].join("")]);
      if (formats.includes("parquet"))
        files.push([`${name}.parquet`, Buffer.from(await made.parquetOf(table)).toString("latin1")]);
    }
    const [, json] = files.find(([name]) => name.endsWith(".json"))!;
    const wanted = formats.flatMap((format) => FORMATS[format] ?? []);
    return {
      json,
      view: formats.includes("terminal")
        ? made.storedView(stored, headlines, lookOf(process.stdout, !flags.color))
        : "",
      files: files.filter(([name]) => wanted.some((end) => name.endsWith(end))),
    };
  };
  // Only the outline was checked: who edits its inside finds it here.
  const message = said`this is no whole result of crible ${stored.of}: something in it is missing or of another kind`;
  const edited = (cause?: unknown) =>
    new ScenarioError([wholeFile(file, message, said`give it as crible wrote it`)], { cause });
  let shown: Awaited<ReturnType<typeof outputs>>;
  try {
    shown = await outputs();
  } catch (error) {
    if (![TypeError, RangeError, SyntaxError].some((type) => error instanceof type)) throw error;
    throw edited(error);
  }
  const words = [shown.view, ...shown.files.flatMap(([name, content]) => (SPOKEN.test(name) ? [content] : []))];
  // What a page runs and how it looks may have such words.
  const drawn = shown.files.flatMap(([name, content]) =>
    /\.(?:html|svg)$/.test(name) ? [content.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "")] : [],
  );
  if (
    !ODD.test(text) &&
    (words.some((word) => ODD.test(word)) || drawn.some((drawing) => ODD.test(drawing) || ODDLY_DRAWN.test(drawing)))
  )
    throw edited();
  if (shown.view !== "") await print(shown.view);
  if (flags.out !== undefined) {
    const { written, removed } = await writeReports(flags.out, new Map(shown.files), shown.json, head);
    if (!flags.quiet && written.length > 0) sayWritten(written, removed);
    return;
  }
  const [first] = shown.files; // of a run's two tables the one with every outcome
  if (first !== undefined) await print(first[1], encodingOf(first[0]));
  else if (shown.view === "")
    throw new UsageError(said`crible ${stored.of} has no report of the format ${formats.join()}`);
}
