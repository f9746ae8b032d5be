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

  /** Chances by the attacker's state, then by the target's. */
  const after = (joint: Float64Array, step: TurnStep, isMine: boolean): Float64Array => {
    const next = new Float64Array(joint.length);
    joint.forEach((chance, at) => {
      if (chance < LEAST) return;
      const other = at % d.states;
      const own = (at - other) / d.states;
      if (a.isDestroyed(own) || d.isDestroyed(other)) next[at]! += chance;
      else {
        const row = isMine ? step.row(own, a, other, theirs) : step.row(other, d, own, mine);
        row.forEach((share, to) => {
          next[isMine ? own * d.states + to : to * d.states + other]! += chance * share;
        });
      }
    });
    return next;
  };
  const fought = (from: number): Float64Array => {
    let joint: Float64Array = new Float64Array(a.states * d.states);
    joint[a.start * d.states + from] = 1;
    joint = after(joint, shoot, true);
    const regaining = new Float64Array(joint.length);
    joint.forEach((chance, at) => {
      const other = at % d.states;
      regaining[at - other + d.regained(other, regained)]! += chance;
    });
    joint = fire === undefined ? regaining : after(regaining, fire, false);
    return after(joint, charge, true);
  };
  return {
    states: d.states,
    start: d.start,
    law(from) {
      const sum = new Float64Array(d.states);
      fought(from).forEach((chance, at) => {
        sum[at % d.states]! += chance;
      });
      return sum;
    },
    returned: () =>
      after(fought(d.start), back, false).reduce(
        (sum, chance, at) => sum + chance * Math.max(0, a.lost(Math.floor(at / d.states))),
        0,
      ),
    lost: (state) => Math.max(0, d.lost(state)),
    killed: d.killed,
    isDestroyed: d.isDestroyed,
  };
}
