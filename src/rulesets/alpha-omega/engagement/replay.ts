import type { Stream } from "../../../dice/index.ts";
import { keptIn } from "../../../rule/once.ts";
import { DOWN, OUT, PINNED } from "../words.ts";
import { assigned } from "./assign.ts";
import type { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { countOf, UNLIMITED } from "./field.ts";
import type { CodedDistribution, Roll } from "./roll.ts";

/** A unit after something befell it: by run of like soldiers, counts packed as in `Field.counts`. */
type UnitCounts = readonly number[];
/** Part of a rally, or all of it. */
export type Rallied = "unpin" | "care" | "rally";

/** How a fight of fire and rally went that was played by counts: what it drew, in order. */
export interface FightTrace {
  readonly alphas: number[];
  /** What each volley left of its target. */
  readonly volleys: UnitCounts[];
  /** By `rallyKey`, what rally left of a unit. */
  readonly rallies: Map<string, UnitCounts>;
}

export const rallyKey = (turn: number, unit: number, part: Rallied): string => `${turn} ${unit} ${part}`;

/**
 * Chance that answers as a known trace of the same fight did. Where the trace only knows how many of like soldiers
 * ended how, who of them it was is settled by the replay's own chance, each way as likely as it is.
 */
export class ReplayChance implements FightChance {
  readonly #battle: Battle;
  readonly #trace: FightTrace;
  readonly #chance: Stream;
  #alphas = 0;
  #volleys = 0;
  /** By soldier: how rally left him, where care has been settled along with unpinning; -1 where not. */
  readonly #settled: Int32Array;
  #turn = -1;

  constructor(battle: Battle, trace: FightTrace, chance: Stream) {
    this.#battle = battle;
    this.#trace = trace;
    this.#chance = chance;
    this.#settled = new Int32Array(battle.plan.soldiers).fill(-1);
  }

  /** Only who is Alpha is asked alone in a fight by counts. */
  roll(roll: Roll): number {
    const side = this.#trace.alphas[this.#alphas++];
    if (side === undefined) throw new RangeError(`${roll.id}: the fight goes on longer than it went`);
    return side;
  }

  rolls(unit: number, count: number, soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    if (this.#battle.field.turn !== this.#turn) this.#settled.fill(-1);
    this.#turn = this.#battle.field.turn;
    const who = [...soldiers.subarray(0, count)];
    const { id } = rolls[0]!;
    const part = id === "A-RAL-13" ? "unpin" : id === "A-RAL-15" ? "care" : undefined;
    const alone = part && this.#trace.rallies.get(rallyKey(this.#turn, unit, part));
    if (part === undefined) this.#settle(unit, who, rolls, this.#trace.volleys[this.#volleys++]!);
    else if (alone !== undefined) this.#settle(unit, who, rolls, alone);
    else if (this.#settled[who[0]!]! < 0) this.#settleRally(unit, who, rolls);
    who.forEach((soldier, j) => {
      codes[j] = this.#settled[soldier]!;
      this.#settled[soldier] = -1;
    });
  }

  substream(): void {}

  /** Unpinning and care together: counts do not tell who is pinned still and who is again. */
  #settleRally(unit: number, who: readonly number[], rolls: readonly Roll[]): void {
    const { field, plan, rolls: fight } = this.#battle;
    const squad = plan.squads[unit]!;
    const all = [...who];
    const asked = rolls.slice(0, who.length);
    if (asked[0]!.id === "A-RAL-13")
      for (let i = squad.first; i < squad.first + squad.size; i++)
        if (field.state[i] === DOWN) {
          all.push(i);
          asked.push(fight.care(unit, field.kind[i]!));
        }
    const after = this.#trace.rallies.get(rallyKey(field.turn, unit, "rally"))!;
    // A unit's medikit that always works (E-09): no roll is made.
    const treats = squad.unit.medikit === "unit" && field.medikits[unit] === UNLIMITED;
    this.#settle(unit, all, asked, after, treats);
  }

  #settle(unit: number, who: readonly number[], rolls: readonly Roll[], after: UnitCounts, treats = false): void {
    const { field, plan } = this.#battle;
    plan.squads[unit]!.runs.forEach(({ first, size }, run) => {
      const places = [...who.keys()].filter((j) => who[j]! >= first && who[j]! < first + size);
      const left = [0, 1, 2, 3].map((state) => (state === OUT ? 0 : countOf(after[run]!, state)));
      left[OUT] = size - left[0]! - left[1]! - left[2]!;
      for (let i = first; i < first + size; i++) if (!who.includes(i)) left[field.state[i]!]! -= 1;
      const known = new Map<Roll, CodedDistribution>();
      const distributions = places.map((j) =>
        treats && field.state[who[j]!] === DOWN ? TREATED : keptIn(known, rolls[j]!, (roll) => roll.distribution()),
      );
      assigned(distributions, left, this.#chance).forEach((state, k) => {
        this.#settled[who[places[k]!]!] = state;
      });
    });
  }
}

const TREATED: CodedDistribution = { codes: [PINNED], weights: [1n], total: 1n };
