import type { Stream } from "../../dice/index.ts";
import { Draws, distributionOf, ladderOf, type Metric, TrialKernel } from "../../rule/index.ts";
import { type AntiArmour, type ArmourSalvo, ImpactDistributions } from "./anti-armour.ts";
import {
  freshVehicle,
  type Impact,
  isDestroyed,
  isImmobilised,
  mendedSection,
  repairs,
  strike,
  type VehicleInPlay,
  type VehicleState,
  wear,
} from "./armour.ts";

/** The chance of each number of casualties that an explosion causes: weights of `total`. */
export interface Blast {
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/** Hears what happens in a trial; the card is as it is afterwards. */
export interface ArmourWatch {
  turn(turn: number): void;
  struck(shot: ArmourSalvo | "grenade", hit: Impact, card: VehicleState): void;
  /** @param casualties of its explosion, if it is now that it explodes */
  worn(card: VehicleState, casualties: number): void;
  repaired(section: number, gained: number, card: VehicleState): void;
  turnEnded(card: VehicleState): void;
}

/** Draws of a turn that are told apart in paired runs. */
const FIRE = 0;
const EXPLOSION = 1;
const REPAIR = 2;

/** Fire at a vehicle, a draw for each shot, grenade, explosion and repair. */
export function armourPlay(fight: AntiArmour, metrics: readonly Metric[], blast: Blast | undefined) {
  const { vehicle, turns, mended, reading } = fight;
  const distributions = new ImpactDistributions(fight);
  /** What a shot may come to, by what is left of the armour. */
  const shotOf = (shot: ArmourSalvo | "grenade") => {
    const byArmour = Array.from({ length: vehicle.armour + 1 }, (_, armour) => distributions.of(shot, armour));
    return {
      shot,
      impacts: byArmour.map(({ outcomes }) => outcomes),
      ladders: byArmour.map(({ weights, total }) => ladderOf(weights, total)),
    };
  };
  const known = new Map<string, ReturnType<typeof shotOf>>();
  const like = (shot: ArmourSalvo | "grenade") => {
    const key = shot === "grenade" ? shot : `${shot.piercing} ${shot.charge} ${shot.toHit}`;
    const own = known.get(key) ?? shotOf(shot);
    known.set(key, own);
    return own;
  };
  const shots = turns.map(({ salvos, grenades }) => [
    ...salvos.flatMap((salvo) => new Array<ReturnType<typeof shotOf>>(salvo.shots).fill(like(salvo))),
    ...Array.from({ length: grenades }, () => like("grenade")),
  ]);
  const repair = distributionOf((dice) => repairs(dice, reading.repairDie), "A-RAL-11", String);
  const repairLadder = ladderOf(repair.weights, repair.total);
  const blastLadder = blast && ladderOf(blast.weights, blast.total);

  const bins = new Int32Array(metrics.length);
  const [still, effect, lost] = [turns.length, 2 * turns.length, 2 * turns.length + 1];
  const { sections } = vehicle;
  const fresh = freshVehicle(vehicle);
  const card: VehicleInPlay = { ...fresh, points: [...fresh.points] };

  const trial = (draws: Draws, watch?: ArmourWatch): Int32Array => {
    card.armour = fresh.armour;
    card.exploded = false;
    for (let section = 0; section < sections.length; section++) card.points[section] = fresh.points[section]!;
    let casualties = 0;
    let struck = 0;
    for (let turn = 0; turn < turns.length; turn++) {
      draws.turn = turn;
      watch?.turn(turn);
      const own = shots[turn]!;
      for (let i = 0; i < own.length && !card.exploded; i++) {
        draws.substream(FIRE, i);
        const { shot, impacts, ladders } = own[i]!;
        const hit = impacts[card.armour]![draws.climb(ladders[card.armour]!)]!;
        if (struck++ === 0) bins[effect] = hit.effect;
        strike(card, hit, vehicle, reading);
        watch?.struck(shot, hit, card);
      }
      if (!card.exploded) {
        wear(card, vehicle, reading);
        if (card.exploded && blastLadder) {
          draws.substream(EXPLOSION, 0);
          casualties = draws.climb(blastLadder);
        }
        watch?.worn(card, casualties);
      }
      for (let attempt = 0; attempt < turns[turn]!.attempts && !card.exploded; attempt++) {
        const section = mendedSection(card, vehicle, mended);
        if (section < 0) continue;
        draws.substream(REPAIR, attempt);
        const gained = Number(repair.outcomes[draws.climb(repairLadder)]!);
        card.points[section] = card.points[section]! + gained;
        watch?.repaired(section, gained, card);
      }
      watch?.turnEnded(card);
      bins[turn] = Number(isDestroyed(card, vehicle));
      bins[still + turn] = Number(isImmobilised(card, vehicle));
    }
    for (let section = 0; section < sections.length; section++)
      bins[lost + section] = fresh.points[section]! - card.points[section]!;
    if (blast) bins[lost + sections.length] = casualties;
    return bins;
  };

  const draws = new Draws();
  const begin = (stream: Stream) => {
    draws.begin(stream);
    return draws;
  };
  return { trial, kernel: new TrialKernel(metrics, trial, begin, (stream) => draws.end(stream)) };
}
