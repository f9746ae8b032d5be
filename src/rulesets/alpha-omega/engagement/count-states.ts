import type { Game, SideStates } from "../../../rule/game.ts";
import { medikitUsesOf } from "../rally.ts";
import { downOf, pack, pinnedOf, readyOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import type { Muster, RallyPart } from "./phases.ts";
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
    const { perTurn, perGame } = medikitUsesOf(options.medikitUses);
    this.limited = options.medikitUses !== "unlimited" && unit.medikit !== "none";
    const most = unit.soldiers.length * turns * 2;
    this.perTurn = Math.min(perTurn ?? 0, most);
    const counts = this.limited && (perTurn === null || options.medikitOnDamage);
    this.medikits = counts ? Math.min(perTurn ?? perGame!, most) : 0;
    this.sacrifices = unit.sacrifice === "none" ? 0 : Math.min(options.sacrificeUses, turns);
    this.size = (this.medikits + 1) * (this.sacrifices + 1);
  }
}

/** The states of a side of one unit of like soldiers, numbered: by falling numbers of ready, then pinned, then down. */
export class CountStates {
  readonly squad: Squad;
  readonly models: number;
  readonly stock: Stock;
  /** By state: its counts, packed. */
  readonly counts: Int32Array;
  readonly size: number;
  /** Where the states of so many ready begin, everybody first; and where the last ones end. */
  readonly byReady: readonly number[];

  constructor(profile: EngagementProfile, squad: Squad) {
    this.squad = squad;
    this.models = squad.size;
    this.stock = new Stock(profile, squad.unit);
    const { size } = this.stock;
    const list: number[] = [];
    const byReady: number[] = [];
    const n = this.models;
    for (let r = n; r >= 0; r--) {
      byReady.push(list.length * size);
      for (let p = n - r; p >= 0; p--) for (let d = n - r - p; d >= 0; d--) list.push(pack(r, p, d));
    }
    this.counts = Int32Array.from(list.flatMap((packed) => new Array<number>(size).fill(packed)));
    this.size = this.counts.length;
    this.byReady = [...byReady, this.size];
    const { medikits, sacrifices } = this.stock;
    this.told = {
      size: this.size,
      start: this.start,
      counts: {
        ready: this.counts.map(readyOf),
        pinned: this.counts.map(pinnedOf),
        down: this.counts.map(downOf),
        out: this.counts.map((packed) => n - readyOf(packed) - pinnedOf(packed) - downOf(packed)),
        ...(medikits > 0 ? { medikits: this.counts.map((_, state) => this.medikitsIn(state)) } : {}),
        ...(sacrifices > 0 ? { sacrifices: this.counts.map((_, state) => this.sacrificesIn(state)) } : {}),
      },
      chooses: Uint8Array.from(this.counts, (packed) => (readyOf(packed) > 0 ? 1 : 0)),
    };
  }

  /** The same in words. */
  readonly told: Omit<SideStates, "at">;

  /** Everybody ready, nothing used. */
  get start(): number {
    const { medikits, sacrifices } = this.stock;
    return this.first(pack(this.models, 0, 0)) + medikits * (sacrifices + 1) + sacrifices;
  }

  medikitsIn(state: number): number {
    return Math.floor((state % this.stock.size) / (this.stock.sacrifices + 1));
  }
  sacrificesIn(state: number): number {
    return state % (this.stock.sacrifices + 1);
  }

  muster(state: number): Muster {
    const { stock } = this;
    return {
      counts: [this.counts[state]!],
      medikits: !stock.limited ? UNLIMITED : stock.medikits > 0 ? this.medikitsIn(state) : stock.perTurn,
      sacrifices: this.sacrificesIn(state),
    };
  }

  state({ counts: [counts], medikits, sacrifices }: Muster): number {
    const { stock } = this;
    const left = stock.medikits > 0 ? medikits : 0;
    return this.first(counts!) + left * (stock.sacrifices + 1) + sacrifices;
  }

  /** The first state with these counts: it follows those with more ready, then more pinned, then more down. */
  first(counts: number): number {
    const unready = this.models - readyOf(counts);
    const fallen = unready - pinnedOf(counts);
    return this.byReady[unready]! + ((fallen * (fallen + 1)) / 2 + fallen - downOf(counts)) * this.stock.size;
  }

  /** The first state with the counts of this one. */
  alike(state: number): number {
    return state - (state % this.stock.size);
  }

  /** The state with nobody down: states with one more down each come before one another. */
  standing(state: number): number {
    return state + downOf(this.counts[state]!) * this.stock.size;
  }

  /** The parts of the side's rally that may change anything. */
  get rally(): readonly RallyPart[] {
    return this.stock.sacrifices > 0 ? ["unpin", "sacrifice", "care"] : ["unpin", "care"];
  }

  isStanding(state: number): boolean {
    return readyOf(this.counts[state]!) + pinnedOf(this.counts[state]!) > 0;
  }
}

/** The states of both sides, by pair: by state of the first side, those of the second in a row. */
export const inPairs = ([first, second]: readonly [CountStates, CountStates]): Game["states"] => [
  { ...first.told, at: (pair) => Math.floor(pair / second.size) },
  { ...second.told, at: (pair) => pair % second.size },
];
