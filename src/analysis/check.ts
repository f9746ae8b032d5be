/**
 * The gate: a study against its goals and its baseline.
 *
 * Level 0: where scenario, seed, stream, version, engine and trials are those of the baseline, the very same numbers must
 * come out. Level 1, when any of them differs: drift, equivalent or inconclusive, by `gate.ts`; cells are played further only
 * while something about them is undecided.
 */
import { STREAM_NAME } from "../dice/index.ts";
import { giveWay, inTurns } from "../rule/event-loop.ts";
import { defined } from "../rulesets/defined.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { hashesOf, scenarioHash } from "../scenario/hash.ts";
import { nearest } from "../scenario/nearest.ts";
import { messageOf, ScenarioError } from "../scenario/problem.ts";
import { sharedSetup } from "../scenario/setup.ts";
import type { Study } from "../scenario/study.ts";
import { VERSION } from "../version.ts";
import { type EditedStudy, editsAlone, movedCells } from "./alone.ts";
import { type Baseline, type Origin, partOf } from "./baseline.ts";
import type { Blocks } from "./blocks.ts";
import { changesOf, renamedIn } from "./changes.ts";
import { goalItems, type Held, type Item, isOfUnit, metricItems } from "./check-items.ts";
import type { CheckResult, MetricCheck, NameFault } from "./check-result.ts";
import { engineHash } from "./engine-hash.ts";
import { decideFields, fieldItems } from "./field-goals.ts";
import { ALPHA, type Answer, type Claim, decideAt, LOOKS } from "./gate.ts";
import { checkGoals } from "./goals.ts";
import { headOf } from "./head.ts";
import { checkMargins, DEFAULT_MARGINS, type Margins } from "./margins.ts";
import { neededOf, neededOfGoal } from "./needed.ts";
import type { Planned } from "./planned.ts";
import { planStudy } from "./planning.ts";
import { cellsInPlay, type PlaySettings } from "./play.ts";
import type { CellResult, GoalResult } from "./result.ts";
import { ruleIdsOf } from "./rule-ids.ts";
import type { RunSettings } from "./run.ts";
import { hasSubstreams, type SubstreamPlay, substreamPlay } from "./substreams.ts";
import { type Tracked, trackedOf } from "./tracked.ts";

/** Trials of each simulated cell when the scenario sets none: enough for 500 numbers at a margin of one point. */
export const CHECK_TRIALS = 256_000;

export interface CheckSettings extends PlaySettings {
  /** Left out: goals alone are checked. */
  readonly baseline?: Baseline;
  /** The baseline's name, for reports. */
  readonly baselineFile?: string;
  /** Its sums of super-blocks: cells with substreams are then compared on the same dice. */
  readonly blocks?: Blocks;
  /** Experiments that are checked alone: what the baseline and `track:` say of others is left aside. */
  readonly only?: readonly string[];
  readonly margins?: Margins;
  /** Of each simulated cell at most, instead of the scenario's. */
  readonly trials?: number;
  /** As for `run`; exact answers are compared where they are cheap unless told otherwise. */
  readonly method?: RunSettings["method"];
  /** Told of every cell that was looked at, at which look, and the digest of its counts or chances: for who keeps the check. */
  readonly onCell?: (id: string, look: number, digest: string) => void;
  /** The study with other values, to say what each of several edits does by itself. */
  readonly variant?: EditedStudy;
  /** How a report says that what moved is accepted. */
  readonly update?: string;
}

/** Where the numbers of a study come from. */
export const originOf = async (study: Study, trials: number): Promise<Origin> => ({
  stream: STREAM_NAME,
  seed: study.seed.seed.toString(),
  version: VERSION,
  engine: engineHash(),
  scenario: await scenarioHash(study),
  trials,
});

/**
 * A study ready to be checked: its plans and the names of its numbers; none where the signal came before all was planned.
 * @throws ScenarioError, SettingError
 */
export async function prepared(study: Study, { margins = DEFAULT_MARGINS, method, signal, only }: CheckSettings) {
  const planned = await planStudy(study, { ...(method ? { method } : {}), ...(signal ? { signal } : {}) });
  if (signal?.aborted) return { planned: new Map<string, Planned>(), tracked: [], margins, isCut: true };
  checkGoals(study, planned);
  const { kinds } = await loadRuleset(study.ruleset);
  const { tracked, problems } = await inTurns(
    trackedOf(
      [...planned.values()].map(({ cell, program }) => ({ ...cell, metrics: program.metrics })),
      study.track,
      (kind) => kinds[kind]?.tracked,
    ),
  );
  if (problems.length > 0 && only === undefined) throw new ScenarioError(problems);
  checkMargins(margins, tracked);
  return { planned, tracked, margins, isCut: false };
}

