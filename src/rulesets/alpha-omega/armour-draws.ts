import { lcm } from "../../rule/index.ts";
import type { AntiArmour, ArmourSalvo, ImpactDistributions } from "./anti-armour.ts";
import { type Impact, INTERNAL } from "./armour.ts";

/** One or two like shots of a fight that are one draw. */
export interface Draw {
  readonly shot: ArmourSalvo | "grenade";
  readonly shots: 1 | 2;
  /** Whether it begins the fight: the effect of its first shot is counted. */
  readonly isFirst: boolean;
}

/** What the shots of a draw take off a card, of at most two sections, and the effect of the first one of a fight. */
interface CardBlow {
  /** A section and its points in one number each, the greater number first; 0 is no damage. */
  readonly high: number;
  readonly low: number;
  readonly drops: number;
  readonly effect: number;
}

interface WeighedBlow {
  readonly blow: CardBlow;
  weight: number;
}

/** What a draw may come to, in so many of so many cases. */
export type BlowDistribution = ReadonlyMap<number, Readonly<WeighedBlow>>;

/** Outcomes of a draw by their codes, in so many of so many cases. */
export interface DrawDistribution {
  readonly codes: readonly number[];
  readonly weights: readonly number[];
}

const SECTION = 2 ** 11; // more than any points
const DAMAGE = 2 ** 20;

/** What the draws of a fight may come to, numbered; two shots that come to the same damage are one outcome. */
export class ArmourDraws {
  readonly #fight: AntiArmour;
  readonly #distributions: ImpactDistributions;
  readonly #codes = new Map<number, number>();
  readonly #blows: CardBlow[] = [];

  constructor(fight: AntiArmour, distributions: ImpactDistributions) {
    this.#fight = fight;
    this.#distributions = distributions;
  }

