import {
  type Arithmetic,
  convolved,
  DOUBLES,
  type Exact,
  INTEGERS,
  readOff,
  type WeightedDistribution,
} from "../../rule/exact.ts";
import { keeping } from "../../rule/once.ts";
import { stagesOf } from "./attack.ts";
import { advance, devastatingWays, type Ways, woundWays } from "./chain.ts";
import {
  attackDistribution,
  attackKey,
  attacksDistribution,
  type Count,
  type Countable,
  countOf,
  flat,
} from "./counts.ts";
import { madeOnce, mostAttacks, mostHitsOf, mostLosses, ofOwner, savesAlike } from "./distributions.ts";
import { type Formation, formationOf } from "./formation.ts";
import { type AttackedUnit, SPARE_HIT, SPARE_SAVE, SPARE_WOUND, sparesOf, type Volley } from "./volley.ts";

/**
 * The exact distributions of everything that happens to one target. Hits and wounds are sums of like attacks; damage is a chain
 * over the wounds lost, one step per wound; devastating wounds, which come after everything else, are a count that rides
 * along and is worked off in a second pass.
 */
export interface TargetDistribution {
  readonly hits: Exact;
  readonly wounds: Exact;
  readonly unsaved: Exact;
  /** Over the states of the formation. */
  readonly state: Exact;
}

const countSpares = (volley: Volley): number =>
  sparesOf(volley) & (SPARE_HIT | SPARE_WOUND | (savesAlike(volley) ? SPARE_SAVE : 0));

const count = <T>(numbers: Arithmetic<T>, volley: Volley, measure: Countable): Count<T> =>
  countOf(numbers, attackDistribution(volley, measure, countSpares(volley)), attacksDistribution(volley));

/** Attacks up to which what they come to is kept: of more it is too large. */
const MOST_KEPT = 24;

/** What a volley's attacks come to before anybody is hurt. Like attacks at targets that save alike are counted once. */
function woundsOf<T>(numbers: Arithmetic<T>, volley: Volley): Count<T> {
  if ((numbers as unknown) !== DOUBLES || mostAttacks(volley) > MOST_KEPT) return count(numbers, volley, "damage");
  const { weapons, attacks, attacksOnce } = volley;
  const key = `wounds ${JSON.stringify([weapons, attacks, attacksOnce])} ${attackKey(volley)}`;
  return madeOnce(key, () => count(numbers, volley, "damage"));
}

/** The formation of a target; characters stand apart where a volley can pick them out. */
export function formationOfTarget({ lines, woundsLost, volleys }: AttackedUnit): Formation {
  const apart = volleys.some((volley) => volley.precise !== "never");
  const guarded = volleys.some((volley) => volley.against.some((each) => each.guarded));
  return ofOwner(lines, `${woundsLost} ${apart} ${guarded}`, () => formationOf(lines, woundsLost, apart, guarded));
}

/** What a wound and a devastating wound of a volley do to a formation; volleys that do the same are asked once. */
function stepsOf<T>(numbers: Arithmetic<T>, formation: Formation, volley: Volley, spill: boolean) {
  const make = () => ({
    ways: woundWays(numbers, formation, volley),
    mortal: volley.devastating ? devastatingWays(numbers, formation, volley, spill) : undefined,
  });
  if ((numbers as unknown) !== DOUBLES) return make();
  const { precise, devastating, against } = volley;
  const met = savesAlike(volley) ? against.map(({ save: _, ...own }) => own) : against;
  const id = ofOwner(formation, "id", () => ++formations);
  return stepsOnce(JSON.stringify([id, sparesOf(volley), precise, devastating && spill, devastating, met]), make);
}

/** Of a thousand targets all steps would be a gigabyte. */
const stepsOnce = keeping(5_000);
let formations = 0;

/** What is known of the chain: for each set of devastating wounds still to come, the distribution over states. */
interface ChainLayer<T> {
  /** By volley. */
  readonly pending: readonly number[];
  at: T[];
}

