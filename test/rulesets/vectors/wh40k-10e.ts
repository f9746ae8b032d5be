/** Makes the vectors of wh40k-10e (../wh40k-10e/vectors.json) from the default readings of its rules, one die at a time. */
import {
  atLeast,
  chanceOf,
  compound,
  type Distribution,
  die,
  type Fraction,
  fraction,
  type Makers,
  map,
  meanOf,
  repeated,
  sum,
  sure,
  table,
  times,
  written,
} from "./law.ts";

/** A roll to hit or to wound, as far as it went: a critical one succeeds whatever the modifiers, a 1 never does. */
type Roll = "failed" | "success" | "critical";
const within = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));
const read = (face: number, needed: number, modifier: number, critical = 6): Roll => {
  if (face >= critical) return "critical";
  return face > 1 && face + within(-1, modifier, 1) >= needed ? "success" : "failed";
};
/** What fails once its modifiers are counted may be rolled again, once. */
const roll = (needed: number, modifier = 0, reroll = "none", critical = 6): Distribution<Roll> =>
  compound(die(6), (face) =>
    reroll === "fails" && read(face, needed, modifier, critical) === "failed"
      ? map(die(6), (again) => read(again, needed, modifier, critical))
      : sure(read(face, needed, modifier, critical)),
  );

const neededToWound = (strength: number, toughness: number): number => {
  if (strength >= 2 * toughness) return 2;
  if (strength > toughness) return 3;
  if (strength === toughness) return 4;
  return 2 * strength <= toughness ? 6 : 5;
};

interface Save {
  readonly sv: number;
  readonly ap: number;
  readonly cover?: boolean;
  readonly invuln?: number | null;
}
/** Cover helps no save of 3+ or better against AP 0; a 1 always fails; the invulnerable save knows no AP. */
function saved({ sv, ap, cover = false, invuln = null }: Save): Distribution<boolean> {
  const covered = cover && !(sv <= 3 && ap === 0) ? 1 : 0;
  const needed = sv - ap - covered;
  return map(die(6), (face) => face > 1 && (face >= needed || (invuln !== null && face >= invuln)));
}

interface Attack extends Save {
  readonly bs?: number;
  readonly S: number;
  readonly T: number;
  readonly torrent?: boolean;
  readonly lethal?: boolean;
  readonly sustained?: number;
  readonly dev?: boolean;
  readonly anti?: number;
  readonly hit_mod?: number;
  readonly wound_mod?: number;
}
/** What one attack gets through: wounds that are not saved, and devastating ones. */
type Through = readonly [normal: number, devastating: number];
function woundOf(attack: Attack): Distribution<Through> {
  const { S, T, dev = false, anti = 6, wound_mod = 0 } = attack;
  return compound(roll(neededToWound(S, T), wound_mod, "none", anti), (wound): Distribution<Through> => {
    if (wound === "failed") return sure([0, 0] as const);
    if (wound === "critical" && dev) return sure([0, 1] as const);
    return unsaved(attack);
  });
}
const unsaved = (attack: Attack): Distribution<Through> => map(saved(attack), (save): Through => [save ? 0 : 1, 0]);
function through(attack: Attack): Distribution<Through> {
  const { bs = 2, torrent = false, lethal = false, sustained = 0, hit_mod = 0 } = attack;
  const more = (distribution: Distribution<Through>, next: Distribution<Through>): Distribution<Through> =>
    compound(distribution, ([a, b]) => map(next, ([c, d]): Through => [a + c, b + d]));
  if (torrent) return woundOf(attack);
  return compound(roll(bs, hit_mod), (hit): Distribution<Through> => {
    if (hit === "failed") return sure([0, 0] as const);
    if (hit === "success") return woundOf(attack);
    let distribution = lethal ? unsaved(attack) : woundOf(attack);
    for (let i = 0; i < sustained; i++) distribution = more(distribution, woundOf(attack));
    return distribution;
  });
}
const unsavedMean = (attack: Attack): Fraction => meanOf(map(through(attack), ([a, b]) => a + b));

/** `2`, `D6`, `D6+3`. */
function amount(text: string): Distribution<number> {
  const parts = /^(?:D(\d+))?\+?(\d+)?$/.exec(text)!;
  const fixed = Number(parts[2] ?? 0);
  return parts[1] === undefined ? sure(fixed) : map(die(Number(parts[1])), (face) => face + fixed);
}

