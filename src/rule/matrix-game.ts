/** Matrix games of two players, one of whom gains what the other loses. */

/** Best play of both, as shares that add up to one. */
export interface Equilibrium {
  /** What the one who chooses rows has of it under best play; known to `gap`. */
  readonly value: number;
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  /** How much more the two could gain together by choosing otherwise: 0 but for rounding. */
  readonly gap: number;
}

/** Numbers this close are one, as shares of what is won. */
const SAME = 1e-13;

/**
 * Best play in the game whose first player gains `payoffs[row][column]`: a pure one where there is one, else the closed
 * form of two by two after strategies that are never better are struck out, else a linear program. Of pure ones each takes
 * the first that no other is at least as good as, whatever the opponent does.
 * @param payoffs at least one row, all of them as long, at least one column; finite
 * @example Array.from(equilibriumOf([[1, -1], [-1, 1]]).rows) // [0.5, 0.5]
 */
export function equilibriumOf(payoffs: readonly ArrayLike<number>[]): Equilibrium {
  const rows = payoffs.length;
  const columns = payoffs[0]!.length;
  const saddle = saddleOf(payoffs, rows, columns);
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
  let best = Number.NEGATIVE_INFINITY;
  let worst = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    let sum = 0;
    for (let j = 0; j < columns.length; j++) sum += columns[j]! * payoffs[i]![j]!;
    if (sum > best) best = sum;
  }
  for (let j = 0; j < columns.length; j++) {
    let sum = 0;
    for (let i = 0; i < rows.length; i++) sum += rows[i]! * payoffs[i]![j]!;
    if (sum < worst) worst = sum;
  }
  return { value: (best + worst) / 2, rows, columns, gap: Math.max(0, best - worst) };
}

/** A pair of pure strategies from which neither gains by leaving; undefined where there is none. */
function saddleOf(payoffs: readonly ArrayLike<number>[], rows: number, columns: number): Equilibrium | undefined {
  const [ups, downs] = [upTo(rows), upTo(columns)];
  // The least that a row brings, and the most that a column allows.
  const secured = ups.map((i) => Math.min(...downs.map((j) => payoffs[i]![j]!)));
  const conceded = downs.map((j) => Math.max(...ups.map((i) => payoffs[i]![j]!)));
  const [best, least] = [Math.max(...secured), Math.min(...conceded)];
  const same = SAME * Math.max(1, Math.abs(best));
  if (least - best > same) return undefined;
  const secure = ups.filter((i) => secured[i]! >= best - same);
  const allow = downs.filter((j) => conceded[j]! <= least + same);
  const own = new Float64Array(rows);
  const other = new Float64Array(columns);
  own[firstBest(secure, (a, b) => downs.every((j) => payoffs[a]![j]! <= payoffs[b]![j]! + same))] = 1;
  other[firstBest(allow, (a, b) => ups.every((i) => payoffs[i]![a]! >= payoffs[i]![b]! - same))] = 1;
  return judged(payoffs, own, other);
}

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** The first of some strategies that no other one is at least as good as; of like ones the first. */
const firstBest = (list: readonly number[], isNoBetter: (worse: number, better: number) => boolean): number =>
  without(list.toReversed(), isNoBetter).at(-1)!;

/** Rows and columns that some other one is at least as good as, whatever the opponent does, struck out in turn. */
function undominated(payoffs: readonly ArrayLike<number>[], rows: number, columns: number) {
  let kept = upTo(rows);
  let left = upTo(columns);
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
