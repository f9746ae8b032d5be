import { wholeCap } from "../close-combat.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import { inOrder } from "./charges.ts";
import { isReached } from "./contact.ts";
import { pack, pinnedOf, readyOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import { NO_LIMIT, SOME } from "./fights.ts";
import { SAVED } from "./fire-distribution.ts";
import { Phases } from "./phases.ts";
import type { Aim, Plan, Scene } from "./plan.ts";
import type { Roll } from "./roll.ts";

/** A unit's fire at the other, and what it comes to by how many stand how. */
export interface MeleeVolley {
  readonly side: number;
  readonly turn: number;
  readonly aim: Aim;
  readonly rows: (readonly Roll[] | undefined)[];
  /** Of each shot of a soldier, by whom it is at (`SHOT_AT`); and how many fall on one before the next gets any. */
  readonly shots: readonly Roll[];
  readonly each: number | null;
}
/** Codes of whom one shot is at, by state: in place of one who is out, one who has saved (QA-04). */
export const SHOT_AT = [READY, PINNED, DOWN, SAVED] as const;

/** A unit's charge: whether it reaches its enemies at the stated gap, and those whom comrades are in contact with (E-01). */
export interface Charge {
  readonly side: number;
  readonly reaches: boolean;
  readonly reachesTouched: boolean;
}

/** Unpinning or care of a soldier of a unit: a roll, or what is sure. */
export interface RallyFate {
  readonly side: number;
  readonly cares: boolean;
  readonly roll: Roll | undefined;
  readonly sure: number;
}

/** What a turn of two units is for a kernel. */
export interface MeleeScene extends Pick<Scene, "alpha" | "alphaMatters" | "alphaMattersInMelee"> {
  readonly mayCharge: boolean;
  /** By who is Alpha, who fires and who charges in which order. */
  readonly order: readonly (readonly MeleeVolley[])[];
  readonly interceptions: readonly MeleeVolley[];
  readonly charges: readonly (readonly Charge[])[];
  /** `[side * WAYS + way]`: the number of a soldier as he comes to blows. */
  readonly numbers: Int32Array;
}

/** Ways in which a unit's soldiers come to blows: whether one stood up for it, has an order, has fired. */
const STOOD_UP = 1;
const HAS_ORDER = 2;
const HAS_FIRED = 4;
const WAYS = 8;

/** One more than the greatest count of attackers and plight, together. */
const DUELS = 32;

/** What the written battle leaves to chance of two units of like soldiers, soldier by soldier, asked when it is first needed. */
export class MeleeScenes {
  readonly scenes: readonly MeleeScene[];
  readonly rallies: readonly RallyFate[];
  readonly #plan: Plan;
  readonly #phases: Phases;
  readonly #battle: Battle;
  /** Of each side on wound rolls (QA-20): no limit, or none. */
  readonly #medikits: readonly number[];
  /** By who fights whom, and how it stands: duels of those who do not look ahead. */
  readonly #duels: (Roll | undefined)[];
  /** Numbers of soldiers are below. */
  readonly #known: number;
  /** What may be left of a lone soldier's cap. */
  readonly #lefts: number;

  /** Assumes `isPlayedByDeals`. */
  constructor(plan: Plan) {
    this.#plan = plan;
    this.#phases = new Phases(plan);
    this.#battle = new Battle(plan);
    this.#battle.field.begin();
    this.#medikits = plan.squads.map((squad) => (this.#battle.field.isTreatedAtOnce(squad) ? NO_LIMIT : SOME));
    this.scenes = plan.scenes.map((scene, turn) => this.#scene(scene, turn));
    this.#known = 1 + Math.max(...this.scenes.flatMap(({ numbers }) => [...numbers]));
    const cap = wholeCap(plan.profile.options.hitCap);
    this.#lefts = Number.isFinite(cap) ? cap + 1 : 1;
    this.#duels = new Array(2 * this.#known ** 2 * DUELS * this.#lefts).fill(undefined);
    this.rallies = (["unpin", "care"] as const).flatMap((part) => [this.#rally(part, 0), this.#rally(part, 1)]);
  }

  /** @param before who was Alpha before; -1 where nobody stays so */
  alpha(before: number): Roll {
    return this.#battle.rolls.alpha(before);
  }

  /** What a volley does: first to who is ready, then to who is pinned, or down where nobody stands. */
  volley(salvo: MeleeVolley, shooters: number, ready: number, pinned: number, down: number): readonly Roll[] {
    const { aim, turn, rows } = salvo;
    const sizes = this.#plan.squads[aim.target]!.size + 1;
    const isStanding = ready + pinned > 0;
    const key = 2 * ((shooters * sizes + ready) * sizes + (isStanding ? pinned : down)) + (isStanding ? 0 : 1);
    let rolls = rows[key];
    if (rolls === undefined) {
      const target = { counts: [pack(ready, pinned, down)], medikits: UNLIMITED, sacrifices: 0 };
      rolls = this.#phases.volley(turn, aim, [shooters], target)?.rolls ?? [];
      rows[key] = rolls;
    }
    return rolls;
  }

  /**
   * One duel of a sequence, as `MeleeRolls.duel` has it.
   * @param side of those who are more, whose numbers these are
   */
  duel(
    side: number,
    attackers: Int32Array,
    toCome: number,
    lone: number,
    count: number,
    plight: number,
    left: number,
  ): Roll {
    const fighters = (side * this.#known + lone) * this.#known + attackers[0]!;
    const packed = (fighters << 5) | (count << 2) | plight;
    const key = toCome > 0 ? -1 : packed * this.#lefts + (left < this.#lefts ? left : 0);
    const known = this.#duels[key];
    if (known !== undefined) return known;
    const [medikits, others] = [this.#medikits[side]!, this.#medikits[1 - side]!];
    const roll = this.#battle.rolls.melee.duel(attackers, toCome, lone, count, plight, left, medikits, others);
    if (key >= 0) this.#duels[key] = roll;
    return roll;
  }

  #scene(scene: Scene, turn: number): MeleeScene {
    const { alpha, alphaMatters, alphaMattersInMelee, mayCharge, order, aims, interceptions } = scene;
    const salvoOf = ([aim]: readonly Aim[]): MeleeVolley[] =>
      aim === undefined ? [] : [{ side: aim.unit, turn, aim, rows: [], ...this.#shots(aim) }];
    const salvoes = aims.map(salvoOf);
    return {
      alpha,
      alphaMatters,
      alphaMattersInMelee: this.#plan.meets && alphaMattersInMelee,
      mayCharge: mayCharge.includes(true),
      order: order!.map((units) => units.flatMap((unit) => salvoes[unit]!)),
      interceptions: interceptions.flatMap((interception) => salvoOf(interception.aims)),
      charges: [0, 1].map((side) => this.#charges(scene, side)),
      numbers: numbersOf(this.#battle, scene, turn),
    };
  }

  #shots(aim: Aim): Pick<MeleeVolley, "shots" | "each"> {
    const { field, rolls } = this.#battle;
    const { barrels, unit } = this.#plan.squads[aim.unit]!;
    const variant = field.variant(this.#plan.squads[aim.target]!);
    const reaching = barrels[0]!.filter((gun) => aim.reach[gun]);
    const shots = reaching.flatMap((gun) =>
      SHOT_AT.map((code) => rolls.fire(aim).shot(variant, gun, 0, field.cell(0, code))),
    );
    return { shots, each: unit.each };
  }

  #charges(scene: Scene, alpha: number): Charge[] {
    const { squads, unitOf, profile } = this.#plan;
    return [1, -1].slice(0, profile.options.chargePasses).flatMap((falling, pass) => {
      const units = new Set(Array.from(inOrder(this.#plan, scene, falling, alpha), (soldier) => unitOf[soldier]!));
      return [...units].flatMap((side) =>
        scene.nearest[side]!.map(({ gap }) => {
          const reaches = (paces: number) => isReached(paces, squads[side]!.move[0]!, pass + 1);
          return { side, reaches: reaches(gap), reachesTouched: reaches(0) };
        }),
      );
    });
  }

  #rally(part: "unpin" | "care", side: number): RallyFate {
    const cares = part === "care";
    const counts = cares ? pack(0, 0, 1) : pack(0, 1, 0);
    const muster = { counts: [counts], medikits: UNLIMITED, sacrifices: 0 };
    const { runs, rolls } = this.#phases.rally([part], side, muster);
    const { rest } = runs[0]!;
    return { side, cares, roll: rolls[0], sure: readyOf(rest) > 0 ? READY : pinnedOf(rest) > 0 ? PINNED : DOWN };
  }
}

/** `[unit * WAYS + way]`: the number of a soldier as he comes to blows. */
function numbersOf({ plan, field, fights }: Battle, scene: Scene, turn: number): Int32Array {
  field.beginTurn(turn, scene);
  return Int32Array.from({ length: 2 * WAYS }, (_, place) => {
    const { first } = plan.squads[place < WAYS ? 0 : 1]!;
    field.mark(field.stoodUp, first, (place & STOOD_UP) !== 0);
    field.mark(field.ordered, first, (place & HAS_ORDER) !== 0);
    field.mark(field.fired, first, (place & HAS_FIRED) !== 0);
    return fights.number(scene, first);
  });
}
