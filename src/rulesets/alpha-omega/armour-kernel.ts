import type { Stream } from "../../dice/index.ts";
import { Draws, distributionOf, type Kernel, TableBuilder } from "../../rule/index.ts";
import { type AntiArmour, type ArmourSalvo, ImpactLaws } from "./anti-armour.ts";
import { deterioration, type Impact, INTERNAL, repairs, type Vehicle, WORST } from "./armour.ts";

/** What a trial counts, by bin of the tally. */
export interface ArmourBins {
  /** One bin per effect. */
  readonly effect: number;
  /** Per turn: no, yes. */
  readonly destroyed: readonly number[];
  readonly immobilised: readonly number[];
  /** Per section: 0 to its points. */
  readonly lost: readonly number[];
  /** 0 to all of the nearest unit; -1 when an explosion hurts nobody (QA-48). */
  readonly bystanders: number;
}

/** The chance of each number of casualties that an explosion causes: weights of `total`. */
export interface Blast {
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/** One draw of a trial: its code, and what the code means of a shot. */
export interface Noted {
  readonly code: number;
  readonly impact: Impact;
}

/** What a turn's script says, an instruction after another. */
const SHOT = 0; // [1]: where the tables of this kind of shot begin, one per point of armour
const RALLY = 1; // marks and explosion
const REPAIR = 2;
const TURN_ENDS = 3; // [1]: the turn
const OPERATION = 2; // integers per instruction

/** Plays fire at a vehicle, shot by shot, on one card. Allocates nothing while it plays. */
export class ArmourKernel implements Kernel {
  readonly #vehicle: Vehicle;
  readonly #bins: ArmourBins;
  readonly #script: Int32Array;
  readonly #tables: Int32Array;
  /** By outcome code of a shot. */
  readonly #effects: Int32Array;
  readonly #sections: Int32Array;
  readonly #amounts: Int32Array;
  readonly #fresh: Int32Array;
  readonly #points: Int32Array;
  /** Points the worn sections lose, by points left in the tank. */
  readonly #worn: Int32Array;
  readonly #overflows: boolean;
  readonly #repairTable: number;
  readonly #named: number;
  readonly #blastTable: number;
  readonly #draws: Draws;
  /** The trial of a call to `play` whose draws are noted, and the notes. */
  #noted = -1;
  #notes: number[] = [];
  #armour = 0;
  #exploded = 0;

  constructor(fight: AntiArmour, bins: ArmourBins, blast: Blast | undefined) {
    const { vehicle, reading } = fight;
    const laws = new ImpactLaws(fight);
    const builder = new TableBuilder();
    const codes = new Map<string, number>();
    const effects: number[] = [];
    const sections: number[] = [];
    const amounts: number[] = [];
    const tables: number[] = [];
    const bases = new Map<string, number>();
    /** Where the tables of a kind of shot begin. */
    const baseOf = (salvo: ArmourSalvo | "grenade"): number => {
      const key = salvo === "grenade" ? salvo : JSON.stringify([salvo.piercing, salvo.charge, salvo.toHit]);
      let base = bases.get(key);
      if (base !== undefined) return base;
      base = tables.length;
      bases.set(key, base);
      for (let armour = 0; armour <= vehicle.armour; armour++) {
        const { outcomes, runs, total } = laws.of(salvo, armour);
        const numbers = outcomes.map(({ effect, section, points }) => {
          const name = `${effect},${section},${points}`;
          const known = codes.get(name) ?? codes.size;
          codes.set(name, known);
          effects[known] = effect;
          sections[known] = section;
          amounts[known] = points;
          return known;
        });
        tables.push(
          builder.add(
            runs.map(({ outcome, weight }) => ({ outcome: numbers[outcome]!, weight })),
            total,
          ),
        );
      }
      return base;
    };
    const script: number[] = [];
    fight.turns.forEach(({ salvos, grenades, attempts }, turn) => {
      for (const salvo of salvos) for (let shot = 0; shot < salvo.shots; shot++) script.push(SHOT, baseOf(salvo));
      for (let grenade = 0; grenade < grenades; grenade++) script.push(SHOT, baseOf("grenade"));
      script.push(RALLY, 0);
      for (let attempt = 0; attempt < attempts; attempt++) script.push(REPAIR, 0);
      script.push(TURN_ENDS, turn);
    });
    const { outcomes, runs, total } = distributionOf((dice) => Number(repairs(dice, reading.repairDie)), "A-RAL-11");
    this.#repairTable = builder.add(
      runs.map((run) => ({ ...run, outcome: outcomes[run.outcome]! })),
      total,
    );
    this.#blastTable = blast
      ? builder.add(
          blast.weights.flatMap((weight, outcome) => (weight > 0n ? [{ outcome, weight }] : [])),
          blast.total,
        )
      : -1;
    const tankPoints = vehicle.tank < 0 ? 0 : vehicle.sections[vehicle.tank]!.points;
    this.#named = fight.mended;
    this.#vehicle = vehicle;
    this.#bins = bins;
    this.#script = Int32Array.from(script);
    this.#tables = Int32Array.from(tables);
    this.#effects = Int32Array.from(effects);
    this.#sections = Int32Array.from(sections);
    this.#amounts = Int32Array.from(amounts);
    this.#fresh = Int32Array.from(vehicle.sections, ({ points }) => points);
    this.#points = new Int32Array(vehicle.sections.length);
    this.#worn = Int32Array.from({ length: tankPoints + 1 }, (_, left) => deterioration(left, vehicle, reading));
    this.#overflows = reading.sectionOverflow === "tank" && vehicle.tank >= 0;
    this.#draws = new Draws(builder.build());
  }