/**
 * Checks a study. The result does not depend on `workers`.
 * @throws ScenarioError for goals and `track:` patterns that match nothing
 */
export async function check(study: Study, settings: CheckSettings = {}): Promise<CheckResult> {
  const { planned, tracked, margins, isCut } = await prepared(study, settings);
  const { cells: hashes, scenario } = await hashesOf(study);
  const { baseline: whole, only } = settings;
  const baseline = whole && only ? partOf(whole, only, { cells: hashes, scenario, inputs: study.inputs }) : whole;
  const trials = settings.trials ?? study.trials ?? CHECK_TRIALS;
  const origin = await originOf(study, trials);
  const differs = baseline ? ORIGIN.filter((key) => baseline[key] !== origin[key]) : [];
  const isLevel0 = baseline !== undefined && differs.length === 0;
  const names = baseline && !isCut ? nameFaults(baseline, tracked, renamedIn(study, baseline.inputs)) : [];
  const isPaired = baseline !== undefined && !isLevel0 && canPair(settings.blocks, origin);
  const substreams = isPaired ? substreamsOf(study, planned, tracked, settings.blocks!, trials, settings) : undefined;
  const isOfSameDice = !differs.some((part) => part === "seed" || part === "stream" || part === "engine");
  const isUntouched = (cell: string) => baseline?.cells.get(cell) === hashes.get(cell);
  const held = baseline && {
    baseline,
    margins,
    isLevel0,
    isRepeated: (cell: string) => isOfSameDice && isUntouched(cell),
    ...defined({ blocks: settings.blocks, substreams }),
  };
  const metrics = held ? metricItems(study, tracked, held) : [];
  const goals = isCut ? [] : goalItems(study, planned);
  const fields = isCut ? [] : await fieldItems(study);
  const latest = new Map<string, CellResult>();
  const keep = (cells: readonly CellResult[], look: number) => {
    for (const cell of cells) {
      latest.set(cell.id, cell);
      settings.onCell?.(cell.id, look, play.digests.get(cell.id) ?? "");
    }
    decideFields(fields, [...latest.values()], look);
  };
  const items = [...metrics, ...goals];

  const play = cellsInPlay(study, planned, trials, { ...settings, isKept: settings.onCell !== undefined });
  let isPartial = false;
  let looks = 0;
  const family = items.filter(({ cell, isCertain }) => !isCertain || play.isSimulated(cell)).length;
  try {
    const exact = isCut ? undefined : await play.exact();
    isPartial = exact === undefined;
    await decide(items, exact ?? [], LOOKS.length - 1, family);
    keep(exact ?? [], 0);
    for (const look of isPartial ? [] : isLevel0 ? [LOOKS.length - 1] : LOOKS.keys()) {
      const open = items.filter(({ answer, cell }) => answer === "open" && play.isSimulated(cell));
      const ofFields = fields.flatMap(({ answer, cells }) => (answer === "open" ? cells : []));
      if (open.length === 0 && !ofFields.some((cell) => play.isSimulated(cell))) break;
      const asked = [
        ...new Set([...open.map(({ cell }) => cell), ...ofFields.filter((cell) => play.isSimulated(cell))]),
      ];
      const inSubstreams = asked.filter((cell) => substreams?.cells.has(cell));
      const alone = asked.filter((cell) => !substreams?.cells.has(cell));
      const paired = substreams ? await substreams.to(LOOKS[look]!, new Set(inSubstreams)) : [];
      const cells = paired && (await play.to(LOOKS[look]!, new Set(alone)));
      if (cells === undefined) {
        isPartial = true;
        break;
      }
      looks = look + 1;
      await decide(open, [...paired!, ...cells], look, family);
      keep([...paired!, ...cells], look);
    }
  } finally {
    await play.close();
    await substreams?.close();
  }

  const differing = study.cells.flatMap((cell) => cell.options);
  const options = [...new Map(differing.map((one) => [`${one.name}=${JSON.stringify(one.value)}`, one])).values()];
  const isOpen = ({ answer }: { readonly answer: Answer }) => answer === "open";
  const questions = { family: family + fields.length, open: [...items, ...fields].filter(isOpen).length };
  const judged = metrics.flatMap(({ report, answer }): MetricCheck[] => {
    if (report === undefined) return [];
    const needed = answer === "open" ? neededOf(report, questions) : undefined;
    return [{ ...withVerdict(report, answer, isLevel0), ...(needed ? { needed } : {}) }];
  });
  const changes = baseline ? changesOf(study, baseline.inputs, isUntouched, lostIn(names)) : [];
  const asked = baseline && { metrics: judged, changes, baseline, tracked };
  const { variant, onProgress: _, onSolve: __, ...quiet } = settings;
  const alone = asked && variant && !isPartial ? await editsAlone(asked, variant, quiet) : undefined;
  const moved = asked && variant && !isPartial ? await movedCells(asked, study, latest, variant, quiet) : [];
  const metricChecks = judged.map((metric): MetricCheck => {
    const edits = metric.against === "baseline" ? alone?.get(metric.key) : undefined;
    return edits ? { ...metric, alone: edits } : metric;
  });
  const goalChecks = [...goals, ...fields].flatMap(({ report, answer }) => {
    if (report === undefined) return [];
    const needed = answer === "open" ? neededOfGoal(report, trials, questions) : undefined;
    return [{ ...report, verdict: GOAL_VERDICTS[answer], ...(needed ? { needed } : {}) }];
  });
  return {
    ...headOf(study),
    scenario,
    ruleIds: await ruleIdsOf(study),
    ...(isPartial ? { partial: true } : {}),
    command: settings.command ?? `crible check ${study.file}`,
    ...(settings.update === undefined ? {} : { update: settings.update }),
    ...(baseline && {
      baseline: settings.baselineFile ?? "balance.baseline.yaml",
      accepted: { version: baseline.version, scenario: baseline.scenario, seed: baseline.seed },
    }),
    unitLabels: Object.fromEntries(study.unitLabels),
    warnings: study.warnings.map(messageOf),
    verdict: verdictOf(metricChecks, goalChecks, names, isPartial),
    identical: isLevel0 && !isPartial && names.length === 0 && metricChecks.every(({ verdict }) => verdict === "same"),
    differs,
    trials,
    looks,
    alpha: ALPHA,
    ...defined({ paired: substreams?.cells.size, sums: settings.blocks && (true as const) }),
    ...(baseline && !isLevel0 && substreams === undefined && [...planned.values()].some(hasSubstreams)
      ? { unpaired: settings.blocks === undefined ? "none" : "unlike" }
      : {}),
    changes,
    metrics: metricChecks,
    goals: goalChecks,
    names,
    setups: Object.fromEntries(
      groupedBy(study.cells, ({ experiment }) => experiment).map((cells) => [cells[0]!.experiment, sharedSetup(cells)]),
    ),
    ...(moved.length > 0 ? { moved } : {}),
    ...(options.length > 0 ? { options } : {}),
  };
}

