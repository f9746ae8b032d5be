import type { Stream } from "../../../dice/index.ts";
import { type Kernel, type Metric, type Program, tallyOffsets } from "../../../rule/index.ts";
import { FIRST, message, SECOND } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { OnDice } from "../chance.ts";
import { Drawn, type NeededPair } from "../draws.ts";
import { Battle } from "../engagement/battle.ts";
import { AFTER, Courses, INITIATIVE, ROLLS, ROW, WINNER } from "../engagement/courses.ts";
import {
  CASUALTIES,
  MEASURES,
  OUT_MODELS,
  PANICKED_MODELS,
  READY_MODELS,
  ROUTED_MODELS,
} from "../engagement/measures.ts";
import {
  CANNOT_FIRE,
  CONTACT,
  type EngagementProfile,
  FALLS_SHORT,
  MELEE_BINDS,
  NO_HOLD_IN_MELEE,
  NO_TARGET,
  OUT_OF_SIGHT,
  PANIC_FORBIDS,
  REFUSALS,
} from "../engagement/profile.ts";
import { Retold } from "../telling.ts";
import { BattleTeller } from "../telling-battle.ts";
import { ASSAULT, CHARGE, FIRE, HOLD, MOVE, SHOT_OUTCOMES, SIDES, WINNERS } from "../words.ts";
import { upTo } from "./account.ts";
import type { BlowAccount } from "./assault.ts";

/** A whole fight, with an account of what each unit can do to the enemy it meets first. */
export interface EngagementCell extends EngagementProfile {
  readonly accounts: readonly BlowAccount[];
}

const BLOCK = 2_048;
const PER_TURN = [
  ["casualties", CASUALTIES],
  ["ready", READY_MODELS],
  ["panicked", PANICKED_MODELS],
  ["out", OUT_MODELS],
  ["routed", ROUTED_MODELS],
] as const;

/** A metric and the number in a battle that it counts. */
interface BattleMetric {
  readonly metric: Metric;
  readonly from: "winner" | "measures" | "refused";
  readonly place: number;
}

/** The refusals that a side's orders can meet with, as indices into REFUSALS. */
function refusalsOf({ units, lineOfSight }: EngagementProfile, side: number): Set<number> {
  const own = units.filter((unit) => unit.side === side);
  const given = (...orders: number[]) => own.some((unit) => unit.orders.some((order) => orders.includes(order)));
  const enemies = own.flatMap((unit) => unit.against.flatMap((against) => against ?? []));
  const meets = units.some((unit) => unit.orders.some((order) => order === CHARGE || order === ASSAULT));
  const panics = meets || own.some((unit) => unit.panicked);
  const isMute = enemies.some(({ fire, bands }) => bands.some((band) => band !== CONTACT && !fire[band]?.length));
  const possible = new Set<number>();
  const note = (refusal: number, when: boolean) => when && possible.add(refusal);
  note(PANIC_FORBIDS, panics && given(CHARGE, HOLD, FIRE, ASSAULT));
  note(NO_HOLD_IN_MELEE, meets && given(HOLD));
  note(MELEE_BINDS, meets && given(MOVE, CHARGE, ASSAULT));
  note(OUT_OF_SIGHT, given(FIRE) && lineOfSight.includes(false));
  note(NO_TARGET, given(FIRE) && (meets || enemies.some(({ bands }) => bands.includes(CONTACT))));
  note(CANNOT_FIRE, given(FIRE) && isMute);
  note(FALLS_SHORT, given(CHARGE) && enemies.some(({ inReach }) => inReach.includes(false)));
  return possible;
}

