/** What it is worth to go first: a fight in which one side does all the time, beside one in which the other does. */
import { blockStream, cellKey } from "../dice/index.ts";
import { type Program, probabilitiesOf, tallyOffsets } from "../rule/index.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { goingFirstFor, programFor } from "../rulesets/ruleset.ts";
import type { Study } from "../scenario/study.ts";
import { newcombe } from "../stats/index.ts";
import type { CellResult, Gain } from "./result.ts";

/** Fights of one study beyond which nobody is told: a matrix has enough to say. */
const MOST_FIGHTS = 12;
/** Operations of one fight beyond which it is played instead of solved. */
const OPERATIONS = 5_000_000;
/** Fights played of either kind, no more than of the cell itself: with all of them a difference of two points is seen. */
const MOST_TRIALS = 16_384;
/** Less than this is of no account: 0.05 points. */
const LEAST = 0.0005;

/** Cells of fights with what going first is worth, where it makes a difference that is sure. */
export async function withGoingFirst(study: Study, cells: readonly CellResult[]): Promise<readonly CellResult[]> {
  const { kinds } = await loadRuleset(study.ruleset);
  const fights = cells.filter(({ kind }) => kinds[kind]?.goingFirst !== undefined);
  if (fights.length === 0 || fights.length > MOST_FIGHTS) return cells;
  return cells.map((cell) => {
    const kind = kinds[cell.kind];
    const outcome = study.cells.find(({ id }) => id === cell.id)?.outcome;
    if (!kind?.winner || cell.metrics === undefined || cell.point !== undefined || !outcome || !("profile" in outcome))
      return cell;
    const profiles = goingFirstFor(kind, outcome.profile);
    if (profiles === undefined) return cell;
    const [one, two] = profiles.map((profile) => programFor(kind, profile)) as [Program, Program];
    const isExact = [one, two].every(({ exact }) => "solve" in exact && exact.operations <= OPERATIONS);
    const trials = Math.min(MOST_TRIALS, cell.trials ?? MOST_TRIALS);
    const wins = isExact ? [one, two].map(solved) : [one, two].map((own, i) => played(own, study, cell.id, i, trials));
    const [a, b] = wins as [Wins, Wins];
    const found = { first: difference(a, b, 0), second: difference(b, a, 1) };
    return matters(found.first) || matters(found.second) ? { ...cell, goingFirst: found } : cell;
  });
}

/** How often each side wins, of so many fights; of none where they are solved. */
interface Wins {
  readonly wins: readonly [number, number];
  readonly trials: number;
}

function solved({ exact }: Program): Wins {
  const [winner] = (exact as Extract<Program["exact"], { solve: unknown }>).solve();
  const [first, second] = probabilitiesOf(winner!);
  return { wins: [first!, second!], trials: 0 };
}

function played(program: Program, { seed }: Study, id: string, side: number, trials: number): Wins {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const key = cellKey(seed.seed, `${id}@first=${side}`);
  const { blockSize } = program;
  const kernel = program.kernel();
  for (let done = 0; done < trials; done += blockSize)
    kernel.play(blockStream(key, done / blockSize), Math.min(blockSize, trials - done), tally);
  return { wins: [tally[0]!, tally[1]!], trials };
}

/** A side's wins when it goes first less its wins when it does not. */
function difference(with_: Wins, without: Wins, side: 0 | 1): Gain {
  if (with_.trials === 0) return { value: with_.wins[side] - without.wins[side] };
  const { estimate = 0, lower, upper } = newcombe(with_.wins[side], with_.trials, without.wins[side], without.trials);
  return { value: estimate, lower, upper };
}

const matters = ({ value, lower = value, upper = value }: Gain): boolean =>
  Math.abs(value) >= LEAST && (lower > 0 || upper < 0);