/** The digests of a study's cells as a check comes to them, each up to a look. */
export async function checkedCells(
  study: Study,
  looks: ReadonlyMap<string, number>,
  settings: CheckSettings,
): Promise<ReadonlyMap<string, string>> {
  const { planned } = await prepared({ ...study, goals: [], track: [] }, settings);
  const play = cellsInPlay(study, planned, settings.trials ?? study.trials ?? CHECK_TRIALS, {
    ...settings,
    isKept: true,
  });
  try {
    await play.exact();
    for (const look of LOOKS.keys()) {
      const asked = [...looks].flatMap(([id, due]) => (due === look && play.isSimulated(id) ? [id] : []));
      if (asked.length > 0) await play.to(LOOKS[look]!, new Set(asked));
    }
    return play.digests;
  } finally {
    await play.close();
  }
}

const ORIGIN = ["scenario", "seed", "stream", "version", "engine", "trials"] as const satisfies (keyof Origin)[];

/** The same dice fall again where seed and stream are those of the sums. */
export const canPair = (blocks: Blocks | undefined, { seed, stream }: Origin): boolean =>
  blocks !== undefined && blocks.seed === seed && blocks.stream === stream;

/** Cells to be played in substreams: those with sums. Undefined where there are none, or less than two super-blocks. */
function substreamsOf(
  study: Study,
  planned: ReadonlyMap<string, Planned>,
  tracked: readonly Tracked[],
  { size, metrics }: Blocks,
  trials: number,
  settings: PlaySettings,
): SubstreamPlay | undefined {
  const known = tracked.filter(({ key }) => metrics.has(key));
  const substreams = trials < 2 * size ? undefined : substreamPlay(study, planned, known, { size, trials }, settings);
  return substreams && substreams.cells.size > 0 ? substreams : undefined;
}

