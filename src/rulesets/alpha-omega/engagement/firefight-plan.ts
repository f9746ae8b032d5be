import { DOWN, PINNED, READY } from "../words.ts";
import { type Aim, CELLS, type Plan, type Scene, type Squad, TESTED_CELL } from "./plan.ts";
import { modelsOf } from "./score.ts";
import { MOST_TALLIED } from "./side-tally.ts";

/** Soldiers of a unit whose states fit twice into the bits of a small integer. */
export const MOST_IN_A_UNIT = 15;
/** Fights played side by side: each waits for its own last draw, not for the others'. */
export const LANES = 32;
/** Shots of a unit. */
const MOST_SHOTS = 40;
/** Ways in which shots of a unit's guns may fall on one soldier, up to which each has a law of its own. */
const MOST_WAYS = 256;

/** Integers of a law with four outcomes: three cuts, and where it begins among all laws. */
export const LAW = 4;
/** States a soldier may be shot at in: ready, pinned, down, and ready after a saved hit (QA-04). */
export const SHOT_CELLS = 4;

/**
 * Whether a fight is one of fire and rally only, in which nothing but a soldier's own state, and who of his unit is
 * ready, says what befalls him.
 */
export const isFirefight = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.surplusShots === "lost" &&
  profile.options.downCamouflage !== "asOrder" &&
  squads.every(
    ({ unit, size, shots, protects }) =>
      size <= MOST_IN_A_UNIT &&
      shots <= MOST_SHOTS &&
      !protects &&
      (unit.medikit === "none" || profile.options.medikitUses === "unlimited") &&
      unit.sacrifice === "none",
  );

/** One unit's fire at another, everything by soldier. */
export interface Salvo {
  readonly shooter: number;
  readonly aim: Aim;
  /** All soldiers of the shooting unit, as bits. */
  readonly everybody: number;
  readonly target: number;
  /** Whether the target's laws depend on who of it is ready. */
  readonly varies: boolean;
  /** Who can be seen, as bits. */
  readonly seen: number;
  /** Shots of each ready soldier, or -1 where soldiers differ in their shots or guns. */
  readonly shotsEach: number;
  /** By soldier: where his shots begin in `barrels`, and where the next one's do. Only guns that reach. */
  readonly starts: Int32Array;
  /** The gun of each shot, and LAW times how much of `ways` it is. */
  readonly barrels: Int32Array;
  readonly burdens: Int32Array;
  readonly guns: number;
  /**
   * What all shots that fall on a soldier do to him: LAW integers at each
   * `((variant * 3 + state) * MOST_IN_A_UNIT + soldier) * ways + how much of `ways` the shots are`. Undefined where shots are
   * drawn for one by one.
   */
  readonly laws: Int32Array | undefined;
  readonly ways: number;
  /** What one shot does: `[((variant * guns + gun) * size + soldier) * SHOT_CELLS + cell]` is where a law begins. */
  readonly single: Int32Array;
  /** E-05: shots on one soldier before the next gets any. */
  readonly each: number;
}

/** A unit with its soldiers as bits. */
export interface Platoon {
  readonly all: number;
  readonly size: number;
  readonly side: number;
  /** E-12, by bonus: who gives it; the higher bonus last. */
  readonly bonuses: Int32Array;
  /** Medics among the soldiers. */
  readonly medics: number;
  readonly treatment: Squad["treatment"];
  readonly pinTests: Int32Array;
  /** Rally: LAW integers at each `((bonus * 2 + treated) * size + soldier) * 2 + (0 pinned, 1 down)`. */
  readonly relief: Int32Array;
  /** Nobody's rally depends on who else of the unit is ready. */
  readonly isPlain: boolean;
  /** By initiative, highest first: twice the initiative, and who has it. */
  readonly ranks: Int32Array;
}

export interface FirefightScene {
  readonly order: Scene["order"];
  readonly firing: Scene["firing"];
  readonly alphaMatters: boolean;
  readonly salvoes: readonly (readonly Salvo[])[];
  readonly interceptions: readonly { readonly unit: number; readonly salvoes: readonly Salvo[] }[];
}

/** What a firefight needs of its plan. Adds laws to the plan's tables: build them afterwards, and give them to `lay`. */
export class FirefightDraft {
  readonly platoons: readonly Platoon[];
  readonly scenes: readonly FirefightScene[];
  readonly #toLay: Int32Array[] = [];

