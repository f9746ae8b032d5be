import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { countOf, type Field, lowest, UNLIMITED } from "./field.ts";
import type { Squad } from "./plan.ts";
import type { Roll } from "./roll.ts";
import type { FightRolls } from "./rolls.ts";
import { CARE_SUBSTREAM, placeOf, UNPIN_SUBSTREAM } from "./substreams.ts";

/** Unpinning and care, the last two of the nine rally sub-phases (A-RAL-13 to A-RAL-18). */
export class Rally {
  readonly #field: Field;
  readonly #rolls: FightRolls;
  readonly #calls: boolean;
  readonly #wholeSide: boolean;
  /** Rolls of several soldiers. */
  readonly #who: Int32Array;
  readonly #asked: Roll[] = [];
  readonly #codes: Int32Array;
  /** By soldier: has tested before the others (E-12). */
  readonly #tested: Uint8Array;

  constructor(field: Field, rolls: FightRolls) {
    const { plan } = field;
    this.#field = field;
    this.#rolls = rolls;
    this.#calls = plan.squads.some(({ unit }) => unit.sacrifice !== "none");
    this.#wholeSide = plan.profile.options.sacrificeScope === "side";
    this.#who = new Int32Array(plan.soldiers);
    this.#codes = new Int32Array(plan.soldiers);
    this.#tested = new Uint8Array(plan.soldiers);
  }

  play(): void {
    const field = this.#field;
    const { squads } = field.plan;
    for (let u = 0; u < squads.length; u++) this.unpin(squads[u]!);
    if (this.#calls) for (let u = 0; u < squads.length; u++) this.sacrifice(squads[u]!);
    for (let u = 0; u < squads.length; u++) this.care(squads[u]!);
    // Of the blasts before, too: nothing of a rally asks who is in contact.
    field.disband(DOWN);
  }

  /** A-RAL-13. */
  unpin(squad: Squad): void {
    const field = this.#field;
    const { kind, base, counts } = field;
    if (countOf(counts[squad.index]!, PINNED) === 0) return;
    field.substream(placeOf(UNPIN_SUBSTREAM, squad.own), 0);
    if (squad.bonuses.length > 1) this.#bearersFirst(squad);
    const bonus = field.bonus(squad);
    let count = 0;
    for (let w = squad.firstWord; w < squad.endWord; w++)
      for (let left = field.pinned(w); left !== 0; left &= left - 1) {
        const i = base[w]! + lowest(left);
        if (this.#tested[i]) continue;
        this.#who[count] = i;
        this.#asked[count++] = this.#rolls.unpinning(squad.index, bonus, kind[i]!);
      }
    if (count > 0) this.#rollFor(squad, count);
  }

  /** E-12: who gives a bonus tests first, so that he may help the others; until nobody can add to it. */
  #bearersFirst(squad: Squad): void {
    const field = this.#field;
    const { index, first, size, bonusOf, bonuses } = squad;
    this.#tested.fill(0, first, first + size);
    for (let i = first; i < first + size && field.bonus(squad) < bonuses.length - 1; i++) {
      const kind = field.kind[i]!;
      if (field.state[i] !== PINNED || bonusOf[kind] === 0) continue;
      const roll = this.#rolls.unpinning(index, field.bonus(squad), kind);
      const result = field.chance.roll(roll);
      field.log?.rallies?.(i, roll, result);
      field.set(index, i, result);
      this.#tested[i] = 1;
    }
  }

  /** What comes of the rolls of so many soldiers. */
  #rollFor({ index }: Squad, count: number): void {
    const field = this.#field;
    field.chance.rolls(index, count, this.#who, this.#asked, this.#codes);
    for (let j = 0; j < count; j++) {
      field.log?.rallies?.(this.#who[j]!, this.#asked[j]!, this.#codes[j]!);
      field.set(index, this.#who[j]!, this.#codes[j]!);
    }
  }

  /** E-10, QA-21: made when enough of the bearer's own unit are pinned or down, whomever it helps. */
  sacrifice(squad: Squad): void {
    const { state, sacrifices, counts, plan, log } = this.#field;
    if (squad.unit.sacrifice === "none" || sacrifices[squad.index] === 0) return;
    if (!this.#field.someReady(squad, squad.caller)) return;
    const packed = counts[squad.index]!;
    const stricken = countOf(packed, PINNED) + countOf(packed, DOWN);
    const remaining = stricken + countOf(packed, READY);
    if (stricken === 0 || stricken < squad.unit.sacrificeAt * remaining) return;
    sacrifices[squad.index] = sacrifices[squad.index]! - 1;
    log?.sacrifice?.(squad.index);
    for (let i = 0; i < state.length; i++) {
      if (!this.#helps(squad, i) || state[i] === OUT) continue;
      log?.raised?.(i);
      this.#field.set(plan.unitOf[i]!, i, READY);
    }
  }

  #helps({ side, first, size }: Squad, soldier: number): boolean {
    if (this.#wholeSide) return this.#field.plan.sideOf[soldier] === side;
    return soldier >= first && soldier < first + size;
  }

  /** A-RAL-15 to A-RAL-17, E-09. */
  care(squad: Squad): void {
    const field = this.#field;
    const { kind, base, medikits, counts } = field;
    if (countOf(counts[squad.index]!, DOWN) === 0) return;
    field.substream(placeOf(CARE_SUBSTREAM, squad.own), 0);
    const uses = squad.unit.medikit !== "none" && field.isTreated(squad) ? medikits[squad.index]! : 0;
    let count = 0;
    for (let w = squad.firstWord; w < squad.endWord; w++)
      for (let left = field.down(w); left !== 0; left &= left - 1) {
        const i = base[w]! + lowest(left);
        if (uses === UNLIMITED) {
          field.log?.treated?.(i, PINNED);
          field.set(squad.index, i, PINNED);
          continue;
        }
        this.#who[count] = i;
        this.#asked[count++] = this.#rolls.care(squad.index, kind[i]!);
      }
    if (count === 0) return;
    if (uses > 0) field.remember();
    this.#rollFor(squad, count);
    if (uses > 0) field.treat(squad, true);
  }
}
