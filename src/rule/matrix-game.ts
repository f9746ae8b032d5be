/** Matrix games of two players, one of whom gains what the other loses. */

/** Best play of both, as shares that add up to one. */
export interface Equilibrium {
  /** What the one who chooses rows has of it under best play; known to `gap`. */
  readonly value: number;
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  /** What each row brings against these columns, and what each column allows against these rows. */
  readonly brought: readonly number[];
  readonly allowed: readonly number[];
  /** How much more the two could gain together by choosing otherwise: 0 but for rounding. */
  readonly gap: number;
}

/** Numbers this close are one. */
const SAME = 1e-13;

/**
 * Best play in the game whose first player gains `payoffs[row][column]`: a pure one where there is one, else the closed
 * form of two by two after strategies that are never better are struck out, else a linear program. Of pure ones each takes
 * one that no other is better than somewhere, and as good as whatever the opponent does.
 * @param payoffs at least one row, all of them as long, at least one column; finite
 * @param same how close numbers are that count as one, where a pure one is looked for
 * @example Array.from(equilibriumOf([[1, -1], [-1, 1]]).rows) // [0.5, 0.5]
 */
export function equilibriumOf(payoffs: readonly ArrayLike<number>[], same = SAME): Equilibrium {
  const rows = payoffs.length;
  const columns = payoffs[0]!.length;
  const saddle = saddleOf(payoffs, same);
  if (saddle !== undefined) return saddle;
  const { kept, left } = undominated(payoffs, rows, columns);
  const inner = kept.map((i) => left.map((j) => payoffs[i]![j]!));
  const [own, other] = kept.length === 2 && left.length === 2 ? twoByTwo(inner) : bySimplex(inner);
  const row = new Float64Array(rows);
  const column = new Float64Array(columns);
  kept.forEach((i, at) => {
    row[i] = own[at]!;
  });
  left.forEach((j, at) => {
    column[j] = other[at]!;
  });
  return judged(payoffs, row, column);
}

/** What two mixes are worth, and by how much either could be bettered. */
function judged(payoffs: readonly ArrayLike<number>[], rows: Float64Array, columns: Float64Array): Equilibrium {
  const brought = new Array<number>(rows.length).fill(0);
  const allowed = new Array<number>(columns.length).fill(0);
  for (let i = 0; i < rows.length; i++)
    for (let j = 0; j < columns.length; j++) {
      brought[i] = brought[i]! + columns[j]! * payoffs[i]![j]!;
      allowed[j] = allowed[j]! + rows[i]! * payoffs[i]![j]!;
    }
  const [best, worst] = [Math.max(...brought), Math.min(...allowed)];
  return { value: (best + worst) / 2, rows, columns, brought, allowed, gap: Math.max(0, best - worst) };
}

/** A pair of pure strategies from which neither gains by leaving; undefined where there is none. */
function saddleOf(payoffs: readonly ArrayLike<number>[], same: number): Equilibrium | undefined {
  const [rows, columns] = [payoffs.length, payoffs[0]!.length];
  const secured = new Array<number>(rows).fill(Number.POSITIVE_INFINITY);
  const conceded = new Array<number>(columns).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      secured[i] = Math.min(secured[i]!, payoffs[i]![j]!);
      conceded[j] = Math.max(conceded[j]!, payoffs[i]![j]!);
    }
  const [best, least] = [Math.max(...secured), Math.min(...conceded)];
  if (least - best > same) return undefined;
  const own = new Float64Array(rows);
  const other = new Float64Array(columns);
  const isBelow = (a: number, b: number) => conceded.every((_, j) => payoffs[a]![j]! <= payoffs[b]![j]! + same);
  const isAbove = (a: number, b: number) => secured.every((_, i) => payoffs[i]![a]! >= payoffs[i]![b]! - same);
  const [up, down] = [secured.map((worth) => best - worth <= same), conceded.map((worth) => worth - least <= same)];
  own[firstBest(up, isBelow)] = 1;
  other[firstBest(down, isAbove)] = 1;
  return judged(payoffs, own, other);
}

/** Of strategies that are safe one that no other is better than somewhere, and as good as everywhere; of like ones the first. */
const firstBest = (safe: readonly boolean[], isNoBetter: (worse: number, better: number) => boolean): number =>
  safe.reduce(
    (found, isSafe, i) => (isSafe && i !== found && isNoBetter(found, i) && !isNoBetter(i, found) ? i : found),
    safe.indexOf(true),
  );