class AttackChain<T> {
  readonly #numbers: Arithmetic<T>;
  #layers: ChainLayer<T>[];
  #total: T;

  constructor(numbers: Arithmetic<T>, states: number, start: number) {
    this.#numbers = numbers;
    const at = numbers.zeros(states);
    at[start] = numbers.one;
    this.#layers = [{ pending: [], at }];
    this.#total = numbers.one;
  }

  /** All wounds of a volley; its devastating ones are put off. */
  wound(ways: Ways<T>, { rows, total }: Count<T>): void {
    const numbers = this.#numbers;
    const most = rows[0]!.length - 1;
    const scales = scalesOf(numbers, ways.total, most);
    const layers: ChainLayer<T>[] = [];
    for (const { pending, at } of this.#layers) {
      const sums = rows.map(() => numbers.zeros(at.length));
      let now = spread(numbers, at, ways.sets);
      for (let wounds = 0; wounds <= most; wounds++) {
        if (wounds > 0) now = advance(numbers, ways, now);
        const gathered = gather(numbers, now, ways.sets);
        for (let devastating = 0; devastating < rows.length; devastating++) {
          const chance = rows[devastating]![wounds]!;
          if (chance === numbers.zero) continue;
          const factor = numbers.times(chance, scales[most - wounds]!);
          const sum = sums[devastating]!;
          for (let state = 0; state < gathered.length; state++) {
            const weight = gathered[state]!;
            if (weight !== numbers.zero) sum[state] = numbers.add(sum[state]!, numbers.times(weight, factor));
          }
        }
      }
      sums.forEach((sum, devastating) => {
        if (sum.some((chance) => chance !== numbers.zero)) layers.push({ pending: [...pending, devastating], at: sum });
      });
    }
    this.#layers = layers;
    this.#total = numbers.times(this.#total, numbers.times(total, scales[most]!));
  }

  /** Works off the devastating wounds that volley number `volley` has put off. */
  devastate(ways: Ways<T>, volley: number): void {
    const numbers = this.#numbers;
    const groups = new Map<string, ChainLayer<T>[]>();
    let most = 0;
    for (const layer of this.#layers) {
      const rest = layer.pending.map((wounds, i) => (i === volley ? 0 : wounds));
      most = Math.max(most, layer.pending[volley]!);
      const key = rest.join();
      groups.set(key, [...(groups.get(key) ?? []), layer]);
    }
    const scales = scalesOf(numbers, ways.total, most);
    this.#layers = [...groups.values()].map((group) => {
      // Horner's rule from the most wounds down.
      let now = numbers.zeros(group[0]!.at.length);
      for (let wounds = most; wounds >= 0; wounds--) {
        if (wounds < most) now = advance(numbers, ways, now);
        for (const { pending, at } of group)
          if (pending[volley] === wounds)
            now = now.map((chance, state) => numbers.add(chance, numbers.times(at[state]!, scales[most - wounds]!)));
      }
      return { pending: group[0]!.pending.map((wounds, i) => (i === volley ? 0 : wounds)), at: now };
    });
    this.#total = numbers.times(this.#total, scales[most]!);
  }

  distribution(): WeightedDistribution<T> {
    const numbers = this.#numbers;
    const weights = this.#layers.reduce(
      (sum, { at }) => sum.map((chance, state) => numbers.add(chance, at[state]!)),
      numbers.zeros(this.#layers[0]!.at.length),
    );
    return { weights, total: this.#total };
  }
}

/** `base` to the powers 0 to `most`. */
function scalesOf<T>(numbers: Arithmetic<T>, base: T, most: number): T[] {
  const scales = [numbers.one];
  for (let i = 1; i <= most; i++) scales.push(numbers.times(scales[i - 1]!, base));
  return scales;
}

/** A distribution over formation states as one over states with all one-die re-rolls left, and back. */
function spread<T>(numbers: Arithmetic<T>, at: readonly T[], sets: number): readonly T[] {
  if (sets === 1) return at;
  const wide = numbers.zeros(at.length * sets);
  at.forEach((chance, state) => {
    wide[state * sets + sets - 1] = chance;
  });
  return wide;
}

