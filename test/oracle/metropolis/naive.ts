/**
 * The metropolis sheet a second time: die by die, model by model, straight from the text and the readings of its gaps,
 * and from nothing in src/. Slow and plain on purpose.
 */

export type Random = () => number;
// biome-ignore lint/suspicious/noExplicitAny: scenario data as a file gives it
export type Data = Record<string, any>;
export interface Scenario {
  kind: string;
  attacker?: Data;
  defender?: Data;
  sides?: Data[][];
  situation: Data;
  options: Data;
  rules: Data;
  weapons: Record<string, Data>;
  /** By side, what orders a unit that is activated (E-25), as code of its own. */
  policies?: (((seen: Seen) => string) | undefined)[];
}
/** What a policy sees. */
export interface Seen {
  turn: number;
  own: Counted;
  enemy: Counted;
  unit: Counted & { engaged: boolean };
}
interface Counted {
  ready: number;
  panicked: number;
  out: number;
  routed: number;
  models: number;
}
/** One trial: the value of every metric by its name, `name@turn.side` where there are several. */
export type Trial = Record<string, string | number>;

const HIT = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

class Table {
  random: Random;
  options: Data;
  weapons: Record<string, Data>;
  constructor(random: Random, options: Data, weapons: Record<string, Data>) {
    this.random = random;
    this.options = options;
    this.weapons = weapons;
  }

  d10(): number {
    return 1 + Math.floor(this.random() * 10);
  }

  /** A die that shooting rolls to hit: the 1 fails, the 10 succeeds, in every reading. */
  shootingRoll(needed: number, modifier: number): boolean {
    const die = this.d10();
    if (die === 1) return false;
    if (die === 10) return true;
    return die + modifier >= needed;
  }

  /** A test on the table of active stat against difficulty. */
  tableRoll(active: number, difficulty: number, modifier: number): boolean {
    const die = this.d10();
    if (this.options.modifierStage === "beforeTable") {
      let needed = 6 + difficulty - (active + modifier);
      if (needed < 2) needed = 2;
      if (needed > 10) needed = 10;
      return die >= needed;
    }
    let needed = 6 + difficulty - active;
    if (needed < 2) needed = 2;
    if (needed > 10) needed = 10;
    if (this.options.naturalRule !== "shooting") {
      if (die === 1) return false;
      if (die === 10) return true;
    }
    return die + modifier >= needed;
  }

  armed(line: Data): Data[] {
    const names: string[] = line.weapons ?? (line.weapon === undefined ? [] : [line.weapon]);
    return names.map((name) => this.weapons[name]!);
  }
}

/** A model with everything it inherits from its unit. */
interface Model {
  line: Data;
  /** Models of one line of the list are alike. */
  kind: number;
  wounds: number;
}

class Squad {
  data: Data;
  models: Model[] = [];
  initial: number;
  woundsEach: number;
  panicked = false;
  charged = false;
  inCover = false;
  routed = 0;
  moved = false;
  holding = false;
  done = false;
  foe: Squad | undefined;
  side = 0;
  place = 0;

  constructor(data: Data, surviving?: number, woundsLeft?: number) {
    this.data = data;
    this.woundsEach = data.wounds ?? 1;
    const lines: Data[] = data.members ?? [{ models: data.models ?? 1 }];
    for (const [kind, line] of lines.entries())
      for (let i = 0; i < (line.models ?? 1); i++) {
        const armed = line.weapon !== undefined || line.weapons !== undefined;
        const arms = armed
          ? { weapon: line.weapon, weapons: line.weapons }
          : { weapon: data.weapon, weapons: data.weapons };
        this.models.push({ line: { ...data, ...line, ...arms }, kind, wounds: this.woundsEach });
      }
    this.initial = this.models.length;
    // Who is listed first has fallen first.
    if (surviving !== undefined) this.models = this.models.slice(this.initial - surviving);
    if (woundsLeft !== undefined && this.models.length > 0) this.models[0]!.wounds = woundsLeft;
  }

  get size(): number {
    return this.models.length;
  }