/** Rows and columns that some other one is at least as good as, whatever the opponent does, struck out in turn. */
function undominated(payoffs: readonly ArrayLike<number>[], rows: number, columns: number) {
  let kept = Array.from({ length: rows }, (_, i) => i);
  let left = Array.from({ length: columns }, (_, j) => j);
  for (let before = 0; before !== kept.length + left.length; ) {
    before = kept.length + left.length;
    kept = without(kept, (worse, better) => left.every((j) => payoffs[worse]![j]! <= payoffs[better]![j]!));
    left = without(left, (worse, better) => kept.every((i) => payoffs[i]![worse]! >= payoffs[i]![better]!));
  }
  return { kept, left };
}

function without(list: readonly number[], isNoBetter: (worse: number, better: number) => boolean): number[] {
  const struck = new Set<number>();
  for (const worse of list)
    if (list.some((better) => better !== worse && !struck.has(better) && isNoBetter(worse, better))) struck.add(worse);
  return list.filter((one) => !struck.has(one));
}

/** No pure equilibrium and nothing dominated: both are indifferent. */
function twoByTwo(payoffs: readonly (readonly number[])[]): readonly [number[], number[]] {
  const [[a, b], [c, d]] = payoffs as [[number, number], [number, number]];
  const whole = a - b - c + d;
  const row = (d - c) / whole;
  const column = (d - b) / whole;
  return [
    [row, 1 - row],
    [column, 1 - column],
  ];
}

/**
 * The linear program of the game, all payoffs made 1 to 2: the columns' shares by the simplex method, the rows' as its
 * prices. Bland's rule, so that it ends.
 */
function bySimplex(payoffs: readonly (readonly number[])[]): readonly [number[], number[]] {
  const rows = payoffs.length;
  const columns = payoffs[0]!.length;
  const all = payoffs.flat();
  const least = Math.min(...all);
  const size = Math.max(...all) - least || 1;
  const width = columns + rows + 1;
  // Maximise the sum of y with A y <= 1, y >= 0; the last row holds the prices.
  const table = Array.from({ length: rows + 1 }, (_, i) => {
    const line = new Float64Array(width);
    if (i === rows) line.fill(-1, 0, columns);
    else {
      payoffs[i]!.forEach((payoff, j) => {
        line[j] = 1 + (payoff - least) / size;
      });
      line[columns + i] = 1;
      line[width - 1] = 1;
    }
    return line;
  });
  const basis = Array.from({ length: rows }, (_, i) => columns + i);
  const prices = table[rows]!;
  for (;;) {
    let entering = 0;
    while (entering < width - 1 && prices[entering]! >= -1e-12) entering++;
    if (entering === width - 1) break;
    let leaving = -1;
    for (let i = 0; i < rows; i++) {
      const slope = table[i]![entering]!;
      if (slope <= 1e-12) continue;
      const ratio = table[i]![width - 1]! / slope;
      const best = leaving < 0 ? Number.POSITIVE_INFINITY : table[leaving]![width - 1]! / table[leaving]![entering]!;
      if (ratio < best || (ratio === best && basis[i]! < basis[leaving]!)) leaving = i;
    }
    pivot(table, leaving, entering);
    basis[leaving] = entering;
  }
  const shares = new Array<number>(columns).fill(0);
  basis.forEach((column, i) => {
    if (column < columns) shares[column] = table[i]![width - 1]!;
  });
  return [scaled([...prices.subarray(columns, columns + rows)]), scaled(shares)];
}

function pivot(table: readonly Float64Array[], row: number, column: number): void {
  const pivoted = table[row]!;
  const by = pivoted[column]!;
  for (let j = 0; j < pivoted.length; j++) pivoted[j] = pivoted[j]! / by;
  for (const line of table) {
    const share = line[column]!;
    if (line === pivoted || share === 0) continue;
    for (let j = 0; j < line.length; j++) line[j] = line[j]! - share * pivoted[j]!;
    line[column] = 0;
  }
}

/** Shares that add up to one, rounding below zero taken away. */
function scaled(values: readonly number[]): number[] {
  const positive = values.map((value) => Math.max(0, value));
  const sum = positive.reduce((total, value) => total + value, 0);
  return positive.map((value) => value / sum);
}