function measuresOf(profile: EngagementProfile): BattleMetric[] {
  const { units, turns } = profile;
  const list: BattleMetric[] = [{ metric: { name: "winner", values: WINNERS }, from: "winner", place: 0 }];
  const models = SIDES.map((_, side) =>
    units.filter((unit) => unit.side === side).reduce((sum, unit) => sum + unit.fighter.models, 0),
  );
  for (let turn = 0; turn < turns; turn++)
    for (const [name, measure] of PER_TURN)
      SIDES.forEach((side, s) => {
        const place = (turn * 2 + s) * MEASURES + measure;
        list.push({ metric: { name, turn: turn + 1, side, values: upTo(models[s]!) }, from: "measures", place });
      });
  SIDES.forEach((side, s) => {
    const orders = units.filter((unit) => unit.side === s).length * turns;
    const possible = refusalsOf(profile, s);
    REFUSALS.forEach((section, r) => {
      if (!possible.has(r)) return;
      const place = s * REFUSALS.length + r;
      list.push({ metric: { name: "skipped", side, section, values: upTo(orders) }, from: "refused", place });
    });
  });
  return list;
}

/** Every roll to hit and damage roll that a fight can ask for, and the most at a time. */
function rollsOf({ units }: EngagementProfile): { pairs: NeededPair[]; most: number } {
  const pairs: NeededPair[] = [];
  let most = 1;
  for (const unit of units)
    for (const against of unit.against) {
      if (against === null) continue;
      for (const { models, shots, toHit, toWound } of against.fire.flat()) {
        most = Math.max(most, models * shots);
        pairs.push(...toHit.map((hit) => ({ toHit: hit, toWound })));
      }
      for (const { models, toHit, toWound } of against.blows) {
        most = Math.max(most, models);
        pairs.push(...toHit.map((hit) => ({ toHit: hit, toWound })));
      }
    }
  return { pairs, most };
}

/** Plays fights in the written battle. */
export class EngagementKernel implements Kernel {
  protected readonly battle: Battle;
  protected readonly chance: Drawn;
  /** Per metric: where its bins begin, and the number it counts; the winner comes first. */
  readonly #offsets: Int32Array;
  readonly #places: Int32Array;
  /** Metrics that count `measures`; those after them count `refused`. */
  readonly #measured: number;

  constructor(profile: EngagementProfile, measures = measuresOf(profile), isPaired = false) {
    const { pairs, most } = rollsOf(profile);
    this.battle = new Battle(profile);
    this.chance = new Drawn(pairs, most, profile.reading.hitAllocation === "spread", isPaired);
    this.#offsets = Int32Array.from(tallyOffsets(measures.map(({ metric }) => metric)));
    this.#places = Int32Array.from(measures, ({ place }) => place);
    this.#measured = measures.filter(({ from }) => from !== "refused").length;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.chance.begin(stream);
    this.playAll(trials, tally);
    this.chance.end(stream);
  }

  protected playAll(trials: number, tally: Float64Array): void {
    for (let trial = 0; trial < trials; trial++) {
      this.battle.play(this.chance);
      this.#count(tally);
    }
  }

  /** Trial number `trial` of a stream, told. */
  tell(stream: Stream, trial: number, chance: Stream, teller: Teller): number[] {
    const { battle } = this;
    this.chance.begin(stream);
    for (let before = 0; before < trial; before++) battle.play(this.chance);
    const log = new BattleTeller(battle, teller);
    battle.log = log;
    battle.play(new Retold(this.chance, chance, log.pen));
    battle.log = undefined;
    const { measures, refused, winner } = battle;
    return Array.from(this.#places, (place, m) =>
      m === 0 ? winner : m < this.#measured ? measures[place]! : refused[place]!,
    );
  }

