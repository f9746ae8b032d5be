/** What it is worth to go first: a fight in which one side does all the time, beside one in which the other does. */
import type { Simulated } from "../engine/played-job.ts";
import { type Exact, probabilitiesOf } from "../rule/exact.ts";
import { type Program, tallyOffsets } from "../rule/program.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { goingFirstFor, programFor } from "../rulesets/ruleset.ts";
import type { Study } from "../scenario/study.ts";
import { contrastOfChances } from "../stats/contrast.ts";
import { solvedCells } from "./answers.ts";
import { jobFor, type Planned } from "./planned.ts";
import { playJobs } from "./play-jobs.ts";
import type { CellResult, Gain } from "./result.ts";
import type { Threads } from "./run-settings.ts";
import { workOfAnswer, workOfTrials } from "./work.ts";

/** Fights of one study beyond which nobody is told: a matrix has enough to say. */
const MOST_FIGHTS = 12;
/** Operations of one fight beyond which it is played instead of solved. */
const OPERATIONS = 20_000_000;
/** Fights played of either kind, no more than of the cell itself: with all of them a difference of two points is seen. */
const MOST_TRIALS = 16_384;
/** Less than this is of no account: 0.05 points. */
const LEAST = 0.0005;

/** A fight in which the first side goes first, and one in which the second does. */
interface OrderedFights {
  readonly cell: CellResult;
  readonly profiles: readonly [unknown, unknown];
  readonly programs: readonly [Program, Program];
}

/** Cells of fights with what going first is worth, where it makes a difference that is sure. */
export async function withGoingFirst(
  study: Study,
  cells: readonly CellResult[],
  { workers = 0, signal, cache }: Threads = {},
): Promise<readonly CellResult[]> {
  const pairs = await pairsOf(study, cells);
  const isExact = ({ programs }: OrderedFights) =>
    programs.every(({ exact }) => "solve" in exact && exact.operations <= OPERATIONS);
  const open = pairs.filter((pair) => !isExact(pair));
  const trialsOf = ({ trials = MOST_TRIALS }: CellResult) => Math.min(MOST_TRIALS, trials);
  const jobsOf = ({ cell: { id, kind }, profiles }: OrderedFights) =>
    profiles.map((profile, i) => jobFor(study, `${id}@first=${i}`, kind, profile));
  const jobs = open.flatMap(jobsOf);
  const plans = open.flatMap(({ cell, programs }) =>
    programs.map((program) => ({
      blockSize: program.blockSize,
      bins: tallyOffsets(program.metrics).at(-1)!,
      trials: trialsOf(cell),
      work: workOfTrials(program, trialsOf(cell)),
    })),
  );
  const played = await playJobs(jobs, plans, [], `crible run ${study.file}`, {
    workers,
    thrifty: true, // as the threads of the run itself have ended
    ...(signal ? { signal } : {}),
    ...(cache ? { cache } : {}),
  });
  const exact = pairs.filter(isExact);
  const solved = await solvedCells(
    exact.flatMap((pair) => jobsOf(pair).map((job, i) => ({ job, program: pair.programs[i]! }))),
    { workers, ...(signal ? { signal } : {}), ...(cache ? { cache } : {}) },
  );
  const found = new Map<string, NonNullable<CellResult["goingFirst"]>>();
  for (const pair of pairs) {
    const at = 2 * (isExact(pair) ? exact : open).indexOf(pair);
    const wins = isExact(pair) ? solved.slice(at, at + 2).map(shareOf) : played.slice(at, at + 2).map(winsOf);
    // What was cut off is not said.
    const isWhole = wins.every((win) => win && (isExact(pair) || win.trials >= trialsOf(pair.cell)));
    if (!isWhole) continue;
    const [one, two] = wins as [FirstWins, FirstWins];
    const gains = { first: difference(one, two, 0), second: difference(two, one, 1) };
    if (matters(gains.first) || matters(gains.second)) found.set(pair.cell.id, gains);
  }
  return cells.map((cell) => (found.has(cell.id) ? { ...cell, goingFirst: found.get(cell.id)! } : cell));
}

/** What that takes, for each cell of a study: either of the two fights is about as much as the cell's own. */
export async function workOfGoingFirst(study: Study, planned: readonly Planned[]): Promise<readonly number[]> {
  const { kinds } = await loadRuleset(study.ruleset);
  const fights = planned.filter(({ cell }) => kinds[cell.kind]?.goingFirst !== undefined);
  if (fights.length > MOST_FIGHTS) return [];
  return fights.flatMap(({ cell, program, trials }) => {
    const { kind, outcome, point } = cell;
    if (point !== undefined || !("profile" in outcome) || goingFirstFor(kinds[kind]!, outcome.profile) === undefined)
      return [];
    const answer = workOfAnswer(program);
    return 2 * (answer <= OPERATIONS ? answer : workOfTrials(program, Math.min(MOST_TRIALS, trials)));
  });
}

async function pairsOf(study: Study, cells: readonly CellResult[]): Promise<OrderedFights[]> {
  const { kinds } = await loadRuleset(study.ruleset);
  const fights = cells.filter(({ kind }) => kinds[kind]?.goingFirst !== undefined);
  if (fights.length > MOST_FIGHTS) return [];
  return fights.flatMap((cell): OrderedFights[] => {
    const kind = kinds[cell.kind]!;
    const outcome = study.cells.find(({ id }) => id === cell.id)?.outcome;
    if (!kind.winner || cell.metrics === undefined || cell.point !== undefined || !outcome || !("profile" in outcome))
      return [];
    const profiles = goingFirstFor(kind, outcome.profile);
    if (profiles === undefined) return [];
    const programs = profiles.map((profile) => programFor(kind, profile)) as [Program, Program];
    return [{ cell, profiles, programs }];
  });
}

/** How often each side wins, of so many fights; of none where they are solved. */
interface FirstWins {
  readonly wins: readonly [number, number];
  readonly trials: number;
}

const shareOf = (answer: readonly Exact[] | undefined): FirstWins | undefined => {
  if (answer === undefined) return undefined;
  const [first, second] = probabilitiesOf(answer[0]!);
  return { wins: [first!, second!], trials: 0 };
};

const winsOf = ({ tally, trials }: Simulated): FirstWins => ({ wins: [tally[0]!, tally[1]!], trials });

/** A side's wins when it goes first less its wins when it does not. */
function difference(with_: FirstWins, without: FirstWins, side: 0 | 1): Gain {
  if (with_.trials === 0) return { value: with_.wins[side] - without.wins[side] };
  const {
    estimate = 0,
    lower,
    upper,
  } = contrastOfChances([
    { weight: 1, k: with_.wins[side], n: with_.trials },
    { weight: -1, k: without.wins[side], n: without.trials },
  ]);
  return { value: estimate, lower, upper };
}

const matters = ({ value, lower = value, upper = value }: Gain): boolean =>
  Math.abs(value) >= LEAST && (lower > 0 || upper < 0);
