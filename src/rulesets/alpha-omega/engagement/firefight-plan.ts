import type { Cuts } from "../../../rule/index.ts";
import { care, unpin } from "../rally.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { defended, exposureOf } from "./aim.ts";
import type { Aim, Plan, Scene, Squad } from "./plan.ts";
import { modelsOf } from "./score.ts";
import { MOST_TALLIED } from "./side-tally.ts";
import { Tables } from "./tables.ts";

/** Soldiers of a unit whose states fit twice into the bits of a small integer. */
export const MOST_IN_A_UNIT = 15;
/** Fights played side by side: each waits for its own last draw, not for the others'. */
export const LANES = 32;
/** Shots of a unit. */
const MOST_SHOTS = 40;
/** Ways in which shots of a unit's guns may fall on one soldier: each has a law of its own. */
const MOST_WAYS = 256;

/** Integers of a law with four outcomes: three cuts, and where it begins among all laws. */
export const LAW = 4;
/**
 * Whether a fight is one of fire and rally only, in which nothing but a soldier's own state, and whether a medic of his
 * unit is ready, says what befalls him.
 */
export const isFirefight = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.volley === "grouped" &&
  profile.options.downCamouflage !== "asOrder" &&
  squads.every(
    ({ unit, size, shots, protects, bonuses, guns, barrels }) =>
      size <= MOST_IN_A_UNIT &&
      shots <= MOST_SHOTS &&
      waysOf(digitsOf(guns.length, barrelsOf(unit.soldiers, barrels).flat())) <= MOST_WAYS &&
      !protects &&
      bonuses.length === 1 &&
      (unit.medikit === "none" || profile.options.medikitUses === "unlimited") &&
      unit.sacrifice === "none",
  );

/** The gun of each shot, by soldier. */
const barrelsOf = (soldiers: readonly number[], barrels: readonly (readonly number[])[]) =>
  soldiers.map((kind) => barrels[kind]!);
/** One more than there are shots of each gun. */
const digitsOf = (guns: number, shots: readonly number[]): number[] =>
  upTo(guns).map((gun) => shots.filter((own) => own === gun).length + 1);
const waysOf = (digits: readonly number[]): number => digits.reduce((product, own) => product * own, 1);

/** One unit's fire at another, everything by soldier. */
export interface SquadFire {
  readonly shooter: number;
  readonly aim: Aim;
  /** All soldiers of the shooting unit, as bits. */
  readonly everybody: number;
  readonly target: number;
  /** Whether the target's laws depend on whether a medic of it is ready (QA-20). */
  readonly varies: boolean;
  /** Who can be seen, as bits. */
  readonly seen: number;
  /** Shots of each ready soldier, or -1 where soldiers differ in their shots or guns. */
  readonly shotsEach: number;
  /** By soldier: where his shots begin in `burdens`, and where the next one's do. Only guns that reach. */
  readonly starts: Int32Array;
  /** By shot: LAW times how much of `ways` it is. */
  readonly burdens: Int32Array;
  /**
   * What all shots that fall on a soldier do to him: LAW integers at each
   * `((treated * 3 + state) * MOST_IN_A_UNIT + soldier) * ways + how much of `ways` the shots are`.
   */
  readonly laws: Int32Array;
  readonly ways: number;
  /** E-05: shots on one soldier before the next gets any. */
  readonly each: number;
}

/** A unit with its soldiers as bits. */
export interface Platoon {
  readonly all: number;
  readonly size: number;
  readonly side: number;
  /** Medics among the soldiers. */
  readonly medics: number;
  readonly treatment: Squad["treatment"];
  /** Rally: LAW integers at each `(treated * size + soldier) * 2 + (0 pinned, 1 down)`. */
  readonly relief: Int32Array;
  /** Nobody's rally depends on who else of the unit is ready. */
  readonly isPlain: boolean;
  /** By initiative, highest first: twice the initiative, and who has it. */
  readonly ranks: Int32Array;
}

export interface FirefightScene {
  readonly order: Scene["order"];
  readonly firing: Scene["firing"];
  readonly alpha: Scene["alpha"];
  readonly alphaMatters: boolean;
  readonly salvoes: readonly (readonly SquadFire[])[];
  readonly interceptions: readonly { readonly unit: number; readonly salvoes: readonly SquadFire[] }[];
}

/** What a firefight needs of its plan. */
export class FirefightDraft {
  readonly tables = new Tables();
  readonly platoons: readonly Platoon[];
  readonly scenes: readonly FirefightScene[];
  readonly #toLay: Int32Array[] = [];

