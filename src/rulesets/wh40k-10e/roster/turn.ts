/** A turn of one unit against another: it shoots, charges, may be shot at as it comes, fights, and who is left strikes back. */
import { DOUBLES } from "../../../rule/index.ts";
import type { Strike, TurnMeeting } from "../../roster.ts";
import type { Shot } from "../declare.ts";
import type { Formation } from "../formation.ts";
import { striking } from "../solve.ts";
import type { Volley } from "../volley.ts";
import { type AttackScene, blowsOf, type Ready, takingOf } from "./ready.ts";

/** Chances below this are let go. */
const LEAST = 1e-15;

/** What one side does to the other in one phase, by how many of its weapons are left and by the state it finds. */
class TurnStep {
  readonly volleys: readonly Volley[];
  readonly #shots: readonly Shot[];
  readonly #striker: Ready;
  readonly #laws = new Map<
    string,
    { readonly law: ReturnType<typeof striking<number>>; readonly rows: Float64Array[] }
  >();

  constructor(striker: Ready, victim: Ready, scene: AttackScene) {
    const blows = blowsOf(striker, victim, scene);
    this.#striker = striker;
    this.#shots = blows.map(({ shot }) => shot);
    this.volleys = blows.map(({ volley }) => volley);
  }

  /** Weapons fall with their bearers: those that some models of a line carry, in proportion. */
  #left(state: number, formation: Formation): number[] {
    const { unit, lines } = this.#striker;
    return this.#shots.map(({ gun, count }) => {
      const all = gun.bearers.reduce((sum, { models }) => sum + models, 0);
      const left = gun.bearers.reduce((sum, { line, models }) => {
        const own = unit.lines[line]!;
        return sum + models * (1 - formation.killedOf(state, lines.indexOf(own)) / own.models);
      }, 0);
      return all === 0 ? count : Math.round((count * left) / all);
    });
  }

  /**
   * The chances of the victim's states after it, from one of them.
   * @param striker the striker's state, of its formation
   */
  row(striker: number, own: Formation, victim: number, taking: ReturnType<typeof takingOf>): Float64Array {
    const left = this.#left(striker, own);
    const key = left.join();
    let known = this.#laws.get(key);
    if (known === undefined) {
      const volleys = this.volleys.flatMap((volley, v) => (left[v]! > 0 ? { ...volley, weapons: left[v]! } : []));
      known = { law: striking(DOUBLES, { ...taking.attacked, volleys }, taking.formation), rows: [] };
      this.#laws.set(key, known);
    }
    known.rows[victim] ??= (() => {
      const { weights, total } = known.law(victim);
      return Float64Array.from(weights, (weight) => weight / total);
    })();
    return known.rows[victim];
  }
}

/** The turn as a strike: what is taken, and what the attacker loses in return. */
export function turnOf(attacker: Ready, target: Ready, meeting: TurnMeeting): Strike | undefined {
  const { distance, overwatch = false, regained = 0 } = meeting;
  const shoot = new TurnStep(attacker, target, { shooting: { distance } });
  const charge = new TurnStep(attacker, target, { fight: { charged: true } });
  if (shoot.volleys.length + charge.volleys.length === 0) return undefined;
  const fire = overwatch ? new TurnStep(target, attacker, { shooting: { distance, overwatch } }) : undefined;
  const back = new TurnStep(target, attacker, { fight: { charged: false } });
  const mine = takingOf(attacker, [...(fire?.volleys ?? []), ...back.volleys]);
  const theirs = takingOf(target, [...shoot.volleys, ...charge.volleys]);
  const [a, d] = [mine.formation, theirs.formation];

  type BothStates = Map<number, Float64Array>;
  /** By the attacker's state, the chances of the target's. */
  const struck = (joint: BothStates, blow: TurnStep): BothStates => {
    const next: BothStates = new Map();
    for (const [state, at] of joint) {
      const sum = new Float64Array(d.states);
      next.set(state, sum);
      at.forEach((chance, from) => {
        if (chance < LEAST) return;
        if (a.isDestroyed(state) || d.isDestroyed(from)) sum[from]! += chance;
        else
          blow.row(state, a, from, theirs).forEach((own, to) => {
            sum[to]! += chance * own;
          });
      });
    }
    return next;
  };
  const answered = (joint: BothStates, blow: TurnStep): BothStates => {
    const next: BothStates = new Map();
    const sumAt = (state: number) => {
      const sum = next.get(state) ?? new Float64Array(d.states);
      next.set(state, sum);
      return sum;
    };
    for (const [state, at] of joint)
      at.forEach((chance, other) => {
        if (chance < LEAST) return;
        if (a.isDestroyed(state) || d.isDestroyed(other)) sumAt(state)[other]! += chance;
        else
          blow.row(other, d, state, mine).forEach((own, to) => {
            if (own > 0) sumAt(to)[other]! += chance * own;
          });
      });
    return next;
  };
  const between = (joint: BothStates): BothStates =>
    new Map(
      [...joint].map(([state, at]) => {
        const sum = new Float64Array(d.states);
        at.forEach((chance, own) => {
          sum[d.regained(own, regained)]! += chance;
        });
        return [state, sum];
      }),
    );
  const after = (from: number): BothStates => {
    let joint: BothStates = new Map([[a.start, new Float64Array(d.states)]]);
    joint.get(a.start)![from] = 1;
    joint = between(struck(joint, shoot));
    if (fire !== undefined) joint = answered(joint, fire);
    return struck(joint, charge);
  };
  return {
    states: d.states,
    start: d.start,
    law(from) {
      const sum = new Float64Array(d.states);
      for (const at of after(from).values())
        at.forEach((chance, state) => {
          sum[state]! += chance;
        });
      return sum;
    },
    returned() {
      let lost = 0;
      for (const [state, at] of answered(after(d.start), back))
        lost += Math.max(0, a.lost(state)) * at.reduce((sum, chance) => sum + chance, 0);
      return lost;
    },
    lost: (state) => Math.max(0, d.lost(state)),
    killed: d.killed,
    isDestroyed: d.isDestroyed,
  };
}
