import type { BattleLog } from "./battle-log.ts";
import type { FightChance } from "./chance.ts";
import { Charges } from "./charges.ts";
import { Field } from "./field.ts";
import { Fights } from "./fights.ts";
import { Orders } from "./orders.ts";
import type { Plan, Scene } from "./plan.ts";
import { Rally } from "./rally.ts";
import { Regroup } from "./regroup.ts";
import { FightRolls } from "./rolls.ts";
import { Shooting } from "./shooting.ts";
import { DUEL_SUBSTREAM, placeOf } from "./substreams.ts";
import { vehicleRally } from "./vehicle-rally.ts";

/**
 * A whole fight (E-01 to E-17), played with any kind of chance: the one place where the procedure of a fight is written.
 * Made once, then played again and again without allocating anything.
 */
export class Battle {
  readonly plan: Plan;
  readonly field: Field;
  readonly rolls: FightRolls;
  readonly shooting: Shooting;
  readonly charges: Charges;
  readonly fights: Fights;
  readonly regroup: Regroup;
  readonly #vehicles: (scene: Scene) => void;
  readonly rally: Rally;
  readonly #orders: Orders | undefined;
  readonly #keepsAlpha: boolean;
  #alpha = -1;

  constructor(plan: Plan) {
    this.plan = plan;
    this.field = new Field(plan);
    this.rolls = new FightRolls(plan);
    this.shooting = new Shooting(this.field, this.rolls);
    this.charges = new Charges(this.field);
    this.fights = new Fights(this.field, this.rolls.melee);
    this.regroup = new Regroup(this.field, this.rolls.melee);
    this.#vehicles = vehicleRally(this.field, this.rolls);
    this.rally = new Rally(this.field, this.rolls);
    this.#orders = plan.profile.policies === undefined ? undefined : new Orders(this.field, plan.profile.policies);
    this.#keepsAlpha = plan.profile.options.phaseDuelTie === "keepAlpha";
  }

  /** Plays one fight (E-03). @param turnEnds is told when a turn (from 0) is over: the field is as it left it */
  play(chance: FightChance, turnEnds: (turn: number) => void, log?: Partial<BattleLog>): void {
    const { scenes, profile, meets, applies } = this.plan;
    const { field } = this;
    field.chance = chance;
    field.log = log;
    field.begin();
    this.#alpha = -1;
    const last = scenes.length - 1;
    for (let turn = 0; turn < profile.turns; turn++) {
      const at = turn < last ? turn : last;
      const scene = this.#orders === undefined ? scenes[at]! : this.#orders.scene(turn, at);
      field.beginTurn(turn, scene);
      log?.turnBegins?.(turn, scene);
      this.#orders?.tell(log);
      this.shooting.play(scene, this.#begin(0, scene, scene.alphaMatters));
      const alpha = this.#begin(1, scene, meets && scene.alphaMattersInMelee);
      if (meets || applies) this.fights.play(scene, this.charges.play(scene, alpha));
      const alphaAtRally = this.#begin(2, scene, field.inContact > 0 && this.regroup.dodges);
      if (field.inContact > 0) this.regroup.play(alphaAtRally);
      this.#vehicles(scene);
      this.rally.play();
      log?.turnEnds?.();
      turnEnds(turn);
    }
  }

  /** A phase begins. A-GEN-02, E-03, QA-24: who is Alpha in it; nobody asks where it makes no difference, or is given. */
  #begin(phase: number, { alpha }: Scene, matters: boolean): number {
    const { chance, log } = this.field;
    log?.phase?.(phase);
    if (alpha !== undefined) {
      this.#alpha = alpha;
      return alpha;
    }
    if (!this.#keepsAlpha && !matters) return 0;
    const before = this.#keepsAlpha ? this.#alpha : -1;
    this.field.substream(placeOf(DUEL_SUBSTREAM, phase), 0);
    this.#alpha = chance.roll(this.rolls.alpha(before));
    log?.alpha?.(before, this.#alpha);
    return this.#alpha;
  }
}
