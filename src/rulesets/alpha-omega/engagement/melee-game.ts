/** Small fights in which charges are in reach, as games of orders and charges: the written battle, every way it may go. */
import type { Game, OfPairs, SideStates } from "../../../rule/game.ts";
import { keptIn } from "../../../rule/once.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import { type Plan, planOf, type Scene } from "./plan.ts";
import type { Command } from "./policy.ts";
import type { EngagementProfile } from "./profile.ts";
import { worthOf } from "./score.ts";
import { ChanceSums, EveryWay, mean, moved, Numbered, type Reachable } from "./ways.ts";

/**
 * Everybody, in list order, a number each: his state, whether he has an order, whether he has fired, and one more than the
 * number of the group he is in contact with.
 */
type MeleePosition = readonly number[];
const ORDERED = 4;
const FIRED = 8;
const GROUP_BITS = 4;
const stateIn = (packed: number): number => packed & 3;
const groupIn = (packed: number): number => (packed >> GROUP_BITS) - 1;
const packedOf = (state: number, group: number): number => state | ((group + 1) << GROUP_BITS);
const keyOf = (state: MeleePosition): string => String.fromCharCode(...state);

/** What a choice of either side makes of a turn. */
interface ChosenTurn {
  readonly scene: Scene;
  /** By situation, where the fire leads. */
  readonly fire: (Reachable | undefined)[];
  /** By state after the fire, where charges and fights lead. */
  readonly melee: (Reachable | undefined)[];
}

/**
 * Situations are told apart as far as they matter: who is out leaves the list (only its order counts), and where nobody is
 * in contact like soldiers state by state (E-05). All distributions are read off the written battle, phase by phase; in doubles.
 */
export class MeleeGame implements Game {
  readonly turns: number;
  readonly choices: readonly [readonly string[], readonly string[]];
  readonly states: readonly [SideStates, SideStates];
  readonly worth: OfPairs;
  readonly start: number;
  readonly #commands: readonly [readonly Command[], readonly Command[]];
  readonly #plan: Plan;
  readonly #battle: Battle;
  readonly #ways = new EveryWay();
  readonly #situations = new Numbered<MeleePosition>();
  readonly #states = new Numbered<MeleePosition>();
  readonly #rallies: (Reachable | undefined)[] = [];
  readonly #turns = new Map<string, ChosenTurn>();
  readonly #last: number;

