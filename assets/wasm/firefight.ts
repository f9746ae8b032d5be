// AssemblyScript: fights of fire and rally, soldier by soldier, in 32 lanes. `npm run build` compiles it into
// src/rulesets/alpha-omega/engagement/firefight-wasm.ts.
//
// What it plays is an image, laid out by firefight-image.ts; addresses in it count from its beginning. A unit in a lane is
// sixteen bytes, the states of its soldiers; whoever is not there is out. Whatever befalls soldiers is listed first, lane
// after lane, then drawn in one go: no draw waits to be told whose it is.

import { a, b, begin, c, d, end, resume, word } from "./stream";

/** The outcome of the law at `law` for a number whose first bits are `first` and run through one of its cuts. */
@external("asked", "beyond")
declare function beyond(at: usize, law: i32, first: u32): u32;
/** Of the lane that is told: who is Alpha, what a volley left of a unit, what rally did. */
@external("asked", "alpha")
declare function tellAlpha(side: u32): void;
@external("asked", "volley")
declare function tellVolley(at: usize, unit: u32): void;
@external("asked", "rallied")
declare function tellRallied(at: usize, unit: u32, turn: u32): void;

/** The scene of each turn. */
const TURNS = 16;
const TURNS_END = 20;
const UNITS = 24;
/** Where the units of the second side begin, and where all end. */
const SECOND = 28;
const UNITS_END = 32;
/** Models of each side. */
const MODELS = 36;
const OTHERS = 40;
const KEEPS_ALPHA = 44;
/** By who was Alpha, the law of who is next (QA-24). */
const AFTER = 48;
const ALPHA = 52;
/** What all units are when a fight begins, and are. */
const FRESH = 56;
const STATES = 60;
const STATES_END = 64;
/** The lane that is told, times sixteen; -1 for none. */
const TOLD = 68;
/** Room: soldiers who are struck; by what; shots of a unit. */
const QUEUE = 72;
const FALLS = 76;
const SHOTS = 80;
/** By eight bits: which are set. */
const OCTETS = 84;
/** What is counted by turn and side; what is left of both sides at the end, fight by fight. */
const COUNTS = 88;
const FINALS = 92;

/** A unit: its states, side, medics, whether nobody's rally depends on them, laws of rally, initiative; who intercepts. */
const SIDE: usize = 4;
const MEDICS: usize = 8;
const PLAIN: usize = 12;
const RELIEF: usize = 16;
const RANKS: usize = 20;
const RANKS_END: usize = 24;
const ACTED: usize = 28;
const INTERCEPTED: usize = 32;
const UNIT: usize = 64;

/** A scene; lists begin with their end. Who fires is a unit and a list of salvoes. */
const MATTERS: usize = 4;
const TOGETHER: usize = 8;
const ORDER: usize = 12;
const FIRING: usize = 20;
const INTERCEPTIONS: usize = 24;

/** A salvo: who, at whom, who can be seen of them. */
const TARGET: usize = 4;
const SEEN: usize = 8;
/** Whether a medikit treats wounds at once (QA-20): 0 never, 1 always, 2 while a medic is ready. */
const TREATMENT: usize = 12;
const ROWS: usize = 16;
/** By eight ready soldiers: how many shots, and which. */
const LOW: usize = 20;
const HIGH: usize = 24;
const LOW_COUNTS: usize = 28;
const HIGH_COUNTS: usize = 32;
const BYTES: usize = 36;
const EACH: usize = 40;

const LANE: usize = 16;
const LANES: usize = 32 * LANE;
/** Laws of a state: sixteen soldiers'. */
const STATE: u32 = 6;
const TREATED: usize = 192;
const COUNTED: usize = 5;

@inline
function lows(own: v128): u32 {
  return i8x16.bitmask(i16x8.shl(own, 7));
}

@inline
function highs(own: v128): u32 {
  return i8x16.bitmask(i16x8.shl(own, 6));
}

@inline
function readyOf(unit: usize, at: usize, lane: usize): u32 {
  return i8x16.bitmask(i8x16.eq(v128.load(at + load<u32>(unit) + lane), i8x16.splat(0)));
}

