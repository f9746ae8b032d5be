/**
 * Makes the vectors of alpha-omega (../alpha-omega/vectors.json and close-combat-rally-armour.vectors.json) from the default
 * readings of its rules, one die at a time. Words are those of the rule text.
 */
import {
  atLeast,
  bestOf,
  chanceOf,
  compound,
  type Distribution,
  die,
  fraction,
  listed,
  type Makers,
  map,
  meanOf,
  repeated,
  sure,
  table,
  times,
  written,
} from "./law.ts";

const VALIDE = 0;
const BLOQUE = 1;
const TAPIS = 2;
const HORS = 3;
const STATES = ["valide", "bloque", "au_tapis", "hors_combat"];
const ENGLISH = ["ready", "pinned", "down", "out"];
const named = (names: readonly string[], distribution: Distribution<number>) =>
  table(
    map(distribution, (state) => names[state]!),
    names,
  );

/** What a soldier brings when he is touched. */
interface Soldier {
  readonly save: number;
  readonly wmod: number;
  readonly cmd: number;
  readonly implacable?: boolean;
  readonly skill?: string;
}
const passes = (needed: number): Distribution<boolean> => atLeast(10, needed);
const has = (soldier: { readonly skill?: string }, skill: string) => (soldier.skill ?? "").includes(skill);

/** Faces of the die that succeed. */
const successes = (needed: number): number => Math.min(10, Math.max(0, 11 - needed));

/** The wound roll: endurance and drone each widen bands, both together give the better of each. */
const wound = (soldier: { readonly skill?: string }): Distribution<number> =>
  map(die(10), (face) => {
    const pinned = has(soldier, "endurance") ? 3 : 2;
    const down = has(soldier, "drone") ? 7 : has(soldier, "endurance") ? 6 : 5;
    return face <= pinned ? BLOQUE : face <= down ? TAPIS : HORS;
  });

/** Touches that fall together: saves, then wounds (the worst counts), or pin tests where all were saved. */
function touched(soldier: Soldier, state: number, touches: number, tests: number): Distribution<number> {
  const failed = repeated(0, touches, (count) =>
    map(passes(soldier.save - soldier.wmod), (ok) => count + (ok ? 0 : 1)),
  );
  return compound(failed, (count) => {
    if (count > 0) return repeated(state, count, (worst) => map(wound(soldier), (own) => Math.max(worst, own)));
    if (soldier.implacable) return sure(state);
    return repeated(state, tests, (own) =>
      own === VALIDE ? map(passes(soldier.cmd), (ok) => (ok ? VALIDE : BLOQUE)) : sure(own),
    );
  });
}

interface Volley extends Soldier {
  readonly ct: number;
  readonly m: number;
}
function volley(given: Volley, shots: number, once: boolean): Distribution<number> {
  const hits = repeated(0, shots, (count) => map(passes(given.ct - given.m), (hit) => count + (hit ? 1 : 0)));
  return compound(hits, (count) =>
    count === 0 ? sure(VALIDE) : touched(given, VALIDE, count, once ? Math.min(1, count) : count),
  );
}

function shot(given: Volley): Record<string, string> {
  const end = compound(
    passes(given.ct - given.m),
    (hit): Distribution<string> =>
      hit ? map(touched(given, VALIDE, 1, 1), (state) => ["indemne", ...STATES.slice(1)][state]!) : sure("rate"),
  );
  return table(end, ["rate", "indemne", "bloque", "au_tapis", "hors_combat"]);
}

/** A-CC-07 to A-CC-11: touches by the difference of scores, below 0 for the other side. */
const touchesOf = (ahead: number): number => {
  const by = Math.abs(ahead);
  return Math.sign(ahead) * (by < 2 ? 0 : by < 4 ? 1 : by < 7 ? 2 : 3);
};
const scores = (diceA: number, diceB: number, ahead: number): Distribution<number> =>
  compound(bestOf(diceA, 10), (a) => map(bestOf(diceB, 10), (b) => touchesOf(a + ahead - b)));

const BANDS = ["B_3_touches", "B_2_touches", "B_1_touche", "incertain", "A_1_touche", "A_2_touches", "A_3_touches"];

interface Fighter extends Soldier {
  readonly cc: number;
  readonly ini: number;
  readonly weapon: boolean;
  readonly fear: boolean;
  readonly malus: number;
}
type Pair = readonly [a: number, b: number];

/** Whether the first touches the other before the other may touch him: 1; the other way round: -1; both at once: 0. */
function quicker(a: Fighter, b: Fighter): number {
  if (a.fear !== b.fear) return a.fear ? 1 : -1;
  return Math.sign(a.ini - b.ini);
}

