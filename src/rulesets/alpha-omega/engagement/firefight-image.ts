import { CUTS, type Cuts, type Image } from "../../../rule/index.ts";
import { phaseDuelOdds, type SideName } from "../firing-order.ts";
import { Layout, STREAM } from "../layout.ts";
import { care, unpin } from "../rally.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { defended, exposureOf } from "./aim.ts";
import { barrelsOf, digitsOf, MOST_SHOTS, waysOf } from "./firefight-plan.ts";
import type { Aim, Plan, Scene, Squad } from "./plan.ts";
import { COUNTED, modelsOf } from "./score.ts";
import { Tables } from "./tables.ts";

/** Fights played side by side: each waits for its own last draw, not for the others'. */
export const LANES = 32;
/** Fights whose end is written down before somebody reads it. */
export const FIGHTS = 32 * LANES;

/** Words of an image's head in the order of assets/wasm/firefight.ts. */
const HEAD = [
  "turns",
  "turnsEnd",
  "units",
  "second",
  "unitsEnd",
  "models",
  "others",
  "keepsAlpha",
  "after",
  "alpha",
  "fresh",
  "states",
  "statesEnd",
  "told",
  "queue",
  "falls",
  "shots",
  "octets",
  "counts",
  "finals",
] as const;
const word = (name: (typeof HEAD)[number]) => STREAM + HEAD.indexOf(name);
export const [TOLD, COUNTS, FINALS] = [word("told"), word("counts"), word("finals")];

/** Soldiers of a unit in a lane, each a byte; so many words. */
export const LANE = 16;
const LANE_WORDS = LANE / 4;
const UNIT_WORDS = 16;
const UNIT = 4 * UNIT_WORDS;
/** Words of a law: three cuts and where it begins among all laws, or four cuts and then that. */
const LAW = 4;
const LONG_LAW = 8;
/** Words that tell where the laws of each state and soldier are: without and with a medikit. */
const ROWS = 96;
const TREATED = 48;
const OCTET = 8;
const SETS = 2 ** OCTET;
const BITS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const TREATMENTS = ["never", "always", "whileReady"] as const;

/** A fight of fire and rally as it lies in the memory of its loop. */
export class FirefightImage {
  readonly image: Image;
  /** What words that run through a cut are told apart by. */
  readonly exact: Cuts["exact"];
  /** By unit: its address, and where its soldiers' states are in lane 0. */
  readonly units: readonly number[];
  readonly states: readonly number[];
  readonly #plan: Plan;
  readonly #layout = new Layout(HEAD.length);
  readonly #tables = new Tables();
  /** Laws that are laid: their addresses, where they begin among all laws, and whether they are long ones. */
  readonly #laid: (readonly [address: number, law: number, isLong: boolean])[] = [];
  readonly #salvoes = new Map<string, number>();
  readonly #shots = new Map<string, readonly number[]>();

  constructor(plan: Plan) {
    const { profile, squads, scenes } = plan;
    const layout = this.#layout;
    this.#plan = plan;
    const models = modelsOf(profile);
    const stateWords = squads.length * LANES * LANE_WORDS;
    const fresh = layout.room(stateWords);
    const states = layout.room(stateWords);
    const units = layout.room(squads.length * UNIT_WORDS);
    this.units = squads.map((_, unit) => units + UNIT * unit);
    this.states = squads.map((_, unit) => states + 4 * unit * LANES * LANE_WORDS);
    for (const squad of squads) this.#unit(squad, fresh);
    const known = scenes.map((scene) => this.#scene(scene));
    const turns = Array.from({ length: profile.turns }, (_, turn) => known[Math.min(turn, known.length - 1)]!);
    const turnsAt = layout.add(turns);
    const duelAfter = (before: SideName) =>
      this.#tables.of(
        `duel ${before}`,
        (dice) => Number(phaseDuelOdds("keepAlpha", before)(dice) === "second"),
        "A-GEN-02",
      );
    const octets = new Uint8Array(SETS * OCTET);
    for (let set = 0; set < SETS; set++) octets.set(bitsOf(set), set * OCTET);
    const head: Readonly<Record<(typeof HEAD)[number], number>> = {
      turns: turnsAt,
      turnsEnd: turnsAt + 4 * turns.length,
      units,
      second: units + UNIT * profile.sides[0].length,
      unitsEnd: units + UNIT * squads.length,
      models: models[0],
      others: models[1],
      keepsAlpha: Number(profile.options.phaseDuelTie === "keepAlpha"),
      after: this.#laws([duelAfter("first"), duelAfter("second")], true),
      alpha: layout.room(LANES / 4),
      fresh,
      states,
      statesEnd: states + 4 * stateWords,
      told: -1,
      queue: layout.room((LANES * LANE) / 2 + LANE),
      falls: layout.room((LANES * LANE) / 4 + LANE),
      shots: layout.room(2 * MOST_SHOTS),
      octets: layout.addBytes(octets),
      counts: layout.room(COUNTED.length * (models[0] + models[1] + 2) * profile.turns),
      finals: layout.room(2 * FIGHTS),
    };
    HEAD.forEach((name, i) => {
      layout.words[STREAM + i] = head[name];
    });
    const { cuts, exact } = this.#tables.build();
    for (const [address, law, isLong] of this.#laid) {
      const own = [...cuts.subarray(law, law + CUTS)];
      layout.words.set(isLong ? [...own, law] : [...own.slice(0, CUTS - 1), ~law], address >> 2);
    }
    this.exact = exact;
    this.image = layout.image;
  }

