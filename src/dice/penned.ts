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
export function pennedDice(faces: Faces, pen: Pen, who?: string): Dice {
  function write<A extends number | boolean>(
    rule: string | undefined,
    roll: Omit<Throw, "who" | "rule"> & { answer: A },
  ): A {
    pen({ ...(who === undefined ? {} : { who }), ...(rule === undefined ? {} : { rule }), ...roll });
    return roll.answer;
  }
  return {
    by: (who) => pennedDice(faces, pen, who),
    face(sides, rule) {
      const face = faces.face(sides);
      return write(rule, { sides, faces: [face], answer: face });
    },
    atLeast(sides, needed, rule) {
      const fell = needed <= 1 || needed > sides ? [] : [faces.atLeast(sides, needed)];
      const answer = fell.length === 0 ? needed <= 1 : fell[0]! >= needed;
      return write(rule, { sides, faces: fell, needed, answer });
    },
    best(sides, k, rule) {
      const fell = faces.best(sides, k);
      return write(rule, { sides, faces: fell, best: true, answer: Math.max(...fell) });
    },
    sum(sides, k, rule) {
      if (k === 0) return 0;
      const fell = faces.sum(sides, k);
      return write(rule, { sides, faces: fell, answer: fell.reduce((total, face) => total + face, 0) });
    },
    count(sides, k, needed, rule) {
      if (k === 0) return 0;
      const isCertain = needed <= 1 || needed > sides;
      const fell = isCertain ? [] : faces.count(sides, k, needed);
      const answer = isCertain ? (needed <= 1 ? k : 0) : fell.filter((face) => face >= needed).length;
      return write(rule, { sides, faces: fell, needed, answer });
    },
  };
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
