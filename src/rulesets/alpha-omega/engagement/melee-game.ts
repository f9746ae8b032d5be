/** Small fights in which charges are in reach, as games of orders and charges: the written battle, every way it may go. */
import type { Game, SideStates } from "../../../rule/game.ts";
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
export function meleeGame(
  profile: EngagementProfile,
  commands: readonly [readonly Command[], readonly Command[]],
): Game {
  const { policies: _, ...fight } = profile;
  // With one enemy unit an interception is the fire of the first sub-phase, at the same range (E-04).
  const still = ([unit]: (typeof fight.sides)[number]) => [{ ...unit!, intercept: false }];
  const plan = planOf({ ...fight, sides: [still(fight.sides[0]), still(fight.sides[1])] });
  const battle = new Battle(plan);
  const { field } = battle;
  const ways = new EveryWay();
  const situations = new Numbered<MeleePosition>();
  const standings = new Numbered<MeleePosition>();
  const rallies: (Reachable | undefined)[] = [];
  const turns = new Map<string, ChosenTurn>();
  const last = Math.max(profile.gaps.length, profile.alpha?.length ?? 1) - 1;

  function turnOf(turn: number, first: number, second: number): ChosenTurn {
    const at = Math.min(turn, last);
    return keptIn(turns, `${at} ${first} ${second}`, () => {
      const scene = plan.sceneUnder(at, [commands[0][first], commands[1][second]]);
      return { scene, fire: [], melee: [] };
    });
  }

  /** Whatever may come of a situation, in any turn and under any orders. */
  function follow(situation: number): void {
    for (let at = 0; at <= Math.min(last, profile.turns - 1); at++)
      for (let a = 0; a < commands[0].length; a++)
        for (let b = 0; b < commands[1].length; b++) {
          const turn = turnOf(at, a, b);
          const fire = fireOf(turn.scene, situation);
          turn.fire[situation] = fire;
          for (const state of fire.to) {
            turn.melee[state] ??= meleeOf(turn.scene, state);
            for (const end of turn.melee[state].to) rallies[end] ??= rallyOf(end);
          }
        }
  }

  /** Who is Alpha in a phase, each with his chance (E-03): a fair coin where it matters. */
  const alphasOf = ({ alpha }: Scene, matters: boolean): readonly (0 | 1)[] =>
    alpha !== undefined ? [alpha] : matters ? [0, 1] : [0];

  /** Every way in which something may go, from everybody's place. */
  const everyWay = (state: number, play: () => void, told: (after: number[], chance: number) => void) =>
    ways.over(
      () => {
        put(standings.list[state]!);
        field.chance = ways;
        play();
      },
      (chance) => told(taken(), chance),
    );

  function fireOf(scene: Scene, situation: number): Reachable {
    const sums = new ChanceSums();
    begin(scene, situations.list[situation]!);
    const begun = numberOf(taken());
    const alphas = alphasOf(scene, scene.alphaMatters);
    for (const alpha of alphas) {
      let now = new Map([[begun, 1 / alphas.length]]);
      for (const unit of scene.order![alpha]) {
        const [aim] = scene.aims[unit]!;
        if (aim === undefined) continue;
        const next = new Map<number, number>();
        for (const [state, before] of now)
          everyWay(
            state,
            () => battle.shooting.volley(aim, false),
            (after, chance) => {
              const to = numberOf(after);
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
  function meleeOf(scene: Scene, state: number): Reachable {
    const sums = new ChanceSums();
    const alphas = alphasOf(scene, scene.alphaMattersInMelee);
    for (const alpha of alphas)
      everyWay(
        state,
        () => {
          field.stoodUp.fill(0);
          battle.fights.play(scene, battle.charges.play(scene, alpha));
          battle.regroup.play(0);
        },
        (after, chance) => {
          const rested = after.map((soldier) => soldier & ~(ORDERED | FIRED));
          sums.add(numberOf(rested), chance / alphas.length);
        },
      );
    return sums.distribution;
  }

  function rallyOf(state: number): Reachable {
    const sums = new ChanceSums();
    everyWay(
      state,
      () => battle.rally.play(),
      (after, chance) => sums.add(situationOf(after), chance),
    );
    return sums.distribution;
  }

  /** Everybody in his place, and a turn begins (E-02). */
  function begin(scene: Scene, situation: MeleePosition): void {
    put(situation);
    field.beginTurn(0, scene);
  }

  function put(state: MeleePosition): void {
    field.begin();
    for (let i = 0; i < plan.soldiers; i++) {
      const soldier = state[i]!;
      field.set(plan.unitOf[i]!, i, stateIn(soldier));
      if (groupIn(soldier) >= 0) field.join(i, groupIn(soldier));
      field.mark(field.ordered, i, (soldier & ORDERED) !== 0);
      field.mark(field.fired, i, (soldier & FIRED) !== 0);
    }
  }

  function taken(): number[] {
    const { state, ordered, fired, group } = field;
    const standing: number[] = [];
    for (let i = 0; i < state.length; i++) {
      const marks = (field.isMarked(ordered, i) ? ORDERED : 0) | (field.isMarked(fired, i) ? FIRED : 0);
      standing.push(packedOf(state[i]!, group[i]!) | marks);
    }
    return standing;
  }

  const numberOf = (state: MeleePosition): number => standings.at(keyOf(state), state);

  function situationOf(state: MeleePosition): number {
    const isApart = state.every((soldier) => groupIn(soldier) < 0);
    const known = new Map<number, number>();
    const situation = plan.squads.flatMap(({ first, size }) => {
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
    return situations.at(keyOf(situation), situation);
  }

  function sideOf(side: 0 | 1, start: number): SideStates {
    const { squads, scenes } = plan;
    const { first, size, firstWord, endWord } = squads[side]!;
    const numbered = new Numbered<readonly number[]>();
    const at = Int32Array.from(situations.list, (situation) => {
      begin(scenes[0]!, situation);
      const states = situation.slice(first, first + size).map(stateIn);
      const count = (state: number) => states.filter((one) => one === state).length;
      const isTold = field.ordered.subarray(firstWord, endWord).some((word) => word !== 0) ? 1 : 0;
      const counts = [count(READY), count(PINNED), count(DOWN), count(OUT), isTold];
      return numbered.at(counts.join(), counts);
    });
    const column = (place: number) => Int32Array.from(numbered.list, (counts) => counts[place]!);
    return {
      size: numbered.list.length,
      start: at[start]!,
      at: (situation) => at[situation]!,
      counts: { ready: column(0), pinned: column(1), down: column(2), out: column(3) },
      chooses: Uint8Array.from(column(4)),
    };
  }

  const [one, other] = plan.squads.map(({ size }) => rowsOf(size)) as [MeleePosition[], MeleePosition[]];
  // Everybody apart in every way, so that a policy speaks of all; then whatever contact leads to.
  for (const own of one) for (const enemy of other) situationOf([...own, ...enemy]);
  for (let s = 0; s < situations.list.length; s++) follow(s);
  const start = situationOf(new Array<number>(plan.soldiers).fill(READY));
  const states = [sideOf(0, start), sideOf(1, start)] as const;
  return {
    turns: profile.turns,
    choices: [commands[0].map(nameOf), commands[1].map(nameOf)],
    states,
    start,
    worth: worthOf(profile, states, situations.list.length),

    /** Who is in contact with whom: empty where nobody is. */
    contact(situation) {
      const state = situations.list[situation]!;
      if (state.every((soldier) => groupIn(soldier) < 0)) return "";
      const said = ({ first, size }: Plan["squads"][number]) =>
        state
          .slice(first, first + size)
          .filter((soldier) => stateIn(soldier) !== OUT)
          .map((soldier) => `${"rpd"[stateIn(soldier)]}${groupIn(soldier) < 0 ? "" : groupIn(soldier) + 1}`)
          .join(" ");
      return plan.squads.map(said).join(" / ");
    },

    before(turn, worth) {
      const rallied = rallies.map((distribution) => mean(distribution!, worth));
      return (first, second) => {
        const { fire, melee } = turnOf(turn, first, second);
        const fought = melee.map((distribution) => (distribution === undefined ? 0 : mean(distribution, rallied)));
        return Float64Array.from(fire, (distribution) => mean(distribution!, fought));
      };
    },

    after(turn, chances, first, second) {
      const { fire, melee } = turnOf(turn, first, second);
      const fought = moved(chances, fire, standings.list.length);
      const ended = moved(fought, melee, standings.list.length);
      return moved(ended, rallies, chances.length);
    },
  };
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
