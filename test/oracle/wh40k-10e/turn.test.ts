/** Whole turns of a unit against another, held to a simulation dice by dice that shares nothing with the engine. */
import { describe, expect, it } from "vitest";
import { reader } from "../../../src/rulesets/wh40k-10e/reader.ts";

interface Arms {
  readonly attacks: number;
  readonly skill: number;
  readonly strength: number;
  readonly ap: number;
  readonly damage: number;
  readonly hazardous?: true;
}
interface Squad {
  readonly models: number;
  readonly toughness: number;
  readonly save: number;
  readonly wounds: number;
  readonly gun?: Arms | undefined;
  readonly blade?: Arms | undefined;
  /** Wounds left from which on it hits worse by one. */
  readonly damaged?: number;
  /** Deadly Demise: mortal wounds of a model that explodes, as a number or on a D3. */
  readonly demise?: number | "D3";
}
interface TurnSetup {
  readonly mine: Squad;
  readonly theirs: Squad;
  readonly overwatch?: true;
  readonly regained?: number;
  readonly charge?: number;
  readonly distance?: number;
}

const gun = { attacks: 2, skill: 3, strength: 4, ap: -1, damage: 1 };
const heavy = { attacks: 1, skill: 4, strength: 8, ap: -2, damage: 3 };
const blade = { attacks: 3, skill: 3, strength: 4, ap: 0, damage: 1 };
const axe = { attacks: 2, skill: 4, strength: 6, ap: -2, damage: 2 };
const elite: Squad = { models: 5, toughness: 4, save: 3, wounds: 2, gun, blade };
const horde: Squad = { models: 10, toughness: 5, save: 5, wounds: 1, gun: { ...gun, skill: 5 }, blade: axe };
const brutes: Squad = { models: 3, toughness: 6, save: 4, wounds: 3, gun: heavy, blade: axe };
const plasma = { ...gun, strength: 8, ap: -3, hazardous: true } as const;
const tank: Squad = {
  models: 1,
  toughness: 9,
  save: 3,
  wounds: 11,
  gun: { ...gun, attacks: 8 },
  blade: axe,
  damaged: 7,
};
const SETUPS: readonly TurnSetup[] = [
  { mine: elite, theirs: horde },
  { mine: horde, theirs: elite, overwatch: true },
  { mine: brutes, theirs: elite, regained: 2 },
  { mine: elite, theirs: brutes, overwatch: true, regained: 1 },
  { mine: { ...brutes, gun: undefined }, theirs: horde },
  { mine: { ...elite, blade: undefined }, theirs: brutes, overwatch: true },
  { mine: { ...elite, gun: plasma, blade: { ...blade, hazardous: true } }, theirs: horde },
  { mine: { ...brutes, gun: { ...heavy, hazardous: true } }, theirs: { ...elite, gun: plasma }, overwatch: true },
  { mine: elite, theirs: brutes, overwatch: true, charge: 9 },
  { mine: { ...elite, gun: plasma }, theirs: horde, charge: 6 },
  { mine: { ...brutes, gun: undefined, blade: { ...axe, attacks: 4, strength: 9 } }, theirs: tank },
  { mine: tank, theirs: { ...brutes, gun: { ...heavy, attacks: 6, skill: 2 } }, overwatch: true },
  { mine: tank, theirs: tank, charge: 11 },
  { mine: elite, theirs: horde, overwatch: true, charge: 13 },
  {
    mine: { ...brutes, gun: { ...heavy, attacks: 3 } },
    theirs: { ...brutes, toughness: 4, demise: "D3" },
    distance: 6,
  },
  { mine: horde, theirs: { ...horde, demise: 2 }, distance: 7 },
  { mine: { ...elite, gun: plasma }, theirs: { ...tank, wounds: 4, demise: 3 }, distance: 5, overwatch: true },
  { mine: { ...horde, demise: 1 }, theirs: { ...brutes, gun: { ...gun, attacks: 9 } }, distance: 3, overwatch: true },
];

const TRIALS = 20_000;
/** Of some hundred thousand numbers one would lie farther from what it is. */
const SIGMAS = 4.5;

/** Mulberry32: a generator of its own. */
function diceOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return 1 + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * 6);
  };
}

/** How many models stand that have lost so many wounds between them, one after another. */
const standing = ({ models, wounds }: Squad, lost: number): number => models - Math.floor(lost / wounds);

