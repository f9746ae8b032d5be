import type { Process, ProcessStep } from "../../rule/chain.ts";
import { type Distribution, distributionOf, mapped } from "../../rule/distribution.ts";
import { ratio } from "../../rule/fraction.ts";
import { keeping, keptIn } from "../../rule/once.ts";
import type { Rule } from "../../rule/rule.ts";
import {
  afterDuel,
  aheadBy,
  blows,
  type CloseCombatReading,
  capAfter,
  clash,
  clashOf,
  type DuelEnd,
  entering,
  fightsOn,
  greedy,
  hitsFor,
  mostHits,
  type Pair,
  type Plight,
  type Spend,
  wholeCap,
} from "./close-combat.ts";
import { type Commanded, pinWith } from "./command.ts";
import type { Options } from "./options.ts";
import { DOWN, READY } from "./words.ts";

/** One of several attackers, as far as the characters of his unit go (E-12). */
export interface Comrade extends Commanded {
  /** Which unit he is of: units are numbered from 0. */
  readonly unit: number;
}

/** Attackers whose pin tests depend on which of them are ready at each duel (E-12). */
export interface Company {
  /** One per pair. */
  readonly attackers: readonly Comrade[];
  /** By unit: the best bonus of its ready characters who stand apart from this fight. */
  readonly apart: readonly number[];
  readonly naturalRolls: Options["naturalRolls"];
}

/** One to five against one, in the order of their duels (A-CC-04, QA-34). `second` of every pair is the lone soldier. */
export interface Melee {
  readonly pairs: readonly Pair[];
  /** Medikits that the attackers share (QA-20); null: no limit. */
  readonly medikits: number | null;
  /** Left out where no attacker brings a bonus: then `pin` of each says it all. */
  readonly company?: Company;
  readonly reading: CloseCombatReading;
}

/** A complex duel in its trace. */
export interface MeleeState {
  readonly lone: Plight;
  /** What became of the attackers whose duel is over, in order. */
  readonly fought: readonly number[];
  /** Attackers who no longer count (A-CC-13): wounded or pinned in their duel. */
  readonly dropped: number;
  /** What is left of the lone soldier's cap (A-CC-17). */
  readonly left: number;
  readonly medikits: number | null;
  /** By unit: the best bonus of its characters apart from this fight, and of those ready after their duel (E-12). */
  readonly bonuses: readonly number[];
  /** The scores of the duel that is being fought, as hits; null between duels. */
  readonly clashed: number | null;
}

export const meleeStart = ({ pairs, medikits, company, reading }: Melee): MeleeState => ({
  lone: entering(pairs[0]!.second),
  fought: [],
  dropped: 0,
  left: wholeCap(reading.hitCap),
  medikits,
  bonuses: company?.apart ?? [],
  clashed: null,
});

/** Attackers down or out. */
export const lost = (state: MeleeState): number => state.fought.filter((code) => code >= DOWN).length;

/** Tells apart what matters for the rest of the fight. @param counting attackers that count, or who no longer do */
const restOf = ({ lone, left, medikits, bonuses, clashed }: MeleeState, counting: number): string => {
  let key = `${lone.state},${lone.shaken},${lone.medikits},${counting},${left},${medikits},${clashed}`;
  for (const bonus of bonuses) key += `,${bonus}`;
  return key;
};
/** The same, and what has come of it so far: how many are down matters, which of them does not. */
const keyOf = (state: MeleeState): string => `${restOf(state, state.dropped)};${state.fought.length};${lost(state)}`;