function gather<T>(numbers: Arithmetic<T>, wide: readonly T[], sets: number): readonly T[] {
  if (sets === 1) return wide;
  const at = numbers.zeros(wide.length / sets);
  wide.forEach((chance, i) => {
    const state = Math.floor(i / sets);
    at[state] = numbers.add(at[state]!, chance);
  });
  return at;
}

/**
 * Unsaved attacks where saves differ from model to model: the chain again, the count of failed saves part of its state.
 * Devastating wounds are added as they come, as no save is asked of them.
 */
function unsavedByModel<T>(
  numbers: Arithmetic<T>,
  target: AttackedUnit,
  formation: Formation,
): WeightedDistribution<T> {
  const { states } = formation;
  const most = target.volleys.reduce((sum, volley) => sum + mostHitsOf(volley), 0);
  /** The same ways from all states with any number of saves failed until then. */
  const counting = ({ sets, from, total }: Ways<T>, isUnsaved: boolean): Ways<T> => {
    const all = states * sets;
    const ways = Array.from({ length: all * (most + 1) }, (_, at) =>
      from[at % all]!.map((way) => {
        const unsaved = isUnsaved ? 1 : way.unsaved;
        return { ...way, to: at - (at % all) + way.to + unsaved * all };
      }),
    );
    return { sets, from: ways, total };
  };
  const stay = Array.from({ length: states }, (_, to) => [{ to, unsaved: 1, weight: numbers.one }]);
  const chain = new AttackChain(numbers, states * (most + 1), formation.start);
  const stages = stagesOf(target.volleys.length, target.devastatingWhen);
  for (const [v, volley] of target.volleys.entries()) {
    chain.wound(counting(woundWays(numbers, formation, volley), savesAlike(volley)), count(numbers, volley, "damage"));
    // Worked off before other attacks come, they decide whose save those meet.
    const place = stages.findIndex((stage) => stage.devastating && stage.volley === v);
    const isBefore = volley.devastating && stages.some((stage, at) => at > place && !stage.devastating);
    const mortal = isBefore ? devastatingWays(numbers, formation, volley, target.spill) : undefined;
    chain.devastate(counting(mortal ?? { sets: 1, from: stay, total: numbers.one }, true), v);
  }
  const { weights, total } = chain.distribution();
  const failed = numbers.zeros(most + 1);
  weights.forEach((weight, at) => {
    failed[Math.floor(at / states)] = numbers.add(failed[Math.floor(at / states)]!, weight);
  });
  return { weights: failed, total };
}

/** What volleys do to a unit: the distribution over the states that they leave it in, by the state that they find it in. */
export function striking<T>(
  numbers: Arithmetic<T>,
  target: Pick<AttackedUnit, "volleys" | "spill" | "devastatingWhen">,
  formation: Formation,
): (start: number) => WeightedDistribution<T> {
  const steps = target.volleys.map((volley) => ({
    ...stepsOf(numbers, formation, volley, target.spill),
    counted: woundsOf(numbers, volley),
  }));
  const stages = stagesOf(target.volleys.length, target.devastatingWhen);
  return (start) => {
    const chain = new AttackChain(numbers, formation.states, start);
    for (const { volley, devastating } of stages) {
      const { ways, counted, mortal } = steps[volley]!;
      if (!devastating) chain.wound(ways, counted);
      else if (mortal) chain.devastate(mortal, volley);
    }
    return chain.distribution();
  };
}

/** The exact distributions of a target in the given numbers. */
export function solvedIn<T>(numbers: Arithmetic<T>, target: AttackedUnit): TargetDistribution {
  const formation = formationOfTarget(target);
  const sum = (measure: Countable): WeightedDistribution<T> =>
    target.volleys.reduce<WeightedDistribution<T>>(
      (distribution, volley) => convolved(numbers, distribution, flat(numbers, count(numbers, volley, measure))),
      { weights: [numbers.one], total: numbers.one },
    );
  const distribution = striking(numbers, target, formation)(formation.start);
  const exact = ({ weights, total }: WeightedDistribution<T>) => numbers.exact(weights, total);
  return {
    hits: exact(sum("hits")),
    wounds: exact(sum("wounds")),
    unsaved: exact(target.volleys.every(savesAlike) ? sum("unsaved") : unsavedByModel(numbers, target, formation)),
    state: exact(distribution),
  };
}