/** The numbers that a check of cells that were played whole would call a drift. */
export async function driftedSince(
  study: Study,
  tracked: readonly Tracked[],
  cells: readonly CellResult[],
  held: Omit<Held, "isLevel0" | "isRepeated">,
): Promise<ReadonlySet<string>> {
  const items = metricItems(study, tracked, { ...held, isLevel0: false, isRepeated: () => false });
  await decide(items, cells, LOOKS.length - 1, items.filter(({ isCertain }) => !isCertain).length);
  const isMoved = ({ answer, report }: (typeof items)[number]) => answer === "fail" && report?.against === "baseline";
  return new Set(items.filter(isMoved).map(({ report }) => report!.key));
}

/** Asks the items of the cells that were just solved or played. */
async function decide(items: readonly Item[], cells: readonly CellResult[], look: number, family: number) {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const asked: { readonly item: Item; readonly question: Claim }[] = [];
  for (const item of items) {
    await giveWay();
    const cell = byId.get(item.cell);
    const question = cell && item.ask(cell, look);
    if (question) asked.push({ item, question });
  }
  const answers = decideAt(
    look,
    asked.map(({ question }) => question),
    family,
  );
  asked.forEach(({ item }, i) => {
    item.answer = answers[i]!;
  });
}

function withVerdict(report: MetricCheck, answer: Answer, isLevel0: boolean): MetricCheck {
  if (answer === "open") return { ...report, verdict: "inconclusive" };
  if (answer === "pass") return { ...report, verdict: report.verdict === "same" ? "same" : "equivalent" };
  return { ...report, verdict: isLevel0 && report.against === "baseline" ? "changed" : "drift" };
}

const GOAL_VERDICTS = { pass: "pass", fail: "fail", open: "inconclusive" } as const;

const cellOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf("/")));

/** Cells of which nothing is measured any more. */
const lostIn = (names: readonly NameFault[]): string[] =>
  names.flatMap(({ fault, key }) => (fault === "obsolete" ? cellOf(key) : []));

/** Numbers that only one of the two sides has. */
function nameFaults(
  baseline: Baseline,
  tracked: readonly Tracked[],
  renamed: ReturnType<typeof renamedIn>,
): NameFault[] {
  const cells = new Set([...baseline.metrics.keys()].map(cellOf));
  const known = new Set(tracked.map(({ key }) => key));
  const absent = tracked.filter(({ key }) => !baseline.metrics.has(key));
  const absentKeys = absent.map(({ key }) => key);
  const like = (key: string, keys: readonly string[]) => {
    for (const same of renamed) {
      const { was, is } = same;
      const other = key
        .split(/([~+/])/u)
        .map((part) => (part === was ? is : part === is ? was : part))
        .join("");
      if (keys.includes(other)) return { nearest: other, same };
    }
    return defined({ nearest: nearest(key, keys) });
  };
  const obsolete = [...baseline.metrics.keys()].filter((key) => !known.has(key));
  return [
    ...absent.map(
      ({ key, cell }): NameFault => ({ fault: cells.has(cell) ? "missing" : "new", key, ...like(key, obsolete) }),
    ),
    ...obsolete.map((key): NameFault => ({ fault: "obsolete", key, ...like(key, absentKeys) })),
    ...tracked.flatMap((one): NameFault[] => {
      const before = baseline.metrics.get(one.key);
      return before && !isOfUnit(before, one) ? [{ fault: "unlike", key: one.key }] : [];
    }),
  ];
}

function verdictOf(
  metrics: readonly MetricCheck[],
  goals: readonly GoalResult[],
  names: readonly NameFault[],
  isPartial: boolean,
): CheckResult["verdict"] {
  const gated = goals.filter(({ level }) => level === "error");
  const isBad = metrics.some(({ verdict }) => verdict === "drift" || verdict === "changed");
  if (isBad || names.length > 0 || gated.some(({ verdict }) => verdict === "fail")) return "fail";
  const isOpen = metrics.some(({ verdict }) => verdict === "inconclusive");
  return isOpen || isPartial || gated.some(({ verdict }) => verdict === "inconclusive") ? "inconclusive" : "pass";
}
