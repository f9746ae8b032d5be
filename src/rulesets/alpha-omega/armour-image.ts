import { columnsInto, type Image } from "../../rule/index.ts";
import type { AntiArmour, ArmourSalvo, ImpactDistributions } from "./anti-armour.ts";
import { deterioration, EFFECTS, type Impact, WORST } from "./armour.ts";
import { ArmourDraws, type Draw } from "./armour-draws.ts";
import { REPAIRED_FROM } from "./book.ts";
import { Layout, STREAM } from "./layout.ts";

/** What a trial counts, by bin of the tally. */
export interface ArmourBins {
  /** One bin per effect. */
  readonly effect: number;
  /** Per turn: no, yes. */
  readonly destroyed: readonly number[];
  readonly immobilised: readonly number[];
  /** Per section: 0 to its points. */
  readonly lost: readonly number[];
  /** Where all of these end, and those of bystanders begin: 0 to all of the nearest unit (QA-48). */
  readonly end: number;
}

/** Words of an image's head in the order of assets/wasm/armour.ts; the four of the stream come before them. */
const HEAD = [
  "turns",
  "turnsEnd",
  "more",
  "plain",
  "inOrder",
  "overflows",
  "repairDie",
  "repairMisses",
  "named",
  "sections",
  "lanes",
  "fresh",
  "state",
  "worn",
  "vital",
  "drive",
  "spilling",
  "outcomes",
  "ends",
  "notes",
  "noted",
  "explosions",
  "counts",
] as const;
const word = (name: (typeof HEAD)[number]) => STREAM + HEAD.indexOf(name);
export const [NOTES, NOTED, EXPLOSIONS, COUNTS] = [word("notes"), word("noted"), word("explosions"), word("counts")];

/** Lanes that stand for something else than any section. */
const TANK = 0;
const ARMOUR = 1;
const EFFECT = 2;
const SECTIONS = 3;
/** Lanes that a register holds. */
const REGISTER = 8;

/** Columns of all tables of pairs of shots together, and of one of them, beyond which shots are drawn one by one. */
const ROOM = 2 ** 14;
const MOST_COLUMNS = 2_048;
const WORDS = 2 ** 32;
const ALL = 0xffff;

/** A fight as it lies in the memory of the loop. */
export class ArmourImage {
  readonly image: Image;
  readonly #fight: AntiArmour;
  readonly #inOrder: boolean;
  readonly #draws: ArmourDraws;
  readonly #layout = new Layout(HEAD.length);
  readonly #lanes: readonly number[];
  readonly #width: number;
  /** By the address of a draw in the script. */
  readonly #drawAt = new Map<number, Draw>();
  readonly #tables = new Map<string, readonly number[] | undefined>();
  #room = ROOM;