  #count(tally: Float64Array): void {
    const { measures, refused, winner } = this.battle;
    const offsets = this.#offsets;
    const places = this.#places;
    tally[winner] = tally[winner]! + 1;
    for (let m = 1; m < places.length; m++) {
      const value = m < this.#measured ? measures[places[m]!]! : refused[places[m]!]!;
      const bin = offsets[m]! + value;
      tally[bin] = tally[bin]! + 1;
    }
  }

  /** Counts fights that a turn left alike: what is measured of that turn, or, after the last one, of the whole fight. */
  protected countAlike(
    tally: Float64Array,
    turn: number,
    fights: number,
    measured: Int32Array,
    refused: Int32Array,
  ): void {
    const from = turn * 2 * MEASURES;
    const isLast = turn === this.battle.profile.turns - 1;
    const places = this.#places;
    const add = (bin: number) => {
      tally[bin] = tally[bin]! + fights;
    };
    if (isLast) add(measured[WINNER]!);
    for (let m = 1; m < places.length; m++) {
      const place = places[m]!;
      if (m >= this.#measured) {
        if (isLast) add(this.#offsets[m]! + refused[place]!);
      } else if (place >= from && place < from + 2 * MEASURES) add(this.#offsets[m]! + measured[place - from]!);
    }
  }
}

/** Turns of a fight up to which it is worth knowing what they come to. */
const MOST_TURNS = 32;
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
  /** By turn: how often each state was left, and which ones were. */
  readonly #left: Int32Array[];
  readonly #reached: number[][];
  #fights = 0;
  /** Of courses that have been forgotten. */
  #made = 0;
  #isWorthwhile = true;

  /** Whether it still goes by what is known. */
  get isWorthwhile(): boolean {
    return this.#isWorthwhile;
  }

  /** @param most integers of courses that are kept */
  constructor(profile: EngagementProfile, measures = measuresOf(profile), most = MOST_KEPT) {
    super(profile, measures);
    this.#most = most;
    this.#courses = new Courses(this.battle, this.chance.rows);
    this.#left = Array.from({ length: profile.turns }, () => new Int32Array(16));
    this.#reached = Array.from({ length: profile.turns }, () => []);
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
      this.#leave(turn, state);
    }
  }

  #leave(turn: number, state: number): void {
    let left = this.#left[turn]!;
    if (state >= left.length) {
      const longer = new Int32Array(2 * Math.max(state, left.length));
      longer.set(left);
      this.#left[turn] = longer;
      left = longer;
    }
    if (left[state] === 0) this.#reached[turn]!.push(state);
    left[state] = left[state]! + 1;
  }

  #pour(tally: Float64Array): void {
    this.#reached.forEach((reached, turn) => {
      const left = this.#left[turn]!;
      for (const state of reached) {
        this.countAlike(tally, turn, left[state]!, this.#courses.measured(state), this.#courses.refused(state));
        left[state] = 0;
      }
      reached.length = 0;
    });
  }

  #forget(tally: Float64Array): void {
    this.#pour(tally);
    this.#made += this.#courses.played;
    this.#courses = new Courses(this.battle, this.chance.rows);
  }
}

export const engagementKind: Kind = {
  headline: {
    metric: "winner",
    values: ["first"],
    text: message`of fights are won by ${FIRST}`,
    also: { metric: "winner", values: ["second"], text: message`by ${SECOND}` },
  },
  winner: "winner",
  losses: { attacker: { metric: "casualties", side: "first" }, defender: { metric: "casualties", side: "second" } },

  game: () => ({
    impossible:
      "units act one after another, each knowing what the last one did: the sides choose nothing at once (E-20)",
  }),

  goingFirst: (profile: EngagementCell) =>
    profile.initiative === undefined
      ? [
          { ...profile, initiative: ["first"] },
          { ...profile, initiative: ["second"] },
        ]
      : undefined,

  program(profile: EngagementCell): Program {
    const measures = measuresOf(profile);
    return {
      metrics: measures.map(({ metric }) => metric),
      blockSize: BLOCK,
      exact: { impossible: "a whole fight is simulated" },
      kernel: () =>
        profile.turns > MOST_TURNS ? new EngagementKernel(profile, measures) : new CoursesKernel(profile, measures),
      pairedKernel: () => new EngagementKernel(profile, measures, true),
    };
  },

  tell(profile: EngagementCell, { place, chance }: ToTell): Telling {
    const teller = new Teller();
    const { stream, trial } = place();
    const bins = new EngagementKernel(profile).tell(stream, trial, chance, teller);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain: ({ accounts }: EngagementCell): Explanation[] =>
    accounts.map((account) => ({
      ...account,
      tree: (dice) => {
        const chance = new OnDice(dice);
        const [miss, noWound, wound] = SHOT_OUTCOMES;
        if (!chance.passes(account.toHit, account.needed[0]!.rule)) return miss;
        return chance.passes(account.toWound, "B-DMG-01") ? wound : noWound;
      },
    })),
};
