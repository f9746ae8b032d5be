/**
 * A turn of one unit against another: it shoots, charges, may be shot at as it comes, fights, and who is left strikes back.
 * After each step what was destroyed nearby explodes and Hazardous weapons are tested; a Damaged model hits worse from then on, and
 * a charge may fail.
 */
import type { Strike, TurnMeeting } from "../../roster.ts";
import type { Formation } from "../formation.ts";
import { harmFrom } from "../losses.ts";
import { isDamaged } from "../modifiers.ts";
import { demisesIn } from "../play.ts";
import type { Volley } from "../volley.ts";
import { type AttackScene, blowsOf, ownHarmOf, type Ready, strikingOf, takingOf } from "./ready.ts";

/** Chances below this are let go. */
const LEAST = 1e-15;
/** Inches from which a charge may be declared, and within which it has to end. */
const CHARGE_RANGE = 12;
const ENGAGEMENT_RANGE = 1;

/** The chance that 2D6 bring a charge to its target. */
function chargeChance(inches: number): number {
  if (inches > CHARGE_RANGE) return 0;
  const faces = [1, 2, 3, 4, 5, 6];
  return faces.flatMap((a) => faces.filter((b) => a + b >= inches - ENGAGEMENT_RANGE)).length / faces.length ** 2;
}

type Taking = ReturnType<typeof takingOf>;

/** What is used of a side's weapons in one of its states. */
interface Used {
  readonly key: string;
  readonly volleys: readonly Volley[];
  /** Hazardous weapons among them. */
  readonly tests: number;
}

/** What one side does to the other in one phase, and to itself, by the state of each. */
class TurnStep {
  readonly volleys: readonly Volley[];
  readonly #striker: Ready;
  readonly #victim: Ready;
  readonly #scene: AttackScene;
  readonly #blows: ReturnType<typeof blowsOf>;
  #worn: ReturnType<typeof blowsOf> | undefined;
  readonly #used: Used[] = [];
  readonly #distributions = new Map<
    string,
    { readonly distribution: ReturnType<typeof strikingOf>; rows: (readonly number[])[] }
  >();
  readonly #harms = new Map<string, Float64Array>();
  readonly #own: ReturnType<typeof ownHarmOf>;
  #harm: ReturnType<typeof harmFrom> | undefined;

  constructor(striker: Ready, victim: Ready, scene: AttackScene) {
    this.#striker = striker;
    this.#victim = victim;
    this.#scene = scene;
    this.#blows = blowsOf(striker, victim, scene);
    this.#own = ownHarmOf(striker, victim, scene);
    this.volleys = this.#blows.map(({ volley }) => volley);
  }

  /** What it strikes with once it is Damaged. */
  #wornBlows(data: Ready["unit"]["data"]): ReturnType<typeof blowsOf> {
    const { unit } = this.#striker;
    this.#worn ??= blowsOf({ ...this.#striker, unit: { ...unit, data } }, this.#victim, this.#scene);
    return this.#worn;
  }

  /** Weapons fall with their bearers: those that some models of a line carry, in proportion. */
  #left(state: number, formation: Formation): Used {
    const { unit, lines } = this.#striker;
    const data = { ...unit.data, woundsLost: (unit.data.woundsLost ?? 0) + formation.lost(state) };
    const isWorn = isDamaged({ ...unit, data });
    const left = (isWorn ? this.#wornBlows(data) : this.#blows).flatMap(({ shot: { gun, count }, volley }) => {
      const all = gun.bearers.reduce((sum, { models }) => sum + models, 0);
      const share = gun.bearers.reduce((sum, { line, models }) => {
        const own = unit.lines[line]!;
        return sum + models * (1 - formation.killedOf(state, lines.indexOf(own)) / own.models);
      }, 0);
      const weapons = all === 0 ? count : Math.round((count * share) / all);
      return weapons > 0 ? { gun, volley: { ...volley, weapons } } : [];
    });
    const volleys = left.map(({ volley }) => volley);
    const hazards = left.filter(({ gun }) => gun.abilities.has("Hazardous"));
    return {
      key: `${isWorn} ${volleys.map(({ weapon, label, weapons }) => `${weapon} ${label} ${weapons}`).join()}`,
      volleys,
      tests: hazards.reduce((sum, { volley }) => sum + volley.weapons, 0),
    };
  }

  #usedIn(state: number, formation: Formation): Used {
    this.#used[state] ??= this.#left(state, formation);
    return this.#used[state];
  }

  /** The chances of the victim's states after it, by the state of each before it. */
  taken(striker: number, own: Formation, victim: number, taking: Taking): readonly number[] {
    const { key, volleys } = this.#usedIn(striker, own);
    const known = this.#distributions.get(key) ?? {
      distribution: strikingOf(this.#striker, { ...taking.attacked, volleys }, taking.formation),
      rows: [],
    };
    this.#distributions.set(key, known);
    known.rows[victim] ??= known.distribution(victim);
    return known.rows[victim];
  }

  /** Models that explode near the striker when the victim goes from one state to another. */
  exploded(victim: Formation, from: number, to: number): number {
    const { own, demising } = this.#own;
    if (own.demises[0] === undefined) return 0;
    return demisesIn(victim, demising[0]!, to) - demisesIn(victim, demising[0]!, from);
  }

  /** The chances of its own states after explosions and the tests of its Hazardous weapons; undefined where there are none. */
  harmed(striker: number, own: Formation, exploded: number): Float64Array | undefined {
    const { tests } = this.#usedIn(striker, own);
    if (tests === 0 && exploded === 0) return undefined;
    this.#harm ??= harmFrom(this.#own.own, own);
    const key = `${striker} ${exploded} ${tests}`;
    const known = this.#harms.get(key) ?? this.#harm(striker, exploded, tests);
    this.#harms.set(key, known);
    return known;
  }
}

