/**
 * A second, independent implementation of whole fights (A-SHOOT-01 to A-SHOOT-08, A-CC-01 to A-CC-21, A-RAL-01 to
 * A-RAL-18, E-01 to E-13, E-17): soldiers as objects, dice one by one, slow and obvious. It imports nothing but the naive
 * volley, the naive duel and the naive vehicle beside it, and exists only to be compared with the library.
 *
 * A soldier with several weapons fires them one after another, as so many shooters would. `hitPolicy: optimal` is known
 * here for a lone soldier who beats everybody by far, so that he may plan his hits beforehand.
 */
import * as armour from "./armour.ts";
import * as melee from "./duel.ts";
import * as fire from "./shooting.ts";

type Random = () => number;
type State = "ready" | "pinned" | "down" | "out";
type Order = "aimed" | "manoeuvre" | "move" | "run" | "none";

/** The characteristics of a soldier, as a scenario gives them. */
export interface Line {
  models?: number;
  ballisticSkill?: number;
  closeCombat: number;
  initiative: number;
  save: number;
  command: number;
  skills?: string[];
  aptitudes?: string[];
  weapon?: string;
  weapons?: string[];
  meleeWeapon?: string;
  character?: boolean;
  commandBonus?: number;
  visible?: number;
  contactCover?: boolean;
}
export interface UnitData extends Partial<Line> {
  members?: Line[];
}
/** The card of a vehicle, with the skill of its gunners. */
export interface VehicleData extends armour.Vehicle {
  rank: number;
  ballisticSkill?: number;
  weapons?: string[];
}
export interface WeaponData extends Partial<Omit<armour.Weapon, "range">> {
  range?: Record<number, number>;
  melee?: boolean;
  grenade?: boolean;
}
export interface Use {
  unit: string;
  as?: string;
  order: Order | Order[];
  does?: "fire" | "charge" | ("fire" | "charge")[];
  intercept?: boolean;
  dodge?: boolean;
  targeting?: "even" | "focus" | { focus: number };
  sacrificeAt?: number;
  distance?: number | number[];
  /** Of a vehicle: `none`, `worst` or a section. */
  repair?: string;
}
export type Options = fire.Options &
  melee.Options &
  armour.Options & {
    explosion?: "none" | { hits: number; saveModifier: number };
    chargeMandatory?: boolean;
    chargePasses?: 1 | 2;
    executeDown?: "automatic" | "never";
    gladiatorRolls?: "perEnemy" | "once";
    phaseDuelTie?: "reroll" | "keepAlpha";
    shootIntoMelee?: "anyContact" | "readyContact";
    sacrificeScope?: "unit" | "side";
    surplus?: "fires" | "holds";
  };
export interface Scenario {
  version: 1;
  ruleset: "alpha-omega";
  seed: number;
  options: Options;
  rules?: { hitBands?: [number, number, number] };
  weapons: Record<string, WeaponData>;
  units: Record<string, UnitData>;
  vehicles?: Record<string, VehicleData>;
  experiments: {
    e: {
      kind: "engagement";
      sides: { units: Use[] }[];
      objectives?: { enemyOut?: number; survivor?: number; lastTurn?: number };
      situation: {
        distance: number | number[];
        visible?: number;
        turns: number;
        alpha?: ("fair" | "first" | "second")[];
      };
    };
  };
}

interface Soldier {
  line: Line;
  unit: Unit;
  state: State;
  /** Who fights whom: soldiers of one group are in base contact with each other. */
  group: Group | undefined;
  /** What he was told this turn; none for whoever may not be told anything. */
  order: Order;
  /** The order he had when he went down. */
  fellOn: Order;
  fired: boolean;
  stoodUp: boolean;
  charging: boolean;
  /** He has spent his charge on a vehicle. */
  applied: boolean;
}
interface Group {
  soldiers: Soldier[];
}
interface Unit {
  use: Use;
  data: UnitData;
  side: 0 | 1;
  soldiers: Soldier[];
  intercepted: boolean;
  charged: boolean;
  calls: number;
  kits: number;
  /** E-17: a vehicle, which has no soldiers. */
  hull: armour.Hull | undefined;
  card: VehicleData | undefined;
  fired: boolean;
}

const at = <T>(value: T | T[], turn: number): T =>
  Array.isArray(value) ? value[Math.min(turn, value.length - 1)]! : value;
const ready = (soldiers: Soldier[]) => soldiers.filter(({ state }) => state === "ready");
const has = (soldier: Soldier, skill: string) => (soldier.line.skills ?? []).includes(skill);

interface Result {
  winner: "first" | "second" | "draw";
  /** By turn and side. */
  turns: Record<string, number>[][];
}

/** One fight: every metric by its name, `winner` and `ready@1.first`. */
export function playEngagement(scenario: Scenario, random: Random): Record<string, string | number> {
  const { winner, turns } = new Battle(scenario, random).play();
  const trial: Record<string, string | number> = { winner };
  turns.forEach((sides, turn) => {
    (["first", "second"] as const).forEach((side, s) => {
      const names = once(scenario, `${turn} ${side}`, () =>
        Object.fromEntries(Object.keys(sides[s]!).map((state) => [state, `${state}@${turn + 1}.${side}`])),
      );
      for (const state in sides[s]!) trial[names[state]!] = sides[s]![state]!;
    });
  });
  return trial;
}