/** A-CC-12: the loser's saves, and one pin test where he made all of them. */
function duel(a: Fighter, b: Fighter): Distribution<Pair> {
  const ahead = a.cc - a.malus - (b.cc - b.malus);
  return compound(scores(a.weapon ? 2 : 1, b.weapon ? 2 : 1, ahead), (touches): Distribution<Pair> => {
    if (touches > 0) return map(touched(b, VALIDE, touches, 1), (own): Pair => [VALIDE, own]);
    if (touches < 0) return map(touched(a, VALIDE, -touches, 1), (own): Pair => [own, VALIDE]);
    return uncertain(a, b, VALIDE);
  });
}

/** A-CC-08: a touch each, without a pin test; the slower first, who strikes back unless he is wounded. */
function uncertain(a: Fighter, b: Fighter, stateOfB: number): Distribution<Pair> {
  const one = (own: Fighter, state: number) => touched(own, state, 1, 0);
  const first = quicker(a, b);
  if (first === 0)
    return compound(one(a, VALIDE), (endOfA) => map(one(b, stateOfB), (endOfB): Pair => [endOfA, endOfB]));
  if (first > 0)
    return compound(
      wounded(b, stateOfB),
      ([endOfB, isHurt]): Distribution<Pair> =>
        isHurt ? sure([VALIDE, endOfB]) : map(one(a, VALIDE), (endOfA): Pair => [endOfA, endOfB]),
    );
  return compound(
    wounded(a, VALIDE),
    ([endOfA, isHurt]): Distribution<Pair> =>
      isHurt ? sure([endOfA, stateOfB]) : map(one(b, stateOfB), (endOfB): Pair => [endOfA, endOfB]),
  );
}
/** One touch without a pin test, and whether the save failed. */
const wounded = (own: Fighter, state: number): Distribution<readonly [number, boolean]> =>
  compound(
    passes(own.save - own.wmod),
    (saves): Distribution<readonly [number, boolean]> =>
      saves ? sure([state, false] as const) : map(wound(own), (end) => [Math.max(state, end), true] as const),
  );

/** Several against one (A-CC-13 to A-CC-17): a state between two duels. */
interface Sequence {
  readonly lone: number;
  readonly lost: number;
  /** Attackers who still count, and touches that the lone soldier may still inflict. */
  readonly counting: number;
  readonly left: number;
}
function complex(attackers: number, all: Fighter, loneWeapon: boolean): Distribution<Sequence> {
  const start: Sequence = { lone: VALIDE, lost: 0, counting: attackers, left: 3 };
  return repeated(start, attackers, (own): Distribution<Sequence> => {
    if (own.lone >= TAPIS) return sure(own);
    const { counting } = own;
    const bonus = Math.max(0, counting - 3);
    const dice = Math.min(3, counting) + (all.weapon ? 1 : 0);
    const ahead = bonus + (own.lone === BLOQUE ? 2 : 0);
    const after = (lone: number, attacker: number, used: number): Sequence => ({
      lone,
      lost: own.lost + (attacker >= TAPIS ? 1 : 0),
      counting: counting - (attacker === VALIDE ? 0 : 1),
      left: own.left - used,
    });
    return compound(scores(dice, loneWeapon ? 2 : 1, ahead), (touches): Distribution<Sequence> => {
      if (touches > 0) return map(touched(all, own.lone, touches, 1), (lone) => after(lone, VALIDE, 0));
      const used = Math.min(own.left, touches === 0 ? 1 : -touches);
      if (touches < 0)
        return used === 0
          ? sure(after(own.lone, VALIDE, 0))
          : map(touched(all, VALIDE, used, 1), (attacker) => after(own.lone, attacker, used));
      // Equal initiative: a touch each, the lone soldier's only if he has one left.
      return compound(touched(all, own.lone, 1, 0), (lone) =>
        used === 0
          ? sure(after(lone, VALIDE, 0))
          : map(touched(all, VALIDE, 1, 0), (attacker) => after(lone, attacker, 1)),
      );
    });
  });
}

/** Unpinning, then care (A-RAL-13, A-RAL-15): one rally of a soldier. */
const rallied = (
  soldier: { cmd: number; implacable?: boolean; skill?: string },
  state: number,
): Distribution<number> => {
  if (state === BLOQUE)
    return soldier.implacable ? sure(VALIDE) : map(passes(soldier.cmd), (ok) => (ok ? VALIDE : BLOQUE));
  return state === TAPIS ? wound(soldier) : sure(state);
};

/** A-VEH-04 to A-VEH-08. */
function struck(given: { percage: number; charge: number; resistance: number; blindage: number }) {
  const roll = compound(die(10), (ten) =>
    map(die(6), (six): readonly [string, number] => {
      const pierce = Math.max(ten, six) + given.percage;
      if (pierce < given.resistance) return ["sans_effet", 0];
      const points = Math.max(0, Math.min(ten, six) + given.charge);
      return [pierce <= given.resistance + given.blindage ? "externe" : "interne", points];
    }),
  );
  return {
    ...table(
      map(roll, ([effect]) => effect),
      ["sans_effet", "externe", "interne"],
    ),
    expected_points_removed: written(meanOf(map(roll, ([, points]) => points))),
  };
}

