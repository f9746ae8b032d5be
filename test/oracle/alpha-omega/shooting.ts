/**
 * A second, independent implementation of shooting at soldiers (A-SHOOT, A-SAVE, A-SUP, A-WOUND): dice one by one,
 * straight from the rule text, slow and obvious. It exists only to be compared with the library.
 *
 * Where the text leaves a choice that no option names, the comment says "Reading" and gives the rule id.
 */

export type Random = () => number;
export type Order = "aimed" | "manoeuvre" | "move" | "run" | "none";
export type State = "ready" | "pinned" | "down" | "out";
export type ShotResult = "miss" | "unharmed" | "pinned" | "down" | "out";
export type Needed = number | string;
export type Targeting = "even" | "focus" | { focus: number };

export interface Weapon {
  label?: string;
  /** Modifier up to and including that many paces. */
  range: Record<number, number>;
  saveModifier?: number;
  shots?: number;
}

export interface Line {
  models?: number;
  label?: string;
  ballisticSkill?: Needed;
  closeCombat?: number;
  initiative?: number;
  save?: Needed;
  command?: Needed;
  skills?: string[];
  weapon?: string;
  weapons?: string[];
  character?: boolean;
  commandBonus?: number;
  visible?: number;
  contactCover?: boolean;
}

export interface Unit extends Line {
  members?: Line[];
}

export interface Situation {
  attackerOrder: Order;
  defenderOrder?: Order;
  distance: number;
  visible?: number;
  contactCover?: boolean;
  targets?: number[];
  targeting?: Targeting;
  defenderState?: State | State[];
  defenderInContact?: boolean;
  /** A-SHOOT-06: the gunners of a vehicle. */
  attackerIsVehicle?: boolean;
  /** In a whole fight: the order that each target has, or had when he went down. */
  targetOrders?: Order[];
  /** In a whole fight: the bonus of ready characters of the unit who are no targets. */
  otherBonus?: number;
  /** In a whole fight: medikits of the target unit that wound rolls may use (QA-20); used up as they are. */
  kits?: Kits;
}

/** Medikits that turn a wound roll of down or out into pinned. */
export interface Kits {
  left: number;
  /** Whether somebody may use them, by the states of the targets. */
  cover(states: State[]): boolean;
}

export interface Options {
  camouflageRun?: 1 | 2;
  saveModifierSign?: "toDie" | "toTarget";
  naturalRolls?: "none" | "oneFails" | "tenSucceeds" | "both";
  pinTests?: "perSavedHit" | "perVolley";
  volley?: "grouped" | "sequential";
  surplusShots?: "lost" | "retarget";
  pinnedCamouflage?: number;
  downCamouflage?: "asPinned" | "zero" | "asOrder";
  downSaves?: boolean;
  noOrderCamouflage?: 0 | -1;
  camouflageWithMinus?: "best" | "sum" | "camouflage" | "minus";
  minusTable?: "literal" | "baseMinusTwo";
  minusPinned?: -2 | -4;
  coverBoundaries?: "shooter" | "target";
  contactCover?: "always" | "whenHidden";
  hitTransfer?: "off" | "protectCharacters";
  transferWhen?: "lessOrEqualCover" | "notEasier";
  passiveSkillsWhenPinned?: boolean;
  enduranceWithDrone?: "best" | "endurance" | "drone";
}

/** Last face that pins, last face that downs. */
export type WoundBand = [number, number];
export type OrderRow = Partial<Record<Order, number>>;

export interface Rules {
  woundBands?: { standard?: WoundBand; endurance?: WoundBand; drone?: WoundBand };
  shooterOrder?: OrderRow;
  targetOrder?: { standard?: OrderRow; camouflage?: OrderRow; minus?: OrderRow };
  cover?: { mostlyHidden?: number; partlyHidden?: number; contact?: number };
}

export interface Setup {
  weapons: Record<string, Weapon>;
  attacker: Unit;
  defender: Unit;
  situation: Situation;
  options?: Options;
  rules?: Rules;
}

export interface Scenario {
  version: 1;
  ruleset: "alpha-omega";
  seed: number;
  options: Options;
  rules?: Rules;
  weapons: Record<string, Weapon>;
  units: { a: Unit; d: Unit };
  experiments: { e: { kind: "shot" | "volley"; attacker: "a"; defender: "d"; situation: Situation } };
}

