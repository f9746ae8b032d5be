/** Studies to be compared: of two variants of one scenario, or of two files. */
import { isOneGame } from "../rulesets/index.ts";
import { type Said, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import { problemAt, ScenarioError } from "../scenario/problem.ts";
import { loadStudy, type Scenario, type Study, type StudyOptions } from "../scenario/study.ts";
import { refuseFaults, type Variant, variantEdits, WITHOUT_GOALS } from "../scenario/variants.ts";
import { type Apart, apartIn, commonOf } from "./pairing.ts";

/** Two studies, and what tells their cells apart. */
export interface ComparedStudies {
  readonly studies: readonly [Study, Study];
  readonly apart: Apart;
  /** What each is read with from the scenario of both. */
  readonly options: readonly [StudyOptions, StudyOptions];
}

/**
 * The studies of two variants of a scenario, without goals. `options.cells` names cells of either: those and their
 * counterparts are kept.
 * @throws ScenarioError for names that nothing has, and where no cell of one has a counterpart in the other
 */
export async function studiesOfVariants(
  scenario: Scenario,
  variants: readonly [Variant, Variant],
  apart: Apart,
  { cells: wanted, ...others }: StudyOptions = {},
): Promise<ComparedStudies> {
  if (!("experiment" in variants[0])) await refuseFaults(scenario, others);
  const readWith = (variant: Variant): StudyOptions => ({
    ...others,
    ...("experiment" in variant ? { only: [variant.experiment] } : {}),
    set: [
      ...WITHOUT_GOALS,
      ...(lineUpOf(variant) ? [] : variantEdits(scenario.tree, variant, others.only)),
      ...(others.set ?? []),
    ],
  });
  const options = [readWith(variants[0]), readWith(variants[1])] as const;
  const study = async (i: 0 | 1): Promise<Study> => {
    const lineUp = lineUpOf(variants[i]);
    const made = await scenario.study(options[i]);
    return lineUp ? { ...made, cells: ofLineUp(made, lineUp) } : made;
  };
  return { ...counterparts([await study(0), await study(1)], apart, wanted), options };
}

/**
 * The studies of two files of one game.
 * @throws ScenarioError where they are of two
 */
export async function studiesOfFiles(
  file: string,
  other: string,
  options: StudyOptions = {},
): Promise<readonly [Study, Study]> {
  const studies = [await loadStudy(file, options), await loadStudy(other, options)] as const;
  const [{ ruleset }, { ruleset: otherRuleset }] = studies;
  // Two texts of one game are compared: what if a rule were another?
  if (isOneGame(ruleset, otherRuleset)) return studies;
  const message = said`cannot compare games: ${file} is of ${ruleset}, ${other} of ${otherRuleset}`;
  throw new ScenarioError([problemAt(undefined, message, { hint: said`give two files of one ruleset` })]);
}

/** A side of several units, as cells name it. */
type LineUp = readonly [role: "attacker" | "defender", name: string];

function lineUpOf(variant: Variant): LineUp | undefined {
  const [[role, name]] = Object.entries(variant) as [[string, unknown]];
  const isSide = role === "attacker" || role === "defender";
  return isSide && typeof name === "string" && name.includes("+") ? [role, name] : undefined;
}

function ofLineUp({ cells }: Study, [role, name]: LineUp): Study["cells"] {
  const found = cells.filter((cell) => cell[role] === name);
  if (found.length > 0) return found;
  return refuse(said`no side is made of "${name}"`, name, [...new Set(cells.map((cell) => cell[role]))]);
}

/** The cells of both studies that are compared: with their counterparts, of those that are wanted. */
function counterparts(
  studies: readonly [Study, Study],
  given: Apart,
  wanted: readonly string[] | undefined,
): Pick<ComparedStudies, "studies" | "apart"> {
  const apart = apartIn(studies, given);
  const keys = studies.map(({ cells }) => new Set(cells.map((cell) => commonOf(cell, apart))));
  const all = studies.flatMap(({ cells }) => cells);
  if (![...keys[0]!].some((key) => keys[1]!.has(key))) {
    const [first, second] = studies.map(({ cells }) => cells[0]?.id ?? "");
    const message = said`no two cells can be compared: they are of other units or other modifier sets`;
    throw new ScenarioError([problemAt(undefined, message, { hint: said`such as ${first!} and ${second!}` })]);
  }
  const ids = all.map(({ id }) => id);
  const unknown = wanted?.find((id) => !ids.includes(id));
  if (unknown !== undefined) refuse(said`--cell: there is no cell "${unknown}"`, unknown, ids);
  const kept = wanted && new Set(all.filter(({ id }) => wanted.includes(id)).map((cell) => commonOf(cell, apart)));
  const [first, second] = studies.map((study) => ({
    ...study,
    cells: kept ? study.cells.filter((cell) => kept.has(commonOf(cell, apart))) : study.cells,
  }));
  return { studies: [first!, second!], apart };
}

/** @throws ScenarioError that names what is nearest */
function refuse(message: Said, name: string, known: readonly string[]): never {
  const hint = suggested(name, known) ?? said`there are ${known.slice(0, 8).join(", ")}`;
  throw new ScenarioError([problemAt(undefined, message, { hint })]);
}
