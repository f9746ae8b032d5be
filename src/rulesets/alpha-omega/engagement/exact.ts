import { type Condition, type Exact, holds, type JointAnswer, metricsIn } from "../../../rule/index.ts";
import { defended, exposureOf } from "./aim.ts";
import { reachesContact } from "./contact.ts";
import { downOf, pinnedOf, readyOf, Wear } from "./counts.ts";
import type { FireReading } from "./fire-law.ts";
import { planOf } from "./plan.ts";
import { alphaAt, atTurn, type EngagementProfile, gapOf, isArmoured } from "./profile.ts";
import { COUNTED, modelsOf, verdictOf, WINNERS } from "./score.ts";
import { type Row, Side, Stock } from "./side-law.ts";

/** E-16. */
export const MOST_EXACT = 12;

/** Why a fight has no exact answer over counts; undefined when it has one (E-16). */
export function whyNotExact(profile: EngagementProfile): string | undefined {
  const { options } = profile;
  const units = profile.sides.flat();
  if (isArmoured(profile)) return "a side fields vehicles (E-17)";
  if (profile.sides.some((side) => side.length > 1)) return "a side has more than one unit (E-16)";
  if (units.some(({ troopers }) => troopers.length > 1)) return "a unit has unlike soldiers (E-16)";
  if (units.some(({ soldiers }) => soldiers.length > MOST_EXACT))
    return `a unit has more than ${MOST_EXACT} soldiers (E-16)`;
  if (reachesContact(profile)) return "the sides may come to close combat (E-16)";
  if (options.surplusShots === "retarget") return "surplus shots find new targets (QA-05b), which counts do not follow";
  if (options.downCamouflage === "asOrder" && units.some(({ orders }) => new Set(orders).size > 1))
    return "the order a soldier had when he went down counts (QA-07), which counts do not remember";
  return undefined;
}

const statesOf = (models: number) => ((models + 3) * (models + 2) * (models + 1)) / 6;

/** About how many multiplications the solver makes, in the coin of operations on large integers: 25 for one. */
export function exactOperations(profile: EngagementProfile): number {
  const sizes = modelsOf(profile).map(
    (models, side) => statesOf(models) * new Stock(profile, profile.sides[side]![0]!).size,
  );
  const [first, second] = sizes as [number, number];
  return Math.ceil((profile.turns * first * second * (first + second)) / 4 / 25);
}

/** The gun of every shot that falls on each of `targets` soldiers (E-05). */
function fallOf(barrels: readonly number[], shooters: number, targets: number, each: number | null): number[][] {
  const fall: number[][] = Array.from({ length: targets }, () => []);
  const shots = barrels.length * shooters;
  const chunk = each ?? shots;
  for (let shot = 0; shot < shots; shot++)
    fall[Math.floor(shot / chunk) % targets]!.push(barrels[shot % barrels.length]!);
  return fall;
}

/** The volleys of one side at the other in one scene, row by row as they are needed. */
export class Volley {
  readonly #shooter: Side;
  readonly #target: Side;
  readonly #wears: readonly Wear[];
  readonly #barrels: readonly number[];
  readonly #rows = new Map<number, Row>();

  constructor(profile: EngagementProfile, turn: number, shooter: Side, target: Side, reach: readonly boolean[]) {
    this.#shooter = shooter;
    this.#target = target;
    this.#barrels = shooter.squad.barrels[0]!.filter((gun) => reach[gun]);
    const { options } = profile;
    const reading: FireReading = { pinTests: options.pinTests, volley: options.volley };
    const gap = gapOf(profile, turn, shooter.squad, target.squad);
    const trooper = target.squad.unit.troopers[0]!;
    // Nobody ready, or somebody: a character's bonus and a medic depend on it.
    this.#wears = [0, 1].map((ready) => {
      const defence = defended(trooper, target.bonus(ready), target.isShielded(ready), options);
      const met = shooter.squad.guns.map((gun) =>
        exposureOf(
          profile,
          gun,
          atTurn(shooter.squad.unit.orders, turn),
          trooper,
          atTurn(target.squad.unit.orders, turn),
          gap,
          defence,
        ),
      );
      return new Wear((gun, state) => met[gun]!(state), reading);
    });
  }

  row(shooters: number, state: number): Row | undefined {
    const packed = this.#target.counts[state]!;
    const standing = readyOf(packed) + pinnedOf(packed);
    const targets = standing > 0 ? standing : downOf(packed);
    if (targets === 0) return undefined;
    const key = shooters * this.#target.size + state;
    let row = this.#rows.get(key);
    if (row === undefined) {
      const fall = fallOf(this.#barrels, shooters, targets, this.#shooter.squad.unit.each);
      row = this.#target.hit(state, fall, this.#wears[readyOf(packed) > 0 ? 1 : 0]!);
      this.#rows.set(key, row);
    }
    return row;
  }
}