  /**
   * What trial number `trial` of a stream draws: for each shot and grenade its impact, for each repair 1 or 0, and the
   * casualties of an explosion.
   */
  drawn(stream: Stream, trial: number, tally: Float64Array): Noted[] {
    this.#noted = trial;
    this.play(stream, trial + 1, tally);
    this.#noted = -1;
    const notes = this.#notes;
    this.#notes = [];
    return notes.map((code) => {
      const impact = { effect: this.#effects[code]!, section: this.#sections[code]!, points: this.#amounts[code]! };
      return { code, impact };
    });
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const script = this.#script;
    const tables = this.#tables;
    const fresh = this.#fresh;
    const points = this.#points;
    const draws = this.#draws;
    const bins = this.#bins;
    draws.begin(stream);
    for (let trial = 0; trial < trials; trial++) {
      const isNoted = trial === this.#noted;
      this.#armour = this.#vehicle.armour;
      this.#exploded = 0;
      for (let i = 0; i < points.length; i++) points[i] = fresh[i]!;
      let effect = -1;
      let casualties = 0;
      for (let at = 0; at < script.length; at += OPERATION) {
        const kind = script[at]!;
        const argument = script[at + 1]!;
        if (kind === TURN_ENDS) {
          this.#count(tally, bins.destroyed[argument]!, this.#isDestroyed());
          this.#count(tally, bins.immobilised[argument]!, this.#isImmobilised());
        } else if (this.#exploded === 1) {
        } else if (kind === SHOT) {
          const code = draws.draw(tables[argument + this.#armour]!);
          if (isNoted) this.#notes.push(code);
          if (effect < 0) effect = this.#effects[code]!;
          this.#damage(code);
        } else if (kind === RALLY) {
          this.#deteriorate();
          if (this.#exploded === 1 && this.#blastTable >= 0) {
            casualties = draws.draw(this.#blastTable);
            if (isNoted) this.#notes.push(casualties);
          }
        } else {
          const section = this.#mended();
          if (section < 0) continue;
          const gained = draws.draw(this.#repairTable);
          if (isNoted) this.#notes.push(gained);
          points[section] = points[section]! + gained;
        }
      }
      const first = bins.effect + effect;
      tally[first] = tally[first]! + 1;
      for (let i = 0; i < points.length; i++) {
        const bin = bins.lost[i]! + fresh[i]! - points[i]!;
        tally[bin] = tally[bin]! + 1;
      }
      if (bins.bystanders >= 0) {
        const bin = bins.bystanders + casualties;
        tally[bin] = tally[bin]! + 1;
      }
    }
    draws.end(stream);
  }

  #count(tally: Float64Array, base: number, yes: boolean): void {
    const bin = yes ? base + 1 : base;
    tally[bin] = tally[bin]! + 1;
  }

  /** A-VEH-07, A-VEH-08, QA-46. */
  #damage(code: number): void {
    const section = this.#sections[code]!;
    if (section < 0) return;
    const points = this.#points;
    const left = points[section]! - this.#amounts[code]!;
    points[section] = left > 0 ? left : 0;
    const { tank } = this.#vehicle;
    if (left < 0 && this.#overflows && section !== tank) {
      const rest = points[tank]! + left;
      points[tank] = rest > 0 ? rest : 0;
    }
    if (this.#effects[code] === INTERNAL && this.#armour > 0) this.#armour--;
  }

  /** A-RAL-08b, A-RAL-08c. */
  #deteriorate(): void {
    const { tank, worn } = this.#vehicle;
    if (tank < 0) return;
    const points = this.#points;
    const left = points[tank]!;
    const lost = this.#worn[left]!;
    for (let i = 0; lost > 0 && i < worn.length; i++) {
      const section = worn[i]!;
      points[section] = points[section]! > lost ? points[section]! - lost : 0;
    }
    if (left === 0) this.#exploded = 1;
  }

  /** A-RAL-11, E-15: the section that the crew has named, while it is neither destroyed nor whole, or the worst. */
  #mended(): number {
    const named = this.#named;
    if (named === WORST) return this.#worst();
    const own = this.#points[named]!;
    return own > 0 && own < this.#fresh[named]! ? named : -1;
  }

  /** The first of those that lost most and are not destroyed. */
  #worst(): number {
    const points = this.#points;
    let worst = -1;
    let most = 0;
    for (let i = 0; i < points.length; i++) {
      const lost = this.#fresh[i]! - points[i]!;
      if (points[i]! > 0 && lost > most) {
        worst = i;
        most = lost;
      }
    }
    return worst;
  }

  #isDestroyed(): boolean {
    const { tank } = this.#vehicle;
    if (tank >= 0) return this.#points[tank] === 0;
    for (let i = 0; i < this.#points.length; i++) if (this.#points[i]! > 0) return false;
    return true;
  }

  #isImmobilised(): boolean {
    const { drive } = this.#vehicle;
    for (let i = 0; i < drive.length; i++) if (this.#points[drive[i]!] === 0) return true;
    return false;
  }
}
