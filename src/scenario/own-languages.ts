/** Languages of one's own: catalogues in the folder that `CRIBLE_LANGUAGES` names, within the limits of any file that is read. */
import * as z from "zod";
import { filled } from "../rule/message.ts";
import { addLanguage } from "../rulesets/languages.ts";
import { said } from "../rulesets/said.ts";
import { disk } from "./disk.ts";
import type { FileFault } from "./files.ts";
import { parseText } from "./located.ts";
import { hasErrors, type Problem, problemAt, quote, ScenarioError } from "./problem.ts";
import { checkShape } from "./shape.ts";
import { readSource, refused } from "./source.ts";
import { placeOf } from "./tree.ts";

/** Files of one folder, and characters of one sentence, in English or not. */
const MOST_FILES = 50;
const LONGEST = 2_000;

const tag = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/u, "must be the tag of a language such as es")
  .meta({ expects: "the tag of a language such as es" });
const mark = z.string().max(20);
const stems = z
  .string()
  .regex(/^[\p{L} ]{0,400}$/u, "must be beginnings of words")
  .default("");
const catalogue = z.strictObject({
  language: tag,
  numbers: z.strictObject({ decimal: mark, group: mark, percent: mark, and: mark, or: mark, to: mark }),
  spaces: z.strictObject({ narrowBefore: mark, before: mark, after: mark }).partial().optional(),
  articles: z.record(mark, z.tuple([mark, mark, mark])).optional(),
  letters: z.tuple([z.string().max(100), mark, z.string().max(100).default(""), stems]).optional(),
  sentences: z.record(z.string(), z.string().min(1).max(LONGEST)),
});

/** Which things a template tells, by their places from 1, as often as it does. */
function holesOf(template: string): number[] {
  const told: number[] = [];
  filled(template, PLACES, (place = Number.POSITIVE_INFINITY) => String(told.push(place)));
  return told;
}
const PLACES = Array.from({ length: LONGEST }, (_, i) => i + 1);

/**
 * Makes the languages of a folder known: `es.json` is Spanish.
 * @throws ScenarioError with every fault of every file: too large, no catalogue, of another language than its name says, or
 * a sentence that tells what the English does not
 */
export async function useLanguages(folder: string): Promise<void> {
  const names = await disk.namesIn(folder).catch((error: FileFault) => {
    throw refused(folder, error.said, said`CRIBLE_LANGUAGES names a folder`);
  });
  const files = names.filter((name) => name.endsWith(".json")).sort();
  if (files.length > MOST_FILES)
    throw refused(folder, said`${files.length} files of languages; the limit is ${MOST_FILES}`);
  const read = await Promise.all(files.map((name) => readCatalogue(disk.path.join(folder, name))));
  const problems = read.flatMap((one) => one.problems);
  if (hasErrors(problems)) throw new ScenarioError(problems.filter(({ severity }) => severity === "error"));
  for (const { data } of read) addLanguage(data!);
}

async function readCatalogue(path: string): Promise<{ data?: z.output<typeof catalogue>; problems: Problem[] }> {
  const source = await readSource(path).catch((error: unknown) => {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  });
  if (!("text" in source)) return { problems: [...source] };
  const { root, problems } = parseText(source.text, source.file, undefined, LONGEST);
  if (root === undefined || hasErrors(problems)) return { problems: [...problems] };
  const { data, problems: misshapen } = checkShape(root, catalogue);
  if (data === undefined) return { problems: [...misshapen] };
  const found: Problem[] = [];
  const named = disk.path.basename(path).slice(0, -".json".length);
  if (data.language !== named)
    found.push(
      problemAt(
        placeOf(root, ["language"]),
        said`${quote(disk.path.basename(path))} is of the language ${quote(named)}, by its name`,
      ),
    );
  for (const [english, text] of Object.entries(data.sentences)) {
    const told = holesOf(english).length;
    const places = holesOf(text);
    const at = () => placeOf(root, ["sentences", english]);
    if (places.some((place) => place > told))
      found.push(problemAt(at(), said`more is told here than the ${told} thing{s} that the English tells`));
    else if (places.length > 2 * told)
      found.push(
        problemAt(at(), said`this tells ${places.length} things; the English ${told}, and each may be told twice`),
      );
  }
  return { data, problems: found };
}
