/** An army against another: who does what to whom, who answers whom, what each is worth, and whom each should attack. */
import * as z from "zod";
import { giveWay } from "../rule/event-loop.ts";
import { wordsOf } from "../rule/identifier.ts";
import { keeping, once } from "../rule/once.ts";
import type { AttackMeeting, MatchedUnit, MatchUps, OnSheet, Strike } from "../rulesets/roster.ts";
import { sentenceOf } from "../rulesets/said.ts";
import { chance, count, least, list, maybe, number, object, sentence, shown, text } from "./form.ts";

/** One unit's attacks at another in one phase, on average; all 0 where it has none that the rules allow. */
export interface Exchange {
  readonly wounds: number;
  readonly models: number;
  /** The chance that nobody is left. */
  readonly destroyed: number;
  /** Wounds that the attacker loses in return, in a whole turn; 0 in a phase. */
  readonly lost: number;
  /** By weapon the profile that was best at the target, where nobody chose one of several. */
  readonly profiles?: Strike["profiles"];
}

/** What is kept of each cell. Points are the share of the target's wounds, times what it costs. */
export const MEASURES = ["wounds", "models", "destroyed", "lost"] as const;

/** Strikes that are kept: each has a few kilobytes. */
const MOST_STRIKES = 20_000;

/** The same, with strikes and their distributions kept: of fields that are asked for several things. */
export function kept(ups: MatchUps): MatchUps {
  const known = keeping(MOST_STRIKES);
  const strike: MatchUps["strike"] = (attacker, target, meeting) => {
    const made = () => {
      const strike = ups.strike(attacker, target, meeting);
      const rows: ArrayLike<number>[] = [];
      return strike ? { ...strike, distribution: (from: number) => (rows[from] ??= strike.distribution(from)) } : null;
    };
    return known(`${attacker} ${target} ${meeting.phase} ${meeting.distance}`, made) ?? undefined;
  };
  return { ...ups, strike };
}

/** @returns undefined where the attacker has no attack that the rules allow */
export function exchangeOf(ups: MatchUps, ...of: Parameters<MatchUps["strike"]>): Exchange | undefined {
  const strike = ups.strike(...of);
  if (strike === undefined) return undefined;
  const { profiles } = strike;
  const taken = summed(strike, strike.distribution(strike.of.start));
  return { ...taken, lost: short(strike.returned?.() ?? 0), ...(profiles && { profiles }) };
}

function summed({ of }: Strike, distribution: ArrayLike<number>): Pick<Exchange, "wounds" | "models" | "destroyed"> {
  let [wounds, models, destroyed] = [0, 0, 0];
  for (let state = 0; state < distribution.length; state++) {
    const chance = distribution[state]!;
    if (chance === 0) continue;
    wounds += chance * Math.max(0, of.lost(state));
    models += chance * of.killed(state);
    if (of.isDestroyed(state)) destroyed += chance;
  }
  return { wounds: short(wounds), models: short(models), destroyed: short(destroyed) };
}

/** Twelve digits, as many as the solver's doubles are good for: a number that was written reads back as it is. */
export const short = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(12)));

/** Of a target's points the share of its wounds that are lost. */
export const pointsOf = ({ points, wounds }: MatchedUnit, lost: number): number => (points * lost) / wounds;

/** Who of the attackers takes most out of a target for its points. */
export interface BestAnswer {
  readonly attacker: number;
  /** Points taken for 100 of its own; points taken where nobody says what it costs. */
  readonly each: number;
}

/** `why`: what it does in this meeting cannot be computed. */
const unit = object({
  name: text,
  label: text,
  points: least,
  models: count,
  wounds: least,
  why: maybe(list(sentence, 1)),
});
const matched = list(unit, 1);
const [losses, shares] = [z.array(least), z.array(chance)];
/** Every attacker at every target in one meeting, as it is stored: four numbers a cell, however large the field is. */
const grid = z
  .object({
    attackers: matched,
    targets: matched,
    /** By attacker, then by target. */
    values: z.object({ wounds: losses, models: losses, destroyed: shares, lost: losses }),
    /** Profiles that were best somewhere, alike ones once, and by cell which of them from 1: a million cells share a few. */
    profiles: z.array(z.record(z.string(), z.string())),
    chosen: z.array(count),
  })
  .refine(({ attackers, targets, values, chosen }) =>
    [...Object.values(values), chosen].every((each) => each.length === attackers.length * targets.length),
  );
