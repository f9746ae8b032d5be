import type { Stream } from "../../dice/index.ts";
import { DOUBLES, happens, type Kernel, type Metric, probabilitiesOf, ratio, tallyOffsets } from "../../rule/index.ts";
import type { WholeDraw } from "../../rule/whole.ts";
import { wholeDrawOf } from "../../rule/whole-chances.ts";
import { newTally, playAttack } from "./attack.ts";
import { advance, devastatingWays, type Ways, woundWays } from "./chain.ts";
import { attacksLaw } from "./counts.ts";
import type { Formation } from "./formation.ts";
import { mostHitsOf, saveLaw, savesAlike } from "./laws.ts";
import { isSafe, lossesLaw } from "./losses.ts";
import type { Note } from "./note.ts";
import type { Attack } from "./play.ts";
import { FIELD, FIELD_MASK } from "./script.ts";
import { formationOfTarget } from "./solve.ts";
import type { AttackedUnit, Volley } from "./volley.ts";
import { lawOn } from "./weighed.ts";
import { SUCCESS } from "./words.ts";

/** Hits, wounds and devastating wounds there can be, and ways in which all may come out, up to which a trial is one draw. */
const MOST_CELLS = 2 ** 17;
const MOST_WAYS = 2 ** 14;

/** What a volley has come to before its damage, in so many attacks, and how likely that is. */
interface AttackCounts {
  readonly attacks: number;
  readonly hits: number;
  readonly wounds: number;
  readonly failed: number;
  readonly devastating: number;
  readonly chance: number;
}

/**
 * The law of that: attacks are added one by one, and the sums after each number of them that there may be are kept; of
 * the wounds that may be saved, each is so with the same chance.
 * @returns undefined where there are too many ways
 */
function countsOf(volley: Volley): AttackCounts[] | undefined {
  const side = mostHitsOf(volley) + 1;
  const cells = side ** (volley.devastating ? 3 : 2);
  if (side > FIELD_MASK || cells > MOST_CELLS) return undefined;
  const single = lawOn(newTally(0), (chance, tale) => playAttack(chance, volley, tale, () => {}));
  const steps = Int32Array.from(
    single.outcomes,
    ({ hits, wounds, devastating }) => hits + side * (wounds + side * devastating),
  );
  const shares = Float64Array.from(single.weights, (weight) => ratio(weight, single.total));
  const numbers = attacksLaw(volley);
  const chances: number[] = [];
  numbers.outcomes.forEach((n, i) => {
    chances[n] = ratio(numbers.weights[i]!, numbers.total);
  });
  const failures = binomials(volley, side);
  const found: AttackCounts[] = [];
  let [now, next] = [new Float64Array(cells), new Float64Array(cells)];
  let reached = [0];
  now[0] = 1;
  const most = chances.length - 1;
  for (let attacks = 0; attacks <= most; attacks++) {
    const share = chances[attacks] ?? 0;
    const from = reached;
    reached = [];
    for (const cell of from) {
      const chance = now[cell]!;
      now[cell] = 0;
      if (share > 0) {
        const hits = cell % side;
        const wounds = Math.floor(cell / side) % side;
        const devastating = Math.floor(cell / side ** 2);
        failures[wounds - devastating]!.forEach((own, failed) => {
          if (own > 0) found.push({ attacks, hits, wounds, failed, devastating, chance: share * chance * own });
        });
        if (found.length > MOST_WAYS) return undefined;
      }
      for (let i = 0; attacks < most && i < steps.length; i++) {
        const to = cell + steps[i]!;
        const before = next[to]!;
        if (before === 0) reached.push(to);
        next[to] = before + chance * shares[i]!;
      }
    }
    [now, next] = [next, now];
  }
  return found;
}