/** The chances of every pair of states, rows for the first side. */
class Joint {
  readonly sides: readonly [Side, Side];
  chances: Float64Array;

  constructor(sides: readonly [Side, Side], chances: Float64Array) {
    this.sides = sides;
    this.chances = chances;
  }

  /** What `rows` makes of side `which`, given the state of the other. */
  apply(which: 0 | 1, rows: (other: number, own: number) => Row | undefined): void {
    const [first, second] = this.sides;
    const outer = which === 1 ? first.size : second.size;
    const inner = which === 1 ? second.size : first.size;
    const given = which === 1 ? this.chances : transposed(this.chances, first.size, second.size);
    const next = new Float64Array(given.length);
    for (let other = 0; other < outer; other++) {
      const base = other * inner;
      for (let own = 0; own < inner; own++) {
        const chance = given[base + own]!;
        if (chance === 0) continue;
        const row = rows(other, own);
        if (row === undefined) {
          next[base + own] = next[base + own]! + chance;
          continue;
        }
        const { to, chances } = row;
        for (let i = 0; i < to.length; i++) {
          const at = base + to[i]!;
          next[at] = next[at]! + chance * chances[i]!;
        }
      }
    }
    this.chances = which === 1 ? next : transposed(next, second.size, first.size);
  }

  scaled(factor: number): Joint {
    return new Joint(
      this.sides,
      this.chances.map((chance) => chance * factor),
    );
  }

  add(other: Joint): void {
    for (let i = 0; i < this.chances.length; i++) this.chances[i] = this.chances[i]! + other.chances[i]!;
  }
}

export function transposed(values: Float64Array, rows: number, columns: number): Float64Array {
  const turned = new Float64Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) turned[column * rows + row] = values[row * columns + column]!;
  return turned;
}

/** QA-24 `keepAlpha`: the chance that whoever is Alpha is so still after some duels: a tie in ten leaves him so. */
const staysAlpha = (duels: number) => (1 + 0.1 ** duels) / 2;

/**
 * Solves a fight over the counts of both sides, in doubles, to 1e-12 (E-16).
 * Assumes that `whyNotExact` has nothing against it.
 * @returns one answer per metric, in the order of `metricsOf`
 */
export function solveEngagement(profile: EngagementProfile): Exact[] {
  const answers: Float64Array[] = [];
  let winners: Float64Array = new Float64Array(0);
  follow(profile, profile.turns, (turn, layers, sides) => {
    answers.push(...countsIn(layers, sides));
    if (turn === profile.turns - 1) winners = winnersIn(profile, layers, sides);
  });
  return [winners, ...answers].map((probabilities) => ({ probabilities }));
}

/** Metrics of one side at the end of one turn. */
const PER_SIDE = COUNTED.length;

/** The answer of a question of several metrics, from the counts of both sides together: of one turn. */
export function jointOfEngagement(profile: EngagementProfile, question: Condition): JointAnswer {
  const turns = new Set(
    metricsIn(question).map((metric) => (metric === 0 ? profile.turns - 1 : Math.floor((metric - 1) / (2 * PER_SIDE)))),
  );
  if (turns.size > 1) return { impossible: "it asks of several turns, and counts remember one" };
  const [asked = 0] = turns;
  const solve = (): Exact => {
    const probabilities = new Float64Array(2);
    follow(profile, asked + 1, (turn, layers, [first, second]) => {
      if (turn !== asked) return;
      const verdict = verdictOf(profile);
      const bins: number[] = [];
      for (const { chances } of layers)
        for (let i = 0; i < chances.length; i++) {
          const chance = chances[i]!;
          if (chance === 0) continue;
          const [a, b] = [first.counts[Math.floor(i / second.size)]!, second.counts[i % second.size]!];
          const [own, other] = [countedOf(a, first.models), countedOf(b, second.models)];
          bins[0] = verdict(own[0]!, own[1]!, own[3]!, other[0]!, other[1]!, other[3]!);
          for (let k = 0; k < PER_SIDE; k++) {
            bins[1 + 2 * PER_SIDE * turn + k] = own[k]!;
            bins[1 + 2 * PER_SIDE * turn + PER_SIDE + k] = other[k]!;
          }
          const yes = holds(question, bins) ? 1 : 0;
          probabilities[yes] = probabilities[yes]! + chance;
        }
    });
    return { probabilities };
  };
  return { operations: exactOperations(profile), solve };
}

/** Ready, pinned, down, out, casualties: as `COUNTED` names them. */
function countedOf(packed: number, models: number): number[] {
  const [ready, pinned, down] = [readyOf(packed), pinnedOf(packed), downOf(packed)];
  const out = models - ready - pinned - down;
  return [ready, pinned, down, out, down + out];
}

type Told = (turn: number, layers: readonly Joint[], sides: readonly [Side, Side]) => void;