/** Appends those who are in a set of soldiers. Tells where the next ones go. */
@inline
function list(octets: usize, queue: usize, set: u32, lane: usize): usize {
  v128.store(queue, i16x8.add(v128.load_ext<u8>(octets + ((set & 255) << 3)), i16x8.splat(i16(lane))));
  v128.store(
    queue + 2 * popcnt(set & 255),
    i16x8.add(v128.load_ext<u8>(octets + ((set >>> 8) << 3)), i16x8.splat(i16(lane + 8))),
  );
  return queue + 2 * popcnt(set);
}

/** Where a word runs through a cut. */
function settled(at: usize, law: usize, first: u32): u32 {
  const place = load<i32>(law, 12);
  end(at);
  const code = beyond(at, place < 0 ? ~place : load<i32>(law, 16), first);
  begin(at);
  return code;
}

/** An outcome of a law. */
function fall(at: usize, law: usize): u32 {
  const first = word() >>> 1;
  const cuts = v128.load(law);
  const words = i32x4.splat(first);
  if (v128.any_true(i32x4.eq(cuts, words))) return settled(at, law, first);
  return popcnt(i32x4.bitmask(i32x4.lt_s(cuts, words)) & 7);
}

/** One draw for each soldier of a list. */
@inline
function drawAll(at: usize, listed: usize, states: usize, rows: usize, fires: bool): void {
  let falls = at + load<u32>(at, FALLS);
  let s = a;
  let t = b;
  let u = c;
  let v = d;
  for (let next = at + load<u32>(at, QUEUE); next < listed; next += 2) {
    const soldier: usize = load<u16>(next);
    const place = states + soldier;
    let law = at + load<u32>(rows + (u32(load<u8>(place)) << STATE) + ((soldier & 15) << 2));
    if (fires) law += usize(load<u8>(falls++)) << 4;
    const first = (rotl(s + v, 7) + s) >>> 1;
    const left = t << 9;
    u ^= s;
    v ^= t;
    t ^= u;
    s ^= v;
    u ^= left;
    v = rotl(v, 11);
    const cuts = v128.load(law);
    const words = i32x4.splat(first);
    let code: u32 = popcnt(i32x4.bitmask(i32x4.lt_s(cuts, words)) & 7);
    if (v128.any_true(i32x4.eq(cuts, words))) {
      resume(s, t, u, v);
      code = settled(at, law, first);
      s = a;
      t = b;
      u = c;
      v = d;
    }
    store<u8>(place, code);
  }
  resume(s, t, u, v);
}

function drawFire(at: usize, listed: usize, states: usize, rows: usize): void {
  drawAll(at, listed, states, rows, true);
}

function drawRally(at: usize, listed: usize, states: usize, rows: usize): void {
  drawAll(at, listed, states, rows, false);
}

/** QA-20. */
@inline
function isTreated(at: usize, salvo: usize, lane: usize): bool {
  const treatment = load<u32>(salvo, TREATMENT);
  if (treatment < 2) return treatment != 0;
  const target = at + load<u32>(salvo, TARGET);
  return (load<u32>(target, MEDICS) & readyOf(target, at, lane)) != 0;
}

