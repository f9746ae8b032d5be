import { distributionOf, ratio } from "../../../rule/index.ts";
import { care, unpin } from "../rally.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { defended } from "./aim.ts";
import { downOf, joined, NOBODY, pack, pinnedOf, readyOf, type Spread, spreadOf, type Wear } from "./counts.ts";
import type { Squad } from "./plan.ts";
import type { EngagementProfile } from "./profile.ts";

/** Uses of limited aptitudes that are left: counters in the state of a side. */
export class Stock {
  /** Medikits at the start, where they are a counter; and for care where they come back each turn. */
  readonly medikits: number;
  readonly perTurn: number;
  readonly sacrifices: number;
  readonly limited: boolean;
  readonly size: number;

  constructor({ options, turns }: EngagementProfile, unit: EngagementProfile["sides"][number][number]) {
    const { medikitUses, medikitOnDamage } = options;
    this.limited = medikitUses !== "unlimited" && unit.medikit !== "none";
    const most = unit.soldiers.length * turns * 2;
    this.perTurn = medikitUses !== "unlimited" && "perTurn" in medikitUses ? Math.min(medikitUses.perTurn, most) : 0;
    const counts = this.limited && (this.perTurn === 0 || medikitOnDamage);
    this.medikits = !counts
      ? 0
      : this.perTurn > 0
        ? this.perTurn
        : Math.min((medikitUses as { perGame: number }).perGame, most);
    this.sacrifices = unit.sacrifice === "none" ? 0 : Math.min(options.sacrificeUses, turns);
    this.size = (this.medikits + 1) * (this.sacrifices + 1);
  }
}

/** Where one state of a side leads, and the chances. */
export interface Row {
  readonly to: Int32Array;
  readonly chances: Float64Array;
}

/** One side: its states, and what fire and rally make of them. */
export class Side {
  readonly squad: Squad;
  readonly models: number;
  readonly stock: Stock;
  /** By state: counts as `pack` packs them. */
  readonly counts: Int32Array;
  readonly size: number;
  readonly #profile: EngagementProfile;
  readonly #index: Int32Array; // from packed counts to the first state with them
  readonly #spreads = new Map<string, Spread>();

  constructor(profile: EngagementProfile, squad: Squad) {
    this.#profile = profile;
    this.squad = squad;
    this.models = squad.size;
    this.stock = new Stock(profile, squad.unit);
    const list: number[] = [];
    const n = this.models;
    for (let r = n; r >= 0; r--)
      for (let p = n - r; p >= 0; p--) for (let d = n - r - p; d >= 0; d--) list.push(pack(r, p, d));
    this.#index = new Int32Array(pack(0, 0, n + 1)).fill(-1);
    list.forEach((packed, i) => {
      this.#index[packed] = i * this.stock.size;
    });
    this.counts = Int32Array.from(list.flatMap((packed) => new Array<number>(this.stock.size).fill(packed)));
    this.size = this.counts.length;
  }

  /** The state of everybody ready, nothing used. */
  get start(): number {
    return this.#state(pack(this.models, 0, 0), this.stock.medikits, this.stock.sacrifices);
  }