  /** Half and less are measured in models, for an individual in its wounds. */
  share(): number {
    return this.data.individual ? (this.models[0]?.wounds ?? 0) / this.woundsEach : this.size / this.initial;
  }
}

/** Which models bear hits, as wounds by model in no order of rank: the fewest wounds left first. */
function takeHits(table: Table, target: Squad, damages: number[], toughness: number): number {
  const levels = target.models.map((model) => model.wounds).sort((a, b) => a - b);
  const success = (damage: number): boolean => table.tableRoll(damage, toughness, 0);
  let wounds = 0;
  const allocation = table.options.hitAllocation ?? "woundedFirst";
  if (allocation === "spread" && levels.length > 0) {
    const order = levels.map((_, i) => levels.length - 1 - i); // most wounds left first
    const dealt = damages.map((_, hit) => order[hit % order.length]!);
    damages.forEach((damage, hit) => {
      if (!success(damage)) return;
      wounds++;
      levels[dealt[hit]!] = Math.max(0, levels[dealt[hit]!]! - 1);
    });
  } else if (allocation === "concentrate" && levels.length > 0) {
    for (const damage of damages)
      if (success(damage)) {
        wounds++;
        levels[0] = Math.max(0, levels[0]! - 1);
      }
  } else {
    for (const damage of damages)
      if (success(damage)) {
        wounds++;
        const bearer = levels.findIndex((level) => level > 0);
        if (bearer >= 0) levels[bearer]!--;
      }
  }
  // Who falls stands first in the list of the unit; who is wounded comes next.
  const left = levels.filter((level) => level > 0).sort((a, b) => a - b);
  target.models = target.models.slice(target.models.length - left.length);
  target.models.forEach((model, i) => {
    model.wounds = left[i]!;
  });
  return wounds;
}

const bandOf = (distance: number): string | undefined =>
  distance === 0
    ? "contact"
    : distance <= 12
      ? "short"
      : distance <= 24
        ? "medium"
        : distance <= 36
          ? "long"
          : distance <= 48
            ? "extreme"
            : undefined;

function sizeModifier(sizeClass: number): number {
  if (sizeClass <= 1) return -1;
  if (sizeClass <= 3) return 0;
  if (sizeClass <= 5) return 1;
  if (sizeClass <= 7) return 2;
  return 3;
}

interface Facts {
  targetMoved: boolean;
  shooterMoved: boolean;
  inCover: boolean;
}

function shotModifier(table: Table, target: Data, facts: Facts): number {
  const moved = table.options.movedModifier === "shooter" ? facts.shooterMoved : facts.targetMoved;
  const cover = facts.inCover ? (table.options.coverShooting ?? 0) : 0;
  return sizeModifier(target.sizeClass ?? 2) - (moved ? 1 : 0) + cover;
}

/** A unit's fire: weapon after weapon, those that need the same together, in the order of the list. */
function fire(
  table: Table,
  shooters: Squad,
  target: Squad,
  band: string,
  facts: Facts,
): { hits: number; wounds: number } {
  const modifier = shotModifier(table, target.data, facts);
  // Weapon by weapon of each line, in the order of the list.
  const rolls: { gun: string; shooting: number; damage: number }[] = [];
  for (const kind of new Set(shooters.models.map((model) => model.kind))) {
    const models = shooters.models.filter((model) => model.kind === kind);
    for (const [place, weapon] of table.armed(models[0]!.line).entries()) {
      const damage = weapon.damage[band];
      if (damage === undefined) continue;
      for (const { line } of models)
        for (let i = 0; i < (weapon.shots ?? 1); i++)
          rolls.push({ gun: `${kind} ${place}`, shooting: line.shooting, damage });
    }
  }
  let hits = 0;
  let wounds = 0;
  for (const gun of new Set(rolls.map((roll) => roll.gun))) {
    const own = rolls.filter((roll) => roll.gun === gun);
    const landed = own.filter(({ shooting }) => table.shootingRoll(HIT[shooting - 1]!, modifier));
    hits += landed.length;
    wounds += takeHits(
      table,
      target,
      landed.map(({ damage }) => damage),
      target.data.toughness,
    );
  }
  return { hits, wounds };
}

