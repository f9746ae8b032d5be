/** Who is too good. */
import type { Say } from "../../rule/say.ts";

export const rank = (say: Say) => ({
  title: (name: string): string => say`${name}: who is too good`,
  equalPoints: {
    file: (points: string): string => say`At equal points, as the file says: ${points} a side.`,
    flag: (points: string): string => say`At equal points: ${points} a side.`,
    default: (points: string): string =>
      say`At equal points: ${points} a side, what the dearest costs as written (--points takes others, --as-written none).`,
  },
  asWritten: (why: string): string => say`As written, not at equal points: ${why}.`,
  why: {
    asked: say`--as-written asks for it`,
    models: say`models are what may be changed`,
    noPoints: say`no unit has points`,
    several: say`sides of several units do not say which of them points buy`,
    unequal: say`the file gives the sides unequal points`,
    inPlace: say`attackers or defenders are changed in place`,
    tooMany: say`equal points buy more models of a unit than it may have`,
    someWithout: (units: string, count: number): string =>
      count === 1 ? say`${units} has no points` : say`${units} have no points`,
    whole: (units: string, count: number): string =>
      count === 1 ? say`${units} is bought whole` : say`${units} are bought whole`,
  },
  bring: (units: string): string => say`They bring ${units}.`,
  brings: (models: string, unit: string, left: string): string =>
    left === "" ? say`${models} ${unit}` : say`${models} ${unit} (${left} left over)`,
  tooGood: (units: string, share: string): string =>
    say`Too good: ${units}; more than ${share} of fights against the others.`,
  tooWeak: (units: string, share: string): string => say`Too weak: ${units}; less than ${share}.`,
  nobody: say`Nobody is known to be too good.`,
  withShare: (unit: string, share: string): string => say`${unit} (${share})`,
  orOthers: (enemy: string, others: number): string =>
    others === 1 ? say`${enemy} (or another)` : say`${enemy} (or ${others} others)`,
  unordered: (pairs: string): string => say`Their order by rating could turn: ${pairs}.`,
  auto: (units: string, several: boolean): string =>
    several
      ? say`Auto-include: nobody does better than ${units} against any enemy, whichever of them.`
      : say`Auto-include: nobody does better than ${units} against any enemy.`,
  dominates: (better: string, worse: string): string =>
    say`${better} dominate ${worse}: at least as good against everybody, better against somebody.`,
  never: (units: string): string => say`Never worth taking: ${units}. Against every enemy some other unit does better.`,
  circle: (a: string, b: string, c: string): string => say`A circle: ${a} beat ${b}, who beat ${c}, who beat ${a}.`,
  moreCircles: (count: number): string => say`  ${count} more circles.`,
  none: say`Nobody dominates anybody, everybody is worth taking against somebody, and there is no circle.`,
  ties: (pairs: string): string => say`Even, or not told apart: ${pairs}.`,
  versus: (a: string, b: string): string => say`${a} / ${b}`,
  exact: say`Every number of this ranking is exact.`,
  tooGoodAndNever: (units: string): string =>
    say`${units}: too good on average and never worth taking at once, for against each enemy somebody else does better still.`,
  sure: say`What is said here holds together in 95 % of fields: no noise of the cells could turn it.`,
  open: (pairs: number): string =>
    pairs === 1
      ? say`  One pair could turn either way; --precision 0.1% or more --trials tell them apart.`
      : say`  ${pairs} pairs could turn either way; --precision 0.1% or more --trials tell them apart.`,
  unexplained: (share: string): string =>
    say`No rating explains ${share} of what the match-ups differ by from even: what is left are circles and special cases.`,
  head: [say`unit`, say`rating`, say`wins on average`, say`worst match-up`, say`best match-up`, say`brought`],
  against: (win: string, enemy: string): string => say`${win} ${enemy}`,
  brought: (what: string): string =>
    say`Brought: how often a clever opponent brings it (the most even equilibrium); ${what}.`,
  points: say`ratings are such that 400 points are ten to one`,
  matrix: say`wins of ↓ against →`,
  chart: (experiment: string): string => say`${experiment}: who beats whom`,
  chartText: say`How often the unit of a row wins against that of a column, in per cent; a draw is half a win. Hatched: even, or not told apart.`,
  even: (within: string): string =>
    say`Even as it is: no unit is known to win more or less than half by over ${within}.`,
  rebalanced: (prices: string, from: string, to: string): string =>
    say`Even at other prices: ${prices}. Played again at these, every unit wins ${from} to ${to} against the others.`,
  nearest: (prices: string, from: string, to: string, budget: string): string =>
    say`No prices make it even with whole models for ${budget} points; nearest: ${prices}. Played again at these, units win ${from} to ${to} against the others. More points a side make finer steps.`,
  stopped: (prices: string, from: string, to: string): string =>
    say`Stopped before the search was over; the best that it had: ${prices}. At these, units win ${from} to ${to} against the others; nothing was played again.`,
  matchesStopped: (changes: string, from: string, to: string): string =>
    say`Stopped before the search was over; the best that it had: ${changes}. With these, match-ups lie between ${from} and ${to}; nothing was played again.`,
  priced: (unit: string, price: string, before: string): string => say`${unit} ${price} instead of ${before}`,
  noPrice: say`the prices of the file`,
  inAll: (points: string): string => say`  Change in all: ${points}, the least that was found.`,
  alternative: (unit: string, points: string, prices: string, change: string): string =>
    say`  Or, ${unit} kept at ${points}: ${prices}; change in all: ${change}.`,
  evenHead: [say`unit`, say`points`, say`even at`, say`limits`, say`models`, say`wins now`, say`wins then`],
  evenTable: (budget: string): string =>
    say`Limits: whole prices at which the field is as even, those of the others kept; models for ${budget} points.`,
  became: (before: string, after: string): string => (before === after ? before : say`${before} → ${after}`),
  matchesEven: (within: string): string => say`Even as it is: no match-up is known to be over ${within} from a half.`,
  matchesRebalanced: (changes: string, from: string, to: string): string =>
    say`Even with changes: ${changes}. Played again with these, every match-up lies between ${from} and ${to}.`,
  matchesNearest: (names: string, changes: string): string =>
    say`No changes of ${names} that were found make every match-up even; nearest: ${changes}.`,
  stepsInAll: (steps: string, isLeast: boolean): string =>
    steps === "1"
      ? isLeast
        ? say`  Change in all: 1 step, the least that was found.`
        : say`  Change in all: 1 step.`
      : isLeast
        ? say`  Change in all: ${steps} steps, the least that was found.`
        : say`  Change in all: ${steps} steps.`,
  noChange: say`nothing changed`,
  changed: (unit: string, change: string): string => say`${unit} ${change}`,
  becomes: (name: string, from: string, to: string): string => say`${name} ${from} → ${to}`,
  pairWins: (a: string, b: string, win: string): string => say`${a} against ${b} ${win}`,
  unmendedAlone: (pair: string, names: string, steps: string, within: string, win: string, changes: string): string =>
    say`  Cannot be mended: ${pair}. Of changes of ${names} by up to ${steps} steps a unit none that was found brings these two within ${within} of even, even on their own; the nearest is ${win} (${changes}).`,
  unmendedTogether: (pair: string, changes: string, win: string): string =>
    say`  Cannot be mended along with the others: ${pair}. On their own ${changes} would do (${win}), but that makes other match-ups uneven.`,
  rebalanceHead: [say`unit`, say`changes`, say`furthest from even now`, say`then`],
  matrixThen: say`wins with the changes`,
  by: (measure: string): string => say`Ranked by ${measure}: more is better. Points are not considered.`,
  byPoints: say`Ranked at equal points, by the points that 100 of its own take out: more is better.`,
  mostAttack: (units: string): string => say`Nothing does better than ${units} against any target.`,
  autoAttack: (units: string): string => say`Auto-include: nothing does better than ${units} against any target.`,
  dominatesAttack: (better: string, worse: string): string =>
    say`${better} over ${worse}: at least as good against every target, better against some.`,
  neverAttack: (units: string): string =>
    say`Never worth taking: ${units}. Against every target something else does better.`,
  onePair: say`  For prices at which all of the field is even ask --even; for the price at which a single fight is even, whatever the others, crible solve --points --cell.`,
  pointsBuy: say`  Where units have points, crible solve --points says what those buy, and how much is left of who is attacked.`,
  leftOut: (sets: string): string =>
    say`Left out: ${sets}. They change who is attacked; compare says what they are worth.`,
  noneAttack: say`Nothing is better than another against every target, and each is worth taking against some.`,
  noneMore: say`Nothing is better than another against every target.`,
  attackHead: {
    units: say`unit`,
    sets: say`sets`,
  },
  attackColumns: [say`on average`, say`worst against`, say`best against`, say`brought`],
  attackMatrix: (of: string): string => say`${of} ↓ against →`,
  goal: {
    mean: (unit: string): string => say`${unit} against the field`,
    best: (unit: string): string => say`best match-up of ${unit}`,
    worst: (unit: string): string => say`worst match-up of ${unit}`,
    neverWorthTaking: (_: string): string => say`units never worth taking`,
    autoIncludes: (_: string): string => say`auto-includes`,
    dominates: (_: string): string => say`pairs of which one dominates the other`,
    circles: (_: string): string => say`circles`,
  },
  own: say`unit`,
  enemy: say`against`,
  unranked: (experiment: string, reason: string): string => say`${experiment} is not ranked: ${reason}.`,
});
