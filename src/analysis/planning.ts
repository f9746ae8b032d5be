/** How each cell of a study is computed: solved or played, and how often. Decided by counted work, never by a clock. */
import { giveWay } from "../rule/event-loop.ts";
import { withJoints } from "../rule/joint.ts";
import { inRow, message, part, type Sentence } from "../rule/message.ts";
import type { Program } from "../rule/program.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { programFor } from "../rulesets/ruleset.ts";
import { faultAtPlace } from "../scenario/game/fault.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { jointsOf } from "./joints.ts";
import type { Planned } from "./planned.ts";
import type { RunSettings } from "./run-settings.ts";
import { needRoom } from "./size.ts";
import { targetsOf } from "./stopping.ts";
import { LONG, workOfAnswer, workOfTrials } from "./work.ts";

/** Operations up to which a cell is solved exactly unless a simulation is asked for. About a second's work. */
export const EXACT_OPERATIONS = 20_000_000;
/** Trials of a simulated cell that sets neither trials nor precision, where they are cheap; and where they are not, at least. */
export const DEFAULT_TRIALS = 1_000_000;
const LEAST_TRIALS = 10_000;
/** The cap under `precision` alone. */
export const PRECISION_TRIALS = 1_000_000_000;

/** What a plan goes by. */
export interface PlanSettings
  extends Pick<RunSettings, "method" | "mostOperations" | "signal" | "trials" | "precision" | "finding"> {
  /** Whether simulated cells are played in pairs, whose trials take longer. */
  readonly isPaired?: boolean;
}

/** Trials where nobody says how many: a million, or the power of ten below that takes ten seconds at most. */
export function defaultTrials(program: Program, isPaired = false): number {
  let trials = DEFAULT_TRIALS;
  while (trials > LEAST_TRIALS && workOfTrials(program, trials, isPaired) > LONG) trials /= 10;
  return trials;
}

/** Most trials of a simulated cell. The file's own cap its precision, but not one that is asked for instead of them. */
export function mostTrials(
  study: Study,
  program: Program,
  { trials, precision, isPaired }: Pick<PlanSettings, "trials" | "precision" | "isPaired"> = {},
): number {
  const written = precision !== undefined && study.precision === undefined ? undefined : study.trials;
  const isPrecise = (precision ?? study.precision) !== undefined;
  return trials ?? written ?? (isPrecise ? PRECISION_TRIALS : defaultTrials(program, isPaired));
}

/** The trials after which every chance is as precise as was asked for, whatever it is: an even one takes the most. */
export function trialsFor(precision: unknown): number {
  const targets = targetsOf(precision) ?? [];
  const needed = targets.map((target) =>
    "absolute" in target ? (1.96 / target.absolute) ** 2 / 4 : Number.POSITIVE_INFINITY,
  );
  return needed.length === 0 ? Number.POSITIVE_INFINITY : Math.ceil(Math.max(...needed) * LOOKS);
}
/** A run stops at the look after the one that would do. */
const LOOKS = 1.25;

/** Cells of which each is made anew for what it is asked: all of them hold megabytes, and few are at work at a time. */
const MANY = 100;

/** A program without what it plays with. @param make makes it again, where memory was needed meanwhile */
function light(program: Program, make: () => Program): Program {
  const { metrics, blockSize, work, exact, joint, pairedKernel } = program;
  const held = new WeakRef(program);
  const made = () => held.deref() ?? make();
  return {
    metrics,
    blockSize,
    ...(work && { work }),
    exact: "solve" in exact ? { ...exact, solve: () => (made().exact as typeof exact).solve() } : exact,
    ...(joint && { joint: (question) => made().joint!(question) }),
    kernel: () => made().kernel(),
    ...(pairedKernel && { pairedKernel: () => made().pairedKernel!() }),
  };
}

/**
 * The program of every cell that the rules allow and whose kind is built, by id. Each takes a counted, short time; between
 * them the signal is listened to, and cells that it comes before are left out.
 * @throws ScenarioError where the results would be too large
 */
export async function planStudy(study: Study, settings: PlanSettings = {}): Promise<Map<string, Planned>> {
  const { method, signal, trials, precision } = settings;
  const isPlayed = method === "simulate" && (trials ?? precision) !== undefined;
  const { kinds } = await loadRuleset(study.ruleset);
  const cells: { cell: Cell; program: Program }[] = [];
  let { finding = Number.POSITIVE_INFINITY } = settings;
  for (const cell of study.cells) {
    if (!("profile" in cell.outcome)) continue;
    await giveWay();
    if (signal?.aborted) break;
    const { profile } = cell.outcome;
    const make = () => programFor(kinds[cell.kind]!, profile);
    let program = make();
    try {
      finding -= program.find?.(isPlayed ? 1 : finding) ?? 0;
      if (study.cells.length > MANY) program = light(program, make);
      void program.exact; // of a game of one's own that is found out now, and known from here on
    } catch (error) {
      throw faultAtPlace(error, study.labels);
    }
    cells.push({ cell, program });
  }
  needRoom(study, cells);
  const asked = jointsOf(cells);
  return new Map(
    cells.map(({ cell, program: plain }): [string, Planned] => {
      const joints = asked.get(cell.id) ?? [];
      const program = withJoints(plain, joints);
      const { headline } = kinds[cell.kind]!;
      const isLost = "impossible" in program.exact && !("impossible" in plain.exact); // to a question
      // Says why it is simulated.
      const told =
        isLost && planOf(study, cell, plain, settings).exact ? { ...settings, method: "exact" as const } : settings;
      const how = planOf(study, cell, program, method === "simulate" ? settings : told);
      return [cell.id, Object.assign(how, { cell, program, headline, joints })]; // a copy of it would ask for its trials
    }),
  );
}

function planOf(
  study: Study,
  cell: Cell,
  program: Program,
  settings: PlanSettings,
): Pick<Planned, "exact" | "trials" | "note"> {
  const { method = "auto", mostOperations } = settings;
  const { exact } = program;
  const isExact =
    "solve" in exact && (method === "exact" || (method === "auto" && isSolved(study, program, mostOperations)));
  const noted = "note" in cell.outcome && cell.outcome.note !== undefined ? [cell.outcome.note] : [];
  const missing =
    "impossible" in exact && method === "exact" ? [message`no exact answer: ${part(exact.impossible)}`] : [];
  // Of a cell that is solved it takes long to say, and is asked where that is verified.
  let known: number | undefined;
  const trials = () => (known ??= mostTrials(study, program, settings));
  const isDefault = !isExact && settings.trials === undefined && study.trials === undefined;
  const fewer = isDefault && trials() < DEFAULT_TRIALS ? fewerTrials(trials()) : [];
  const notes = [...noted, ...missing, ...fewer];
  return {
    exact: isExact,
    get trials() {
      return trials();
    },
    ...(notes.length === 0 ? {} : { note: inRow(notes) }),
  };
}

/** Whether an answer is worked out unless anything else is asked for: it is cheap, or cheaper than what would be played. */
function isSolved(study: Study, program: Program, most: number | undefined): boolean {
  const work = workOfAnswer(program);
  if (most !== undefined) return work <= most;
  if (work <= EXACT_OPERATIONS) return true;
  return work <= workOfTrials(program, Math.min(mostTrials(study, program), trialsFor(study.precision)));
}

/** Why a cell has so few, and what they are good for; with the flag that says how many, which a page has not. */
function fewerTrials(trials: number): Sentence[] {
  const half = Math.ceil((1.96 / 2 / Math.sqrt(trials)) * 10_000) / 100;
  return [message`more would take long: limits within ± ${half} pp`, message`--trials says how many`];
}