const moraleNeeds = (table: Table): number => table.options.moraleDifficulty ?? 4;

function rallyModifier(table: Table, short: boolean, medium: boolean): number {
  const modifiers = [...(short ? [-2] : []), ...(medium ? [-1] : [])];
  if (modifiers.length === 0) return 0;
  return table.options.rallyModifiers === "sum" ? modifiers.reduce((a, b) => a + b) : Math.min(...modifiers);
}

/** A morale test; what it makes of the unit. */
function morale(table: Table, unit: Squad, short: boolean, medium: boolean): "held" | "panicked" | "routed" {
  const modifier = table.options.rallyModifiersOnMorale ? rallyModifier(table, short, medium) : 0;
  if (table.tableRoll(unit.data.command, moraleNeeds(table), modifier)) return "held";
  const share = unit.share();
  const routs = share < 0.5 || (share === 0.5 && table.options.halfIs === "rout");
  if (routs) {
    unit.routed += unit.size;
    unit.models = [];
    unit.panicked = false;
    return "routed";
  }
  unit.panicked = true;
  return "panicked";
}

/** The blows of some models of a unit: wounds, and models removed. */
function strike(table: Table, strikers: Squad, models: Model[], target: Squad): { wounds: number; removed: number } {
  const modifier =
    (strikers.panicked ? -2 : 0) + (strikers.charged ? 1 : 0) + (strikers.inCover ? 1 : 0) + (target.panicked ? 2 : 0);
  const before = target.size;
  let wounds = 0;
  for (const kind of new Set(models.map((model) => model.kind))) {
    const group = models.filter((model) => model.kind === kind);
    const hits: number[] = [];
    for (const { line } of group) {
      const contact = table
        .armed(line)
        .map((weapon) => weapon.damage.contact)
        .filter((damage) => damage !== undefined);
      const damage = contact.length > 0 ? Math.max(...contact) : line.strength;
      if (table.tableRoll(line.assault, target.data.assault, modifier)) hits.push(damage);
    }
    wounds += takeHits(table, target, hits, target.data.toughness);
  }
  return { wounds, removed: before - target.size };
}

type Around = (of: Squad) => [short: boolean, medium: boolean];

/** One round; who won it. */
function combat(table: Table, a: Squad, b: Squad, around: Around = () => [true, false]): "a" | "b" | "nobody" {
  const first = table.options.meleeOrder === "chargerFirst" && b.charged && !a.charged ? b : a;
  const second = first === a ? b : a;
  const waits = table.options.meleeOrder === "chargerFirst" && first.charged && !second.charged;
  const backAtOnce = [...second.models];
  // At the same time: what falls strikes all the same, and the panic of both is that of before.
  const done = strike(table, first, [...first.models], second);
  const answer = strike(table, second, waits ? [...second.models] : backAtOnce, first);
  const by = table.options.meleeWinner === "mostRemoved" ? "removed" : "wounds";
  const difference = done[by] - answer[by];
  a.charged = false;
  b.charged = false;
  if (difference === 0) return "nobody";
  const winner = difference > 0 ? first : second;
  const loser = winner === first ? second : first;
  if (loser.size > 0) morale(table, loser, ...around(loser));
  return winner === a ? "a" : "b";
}

function playShot(table: Table, scenario: Scenario): Trial {
  const { attacker, defender, situation } = scenario;
  const unit = new Squad(attacker!);
  const band = situation.band ?? bandOf(situation.distance);
  const facts = factsOf(situation);
  for (const model of unit.models)
    for (const weapon of table.armed(model.line)) {
      const damage = weapon.damage[band!];
      if (damage === undefined) continue;
      if (!table.shootingRoll(HIT[model.line.shooting - 1]!, shotModifier(table, defender!, facts)))
        return { outcome: "miss" };
      return { outcome: table.tableRoll(damage, defender!.toughness, 0) ? "wound" : "noWound" };
    }
  throw new Error("nobody can fire");
}

const factsOf = (situation: Data): Facts => ({
  targetMoved: situation.targetMoved ?? false,
  shooterMoved: situation.shooterMoved ?? false,
  inCover: situation.defenderInCover ?? false,
});

