/**
 * A turn of one unit against another: it shoots, charges, may be shot at as it comes, fights, and who is left strikes back.
 * After each step what was destroyed nearby explodes and Hazardous weapons are tested; a Damaged model hits worse from
 * then on, and
 * a charge may fail.
 */
import { keeping } from "../../../rule/once.ts";
import type { AttackMeeting, Strike } from "../../roster.ts";
import { harmFrom } from "../losses.ts";
import { isDamaged } from "../modifiers.ts";
import { demisesIn } from "../play.ts";
import { type AttackScene, blowsOf, ownHarmOf, profilesIn, type Ready, strikingOf, takingOf } from "./ready.ts";

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
type Blows = ReturnType<typeof blowsOf>;

/**
 * What one side does to the other in one phase, and to itself: by the states that both are in, pairs of those that they are left
 * in, each with its two shares.
 */
function stepOf(striker: Ready, victim: Ready, scene: AttackScene, fresh: Blows, mine: Taking, theirs: Taking) {
  const { unit, lines } = striker;
  const { formation } = mine;
  const { own: losses, demising } = ownHarmOf(striker, victim, scene);
  const hurts = losses.demises[0] !== undefined;
  /** What it strikes with once it is Damaged. */
  let worn: Blows | undefined;
  const [used, strikers, harms] = [keeping(), keeping(), keeping()];
  /** Weapons fall with their bearers: those that some models of a line carry, in proportion. */
  const usedIn = (state: number) => {
    const data = { ...unit.data, woundsLost: (unit.data.woundsLost ?? 0) + formation.lost(state) };
    const isWorn = isDamaged({ ...unit, data });
    if (isWorn) worn ??= blowsOf({ ...striker, unit: { ...unit, data } }, victim, scene);
    const left = ((isWorn && worn) || fresh).flatMap(({ shot: { gun, count }, volley }) => {
      const all = gun.bearers.reduce((sum, { models }) => sum + models, 0);
      const share = gun.bearers.reduce((sum, { line, models }) => {
        const carrier = unit.lines[line]!;
        return sum + models * (1 - formation.killedOf(state, lines.indexOf(carrier)) / carrier.models);
      }, 0);
      const weapons = all === 0 ? count : Math.round((count * share) / all);
      return weapons > 0 ? { gun, volley: { ...volley, weapons } } : [];
    });
    const volleys = left.map(({ volley }) => volley);
    const key = `${isWorn} ${volleys.map(({ weapon, label, weapons }) => `${weapon} ${label} ${weapons}`).join()}`;
    const rows = strikers(key, () => {
      const [strike, all] = [strikingOf(striker, { ...theirs.attacked, volleys }, theirs.formation), keeping()];
      return (other: number) => all(other, () => strike(other));
    });
    const hazards = left.filter(({ gun }) => gun.abilities.has("Hazardous"));
    return { rows, tests: hazards.reduce((sum, { volley }) => sum + volley.weapons, 0) };
  };
  const exploding = (state: number) => (hurts ? demisesIn(theirs.formation, demising[0]!, state) : 0);
  let harm: ReturnType<typeof harmFrom> | undefined;
  const harmed = (...of: [number, number, number]) =>
    harms(of.join(" "), () => {
      harm ??= harmFrom(losses, formation);
      return harm(...of);
    });
  return (state: number, other: number) => {
    const { rows, tests } = used(state, () => usedIn(state));
    return [...rows(other)].flatMap((share, to) => {
      if (share === 0) return [];
      const exploded = exploding(to) - exploding(other);
      if (tests === 0 && exploded === 0) return [[state, to, share, 1] as const];
      return [...harmed(state, exploded, tests)].map((part, left) => [left, to, share, part] as const);
    });
  };
}

/** The turn as a strike: what is taken, and what the attacker loses in return. */
export function turnOf(attacker: Ready, target: Ready, meeting: AttackMeeting): Strike | undefined {
  const { distance = 0, charge: inches = distance, overwatch = false, regained = 0 } = meeting;
  const scenes = {
    shoot: { shooting: { distance } },
    charge: { fight: { charged: true } },
    fire: { shooting: { distance, overwatch } },
    back: { fight: { charged: false } },
  };
  const shots = blowsOf(attacker, target, scenes.shoot);
  const blows = blowsOf(attacker, target, scenes.charge);
  if (shots.length + blows.length === 0) return undefined;
  const arrives = chargeChance(inches);
  const isFiredAt = overwatch && arrives > 0;
  const fires = isFiredAt ? blowsOf(target, attacker, scenes.fire) : [];
  const returned = blowsOf(target, attacker, scenes.back);
  const mine = takingOf(attacker, [...fires, ...returned]);
  const theirs = takingOf(target, [...shots, ...blows]);
  const [a, d] = [mine.formation, theirs.formation];
  const shoot = stepOf(attacker, target, scenes.shoot, shots, mine, theirs);
  const charge = stepOf(attacker, target, scenes.charge, blows, mine, theirs);
  const fire = stepOf(target, attacker, scenes.fire, fires, theirs, mine);
  const back = stepOf(target, attacker, scenes.back, returned, theirs, mine);

  /** Chances by the attacker's state, then by the target's. */
  const after = (joint: Float64Array, step: ReturnType<typeof stepOf>, isMine: boolean): Float64Array => {
    const next = new Float64Array(joint.length);
    joint.forEach((chance, at) => {
      if (chance < LEAST) return;
      const other = at % d.states;
      const own = (at - other) / d.states;
      if (a.isDestroyed(own) || d.isDestroyed(other)) next[at]! += chance;
      else
        for (const [left, to, share, part] of isMine ? step(own, other) : step(other, own))
          next[isMine ? left * d.states + to : to * d.states + left]! += chance * share * part;
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
    joint = isFiredAt ? after(regaining, fire, false) : regaining;
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
    ...profilesIn([...shots, ...blows]),
    of: d,
    distribution: (from) => (from === d.start ? fromStart : told(from)).states,
    returned: () => fromStart.lost,
  };
}