  /** @param inOrder whether each shot is drawn by itself, from a table in the order of its distribution: for trials in pairs */
  constructor(fight: AntiArmour, distributions: ImpactDistributions, bins: ArmourBins, inOrder: boolean) {
    const { vehicle, turns, mended, reading } = fight;
    const { tank, sections, armour } = vehicle;
    this.#fight = fight;
    this.#inOrder = inOrder;
    this.#draws = new ArmourDraws(fight, distributions);
    let free = SECTIONS;
    this.#lanes = sections.map((_, section) => (section === tank ? TANK : free++));
    this.#width = Math.max(1, Math.ceil(free / REGISTER)) * REGISTER;
    const layout = this.#layout;
    const counts = layout.room(bins.end + 2);
    const at = (bin: number) => counts + 4 * bin;
    const [turnsAt, turnsEnd] = this.#script(bins, at);

    const fresh = this.#row((section) => sections[section]!.points);
    const ends = new Int32Array(this.#width).fill(at(bins.end));
    this.#lanes.forEach((lane, section) => {
      ends[lane] = at(bins.lost[section]! + fresh[lane]!);
    });
    fresh[ARMOUR] = armour;
    fresh[EFFECT] = EFFECTS.length - 1;
    ends[EFFECT] = at(bins.effect + EFFECTS.length - 1);
    const hasTank = tank >= 0;
    if (!hasTank) {
      // A point that nothing takes, and a count that nobody reads.
      fresh[TANK] = 1;
      ends[TANK] = at(bins.end + 1);
    }
    const is = (found: boolean) => (found ? ALL : 0);
    const worn = Array.from({ length: fresh[TANK]! + 1 }, (_, left) => {
      const lost = hasTank ? deterioration(left, vehicle, reading) : 0;
      return this.#row((section) => (vehicle.worn.includes(section) ? lost : 0));
    });
    const more = 2 * (this.#width - REGISTER);
    const attempts = turns.reduce((sum, turn) => sum + turn.attempts, 0);
    const overflows = reading.sectionOverflow === "tank" && hasTank;
    const head: Readonly<Record<(typeof HEAD)[number], number>> = {
      turns: turnsAt,
      turnsEnd,
      more,
      plain: Number(!inOrder && !overflows && more === 0 && attempts === 0),
      inOrder: Number(inOrder),
      overflows: Number(overflows),
      repairDie: reading.repairDie,
      repairMisses: REPAIRED_FROM - 1,
      named: mended === WORST ? -1 : 2 * this.#lanes[mended]!,
      sections: sections.length,
      lanes: layout.add(this.#lanes.map((lane) => 2 * lane)),
      fresh: this.#rows([fresh]),
      state: layout.room(this.#width / 2),
      worn: this.#rows(worn),
      vital: this.#rows([this.#row((section) => is(!hasTank || section === tank))]),
      drive: this.#rows([this.#row((section) => is(vehicle.drive.includes(section)))]),
      spilling: this.#rows([this.#row((section) => is(section !== tank))]),
      outcomes: this.#rows(this.#outcomes()),
      ends: layout.add(ends),
      notes: layout.room(2 * (this.#drawAt.size + attempts)),
      noted: 0,
      explosions: 0,
      counts,
    };
    HEAD.forEach((name, i) => {
      layout.words[STREAM + i] = head[name];
    });
    this.image = layout.image;
  }

  /** What a note of the loop says: the impacts of a draw, settled by `next`, or what a repair has gained. */
  read(low: number, high: number, next: () => number): readonly Impact[] | number {
    const draw = this.#drawAt.get(high);
    return draw ? this.#draws.impactsOf(draw, low >>> 16, low & ALL, next) : low;
  }

  /** Turn by turn what is drawn. @returns where it begins and ends */
  #script(bins: ArmourBins, at: (bin: number) => number): [number, number] {
    let isFirst = true;
    const turns = this.#fight.turns.map(({ salvos, grenades }) => {
      const shots = salvos.flatMap((salvo) => new Array<ArmourSalvo>(salvo.shots).fill(salvo));
      const all = [...shots, ...new Array<"grenade">(grenades).fill("grenade")];
      const draws: { readonly draw: Draw; readonly table: readonly number[] }[] = [];
      for (let i = 0; i < all.length; ) {
        const shot = all[i]!;
        const isPair = i + 1 < all.length && keyOf(shot) === keyOf(all[i + 1]!);
        const pair = { shot, shots: 2, isFirst } as const;
        const found = isPair && !this.#inOrder ? this.#tableOf(pair) : undefined;
        const draw = found ? pair : ({ shot, shots: 1, isFirst } as const);
        draws.push({ draw, table: found ?? this.#tableOf(draw)! });
        i += draw.shots;
        isFirst = false;
      }
      return draws;
    });
    const length = 4 * turns.reduce((sum, draws) => sum + 1 + draws.length, 0);
    const begin = this.#layout.room(length);
    const words: number[] = [];
    turns.forEach((draws, turn) => {
      const { attempts } = this.#fight.turns[turn]!;
      words.push(16 * (1 + draws.length), attempts, at(bins.destroyed[turn]!), at(bins.immobilised[turn]!));
      for (const { draw, table } of draws) {
        this.#drawAt.set(begin + 4 * words.length, draw);
        words.push(...table);
      }
    });
    this.#layout.words.set(words, begin >> 2);
    return [begin, begin + 4 * length];
  }

  /** What the loop reads of a draw; undefined for two shots whose table would be too large. */
  #tableOf(draw: Draw): readonly number[] | undefined {
    const key = `${keyOf(draw.shot)} ${draw.shots} ${draw.isFirst}`;
    if (!this.#tables.has(key)) this.#tables.set(key, this.#inOrder ? this.#index(draw) : this.#alias(draw));
    return this.#tables.get(key);
  }

  #alias(draw: Draw): readonly number[] | undefined {
    const total = this.#draws.totalOf(draw);
    const isPair = draw.shots === 2;
    if (isPair && total >= WORDS) return undefined;
    const found = this.#draws.distributionsOf(draw, MOST_COLUMNS);
    if (found === undefined) return undefined;
    const most = Math.max(...found.map(({ size }) => size));
    const bits = Math.max(1, 32 - Math.clz32(most - 1));
    const columns = found.length << bits;
    if (isPair && columns > this.#room) return undefined;
    this.#room -= columns;
    // Codes are for what is drawn: there are 2^16.
    const distributions = found.map((distribution) => this.#draws.coded(distribution));
    const pairs = new Uint32Array(2 * columns);
    const shares = new Uint32Array(columns);
    distributions.forEach((distribution, armour) => {
      const [from, to] = [armour << bits, (armour + 1) << bits];
      columnsInto(pairs.subarray(2 * from, 2 * to), shares.subarray(from, to), distribution, total, bits);
    });
    return [this.#layout.add(pairs), bits, this.#layout.add(shares), total];
  }

  #index(draw: Draw): readonly number[] {
    const total = this.#draws.totalOf(draw);
    const distributions = this.#draws.inOrder(draw);
    const codes = new Uint16Array(total * distributions.length);
    let filled = 0;
    for (const distribution of distributions)
      distribution.codes.forEach((code, i) => {
        codes.fill(code, filled, filled + distribution.weights[i]!);
        filled += distribution.weights[i]!;
      });
    return [this.#layout.addHalves(codes), total, 0, 0];
  }

  #outcomes(): Uint16Array[] {
    const { outcomes } = this.#draws;
    if (outcomes.length > ALL) throw new RangeError(`${outcomes.length} outcomes of shots at a vehicle`);
    return outcomes.map(({ taken, drops, effect }) => {
      const row = new Uint16Array(this.#width);
      for (const [section, points] of taken) row[this.#lanes[section]!] = points;
      row[ARMOUR] = drops;
      row[EFFECT] = effect;
      return row;
    });
  }

  /** A number for each section, in its lane. */
  #row(of: (section: number) => number): Uint16Array {
    const row = new Uint16Array(this.#width);
    this.#lanes.forEach((lane, section) => {
      row[lane] = of(section);
    });
    return row;
  }

  #rows(rows: readonly Uint16Array[]): number {
    const all = new Uint16Array(rows.length * this.#width);
    rows.forEach((row, i) => void all.set(row, i * this.#width));
    return this.#layout.addHalves(all);
  }
}

const keyOf = (shot: ArmourSalvo | "grenade"): string =>
  shot === "grenade" ? shot : `${shot.piercing} ${shot.charge} ${shot.toHit}`;