/** A unit fires at another in some lanes (E-05, E-14). Tells whether anybody could fire and be fired at. */
function volley(at: usize, salvo: usize, from: usize, to: usize): bool {
  const target = at + load<u32>(salvo, TARGET);
  const shooters = at + load<u32>(at + load<u32>(salvo));
  const targets = at + load<u32>(target);
  const seen = load<u32>(salvo, SEEN);
  const each = load<u32>(salvo, EACH);
  const low = at + load<u32>(salvo, LOW);
  const high = at + load<u32>(salvo, HIGH);
  const lowCounts = at + load<u32>(salvo, LOW_COUNTS);
  const highCounts = at + load<u32>(salvo, HIGH_COUNTS);
  const bytes: usize = load<u32>(salvo, BYTES);
  const shots = at + load<u32>(at, SHOTS);
  const octets = at + load<u32>(at, OCTETS);
  const queue = at + load<u32>(at, QUEUE);
  const zero = i8x16.splat(0);
  let falls = at + load<u32>(at, FALLS);
  let listed = queue;
  for (let lane = from; lane < to; lane += LANE) {
    const ready: u32 = i8x16.bitmask(i8x16.eq(v128.load(shooters + lane), zero));
    const own = v128.load(targets + lane);
    const ones = lows(own);
    const twos = highs(own);
    // Ready soldiers, then pinned ones; down ones when nobody stands.
    const standing = seen & ~twos;
    const pinned = standing & ones;
    const first = standing != 0 ? standing ^ pinned : seen & ~ones;
    const places: usize = popcnt(first | pinned);
    const lowReady: usize = ready & 255;
    const highReady: usize = ready >>> 8;
    const before: usize = load<u8>(lowCounts + lowReady);
    const all = before + usize(load<u8>(highCounts + highReady));
    for (let k: usize = 0; k < bytes; k += 16) v128.store(shots + k, v128.load(low + lowReady * bytes + k));
    for (let k: usize = 0; k < bytes; k += 16)
      v128.store(shots + before + k, v128.load(high + highReady * bytes + k));
    v128.store(shots + all, zero);
    list(octets, list(octets, listed, first, lane), pinned, lane);
    const many: usize = places == 0 ? 0 : all;
    let struck = many < places ? many : places;
    if (each == 1) {
      let sum = v128.load(shots);
      for (let k = places; k < many; k += places) sum = i8x16.add(sum, v128.load(shots + k));
      v128.store(falls, sum);
    } else {
      v128.store(falls, zero);
      let place: usize = 0;
      let left = each;
      for (let k: usize = 0; k < many; k++) {
        store<u8>(falls + place, load<u8>(falls + place) + load<u8>(shots + k));
        if (--left > 0) continue;
        left = each;
        place = place + 1 == places ? 0 : place + 1;
      }
      const reached: usize = (many + each - 1) / each;
      struck = reached < places ? reached : places;
    }
    listed += 2 * struck;
    falls += struck;
  }
  if (listed == queue) return false;
  const rows = at + load<u32>(salvo, ROWS) + (isTreated(at, salvo, from) ? TREATED : 0);
  drawFire(at, listed, targets, rows);
  if (load<i32>(at, TOLD) == i32(from)) tellVolley(at, load<u32>(salvo, TARGET));
  return true;
}

/** E-05: at the nearest enemy unit that it may shoot at; `salvoes` begin with their end. */
function fire(at: usize, unit: usize, salvoes: usize, lane: usize): void {
  if (load<u8>(unit + INTERCEPTED + lane / LANE) != 0) return;
  const last = at + load<u32>(salvoes);
  for (let salvo = salvoes + 4; salvo < last; salvo += 4)
    if (volley(at, at + load<u32>(salvo), lane, lane + LANE)) return;
}

/** A-GEN-02, E-03, QA-24: who is Alpha in a phase; nobody asks where it makes no difference. */
function duel(at: usize, scene: usize, isFirst: bool, lane: usize): void {
  const place = at + load<u32>(at, ALPHA) + lane / LANE;
  const given = load<i32>(scene);
  const keeps = load<u32>(at, KEEPS_ALPHA) != 0;
  if (given >= 0 || (load<u32>(scene, MATTERS) == 0 && !keeps)) {
    store<u8>(place, given > 0 ? 1 : 0);
    return;
  }
  const alpha =
    keeps && !isFirst ? fall(at, at + load<u32>(at, AFTER) + (u32(load<u8>(place)) << 5)) : word() >>> 31;
  store<u8>(place, alpha);
  if (load<i32>(at, TOLD) == i32(lane)) tellAlpha(alpha);
}

/** A-GEN-03: the highest initiative of a ready soldier of a unit, doubled, and one more for Alpha's; -2 for none. */
function rankOf(at: usize, unit: usize, alpha: u32, lane: usize): i32 {
  const ready = readyOf(unit, at, lane);
  const last = at + load<u32>(unit, RANKS_END);
  for (let rank = at + load<u32>(unit, RANKS); rank < last; rank += 8)
    if ((load<u32>(rank, 4) & ready) != 0) return load<i32>(rank) + (load<u32>(unit, SIDE) == alpha ? 1 : 0);
  return -2;
}

