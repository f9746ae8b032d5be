import { AFTER, Courses, INITIATIVE, ROLLS, ROW } from "./courses.ts";
import { Left } from "./left.ts";
import { type BattleMetric, measuresOf } from "./metrics.ts";
import type { EngagementProfile } from "./profile.ts";
import { EngagementKernel } from "./written-kernel.ts";

/** Integers of courses that are kept: where more come up, all are made anew. */
const MOST_KEPT = 2 ** 21;
/** Fights after which it is asked whether turns come again, and how many were made, squared, for each fight where not. */
const TRIED = 256;
const TOO_MANY = 1e5;

/**
 * Plays the same fights, byte for byte, on what turns are known to come to: it makes the same draws from the same tables
 * in the same order. Where turns seldom come again it goes on in the written battle.
 */
export class CoursesKernel extends EngagementKernel {
  readonly #most: number;
  #courses: Courses;
  readonly #left: Left;
  #fights = 0;
  /** Of courses that have been forgotten. */
  #made = 0;
  #isWorthwhile = true;

  /** Whether it still goes by what is known. */
  get isWorthwhile(): boolean {
    return this.#isWorthwhile;
  }

  /** @param most integers of courses that are kept */
  constructor(profile: EngagementProfile, measures: readonly BattleMetric[] = measuresOf(profile), most = MOST_KEPT) {
    super(profile, measures);
    this.#most = most;
    this.#courses = new Courses(this.battle, this.chance.rows);
    this.#left = new Left(profile.turns);
  }

  protected override playAll(trials: number, tally: Float64Array): void {
    let done = 0;
    for (; done < trials && this.#isWorthwhile; done++) {
      this.#play();
      if (this.#courses.size > this.#most) this.#forget(tally);
      if (++this.#fights % TRIED === 0)
        this.#isWorthwhile = (this.#made + this.#courses.played) ** 2 < TOO_MANY * this.#fights;
    }
    this.#pour(tally);
    super.playAll(trials - done, tally);
  }

  #play(): void {
    const { chance } = this;
    const { turns } = this.battle.profile;
    const courses = this.#courses;
    let state = 0;
    for (let turn = 0; turn < turns; turn++) {
      let at = courses.after(state);
      while (at > 0) {
        const { places } = courses;
        const rolls = places[at + ROLLS]!;
        const row = places[at + ROW]!;
        const code = row === INITIATIVE ? Number(chance.initiative()) : chance.sum(rolls, row);
        at = places[at + AFTER + code]! || courses.follow(at, code);
      }
      state = ~at;
      this.#left.add(turn, state);
    }
  }

  #pour(tally: Float64Array): void {
    const { bins } = this;
    const courses = this.#courses;
    const last = this.battle.profile.turns - 1;
    this.#left.pour((turn, state, fights) => {
      bins.turn(turn, fights, courses.measured(state), tally);
      if (turn === last) bins.refusals(fights, courses.refused(state), tally);
    });
  }

  #forget(tally: Float64Array): void {
    this.#pour(tally);
    this.#made += this.#courses.played;
    this.#courses = new Courses(this.battle, this.chance.rows);
  }
}