export type ExchangeGrid = z.infer<typeof grid>;

/** A field in which nobody has attacked yet. */
export function emptyGrid(
  { mine, theirs }: Pick<MatchUps, "mine" | "theirs">,
  { phase, overwatch }: AttackMeeting,
): ExchangeGrid {
  const isTurn = phase === "turn";
  const within = (units: readonly MatchedUnit[], phases: readonly ("shooting" | "fight")[]) =>
    units.map(({ name, label, points, models, wounds, faults }) => {
      const why = phases.flatMap((one) => faults?.[one] ?? []).map(sentenceOf);
      return { name, label, points, models, wounds, ...(why.length > 0 && { why }) };
    });
  const attackers = within(mine, isTurn ? ["shooting", "fight"] : [phase]);
  // Who is charged strikes back.
  const targets = within(theirs, isTurn ? (overwatch ? ["shooting", "fight"] : ["fight"]) : []);
  const none = () => Array<number>(mine.length * theirs.length).fill(0);
  const values = { wounds: none(), models: none(), destroyed: none(), lost: none() };
  return { attackers, targets, values, profiles: [], chosen: none() };
}

const placesOf = once((all: ExchangeGrid["profiles"]) => new Map(all.map((one, i) => [JSON.stringify(one), i + 1])));

export function setCell(grid: ExchangeGrid, attacker: number, target: number, exchange: Exchange): void {
  const at = attacker * grid.targets.length + target;
  for (const measure of MEASURES) grid.values[measure][at] = exchange[measure];
  if (exchange.profiles === undefined) return;
  const [places, key] = [placesOf(grid.profiles), JSON.stringify(exchange.profiles)];
  if (!places.has(key)) places.set(key, grid.profiles.push({ ...exchange.profiles }));
  grid.chosen[at] = places.get(key)!;
}

/** Names of profiles as they are shown: `krak, supercharge`; each once. */
export const namesOf = (profiles: ExchangeGrid["profiles"][number]): string =>
  [...new Set(Object.values(profiles).map(wordsOf))].join(", ");

/** An attacker, with the profiles that are best at a target: `Lamp Guns (krak)`. */
export function attackerAt(grid: ExchangeGrid, attacker: number, target: number): string {
  const names = namesOf(grid.profiles[grid.chosen[attacker * grid.targets.length + target]! - 1] ?? {});
  const { label } = grid.attackers[attacker]!;
  return names === "" ? label : `${label} (${names})`;
}

export const pointsAt = ({ targets, values }: ExchangeGrid, attacker: number, target: number): number =>
  pointsOf(targets[target]!, values.wounds[attacker * targets.length + target]!);

/** Of whom no points can be taken: nobody says what they cost. */
export const isFree = ({ points }: MatchedUnit): boolean => points === 0;

/** What an attacker takes out of a target on average, in points; targets that cost something count alike. */
export function takenBy(grid: ExchangeGrid, attacker: number): number {
  const taken = grid.targets.flatMap((target, j) => (isFree(target) ? [] : pointsAt(grid, attacker, j)));
  return taken.reduce((all, one) => all + one, 0) / Math.max(1, taken.length);
}

/** The same for 100 of its own points. */
export function worthOf(grid: ExchangeGrid, attacker: number): number | undefined {
  const { points, why } = grid.attackers[attacker]!;
  return points > 0 && why === undefined && !grid.targets.every(isFree)
    ? (100 * takenBy(grid, attacker)) / points
    : undefined;
}

