import { lcm } from "../../rule/index.ts";
import type { AntiArmour, ArmourSalvo, ImpactLaws } from "./anti-armour.ts";
import { type Impact, INTERNAL } from "./armour.ts";

/** One or two like shots of a fight that are one draw. */
export interface Draw {
  readonly shot: ArmourSalvo | "grenade";
  readonly shots: 1 | 2;
  /** Whether it begins the fight: the effect of its first shot is counted. */
  readonly isFirst: boolean;
}

/** What the shots of a draw take off a card, of at most two sections, and the effect of the first one of a fight. */
interface Blow {
  /** A section and its points in one number each, the greater number first; 0 is no damage. */
  readonly high: number;
  readonly low: number;
  readonly drops: number;
  readonly effect: number;
}

/** Outcomes of a draw by their codes, in so many of so many cases. */
export interface DrawLaw {
  readonly codes: readonly number[];
  readonly weights: readonly number[];
}

const SECTION = 2 ** 11; // more than any points
const DAMAGE = 2 ** 20;

/** What the draws of a fight may come to, numbered; two shots that come to the same damage are one outcome. */
export class ArmourDraws {
  readonly #fight: AntiArmour;
  readonly #laws: ImpactLaws;
  readonly #codes = new Map<number, number>();
  readonly #blows: Blow[] = [];

  constructor(fight: AntiArmour, laws: ImpactLaws) {
    this.#fight = fight;
    this.#laws = laws;
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

  /** How many cases the law of a draw is of, whatever is left of the armour. */
  totalOf({ shot, shots }: Draw): number {
    let total = 1n;
    for (let armour = 0; armour <= this.#fight.vehicle.armour; armour++)
      total = lcm(total, this.#laws.of(shot, armour).total);
    return Number(total) ** shots;
  }

  /** The law of a draw by what is left of the armour. */
  lawsOf(draw: Draw): DrawLaw[] {
    const alone = { ...draw, shots: 1 } as const;
    const first = this.inOrder(alone).map(merged);
    if (draw.shots === 1) return first;
    const second = draw.isFirst ? this.inOrder({ ...alone, isFirst: false }).map(merged) : first;
    return first.map(({ codes, weights }, armour) => {
      const both = new Map<number, number>();
      codes.forEach((code, i) => {
        const one = this.#blows[code]!;
        const after = second[armour - one.drops]!;
        after.codes.forEach((two, j) => {
          const pair = this.#codeOf(this.#both(one, this.#blows[two]!));
          both.set(pair, (both.get(pair) ?? 0) + weights[i]! * after.weights[j]!);
        });
      });
      return { codes: [...both.keys()], weights: [...both.values()] };
    });
  }

  /** The law of one shot in its own order, by what is left of the armour. */
  inOrder(draw: Draw): DrawLaw[] {
    const total = this.totalOf({ ...draw, shots: 1 });
    return Array.from({ length: this.#fight.vehicle.armour + 1 }, (_, armour) => {
      const law = this.#laws.of(draw.shot, armour);
      const scale = total / Number(law.total);
      return {
        codes: law.outcomes.map((own) => this.#codeOf(this.#blowOf(own, armour, draw.isFirst))),
        weights: law.weights.map((weight) => Number(weight) * scale),
      };
    });
  }

  /** The impacts of a draw that came to an outcome: one of the ways that lead there, as likely as it is among them. */
  impactsOf({ shot, shots, isFirst }: Draw, armour: number, code: number, next: () => number): readonly Impact[] {
    const ways: { readonly impacts: readonly Impact[]; readonly weight: number }[] = [];
    const law = this.#laws.of(shot, armour);
    law.outcomes.forEach((one, i) => {
      const first = this.#blowOf(one, armour, isFirst);
      const weight = Number(law.weights[i]) / Number(law.total);
      if (shots === 1) {
        if (this.#codeOf(first) === code) ways.push({ impacts: [one], weight });
        return;
      }
      const after = this.#laws.of(shot, armour - first.drops);
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

  #blowOf({ effect, section, points }: Impact, armour: number, isFirst: boolean): Blow {
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

  #both(one: Blow, two: Blow): Blow {
    const { drops, effect } = { drops: one.drops + two.drops, effect: one.effect };
    const [high, low] = one.high > two.high ? [one.high, two.high] : [two.high, one.high];
    const section = Math.floor(high / SECTION);
    if (low === 0 || Math.floor(low / SECTION) !== section) return { high, low, drops, effect };
    return { high: this.#damage(section, (high % SECTION) + (low % SECTION)), low: 0, drops, effect };
  }

  #codeOf(blow: Blow): number {
    const key = ((blow.high * DAMAGE + blow.low) * 4 + blow.drops) * 4 + blow.effect;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.#blows.length);
    return this.#blows.push(blow) - 1;
  }
}

/** The same law, each outcome in one piece. */
function merged({ codes, weights }: DrawLaw): DrawLaw {
  const all = new Map<number, number>();
  codes.forEach((code, i) => void all.set(code, (all.get(code) ?? 0) + weights[i]!));
  return { codes: [...all.keys()], weights: [...all.values()] };
}
