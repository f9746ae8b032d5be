// AssemblyScript: fights with close combat between two units of like soldiers. `npm run build` compiles it into
// src/rulesets/alpha-omega/engagement/melee-wasm.ts.
//
// What it plays is an image, laid out by melee-image.ts; addresses in it count from its beginning. What is known of volleys
// and of groups' fights lies beside it (melee-memory.ts) and is made when it is met: addresses of that count from the
// beginning of the memory. How everybody stands is masks, soldier i of the plan bit i: of a state, which is two bits, `low` and
// `high` (0 ready, 1 pinned, 2 down, 3 out), of base contact, orders, and who has fired.

import { begin, end, word } from "./stream";

/** The state that the distribution numbered `distribution` has for a number whose first bits are `first` and run through one of its cuts. */
@external("asked", "settled")
declare function askState(at: usize, distribution: i32, first: u32): u32;
/** The outcome of the distribution at `distribution`, where `outcome` is the first whose cut is not below. */
@external("asked", "beyond")
declare function askOutcome(at: usize, distribution: usize, first: u32, outcome: u32): u32;
/** Where the distributions are of so many who fire and are shot at; NOBODY for none. */
@external("asked", "volley")
declare function askVolley(aim: u32, shooters: u32, ready: u32, pinned: u32, down: u32): u32;
/** The place of a group with one member more. */
@external("asked", "branch")
declare function askBranch(from: usize): usize;
/** Where the fight of so many begins, by the ways in which they come to blows: four bits each. */
@external("asked", "meet")
declare function askFight(place: usize, turn: u32, fighters: u32, ways: u32): i32;
/** The place after an outcome of the duel at a place. */
@external("asked", "follow")
declare function askPlace(place: i32, outcome: u32): i32;

const TURNS = 16;
const LAST = 20;
const SCENES = 24;
const FIRST = 28;
const SECOND = 36;
/** Whether whoever is in contact has no order (QA-33). */
const HOLDS = 44;
const DUEL = 48;
/** The distributions of unpinning and of care, of both units each. */
const RALLIES = 52;
/** Room: the members of groups in contact; the deal; fighters of each side. */
const MEMBERS = 56;
const DEAL = 60;
const FIGHTERS = 64;
const OTHERS = 68;
/** The place of a group of nobody. */
const ROOT = 72;
/** What is counted by side, where counters are, and how many a turn has. */
const COUNTERS = 76;
const PLACES = 84;
const WAYS = 92;
/** What is left of both sides at the end, fight by fight. */
const FINALS = 100;
/** Readings: whoever is Alpha stays so in a tie; who is in contact may be shot at, unless a ready enemy is there; QA-40. */
const KEEPS = 104;
const OPENS = 108;
const EXECUTES = 112;

const MATTERS: usize = 4;
const MATTERS_IN_MELEE: usize = 8;
const MAY_CHARGE: usize = 12;
const ORDER: usize = 16;
const INTERCEPTIONS: usize = 24;
const CHARGES: usize = 28;
const SYMBOLS: usize = 36;
const TURN: usize = 40;

/** A list begins with how many there are; of volleys: a unit and its salvo. */
const A_SALVO: usize = 8;
const SHOOTERS: usize = 0;
const TARGETS: usize = 8;
const SIZES: usize = 16;
const STANDING: usize = 20;
const DOWNED: usize = 24;
const AIM: usize = 28;
const NOBODY: u32 = 1;

const A_CHARGE: usize = 24;
/** Of a deal: where its groups begin; within one who lies there, and its fight. */
const GROUPS: usize = 16;
const A_GROUP: usize = 24;
const FALLEN: usize = 8;
const FIGHT: usize = 16;
/** Bytes of a mask. */
const MASK: usize = 8;
const MOST_AGAINST_ONE: u32 = 5;

/** Distributions of states: three cuts. A rally's is followed by what is sure where nothing is drawn, -1 where it is. */
const DISTRIBUTION: usize = 16;
const A_RALLY: usize = 32;

/** Distributions of duels: by the first bits of a word the first cut that it may reach, then the cuts. */
const DISTRIBUTION_SHIFT = 27;
const DISTRIBUTION_CUTS: usize = 64;

const KEPT: u32 = 1;
const FALLEN_OUT: u32 = 2;

let low: u64;
let high: u64;
let contact: u64;
let ordered: u64;
let fired: u64;
let groups: u32;
/** Who was Alpha in the phase before; -1 in the first. */
let alphaBefore: i32;