/** A unit under fire: models killed, and wounds that the first of those left has lost. */
type Unit = readonly [killed: number, lost: number];
interface Shooting extends Attack {
  readonly weapons: number;
  readonly A: string;
  readonly A_plus: number;
  readonly D: string;
  readonly D_plus: number;
  readonly models: number;
  readonly W: number;
  readonly fnp: number | null;
  readonly invulnerable?: number;
  readonly abilities?: readonly string[];
  readonly option?: { devastating?: string };
}
function shooting(given: Shooting) {
  const { abilities = [], models, W, fnp } = given;
  const attack: Attack = {
    ...given,
    invuln: given.invulnerable ?? null,
    cover: given.cover === true && !abilities.includes("Ignores Cover"),
    torrent: abilities.includes("Torrent"),
    dev: abilities.includes("Devastating Wounds"),
  };
  const spills = given.option?.devastating === "launch";
  /** So much damage on the model that bears it; what is left over is lost, or goes on where it spills. */
  const suffer = ([killed, lost]: Unit, damage: number, goesOn: boolean): Unit => {
    if (killed === models || damage === 0) return [killed, lost];
    const left = W - lost;
    if (damage < left) return [killed, lost + damage];
    return goesOn ? suffer([killed + 1, 0], damage - left, true) : [killed + 1, 0];
  };
  const hurt = (unit: Unit, goesOn: boolean): Distribution<Unit> =>
    compound(amount(given.D), (rolled) => {
      const damage = rolled + given.D_plus;
      const ignored = repeated(0, fnp === null ? 0 : damage, (count) =>
        map(atLeast(6, fnp!), (ignores) => count + (ignores ? 1 : 0)),
      );
      return map(ignored, (count) => suffer(unit, damage - count, goesOn));
    });
  // Devastating wounds come after all others of the unit.
  type All = readonly [unit: Unit, devastating: number];
  const one = ([unit, waiting]: All): Distribution<All> =>
    compound(through(attack), ([normal, devastating]) =>
      map(
        repeated(unit, normal, (own) => hurt(own, false)),
        (after): All => [after, waiting + devastating],
      ),
    );
  const attacks = repeated(0, given.weapons, (count) =>
    map(
      amount(given.A),
      (own) => count + own + given.A_plus + (abilities.includes("Blast") ? Math.floor(models / 5) : 0),
    ),
  );
  const end = compound(attacks, (count) =>
    compound(repeated<All>([[0, 0], 0], count, one), ([unit, waiting]) =>
      repeated(unit, waiting, (own) => hurt(own, spills)),
    ),
  );
  const killed = map(end, ([dead]) => dead);
  const wounds = map(end, ([dead, lost]) => dead * W + lost);
  const number = ({ top, bottom }: Fraction) => Number(top) / Number(bottom);
  const most = Math.max(...killed.map(([dead]) => dead));
  return {
    models_killed: table(
      killed,
      Array.from({ length: most + 1 }, (_, i) => i),
    ),
    expected_killed: written(meanOf(killed)),
    expected_wounds_lost: written(meanOf(wounds)),
    float_killed: number(meanOf(killed)),
    float_wounds: number(meanOf(wounds)),
  };
}

export const WH40K: Makers = {
  "C-WOUND": ({ S, T }) => ({ needed: neededToWound(S, T) }),
  "C-ROLL": ({ needed, mod, reroll }) => ({
    p_critical: written(chanceOf(roll(needed, mod, reroll), (own) => own === "critical")),
    p_success_total: written(chanceOf(roll(needed, mod, reroll), (own) => own !== "failed")),
  }),
  "C-SAVE": (inputs) => ({ p_save: written(chanceOf(saved(inputs), Boolean)) }),
  "C-ATTACK": (inputs) => ({
    "pmf(normal_unsaved,devastating)": Object.fromEntries(
      through(inputs).map(([value, chance]) => [value.join(), written(chance)]),
    ),
    expected_unsaved: written(unsavedMean(inputs)),
  }),
  "C-PUBLIC": (inputs) => ({
    expected_unsaved: written(times(fraction(BigInt(inputs.attacks)), unsavedMean(inputs))),
  }),
  "C-M-": shooting,
  "C-HAZARD": ({ hazardous_weapons_fired: weapons }) => {
    const failed = repeated(0, weapons, (count) => map(die(6), (face) => count + (face === 1 ? 1 : 0)));
    return {
      p_at_least_one_failed: written(chanceOf(failed, (count) => count > 0)),
      expected_failed: written(meanOf(failed)),
    };
  },
  "C-BGNT": ({ bs, mods }) => {
    const all = Object.values(mods as Record<string, number>).reduce((a, b) => a + b, 0);
    const hits = roll(bs, all);
    const hit = sum(
      chanceOf(hits, (own) => own === "success"),
      chanceOf(hits, (own) => own === "critical"),
    );
    return { effective: within(-1, all, 1), p_hit: written(hit) };
  },
};
