/** One study of a tree: its edits made, its ruleset found, its shape checked, its cells expanded. */
import { atOnce, inTurns } from "../rule/event-loop.ts";
import { once } from "../rule/once.ts";
import { isBuilt, loadReader, rulesetNames } from "../rulesets/index.ts";
import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import type { Study, StudyOptions } from "./checked.ts";
import { disk } from "./disk.ts";
import { edited } from "./edits.ts";
import { expanded } from "./expansion.ts";
import { furtherProblems } from "./further.ts";
import { misspeltKeywords } from "./keywords.ts";
import { suggested } from "./nearest.ts";
import { hasErrors, type Problem, problemAt, quote, refuse, ScenarioError } from "./problem.ts";
import { referenceProblems } from "./references.ts";
import { scenarioSchema } from "./schema.ts";
import { checkShape, misplacedIn } from "./shape.ts";
import { type Located, partOf, placeOf } from "./tree.ts";

/** The study of a tree as it stands, but for edits. @throws ScenarioError with every problem at once */
export async function studyOfOne(
  given: Located,
  file: string,
  options: Omit<StudyOptions, "sweep"> = {},
  warnings: readonly Problem[] = [],
): Promise<Study> {
  const { tree, patch } = edited(given, options.set ?? []);
  const reader = await readerOf(tree);
  const problems = options.isKnown ? [] : problemsFor(reader)(tree);
  if (hasErrors(problems)) {
    const misplaced = misplacedIn(tree, scenarioSchema(reader));
    if (misplaced !== undefined) throw new ScenarioError([...warnings, misplaced]);
    const further = furtherProblems(tree, problemsFor(reader), (sound) =>
      problemsIn(() => atOnce(expanded(sound, file, reader, patch, options, []))),
    );
    throw new ScenarioError([...warnings, ...problems, ...further]);
  }
  const misspelt = options.isKnown ? [] : misspeltFor(reader)(tree);
  return inTurns(expanded(tree, file, reader, patch, options, [...warnings, ...misspelt]));
}

/** What is told of a study that cannot be made. */
function problemsIn(make: () => unknown): readonly Problem[] {
  try {
    make();
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  }
}

/** Of trees that were checked: many studies may be made of one, which only their patches tell apart. */
const problemsFor = once((reader: Reader) =>
  once((tree: Located) => [...checkShape(tree, scenarioSchema(reader)).problems, ...referenceProblems(tree)]),
);

const misspeltFor = once((reader: Reader) => once((tree: Located) => misspeltKeywords(tree, reader)));

/** What reads the ruleset that a tree names. */
export async function readerOf(tree: Located): Promise<Reader> {
  const node = partOf(tree, "ruleset");
  const name = node?.kind === "scalar" ? String(node.value) : undefined;
  if (name === undefined || !isBuilt(name)) {
    const message = name === undefined ? said`missing key "ruleset"` : said`there is no ruleset ${quote(name)}`;
    const place = placeOf(tree, ["ruleset"]);
    const game = `${name}.game.yaml`;
    const isBeside = /^[\w-]+$/u.test(name ?? "") && disk.exists(disk.path.join(disk.path.dirname(place.file), game));
    const hint =
      name === undefined
        ? said`one of ${rulesetNames().join(", ")}`
        : isBeside
          ? said`did you mean ${quote(`./${game}`)}?`
          : (suggested(name, rulesetNames()) ??
            said`${rulesetNames().join(", ")}, and what "crible.rulesets" of the package.json here lists`);
    refuse(place, message, hint);
  }
  try {
    return await loadReader(name);
  } catch (error) {
    const message = said`the ruleset ${quote(name)} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    throw new ScenarioError([problemAt(placeOf(tree, ["ruleset"]), message)], { cause: error });
  }
}
