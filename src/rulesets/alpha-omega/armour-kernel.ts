import { TrialKernel } from "../../rule/direct.ts";
import { distributionOf } from "../../rule/distribution.ts";
import { Draws } from "../../rule/draws.ts";
import { keptIn } from "../../rule/once.ts";
import type { Metric } from "../../rule/program.ts";
import { TableBuilder } from "../../rule/table.ts";
import { upTo } from "../ruleset.ts";
import { type AntiArmour, type ArmourSalvo, shotKey } from "./anti-armour.ts";
import {
  freshVehicle,
  type Impact,
  impact,
  isDestroyed,
  isImmobilised,
  MISSED,
  mendedSection,
  repairs,
  strike,
  type VehicleInPlay,
  type VehicleState,
  wear,
} from "./armour.ts";
import { D10 } from "./words.ts";

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

/** Fire at a vehicle, a draw for each shot, explosion and repair. */
export function armourPlay(fight: AntiArmour, metrics: readonly Metric[], blast: Blast | undefined) {
  const { vehicle, turns, mended, reading } = fight;
  const builder = new TableBuilder();
  const impacts: Impact[] = [];
  const codes = new Map<number, number>();
  const codeOf = (hit: Impact): number => keptIn(codes, shotKey(hit), () => impacts.push(hit) - 1);
  /**
   * The first of its tables, one for each point that may be left of the armour. They are in the order of the dice, face by face
   * of the hit roll: so like rolls of a paired run fall alike.
   */
  const shotOf = (shot: ArmourSalvo | "grenade") => {
    const [first] = Array.from({ length: vehicle.armour + 1 }, (_, armour) => {
      const rule = impact(shot === "grenade" ? fight.grenade : shot, vehicle, armour);
      const { outcomes, runs, total } = distributionOf(rule, "A-VEH-04", shotKey);
      const hit = runs.map(({ outcome, weight }) => ({ outcome: codeOf(outcomes[outcome]!), weight }));
      const missed = [{ outcome: codeOf(MISSED), weight: total }];
      const faces = shot === "grenade" ? [hit] : upTo(D10 - 1).map((face) => (face + 1 < shot.toHit ? missed : hit));
      return builder.add(faces.flat(), total * BigInt(faces.length));
    });
    return { shot, first: first! };
  };
  const known = new Map<string, ReturnType<typeof shotOf>>();
  const like = (shot: ArmourSalvo | "grenade") => {
    const key = shot === "grenade" ? shot : `${shot.piercing} ${shot.charge} ${shot.toHit}`;
    return keptIn(known, key, () => shotOf(shot));
  };
  const shots = turns.map(({ salvos, grenades }) => [
    ...salvos.flatMap((salvo) => new Array<ReturnType<typeof shotOf>>(salvo.shots).fill(like(salvo))),
    ...Array.from({ length: grenades }, () => like("grenade")),
  ]);
  const repair = distributionOf((dice) => Number(repairs(dice, reading.repairDie)), "A-RAL-11");
  const gains = repair.runs.map(({ outcome, weight }) => ({ outcome: repair.outcomes[outcome]!, weight }));
  const repairTable = builder.add(gains, repair.total);
  const blastRuns = blast?.weights.map((weight, outcome) => ({ outcome, weight }));
  const blastTable = blastRuns ? builder.add(blastRuns, blast!.total) : -1;

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
      const fired = shots[turn]!;
      for (let i = 0; i < fired.length && !card.exploded; i++) {
        draws.substream(FIRE, i);
        const { shot, first } = fired[i]!;
        const hit = impacts[draws.draw(first + card.armour)]!;
        if (struck++ === 0) bins[effect] = hit.effect;
        strike(card, hit, vehicle, reading);
        watch?.struck(shot, hit, card);
      }
      if (!card.exploded) {
        wear(card, vehicle, reading);
        if (card.exploded && blast) {
          draws.substream(EXPLOSION, 0);
          casualties = draws.draw(blastTable);
        }
        watch?.worn(card, casualties);
      }
      for (let attempt = 0; attempt < turns[turn]!.attempts && !card.exploded; attempt++) {
        const section = mendedSection(card, vehicle, mended);
        if (section < 0) continue;
        draws.substream(REPAIR, attempt);
        const gained = draws.draw(repairTable);
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

  return { trial, kernel: new TrialKernel(metrics, trial, new Draws(builder.build())) };
}