/** Units of a sub-phase fire, each time the one whose turn it is (A-GEN-03). */
function fireInTurn(at: usize, phase: usize, alpha: u32, lane: usize): void {
  const last = at + load<u32>(phase);
  for (let one = phase + 4; one < last; one += 8) store<u32>(at + load<u32>(one), 0, ACTED);
  for (let left = phase + 4; left < last; left += 8) {
    let best: usize = 0;
    let rank = -2;
    for (let one = phase + 4; one < last; one += 8) {
      const unit = at + load<u32>(one);
      if (load<u32>(unit, ACTED) != 0) continue;
      const own = rankOf(at, unit, alpha, lane);
      if (best == 0 || own > rank) {
        best = one;
        rank = own;
      }
    }
    store<u32>(at + load<u32>(best), 1, ACTED);
    fire(at, at + load<u32>(best), at + load<u32>(best, 4), lane);
  }
}

/** E-04: the first listed enemy unit on the move that can be shot at. */
function intercept(at: usize, scene: usize, lane: usize): void {
  const list = at + load<u32>(scene, INTERCEPTIONS);
  const last = at + load<u32>(list);
  for (let one = list + 4; one < last; one += 8) {
    const salvoes = at + load<u32>(one, 4);
    const end = at + load<u32>(salvoes);
    let has: u32 = 0;
    for (let next = salvoes + 4; next < end && has == 0; next += 4) {
      const salvo = at + load<u32>(next);
      if (readyOf(at + load<u32>(salvo, TARGET), at, lane) != 0 && volley(at, salvo, lane, lane + LANE)) has = 1;
    }
    store<u8>(at + load<u32>(one) + INTERCEPTED + lane / LANE, has);
  }
}

/** The shooting phase of one lane. */
function shootIn(at: usize, scene: usize, lane: usize): void {
  const alpha: u32 = load<u8>(at + load<u32>(at, ALPHA) + lane / LANE);
  intercept(at, scene, lane);
  const order = load<u32>(scene + ORDER + 4 * alpha);
  if (order != 0) {
    const last = at + load<u32>(at + order);
    for (let one = at + order + 4; one < last; one += 8)
      fire(at, at + load<u32>(one), at + load<u32>(one, 4), lane);
    return;
  }
  const firing = at + load<u32>(scene, FIRING);
  const last = at + load<u32>(firing);
  for (let phase = firing + 4; phase < last; phase += 4) fireInTurn(at, at + load<u32>(phase), alpha, lane);
}

function shoot(at: usize, scene: usize): void {
  if (load<u32>(scene, TOGETHER) == 0) {
    for (let lane: usize = 0; lane < LANES; lane += LANE) shootIn(at, scene, lane);
    return;
  }
  const order = at + load<u32>(scene + ORDER + (load<i32>(scene) > 0 ? 4 : 0));
  const last = at + load<u32>(order);
  for (let one = order + 4; one < last; one += 8) {
    const salvoes = at + load<u32>(one, 4);
    const isAlone = at + load<u32>(salvoes) == salvoes + 8;
    const salvo = at + load<u32>(salvoes, 4);
    if (isAlone && load<u32>(salvo, TREATMENT) < 2 && load<i32>(at, TOLD) < 0) volley(at, salvo, 0, LANES);
    else for (let lane: usize = 0; lane < LANES; lane += LANE) fire(at, at + load<u32>(one), salvoes, lane);
  }
}

/** Unpinning and care of a unit (A-RAL-13 to A-RAL-17), where no soldier's luck depends on another's. */
function rally(at: usize, unit: usize): void {
  const states = at + load<u32>(unit);
  const octets = at + load<u32>(at, OCTETS);
  let listed = at + load<u32>(at, QUEUE);
  for (let lane: usize = 0; lane < LANES; lane += LANE) {
    const own = v128.load(states + lane);
    listed = list(octets, listed, lows(own) ^ highs(own), lane);
  }
  drawRally(at, listed, states, at + load<u32>(unit, RELIEF));
}