  /** Laws one after another; -1 for none. Where all four cuts are asked about, not three, they are long ones. */
  #laws(laws: readonly number[], isLong: boolean): number {
    const length = isLong ? LONG_LAW : LAW;
    const address = this.#layout.room(length * laws.length);
    laws.forEach((law, i) => {
      if (law >= 0) this.#laid.push([address + 4 * length * i, law, isLong]);
    });
    return address;
  }

  /** Where lists begin with their end. */
  #list(words: readonly number[]): number {
    const address = this.#layout.room(1 + words.length);
    this.#layout.words.set([address + 4 + 4 * words.length, ...words], address >> 2);
    return address;
  }

  #unit(squad: Squad, fresh: number): void {
    const { index, unit, side, size, medic, initiative } = squad;
    const who = (which: (kind: number) => boolean) => setOf(unit.soldiers.map(which));
    const layout = this.#layout;
    const bytes = new Uint8Array(4 * LANES * LANE_WORDS).map((_, i) => (i % LANE < size ? READY : OUT));
    layout.words.set(new Int32Array(bytes.buffer), (fresh >> 2) + index * LANES * LANE_WORDS);
    const ranks = [...new Set(initiative)]
      .sort((one, two) => two - one)
      .flatMap((value) => [2 * value, who((kind) => initiative[kind] === value)]);
    const ranksAt = layout.add(ranks);
    const isPlain = unit.medikit !== "soldiers";
    const words = [
      this.states[index]!,
      side,
      isPlain ? 0 : who((kind) => medic[kind]!),
      Number(isPlain),
      this.#relief(squad, isPlain),
      ranksAt,
      ranksAt + 4 * ranks.length,
    ];
    layout.words.set(words, this.units[index]! >> 2);
  }

  /** Where the laws of a unit's rally are. */
  #relief({ unit }: Squad, isPlain: boolean): number {
    const { options } = this.#plan.profile;
    const tables = this.#tables;
    const unpinning = unit.troopers.map((trooper) => {
      const own = defended(trooper, 0, false, options);
      return tables.of(`unpin ${own.implacable} ${own.pin}`, (dice) => unpin(dice, own, options), "A-RAL-13");
    });
    const caring = unit.troopers.map(({ defence }) =>
      tables.of(`care ${defence.bands[2].join()}`, (dice) => care(dice, defence), "A-RAL-15"),
    );
    return this.#rows(unit.soldiers, (treated, state, kind) => {
      if (state === READY) return undefined;
      if (state === PINNED) return this.#laws([unpinning[kind]!], !isPlain);
      return this.#laws([treated || unit.medikit === "unit" ? tables.certain(PINNED) : caring[kind]!], !isPlain);
    });
  }

  /** Where the laws of soldiers are by whether a medikit treats them, their state and their place in the unit. */
  #rows(
    soldiers: readonly number[],
    lawsOf: (treated: boolean, state: number, kind: number) => number | undefined,
  ): number {
    const words = new Int32Array(ROWS);
    for (const treated of [false, true])
      for (const state of [READY, PINNED, DOWN]) {
        const byKind = new Map<number, number>();
        soldiers.forEach((kind, soldier) => {
          if (!byKind.has(kind)) byKind.set(kind, lawsOf(treated, state, kind) ?? 0);
          words[Number(treated) * TREATED + state * LANE + soldier] = byKind.get(kind)!;
        });
      }
    return this.#layout.add(words);
  }

  #scene({ order, firing, alpha, alphaMatters, aims, interceptions }: Scene): number {
    const salvoes = aims.map((own) => this.#list(own.map((aim) => this.#salvo(aim))));
    const whoFires = (units: readonly number[]) =>
      this.#list(units.flatMap((unit) => [this.units[unit]!, salvoes[unit]!]));
    const isTogether = order !== undefined && !alphaMatters && interceptions.length === 0;
    return this.#layout.add([
      alpha ?? -1,
      Number(alphaMatters),
      Number(isTogether),
      ...(order === undefined ? [0, 0] : order.map(whoFires)),
      this.#list(firing.map(whoFires)),
      this.#list(
        interceptions.flatMap((own) => [this.units[own.unit]!, this.#list(own.aims.map((aim) => this.#salvo(aim)))]),
      ),
    ]);
  }

  /** One unit's fire at another. */
  #salvo(aim: Aim): number {
    const { index: _, ...same } = aim;
    const key = JSON.stringify(same);
    const found = this.#salvoes.get(key) ?? this.#newSalvo(aim);
    this.#salvoes.set(key, found);
    return found;
  }

  #newSalvo({ unit: from, target, reach, order, targetOrder, gap }: Aim): number {
    const { profile, squads, reading } = this.#plan;
    const shooter = squads[from]!;
    const { unit, hidden, treatment } = squads[target]!;
    const tables = this.#tables;
    const columnOf = (treated: boolean, gun: number, kind: number, state: number) => {
      const trooper = unit.troopers[kind]!;
      const defence = defended(trooper, 0, treated, profile.options);
      const met = exposureOf(profile, shooter.guns[gun]!, order, trooper, targetOrder, gap, defence);
      return tables.column(met, state, reading);
    };
    // So many shots of the first gun, of the second and so on are the digits of a way.
    const barrels = barrelsOf(shooter).map((own) => own.filter((gun) => reach[gun]));
    const digits = digitsOf(shooter.guns.length, barrels.flat());
    const strides = digits.map((_, gun) => waysOf(digits.slice(0, gun)));
    const rows = this.#rows(unit.soldiers, (treated, state, kind) => {
      if (treatment === (treated ? "never" : "always")) return undefined;
      const laws = Array.from({ length: waysOf(digits) }, (_, way) => {
        const fallen = digits.flatMap((digit, gun) => {
          const shots = Math.floor(way / strides[gun]!) % digit;
          return shots > 0 ? [[columnOf(treated, gun, kind, state), shots] as const] : [];
        });
        return fallen.length === 0 ? -1 : tables.volley(fallen);
      });
      return this.#laws(laws, false);
    });
    return this.#layout.add([
      this.units[from]!,
      this.units[target]!,
      setOf(unit.soldiers.map((kind) => !hidden[kind]!)),
      TREATMENTS.indexOf(treatment),
      rows,
      ...this.#shotsOf(barrels.map((own) => own.map((gun) => strides[gun]!))),
      shooter.unit.each ?? MOST_SHOTS,
    ]);
  }

  /**
   * By which of eight soldiers are ready, the first and the second eight: their shots in member order, each how much of a way
   * it is, then how many; and how many bytes the shots have.
   */
  #shotsOf(burdens: readonly (readonly number[])[]): readonly number[] {
    const key = JSON.stringify(burdens);
    let found = this.#shots.get(key);
    if (found === undefined) {
      const halves = [burdens.slice(0, OCTET), burdens.slice(OCTET)];
      const most = Math.max(...halves.map((own) => own.flat().length));
      const length = Math.max(LANE, Math.ceil(most / LANE) * LANE);
      const rows = halves.map((own) => {
        const bytes = new Uint8Array(length << own.length);
        const counts = new Uint8Array(1 << own.length);
        for (let set = 0; set < counts.length; set++) {
          const shots = bitsOf(set).flatMap((soldier) => own[soldier]!);
          bytes.set(shots, set * length);
          counts[set] = shots.length;
        }
        return [this.#layout.addBytes(bytes), this.#layout.addBytes(counts)] as const;
      });
      found = [rows[0]![0], rows[1]![0], rows[0]![1], rows[1]![1], length];
      this.#shots.set(key, found);
    }
    return found;
  }
}

/** Which bits of a set are set, and the other way round. */
const bitsOf = (set: number): number[] => BITS.filter((i) => (set >> i) & 1);
const setOf = (which: readonly boolean[]): number => which.reduce((set, is, i) => set | (is ? 1 << i : 0), 0);