  #state(packed: number, medikits: number, sacrifices: number): number {
    return this.#index[packed]! + medikits * (this.stock.sacrifices + 1) + sacrifices;
  }
  medikitsIn(state: number): number {
    return Math.floor((state % this.stock.size) / (this.stock.sacrifices + 1));
  }
  sacrificesIn(state: number): number {
    return state % (this.stock.sacrifices + 1);
  }

  /** E-09: whether the unit's medikit works with so many ready. */
  #isTreated(ready: number): boolean {
    const { medikit } = this.squad.unit;
    return medikit === "unit" || (medikit === "soldiers" && ready > 0);
  }

  /** E-12: with somebody ready, the bonus he brings if he is a character. */
  bonus(ready: number): number {
    return ready > 0 ? this.squad.bonuses[this.squad.bonusOf[0]!]! : 0;
  }

  /** QA-20, unlimited: wound rolls end in pinned. */
  isShielded(ready: number): boolean {
    const { treatment } = this.squad;
    return treatment === "always" || (treatment === "whileReady" && ready > 0);
  }

  /**
   * What becomes of a state under fire.
   * @param fall the gun of every shot that falls on each soldier in turn, ready before pinned
   */
  hit(state: number, fall: readonly (readonly number[])[], wear: Wear): Row {
    const packed = this.counts[state]!;
    const [ready, pinned, down] = [readyOf(packed), pinnedOf(packed), downOf(packed)];
    const standing = ready + pinned > 0;
    let spread = standing ? fixed(pack(0, 0, down)) : NOBODY;
    // Like soldiers under like shots are one group.
    const groups = new Map<string, { from: number; guns: readonly number[]; size: number }>();
    fall.forEach((guns, i) => {
      const from = standing ? (i < ready ? READY : PINNED) : DOWN;
      const key = `${from}|${guns.join()}`;
      const group = groups.get(key);
      if (group) group.size++;
      else groups.set(key, { from, guns, size: 1 });
    });
    for (const { from, guns, size } of groups.values())
      spread = joined(
        spread,
        guns.length === 0 ? fixed(pack(...alone(from, size))) : spreadOf(size, wear.after(from, guns)),
      );
    return this.#treated(state, spread, standing);
  }

  /** E-09, QA-20: limited medikits on wound rolls, on those who would be out, then down. */
  #treated(state: number, { packed, chances }: Spread, standing: boolean): Row {
    const before = this.counts[state]!;
    const sacrifices = this.sacrificesIn(state);
    const medikits = this.medikitsIn(state);
    const outBefore = this.models - readyOf(before) - pinnedOf(before) - downOf(before);
    const works = this.#profile.options.medikitOnDamage && this.stock.limited && this.#isTreated(readyOf(before));
    const to = packed.map((now) => {
      if (!works || medikits === 0) return this.#state(now, medikits, sacrifices);
      const [ready, pinned, down] = [readyOf(now), pinnedOf(now), downOf(now)];
      const out = Math.min(medikits, this.models - ready - pinned - down - outBefore);
      if (!standing) return this.#state(pack(ready, pinned, down + out), medikits - out, sacrifices);
      const fallen = Math.min(medikits - out, down - downOf(before));
      return this.#state(pack(ready, pinned + out + fallen, down - fallen), medikits - out - fallen, sacrifices);
    });
    return { to, chances };
  }

  /** Unpinning, the call to sacrifice, care (A-RAL-13 to A-RAL-18). */
  rally(state: number): Row {
    const packed = this.counts[state]!;
    const [ready, pinned, down] = [readyOf(packed), pinnedOf(packed), downOf(packed)];
    const to: number[] = [];
    const chances: number[] = [];
    const { packed: unpinned, chances: unpinning } = this.#unpinning(pinned, ready > 0);
    unpinned.forEach((stood, i) => {
      const now = ready + readyOf(stood);
      const still = pinned - readyOf(stood);
      const sacrifices = this.sacrificesIn(state);
      const stricken = still + down;
      const called =
        sacrifices > 0 && now > 0 && stricken > 0 && stricken >= this.squad.unit.sacrificeAt * (now + stricken);
      if (called) {
        to.push(this.#renewed(pack(now + stricken, 0, 0), this.medikitsIn(state), sacrifices - 1));
        chances.push(unpinning[i]!);
        return;
      }
      const cared = this.#care(down, this.#isTreated(now), this.medikitsIn(state));
      cared.forEach(({ packed: patients, chance, medikits }) => {
        const after = pack(now, still + pinnedOf(patients), downOf(patients));
        to.push(this.#renewed(after, medikits, sacrifices));
        chances.push(unpinning[i]! * chance);
      });
    });
    return { to: Int32Array.from(to), chances: Float64Array.from(chances) };
  }

  /** A new turn brings back medikits that are so many a turn. */
  #renewed(packed: number, medikits: number, sacrifices: number): number {
    const { stock } = this;
    return this.#state(packed, stock.perTurn > 0 ? stock.medikits : medikits, sacrifices);
  }

  /** How many of the pinned stand up, in list order: the first to do so may bring the bonus of a character (E-12). */
  #unpinning(pinned: number, someReady: boolean): Spread {
    return this.#spread(`unpin ${pinned} ${someReady}`, () => {
      const helped = this.#unpinned(1);
      if (someReady) return spreadOf(pinned, [helped, 1 - helped, 0, 0]);
      const alone = this.#unpinned(0);
      const stood = new Float64Array(pinned + 1);
      let nobody = 1;
      for (let i = 0; i < pinned; i++) {
        // The i-th is the first to stand up, then the others after him.
        const after = spreadOf(pinned - i - 1, [helped, 1 - helped, 0, 0]);
        after.packed.forEach((packed, k) => {
          stood[1 + readyOf(packed)]! += nobody * alone * after.chances[k]!;
        });
        nobody *= 1 - alone;
      }
      stood[0] = nobody;
      const counts = [...stood.keys()].filter((count) => stood[count]! > 0);
      return {
        packed: Int32Array.from(counts, (count) => pack(count, pinned - count, 0)),
        chances: Float64Array.from(counts, (count) => stood[count]!),
      };
    });
  }

  /** The chance of one pinned soldier to stand up. */
  #unpinned(ready: number): number {
    const { options } = this.#profile;
    const own = defended(this.squad.unit.troopers[0]!, this.bonus(ready), false, options);
    const { outcomes, weights, total } = distributionOf((dice) => unpin(dice, own, options), "A-RAL-13");
    return outcomes.reduce((sum, out, i) => sum + (out === READY ? ratio(weights[i]!, total) : 0), 0);
  }

  #care(down: number, isTreated: boolean, medikits: number) {
    if (isTreated && !this.stock.limited) return [{ packed: pack(0, down, 0), chance: 1, medikits }];
    const { packed, chances } = this.#spread(`care ${down}`, () => {
      const { outcomes, weights, total } = distributionOf(
        (dice) => care(dice, this.squad.unit.troopers[0]!.defence),
        "A-RAL-15",
      );
      const of = (state: number) =>
        outcomes.reduce((sum, out, i) => sum + (out === state ? ratio(weights[i]!, total) : 0), 0);
      return spreadOf(down, [0, of(PINNED), of(DOWN), of(3)]);
    });
    const isCounter = this.stock.medikits > 0 || this.stock.perTurn === 0;
    const uses = !isTreated ? 0 : isCounter ? medikits : this.stock.perTurn;
    return Array.from(packed, (patients, i) => {
      const [pinned, still] = [pinnedOf(patients), downOf(patients)];
      const out = Math.min(uses, down - pinned - still);
      const saved = Math.min(uses - out, still);
      return {
        packed: pack(0, pinned + out + saved, still - saved),
        chance: chances[i]!,
        medikits: isCounter ? medikits - (isTreated ? out + saved : 0) : medikits,
      };
    });
  }

  #spread(key: string, make: () => Spread): Spread {
    let known = this.#spreads.get(key);
    if (known === undefined) {
      known = make();
      this.#spreads.set(key, known);
    }
    return known;
  }
}

export const alone = (state: number, size: number): [number, number, number] => [
  state === READY ? size : 0,
  state === PINNED ? size : 0,
  state === DOWN ? size : 0,
];
export const fixed = (packed: number): Spread => ({ packed: Int32Array.of(packed), chances: Float64Array.of(1) });