/** The same of one lane where a medic has to be ready for care (E-09), after all unpinning. */
function rallyTogether(at: usize, unit: usize, lane: usize): void {
  const states = at + load<u32>(unit);
  const octets = at + load<u32>(at, OCTETS);
  const queue = at + load<u32>(at, QUEUE);
  const rows = at + load<u32>(unit, RELIEF);
  const own = v128.load(states + lane);
  const ones = lows(own);
  const twos = highs(own);
  drawRally(at, list(octets, queue, ones & ~twos, lane), states, rows);
  const treated = (load<u32>(unit, MEDICS) & readyOf(unit, at, lane)) != 0;
  drawRally(at, list(octets, queue, twos & ~ones, lane), states, rows + (treated ? TREATED : 0));
}

@inline
function count(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}

/** Counts what is left of a side after a turn; at the end of the fight that is written down as well. */
function tally(at: usize, first: usize, last: usize, models: usize, counts: usize, lanes: usize, finals: usize): void {
  const row = 4 * (models + 1);
  const pinnedRow = counts + row;
  const downRow = pinnedRow + row;
  const outRow = downRow + row + 4 * models;
  const casualtyRow = outRow + row;
  for (let lane: usize = 0; lane < lanes; lane += LANE) {
    let ready: usize = 0;
    let pinned: usize = 0;
    let down: usize = 0;
    for (let unit = first; unit < last; unit += UNIT) {
      const own = v128.load(at + load<u32>(unit) + lane);
      const ones = lows(own);
      const twos = highs(own);
      ready += popcnt((ones | twos) ^ 0xffff);
      pinned += popcnt(ones & ~twos);
      down += popcnt(twos & ~ones);
    }
    count(counts + 4 * ready);
    count(pinnedRow + 4 * pinned);
    count(downRow + 4 * down);
    count(outRow - 4 * (ready + pinned + down));
    count(casualtyRow - 4 * (ready + pinned));
    store<u32>(finals + lane / 2, ready | (pinned << 8) | (down << 16));
  }
}

/** Plays fights side by side, step by step; only so many of them count. */
function battles(at: usize, lanes: usize, finals: usize): void {
  const units = at + load<u32>(at, UNITS);
  const second = at + load<u32>(at, SECOND);
  const unitsEnd = at + load<u32>(at, UNITS_END);
  const turnsEnd = at + load<u32>(at, TURNS_END);
  const keeps = load<u32>(at, KEEPS_ALPHA) != 0;
  const models: usize = load<u32>(at, MODELS);
  const others: usize = load<u32>(at, OTHERS);
  const told = load<i32>(at, TOLD) >= 0;
  let counts = at + load<u32>(at, COUNTS);
  memory.copy(at + load<u32>(at, STATES), at + load<u32>(at, FRESH), load<u32>(at, STATES_END) - load<u32>(at, STATES));
  const turns = at + load<u32>(at, TURNS);
  for (let turn = turns; turn < turnsEnd; turn += 4) {
    const scene = at + load<u32>(turn);
    for (let lane: usize = 0; lane < LANES; lane += LANE) duel(at, scene, turn == turns, lane);
    for (let unit = units; unit < unitsEnd; unit += UNIT) memory.fill(unit + INTERCEPTED, 0, 32);
    shoot(at, scene);
    // The melee and rally phases have duels too, which only the next turn's fire may remember.
    if (keeps)
      for (let lane: usize = 0; lane < LANES; lane += LANE) {
        duel(at, scene, false, lane);
        duel(at, scene, false, lane);
      }
    for (let unit = units; unit < unitsEnd; unit += UNIT) {
      if (load<u32>(unit, PLAIN) != 0) rally(at, unit);
      else for (let lane: usize = 0; lane < LANES; lane += LANE) rallyTogether(at, unit, lane);
      if (told) tellRallied(at, u32(unit - at), u32(turn - turns) >>> 2);
    }
    tally(at, units, second, models, counts, lanes, finals);
    counts += 4 * COUNTED * (models + 1);
    tally(at, second, unitsEnd, others, counts, lanes, finals + 4);
    counts += 4 * COUNTED * (others + 1);
  }
}

/** Plays trials of the image that lies at `at`. */
export function play(at: usize, trials: i32): void {
  begin(at);
  let finals = at + load<u32>(at, FINALS);
  for (let left = trials; left > 0; left -= 32) {
    battles(at, LANE * usize(left < 32 ? left : 32), finals);
    finals += LANES / 2;
  }
  end(at);
}