@inline
function readyOf(own: u64): u64 {
  return own & ~(low | high);
}

@inline
function pinnedOf(own: u64): u64 {
  return own & low & ~high;
}

@inline
function downOf(own: u64): u64 {
  return own & high & ~low;
}

/** How many there are in a mask. */
@inline
function many(own: u64): u32 {
  return u32(popcnt(own));
}

function settled(at: usize, distribution: usize, first: u32): u32 {
  end(at);
  const state = askState(at, ~load<i32>(distribution, 12), first);
  begin(at);
  return state;
}

function beyond(at: usize, distribution: usize, first: u32, outcome: u32): u32 {
  end(at);
  const settled = askOutcome(at, distribution, first, outcome);
  begin(at);
  return settled;
}

/** A state, by a distribution. */
@inline
function fall(at: usize, distribution: usize): u32 {
  const first = word() >>> 1;
  const cuts = v128.load(distribution);
  const words = i32x4.splat(first);
  if (v128.any_true(i32x4.eq(cuts, words))) return settled(at, distribution, first);
  return popcnt(i32x4.bitmask(i32x4.lt_s(cuts, words)) & 7);
}

/** Who is Alpha in a phase. */
function duel(at: usize, scene: usize, matters: bool): u32 {
  const given = load<i32>(scene);
  if (given < 0) {
    const keeps = load<u32>(at, KEEPS) != 0;
    if (!keeps && !matters) return 0;
    alphaBefore = fall(at, at + load<u32>(at, DUEL) + DISTRIBUTION * usize(keeps ? alphaBefore + 1 : 0));
  } else alphaBefore = given;
  return alphaBefore;
}

/** Who is in contact with a ready enemy. */
function faced(at: usize): u64 {
  const first = load<u64>(at, FIRST);
  const members = at + load<u32>(at, MEMBERS);
  let all: u64 = 0;
  for (let group: usize = 0; group < groups; group++) {
    const own = load<u64>(members + MASK * group);
    if (readyOf(own & ~first) != 0) all |= own & first;
    if (readyOf(own & first) != 0) all |= own & ~first;
  }
  return all;
}

/** E-08: a group is no more where everybody of a side is out; so is whoever is out. */
function disband(at: usize): void {
  const first = load<u64>(at, FIRST);
  const members = at + load<u32>(at, MEMBERS);
  let kept: usize = 0;
  contact = 0;
  for (let group: usize = 0; group < groups; group++) {
    const own = load<u64>(members + MASK * group) & ~(low & high);
    if ((own & first) == 0 || (own & ~first) == 0) continue;
    store<u64>(members + MASK * kept++, own);
    contact |= own;
  }
  groups = kept;
}

/** E-02. */
@inline
function beginTurn(at: usize): void {
  const first = load<u64>(at, FIRST);
  const second = load<u64>(at, SECOND);
  const ready = readyOf(first | second);
  let tied: u64 = 0;
  if (load<u32>(at, HOLDS) != 0) tied = contact;
  else {
    const members = at + load<u32>(at, MEMBERS);
    for (let group: usize = 0; group < groups; group++) {
      const own = load<u64>(members + MASK * group) & ready;
      const mine = own & first;
      const theirs = own & second;
      if (many(mine) == 1 && theirs != 0) tied |= mine;
      if (many(theirs) == 1 && mine != 0) tied |= theirs;
    }
  }
  ordered = ready & ~tied;
  fired = 0;
}

/** Tells whether anybody could fire and be fired at. */
function volley(at: usize, salvo: usize): bool {
  const shooters = readyOf(load<u64>(salvo, SHOOTERS)) & ordered;
  if (shooters == 0) return false;
  const open = load<u64>(salvo, TARGETS) & ~(load<u32>(at, OPENS) != 0 ? faced(at) : contact);
  const sizes = load<u32>(salvo, SIZES);
  const ready = readyOf(open);
  let next = pinnedOf(open);
  let place = many(shooters) * sizes;
  let down: u64 = 0;
  if ((ready | next) != 0) place = at + load<u32>(salvo, STANDING) + 4 * ((place + many(ready)) * sizes + many(next));
  else {
    down = downOf(open);
    if (down == 0) return false;
    place = at + load<u32>(salvo, DOWNED) + 4 * (place + many(down));
  }
  let distributions: usize = load<u32>(place);
  if (distributions == 0) {
    distributions = askVolley(load<u32>(salvo, AIM), many(shooters), many(ready), many(next), many(down));
    store<u32>(place, distributions);
  }
  if (distributions == NOBODY) return false;
  fired |= shooters;
  const last = distributions + DISTRIBUTION + DISTRIBUTION * usize(load<u32>(distributions));
  let left = ready;
  next |= down;
  let struck: u64 = 0;
  let lows: u64 = 0;
  let highs: u64 = 0;
  for (let distribution = distributions + DISTRIBUTION; distribution < last; distribution += DISTRIBUTION) {
    if (left == 0) {
      left = next;
      next = 0;
      if (left == 0) break;
    }
    const state: u64 = fall(at, distribution);
    const soldier = ctz(left);
    struck |= left & -left;
    lows |= (state & 1) << soldier;
    highs |= (state >>> 1) << soldier;
    left &= left - 1;
  }
  low = (low & ~struck) | lows;
  high = (high & ~struck) | highs;
  if ((contact & low & high) != 0) disband(at);
  return true;
}

