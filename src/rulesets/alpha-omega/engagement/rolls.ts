import type { Defence } from "../damage.ts";
import { phaseDuelOdds } from "../firing-order.ts";
import type { Options } from "../options.ts";
import { care, unpin } from "../rally.ts";
import { defended } from "./aim.ts";
import { ArmourRolls } from "./armour-rolls.ts";
import { AimRolls } from "./fire-rolls.ts";
import { MeleeRolls } from "./melee-rolls.ts";
import type { Aim, Plan } from "./plan.ts";
import { type Roll, rollOf, stateRoll } from "./roll.ts";

/** A pin test at rally, or a care roll. */
export type RallyRoll = Roll<number, Pick<Defence, "bands">>;

/** Everything that a fight leaves to chance, each roll made once, when it is first needed. */
export class FightRolls {
  readonly #plan: Plan;
  readonly #options: Options;
  readonly #aims: AimRolls[] = [];
  readonly melee: MeleeRolls;
  readonly armour: ArmourRolls;
  /** By unit, `[bonus * kinds + kind]`, and `[kind]`. */
  readonly #unpinning: readonly RallyRoll[][];
  readonly #caring: readonly RallyRoll[][];
  /** Who is Alpha: of a first duel (or where nobody stays Alpha), and by who was Alpha before. */
  readonly #alpha: readonly Roll[];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#options = plan.profile.options;
    this.melee = new MeleeRolls(plan);
    this.armour = new ArmourRolls(plan);
    this.#unpinning = plan.squads.map(() => []);
    this.#caring = plan.squads.map(() => []);
    const { phaseDuelTie } = this.#options;
    this.#alpha = [undefined, "first" as const, "second" as const].map((before) =>
      rollOf("A-GEN-02", before, phaseDuelOdds(phaseDuelTie, before), (side) => (side === "second" ? 1 : 0)),
    );
  }

  fire(aim: Aim): AimRolls {
    this.#aims[aim.index] ??= new AimRolls(this.#plan, aim);
    return this.#aims[aim.index]!;
  }

  /** @param before who was Alpha in the phase before, 0 or 1; -1 in the first phase of a fight */
  alpha(before: number): Roll {
    return this.#alpha[before + 1]!;
  }

  /** A-RAL-13. @param bonus its place among the unit's (E-12) */
  unpinning(unit: number, bonus: number, kind: number): Roll {
    const { unit: unitProfile, bonuses } = this.#plan.squads[unit]!;
    const place = Math.imul(bonus, unitProfile.troopers.length) + kind;
    const rolls = this.#unpinning[unit]!;
    rolls[place] ??= this.#unpin(defended(unitProfile.troopers[kind]!, bonuses[bonus]!, false, this.#options));
    return rolls[place];
  }

  #unpin(defence: Defence): RallyRoll {
    return stateRoll("A-RAL-13", defence, (dice) => unpin(dice, defence, this.#options));
  }

  /** A-RAL-15. */
  care(unit: number, kind: number): Roll {
    const rolls = this.#caring[unit]!;
    const { defence } = this.#plan.squads[unit]!.unit.troopers[kind]!;
    rolls[kind] ??= stateRoll("A-RAL-15", defence, (dice) => care(dice, defence));
    return rolls[kind];
  }
}