/** Steps of the solver up to which it works in whole numbers, about two seconds of them. */
const FRACTION_STEPS = 6_000_000;

/** Ways on from all states together up to which they are made to be counted. */
const MOST_WAYS = 200_000;

/** States, and the ways on from them; where there are very many, the most that there can be. */
function waysAhead(formation: Formation, volley: Volley): { readonly from: number; readonly arrows: number } {
  const spread = mostLosses(volley);
  if (formation.states * spread > MOST_WAYS) return { from: formation.states, arrows: formation.states * (spread + 1) };
  const { from } = woundWays(DOUBLES, formation, volley);
  return { from: from.length, arrows: from.reduce((sum, ways) => sum + ways.length, 0) };
}

/** What the solver has to do for a target: steps, and the length of its whole numbers in bits. */
function workOf(target: AttackedUnit): { readonly steps: number; readonly bits: number } {
  const formation = formationOfTarget(target);
  const log2 = (value: bigint) => value.toString(2).length;
  let steps = 0;
  let bits = 0;
  let layers = 1;
  for (const volley of target.volleys) {
    const distribution = attackDistribution(volley, "damage", countSpares(volley));
    const most = mostAttacks(volley);
    const width = most * distribution.terms.reduce((a, { x }) => Math.max(a, x), 0) + 1;
    const height = most * distribution.terms.reduce((a, { y }) => Math.max(a, y), 0) + 1;
    const { from, arrows } = waysAhead(formation, volley);
    const alike = savesAlike(volley);
    steps += 4 * most * distribution.terms.length * ((width * height) / (height > 1 ? 4 : 2));
    steps += layers * width * (arrows + (formation.states * height) / 2) * (alike ? 1 : 1 + width / 2);
    layers *= height > 1 ? height : 1;
    // The attacks of all weapons are summed first, in whole numbers that grow with every die.
    const rolled = volley.weapons * (volley.attacks.d6 + volley.attacks.d3);
    const spread = 5 * volley.attacks.d6 + 2 * volley.attacks.d3;
    steps += ((volley.weapons * spread) ** 2 / 2) * (1 + rolled / 100);
    bits += most * log2(distribution.total) + 3 * rolled;
    // Fixed damage steps have denominator 1.
    bits += width * (arrows > from ? 6 * Math.ceil(arrows / from) : 0);
  }
  return { steps: Math.ceil(steps), bits };
}

/** Operations that the exact answer takes, in steps of doubles. */
export function operationsOf(target: AttackedUnit): number {
  const { steps, bits } = workOf(target);
  return DISTRIBUTIONS + (isInFractions(steps, bits) ? fractionSteps(steps, bits) : steps);
}

/** Operations that finding the distributions of a target's attacks takes. */
const DISTRIBUTIONS = 25_000;

const fractionSteps = (steps: number, bits: number): number => Math.ceil(steps * (1 + bits / 500));
const isInFractions = (steps: number, bits: number): boolean => fractionSteps(steps, bits) <= FRACTION_STEPS;

/** The exact distributions of a target, as fractions unless that takes too long, then in doubles (to 1e-12). */
export function solveTarget(target: AttackedUnit): TargetDistribution {
  const { steps, bits } = workOf(target);
  return isInFractions(steps, bits) ? solvedIn(INTEGERS, target) : solvedIn(DOUBLES, target);
}

/** The distribution of a number that the formation's state tells. */
export const readState = (
  distribution: TargetDistribution,
  formation: Formation,
  value: (state: number) => number,
  bins: number,
): Exact =>
  readOff(
    distribution.state,
    Int32Array.from({ length: formation.states }, (_, state) => value(state)),
    bins,
  );