export interface VolleyResult {
  hits: number;
  /** Final state of each target soldier, in list order. */
  states: State[];
}

/** One soldier on the table. */
interface Soldier {
  line: Line;
  state: State;
  order?: Order | undefined;
}

/** One shot that has been declared: who fires what at which soldier (index in the target unit). */
interface Shot {
  shooter: Soldier;
  weapon: Weapon;
  target: number;
}

export function setupOf(scenario: Scenario): Setup {
  return {
    weapons: scenario.weapons,
    attacker: scenario.units.a,
    defender: scenario.units.d,
    situation: scenario.experiments.e.situation,
    options: scenario.options,
    rules: scenario.rules ?? {},
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// One shot

export function playShot(setup: Setup, random: Random): ShotResult {
  refuseForbidden(setup);
  const shooter = soldiersOf(setup.attacker, "ready")[0]!;
  const unit = soldiersOf(setup.defender, setup.situation.defenderState);
  const target = unit[0]!;
  const weapon = weaponOf(shooter, setup);

  // Reading (E-12): the target is one soldier, but he is still of his unit: the characters of that unit help him.
  const bonus = commandBonusOf(unit, setup);

  // Reading (A-SHOOT-19): a single shot at a single soldier is never transferred.
  if (!rollToHit(shooter, weapon, target, setup, random)) {
    return "miss";
  }
  if (rollSave(target, weapon, setup, random)) {
    // A-SUP-01: only a ready soldier tests; one already pinned or down is unharmed by a hit he saved.
    if (target.state === "ready" && !rollPinTest(target, bonus, setup, random)) {
      return "pinned";
    }
    return "unharmed";
  }
  // A-WOUND-05: never better than the state he was in.
  return worse(target.state, rollWound(target, setup, random)) as ShotResult;
}

// ---------------------------------------------------------------------------------------------------------------------
// One volley

export function playVolley(setup: Setup, random: Random): VolleyResult {
  refuseForbidden(setup);
  const shooters = soldiersOf(setup.attacker, "ready");
  const targets = soldiersOf(setup.defender, setup.situation.defenderState);
  targets.forEach((target, i) => {
    target.order = setup.situation.targetOrders?.[i];
  });
  const shots = declareShots(shooters, targets, setup);
  if (setup.options?.volley === "sequential") {
    return playSequential(shots, targets, setup, random);
  }
  // E-12: a grouped volley is frozen at its declaration, the readiness of the characters with it.
  return playGrouped(shots, targets, commandBonusOf(targets, setup), setup, random);
}

/** QA-05 grouped: everything is read as it stands at declaration. */
function playGrouped(shots: Shot[], targets: Soldier[], bonus: number, setup: Setup, random: Random): VolleyResult {
  const hitsOn: Weapon[][] = targets.map(() => []);
  const results: State[] = targets.map(({ state }) => state);
  let hits = 0;

  const rollAllToHit = (index: number): void => {
    for (const shot of shots) {
      if (shot.target !== index) continue;
      if (!rollToHit(shot.shooter, shot.weapon, targets[index]!, setup, random)) continue;
      hits += 1;
      hitsOn[index]!.push(shot.weapon);
    }
  };

  /** E-11: once every die has fallen, hits on characters are passed on one by one. */
  const passOn = (index: number): void => {
    const own = hitsOn[index]!.splice(0);
    for (const weapon of own) {
      const counts = hitsOn.map((list) => list.length);
      hitsOn[receiverOf(index, targets, counts, setup)]!.push(weapon);
    }
  };

  const resolve = (index: number): void => {
    const soldier = targets[index]!;
    // Reading (QA-05, QA-07b, QA-15): his skills, his right to a save and his readiness are those at declaration for
    // every die of the volley, even for a second wound roll after a first one that pinned him.
    let final = soldier.state;
    const saved: boolean[] = hitsOn[index]!.map((weapon) => rollSave(soldier, weapon, setup, random));
    const failures = saved.filter((ok) => !ok).length;
    const successes = saved.filter((ok) => ok).length;
    if (failures > 0) {
      // A-SUP-04: no pin test at all. A-WOUND-05: the worst counts.
      for (let i = 0; i < failures; i++) {
        final = worse(final, rollWound(soldier, setup, random));
      }
    } else if (soldier.state === "ready" && successes > 0) {
      const tests = setup.options?.pinTests === "perVolley" ? 1 : successes; // QA-04
      for (let i = 0; i < tests; i++) {
        // Once pinned he is not ready any more and tests no further.
        if (final === "ready" && !rollPinTest(soldier, bonus, setup, random)) {
          final = "pinned";
        }
      }
    }
    results[index] = final;
  };

  if (setup.options?.hitTransfer === "protectCharacters") {
    // Reading (A-SHOOT-19, E-11): all hit dice fall first, then hits on characters are moved; nobody saves before every
    // hit of the volley has its final owner. So receivers are judged by their state at declaration, and a soldier
    // resolves his own and his received hits together.
    targets.forEach((_, index) => {
      rollAllToHit(index);
    });
    targets.forEach((_, index) => {
      passOn(index);
    });
    targets.forEach((_, index) => {
      resolve(index);
    });
  } else {
    // The order of the worked example: hits, saves, wounds of the first soldier, then of the second.
    targets.forEach((_, index) => {
      rollAllToHit(index);
      resolve(index);
    });
  }
  treat(targets, results, setup.situation.kits);
  return { hits, states: results };
}

/** QA-19, QA-20: kits go to those who would be out, then to those who would be down, in list order. */
function treat(targets: Soldier[], results: State[], kits: Kits | undefined): void {
  if (!kits?.cover(targets.map(({ state }) => state))) return;
  for (const grave of ["out", "down"] as const)
    targets.forEach(({ state }, i) => {
      if (results[i] !== grave || state === grave || kits.left <= 0) return;
      kits.left--;
      results[i] = worse(state, "pinned");
    });
}

/** QA-05 sequential: shot by shot, each resolved to the end, everything re-read before the next. */
function playSequential(shots: Shot[], targets: Soldier[], setup: Setup, random: Random): VolleyResult {
  const counts = targets.map(() => 0);
  const tested = targets.map(() => false);
  let hits = 0;

  for (const shot of shots) {
    let aimedAt = shot.target;
    if (targets[aimedAt]!.state === "out") {
      if (setup.options?.surplusShots !== "retarget") continue; // QA-05b: lost
      const next = retarget(targets, setup);
      if (next === undefined) continue;
      aimedAt = next;
    }
    if (!rollToHit(shot.shooter, shot.weapon, targets[aimedAt]!, setup, random)) continue;
    hits += 1;
    const receiver = receiverOf(aimedAt, targets, counts, setup);
    counts[receiver]! += 1;

    const soldier = targets[receiver]!;
    if (!rollSave(soldier, shot.weapon, setup, random)) {
      let result = worse(soldier.state, rollWound(soldier, setup, random));
      const { kits } = setup.situation;
      const isGrave = (result === "out" || result === "down") && result !== soldier.state;
      if (isGrave && kits && kits.left > 0 && kits.cover(targets.map(({ state }) => state))) {
        kits.left--;
        result = worse(soldier.state, "pinned");
      }
      soldier.state = result;
      continue;
    }
    if (soldier.state !== "ready") continue;
    // Reading (QA-04, QA-05): with one pin test per volley and shots one by one, the test comes with the first hit he
    // saves while ready; he makes no other in this volley.
    if (setup.options?.pinTests === "perVolley" && tested[receiver]) continue;
    tested[receiver] = true;
    // E-12: whoever is ready at the moment of the test helps.
    if (!rollPinTest(soldier, commandBonusOf(targets, setup), setup, random)) {
      soldier.state = "pinned";
    }
  }
  return { hits, states: targets.map((soldier) => soldier.state) };
}

// ---------------------------------------------------------------------------------------------------------------------
// Declaring shots (A-SHOOT-18, E-05, E-14)

function declareShots(shooters: Soldier[], targets: Soldier[], setup: Setup): Shot[] {
  // Every shooter in member order, all shots of his weapon one after the other.
  const fired: { shooter: Soldier; weapon: Weapon }[] = [];
  for (const shooter of shooters) {
    const weapon = weaponOf(shooter, setup);
    const count = weapon.shots ?? 1;
    for (let i = 0; i < count; i++) {
      fired.push({ shooter, weapon });
    }
  }
  const order = setup.situation.targets
    ? givenTargets(setup.situation.targets, fired.length, targets.length)
    : dealtTargets(setup.situation.targeting ?? "even", fired.length, targets);
  // With a declaration of fewer shots than there are, the last shots are not fired.
  return order.map((target, i) => ({ shooter: fired[i]!.shooter, weapon: fired[i]!.weapon, target }));
}

/** `targets: [2, 1]`: the first two shots at the first soldier, the third at the second. */
function givenTargets(targets: number[], shots: number, soldiers: number): number[] {
  const order: number[] = [];
  targets.forEach((count, soldier) => {
    for (let i = 0; i < count; i++) order.push(soldier);
  });
  if (order.length > shots) throw new Error("E-05: more shots declared than fired");
  if (targets.length > soldiers) throw new Error("E-05: more targets declared than soldiers");
  return order;
}

function dealtTargets(targeting: Targeting, shots: number, targets: Soldier[]): number[] {
  const ready = indexesIn("ready", targets);
  const pinned = indexesIn("pinned", targets);
  const down = indexesIn("down", targets);
  // Down soldiers only when no other remains.
  const standing = [...ready, ...pinned];
  const row = standing.length > 0 ? standing : down;

  const order: number[] = [];
  if (targeting === "focus") {
    for (let i = 0; i < shots; i++) order.push(row[0]!);
    return order;
  }
  // Reading (E-05): { focus: n } goes round again once everyone has had his n, as `even` does.
  const each = targeting === "even" ? 1 : targeting.focus;
  while (order.length < shots) {
    for (const soldier of row) {
      for (let i = 0; i < each; i++) {
        if (order.length < shots) order.push(soldier);
      }
    }
  }
  return order;
}

/**
 * QA-05b. Reading: the shot is dealt anew by itself, and for one single shot every policy names the same soldier: the
 * first in list order who is ready now, else the first pinned, else the first down. Nobody under 10 % visible.
 */
function retarget(targets: Soldier[], setup: Setup): number | undefined {
  const left = [...indexesIn("ready", targets), ...indexesIn("pinned", targets), ...indexesIn("down", targets)];
  return left.find((index) => canBeSeen(targets[index]!, setup));
}

function indexesIn(state: State, soldiers: Soldier[]): number[] {
  const found: number[] = [];
  soldiers.forEach((soldier, index) => {
    if (soldier.state === state) found.push(index);
  });
  return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// Hit transfer (A-SHOOT-19, QA-14, E-11)

/** Who takes the hit that landed on `hit`: himself, or the soldier it is moved to. */
function receiverOf(hit: number, targets: Soldier[], hitsSoFar: number[], setup: Setup): number {
  if (setup.options?.hitTransfer !== "protectCharacters") return hit;
  const character = targets[hit]!;
  // Reading (E-11): the owner moves every hit on a character that he may move, whatever the state of the character.
  if (character.line.character !== true) return hit;

  let best: number | undefined;
  targets.forEach((candidate, index) => {
    if (index === hit) return;
    if (candidate.line.character === true) return;
    if (candidate.state !== "ready" && candidate.state !== "pinned") return;
    if (!canBeSeen(candidate, setup)) return;
    if (!mayReceive(character, candidate, setup)) return;
    // The fewest hits so far, at equal numbers the first in list order. Hits so far are those of this volley that he
    // owns now, received ones included.
    if (best === undefined || hitsSoFar[index]! < hitsSoFar[best]!) best = index;
  });
  return best ?? hit;
}

function mayReceive(character: Soldier, candidate: Soldier, setup: Setup): boolean {
  // Modifiers of the shooter: the higher, the easier to hit. A cover "equal or lower" is a modifier equal or higher.
  if (setup.options?.transferWhen === "notEasier") {
    // Reading (QA-14): cover and camouflage summed; forbidden if the character is easier to hit than the receiver.
    const ofCandidate = coverModifier(candidate, setup) + camouflageModifier(candidate, setup);
    const ofCharacter = coverModifier(character, setup) + camouflageModifier(character, setup);
    return ofCandidate >= ofCharacter;
  }
  return coverModifier(candidate, setup) >= coverModifier(character, setup);
}

// ---------------------------------------------------------------------------------------------------------------------
// Dice

function rollDie(random: Random): number {
  return 1 + Math.floor(random() * 10);
}

/** QA-03: hit rolls, saves and pin tests, not wound rolls. */
function succeeds(die: number, enough: boolean, setup: Setup): boolean {
  const natural = setup.options?.naturalRolls ?? "none";
  if (die === 1 && (natural === "oneFails" || natural === "both")) return false;
  if (die === 10 && (natural === "tenSucceeds" || natural === "both")) return true;
  return enough;
}

/** A-SHOOT-12, A-SHOOT-17: D10 + m >= ballistic skill. */
function rollToHit(shooter: Soldier, weapon: Weapon, target: Soldier, setup: Setup, random: Random): boolean {
  const m =
    shooterModifier(setup) +
    rangeModifier(weapon, setup) +
    coverModifier(target, setup) +
    camouflageModifier(target, setup);
  const die = rollDie(random);
  return succeeds(die, die + m >= needed(shooter.line.ballisticSkill, "ballisticSkill"), setup);
}

/** A-SAVE-01, QA-02, QA-07b. */
function rollSave(soldier: Soldier, weapon: Weapon, setup: Setup, random: Random): boolean {
  if (soldier.state === "down" && setup.options?.downSaves === false) {
    return false; // no die: the hit goes straight to the wound roll
  }
  const save = needed(soldier.line.save, "save");
  const modifier = weapon.saveModifier ?? 0;
  const die = rollDie(random);
  if (setup.options?.saveModifierSign === "toTarget") {
    return succeeds(die, die >= save + modifier, setup);
  }
  return succeeds(die, die + modifier >= save, setup);
}

/** A-SUP-01, A-SUP-02 and E-12 (the bonus is added to the die), A-SUP-03 (implacable: no die). */
function rollPinTest(soldier: Soldier, bonus: number, setup: Setup, random: Random): boolean {
  if (skillsOf(soldier, setup).includes("implacable")) return true;
  const die = rollDie(random);
  return succeeds(die, die + bonus >= needed(soldier.line.command, "command"), setup);
}

/** A-WOUND-01 to A-WOUND-04, QA-18. */
function rollWound(soldier: Soldier, setup: Setup, random: Random): State {
  const standard = setup.rules?.woundBands?.standard ?? [2, 5];
  const endurance = setup.rules?.woundBands?.endurance ?? [3, 6];
  const drone = setup.rules?.woundBands?.drone ?? [2, 7];
  const skills = skillsOf(soldier, setup);
  let [lastPinned, lastDown] = standard;
  if (skills.includes("endurance") && skills.includes("drone")) {
    const stack = setup.options?.enduranceWithDrone ?? "best";
    if (stack === "endurance") [lastPinned, lastDown] = endurance;
    if (stack === "drone") [lastPinned, lastDown] = drone;
    if (stack === "best") {
      lastPinned = Math.max(endurance[0], drone[0]);
      lastDown = Math.max(endurance[1], drone[1]);
    }
  } else if (skills.includes("endurance")) {
    [lastPinned, lastDown] = endurance;
  } else if (skills.includes("drone")) {
    [lastPinned, lastDown] = drone;
  }
  const die = rollDie(random);
  if (die <= lastPinned) return "pinned";
  if (die <= lastDown) return "down";
  return "out";
}

const gravity: State[] = ["ready", "pinned", "down", "out"];

function worse(a: State, b: State): State {
  return gravity.indexOf(a) >= gravity.indexOf(b) ? a : b;
}

// ---------------------------------------------------------------------------------------------------------------------
// Modifiers to hit

/** A-SHOOT-05, A-SHOOT-06. */
function shooterModifier(setup: Setup): number {
  const order = setup.situation.attackerOrder;
  if (setup.situation.attackerIsVehicle) return { aimed: 1, manoeuvre: 0, move: -2, run: 0, none: 0 }[order];
  const row: OrderRow = { aimed: 1, manoeuvre: 0, move: -1, ...setup.rules?.shooterOrder };
  return row[order] ?? 0;
}

/** A-SHOOT-07: each band goes up to and including its distance. */
/** The bands of a weapon, the nearest first, read once. */
const bandsOf = new WeakMap<Weapon, { paces: number; modifier: number }[]>();

function rangeModifier(weapon: Weapon, setup: Setup): number {
  let bands = bandsOf.get(weapon);
  if (!bands) {
    bands = Object.entries(weapon.range)
      .map(([paces, modifier]) => ({ paces: Number(paces), modifier }))
      .sort((a, b) => a.paces - b.paces);
    bandsOf.set(weapon, bands);
  }
  for (const band of bands) {
    if (setup.situation.distance <= band.paces) return band.modifier;
  }
  throw new Error("A-SHOOT-07: beyond the last range band");
}

function visibleOf(soldier: Soldier, setup: Setup): number {
  return soldier.line.visible ?? setup.situation.visible ?? 100;
}

/** A-SHOOT-09, QA-12. */
function canBeSeen(soldier: Soldier, setup: Setup): boolean {
  const visible = visibleOf(soldier, setup);
  if (setup.options?.coverBoundaries === "target") return visible > 10;
  return visible >= 10;
}

/** A-SHOOT-10, A-SHOOT-11, QA-12, QA-13. */
function coverModifier(soldier: Soldier, setup: Setup): number {
  if (!canBeSeen(soldier, setup)) throw new Error("A-SHOOT-09: cannot be targeted");
  const mostlyHidden = setup.rules?.cover?.mostlyHidden ?? -2;
  const partlyHidden = setup.rules?.cover?.partlyHidden ?? -1;
  const contact = setup.rules?.cover?.contact ?? -1;
  const visible = visibleOf(soldier, setup);

  let modifier = 0;
  if (setup.options?.coverBoundaries === "target") {
    if (visible <= 50) modifier = mostlyHidden;
    else if (visible <= 90) modifier = partlyHidden;
  } else {
    if (visible < 50) modifier = mostlyHidden;
    else if (visible <= 90) modifier = partlyHidden;
  }

  // Reading: a soldier's own `visible` and `contactCover` replace those of the situation.
  const inContact = soldier.line.contactCover ?? setup.situation.contactCover ?? false;
  const partlySeen = visible <= 90;
  if (inContact && (partlySeen || setup.options?.contactCover !== "whenHidden")) {
    modifier += contact;
  }
  return modifier;
}

/** A-SHOOT-13 to A-SHOOT-16, QA-01, QA-06 to QA-11, QA-15. */
function camouflageModifier(soldier: Soldier, setup: Setup): number {
  const options = setup.options ?? {};
  const downAs = options.downCamouflage ?? "asPinned";
  // Reading (QA-07): zero is zero, with or without camouflage and minus.
  if (soldier.state === "down" && downAs === "zero") return 0;

  let plain: number;
  let withCamouflage: number;
  let withMinus: number;
  if (soldier.state === "ready" || (soldier.state === "down" && downAs === "asOrder")) {
    const order = soldier.order ?? setup.situation.defenderOrder ?? "none";
    const rows = targetRows(setup);
    plain = rows.standard[order]!;
    withCamouflage = rows.camouflage[order]!;
    withMinus = rows.minus[order]!;
  } else {
    // Pinned, or down and treated as pinned.
    plain = options.pinnedCamouflage ?? -2;
    withCamouflage = plain - 1;
    // Reading (QA-11): the number of the option as it is, whatever `minusTable` and `pinnedCamouflage` say.
    withMinus = options.minusPinned ?? -2;
  }

  const skills = skillsOf(soldier, setup);
  const camouflage = skills.includes("camouflage");
  const minus = skills.includes("minus");
  if (camouflage && minus) {
    const stack = options.camouflageWithMinus ?? "best"; // QA-09
    if (stack === "sum") return withCamouflage + withMinus;
    if (stack === "camouflage") return withCamouflage;
    if (stack === "minus") return withMinus;
    return Math.min(withCamouflage, withMinus);
  }
  if (camouflage) return withCamouflage;
  if (minus) return withMinus;
  return plain;
}

function targetRows(setup: Setup): { standard: OrderRow; camouflage: OrderRow; minus: OrderRow } {
  const options = setup.options ?? {};
  // Reading (QA-01): the text prints +1 on run for the plain and for the camouflage row; the option changes both. The
  // minus row (literal) has its own number for run.
  const run = options.camouflageRun ?? 1;
  // Reading (QA-08): "as move": plain and camouflage rows have the option's number, minus is two lower in both tables.
  const none = options.noOrderCamouflage ?? 0;
  const given = setup.rules?.targetOrder;
  const standard: OrderRow = { run, move: 0, aimed: -1, manoeuvre: -2, none, ...given?.standard };
  const camouflage: OrderRow = { run, move: 0, aimed: -3, manoeuvre: -3, none, ...given?.camouflage };
  if (options.minusTable === "baseMinusTwo") {
    const minus: OrderRow = {
      run: standard.run! - 2,
      move: standard.move! - 2,
      aimed: standard.aimed! - 2,
      manoeuvre: standard.manoeuvre! - 2,
      none: standard.none! - 2,
    };
    return { standard, camouflage, minus };
  }
  const minus: OrderRow = { run: -1, move: -2, aimed: -1, manoeuvre: -2, none: none - 2, ...given?.minus };
  return { standard, camouflage, minus };
}

// ---------------------------------------------------------------------------------------------------------------------
// Soldiers

/** The soldiers of a unit in list order; a member line inherits from its unit what it does not say itself. */
function soldiersOf(unit: Unit, states: State | State[] | undefined): Soldier[] {
  const soldiers: Soldier[] = [];
  for (const member of unit.members ?? [unit]) {
    const count = member.models ?? 1;
    // Whole fights give lines that lack nothing.
    const own = Object.keys(unit).length === 1 ? member : { ...unit, ...member };
    for (let i = 0; i < count; i++) {
      const position = soldiers.length;
      const state = Array.isArray(states) ? states[position] : states;
      soldiers.push({ line: own, state: state ?? "ready" });
    }
  }
  return soldiers;
}

/** QA-15: a pinned or down soldier may be without his passive skills; implacable stays in any case. */
function skillsOf(soldier: Soldier, setup: Setup): string[] {
  const skills = soldier.line.skills ?? [];
  const fallen = soldier.state === "pinned" || soldier.state === "down";
  if (fallen && setup.options?.passiveSkillsWhenPinned === false) {
    return skills.filter((skill) => skill === "implacable");
  }
  return skills;
}

/** Reading: of several weapons the first one that has a range is fired. */
function weaponOf(shooter: Soldier, setup: Setup): Weapon {
  const names = shooter.line.weapon !== undefined ? [shooter.line.weapon] : (shooter.line.weapons ?? []);
  for (const name of names) {
    const weapon = setup.weapons[name];
    if (weapon?.range !== undefined) return weapon;
  }
  throw new Error("A-SHOOT-07: no weapon to fire");
}

/** E-12: the best bonus among the ready characters of the unit; a character helps himself as well. */
function commandBonusOf(unit: Soldier[], setup: Setup): number {
  let best = setup.situation.otherBonus ?? 0;
  for (const soldier of unit) {
    if (soldier.line.character === true && soldier.state === "ready") {
      best = Math.max(best, soldier.line.commandBonus ?? 0);
    }
  }
  return best;
}

/** `4` and `"4+"` are the same. */
function needed(value: Needed | undefined, name: string): number {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  if (number === undefined || Number.isNaN(number)) throw new Error(`missing ${name}`);
  return number;
}

function refuseForbidden(setup: Setup): void {
  const order = setup.situation.attackerOrder;
  if (order === "run") throw new Error("A-SHOOT-04: a running unit does not shoot");
  // Reading (A-SHOOT-01 to A-SHOOT-04): without an order there is no sub-phase to fire in.
  if (order === "none") throw new Error("A-SHOOT-04: a unit without order does not shoot");
  if (setup.situation.defenderInContact === true) throw new Error("A-SHOOT-20: the target is in contact");
}