@inline
function shooting(at: usize, scene: usize): void {
  const alpha: usize = duel(at, scene, load<u32>(scene, MATTERS) != 0);
  let intercepted: u32 = 0;
  let list = at + load<u32>(scene, INTERCEPTIONS);
  let last = list + 4 + A_SALVO * usize(load<u32>(list));
  for (let one = list + 4; one < last; one += A_SALVO) {
    const salvo = at + load<u32>(one, 4);
    if (readyOf(load<u64>(salvo, TARGETS) & ~contact) != 0 && volley(at, salvo)) intercepted |= 1 << load<u32>(one);
  }
  list = at + load<u32>(scene + 4 * alpha, ORDER);
  last = list + 4 + A_SALVO * usize(load<u32>(list));
  for (let one = list + 4; one < last; one += A_SALVO)
    if ((intercepted & (1 << load<u32>(one))) == 0) volley(at, at + load<u32>(one, 4));
}

/** The first so many of a mask, all of them where there are not so many. */
@inline
function lowest(mask: u64, count: i32): u64 {
  let left = mask;
  for (let k = 0; k < count && left != 0; k++) left &= left - 1;
  return mask ^ left;
}

/** Lists those of a mask. Tells where the next ones go. */
@inline
function list(mask: u64, to: usize): usize {
  let next = to;
  for (let left = mask; left != 0; left &= left - 1) {
    store<u64>(next, left & -left);
    next += MASK;
  }
  return next;
}

/** Charges (E-06): how many groups there are, and who is overrun; then who fights in each group, who lies there, and its fight. */
function deal(at: usize, scene: usize, alpha: u32): void {
  const data = at + load<u32>(at, DEAL);
  const one = load<u64>(at, FIRST);
  const two = load<u64>(at, SECOND);
  const before = contact & ~(low & high);
  const ready = readyOf(one | two);
  const free = ready & ~(before | fired);
  const outs = low & high;
  store<u32>(data, 0);
  store<u64>(data, 0, 8);
  let charging: u64 = 0;
  let charged: u64 = 0;
  const charges = at + load<u32>(scene + 4 * usize(alpha), CHARGES);
  const last = charges + 4 + A_CHARGE * usize(load<u32>(charges));
  for (let charge = charges + 4; charge < last; charge += A_CHARGE) {
    const own = load<u64>(charge);
    const enemies = load<u64>(charge, 8);
    const reach = before == 0 ? load<u32>(charge, 16) : load<u32>(charge, 20);
    if ((charged & own) != 0 || reach == 0 || (enemies & ~outs) == 0) continue;
    const able = free & own & ~charging;
    charging |= able;
    if (able != 0) charged |= enemies;
  }
  if ((before | charging) == 0) return;

  const fighting = ready & (before | charging | charged);
  const held = pinnedOf(before);
  let first = many((fighting | held) & one);
  let second = many((fighting | held) & two);
  // Whoever has no enemy of his own reaches pinned ones, then down ones.
  const stricken = charged & ~before;
  const pinned = pinnedOf(stricken);
  const down = downOf(stricken);
  const reached = lowest(pinned & one, second - first);
  const overrun = lowest(down & one, second - first - many(reached));
  first += many(reached);
  const reachedToo = lowest(pinned & two, first - second);
  const overrunToo = lowest(down & two, first - second - many(reachedToo));
  second += many(reachedToo);
  store<u64>(data, overrun | overrunToo, 8);
  const pairs = first < second ? first : second;
  if (pairs == 0) return;
  const mine = at + load<u32>(at, FIGHTERS);
  const theirs = at + load<u32>(at, OTHERS);
  list(reached, list(held & one, list(fighting & one, mine)));
  list(reachedToo, list(held & two, list(fighting & two, theirs)));
  pair(at, scene, pairs, first, second);
}

