import { ruleFor } from "../../condition.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import type { BattleLog } from "./battle-log.ts";
import { countOf, type Field, UNLIMITED } from "./field.ts";
import type { Scene } from "./plan.ts";
import { COUNTS, type Command, commandRoll, ENEMY, mixFor, NAMES, OWN, type Policy, UNIT } from "./policy.ts";
import type { EngagementProfile } from "./profile.ts";
import { type Roll, Trie } from "./roll.ts";
import { orderPlace } from "./substreams.ts";

const MODELS = COUNTS.indexOf("models");
const OUT_OF_THEM = COUNTS.indexOf("out");

/** What policies order at the start of a turn (E-19): both sides at once, knowing how the last turn ended. */
export class Orders {
  readonly #field: Field;
  readonly #policies: NonNullable<EngagementProfile["policies"]>;
  /** By side, each mix; undefined where it is one command. */
  readonly #rolls: readonly (readonly (Roll | undefined)[])[];
  readonly #scenes = new Trie<Scene>();
  /** By side and by unit, as `COUNTS` names them. */
  readonly #sides: readonly [Int32Array, Int32Array];
  readonly #units: readonly Int32Array[];
  readonly #values = new Int32Array(NAMES.length);
  /** By unit: its command, or -1. */
  readonly #given: Int32Array;

  constructor(field: Field, policies: NonNullable<EngagementProfile["policies"]>) {
    this.#field = field;
    this.#policies = policies;
    this.#rolls = policies.map((policy) =>
      (policy?.mixes ?? []).map((weights) =>
        weights.filter((weight) => weight > 0).length > 1 ? commandRoll(weights) : undefined,
      ),
    );
    this.#sides = [new Int32Array(COUNTS.length), new Int32Array(COUNTS.length)];
    this.#units = field.plan.squads.map(() => new Int32Array(COUNTS.length));
    this.#given = new Int32Array(field.plan.squads.length);
  }

  /** The scene of a turn (from 0) as it is ordered. @param at the turn whose gaps and fixed orders hold */
  scene(turn: number, at: number): Scene {
    const { plan } = this.#field;
    this.#count();
    let place = this.#scenes.at(at);
    for (let u = 0; u < plan.squads.length; u++) {
      this.#given[u] = this.#command(turn, u);
      place = place.at(this.#given[u]! + 1);
    }
    place.value ??= plan.sceneUnder(
      at,
      plan.squads.map(({ index }) => this.#commandOf(index)),
    );
    return place.value;
  }

  tell(log: Partial<BattleLog> | undefined): void {
    if (log === undefined) return;
    for (let u = 0; u < this.#given.length; u++) {
      const command = this.#commandOf(u);
      if (command !== undefined) log.ordered?.(u, command);
    }
  }

  #commandOf(unit: number): Command | undefined {
    const { side } = this.#field.plan.squads[unit]!;
    return this.#policies[side]?.commands[this.#given[unit]!];
  }

  /** What a unit is told; -1 where nobody of it can be given an order, or where its side follows no policy. */
  #command(turn: number, unit: number): number {
    const field = this.#field;
    const { side, own: place } = field.plan.squads[unit]!;
    const policy = this.#policies[side];
    if (policy === undefined || this.#units[unit]![0] === 0) return -1;
    const values = this.#values;
    values[0] = turn + 1;
    values[1] = field.plan.profile.turns;
    values.set(this.#sides[side], OWN);
    values.set(this.#sides[side === 0 ? 1 : 0], ENEMY);
    values.set(this.#units[unit]!, UNIT);
    const mix = mixFor(policy, values, policy.table === undefined ? NOTHING : this.#usesLeft(policy, side));
    if (policy.rules !== undefined) field.log?.follows?.(side, ruleFor(policy.rules, values));
    const roll = this.#rolls[side]![mix];
    if (roll === undefined) return policy.mixes[mix]!.findIndex((weight) => weight > 0);
    field.turn = turn;
    field.substream(orderPlace(place), 0);
    return field.chance.roll(roll);
  }

  #count(): void {
    const { plan, counts, vehicles } = this.#field;
    this.#sides[0].fill(0);
    this.#sides[1].fill(0);
    for (let u = 0; u < plan.squads.length; u++) {
      const { unit, size, side } = plan.squads[u]!;
      const counted = this.#units[u]!;
      // A vehicle counts as one model that is ready while it is not destroyed (E-17).
      const isArmour = unit.vehicle !== undefined && vehicles[u] !== undefined;
      counted[READY] = isArmour ? (this.#field.isWreck(u) ? 0 : 1) : countOf(counts[u]!, READY);
      counted[PINNED] = isArmour ? 0 : countOf(counts[u]!, PINNED);
      counted[DOWN] = isArmour ? 0 : countOf(counts[u]!, DOWN);
      counted[MODELS] = isArmour ? 1 : size;
      counted[OUT_OF_THEM] = counted[MODELS]! - counted[READY]! - counted[PINNED]! - counted[DOWN]!;
      for (let i = 0; i < COUNTS.length; i++) this.#sides[side]![i] = this.#sides[side]![i]! + counted[i]!;
    }
  }

  /** Uses of medikits and calls to sacrifice that are left to either side, where the table tells its states by them. */
  #usesLeft({ uses = [] }: Policy, side: 0 | 1): number[] {
    const { plan, medikits, sacrifices } = this.#field;
    return uses.map(({ of, what }) => {
      const wanted = of === "own" ? side : 1 - side;
      let left = 0;
      for (const { index, unit, side: whose } of plan.squads)
        if (whose === wanted && unit[what === "medikits" ? "medikit" : "sacrifice"] !== "none") {
          const stock = (what === "medikits" ? medikits : sacrifices)[index]!;
          left += stock === UNLIMITED ? 0 : stock;
        }
      return left;
    });
  }
}

const NOTHING: readonly number[] = [];