/** The wounds that a squad has lost after attacks of another one, which has lost some itself. */
function after(
  die: () => number,
  arms: Arms | undefined,
  by: Squad,
  byLost: number,
  at: Squad,
  lost: number,
  only6 = false,
) {
  if (arms === undefined) return lost;
  const { strength } = arms;
  const strikers = standing(by, byLost);
  const worse = by.damaged !== undefined && by.wounds - byLost <= by.damaged ? 1 : 0;
  const { toughness } = at;
  const toWound =
    strength >= 2 * toughness
      ? 2
      : strength > toughness
        ? 3
        : strength === toughness
          ? 4
          : 2 * strength <= toughness
            ? 6
            : 5;
  const all = at.models * at.wounds;
  let left = lost;
  for (let attack = 0; attack < strikers * arms.attacks && left < all; attack++) {
    const hit = die();
    if (hit === 1 || (hit < 6 && (only6 || hit - worse < arms.skill))) continue;
    const wound = die();
    if (wound === 1 || (wound < 6 && wound < toWound)) continue;
    const save = die();
    if (save !== 1 && save + arms.ap >= at.save) continue;
    // What a model does not have is lost.
    left = Math.min(left + arms.damage, (Math.floor(left / at.wounds) + 1) * at.wounds);
  }
  return left;
}

/**
 * What a squad has lost once each weapon that is Hazardous, and was used by who stood then, is tested: a 1 costs its bearer three
 * wounds.
 */
function tested(die: () => number, arms: Arms | undefined, by: Squad, used: number, before: number): number {
  if (!arms?.hazardous) return before;
  let lost = before;
  const all = by.models * by.wounds;
  for (let weapon = standing(by, used); weapon > 0; weapon--)
    if (die() === 1 && lost < all) lost = Math.min(lost + 3, (Math.floor(lost / by.wounds) + 1) * by.wounds);
  return lost;
}

/** What a squad has lost once those of another that just fell have exploded: each on a 6, its mortal wounds one after another. */
function shaken(die: () => number, at: Squad, before: number, lost: number, by: Squad, byLost: number) {
  if (at.demise === undefined) return byLost;
  let left = byLost;
  for (let fallen = standing(at, before) - standing(at, lost); fallen > 0; fallen--)
    if (die() === 6)
      left = Math.min(by.models * by.wounds, left + (at.demise === "D3" ? Math.ceil(die() / 2) : at.demise));
  return left;
}

/** What the control leaves out, which must show. */
type Control = "nobody explodes" | "the fallen strike back" | "no tests" | "always there" | "never worn";

function played(
  { mine: given, theirs: against, overwatch, regained = 0, charge, distance = 12 }: TurnSetup,
  seed: number,
  control?: Control,
) {
  const plain = ({ damaged, ...own }: Squad) =>
    control === "never worn" || damaged === undefined ? own : { ...own, damaged };
  const [mine, theirs]: [Squad, Squad] = [plain(given), plain(against)];
  const test = control === "no tests" ? (...[, , , , lost]: Parameters<typeof tested>) => lost : tested;
  const shake = (at: Squad, before: number, lost: number, by: Squad, byLost: number, isNear = distance <= 6) =>
    isNear && control !== "nobody explodes" ? shaken(die, at, before, lost, by, byLost) : byLost;
  const die = diceOf(seed);
  const sums = { taken: 0, takenSquares: 0, lost: 0, lostSquares: 0, destroyed: 0 };
  for (let trial = 0; trial < TRIALS; trial++) {
    let [own, other] = [0, 0];
    const all = [mine, theirs].map(({ models, wounds }) => models * wounds) as [number, number];
    const isOver = () => own === all[0] || other === all[1];
    const shot = after(die, mine.gun, mine, own, theirs, other);
    own = test(die, mine.gun, mine, own, shake(theirs, other, shot, mine, own));
    other = shot < all[1] ? Math.max(0, shot - regained) : shot;
    const far = control === "always there" ? 3 : (charge ?? 3);
    if (!isOver() && overwatch && far <= 12) {
      const fired = after(die, theirs.gun, theirs, other, mine, own, true);
      other = test(die, theirs.gun, theirs, other, shake(mine, own, fired, theirs, other));
      own = fired;
    }
    if (far <= 12 && die() + die() + 1 >= far && !isOver()) {
      const fought = after(die, mine.blade, mine, own, theirs, other);
      own = test(die, mine.blade, mine, own, shake(theirs, other, fought, mine, own, true));
      other = fought;
      const strikers = control === "the fallen strike back" ? 0 : other;
      if (!isOver()) {
        const struck = after(die, theirs.blade, theirs, strikers, mine, own);
        other = test(die, theirs.blade, theirs, other, shake(mine, own, struck, theirs, other, true));
        own = struck;
      }
    }
    sums.taken += other;
    sums.takenSquares += other * other;
    sums.lost += own;
    sums.lostSquares += own * own;
    if (other === all[1]) sums.destroyed++;
  }
  const mean = (sum: number) => sum / TRIALS;
  const error = (sum: number, squares: number) => Math.sqrt(Math.max(mean(squares) - mean(sum) ** 2, 1e-9) / TRIALS);
  return {
    taken: [mean(sums.taken), error(sums.taken, sums.takenSquares)] as const,
    lost: [mean(sums.lost), error(sums.lost, sums.lostSquares)] as const,
    destroyed: [mean(sums.destroyed), Math.sqrt(Math.max(mean(sums.destroyed), 1e-4) / TRIALS)] as const,
  };
}