  constructor(profile: EngagementProfile, commands: readonly [readonly Command[], readonly Command[]]) {
    const { policies: _, ...fight } = profile;
    // With one enemy unit an interception is the fire of the first sub-phase, at the same range (E-04).
    const still = ([unit]: (typeof fight.sides)[number]) => [{ ...unit!, intercept: false }];
    this.#plan = planOf({ ...fight, sides: [still(fight.sides[0]), still(fight.sides[1])] });
    this.#battle = new Battle(this.#plan);
    this.#commands = commands;
    this.turns = profile.turns;
    this.choices = [commands[0].map(nameOf), commands[1].map(nameOf)];
    this.#last = Math.max(profile.gaps.length, profile.alpha?.length ?? 1) - 1;
    const sizes = this.#plan.squads.map(({ size }) => size);
    // Everybody apart in every way, so that a policy speaks of all; then whatever contact leads to.
    for (const one of rowsOf(sizes[0]!)) for (const other of rowsOf(sizes[1]!)) this.#situation([...one, ...other]);
    for (let s = 0; s < this.#situations.list.length; s++) this.#follow(s);
    this.start = this.#situation(new Array<number>(this.#plan.soldiers).fill(READY));
    this.states = [this.#side(0), this.#side(1)];
    this.worth = worthOf(profile, this.states, this.#situations.list.length);
  }

  /** Who is in contact with whom: empty where nobody is. */
  contact(situation: number): string {
    const state = this.#situations.list[situation]!;
    if (state.every((soldier) => groupIn(soldier) < 0)) return "";
    const said = ({ first, size }: Plan["squads"][number]) =>
      state
        .slice(first, first + size)
        .filter((soldier) => stateIn(soldier) !== OUT)
        .map((soldier) => `${"rpd"[stateIn(soldier)]}${groupIn(soldier) < 0 ? "" : groupIn(soldier) + 1}`)
        .join(" ");
    return this.#plan.squads.map(said).join(" / ");
  }

  before(turn: number, worth: OfPairs): (first: number, second: number) => OfPairs {
    const rallied = this.#rallies.map((distribution) => mean(distribution!, worth));
    return (first, second) => {
      const { fire, melee } = this.#turn(turn, first, second);
      const fought = melee.map((distribution) => (distribution === undefined ? 0 : mean(distribution, rallied)));
      return Float64Array.from(fire, (distribution) => mean(distribution!, fought));
    };
  }

  after(turn: number, chances: OfPairs, first: number, second: number): OfPairs {
    const { fire, melee } = this.#turn(turn, first, second);
    const fought = moved(chances, fire, this.#states.list.length);
    const ended = moved(fought, melee, this.#states.list.length);
    return moved(ended, this.#rallies, chances.length);
  }

  #turn(turn: number, first: number, second: number): ChosenTurn {
    const at = Math.min(turn, this.#last);
    return keptIn(this.#turns, `${at} ${first} ${second}`, () => {
      const scene = this.#plan.sceneUnder(at, [this.#commands[0][first], this.#commands[1][second]]);
      return { scene, fire: [], melee: [] };
    });
  }

  /** Whatever may come of a situation, in any turn and under any orders. */
  #follow(situation: number): void {
    for (let at = 0; at <= Math.min(this.#last, this.turns - 1); at++)
      for (let a = 0; a < this.#commands[0].length; a++)
        for (let b = 0; b < this.#commands[1].length; b++) {
          const turn = this.#turn(at, a, b);
          const fire = this.#fire(turn.scene, situation);
          turn.fire[situation] = fire;
          for (const state of fire.to) {
            turn.melee[state] ??= this.#melee(turn.scene, state);
            for (const end of turn.melee[state].to) this.#rallies[end] ??= this.#rally(end);
          }
        }
  }

  /** Who is Alpha in a phase, each with his chance (E-03): a fair coin where it matters. */
  #alphas({ alpha }: Scene, matters: boolean): readonly (0 | 1)[] {
    return alpha !== undefined ? [alpha] : matters ? [0, 1] : [0];
  }

  #fire(scene: Scene, situation: number): Reachable {
    const { field, shooting } = this.#battle;
    const sums = new ChanceSums();
    this.#begin(scene, this.#situations.list[situation]!);
    const begun = this.#state(this.#taken());
    const alphas = this.#alphas(scene, scene.alphaMatters);
    for (const alpha of alphas) {
      let now = new Map([[begun, 1 / alphas.length]]);
      for (const unit of scene.order![alpha]) {
        const [aim] = scene.aims[unit]!;
        if (aim === undefined) continue;
        const next = new Map<number, number>();
        for (const [state, before] of now)
          this.#ways.over(
            () => {
              this.#place(this.#states.list[state]!);
              field.chance = this.#ways;
              shooting.volley(aim, false);
            },
            (chance) => {
              const to = this.#state(this.#taken());
              next.set(to, (next.get(to) ?? 0) + before * chance);
            },
          );
        now = next;
      }
      for (const [state, chance] of now) sums.add(state, chance);
    }
    return sums.distribution;
  }

  /** Charges, fights and regrouping. */
  #melee(scene: Scene, state: number): Reachable {
    const { field, charges, fights, regroup } = this.#battle;
    const sums = new ChanceSums();
    const alphas = this.#alphas(scene, scene.alphaMattersInMelee);
    for (const alpha of alphas)
      this.#ways.over(
        () => {
          this.#place(this.#states.list[state]!);
          field.stoodUp.fill(0);
          field.chance = this.#ways;
          fights.play(scene, charges.play(scene, alpha));
          regroup.play(0);
        },
        (chance) => {
          const after = this.#taken().map((soldier) => soldier & ~(ORDERED | FIRED));
          sums.add(this.#state(after), chance / alphas.length);
        },
      );
    return sums.distribution;
  }

  #rally(state: number): Reachable {
    const { field, rally } = this.#battle;
    const sums = new ChanceSums();
    this.#ways.over(
      () => {
        this.#place(this.#states.list[state]!);
        field.chance = this.#ways;
        rally.play();
      },
      (chance) => sums.add(this.#situation(this.#taken()), chance),
    );
    return sums.distribution;
  }

  /** Everybody in his place, and a turn begins (E-02). */
  #begin(scene: Scene, situation: MeleePosition): void {
    this.#place(situation);
    this.#battle.field.beginTurn(0, scene);
  }

  #place(state: MeleePosition): void {
    const { field, plan } = this.#battle;
    field.begin();
    for (let i = 0; i < plan.soldiers; i++) {
      const soldier = state[i]!;
      field.set(plan.unitOf[i]!, i, stateIn(soldier));
      if (groupIn(soldier) >= 0) field.join(i, groupIn(soldier));
      field.mark(field.ordered, i, (soldier & ORDERED) !== 0);
      field.mark(field.fired, i, (soldier & FIRED) !== 0);
    }
  }