  constructor(plan: Plan) {
    this.platoons = plan.squads.map((squad) => this.#platoon(squad, plan));
    const known = new Map<Aim, SquadFire>();
    this.scenes = plan.scenes.map((scene) => {
      const salvoes = scene.aims.map((aims, unit) =>
        aims.map((aim) => {
          const salvo = this.#salvo(aim, plan.squads[unit]!, plan);
          known.set(aim, salvo);
          return salvo;
        }),
      );
      return {
        order: scene.order,
        firing: scene.firing,
        alpha: scene.alpha,
        alphaMatters: scene.alphaMatters,
        salvoes,
        interceptions: scene.interceptions.map(({ unit, aims }) => ({
          unit,
          salvoes: aims.map((aim) => known.get(aim)!),
        })),
      };
    });
  }

  /** The cuts of all laws; writes those of each law beside its place. */
  build(): Cuts {
    const cuts = this.tables.build();
    for (const laws of this.#toLay)
      for (let at = 0; at < laws.length; at += LAW) {
        const law = laws[at + LAW - 1]!;
        if (law >= 0) laws.set(cuts.cuts.subarray(law, law + LAW - 1), at);
      }
    return cuts;
  }

  /** Room for so many laws; `places` gives where each begins, -1 for none. */
  #laws(places: readonly number[]): Int32Array {
    const laws = new Int32Array(places.length * LAW);
    places.forEach((place, i) => {
      laws[i * LAW + LAW - 1] = place;
    });
    this.#toLay.push(laws);
    return laws;
  }

  #platoon({ unit, size, side, medic, initiative, treatment }: Squad, { profile }: Plan): Platoon {
    const { tables } = this;
    const { options } = profile;
    const who = (which: (kind: number) => boolean) => bitsOf(unit.soldiers.map(which));
    const unpinning = unit.troopers.map((trooper) => {
      const own = defended(trooper, 0, false, options);
      return tables.of(`unpin ${own.implacable} ${own.pin}`, (dice) => unpin(dice, own, options), "A-RAL-13");
    });
    const caring = unit.troopers.map(({ defence }) =>
      tables.of(`care ${defence.bands[2].join()}`, (dice) => care(dice, defence), "A-RAL-15"),
    );
    const places = [false, true].flatMap((treated) =>
      unit.soldiers.flatMap((kind) => [
        unpinning[kind]!,
        treated || unit.medikit === "unit" ? tables.certain(PINNED) : caring[kind]!,
      ]),
    );
    return {
      all: bitsOf(unit.soldiers.map(() => true)),
      size,
      side,
      medics: unit.medikit === "soldiers" ? who((kind) => medic[kind]!) : 0,
      treatment,
      relief: this.#laws(places),
      isPlain: unit.medikit !== "soldiers",
      ranks: Int32Array.from(
        [...new Set(initiative)]
          .sort((a, b) => b - a)
          .flatMap((value) => [2 * value, who((kind) => initiative[kind] === value)]),
      ),
    };
  }

  #salvo(aim: Aim, shooter: Squad, { squads, profile, reading }: Plan): SquadFire {
    const { tables } = this;
    const { target, reach, order, targetOrder, gap } = aim;
    const { unit, hidden, treatment } = squads[target]!;
    const guns = shooter.guns.length;
    const columnOf = (treated: boolean, gun: number, kind: number, state: number) => {
      const trooper = unit.troopers[kind]!;
      const defence = defended(trooper, 0, treated, profile.options);
      const met = exposureOf(profile, shooter.guns[gun]!, order, trooper, targetOrder, gap, defence);
      return tables.column(met, state, reading);
    };
    const barrels = barrelsOf(shooter.unit.soldiers, shooter.barrels).map((own) => own.filter((gun) => reach[gun]));
    const starts = [0];
    for (const own of barrels) starts.push(starts.at(-1)! + own.length);
    // So many shots of the first gun, of the second and so on are the digits of a way.
    const digits = digitsOf(guns, barrels.flat());
    const strides = digits.map((_, gun) => waysOf(digits.slice(0, gun)));
    const ways = waysOf(digits);
    const law = (treated: boolean, state: number, kind: number, way: number): number => {
      const fallen = upTo(guns).flatMap((gun) => {
        const shots = Math.floor(way / strides[gun]!) % digits[gun]!;
        return shots > 0 ? [[columnOf(treated, gun, kind, state), shots] as const] : [];
      });
      return fallen.length === 0 ? -1 : tables.volley(fallen);
    };
    const nobody = new Array<number>(ways).fill(-1);
    const places = [false, true].flatMap((treated) => {
      const isUsed = treated ? treatment !== "never" : treatment !== "always";
      return [READY, PINNED, DOWN].flatMap((state) => {
        const byKind = unit.troopers.map((_, kind) =>
          isUsed ? upTo(ways).map((way) => law(treated, state, kind, way)) : nobody,
        );
        return upTo(MOST_IN_A_UNIT).flatMap((soldier) => byKind[unit.soldiers[soldier] ?? -1] ?? nobody);
      });
    });
    return {
      shooter: shooter.index,
      aim,
      everybody: bitsOf(shooter.unit.soldiers.map(() => true)),
      target,
      varies: treatment !== "never",
      seen: bitsOf(unit.soldiers.map((kind) => !hidden[kind]!)),
      shotsEach: shooter.shotsEach,
      starts: Int32Array.from(starts),
      burdens: Int32Array.from(barrels.flat(), (gun) => LAW * strides[gun]!),
      laws: this.#laws(places),
      ways,
      each: shooter.unit.each ?? MOST_SHOTS,
    };
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const bitsOf = (which: readonly boolean[]): number => which.reduce((bits, is, i) => bits | (is ? 1 << i : 0), 0);