function playVolley(table: Table, { attacker, defender, situation }: Scenario): Trial {
  const shooters = new Squad(attacker!, situation.attackerSurviving);
  const target = new Squad(defender!, situation.defenderSurviving, situation.defenderWoundsLeft);
  const before = target.size;
  const result = fire(table, shooters, target, situation.band ?? bandOf(situation.distance)!, factsOf(situation));
  return { removed: before - target.size, hits: result.hits, wounds: result.wounds };
}

function playAssault(table: Table, { attacker, defender, situation }: Scenario): Trial {
  const a = new Squad(attacker!, situation.attackerSurviving, situation.attackerWoundsLeft);
  const b = new Squad(defender!, situation.defenderSurviving, situation.defenderWoundsLeft);
  a.charged = situation.charged ?? false;
  b.charged = situation.counterCharged ?? false;
  a.panicked = situation.attackerPanicked ?? false;
  b.panicked = situation.defenderPanicked ?? false;
  b.inCover = situation.defenderInCover ?? false;
  const [sizeA, sizeB] = [a.size, b.size];
  let winner = "draw";
  for (let round = 0; round < (situation.rounds ?? 1) && a.size > 0 && b.size > 0; round++) {
    const won = combat(table, a, b);
    if (won !== "nobody") winner = won === "a" ? "attacker" : "defender";
  }
  const state = (unit: Squad) =>
    unit.routed > 0 ? "routed" : unit.size === 0 ? "destroyed" : unit.panicked ? "panicked" : "steady";
  return {
    winner,
    attackerRemoved: sizeA - a.size,
    defenderRemoved: sizeB - b.size,
    attackerState: state(a),
    defenderState: state(b),
  };
}

function playTest(table: Table, { attacker, situation }: Scenario): Trial {
  const stat = situation.stat ?? table.options.reactionStat ?? "command";
  const passed = table.tableRoll(attacker![stat], situation.difficulty ?? 4, situation.modifier ?? 0);
  return { outcome: passed ? "pass" : "fail" };
}

function playMorale(table: Table, { defender, situation }: Scenario): Trial {
  const unit = new Squad(defender!, situation.surviving, situation.woundsLeft);
  const enemies: string[] = [situation.rallyEnemies ?? []].flat();
  const [short, medium] = [enemies.includes("short"), enemies.includes("medium")];
  if (situation.state === "panicked") {
    const rallied = table.tableRoll(defender!.command, moraleNeeds(table), rallyModifier(table, short, medium));
    return { outcome: rallied ? "held" : "panicked" };
  }
  return { outcome: morale(table, unit, short, medium) };
}

const inTurn = <T>(given: T | T[], turn: number): T =>
  Array.isArray(given) ? given[Math.min(turn, given.length - 1)]! : given;

/** A whole fight. */
class Fight {
  table: Table;
  squads: Squad[];
  situation: Data;
  turn = 0;
  trial: Trial = {};
  policies: NonNullable<Scenario["policies"]>;

  constructor(table: Table, scenario: Scenario) {
    this.table = table;
    this.policies = scenario.policies ?? [];
    this.situation = scenario.situation;
    this.squads = scenario.sides!.flatMap((units, side) =>
      units.map((data, place) => {
        const squad = new Squad(data);
        squad.side = side;
        squad.place = place;
        squad.panicked = data.state === "panicked";
        squad.inCover = data.inCover ?? false;
        return squad;
      }),
    );
  }

  gap(a: Squad, b: Squad): number {
    const own = [a, b].flatMap(({ data }) =>
      data.distance === undefined ? [] : [inTurn<number>(data.distance, this.turn)],
    );
    return own.length > 0 ? Math.max(...own) : inTurn<number>(this.situation.distance, this.turn);
  }

  sees(): boolean {
    return inTurn<boolean>(this.situation.lineOfSight ?? true, this.turn);
  }

  enemies(of: Squad): Squad[] {
    return this.squads
      .filter((squad) => squad.side !== of.side && squad.size > 0)
      .sort((a, b) => this.gap(of, a) - this.gap(of, b) || a.place - b.place);
  }

