/** What a cell is told and never does, seen by playing some trials of it: aptitudes, orders and rules that go unused. */
import { blockStream, cellKey } from "../dice/index.ts";
import { giveWay } from "../rule/event-loop.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { Never, Probe } from "../rulesets/never.ts";
import type { Study } from "../scenario/study.ts";
import { limitsReady } from "../stats/library.ts";
import { zeroEventBound } from "../stats/proportion.ts";
import { jobOf, type Planned } from "./planned.ts";
import type { CellResult } from "./result.ts";
import type { CellCache, Threads } from "./run-settings.ts";
import { A_SECOND, workOfCell } from "./work.ts";

/** Trials of one cell, as many of these as it can bear; fewer say too little. */
const TRIALS = [1_000, 500, 200, 100] as const;
const LEAST_TRIALS = TRIALS[3];
/** Of what a cell takes, what playing it for this may take. */
const SHARE = 0.1;
/**
 * Cells beyond which those are left out of which that share plays fewer trials than the least, but for the first of each
 * experiment: a matrix has enough to say.
 */
const MOST_CELLS = 24;

/** Operations that looking for something to play takes, about. */
const LOOKED_AT = 500;

/** Cells with what they are told and was never seen, beside what cannot happen. Left out once the signal comes. */
export async function withUnseen(
  study: Study,
  cells: readonly CellResult[],
  planned: ReadonlyMap<string, Planned>,
  { signal, cache }: Threads = {},
): Promise<readonly CellResult[]> {
  const probeOf = await probesOf(study, cells.length);
  const found: CellResult[] = [];
  for (const cell of cells) {
    const plan = planned.get(cell.id);
    const isOpen = plan !== undefined && cell.metrics !== undefined && !signal?.aborted;
    const asked = isOpen ? probeOf(plan) : NOTHING;
    const open = isOpen && asked.probe ? await unseenIn(study, cell, plan, asked.probe, asked, cache) : [];
    found.push(open.length === 0 ? cell : { ...cell, never: [...(cell.never ?? []), ...open] });
    await giveWay();
  }
  return found;
}

/** What that takes. */
export async function workOfUnseen(study: Study, planned: readonly Planned[]): Promise<number> {
  const probeOf = await probesOf(study, planned.length);
  return planned.reduce((sum, plan) => {
    const { probe, trials, work } = probeOf(plan);
    return sum + (probe === undefined ? 0 : LOOKED_AT + workOfPlayed(plan, probe, trials * work));
  }, 0);
}

const workOfPlayed = ({ exact }: Planned, { solved }: Probe, work: number): number =>
  work + (exact && solved && !solved.isPlayed && solved.work <= MOST_SOLVED ? solved.work : 0);

const NOTHING = { trials: 0, work: 0 } as { readonly probe?: Probe; readonly trials: number; readonly work: number };

/** What is played of each of so many cells, asked for in turn, and how often; nothing where that says too little. */
async function probesOf(study: Study, cells: number): Promise<(plan: Planned) => typeof NOTHING> {
  const { kinds } = await loadRuleset(study.ruleset);
  const begun = new Set<string>();
  return (plan) => {
    const { id, kind, experiment, outcome } = plan.cell;
    const prober = kinds[kind]!.probe;
    if (prober === undefined || !("profile" in outcome)) return NOTHING;
    const work = prober.work(outcome.profile as never);
    const affordable = Math.floor((SHARE * workOfCell(plan)) / work);
    const isLeftOut = cells > MOST_CELLS && begun.has(experiment);
    const trials = TRIALS.find((count) => count <= affordable) ?? (isLeftOut ? 0 : LEAST_TRIALS);
    if (trials === 0) return NOTHING;
    const { attacker = [], defender = [] } = study.units.get(id) ?? {};
    const names = [...attacker, ...defender].map(({ name }) => name);
    const probe = prober.of(outcome.profile as never, names);
    if (probe === undefined) return NOTHING;
    begun.add(experiment);
    return { probe, trials, work };
  };
}

/** Of what is not asked for, at first: silenced, or known to be impossible. */
const NOT_ASKED = 2;
const SEEN = 1;
const UNSEEN = 0;
/** Of what the exact answer leaves no chance. */
const IMPOSSIBLE = 3;
/** Operations up to which a cell is solved once more to say so: nothing listens meanwhile. */
const MOST_SOLVED = A_SECOND / 5;

/** What of a cell is never seen in so many trials, and neither silenced by its file nor known to be impossible. */
async function unseenIn(
  study: Study,
  { id, never = [] }: CellResult,
  plan: Planned,
  probe: Probe,
  { trials, work }: typeof NOTHING,
  cache: CellCache | undefined,
): Promise<Never[]> {
  const { told, play, solved } = probe;
  // What no unit is told, rules of policies, is told by where it stands.
  const keyOf = ({ what, unit, side, path }: Never) => [what, side, unit ?? path].join("\n");
  const said = new Set(never.map(keyOf));
  const isSaid = (one: Never) => study.mute.includes(one.what) || said.has(keyOf(one));
  await limitsReady();
  const asked = Uint8Array.from(told, (one) => (isSaid(one) ? NOT_ASKED : UNSEEN));
  if (!asked.includes(UNSEEN)) return [];
  const isSolved = plan.exact && solved !== undefined && solved.work <= MOST_SOLVED;
  const played = () => {
    const seen = asked.slice();
    const solve = (chances: Uint8Array) => {
      solved!.mark(chances);
      for (const place of solved!.places) if (chances[place] === UNSEEN) seen[place] ||= IMPOSSIBLE;
    };
    if (isSolved && !solved.isPlayed) solve(seen);
    // No cell's id has a line break in it, so nothing else is played at this address.
    play(blockStream(cellKey(study.seed.seed, `${id}\nunseen`), 0), trials, seen);
    if (isSolved && solved.isPlayed && solved.places.some((place) => seen[place] === UNSEEN)) solve(asked.slice());
    return seen.join("");
  };
  const isSound = (text: string) => /^[0-3]*$/.test(text) && text.length === asked.length;
  const of = { unseen: jobOf(study, plan), told, trials, asked, isSolved };
  const took = workOfPlayed(plan, probe, trials * work);
  const seen = [...((await cache?.text(of, took, isSound, played)) ?? played())].map(Number);
  const isInapplicable = (side: Never["side"]) =>
    told.every((one, i) => !one.decides || one.side !== side || seen[i] !== SEEN);
  return told.flatMap(({ decides, ...one }, i): Never[] =>
    seen[i] === UNSEEN || seen[i] === IMPOSSIBLE
      ? [
          {
            ...one,
            ...(decides && isInapplicable(one.side) ? { decides } : {}),
            ...(seen[i] === UNSEEN ? { unseen: { trials, upper: zeroEventBound(trials) } } : {}),
          },
        ]
      : [],
  );
}
