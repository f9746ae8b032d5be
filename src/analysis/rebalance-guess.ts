/** What win chances are likely to be with characteristics that were not played yet: from the nearest that were, by slopes. */
import type { Guessing } from "./even-search.ts";
import { chanceOf, logOdds } from "./log-odds.ts";

/** Steps away from what the file says, one number for each characteristic. */
export type Steps = readonly number[];

/** How much a pair is trusted to be as steep as others, in matches played. */
const USUAL = 0.3;
const SWEEPS = 20;

/** A unit so many steps from what the file says. */
export interface Stepped {
  readonly steps: Steps;
}

interface SeenSteps {
  readonly own: Steps;
  readonly enemy: Steps;
  readonly win: number;
}

const apart = (a: Steps, b: Steps): number => a.reduce((sum, step, k) => sum + Math.abs(step - b[k]!), 0);

/** The pairs of a field: what was played of each, and a guess at the rest. */
export class RebalanceGuesses implements Guessing<Stepped> {
  readonly #pairs = new Map<string, { seen: readonly SeenSteps[]; slopes: readonly number[] | undefined }>();
  readonly #characteristics: number;
  #usual: readonly number[];

  constructor(characteristics: number) {
    this.#characteristics = characteristics;
    this.#usual = Array<number>(characteristics).fill(0);
  }

  add(pair: string, { steps: mine }: Stepped, { steps: enemy }: Stepped, win: number): void {
    const others = (this.#pairs.get(pair)?.seen ?? []).filter(
      (one) => apart(one.own, mine) + apart(one.enemy, enemy) > 0,
    );
    this.#pairs.set(pair, { seen: [...others, { own: mine, enemy, win }], slopes: undefined });
  }

  /** What one step of each characteristic is worth to whoever makes it, over all that was played.  */
  settle(): void {
    const sums = this.#usual.map(() => [0, 0] as [number, number]);
    for (const { seen } of this.#pairs.values())
      for (const one of seen) {
        const [first] = seen as [SeenSteps];
        const rise = logOdds(one.win) - logOdds(first.win);
        const moved = this.#usual.map((_, k) => one.own[k]! - first.own[k]! - one.enemy[k]! + first.enemy[k]!);
        const far = moved.reduce((sum, steps) => sum + Math.abs(steps), 0);
        moved.forEach((steps, k) => {
          // What moved in one characteristic alone says most of it.
          if (steps !== 0 && far === Math.abs(steps)) {
            sums[k]![0] += rise * steps;
            sums[k]![1] += steps * steps;
          }
        });
      }
    this.#usual = sums.map(([top, bottom]) => (bottom === 0 ? 0 : top / bottom));
    for (const pair of this.#pairs.values()) pair.slopes = this.#slopesOf(pair.seen);
  }

  /** The first's share of wins. */
  at(pair: string, { steps: mine }: Stepped, { steps: enemy }: Stepped): number {
    const { seen, slopes = [...this.#usual, ...this.#usual.map((one) => -one)] } = this.#pairs.get(pair)!;
    let nearest = seen[0]!;
    let least = Number.POSITIVE_INFINITY;
    for (const one of seen) {
      const far = apart(one.own, mine) + apart(one.enemy, enemy);
      if (far < least) [nearest, least] = [one, far];
    }
    if (least === 0) return nearest.win;
    let odds = logOdds(nearest.win);
    for (let k = 0; k < this.#characteristics; k++) {
      odds += slopes[k]! * (mine[k]! - nearest.own[k]!);
      odds += slopes[this.#characteristics + k]! * (enemy[k]! - nearest.enemy[k]!);
    }
    return chanceOf(odds);
  }

  /** The slopes of one pair, of its first unit and then of its second: least squares, drawn to what is usual. */
  #slopesOf(seen: readonly SeenSteps[]): number[] {
    const usual = [...this.#usual, ...this.#usual.map((one) => -one)];
    const [first] = seen as [SeenSteps];
    const rows = seen.slice(1).map((one) => ({
      steps: [...one.own.map((step, k) => step - first.own[k]!), ...one.enemy.map((step, k) => step - first.enemy[k]!)],
      rise: logOdds(one.win) - logOdds(first.win),
    }));
    const slopes = [...usual];
    for (let sweep = 0; sweep < SWEEPS; sweep++)
      slopes.forEach((slope, k) => {
        let [top, bottom] = [USUAL * usual[k]!, USUAL];
        for (const { steps, rise } of rows) {
          const rest = steps.reduce((sum, step, other) => (other === k ? sum : sum + step * slopes[other]!), 0);
          top += steps[k]! * (rise - rest);
          bottom += steps[k]! ** 2;
        }
        slopes[k] = bottom > USUAL ? top / bottom : slope;
      });
    return slopes;
  }
}