/** The turn as a strike: what is taken, and what the attacker loses in return. */
export function turnOf(attacker: Ready, target: Ready, meeting: TurnMeeting): Strike | undefined {
  const { distance, charge: inches = distance, overwatch = false, regained = 0 } = meeting;
  const shoot = new TurnStep(attacker, target, { shooting: { distance } });
  const charge = new TurnStep(attacker, target, { fight: { charged: true } });
  if (shoot.volleys.length + charge.volleys.length === 0) return undefined;
  const arrives = chargeChance(inches);
  const isFiredAt = overwatch && arrives > 0;
  const fire = isFiredAt ? new TurnStep(target, attacker, { shooting: { distance, overwatch } }) : undefined;
  const back = new TurnStep(target, attacker, { fight: { charged: false } });
  const mine = takingOf(attacker, [...(fire?.volleys ?? []), ...back.volleys]);
  const theirs = takingOf(target, [...shoot.volleys, ...charge.volleys]);
  const [a, d] = [mine.formation, theirs.formation];

  /** Chances by the attacker's state, then by the target's. */
  const after = (joint: Float64Array, step: TurnStep, isMine: boolean): Float64Array => {
    const next = new Float64Array(joint.length);
    const strikes = isMine ? d.states : 1;
    const suffers = isMine ? 1 : d.states;
    joint.forEach((chance, at) => {
      if (chance < LEAST) return;
      const other = at % d.states;
      const own = (at - other) / d.states;
      if (a.isDestroyed(own) || d.isDestroyed(other)) {
        next[at]! += chance;
        return;
      }
      const [striker, formation, victim, taking] = isMine
        ? ([own, a, other, theirs] as const)
        : ([other, d, own, mine] as const);
      step.taken(striker, formation, victim, taking).forEach((share, to) => {
        if (share === 0) return;
        const harmed = step.harmed(striker, formation, step.exploded(taking.formation, victim, to));
        if (harmed === undefined) next[striker * strikes + to * suffers]! += chance * share;
        else
          harmed.forEach((part, left) => {
            next[left * strikes + to * suffers]! += chance * share * part;
          });
      });
    });
    return next;
  };
  /** The turn from a state of the target to its end, once what strikes back has struck. */
  const ended = (from: number): Float64Array => {
    let joint: Float64Array = new Float64Array(a.states * d.states);
    joint[a.start * d.states + from] = 1;
    joint = after(joint, shoot, true);
    const regaining = new Float64Array(joint.length);
    joint.forEach((chance, at) => {
      const other = at % d.states;
      regaining[at - other + d.regained(other, regained)]! += chance;
    });
    joint = fire === undefined ? regaining : after(regaining, fire, false);
    const charged = joint.map((chance) => chance * arrives);
    const fought = after(after(charged, charge, true), back, false);
    return fought.map((chance, at) => chance + joint[at]! * (1 - arrives));
  };
  /** The target's states in the end, and the wounds that the attacker loses on average. */
  const told = (from: number) => {
    const states = new Float64Array(d.states);
    let lost = 0;
    ended(from).forEach((chance, at) => {
      states[at % d.states]! += chance;
      lost += chance * Math.max(0, a.lost(Math.floor(at / d.states)));
    });
    return { states, lost };
  };
  const fromStart = told(d.start);
  return {
    states: d.states,
    start: d.start,
    distribution: (from) => (from === d.start ? fromStart : told(from)).states,
    returned: () => fromStart.lost,
    lost: (state) => Math.max(0, d.lost(state)),
    killed: d.killed,
    isDestroyed: d.isDestroyed,
  };
}