  /** By code, what it takes: points of sections, armour, and the effect that is counted. */
  get outcomes(): { readonly taken: readonly (readonly [number, number])[]; drops: number; effect: number }[] {
    return this.#blows.map(({ high, low, drops, effect }) => ({
      taken: [high, low].flatMap((damage) =>
        damage > 0 ? [[Math.floor(damage / SECTION), damage % SECTION] as const] : [],
      ),
      drops,
      effect,
    }));
  }

  /** How many cases the distribution of a draw is of, whatever is left of the armour. */
  totalOf({ shot, shots }: Draw): number {
    let total = 1n;
    for (let armour = 0; armour <= this.#fight.vehicle.armour; armour++)
      total = lcm(total, this.#distributions.of(shot, armour).total);
    return Number(total) ** shots;
  }

  /**
   * The distribution of a draw by what is left of the armour; what it may come to has no codes yet.
   * @returns undefined where two shots may come to more than `most` things
   */
  distributionsOf(draw: Draw, most: number): BlowDistribution[] | undefined {
    const alone = { ...draw, shots: 1 } as const;
    const first = this.inOrder(alone).map((distribution) => this.#merged(distribution));
    if (draw.shots === 1) return first;
    const second = draw.isFirst
      ? this.inOrder({ ...alone, isFirst: false }).map((distribution) => this.#merged(distribution))
      : first;
    const distributions: BlowDistribution[] = [];
    for (const [armour, own] of first.entries()) {
      const both = new Map<number, WeighedBlow>();
      for (const one of own.values())
        for (const two of second[armour - one.blow.drops]!.values())
          add(both, this.#both(one.blow, two.blow), one.weight * two.weight);
      if (both.size > most) return undefined;
      distributions.push(both);
    }
    return distributions;
  }

  /** A distribution by the codes of its outcomes. */
  coded(distribution: BlowDistribution): DrawDistribution {
    const all = [...distribution.values()];
    return { codes: all.map(({ blow }) => this.#codeOf(blow)), weights: all.map(({ weight }) => weight) };
  }

  /** The distribution of one shot in its own order, by what is left of the armour. */
  inOrder(draw: Draw): DrawDistribution[] {
    const total = this.totalOf({ ...draw, shots: 1 });
    return Array.from({ length: this.#fight.vehicle.armour + 1 }, (_, armour) => {
      const distribution = this.#distributions.of(draw.shot, armour);
      const scale = total / Number(distribution.total);
      return {
        codes: distribution.outcomes.map((own) => this.#codeOf(this.#blowOf(own, armour, draw.isFirst))),
        weights: distribution.weights.map((weight) => Number(weight) * scale),
      };
    });
  }

  /** The impacts of a draw that came to an outcome: one of the ways that lead there, as likely as it is among them. */
  impactsOf({ shot, shots, isFirst }: Draw, armour: number, code: number, next: () => number): readonly Impact[] {
    const ways: { readonly impacts: readonly Impact[]; readonly weight: number }[] = [];
    const distribution = this.#distributions.of(shot, armour);
    distribution.outcomes.forEach((one, i) => {
      const first = this.#blowOf(one, armour, isFirst);
      const weight = Number(distribution.weights[i]) / Number(distribution.total);
      if (shots === 1) {
        if (this.#codeOf(first) === code) ways.push({ impacts: [one], weight });
        return;
      }
      const after = this.#distributions.of(shot, armour - first.drops);
      after.outcomes.forEach((two, j) => {
        const second = this.#blowOf(two, armour - first.drops, false);
        const share = Number(after.weights[j]) / Number(after.total);
        if (this.#codeOf(this.#both(first, second)) === code)
          ways.push({ impacts: [one, two], weight: weight * share });
      });
    });
    let left = (next() / 2 ** 32) * ways.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = ways.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return (chosen ?? ways.at(-1)!).impacts;
  }

  #blowOf({ effect, section, points }: Impact, armour: number, isFirst: boolean): CardBlow {
    const taken = section < 0 ? 0 : this.#damage(section, points);
    return { high: taken, low: 0, drops: effect === INTERNAL && armour > 0 ? 1 : 0, effect: isFirst ? effect : 0 };
  }

  /** Points beyond those that there are to lose are as good as none. */
  #damage(section: number, points: number): number {
    const { vehicle, reading } = this.#fight;
    const own = vehicle.sections[section]!.points;
    const most = reading.sectionOverflow === "tank" ? own + (vehicle.sections[vehicle.tank]?.points ?? 0) : own;
    const taken = Math.min(points, most);
    return taken > 0 ? section * SECTION + taken : 0;
  }

  #both(one: CardBlow, two: CardBlow): CardBlow {
    const { drops, effect } = { drops: one.drops + two.drops, effect: one.effect };
    const [high, low] = one.high > two.high ? [one.high, two.high] : [two.high, one.high];
    const section = Math.floor(high / SECTION);
    if (low === 0 || Math.floor(low / SECTION) !== section) return { high, low, drops, effect };
    return { high: this.#damage(section, (high % SECTION) + (low % SECTION)), low: 0, drops, effect };
  }

  /** The same distribution, each outcome in one piece. */
  #merged({ codes, weights }: DrawDistribution): BlowDistribution {
    const all = new Map<number, WeighedBlow>();
    for (const [i, code] of codes.entries()) add(all, this.#blows[code]!, weights[i]!);
    return all;
  }

  #codeOf(blow: CardBlow): number {
    const key = keyOf(blow);
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.#blows.length);
    return this.#blows.push(blow) - 1;
  }
}

const keyOf = ({ high, low, drops, effect }: CardBlow): number => ((high * DAMAGE + low) * 4 + drops) * 4 + effect;

function add(distribution: Map<number, WeighedBlow>, blow: CardBlow, weight: number): void {
  const key = keyOf(blow);
  const known = distribution.get(key);
  if (known) known.weight += weight;
  else distribution.set(key, { blow, weight });
}