/** What every fight of a scenario asks for again, made once. */
const made = new WeakMap<object, Map<string, unknown>>();
function once<T>(of: object, name: string, make: () => T): T {
  const known = made.get(of) ?? new Map<string, unknown>();
  made.set(of, known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}

/** How far a weapon fires, in paces. */
const reachOf = ({ range = {} }: WeaponData): number => Math.max(...Object.keys(range).map(Number));

/** A unit's lines with all that they inherit from it. */
const linesOf = (data: UnitData): Line[] =>
  once(data, "lines", () => (data.members ?? [data as Line]).map((member) => ({ ...(data as Line), ...member })));

/** One soldier with one weapon, or with none where he is the target. */
const armedWith = (line: Line, weapon = ""): Line =>
  once(line, weapon, () => {
    const { weapons: _, ...rest } = line;
    return { ...rest, models: 1, ...(weapon === "" ? {} : { weapon }) };
  });

class Battle {
  scenario: Scenario;
  random: Random;
  units: Unit[] = [];
  all: Soldier[] = [];
  sides: [Soldier[], Soldier[]] = [[], []];
  turn = 0;
  alpha: 0 | 1 | undefined = undefined;
  /** Grenades on vehicles that go off in this turn's rally. */
  grenades: { hull: armour.Hull; grenade: WeaponData }[] = [];

  constructor(scenario: Scenario, random: Random) {
    this.scenario = scenario;
    this.random = random;
    const { options } = scenario;
    scenario.experiments.e.sides.forEach(({ units }, side) => {
      for (const use of units) {
        const card = scenario.vehicles?.[use.unit];
        const data = card ? { members: [] } : scenario.units[use.unit]!;
        const uses = options.medikitUses ?? "unlimited";
        const unit: Unit = {
          use,
          data,
          side: side as 0 | 1,
          soldiers: [],
          intercepted: false,
          charged: false,
          calls: options.sacrificeUses ?? 1,
          kits: typeof uses === "object" && "perGame" in uses ? uses.perGame : Number.POSITIVE_INFINITY,
          hull: card && new armour.Hull(card, options, random),
          card,
          fired: false,
        };
        for (const line of linesOf(data))
          for (let i = 0; i < (line.models ?? 1); i++)
            unit.soldiers.push({
              line,
              unit,
              state: "ready",
              group: undefined,
              order: "none",
              fellOn: "none",
              fired: false,
              stoodUp: false,
              charging: false,
              applied: false,
            });
        this.units.push(unit);
        this.all.push(...unit.soldiers);
        this.sides[side]!.push(...unit.soldiers);
      }
    });
  }

  get options(): Options {
    return this.scenario.options;
  }
  get situation() {
    return this.scenario.experiments.e.situation;
  }
  d10(): number {
    return 1 + Math.floor(this.random() * 10);
  }
  soldiers(side?: 0 | 1): Soldier[] {
    return side === undefined ? this.all : this.sides[side];
  }

  play(): Result {
    const turns: Result["turns"] = [];
    for (this.turn = 0; this.turn < this.situation.turns; this.turn++) {
      for (const soldier of this.soldiers()) {
        // E-02, E-08: none for the pinned, the fallen and the engaged; nor, where they hold, for others in contact.
        const isTold = soldier.state === "ready" && !this.engaged(soldier);
        soldier.order =
          isTold && !(soldier.group && this.options.surplus === "holds") ? this.order(soldier.unit) : "none";
        soldier.fired = false;
        soldier.stoodUp = false;
        soldier.charging = false;
        soldier.applied = false;
      }
      for (const unit of this.units) {
        unit.intercepted = false;
        unit.charged = false;
        unit.fired = false;
        const uses = this.options.medikitUses ?? "unlimited";
        if (typeof uses === "object" && "perTurn" in uses) unit.kits = uses.perTurn;
      }
      this.shooting();
      this.phaseDuel();
      this.charges();
      this.fights();
      this.phaseDuel();
      this.rally();
      turns.push(
        ([0, 1] as const).map((side) => {
          const count = (state: State) => this.soldiers(side).filter((soldier) => soldier.state === state).length;
          // E-17: one model that remains while it is not destroyed.
          const hulls = this.units.flatMap((unit) => (unit.side === side && unit.hull ? [unit.hull] : []));
          const wrecks = hulls.filter(({ destroyed }) => destroyed).length;
          return {
            ready: count("ready") + hulls.length - wrecks,
            pinned: count("pinned"),
            down: count("down"),
            out: count("out") + wrecks,
            casualties: count("down") + count("out") + wrecks,
            ...(hulls.length > 0 && {
              immobilised: hulls.filter(({ immobilised }) => immobilised).length,
              pointsLost: hulls
                .flatMap((hull) => Object.keys(hull.left).map((section) => hull.lost(section)))
                .reduce((sum, points) => sum + points, 0),
            }),
          };
        }),
      );
    }
    return { winner: this.winner(turns.at(-1)!), turns };
  }

  winner(last: Result["turns"][number]): Result["winner"] {
    const [first, second] = [last[0]!, last[1]!];
    const modelsOf = (side: 0 | 1) =>
      this.soldiers(side).length + this.units.filter((unit) => unit.side === side && unit.hull).length;
    const models = [modelsOf(0), modelsOf(1)] as const;
    const { objectives } = this.scenario.experiments.e;
    let mine = (first.ready! + first.pinned!) / models[0];
    let theirs = (second.ready! + second.pinned!) / models[1];
    if (objectives) {
      const { enemyOut = 0, survivor = 0, lastTurn = 0 } = objectives;
      mine =
        second.out! * enemyOut + (models[0] - first.out!) * survivor + (first.ready! > second.ready! ? lastTurn : 0);
      theirs =
        first.out! * enemyOut + (models[1] - second.out!) * survivor + (second.ready! > first.ready! ? lastTurn : 0);
    }
    if (Math.abs(mine - theirs) < 1e-9) return "draw";
    return mine > theirs ? "first" : "second";
  }

  /** A-GEN-02, QA-24. */
  phaseDuel(): void {
    const given = at(this.situation.alpha ?? "fair", this.turn);
    if (given !== "fair") {
      this.alpha = given === "first" ? 0 : 1;
      return;
    }
    for (;;) {
      const [one, two] = [this.d10(), this.d10()];
      if (one === two && this.options.phaseDuelTie === "keepAlpha" && this.alpha !== undefined) return;
      if (one === two) continue;
      this.alpha = one > two ? 0 : 1;
      return;
    }
  }

  become(soldier: Soldier, state: State): void {
    if (state === "down" && soldier.state !== "down")
      soldier.fellOn = soldier.state === "ready" ? soldier.order : "none";
    soldier.state = state;
    if (state === "out") this.bury(soldier);
  }

  /** A-GEN-05, E-08: he is taken off the table; those whom nobody of his side stands or lies beside any more are free. */
  bury(soldier: Soldier): void {
    const left = this.opponents(soldier);
    const isLast = this.comrades(soldier).length === 0;
    this.leave(soldier);
    if (isLast) for (const enemy of left) this.leave(enemy);
  }

  order(unit: Unit): Order {
    return at(unit.use.order, this.turn);
  }

  gap(a: Unit, b: Unit): number {
    const own = [a.use.distance, b.use.distance].filter((distance) => distance !== undefined);
    if (own.length === 0) return at(this.situation.distance, this.turn);
    return Math.max(...own.map((distance) => at(distance, this.turn)));
  }

  enemiesOf(unit: Unit): Unit[] {
    return this.units.filter((other) => other.side !== unit.side);
  }

  /** E-05: nearest first, ties in list order. */
  byDistance(unit: Unit): Unit[] {
    return this.enemiesOf(unit)
      .map((enemy, index) => ({ enemy, index }))
      .sort((a, b) => this.gap(unit, a.enemy) - this.gap(unit, b.enemy) || a.index - b.index)
      .map(({ enemy }) => enemy);
  }

  /**
   * A-GEN-03, E-03: highest initiative among those ready, Alpha first, then list order. A vehicle's card has none: it
   * fires after the soldiers.
   */
  nextOf(units: Unit[]): Unit {
    const rank = (unit: Unit) => Math.max(-1, ...ready(unit.soldiers).map(({ line }) => line.initiative));
    return units.reduce((best, unit) => {
      if (rank(unit) !== rank(best)) return rank(unit) > rank(best) ? unit : best;
      return unit.side !== best.side && unit.side === this.alpha ? unit : best;
    });
  }

  // Shooting

  shooting(): void {
    for (const unit of this.units) {
      if (!unit.use.intercept || this.order(unit) !== "aimed") continue;
      for (const enemy of this.enemiesOf(unit)) {
        const moves = this.order(enemy) === "move" || this.order(enemy) === "run";
        const acts = enemy.hull
          ? !enemy.hull.destroyed
          : enemy.soldiers.some(({ state, group }) => state === "ready" && !group);
        if (!moves || !acts) continue;
        if (!this.volley(unit, enemy)) continue;
        unit.intercepted = true;
        break;
      }
    }
    this.phaseDuel();
    for (const order of ["aimed", "move", "manoeuvre"]) {
      const units = this.units.filter(
        (unit) =>
          this.order(unit) === order && (order === "aimed" || at(unit.use.does ?? "fire", this.turn) === "fire"),
      );
      while (units.length > 0) {
        const unit = this.nextOf(units);
        units.splice(units.indexOf(unit), 1);
        if (unit.intercepted) continue;
        for (const enemy of this.byDistance(unit)) if (this.volley(unit, enemy)) break;
      }
    }
  }

  /** A-SHOOT-20, QA-55. */
  inMelee(soldier: Soldier): boolean {
    if (!soldier.group) return false;
    if (this.options.shootIntoMelee !== "readyContact") return true;
    return this.opponents(soldier).some(({ state }) => state === "ready");
  }

  visible(soldier: Soldier): number {
    return soldier.line.visible ?? this.situation.visible ?? 100;
  }

  seen(soldier: Soldier): boolean {
    return this.options.coverBoundaries === "target" ? this.visible(soldier) > 10 : this.visible(soldier) >= 10;
  }

  /** The weapons that reach so far, of a soldier or a vehicle; against a vehicle those that pierce (E-17). */
  weapons(line: Pick<Line, "weapon" | "weapons">, gap: number, atVehicle: boolean): string[] {
    const names = line.weapons ?? (line.weapon === undefined ? [] : [line.weapon]);
    return names.filter((name) => {
      if (!atVehicle)
        return gap <= once(this.scenario.weapons[name]!, "reach", () => reachOf(this.scenario.weapons[name]!));
      const { range = {}, piercing = 0, charge = 0, saveModifier = 0 } = this.scenario.weapons[name]!;
      const pierces = (this.options.piercingFromSave === "negate" ? saveModifier : piercing) !== 0 || charge !== 0;
      return gap <= reachOf({ range }) && pierces;
    });
  }

  volley(unit: Unit, enemy: Unit): boolean {
    const gap = this.gap(unit, enemy);
    const atVehicle = enemy.hull !== undefined;
    if (unit.hull?.destroyed || enemy.hull?.destroyed) return false;
    const shooters = unit.soldiers.filter(
      (soldier) =>
        soldier.state === "ready" &&
        (!soldier.group || (soldier.order !== "none" && !this.engaged(soldier))) &&
        this.weapons(soldier.line, gap, atVehicle).length > 0,
    );
    const armed = [
      ...shooters.flatMap(({ line }) => this.weapons(line, gap, atVehicle).map((weapon) => armedWith(line, weapon))),
      ...(unit.card ? this.weapons(unit.card, gap, atVehicle) : []).map((weapon) =>
        armedWith(unit.card as unknown as Line, weapon),
      ),
    ];
    if (armed.length === 0) return false;
    if (enemy.hull) {
      this.shell(
        unit,
        armed.map(({ weapon }) => weapon!),
        enemy,
      );
      for (const soldier of shooters) soldier.fired = true;
      return true;
    }
    const targets = enemy.soldiers.filter(
      (soldier) => soldier.state !== "out" && this.seen(soldier) && !this.inMelee(soldier),
    );
    if (targets.length === 0) return false;
    for (const soldier of shooters) soldier.fired = true;
    unit.fired = true;
    const { targeting } = unit.use;
    const others = enemy.soldiers.filter((soldier) => !targets.includes(soldier));
    const kits = this.kitsOf(enemy, (states) => [
      ...others.filter(({ state }) => state === "ready"),
      ...targets.filter((_, i) => states[i] === "ready"),
    ]);
    const { states } = fire.playVolley(
      {
        weapons: this.scenario.weapons as Record<string, fire.Weapon>,
        attacker: { members: armed },
        defender: { members: targets.map(({ line }) => armedWith(line)) },
        situation: {
          attackerOrder: this.order(unit),
          attackerIsVehicle: unit.hull !== undefined,
          defenderOrder: this.order(enemy),
          distance: gap,
          ...(this.situation.visible === undefined ? {} : { visible: this.situation.visible }),
          ...(targeting === undefined ? {} : { targeting }),
          defenderState: targets.map(({ state }) => state),
          targetOrders: targets.map((soldier) => (soldier.state === "down" ? soldier.fellOn : soldier.order)),
          otherBonus: this.bestBonus(others),
          ...(this.options.medikitOnDamage ? { kits } : {}),
        },
        options: this.options,
      },
      this.random,
    );
    enemy.kits = kits.left;
    targets.forEach((soldier, i) => {
      this.become(soldier, states[i]!);
    });
    return true;
  }

  /** E-15, E-17: shot by shot, each meets the armour that is left. */
  shell(unit: Unit, weapons: string[], enemy: Unit): void {
    unit.fired = true;
    for (const name of weapons) {
      const weapon = { piercing: 0, charge: 0, saveModifier: 0, shots: 1, range: {}, ...this.scenario.weapons[name] };
      for (let shot = 0; shot < weapon.shots; shot++)
        enemy.hull!.shot(weapon, unit.hull !== undefined, this.order(unit), this.order(enemy), this.gap(unit, enemy));
    }
  }

  /** Medikits of a unit as they work on wound rolls, given who of it is ready. */
  kitsOf(unit: Unit, readyOnes: (states: State[]) => Soldier[]): fire.Kits {
    const bears = ({ line }: Soldier) => (line.aptitudes ?? []).includes("medikit");
    const everybody = unit.soldiers.every(bears);
    return { left: unit.kits, cover: (states) => everybody || readyOnes(states).some(bears) };
  }

  // Charges and fights

  opponents(soldier: Soldier): Soldier[] {
    return (soldier.group?.soldiers ?? []).filter(({ unit }) => unit.side !== soldier.unit.side);
  }
  comrades(soldier: Soldier): Soldier[] {
    return (soldier.group?.soldiers ?? []).filter(
      (other) => other !== soldier && other.unit.side === soldier.unit.side,
    );
  }

  /** A-RAL-02, E-08. */
  engaged(soldier: Soldier): boolean {
    return (
      soldier.state === "ready" &&
      ready(this.opponents(soldier)).length > 0 &&
      ready(this.comrades(soldier)).length === 0
    );
  }

  charges(): void {
    // Which units hang together: those in contact already, then those that come into contact.
    let melees: Unit[][] = this.units.map((unit) => [unit]);
    const meleeOf = (unit: Unit) => melees.find((members) => members.includes(unit))!;
    const join = (a: Unit, b: Unit) => {
      const [one, two] = [meleeOf(a), meleeOf(b)];
      if (one === two) return;
      melees = [...melees.filter((members) => members !== one && members !== two), [...one, ...two]];
    };
    for (const soldier of this.soldiers())
      for (const other of soldier.group?.soldiers ?? []) join(soldier.unit, other.unit);

    // One charge move in each pass: first by falling initiative, then by rising initiative.
    for (let pass = 1; pass <= (this.options.chargePasses ?? 2); pass++) this.chargePass(pass, join);
    const before = new Map(this.soldiers().flatMap((soldier) => (soldier.group ? [[soldier, soldier.group]] : [])));
    for (const soldier of this.soldiers()) soldier.group = undefined;
    for (const members of melees) if (members.length > 1) this.pair(members, before);
  }

  /** E-06: soldier by soldier, each at his own initiative, Alpha's first where it is the same. */
  chargePass(pass: number, join: (a: Unit, b: Unit) => void): void {
    const turns = this.soldiers()
      .map((soldier, index) => ({ soldier, index }))
      .filter(({ soldier: { state, unit } }) => state === "ready" && /^(move|manoeuvre)$/.test(this.order(unit)))
      .sort((a, b) => {
        const initiative = a.soldier.line.initiative - b.soldier.line.initiative;
        if (initiative !== 0) return pass === 1 ? -initiative : initiative;
        if (a.soldier.unit.side !== b.soldier.unit.side) return a.soldier.unit.side === this.alpha ? -1 : 1;
        return a.index - b.index;
      });
    for (const { soldier } of turns) {
      const { unit } = soldier;
      if (at(unit.use.does ?? "fire", this.turn) === "fire" && this.options.chargeMandatory === false) continue;
      // Whoever has fired, is in contact or has been charged charges no more.
      if (soldier.group || soldier.fired || soldier.charging || unit.charged) continue;
      if (soldier.applied) continue;
      const grenade = this.grenadeOf(soldier);
      const gapTo = (enemy: Unit) => (this.touch(unit, enemy) ? 0 : this.gap(unit, enemy));
      const [nearest] = this.enemiesOf(unit)
        .filter((enemy) =>
          enemy.hull ? grenade && !enemy.hull.destroyed : enemy.soldiers.some(({ state }) => state !== "out"),
        )
        .sort((a, b) => gapTo(a) - gapTo(b));
      if (!nearest) continue;
      const move = has(soldier, "leap") ? 8 : 4;
      if (pass === 1 ? gapTo(nearest) > move : gapTo(nearest) >= 2 * move) continue;
      if (nearest.hull) {
        soldier.applied = true;
        this.grenades.push({ hull: nearest.hull, grenade: grenade! });
        continue;
      }
      soldier.charging = true;
      nearest.charged = true;
      join(unit, nearest);
    }
  }

  /** E-17: what a soldier who is told to charge may apply to a vehicle. */
  grenadeOf({ line, unit }: Soldier): WeaponData | undefined {
    if (at(unit.use.does ?? "fire", this.turn) === "fire") return undefined;
    const names = line.weapons ?? (line.weapon === undefined ? [] : [line.weapon]);
    return names.map((name) => this.scenario.weapons[name]!).find(({ grenade }) => grenade);
  }

  /** A soldier of one unit is in base contact with one of the other. */
  touch(unit: Unit, enemy: Unit): boolean {
    return unit.soldiers.some(({ group }) => group?.soldiers.some((other) => other.unit === enemy));
  }

  /** E-07. */
  pair(members: Unit[], before: Map<Soldier, Group>): void {
    const inList = this.units.filter((unit) => members.includes(unit));
    const sides = [0, 1].map((side) => inList.filter((unit) => unit.side === side).flatMap(({ soldiers }) => soldiers));
    const everybody = (side: number) => sides[side]!;
    const fighters = [0, 1].map((side) => [
      ...everybody(side).filter(
        (soldier) => soldier.state === "ready" && (before.has(soldier) || soldier.charging || soldier.unit.charged),
      ),
      ...everybody(side).filter((soldier) => soldier.state === "pinned" && before.has(soldier)),
    ]) as [Soldier[], Soldier[]];
    for (const side of [0, 1] as const) {
      // Whoever is left over reaches pinned, then down soldiers of units that were charged.
      const other = (1 - side) as 0 | 1;
      let free = fighters[side].length - fighters[other].length;
      for (const state of ["pinned", "down"] as const)
        for (const soldier of everybody(other)) {
          if (free <= 0 || soldier.state !== state || before.has(soldier) || !soldier.unit.charged) continue;
          free--;
          if (state === "down") this.become(soldier, "out");
          else fighters[other].push(soldier);
        }
    }
    const [small, large] =
      fighters[0].length < fighters[1].length ? [fighters[0], fighters[1]] : [fighters[1], fighters[0]];
    if (small.length === 0) {
      // Nobody to fight: whoever lies beside enemies lies there until they regroup (A-RAL-06).
      for (const soldier of [0, 1].flatMap(everybody)) soldier.group = before.get(soldier);
      return;
    }
    const groups = small.map((soldier, i): Group => ({ soldiers: [soldier, large[i]!] }));
    large.slice(small.length).forEach((soldier, i) => {
      const group = groups[i % groups.length]!;
      if (group.soldiers.length < 6) group.soldiers.push(soldier);
    });
    const fallen = [0, 1]
      .flatMap(everybody)
      .filter((soldier) => soldier.state === "down" && before.has(soldier))
      .sort((a, b) => this.soldiers().indexOf(a) - this.soldiers().indexOf(b));
    fallen.forEach((soldier, i) => {
      groups[i % groups.length]!.soldiers.push(soldier);
    });
    for (const group of groups)
      for (const soldier of group.soldiers) {
        soldier.group = group;
        if (soldier.state !== "pinned") continue;
        soldier.state = "ready";
        soldier.stoodUp = true;
      }
  }

  groups(): Group[] {
    const groups = new Set<Group>();
    for (const { group } of this.soldiers()) if (group) groups.add(group);
    return [...groups];
  }

  bestBonus(soldiers: Soldier[]): number {
    return Math.max(0, ...ready(soldiers).map(({ line }) => (line.character ? (line.commandBonus ?? 0) : 0)));
  }

  combatant(soldier: Soldier): melee.Combatant {
    const { unit, order, fired, stoodUp } = soldier;
    const own = melee.combatant(this.asUnit(soldier), order, fired, stoodUp);
    // E-12: whoever of his unit is ready when the test is rolled.
    const leaders = unit.soldiers.filter(({ line }) => line.character);
    own.company = leaders.map((comrade) => {
      const one = comrade === soldier ? own : undefined;
      return {
        ...melee.combatant(this.asUnit(comrade)),
        get state() {
          return one?.state ?? comrade.state;
        },
      };
    });
    if (!this.options.medikitOnDamage) return own;
    const { cover } = this.kitsOf(unit, () => ready(unit.soldiers));
    own.kits = {
      get left() {
        return cover([]) ? unit.kits : 0;
      },
      set left(left: number) {
        unit.kits = left;
      },
    };
    return own;
  }

  asUnit({ line }: Soldier): melee.Unit {
    return line as unknown as melee.Unit;
  }

  fights(): void {
    for (const group of this.groups()) {
      const standing = (side: number) =>
        this.soldiers().filter(
          (soldier) => soldier.group === group && soldier.unit.side === side && soldier.state === "ready",
        );
      const [one, two] = [standing(0), standing(1)];
      if (one.length === 0 || two.length === 0) continue;
      if (two.length > one.length) this.fight(two, one[0]!);
      else this.fight(one, two[0]!);
    }
  }

  /** One or more against one: duels in list order (A-CC-13 to A-CC-18). */
  fight(soldiers: Soldier[], loneSoldier: Soldier): void {
    const { options } = this;
    const { weapons, rules } = this.scenario;
    const scene = { weapons, options, hitBands: rules?.hitBands } as unknown as melee.Fight;
    const lone = this.combatant(loneSoldier);
    const attackers = soldiers.map((soldier) => this.combatant(soldier));
    const cap = options.hitCap ?? { hits: 3 };
    const most = typeof cap === "object" && "hits" in cap ? cap.hits : 3;
    let hitsLeft = typeof cap === "object" && "hits" in cap ? cap.hits : Number.POSITIVE_INFINITY;
    let opponentsLeft = typeof cap === "object" && "opponents" in cap ? cap.opponents : Number.POSITIVE_INFINITY;
    let counting = attackers.length;
    const plan = options.hitPolicy === "optimal" ? this.spending(soldiers, most) : undefined;
    for (const [index, attacker] of attackers.entries()) {
      if (lone.state === "down" || lone.state === "out") break;
      if (lone.state === "pinned" && options.lonePinned === "stops") break;
      const inflict = (possible: number): number => {
        let hits = opponentsLeft === 0 ? 0 : Math.min(possible, hitsLeft);
        if (plan) hits = plan[index]!;
        if (options.hitPolicy === "oneEach" && hitsLeft !== Number.POSITIVE_INFINITY)
          hits = Math.min(hits, Math.max(1, hitsLeft - (attackers.length - index - 1)));
        hitsLeft -= hits;
        if (hits > 0) opponentsLeft--;
        return hits;
      };
      this.duel(scene, attacker, lone, counting, inflict, most);
      this.become(loneSoldier, lone.state);
      this.become(soldiers[index]!, attacker.state);
      if (attacker.state !== "ready") counting--;
      if (attacker.state === "pinned" && options.pinnedInMelee === "standUp") {
        attacker.state = "ready";
        soldiers[index]!.state = "ready";
      }
      if (lone.state === "pinned") {
        if (options.pinnedInMelee === "standUp") {
          lone.state = "ready";
          loneSoldier.state = "ready";
          lone.stoodUp = true;
        } else if (options.lonePinned !== "none") lone.stoodUp = true;
      }
    }
  }

  /**
   * QA-36, optimal: of all ways to deal so many hits to soldiers without skills, up to so many each, the one that puts
   * most of them down or out on average; eight in ten wounds do.
   */
  spending(soldiers: Soldier[], hits: number): number[] {
    const lost = ({ line }: Soldier, count: number) => {
      const fails = Math.min(1, Math.max(0, (line.save - 1) / 10));
      return 1 - (1 - 0.8 * fails) ** count;
    };
    const ways = (people: number, left: number): number[][] =>
      people === 0
        ? [[]]
        : Array.from({ length: left + 1 }, (_, own) =>
            ways(people - 1, left - own).map((rest) => [own, ...rest]),
          ).flat();
    const mean = (way: number[]) => way.reduce((sum, count, i) => sum + lost(soldiers[i]!, count), 0);
    return ways(soldiers.length, hits).reduce((best, way) => (mean(way) > mean(best) + 1e-9 ? way : best));
  }

  duel(
    scene: melee.Fight,
    attacker: melee.Combatant,
    lone: melee.Combatant,
    counting: number,
    inflict: (possible: number) => number,
    most: number,
  ): void {
    const { options, random } = this;
    const onLone = melee.weaponModifier(scene, attacker.unit);
    const onAttacker = melee.weaponModifier(scene, lone.unit);
    const dice = Math.min(counting, 3);
    const hits = melee.compareScores(random, scene, attacker, lone, dice, Math.max(0, counting - 3));
    if (hits > 0) {
      melee.takeHits(random, lone, Math.min(hits, most), onLone, true, options);
      return;
    }
    if (hits < 0) {
      const inflicted = inflict(-hits);
      if (inflicted > 0) melee.takeHits(random, attacker, inflicted, onAttacker, true, options);
      return;
    }
    const tests = options.uncertainPinTest ?? false;
    const quicker = melee.first(attacker, lone, options);
    const strikeLone = () => melee.takeHits(random, lone, 1, onLone, tests, options).wounded;
    const testUnanswered = (before: State) => {
      if (lone.state === before && !tests && options.uncertainAfterCap === "test") melee.pinTest(random, lone, options);
    };
    const before = lone.state;
    if (quicker === "attacker") {
      if (strikeLone()) return;
      if (inflict(1) > 0) melee.takeHits(random, attacker, 1, onAttacker, tests, options);
      else testUnanswered(before);
      return;
    }
    const inflicted = inflict(1);
    if (inflicted > 0) {
      const { wounded } = melee.takeHits(random, attacker, 1, onAttacker, tests, options);
      if (quicker === "defender" && wounded) return;
    }
    strikeLone();
    if (inflicted === 0) testUnanswered(before);
  }

  // Rally

  rally(): void {
    this.dodges();
    this.regroup();
    this.gladiators();
    for (const group of this.groups()) {
      const sides = new Set(
        group.soldiers
          .filter(({ state, group: own }) => own === group && (state === "ready" || state === "pinned"))
          .map(({ unit }) => unit.side),
      );
      if (sides.size < 2) for (const soldier of group.soldiers) if (soldier.group === group) soldier.group = undefined;
    }
    this.vehicles();
    for (const unit of this.units) this.unpin(unit);
    for (const unit of this.units) this.sacrifice(unit);
    for (const unit of this.units) this.care(unit);
  }

  /** A hit or more of one soldier's weapon or several, all resolved together. */
  strike(soldier: Soldier, weapons: (string | undefined)[], test: "none" | "each" | "once"): void {
    const own = this.combatant(soldier);
    own.state = soldier.state;
    own.stoodUp = false;
    const before = own.state;
    const saves = weapons.map((name) => {
      const modifier = name === undefined ? 0 : (this.scenario.weapons[name]!.saveModifier ?? 0);
      const needed =
        (this.options.saveModifierSign ?? "toDie") === "toDie"
          ? soldier.line.save - modifier
          : soldier.line.save + modifier;
      return melee.passes(this.random, needed, this.options);
    });
    const failed = saves.filter((saved) => !saved).length;
    let result = before;
    for (let i = 0; i < failed; i++)
      result = melee.worse(result, melee.woundRoll(this.random, own.unit, before, this.options));
    if ((result === "down" || result === "out") && own.kits.left > 0) {
      own.kits.left--;
      result = melee.worse(before, "pinned");
    }
    own.state = result;
    const tests = failed > 0 || test === "none" ? 0 : test === "once" ? Math.min(1, saves.length) : saves.length;
    for (let i = 0; i < tests; i++) melee.pinTest(this.random, own, this.options);
    this.become(soldier, own.state);
  }

  leave(soldier: Soldier): void {
    const { group } = soldier;
    if (group) group.soldiers = group.soldiers.filter((other) => other !== soldier);
    soldier.group = undefined;
  }

  /** A-RAL-03, A-RAL-04. */
  dodges(): void {
    const tried = new Set<Soldier>();
    for (;;) {
      const willing = this.soldiers().filter(
        (soldier) => soldier.unit.use.dodge && !tried.has(soldier) && this.engaged(soldier),
      );
      if (willing.length === 0) return;
      const dodger = willing.reduce((best, soldier) => {
        if (soldier.line.initiative !== best.line.initiative)
          return soldier.line.initiative > best.line.initiative ? soldier : best;
        return soldier.unit.side !== best.unit.side && soldier.unit.side === this.alpha ? soldier : best;
      });
      tried.add(dodger);
      const score = this.d10() + dodger.line.initiative;
      const hits = ready(this.opponents(dodger)).filter((enemy) => this.d10() + enemy.line.initiative >= score);
      if (hits.length === 0) this.leave(dodger);
      else {
        const weapons = hits.map(({ line }) => line.meleeWeapon);
        this.strike(dodger, weapons, this.options.pinTests === "perVolley" ? "once" : "each");
      }
    }
  }

  /** A-RAL-06. */
  regroup(): void {
    if (this.options.executeDown === "never") return;
    const doomed = this.soldiers().filter(
      (soldier) => soldier.state === "down" && ready(this.opponents(soldier)).some((enemy) => !this.engaged(enemy)),
    );
    for (const soldier of doomed) this.become(soldier, "out");
  }

  /** A-RAL-07. */
  gladiators(): void {
    for (const soldier of this.soldiers()) {
      if (soldier.state !== "ready" || !has(soldier, "gladiator")) continue;
      const pinned = this.soldiers().filter(
        (enemy) => this.opponents(soldier).includes(enemy) && enemy.state === "pinned",
      );
      for (const enemy of this.options.gladiatorRolls === "once" ? pinned.slice(0, 1) : pinned)
        if (this.d10() >= 6) this.strike(enemy, [soldier.line.meleeWeapon], "none");
    }
  }

  /** A-RAL-08, A-RAL-11, A-RAL-12, E-15, E-17: grenades, then marks and explosions, then repair. */
  vehicles(): void {
    for (const { hull, grenade } of this.grenades.splice(0)) hull.strike(grenade.piercing ?? 0, grenade.charge ?? 0);
    for (const unit of this.units) if (unit.hull?.wearDown()) this.explode(unit);
    for (const { hull, use, fired } of this.units) {
      if (hull?.destroyed !== false) continue;
      hull.repair(use.repair ?? "none", at(use.order, this.turn) === "aimed" && !fired ? 2 : 1);
    }
  }

  /** QA-48: hits on everybody of the nearest unit; they fall at once, so that who leads is read before (E-12). */
  explode(vehicle: Unit): void {
    const { explosion = "none", downSaves = true, pinTests } = this.options;
    const unit = this.byDistance(vehicle).find(({ soldiers }) => soldiers.some(({ state }) => state !== "out"));
    if (explosion === "none" || !unit) return;
    const needed =
      (this.options.saveModifierSign ?? "toDie") === "toDie" ? -explosion.saveModifier : explosion.saveModifier;
    const bonus = this.bestBonus(unit.soldiers);
    const { cover } = this.kitsOf(unit, () => ready(unit.soldiers));
    const treated = this.options.medikitOnDamage === true && cover([]);
    const struck = unit.soldiers.filter(({ state }) => state !== "out");
    const results = struck.map(({ line, state }) => {
      const saved = Array.from(
        { length: explosion.hits },
        () => (state !== "down" || downSaves) && melee.passes(this.random, line.save + needed, this.options),
      );
      let result = state;
      for (const save of saved)
        if (!save)
          result = melee.worse(
            result,
            melee.woundRoll(this.random, this.asUnit({ line } as Soldier), state, this.options),
          );
      if (saved.includes(false) || state !== "ready" || (line.skills ?? []).includes("implacable")) return result;
      for (const _ of pinTests === "perVolley" ? saved.slice(0, 1) : saved)
        if (!melee.passes(this.random, line.command - bonus, this.options)) result = "pinned";
      return result;
    });
    for (const grave of ["out", "down"] as const)
      struck.forEach(({ state }, i) => {
        if (!treated || results[i] !== grave || state === grave || unit.kits <= 0) return;
        unit.kits--;
        results[i] = melee.worse(state, "pinned");
      });
    struck.forEach((soldier, i) => {
      this.become(soldier, results[i]!);
    });
  }

  unpin(unit: Unit): void {
    // E-12: bearers of a bonus test first.
    const leads = ({ line }: Soldier) => line.character === true && (line.commandBonus ?? 0) > 0;
    for (const soldier of [...unit.soldiers.filter(leads), ...unit.soldiers.filter((other) => !leads(other))]) {
      if (soldier.state !== "pinned") continue;
      const implacable = has(soldier, "implacable") && (this.options.implacableUnpins ?? true);
      if (this.options.pinnedEnds === "auto" || implacable) soldier.state = "ready";
      else if (melee.passes(this.random, soldier.line.command - this.bestBonus(unit.soldiers), this.options))
        soldier.state = "ready";
    }
  }

  /** An aptitude that everybody of the unit has, or that somebody has who is ready. */
  bearer(unit: Unit, aptitude: string): boolean {
    return ready(unit.soldiers).some(({ line }) => (line.aptitudes ?? []).includes(aptitude));
  }

  /** E-10. */
  sacrifice(unit: Unit): void {
    if (unit.calls === 0 || !this.bearer(unit, "sacrifice")) return;
    const left = unit.soldiers.filter(({ state }) => state !== "out");
    const share = left.filter(({ state }) => state !== "ready").length / left.length;
    const reached = this.options.sacrificeScope === "side" ? this.soldiers(unit.side) : left;
    const stricken = reached.filter(({ state }) => state === "pinned" || state === "down");
    if (stricken.length === 0 || share < (unit.use.sacrificeAt ?? 0.5)) return;
    unit.calls--;
    for (const soldier of stricken) soldier.state = "ready";
  }

  /** A-RAL-15 to A-RAL-17, E-09. */
  care(unit: Unit): void {
    const everybody = unit.soldiers.every(({ line }) => (line.aptitudes ?? []).includes("medikit"));
    const covered = everybody || this.bearer(unit, "medikit");
    const patients = unit.soldiers.filter(({ state }) => state === "down");
    const results = patients.map(({ line }) =>
      melee.woundRoll(this.random, line as unknown as melee.Unit, "down", this.options),
    );
    for (const gravity of ["out", "down"])
      results.forEach((result, i) => {
        if (!covered || result !== gravity || unit.kits <= 0) return;
        unit.kits--;
        results[i] = "pinned";
      });
    patients.forEach((soldier, i) => {
      this.become(soldier, results[i]!);
    });
  }
}