  constructor(plan: Plan) {
    this.platoons = plan.squads.map((squad) => this.#platoon(squad, plan));
    const known = new Map<Aim, Salvo>();
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
        alphaMatters: scene.alphaMatters,
        salvoes,
        interceptions: scene.interceptions.map(({ unit, aims }) => ({
          unit,
          salvoes: aims.map((aim) => known.get(aim)!),
        })),
      };
    });
  }

  /** Writes the cuts of each law beside its place. */
  lay(cuts: Int32Array): void {
    for (const laws of this.#toLay)
      for (let at = 0; at < laws.length; at += LAW) {
        const law = laws[at + LAW - 1]!;
        if (law >= 0) laws.set(cuts.subarray(law, law + LAW - 1), at);
      }
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

  #platoon(squad: Squad, { tables }: Plan): Platoon {
    const { unit, size, bonuses, bonusOf, medic, initiative, treatment } = squad;
    const kinds = unit.troopers.length;
    const who = (which: (kind: number) => boolean) => bitsOf(unit.soldiers.map(which));
    const places = bonuses.flatMap((_, bonus) =>
      [false, true].flatMap((treated) =>
        unit.soldiers.flatMap((kind) => {
          const at = 2 * bonus * kinds + kind;
          return [squad.unpinning[at]!, treated || unit.medikit === "unit" ? tables.certain(PINNED) : squad.care[at]!];
        }),
      ),
    );
    return {
      all: bitsOf(unit.soldiers.map(() => true)),
      size,
      side: squad.side,
      bonuses: Int32Array.from(bonuses, (_, bonus) => (bonus === 0 ? 0 : who((kind) => bonusOf[kind] === bonus))),
      medics: unit.medikit === "soldiers" ? who((kind) => medic[kind]!) : 0,
      treatment,
      pinTests: Int32Array.from({ length: 2 * bonuses.length * size }, (_, i) => {
        const variant = Math.floor(i / size);
        return squad.pinTests[variant * kinds + unit.soldiers[i % size]!]!;
      }),
      relief: this.#laws(places),
      isPlain: bonuses.length === 1 && unit.medikit !== "soldiers",
      ranks: Int32Array.from(
        [...new Set(initiative)]
          .sort((a, b) => b - a)
          .flatMap((value) => [2 * value, who((kind) => initiative[kind] === value)]),
      ),
    };
  }

  #salvo(aim: Aim, shooter: Squad, { squads, tables, reading }: Plan): Salvo {
    const { target, reach, columns } = aim;
    const { unit, hidden, bonuses, treatment } = squads[target]!;
    const kinds = unit.troopers.length;
    const guns = shooter.guns.length;
    const variants = upTo(2 * bonuses.length);
    const columnOf = (variant: number, gun: number, kind: number, cell: number) =>
      reach[gun] ? columns[((variant * guns + gun) * kinds + kind) * CELLS + cell]! : -1;
    const barrels = shooter.unit.soldiers.map((kind) => shooter.barrels[kind]!.filter((gun) => reach[gun]));
    const starts = [0];
    for (const own of barrels) starts.push(starts.at(-1)! + own.length);
    // So many shots of the first gun, of the second and so on are the digits of a way.
    const digits = upTo(guns).map((gun) => barrels.flat().filter((own) => own === gun).length + 1);
    const strides = digits.map((_, gun) => digits.slice(0, gun).reduce((product, own) => product * own, 1));
    const ways = digits.reduce((product, own) => product * own, 1);
    const areTogether = guns === 1 || (reading.volley === "grouped" && ways <= MOST_WAYS);
    const law = (variant: number, state: number, kind: number, way: number): number => {
      const fallen = upTo(guns)
        .map((gun) => [columnOf(variant, gun, kind, state), Math.floor(way / strides[gun]!) % digits[gun]!] as const)
        .filter(([, shots]) => shots > 0);
      return fallen.length === 0 || fallen.some(([column]) => column < 0) ? -1 : tables.volley(fallen);
    };
    const nobody = new Array<number>(ways).fill(-1);
    const together = () =>
      variants.flatMap((variant) =>
        [READY, PINNED, DOWN].flatMap((state) => {
          const byKind = upTo(kinds).map((kind) => upTo(ways).map((way) => law(variant, state, kind, way)));
          return upTo(MOST_IN_A_UNIT).flatMap((soldier) => byKind[unit.soldiers[soldier] ?? -1] ?? nobody);
        }),
      );
    const shotLaws = tables.shotLaws();
    const oneByOne = () =>
      variants.flatMap((variant) =>
        upTo(guns).flatMap((gun) =>
          unit.soldiers.flatMap((kind) =>
            [READY, PINNED, DOWN, TESTED_CELL].map((cell) => {
              const column = columnOf(variant, gun, kind, cell);
              return column < 0 ? -1 : shotLaws[column + 1]!;
            }),
          ),
        ),
      );
    return {
      shooter: shooter.index,
      aim,
      everybody: bitsOf(shooter.unit.soldiers.map(() => true)),
      target,
      varies: bonuses.length > 1 || treatment !== "never",
      seen: bitsOf(unit.soldiers.map((kind) => !hidden[kind]!)),
      shotsEach: shooter.shotsEach,
      starts: Int32Array.from(starts),
      barrels: Int32Array.from(barrels.flat()),
      burdens: Int32Array.from(barrels.flat(), (gun) => LAW * strides[gun]!),
      guns,
      laws: areTogether ? this.#laws(together()) : undefined,
      ways,
      single: Int32Array.from(areTogether ? [] : oneByOne()),
      each: shooter.unit.each ?? MOST_SHOTS,
    };
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const bitsOf = (which: readonly boolean[]): number => which.reduce((bits, is, i) => bits | (is ? 1 << i : 0), 0);