/** What crible says of the same. */
async function solved({ mine, theirs, overwatch, regained, charge = 3, distance = 12 }: TurnSetup) {
  const weapon = ({ hazardous, ...own }: Arms) => ({ ...own, ...(hazardous ? { abilities: ["Hazardous"] } : {}) });
  const catalogue = (name: string, { gun, blade, damaged, demise, ...own }: Squad) => ({
    weapons: {
      ...(gun && { [`${name}Gun`]: { ...weapon(gun), range: 24 } }),
      ...(blade && { [`${name}Blade`]: { ...weapon(blade), range: "melee" } }),
    },
    units: {
      [name]: {
        ...own,
        abilities: [
          ...(damaged ? [`Damaged: 1-${damaged} wounds`] : []),
          ...(demise ? [`Deadly Demise ${demise}`] : []),
        ],
        weapons: [...(gun ? [`${name}Gun`] : []), ...(blade ? [`${name}Blade`] : [])],
      },
    },
  });
  const ups = await reader.army!.matchUps(catalogue("mine", mine), catalogue("theirs", theirs));
  expect(ups.refused).toEqual([]);
  const strike = ups.strike(0, 0, {
    phase: "turn",
    distance,
    charge,
    ...(overwatch ? { overwatch } : {}),
    ...(regained === undefined ? {} : { regained }),
  })!;
  const distribution = Array.from(strike.distribution(strike.of.start));
  expect(distribution.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
  return {
    taken: distribution.reduce((sum, chance, state) => sum + chance * Math.max(0, strike.of.lost(state)), 0),
    destroyed: distribution.reduce((sum, chance, state) => sum + (strike.of.isDestroyed(state) ? chance : 0), 0),
    lost: strike.returned!(),
  };
}

describe("a turn of one unit against another", () => {
  it.each(SETUPS.map((setup, i) => [i, setup] as const))("setup %i: what a simulation comes to", async (i, setup) => {
    const own = await solved(setup);
    const naive = played(setup, 700 + i);
    for (const name of ["taken", "lost", "destroyed"] as const) {
      const [mean, error] = naive[name];
      expect(Math.abs(own[name] - mean), `${name}: ${own[name]} and ${mean}`).toBeLessThan(SIGMAS * error + 1e-9);
    }
  });

  it.each([
    ["the fallen strike back", 0],
    ["no tests", 6],
    ["always there", 8],
    ["never worn", 10],
    ["nobody explodes", 14],
  ] as const)("control: %s, and it would show", async (control, setup) => {
    const own = await solved(SETUPS[setup]!);
    const [mean, error] = played(SETUPS[setup]!, 700, control).lost;
    expect(Math.abs(own.lost - mean)).toBeGreaterThan(SIGMAS * error);
  });

  it("without a fight and wounds regained is shooting, and nothing comes back from nobody", async () => {
    const unarmed = { ...horde, gun: undefined, blade: undefined };
    const { taken, lost } = await solved({ mine: { ...elite, blade: undefined }, theirs: unarmed });
    // Ten attacks: 2/3 hit, 5+ wounds, save 5+ at AP -1 is 6+.
    expect([taken, lost]).toEqual([expect.closeTo((10 * (2 / 3) * (1 / 3) * 5) / 6, 3), 0]);
  });
});