  #taken(): number[] {
    const { field } = this.#battle;
    const { state, ordered, fired, group } = field;
    const standing: number[] = [];
    for (let i = 0; i < state.length; i++)
      standing.push(
        packedOf(state[i]!, group[i]!) |
          (field.isMarked(ordered, i) ? ORDERED : 0) |
          (field.isMarked(fired, i) ? FIRED : 0),
      );
    return standing;
  }

  #state(state: MeleePosition): number {
    return this.#states.at(keyOf(state), state);
  }

  #situation(state: MeleePosition): number {
    const isApart = state.every((soldier) => groupIn(soldier) < 0);
    const known = new Map<number, number>();
    const situation = this.#plan.squads.flatMap(({ first, size }) => {
      const states = state.slice(first, first + size).map((soldier) => packedOf(stateIn(soldier), groupIn(soldier)));
      // Only the order of the list counts, and nothing that tells like soldiers apart.
      if (isApart) states.sort((a, b) => a - b);
      else states.sort((a, b) => Number(stateIn(a) === OUT) - Number(stateIn(b) === OUT));
      return states.map((state) => {
        if (groupIn(state) < 0) return state;
        if (!known.has(groupIn(state))) known.set(groupIn(state), known.size);
        return packedOf(stateIn(state), known.get(groupIn(state))!);
      });
    });
    return this.#situations.at(keyOf(situation), situation);
  }

  #side(side: 0 | 1): SideStates {
    const { squads, scenes } = this.#plan;
    const { first, size, firstWord, endWord } = squads[side]!;
    const numbered = new Numbered<readonly number[]>();
    const { field } = this.#battle;
    const at = Int32Array.from(this.#situations.list, (situation) => {
      this.#begin(scenes[0]!, situation);
      const states = situation.slice(first, first + size).map(stateIn);
      const count = (state: number) => states.filter((one) => one === state).length;
      const isTold = field.ordered.subarray(firstWord, endWord).some((word) => word !== 0) ? 1 : 0;
      const counts = [count(READY), count(PINNED), count(DOWN), count(OUT), isTold];
      return numbered.at(counts.join(), counts);
    });
    const column = (place: number) => Int32Array.from(numbered.list, (counts) => counts[place]!);
    return {
      size: numbered.list.length,
      start: at[this.start]!,
      at: (situation) => at[situation]!,
      counts: { ready: column(0), pinned: column(1), down: column(2), out: column(3) },
      chooses: Uint8Array.from(column(4)),
    };
  }
}

/** `move`, `move+charge`. */
export const nameOf = ({ order, does }: Command): string => (does === "charge" ? `${order}+charge` : order);

/** Every way so many soldiers may state apart, by state. */
function rowsOf(size: number): MeleePosition[] {
  const rows: MeleePosition[] = [];
  for (let ready = size; ready >= 0; ready--)
    for (let pinned = size - ready; pinned >= 0; pinned--)
      for (let down = size - ready - pinned; down >= 0; down--)
        rows.push(
          [READY, PINNED, DOWN, OUT].flatMap((state, i) =>
            new Array<number>([ready, pinned, down, size - ready - pinned - down][i]!).fill(packedOf(state, -1)),
          ),
        );
  return rows;
}