/** By number of saves, fewer than `rows`: the chances that so many of them fail. */
function binomials(volley: Volley, rows: number): number[][] {
  const { outcomes, weights, total } = saveLaw(volley, 0, 0);
  const fails = outcomes.reduce((sum, own, i) => ((own & 3) >= SUCCESS ? sum : sum + ratio(weights[i]!, total)), 0);
  const all = [[1]];
  while (all.length < rows) {
    const last = all.at(-1)!;
    all.push([...last, 0].map((own, failed) => own * (1 - fails) + (last[failed - 1] ?? 0) * fails));
  }
  return all;
}

/** Where so many failed saves, and then so many devastating wounds, leave a unit: chances by state. */
class DamageLaws {
  readonly #formation: Formation;
  readonly #open: Ways<number>;
  readonly #mortal: Ways<number> | undefined;
  readonly #known = new Map<string, readonly number[]>();

  constructor(target: AttackedUnit, volley: Volley, formation: Formation) {
    this.#formation = formation;
    this.#open = woundWays(DOUBLES, formation, volley);
    this.#mortal = volley.devastating ? devastatingWays(DOUBLES, formation, volley, target.spill) : undefined;
  }

  after(failed: number, devastating: number, from = this.#formation.start): readonly number[] {
    const key = `${from} ${failed} ${devastating}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = new Array<number>(this.#formation.states).fill(0);
    at[from] = 1;
    const law =
      devastating > 0
        ? advance(DOUBLES, this.#mortal!, this.after(failed, devastating - 1, from))
        : failed > 0
          ? advance(DOUBLES, this.#open, this.after(failed - 1, 0, from))
          : at;
    this.#known.set(key, law);
    return law;
  }
}

/** One thing that a trial may come to. */
interface AttackOutcome {
  readonly bins: readonly number[];
  chance: number;
}

/** All that is read off a unit's attacks with one weapon; undefined where that is too much. */
function outcomesOf(
  counts: readonly AttackCounts[],
  damage: DamageLaws,
  formation: Formation,
): AttackOutcome[] | undefined {
  const found = new Map<number, AttackOutcome>();
  const side = 1 + counts.reduce((most, { hits }) => Math.max(most, hits), 0);
  for (const { hits, wounds, failed, devastating, chance } of counts) {
    const unsaved = failed + devastating;
    const place = formation.states * (hits + side * (wounds + side * unsaved));
    damage.after(failed, devastating).forEach((share, state) => {
      if (share === 0) return;
      const known = found.get(place + state);
      if (known !== undefined) known.chance += chance * share;
      else found.set(place + state, { bins: binsOf(formation, state, hits, wounds, unsaved), chance: chance * share });
    });
    if (found.size > MOST_WAYS) return undefined;
  }
  return [...found.values()];
}

/** In the order of the metrics. */
const binsOf = (formation: Formation, state: number, hits: number, wounds: number, unsaved: number) => [
  formation.killed(state),
  hits,
  wounds,
  unsaved,
  formation.lost(state),
  formation.isDestroyed(state) ? 1 : 0,
];

/** What it takes to tell a trial. */
interface AttackLaws {
  readonly counts: readonly AttackCounts[];
  readonly damage: DamageLaws;
  readonly formation: Formation;
}

/**
 * Attacks with one weapon at one target, each trial one draw from the law of everything that is read: where that law is
 * small, it costs less than any dice. What the attackers do to themselves has nothing to do with it, and is a draw of its own.
 */
export class OneDrawKernel implements Kernel {
  readonly #attack: WholeDraw;
  /** Of own losses; undefined where nobody can be lost, whose bin then is `#safe`. */
  readonly #own: WholeDraw | undefined;
  readonly #safe: number;
  readonly #course: AttackLaws;

  constructor(attack: WholeDraw, own: WholeDraw | undefined, safe: number, course: AttackLaws) {
    this.#attack = attack;
    this.#own = own;
    this.#safe = safe;
    this.#course = course;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#attack.play(stream, trials, tally);
    if (this.#own === undefined) tally[this.#safe]! += trials;
    else this.#own.play(stream, trials, tally);
  }

  trace(stream: Stream, trials: number): Int32Array {
    const attacks = this.#attack.trace(stream, trials);
    const own = this.#own?.trace(stream, trials);
    const width = attacks.length / trials;
    const rows = new Int32Array(trials * (width + 1));
    for (let trial = 0; trial < trials; trial++) {
      rows.set(attacks.subarray(trial * width, (trial + 1) * width), trial * (width + 1));
      rows[trial * (width + 1) + width] = own?.[trial] ?? 0;
    }
    return rows;
  }

  /** How trial number `trial` came about: one of the ways to what was drawn, each as likely as it is among them. */
  drawn(stream: Stream, trials: number, trial: number, chance: Stream): readonly Note[] {
    const bins = this.#attack.trace(stream, trials);
    const width = bins.length / trials;
    const wanted = bins.subarray(trial * width, (trial + 1) * width);
    const [killed, hits, wounds, unsaved, lost] = wanted as unknown as [number, number, number, number, number];
    const { counts, damage, formation } = this.#course;
    const ways = counts
      .filter((own) => own.hits === hits && own.wounds === wounds && own.failed + own.devastating === unsaved)
      .flatMap((count) =>
        Array.from(damage.after(count.failed, count.devastating), (share, state) => ({
          count,
          state,
          share: formation.killed(state) === killed && formation.lost(state) === lost ? share * count.chance : 0,
        })),
      );
    const { count, state } = oneOf(ways, chance);
    const { attacks, failed, devastating } = count;
    const before = oneOf(
      Array.from(damage.after(failed, 0), (share, own) => ({
        own,
        share: share === 0 ? 0 : share * damage.after(0, devastating, own)[state]!,
      })),
      chance,
    );
    const note = (drawn: Note["drawn"], value: number) => ({ drawn, volley: 0, value, unsaved });
    return [
      note("attacks", attacks),
      note("whole", hits + wounds * 2 ** FIELD + failed * 2 ** (2 * FIELD) + devastating * 2 ** (3 * FIELD)),
      note("damage", before.own),
      ...(devastating > 0 ? [note("devastation", state)] : []),
    ];
  }
}

/** One of several, each as likely as its share. */
function oneOf<T extends { readonly share: number }>(all: readonly T[], chance: Stream): T {
  let chosen: T | undefined;
  let sum = 0;
  for (const own of all) {
    sum += own.share;
    if (own.share > 0 && (chosen === undefined || happens(chance, own.share / sum))) chosen = own;
  }
  return chosen!;
}

/** That kernel, where the law is small enough; assumes what `canBatch` does. */
export function oneDrawKernel(attack: Attack, metrics: readonly Metric[]): OneDrawKernel | undefined {
  const [target, ...others] = attack.targets;
  const [volley, ...more] = target!.volleys;
  if (others.length > 0 || volley === undefined || more.length > 0) return undefined;
  if (attack.own.demises[0] !== undefined || !savesAlike(volley)) return undefined;
  const counts = countsOf(volley);
  if (counts === undefined) return undefined;
  const formation = formationOfTarget(target!);
  const damage = new DamageLaws(target!, volley, formation);
  const outcomes = outcomesOf(counts, damage, formation);
  const offsets = tallyOffsets(metrics);
  const from = metrics.length - 1;
  if (outcomes === undefined) return undefined;
  const bins = outcomes.flatMap((own) => own.bins.map((bin, m) => offsets[m]! + bin));
  const drawn = wholeDrawOf(
    Float64Array.from(outcomes, ({ chance }) => chance),
    Int32Array.from(bins),
    offsets,
  );
  const own = isSafe(attack.own) ? undefined : probabilitiesOf(lossesLaw(attack.own, [{ weights: [1n], total: 1n }]));
  const losses =
    own &&
    wholeDrawOf(
      own,
      Int32Array.from(own, (_, lost) => offsets[from]! + lost),
      [offsets[from]!],
    );
  return drawn && new OneDrawKernel(drawn, losses, offsets[from]!, { counts, damage, formation });
}