/** Points that an attacker loses in return, a mean over all targets; undefined where that or what it costs is not known. */
export function returnedTo({ attackers, targets, values }: ExchangeGrid, attacker: number): number | undefined {
  const known = targets.flatMap(({ why }, target) => (why ? [] : values.lost[targets.length * attacker + target]!));
  const own = attackers[attacker]!;
  if (isFree(own) || own.why || known.length === 0) return undefined;
  return pointsOf(own, known.reduce((all, lost) => all + lost, 0) / known.length);
}

/** @returns undefined where nobody hurts the target */
export function answerTo(grid: ExchangeGrid, target: number): BestAnswer | undefined {
  let best: BestAnswer | undefined;
  grid.attackers.forEach(({ points }, attacker) => {
    const taken = pointsAt(grid, attacker, target);
    const each = points > 0 ? (100 * taken) / points : taken;
    if (taken > 0 && (best === undefined || each > best.each)) best = { attacker, each };
  });
  return best;
}

/** All cells of one direction, meeting by meeting. */
export async function gridsOf(
  ups: MatchUps,
  meetings: readonly AttackMeeting[],
  onUnit: OnSheet = () => {},
): Promise<ExchangeGrid[]> {
  const grids = meetings.map((meeting) => emptyGrid(ups, meeting));
  for (const [i, { label }] of ups.mine.entries()) {
    await giveWay();
    onUnit(label, i, ups.mine.length);
    fillRow(ups, meetings, i, grids);
  }
  return grids;
}

/** The cells of one attacker, target by target and meeting by meeting; `told` is called with each. */
export function fillRow(
  ups: MatchUps,
  meetings: readonly AttackMeeting[],
  attacker: number,
  grids: readonly ExchangeGrid[],
  told: (target: number, meeting: AttackMeeting, exchange: Exchange | undefined) => void = () => {},
): void {
  for (let target = 0; target < ups.theirs.length; target++)
    meetings.forEach((meeting, m) => {
      const { attackers } = grids[m]!;
      const exchange = attackers[attacker]!.why ? undefined : exchangeOf(ups, attacker, target, meeting);
      if (exchange !== undefined) setCell(grids[m]!, attacker, target, exchange);
      told(target, meeting, exchange);
    });
}

/** What modifier sets are worth: points more that are taken with them, as a mean over targets. */
export interface SetWorth {
  readonly name: string;
  /** By meeting: by all attackers, each once, and by the one that gains most from them. */
  readonly meetings: readonly { readonly all: number; readonly attacker: number; readonly most: number }[];
}

/** @param grids of the attackers with the sets, meeting by meeting, and `plain` those without */
export function setWorth(name: string, plain: readonly ExchangeGrid[], grids: readonly ExchangeGrid[]): SetWorth {
  const meetings = plain.map((without, m) => {
    const place = new Map(grids[m]!.attackers.map((attacker, i) => [attacker.name, i]));
    const gains = without.attackers.map((attacker, i) => {
      const at = place.get(attacker.name);
      return short((at === undefined ? 0 : takenBy(grids[m]!, at)) - takenBy(without, i));
    });
    const attacker = gains.reduce((best, gain, i) => (Math.abs(gain) > Math.abs(gains[best]!) ? i : best), 0);
    return { all: short(gains.reduce((sum, gain) => sum + gain, 0)), attacker, most: gains[attacker]! };
  });
  return { name, meetings };
}

const meeting = z.union([
  object({ phase: z.literal("fight") }),
  object({ phase: z.enum(["shooting", "turn"]), distance: least }),
]) as z.ZodType<AttackMeeting>;

/** Whom each attacks, in order, and what that takes out: all together, 0 where each would attack alone. */
const choice = object({ attacks: list(object({ attacker: count, target: count, points: number })), points: number });
export type TargetChoice = z.infer<typeof choice>;