  around(of: Squad): [short: boolean, medium: boolean] {
    // Who is in contact is not also at the gap that the scenario gives.
    const apart = this.enemies(of).filter((enemy) => of.foe !== enemy && enemy.foe !== of);
    const bands = this.sees() ? apart.map((enemy) => bandOf(this.gap(of, enemy))) : [];
    const short = of.foe !== undefined || bands.some((band) => band === "contact" || band === "short");
    return [short, bands.includes("medium")];
  }

  skip(of: Squad, rule: string): void {
    const key = `skipped.${of.side === 0 ? "first" : "second"}.${rule}`;
    this.trial[key] = Number(this.trial[key] ?? 0) + 1;
  }

  clearDead(): void {
    for (const squad of this.squads) if (squad.size === 0) squad.foe = undefined;
    for (const squad of this.squads)
      if (squad.foe && squad.foe.size === 0)
        squad.foe = this.squads.find((other) => other.size > 0 && other.foe === squad);
  }

  shoot(shooter: Squad, target: Squad): boolean {
    const band = bandOf(this.gap(shooter, target));
    const fires = band !== undefined && band !== "contact" && this.canFire(shooter.data, band);
    if (!fires) return false;
    const size = target.size;
    const wounds = target.models.reduce((sum, model) => sum + model.wounds, 0);
    fire(this.table, shooter, target, band, {
      targetMoved: target.moved,
      shooterMoved: shooter.moved,
      inCover: target.inCover,
    });
    const lost = target.data.individual
      ? target.models.reduce((sum, model) => sum + model.wounds, 0) < wounds
      : target.size < size;
    if (target.size > 0 && lost && target.share() < 0.5) morale(this.table, target, ...this.around(target));
    this.clearDead();
    return true;
  }

  /** Judged by the whole unit: which weapons are left is for the dice to say. */
  canFire(data: Data, band: string): boolean {
    const lines: Data[] = data.members ?? [{}];
    return lines.some((line) => {
      const armed = line.weapon !== undefined || line.weapons !== undefined;
      return this.table.armed(armed ? line : data).some((weapon) => weapon.damage[band] !== undefined);
    });
  }

  reacts(unit: Squad): boolean {
    const stat = this.table.options.reactionStat ?? "command";
    return this.table.tableRoll(unit.data[stat], 4, 0);
  }

  assault(unit: Squad, enemy: Squad): void {
    for (let round = 0; round < (this.situation.rounds ?? 1) && unit.size > 0 && enemy.size > 0; round++)
      combat(this.table, unit, enemy, (of) => this.around(of));
    this.clearDead();
  }

  charge(unit: Squad): void {
    const [target] = this.enemies(unit);
    if (!target) return;
    unit.moved = true;
    unit.inCover = false;
    const reaches = this.gap(unit, target) <= 12;
    const answer = target.data.reaction ?? "fire";
    if (!target.panicked && !target.foe) {
      if (answer === "fire" && target.holding) {
        target.holding = false;
        if (this.sees() && this.gap(unit, target) > 0 && this.reacts(target)) this.shoot(target, unit);
      }
      if (answer === "counterCharge" && reaches && this.reacts(target)) {
        target.charged = true;
        target.moved = true;
        target.inCover = false;
      }
    }
    if (unit.size === 0) return;
    if (!reaches) {
      this.skip(unit, "E-22");
      return;
    }
    unit.charged = true;
    unit.foe = target;
    target.foe ??= unit;
  }

  counted(squads: readonly Squad[]): Counted {
    const sum = (value: (squad: Squad) => number) => squads.reduce((all, squad) => all + value(squad), 0);
    return {
      ready: sum((squad) => (squad.panicked ? 0 : squad.size)),
      panicked: sum((squad) => (squad.panicked ? squad.size : 0)),
      out: sum((squad) => squad.initial - squad.size - squad.routed),
      routed: sum((squad) => squad.routed),
      models: sum((squad) => squad.initial),
    };
  }