export const ALPHA_OMEGA: Makers = {
  "A-T-HIT": ({ ct, modifiers }) =>
    Object.fromEntries((modifiers as number[]).map((m) => [m, written(chanceOf(passes(ct - m), Boolean))])),
  "A-SHOT": shot,
  "A-HITMATRIX": (soldier) =>
    STATES.map((_, state) => {
      const end = state === HORS ? sure(HORS) : touched(soldier, state, 1, 1);
      return STATES.map((__, own) => written(chanceOf(end, (value) => value === own)));
    }),
  "A-VOLLEY": (given) => named(STATES, volley(given, given.n, given.mode === "per_volley")),
  "A-SEED-INTERCEPT": (given) => named(STATES, volley(given, given.shots_on_one_marine, false)),
  "A-SCRIPT-EX-chances": ({ needed }) => ({
    out_of_10: (needed as number[]).map((own) => successes(own)),
  }),
  "A-HEAL-ABSORB": ({ skill, medikit }) => {
    const care = medikit ? sure(BLOQUE) : wound({ skill });
    // Care until he is no longer down: what leaves him there is rolled again.
    const ends = chanceOf(care, (state) => state !== TAPIS);
    const again = fraction(ends.bottom, ends.top);
    const share = (wanted: number) =>
      written(
        times(
          again,
          chanceOf(care, (state) => state === wanted),
        ),
      );
    return { p_recover_to_bloque: share(BLOQUE), p_hors_combat: share(HORS), expected_soins_rolls: written(again) };
  },
  "A-RALLY-SEQ": (soldier) => ({
    after_rally_1_to_6: [1, 2, 3, 4, 5, 6].map((rallies) =>
      named(
        ENGLISH,
        repeated(TAPIS, rallies, (state) => rallied(soldier, state)),
      ),
    ),
  }),
  "A-CLOUD": ({ thresholds }) => {
    const phases = (thresholds as number[]).length;
    const end = repeated(0, phases, (gone, phase) =>
      gone > 0 ? sure(gone) : map(atLeast(6, thresholds[phase]), (vanishes) => (vanishes ? phase + 1 : 0)),
    );
    return {
      p_vanish_at_phase_1_to_6: (thresholds as number[]).map((_, phase) =>
        written(chanceOf(end, (own) => own === phase + 1)),
      ),
      expected_phases: written(meanOf(end)),
    };
  },
  "A-DODGE": ({ ini, foe_inis }) => {
    const foes = foe_inis as number[];
    const touches = compound(die(10), (score) =>
      repeated(0, foes.length, (count, foe) =>
        map(die(10), (own) => count + (own + foes[foe]! >= score + ini ? 1 : 0)),
      ),
    );
    return { touches_suffered: listed(touches), p_success: written(chanceOf(touches, (count) => count === 0)) };
  },
  "A-GLADIATOR": (given) => {
    const end = compound(passes(6), (strikes) => (strikes ? touched(given, BLOQUE, 1, 0) : sure(BLOQUE)));
    return table(
      map(end, (state) => ENGLISH[state]!),
      ENGLISH.slice(BLOQUE),
    );
  },
  "A-DUEL-BANDS": ({ dice_A, dice_B, CC_A_minus_CC_B_with_mods: ahead }) =>
    table(
      map(scores(dice_A, dice_B, ahead), (touches) => BANDS[touches + 3]!),
      BANDS,
    ),
  "A-DUEL-": ({ A, B }) => listed(map(duel(A, B), ([a, b]) => `A=${ENGLISH[a]},B=${ENGLISH[b]}`)),
  "A-COMPLEX": ({ attackers, all, lone_weapon }) => {
    const end = complex(attackers, all, lone_weapon);
    return {
      lone_state: named(
        ENGLISH,
        map(end, ({ lone }) => lone),
      ),
      attackers_down_or_out: listed(map(end, ({ lost }) => lost)),
    };
  },
  "A-VEH": struck,
  "A-REPAIR": ({ die: sides, attempts }) => {
    const points = repeated(0, attempts, (count) => map(atLeast(sides, 6), (ok) => count + (ok ? 1 : 0)));
    return { one_attempt: written(chanceOf(atLeast(sides, 6), Boolean)), two_attempts_points: listed(points) };
  },
  "A-SCRIPT-BAND": ({ score_A_minus_score_B: ahead }) => {
    const touches = touchesOf(ahead);
    const count = Math.abs(touches);
    return {
      result: touches === 0 ? "incertain" : `${touches > 0 ? "A" : "B"} ${count} touche${count > 1 ? "s" : ""}`,
    };
  },
};