/** E-07: one each, the rest dealt round; whoever fell in an earlier turn's fight lies where he fell. */
@inline
function pair(at: usize, scene: usize, pairs: u32, first: u32, second: u32): void {
  const data = at + load<u32>(at, DEAL);
  const mine = at + load<u32>(at, FIGHTERS);
  const theirs = at + load<u32>(at, OTHERS);
  const from = data + GROUPS;
  const to = from + A_GROUP * usize(pairs);
  store<u32>(data, pairs);
  let place: usize = 0;
  for (let group = from; group < to; group += A_GROUP) {
    store<u64>(group, load<u64>(mine + place) | load<u64>(theirs + place));
    store<u64>(group, 0, FALLEN);
    place += MASK;
  }
  const rest = first > second ? mine : theirs;
  const more = first > second ? first : second;
  const most: usize = MASK * min(more, MOST_AGAINST_ONE * pairs);
  let group = from;
  for (; place < most; place += MASK) {
    store<u64>(group, load<u64>(group) | load<u64>(rest + place));
    group += A_GROUP;
    if (group == to) group = from;
  }
  group = from;
  for (let left = downOf(contact); left != 0; left &= left - 1) {
    store<u64>(group, load<u64>(group, FALLEN) | (left & -left), FALLEN);
    group += A_GROUP;
    if (group == to) group = from;
  }
  for (group = from; group < to; group += A_GROUP) store<u32>(group, fightOf(at, scene, load<u64>(group)), FIGHT);
}

/** Where the fight of a group begins: of like fighters in one order it is the same. */
@inline
function fightOf(at: usize, scene: usize, fighters: u64): i32 {
  const symbols = at + load<u32>(scene, SYMBOLS);
  const second = load<u64>(at, SECOND);
  const pinned = low & ~high;
  let place: usize = load<u32>(at, ROOT);
  let ways: u32 = 0;
  let count: u32 = 0;
  for (let left = fighters; left != 0; left &= left - 1) {
    const soldier = ctz(left);
    const way =
      (u32((second >>> soldier) & 1) << 3) |
      (u32((fired >>> soldier) & 1) << 2) |
      (u32((ordered >>> soldier) & 1) << 1) |
      u32((pinned >>> soldier) & 1);
    ways |= way << (4 * count++);
    const from = place + load<u32>(symbols + 4 * usize(way));
    place = load<u32>(from);
    if (place == 0) place = askBranch(from);
  }
  const fight = load<i32>(place);
  return fight != 0 ? fight : askFight(place, load<u32>(scene, TURN), count, ways);
}

/** A group's duels, and how it regroups. */
@inline
function fight(at: usize, beginning: i32, fighters: u64, fallen: u64): void {
  let place = beginning;
  while (place > 0) {
    const distribution: usize = load<u32>(place);
    const first = word() >>> 1;
    let outcome = load<u32>(distribution + 4 * usize(first >>> DISTRIBUTION_SHIFT));
    let cut = load<u32>(distribution + 4 * usize(outcome), DISTRIBUTION_CUTS);
    while (first > cut) cut = load<u32>(distribution + 4 * usize(++outcome), DISTRIBUTION_CUTS);
    if (first == cut) outcome = beyond(at, distribution, first, outcome);
    const next = load<i32>(place + 4 * usize(outcome), 4);
    place = next != 0 ? next : askPlace(place, outcome);
  }
  const ended: usize = ~place;
  const more = load<u32>(ended, 8);
  let ones = load<u32>(ended);
  let twos = load<u32>(ended, 4);
  let lows: u64 = 0;
  let highs = fallen;
  for (let left = fighters; left != 0; left &= left - 1) {
    const soldier = ctz(left);
    lows |= u64(ones & 1) << soldier;
    highs |= u64(twos & 1) << soldier;
    ones >>>= 1;
    twos >>>= 1;
  }
  if ((more & FALLEN_OUT) != 0) lows |= fallen & load<u64>(at, FIRST);
  if ((more & (2 * FALLEN_OUT)) != 0) lows |= fallen & load<u64>(at, SECOND);
  const members = fighters | fallen;
  low = (low & ~members) | lows;
  high = (high & ~members) | highs;
  if ((more & KEPT) == 0) return;
  store<u64>(at + load<u32>(at, MEMBERS) + MASK * usize(groups++), members);
  contact |= members;
}