/** Pairs that fight one after another, and how it is read. */
export const sequenceKey = (pairs: readonly object[], reading: CloseCombatReading): string =>
  JSON.stringify([pairs, reading], (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );

/** The two of the next duel: the attacker tests with the bonus of whoever of his unit is ready now (E-12). */
export function pairIn({ pairs, company }: Melee, { fought, bonuses }: MeleeState): Pair {
  const pair = pairs[fought.length]!;
  const attacker = company?.attackers[fought.length];
  if (company === undefined || attacker === undefined) return pair;
  const waiting = company.attackers.slice(fought.length).filter(({ unit }) => unit === attacker.unit);
  const bonus = Math.max(bonuses[attacker.unit]!, ...waiting.map((comrade) => comrade.bonus));
  return { ...pair, first: { ...pair.first, pin: pinWith(attacker.command, bonus, company.naturalRolls) } };
}

/** E-12: an attacker who is ready after his duel goes on helping his unit. */
function bonusesAfter({ company }: Melee, { fought, bonuses }: MeleeState, end: number): readonly number[] {
  const attacker = company?.attackers[fought.length];
  if (attacker === undefined || end !== READY) return bonuses;
  return bonuses.map((best, unit) => (unit === attacker.unit ? Math.max(best, attacker.bonus) : best));
}

/** The two of the next duel, as they are. */
export const plightsOf = ({ pairs }: Melee, state: MeleeState): [Plight, Plight] => [
  { ...entering(pairs[state.fought.length]!.first), medikits: state.medikits },
  state.lone,
];

/** Scores of the next duel (A-CC-05); none once the lone soldier cannot fight on (QA-32b). */
const score =
  (melee: Melee, state: MeleeState): Rule<MeleeState> =>
  (dice) => {
    const { pairs, reading } = melee;
    if (!fightsOn(state.lone, reading)) return state;
    const hits = clash(
      pairIn(melee, state),
      pairs.length - state.dropped,
      plightsOf(melee, state),
      reading.hitBands,
    )(dice);
    return { ...state, clashed: hits };
  };

/**
 * The hits that those scores come to, while the lone soldier fights on (A-CC-05): who is how far ahead by dice is the same at
 * every lead.
 */
export function scoresOf(melee: Melee, state: MeleeState): Distribution<number> {
  const { hitBands } = melee.reading;
  const { dice, lead } = clashOf(pairIn(melee, state), melee.pairs.length - state.dropped, plightsOf(melee, state));
  const rolled = dice.join();
  return scores(`${rolled};${lead};${hitBands.join()}`, () =>
    mapped(
      scores(rolled, () => distributionOf(aheadBy(dice), "A-CC-05")),
      (ahead) => hitsFor(ahead + lead, hitBands),
    ),
  );
}
const scores = keeping(8_192);

/** The hits that follow from them. */
const strike =
  (melee: Melee, state: MeleeState, spend: Spend): Rule<MeleeState> =>
  (dice) => {
    if (state.clashed === null) return { ...state, fought: [...state.fought, READY] };
    return after(
      melee,
      state,
      blows(pairIn(melee, state), state.clashed, plightsOf(melee, state), spend, melee.reading)(dice),
    );
  };

function after(melee: Melee, state: MeleeState, end: DuelEnd): MeleeState {
  const { reading } = melee;
  const ended = afterDuel(end.first, reading).state;
  return {
    lone: afterDuel(end.second, reading),
    fought: [...state.fought, ended],
    dropped: state.dropped + (end.first.state === READY ? 0 : 1),
    left: capAfter(reading.hitCap, state.left, end.spent),
    medikits: end.first.medikits,
    bonuses: bonusesAfter(melee, state, ended),
    clashed: null,
  };
}

/** A-CC-18, QA-36: keeps one hit for each opponent still to come, but never spares the last chance of a hit. */
const oneEach =
  ({ pairs, reading }: Melee, state: MeleeState): Spend =>
  ({ most }) => {
    const toCome = pairs.length - state.fought.length - 1;
    const allowed = mostHits(reading.hitCap, state.left);
    return Math.min(most, allowed, Math.max(1, state.left - toCome));
  };

/** Chances closer than this are equal: then hits are inflicted rather than spared. */
const EQUAL = 1e-12;

/** What is known of a sequence: by what matters for the rest of it, attackers who go down or out; the choice that is best. */
interface Thoughts {
  readonly values: Map<string, number>;
  readonly choices: Map<string, number>;
}
const MOST_THOUGHTS = 4_096;
const thoughts = new Map<string, Thoughts>();

/** Of the pairs from each one on: what is left of a sequence is a sequence, whatever came before it. */
function thoughtsOf({ pairs, company, reading }: Melee): Thoughts[] {
  if (thoughts.size > MOST_THOUGHTS) thoughts.clear();
  return pairs.map((_, from) => {
    const key = sequenceKey(pairs.slice(from), reading);
    const known = (company === undefined ? thoughts.get(key) : undefined) ?? { values: new Map(), choices: new Map() };
    if (company === undefined) thoughts.set(key, known);
    return known;
  });
}

/** Distributions that sequences have in common, of what a duel leaves behind once its hits are chosen. */
const ends = keeping(4_096);
const endsOf = (key: string, rule: Rule<DuelEnd>): Distribution<DuelEnd> =>
  ends(key, () => distributionOf(rule, "A-CC-18", endKey));

const plightKey = ({ state, shaken, medikits }: Plight): string => `${state},${shaken},${medikits}`;
const endKey = ({ first, second, spent }: DuelEnd): string => `${plightKey(first)};${plightKey(second)};${spent}`;

/** Two soldiers but for their CC, which counts in their scores alone, and how it is read. */
const blowsKey = ({ first, second }: Pair, reading: CloseCombatReading): string =>
  sequenceKey(
    [
      { ...first, closeCombat: 0 },
      { ...second, closeCombat: 0 },
    ],
    reading,
  );

/** QA-36, optimal: the choice that puts most attackers down or out on average, looking through the whole sequence. */
function optimal(melee: Melee): (state: MeleeState) => Spend {
  const { company, reading } = melee;
  const known = thoughtsOf(melee);
  const keys = melee.pairs.map((pair) => blowsKey(pair, reading));
  const restIn = (state: MeleeState) => restOf(state, melee.pairs.length - state.dropped);
  /** All that blows go by, but for what is chosen. */
  const struckIn = (state: MeleeState, pair: Pair): string => {
    const [first, second] = plightsOf(melee, state);
    const key = company === undefined ? keys[state.fought.length]! : blowsKey(pair, reading);
    return `${key}${state.clashed};${plightKey(first)};${plightKey(second)}`;
  };
  const mean = <T>({ outcomes, weights, total }: Distribution<T>, worth: (end: T) => number): number =>
    outcomes.reduce((sum, end, i) => sum + ratio(weights[i]!, total) * worth(end), 0);
  /** Attackers who go down or out from a state on, on average, once a duel has come to an end. */
  const worthOf = (state: MeleeState) => (end: DuelEnd) => {
    const next = after(melee, state, end);
    return lost(next) - lost(state) + value(next);
  };
  /** The same if every choice from here on is the best one. */
  const value = (state: MeleeState): number => {
    if (state.fought.length === melee.pairs.length) return 0;
    const { values } = known[state.fought.length]!;
    const key = restIn(state);
    return keptIn(values, key, () => reckoned(state));
  };
  const reckoned = (state: MeleeState): number => {
    const { clashed } = state;
    if (clashed === null) {
      if (!fightsOn(state.lone, reading)) return value({ ...state, fought: [...state.fought, READY] });
      return mean(scoresOf(melee, state), (hits) => value({ ...state, clashed: hits }));
    }
    const pair = pairIn(melee, state);
    const rule = blows(pair, clashed, plightsOf(melee, state), spendIn(state), reading);
    // What is chosen bears on all but the hits of an attacker.
    const distribution = clashed > 0 ? endsOf(struckIn(state, pair), rule) : distributionOf(rule, "A-CC-18", endKey);
    return mean(distribution, worthOf(state));
  };
  const spendIn =
    (state: MeleeState): Spend =>
    ({ most, uncertain, own: plight, outcome }) => {
      const { choices } = known[state.fought.length]!;
      const key = `${restIn(state)}|${most}|${uncertain}|${plight.state}|${plight.medikits}`;
      return keptIn(choices, key, () => {
        const struck = `${struckIn(state, pairIn(melee, state))}|${most}|${plightKey(plight)}`;
        let best = 0;
        let highest = -Infinity;
        for (let hits = Math.min(most, mostHits(reading.hitCap, state.left)); hits >= 0; hits--) {
          const reached = mean(endsOf(`${struck}|${hits}`, outcome(hits)), worthOf(state));
          if (reached > highest + EQUAL) {
            highest = reached;
            best = hits;
          }
        }
        return best;
      });
    };
  return spendIn;
}

/** How the lone soldier spends his hits, by the state of the sequence (QA-36). */
function policyOf(melee: Melee): (state: MeleeState) => Spend {
  const { hitCap, hitPolicy } = melee.reading;
  if (hitPolicy === "optimal") return optimal(melee);
  if (hitPolicy === "oneEach" && typeof hitCap === "object" && "hits" in hitCap)
    return (state) => oneEach(melee, state);
  return (state) => greedy(hitCap, state.left);
}

/** The two steps of each duel of a sequence: scores, then hits. */
export function duelOf(melee: Melee): readonly [ProcessStep<MeleeState>, ProcessStep<MeleeState>] {
  const spend = policyOf(melee);
  return [(state) => score(melee, state), (state) => strike(melee, state, spend(state))];
}

/** A complex duel as one process, two steps a duel (A-CC-13 to A-CC-18). */
export function meleeProcess(melee: Melee): Process<MeleeState> {
  const duel = duelOf(melee);
  const steps = melee.pairs.flatMap(() => duel);
  return { id: "A-CC-04", start: meleeStart(melee), steps, key: keyOf };
}