/** Follows a fight to the end of a turn, and tells the chances of all counts at the end of each. */
function follow(profile: EngagementProfile, turns: number, told: Told): void {
  const plan = planOf(profile);
  const sides = [new Side(profile, plan.squads[0]!), new Side(profile, plan.squads[1]!)] as const;
  const rallies = sides.map((side) => memo((state) => side.rally(state)));
  const start = new Joint(sides, new Float64Array(sides[0].size * sides[1].size));
  start.chances[sides[0].start * sides[1].size + sides[1].start] = 1;
  const keeps = profile.options.phaseDuelTie === "keepAlpha";
  const volleys = new Map<string, Volley>();
  const fire = (joint: Joint, turn: number, alpha: 0 | 1) => {
    const scene = plan.scenes[Math.min(turn, plan.scenes.length - 1)]!;
    for (const unit of (scene.order ?? [[], []])[alpha]) {
      const aim = scene.aims[unit]![0];
      if (aim === undefined) continue;
      const [shooter, target] = unit === 0 ? sides : ([sides[1], sides[0]] as const);
      const key = `${unit} ${scene.orders.join()} ${aim.gap}`;
      const volley = volleys.get(key) ?? new Volley(profile, turn, shooter, target, aim.reach);
      volleys.set(key, volley);
      joint.apply(unit === 0 ? 1 : 0, (other, own) => {
        const shooters = readyOf(shooter.counts[other]!);
        return shooters === 0 ? undefined : volley.row(shooters, own);
      });
    }
  };
  // By who is Alpha; one layer is enough where every duel is a fresh coin.
  let layers: Joint[] = keeps ? [start.scaled(0.5), start.scaled(0.5)] : [start];
  for (let turn = 0; turn < turns; turn++) {
    const { alpha, alphaMatters } = plan.scenes[Math.min(turn, plan.scenes.length - 1)]!;
    if (keeps) {
      // From one turn's fire to the next there are three duels; one after a turn without any (E-18).
      if (turn > 0) layers = mixed(layers as [Joint, Joint], alphaAt(profile, turn - 1) === undefined ? 3 : 1);
      if (alpha !== undefined) layers = given(layers as [Joint, Joint], alpha);
      layers.forEach((layer, alpha) => {
        fire(layer, turn, alpha as 0 | 1);
      });
    } else if (alphaMatters) {
      const [first, second] = [layers[0]!.scaled(0.5), layers[0]!.scaled(0.5)];
      fire(first, turn, 0);
      fire(second, turn, 1);
      first.add(second);
      layers = [first];
    } else fire(layers[0]!, turn, alpha ?? 0);
    for (const layer of layers) {
      layer.apply(0, (_, own) => rallies[0]!(own));
      layer.apply(1, (_, own) => rallies[1]!(own));
    }
    told(turn, layers, sides);
  }
}

const mixed = ([a, b]: readonly [Joint, Joint], duels: number): Joint[] => {
  const stays = staysAlpha(duels);
  const first = a.scaled(stays);
  first.add(b.scaled(1 - stays));
  const second = b.scaled(stays);
  second.add(a.scaled(1 - stays));
  return [first, second];
};

/** Whoever was Alpha, now it is this side. */
function given([a, b]: readonly [Joint, Joint], alpha: 0 | 1): Joint[] {
  a.add(b);
  return alpha === 0 ? [a, b.scaled(0)] : [b.scaled(0), a];
}

function memo(make: (state: number) => Row): (state: number) => Row {
  const rows: Row[] = [];
  return (state) => {
    rows[state] ??= make(state);
    return rows[state];
  };
}

/** Ready, pinned, down, out and casualties of the first side, then of the second. */
function countsIn(layers: readonly Joint[], sides: readonly [Side, Side]): Float64Array[] {
  return sides.flatMap((side, s) => {
    const found = COUNTED.map(() => new Float64Array(side.models + 1));
    for (const { chances } of layers)
      for (let i = 0; i < chances.length; i++) {
        const chance = chances[i]!;
        if (chance === 0) continue;
        const state = s === 0 ? Math.floor(i / sides[1].size) : i % sides[1].size;
        countedOf(side.counts[state]!, side.models).forEach((count, own) => {
          found[own]![count]! += chance;
        });
      }
    return found;
  });
}

function winnersIn(profile: EngagementProfile, layers: readonly Joint[], sides: readonly [Side, Side]): Float64Array {
  const verdict = verdictOf(profile);
  const found = new Float64Array(WINNERS.length);
  const [first, second] = sides;
  for (const { chances } of layers)
    for (let i = 0; i < chances.length; i++) {
      if (chances[i] === 0) continue;
      const a = first.counts[Math.floor(i / second.size)]!;
      const b = second.counts[i % second.size]!;
      const out = (packed: number, models: number) => models - readyOf(packed) - pinnedOf(packed) - downOf(packed);
      found[verdict(readyOf(a), pinnedOf(a), out(a, first.models), readyOf(b), pinnedOf(b), out(b, second.models))]! +=
        chances[i]!;
    }
  return found;
}