/** Charges, fights and regrouping. */
@inline
function melee(at: usize, scene: usize): void {
  const alpha = duel(at, scene, load<u32>(scene, MATTERS_IN_MELEE) != 0);
  if (groups == 0 && load<u32>(scene, MAY_CHARGE) == 0) return;
  deal(at, scene, alpha);
  const data = at + load<u32>(at, DEAL);
  let outs = load<u64>(data, 8);
  low |= outs;
  high |= outs;
  // A-RAL-06: nobody of a side is left to fight.
  if (load<u32>(data) == 0 && load<u32>(at, EXECUTES) != 0) {
    outs = downOf(faced(at));
    low |= outs;
    high |= outs;
  }
  contact = 0;
  groups = 0;
  const last = data + GROUPS + A_GROUP * usize(load<u32>(data));
  for (let group = data + GROUPS; group < last; group += A_GROUP)
    fight(at, load<i32>(group, FIGHT), load<u64>(group), load<u64>(group, FALLEN));
}

/** One part of a unit's rally: each soldier in a state has a fate of his own. */
function rally(at: usize, distribution: usize, all: u64): void {
  if (all == 0) return;
  const sure = load<i32>(distribution, DISTRIBUTION);
  let lows: u64 = 0;
  let highs: u64 = 0;
  if (sure >= 0) {
    if ((sure & 1) != 0) lows = all;
    if ((sure & 2) != 0) highs = all;
  } else
    for (let left = all; left != 0; left &= left - 1) {
      const state: u64 = fall(at, distribution);
      const soldier = ctz(left);
      lows |= (state & 1) << soldier;
      highs |= (state >>> 1) << soldier;
    }
  low = (low & ~all) | lows;
  high = (high & ~all) | highs;
}

/** Counts how many of a side are ready, pinned and down, and tells it. */
function count(at: usize, side: usize, turn: u32, own: u64): u32 {
  const ready = many(readyOf(own));
  const others = many(pinnedOf(own)) | (many(downOf(own)) << 6);
  const place = load<u32>(at + load<u32>(at + side, PLACES) + 4 * usize(others)) + ready;
  const counter = at + load<u32>(at + side, COUNTERS) + 4 * usize(turn * load<u32>(at + side, WAYS) + place);
  store<u32>(counter, load<u32>(counter) + 1);
  return ready | (others << 6);
}

/** Plays some fights of the image at `at`, from the stream with which it begins. */
export function play(at: usize, trials: u32): void {
  const first = load<u64>(at, FIRST);
  const second = load<u64>(at, SECOND);
  const turns = load<u32>(at, TURNS);
  const last = load<u32>(at, LAST);
  const scenes = at + load<u32>(at, SCENES);
  const rallies = at + load<u32>(at, RALLIES);
  let finals = at + load<u32>(at, FINALS);
  begin(at);
  for (let trial: u32 = 0; trial < trials; trial++) {
    low = 0;
    high = 0;
    contact = 0;
    groups = 0;
    alphaBefore = -1;
    let mine: u32 = 0;
    let theirs: u32 = 0;
    for (let turn: u32 = 0; turn < turns; turn++) {
      const scene = at + load<u32>(scenes + 4 * usize(min(turn, last)));
      beginTurn(at);
      shooting(at, scene);
      melee(at, scene);
      duel(at, scene, false);
      rally(at, rallies, pinnedOf(first));
      rally(at, rallies + A_RALLY, pinnedOf(second));
      rally(at, rallies + 2 * A_RALLY, downOf(first));
      rally(at, rallies + 3 * A_RALLY, downOf(second));
      mine = count(at, 0, turn, first);
      theirs = count(at, 4, turn, second);
    }
    store<u32>(finals, mine);
    store<u32>(finals, theirs, 4);
    finals += 8;
  }
  end(at);
}

/** The deal of one turn, of soldiers who stand so. */
export function dealOf(at: usize, turn: u32, alpha: u32, l: u64, h: u64, inContact: u64, orders: u64, fires: u64): void {
  low = l;
  high = h;
  contact = inContact;
  ordered = orders;
  fired = fires;
  deal(at, at + load<u32>(at + load<u32>(at, SCENES) + 4 * usize(turn)), alpha);
}