  orderOf(unit: Squad): string {
    const policy = this.policies[unit.side];
    if (!policy) return inTurn<string>(unit.data.order ?? "fire", this.turn);
    const ofSide = (side: number) => this.counted(this.squads.filter((squad) => squad.side === side));
    return policy({
      turn: this.turn + 1,
      own: ofSide(unit.side),
      enemy: ofSide(1 - unit.side),
      unit: { ...this.counted([unit]), engaged: unit.foe !== undefined },
    });
  }

  activate(unit: Squad): void {
    const order = this.orderOf(unit);
    if (unit.panicked) {
      const modifier = rallyModifier(this.table, ...this.around(unit));
      if (this.table.tableRoll(unit.data.command, moraleNeeds(this.table), modifier)) unit.panicked = false;
    }
    // Nobody is left to fight.
    if (this.enemies(unit).length === 0) return;
    if (unit.foe) {
      if (order === "assault") this.assault(unit, unit.foe);
      else this.skip(unit, order === "hold" ? "B-ORD-02" : order === "fire" ? "B-SHOOT-02" : "B-ORD-04");
      return;
    }
    if (order === "move") unit.moved = true;
    else if (unit.panicked) this.skip(unit, "B-MOR-05");
    else if (order === "hold") unit.holding = true;
    else if (order === "charge") this.charge(unit);
    else if (order === "assault") {
      const [target] = this.enemies(unit);
      if (!target || this.gap(unit, target) > 0) this.skip(unit, "B-ORD-04");
      else {
        unit.foe = target;
        target.foe ??= unit;
        this.assault(unit, target);
      }
    } else if (!this.sees()) this.skip(unit, "B-SHOOT-01");
    else {
      const target = this.enemies(unit).find((enemy) => !enemy.foe);
      if (!target || this.gap(unit, target) === 0) this.skip(unit, "B-SHOOT-02");
      else if (!this.shoot(unit, target)) this.skip(unit, "B-RANGE-01");
    }
  }

  play(): Trial {
    const turns = this.situation.turns ?? 6;
    for (this.turn = 0; this.turn < turns; this.turn++) {
      for (const squad of this.squads) {
        squad.moved = false;
        squad.holding = false;
        squad.done = false;
      }
      let side = 0;
      for (;;) {
        const [mine, yours] = [this.table.d10(), this.table.d10()];
        if (mine === yours) continue;
        side = mine > yours ? 0 : 1;
        break;
      }
      for (;;) {
        const next = (of: number) => this.squads.find((squad) => squad.side === of && !squad.done && squad.size > 0);
        const unit = next(side) ?? next(1 - side);
        if (!unit) break;
        unit.done = true;
        this.activate(unit);
        side = 1 - unit.side;
      }
      for (const [of, name] of ["first", "second"].entries()) {
        const own = this.squads.filter((squad) => squad.side === of);
        const count = (value: (squad: Squad) => number) => own.reduce((sum, squad) => sum + value(squad), 0);
        const at = `${this.turn + 1}.${name}`;
        this.trial[`casualties@${at}`] = count((squad) => squad.initial - squad.size);
        this.trial[`ready@${at}`] = count((squad) => (squad.panicked ? 0 : squad.size));
        this.trial[`panicked@${at}`] = count((squad) => (squad.panicked ? squad.size : 0));
        this.trial[`out@${at}`] = count((squad) => squad.initial - squad.size - squad.routed);
        this.trial[`routed@${at}`] = count((squad) => squad.routed);
      }
    }
    const share = (of: number) => {
      const own = this.squads.filter((squad) => squad.side === of);
      return own.reduce((sum, squad) => sum + squad.size, 0) / own.reduce((sum, squad) => sum + squad.initial, 0);
    };
    this.trial.winner = share(0) > share(1) ? "first" : share(0) < share(1) ? "second" : "draw";
    return this.trial;
  }
}

/** Plays one trial of any kind. */
export function play(scenario: Scenario, random: Random): Trial {
  const table = new Table(random, scenario.options, scenario.weapons);
  switch (scenario.kind) {
    case "shot":
      return playShot(table, scenario);
    case "volley":
      return playVolley(table, scenario);
    case "assault":
      return playAssault(table, scenario);
    case "test":
      return playTest(table, scenario);
    case "morale":
      return playMorale(table, scenario);
    default:
      return new Fight(table, scenario).play();
  }
}
