import type { Dice } from "./dice.ts";
import type { Stream } from "./stream.ts";
import { uniform32 } from "./uniform.ts";

/** The dice of one question as they fell, and who asked. */
export interface Throw {
  /** Whom they concern, where the rule says. */
  readonly who?: string;
  /** The id of the rule that asked. */
  readonly rule?: string;
  readonly sides: number;
  /** In the order they fell; none where only one answer is possible. */
  readonly faces: readonly number[];
  /** The die each of them had to meet; left out where the faces themselves matter. */
  readonly needed?: number;
  /** Only the highest counts. */
  readonly best?: true;
  /** A face or a sum of faces, whether the die was met, or how many met it. */
  readonly answer: number | boolean;
}

export type Pen = (roll: Throw) => void;

/** Says whom the next dice of a rule concern, in the rule's own words, to dice that are told; others do not care. */
export const by = (dice: Dice, who: string): Dice => dice.by?.(who) ?? dice;

/** Gives the faces of the dice of one question: as chance has it, or so that a known answer comes out. */
export interface Faces {
  face(sides: number): number;
  atLeast(sides: number, needed: number): number;
  best(sides: number, k: number): readonly number[];
  sum(sides: number, k: number): readonly number[];
  count(sides: number, k: number, needed: number): readonly number[];
}

/** Dice with a pen: every question is written down with the faces that answered it. */
export class PennedDice implements Dice {
  readonly #faces: Faces;
  readonly #pen: Pen;
  readonly #who: string | undefined;

  constructor(faces: Faces, pen: Pen, who?: string) {
    this.#faces = faces;
    this.#pen = pen;
    this.#who = who;
  }

  by(who: string): Dice {
    return new PennedDice(this.#faces, this.#pen, who);
  }

  #write<A extends number | boolean>(rule: string | undefined, roll: Omit<Throw, "who" | "rule"> & { answer: A }): A {
    const who = this.#who;
    this.#pen({ ...(who === undefined ? {} : { who }), ...(rule === undefined ? {} : { rule }), ...roll });
    return roll.answer;
  }

  face(sides: number, rule?: string): number {
    const face = this.#faces.face(sides);
    return this.#write(rule, { sides, faces: [face], answer: face });
  }

  atLeast(sides: number, needed: number, rule?: string): boolean {
    const faces = needed <= 1 || needed > sides ? [] : [this.#faces.atLeast(sides, needed)];
    const answer = faces.length === 0 ? needed <= 1 : faces[0]! >= needed;
    return this.#write(rule, { sides, faces, needed, answer });
  }

  best(sides: number, k: number, rule?: string): number {
    const faces = this.#faces.best(sides, k);
    return this.#write(rule, { sides, faces, best: true, answer: Math.max(...faces) });
  }

  sum(sides: number, k: number, rule?: string): number {
    if (k === 0) return 0;
    const faces = this.#faces.sum(sides, k);
    return this.#write(rule, { sides, faces, answer: faces.reduce((total, face) => total + face, 0) });
  }

  count(sides: number, k: number, needed: number, rule?: string): number {
    if (k === 0) return 0;
    const isCertain = needed <= 1 || needed > sides;
    const faces = isCertain ? [] : this.#faces.count(sides, k, needed);
    const answer = isCertain ? (needed <= 1 ? k : 0) : faces.filter((face) => face >= needed).length;
    return this.#write(rule, { sides, faces, needed, answer });
  }
}

/** `0 … n-1`, each as likely, from whole words of a stream. */
export function below(stream: Stream, n: number): number {
  for (;;) {
    const index = uniform32(stream.next(), n);
    if (index >= 0) return index;
  }
}

/** Faces as other dice roll them: one die at a time, whatever is asked. */
export function facesOf(dice: Pick<Dice, "face">): Faces {
  const roll = (sides: number, k: number) => Array.from({ length: k }, () => dice.face(sides));
  return {
    face: (sides) => dice.face(sides),
    atLeast: (sides) => dice.face(sides),
    best: roll,
    sum: roll,
    count: roll,
  };
}

/**
 * Faces for answers that are known, in the order in which they are asked for: every fall of the dice that gives them is
 * as likely as any other.
 */
export function facesFor(answers: readonly (number | boolean)[], chance: Stream): Faces {
  let at = 0;
  const next = () => {
    const answer = answers[at++];
    if (answer === undefined) throw new RangeError("a rule asks more of the dice than it did before");
    return answer;
  };
  const from = (least: number, most: number) => least + below(chance, most - least + 1);
  return {
    face: () => Number(next()),
    atLeast: (sides, needed) => (next() === true ? from(needed, sides) : from(1, needed - 1)),
    best(_, k) {
      const highest = Number(next());
      for (;;) {
        const faces = Array.from({ length: k }, () => from(1, highest));
        if (faces.includes(highest)) return faces;
      }
    },
    sum(sides, k) {
      let left = Number(next());
      return Array.from({ length: k }, (_, i) => {
        const face = faceOfSum(sides, k - i, left, chance);
        left -= face;
        return face;
      });
    },
    count(sides, k, needed) {
      let met = Number(next());
      return Array.from({ length: k }, (_, i) => {
        const meets = below(chance, k - i) < met;
        if (meets) met--;
        return meets ? from(needed, sides) : from(1, needed - 1);
      });
    },
  };
}

/** In how many ways `k` dice come to each sum, in numbers such as these. */
export function waysOfSum<T extends number | bigint>(sides: number, k: number, [none, one]: readonly [T, T]): T[] {
  let ways = [one]; // by the sum
  for (let die = 0; die < k; die++) {
    const more = new Array<T>(ways.length + sides).fill(none);
    ways.forEach((way, total) => {
      for (let face = 1; face <= sides; face++) (more[total + face] as number) += way as number;
    });
    ways = more;
  }
  return ways;
}

/** The first of `k` dice that add up to `sum`, each fall of them that does as likely as any other. */
function faceOfSum(sides: number, k: number, sum: number, chance: Stream): number {
  // Ways in which one die less comes to what is left after each face; doubles hold them for a hundred dice.
  const ways = waysOfSum<number>(sides, k - 1, [0, 1]);
  const shares = Array.from({ length: sides }, (_, i) => ways[sum - i - 1] ?? 0);
  let left = ((chance.next() >>> 0) / 2 ** 32) * shares.reduce((a, b) => a + b, 0);
  const chosen = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return chosen + 1;
}
