/** An army against another: who does what to whom, who answers whom, what each is worth, and whom each should attack. */
import type { AttackMeeting, MatchedUnit, MatchUps, Strike } from "../rulesets/roster.ts";

/** One unit's attacks at another in one phase, on average; all 0 where it has none that the rules allow. */
export interface Exchange {
  readonly wounds: number;
  readonly models: number;
  /** The chance that nobody is left. */
  readonly destroyed: number;
  /** Of the target's points the share of its wounds that are lost. */
  readonly points: number;
}

const NONE: Exchange = { wounds: 0, models: 0, destroyed: 0, points: 0 };

/** @returns undefined where the attacker has no attack that the rules allow */
export function exchangeOf(
  ups: MatchUps,
  attacker: number,
  target: number,
  meeting: AttackMeeting,
): Exchange | undefined {
  const strike = ups.strike(attacker, target, meeting);
  return strike && summed(strike, strike.law(strike.start), ups.theirs[target]!);
}

function summed(strike: Strike, law: ArrayLike<number>, { points, wounds }: MatchedUnit): Exchange {
  let [lost, killed, destroyed] = [0, 0, 0];
  for (let state = 0; state < law.length; state++) {
    const chance = law[state]!;
    if (chance === 0) continue;
    lost += chance * strike.lost(state);
    killed += chance * strike.killed(state);
    if (strike.isDestroyed(state)) destroyed += chance;
  }
  return { wounds: lost, models: killed, destroyed, points: (points * lost) / wounds };
}

/** By attacker, then by target. */
export const gridOf = (ups: MatchUps, meeting: AttackMeeting): Exchange[][] =>
  ups.mine.map((_, i) => ups.theirs.map((_, j) => exchangeOf(ups, i, j, meeting) ?? NONE));

/** What a unit takes out of each of several targets, for 100 of its own points; targets count alike. */
export const worthOf = ({ points }: MatchedUnit, row: readonly Exchange[]): number | undefined =>
  points > 0 && row.length > 0
    ? (100 * row.reduce((sum, own) => sum + own.points, 0)) / row.length / points
    : undefined;

/** Who of the attackers takes most out of a target for its points; undefined where nobody hurts it. */
export function answerTo(grid: readonly (readonly Exchange[])[], mine: readonly MatchedUnit[], target: number) {
  let best: { readonly attacker: number; readonly each: number } | undefined;
  mine.forEach(({ points }, attacker) => {
    const own = grid[attacker]![target]!.points;
    const each = points > 0 ? (100 * own) / points : own;
    if (own > 0 && (best === undefined || each > best.each)) best = { attacker, each };
  });
  return best;
}

/** Whom each attacks, in order, and what that takes out. */
export interface TargetChoice {
  readonly attacks: readonly { readonly attacker: number; readonly target: number; readonly points: number }[];
  readonly points: number;
}

/** Rounds of trying other targets, one unit at a time. */
const MOST_ROUNDS = 20;

/**
 * Whom each attacker should attack, one after another in the order in which they are listed: targets keep the wounds that they
 * lost to those before. Each begins with what it does best alone; then one at a time changes its target while all together
 * take out more points. No single change betters what is found; two at once might.
 */
export function assignmentOf(
  ups: MatchUps,
  meeting: AttackMeeting,
  grid: readonly (readonly Exchange[])[],
): TargetChoice {
  const known = new Map<string, { readonly strike: Strike; readonly rows: Map<number, ArrayLike<number>> }>();
  const strikeAt = (attacker: number, target: number) => {
    const key = `${attacker} ${target}`;
    let found = known.get(key);
    if (found === undefined) {
      const strike = ups.strike(attacker, target, meeting);
      if (strike === undefined) return undefined;
      found = { strike, rows: new Map() };
      known.set(key, found);
    }
    return found;
  };
  const attackers = ups.mine.flatMap((_, i) => (grid[i]!.some(({ points }) => points > 0) ? i : []));
  const targets = attackers.map((i) =>
    grid[i]!.reduce((best, own, j, row) => (own.points > row[best]!.points ? j : best), 0),
  );
  /** Points that a target loses to those who attack it, after each of them. */
  const taken = (target: number): number[] => {
    let law: ArrayLike<number> | undefined;
    return attackers.map((attacker, k) => {
      const own = targets[k] === target ? strikeAt(attacker, target) : undefined;
      if (own === undefined) return 0;
      const { strike, rows } = own;
      const before: ArrayLike<number> =
        law ?? Array.from({ length: strike.states }, (_, s) => (s === strike.start ? 1 : 0));
      // Where some pick out characters states are others: what they do is added as if they were alone.
      if (before.length !== strike.states) return grid[attacker]![target]!.points;
      const after = new Float64Array(strike.states);
      for (let state = 0; state < before.length; state++) {
        const chance = before[state]!;
        if (chance < 1e-12) continue;
        const row = rows.get(state) ?? strike.law(state);
        rows.set(state, row);
        for (let to = 0; to < row.length; to++) after[to]! += chance * row[to]!;
      }
      const unit = ups.theirs[target]!;
      const more = summed(strike, after, unit).points - summed(strike, before, unit).points;
      law = after;
      return more;
    });
  };
  const sum = (target: number) => taken(target).reduce((all, own) => all + own, 0);
  const sums = ups.theirs.map((_, j) => sum(j));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isBetter = false;
    attackers.forEach((attacker, k) => {
      const from = targets[k]!;
      for (let to = 0; to < ups.theirs.length; to++) {
        const now = targets[k]!;
        if (to === now || grid[attacker]![to]!.points <= 0) continue;
        targets[k] = to;
        const [a, b] = [sum(now), sum(to)];
        if (a + b > sums[now]! + sums[to]! + 1e-9) [sums[now], sums[to], isBetter] = [a, b, true];
        else targets[k] = now;
      }
      if (from !== targets[k]) isBetter = true;
    });
    if (!isBetter) break;
  }
  const each = ups.theirs.map((_, j) => taken(j));
  const attacks = attackers.map((attacker, k) => ({ attacker, target: targets[k]!, points: each[targets[k]!]![k]! }));
  return { attacks, points: sums.reduce((all, own) => all + own, 0) };
}