/** One direction: who attacks whom, and what each meeting comes to. */
const view = object({
  side: z.enum(["mine", "theirs"]),
  attacker: text,
  target: text,
  /** Modifier sets that were swept over. */
  sets: maybe(shown<readonly SetWorth[]>()),
  meetings: list(
    object({
      meeting,
      grid,
      /** Left out of fields that are no armies. */
      choice: maybe(choice),
      /** The same attackers at a standard field, where they meet another. */
      standard: maybe(grid),
    }),
    1,
  ),
});
export type ArmyView = z.infer<typeof view>;

/** Two armies: mine at theirs, and theirs at mine where that was asked. */
export const armyForm = object({
  views: z.array(view).min(1).max(2) as unknown as z.ZodType<readonly [ArmyView, ArmyView?]>,
  /** Units that take no part, and why. */
  refused: maybe(list(object({ label: text, why: list(sentence) }))),
});
export type ArmyData = z.infer<typeof armyForm>;

/** Whom each should attack where one of them does, as of loadouts: what it does best. */
export function chosenAlone(grid: ExchangeGrid): TargetChoice {
  const attacks = grid.attackers.flatMap((_, attacker) => {
    const taken = grid.targets.map((_, target) => pointsAt(grid, attacker, target));
    const points = Math.max(...taken);
    return points > 0 ? { attacker, target: taken.indexOf(points), points } : [];
  });
  return { attacks, points: 0 };
}

/** Rounds of trying other targets, one unit at a time. */
const MOST_ROUNDS = 20;

/**
 * Whom each attacker should attack, one after another in the order in which they are listed: targets keep the wounds that they
 * lost to those before. Each begins with what it does best alone; then one at a time changes its target while all together
 * take out more points. No single change betters what is found; two at once might.
 */
export function chosenTogether(
  ups: MatchUps,
  meeting: AttackMeeting,
  grid: ExchangeGrid,
  onUnit: OnSheet = () => {},
): TargetChoice {
  const alone = chosenAlone(grid).attacks;
  const [attackers, targets] = [alone.map(({ attacker }) => attacker), alone.map(({ target }) => target)];
  /** Points that a target loses to those who attack it, after each of them. */
  const taken = (target: number): number[] => {
    let distribution: ArrayLike<number> | undefined;
    let lost = 0;
    return attackers.map((attacker, k) => {
      const strike = targets[k] === target ? ups.strike(attacker, target, meeting) : undefined;
      if (strike === undefined) return 0;
      const { states, start } = strike.of;
      const after = new Float64Array(states);
      distribution ??= after.map((_, state) => (state === start ? 1 : 0));
      // Where some pick out characters states are others: what they do is added as if they were alone.
      if (distribution.length !== states) return pointsAt(grid, attacker, target);
      for (let state = 0; state < states; state++) {
        const chance = distribution[state]!;
        if (chance < 1e-12) continue;
        const row = strike.distribution(state);
        for (let to = 0; to < row.length; to++) after[to]! += chance * row[to]!;
      }
      const { wounds } = summed(strike, after);
      const more = pointsOf(ups.theirs[target]!, wounds - lost);
      [distribution, lost] = [after, wounds];
      return more;
    });
  };
  const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const sums = ups.theirs.map((_, j) => sumOf(taken(j)));
  for (let round = 0, isBetter = true; isBetter && round < MOST_ROUNDS; round++) {
    isBetter = false;
    attackers.forEach((attacker, k) => {
      onUnit(ups.mine[attacker]!.label, k, attackers.length);
      for (let to = 0; to < ups.theirs.length; to++) {
        const now = targets[k]!;
        if (to === now || pointsAt(grid, attacker, to) <= 0) continue;
        targets[k] = to;
        const [a, b] = [sumOf(taken(now)), sumOf(taken(to))];
        if (a + b > sums[now]! + sums[to]! + 1e-9) [sums[now], sums[to], isBetter] = [a, b, true];
        else targets[k] = now;
      }
    });
  }
  const each = ups.theirs.map((_, j) => taken(j));
  const attacks = attackers.map((attacker, k) => ({ attacker, target: targets[k]!, points: each[targets[k]!]![k]! }));
  return { attacks, points: sumOf(sums) };
}
