import { lcm } from "../../rule/index.ts";
import type { Formation } from "./formation.ts";
import { lossLaw, saveLaw, savesAlike } from "./laws.ts";
import type { Numbers } from "./numbers.ts";
import { blowOf, picksOut } from "./place.ts";
import { SPARE_DAMAGE, SPARE_SAVE, sparesOf, type Target, type Volley } from "./volley.ts";
import { D6 } from "./words.ts";

/** One way on from a state. `unsaved` is 1 where a save was failed on the way. */
export interface Way<T> {
  readonly to: number;
  readonly unsaved: number;
  readonly weight: T;
}

/** What one wound does to a unit: for every state (formation and one-die re-rolls left) the ways on. */
export interface Ways<T> {
  /** States of the formation times sets of spares; a state is `formation state * sets + set`. */
  readonly sets: number;
  readonly from: readonly (readonly Way<T>[])[];
  readonly total: T;
}

interface Unscaled {
  readonly to: number;
  readonly unsaved: number;
  readonly weight: bigint;
  readonly total: bigint;
}

function scaled<T>(numbers: Numbers<T>, sets: number, from: readonly (readonly Unscaled[])[]): Ways<T> {
  let common = 1n;
  for (const ways of from) for (const { total } of ways) if (common % total !== 0n) common = lcm(common, total);
  return {
    sets,
    total: numbers.total(common),
    from: from.map((ways) => {
      const merged = new Map<number, { to: number; unsaved: number; weight: bigint }>();
      for (const { to, unsaved, weight, total } of ways) {
        const key = 2 * to + unsaved;
        const known = merged.get(key);
        const share = weight * (common / total);
        if (known) known.weight += share;
        else merged.set(key, { to, unsaved, weight: share });
      }
      return [...merged.values()].map((way) => ({ ...way, weight: numbers.weight(way.weight, common) }));
    }),
  };
}

/**
 * One wound of a volley that gets no critical treatment: its save where saves differ from model to model (else it has
 * been failed already), then its damage on the next model (C-SAV-01, C-DMG-01, C-DMG-02).
 */
export function woundWays<T>(numbers: Numbers<T>, formation: Formation, volley: Volley): Ways<T> {
  const alike = savesAlike(volley);
  const spares = sparesOf(volley) & (alike ? SPARE_DAMAGE : SPARE_DAMAGE | SPARE_SAVE);
  const sets: number[] = [];
  for (let set = 0; set <= spares; set++) if ((set & spares) === set) sets.push(set);
  const from: Unscaled[][] = [];
  for (let state = 0; state < formation.states; state++) {
    const precise = picksOut(volley, formation, state);
    const line = formation.lineAt(state, precise);
    const blow = blowOf(volley, formation, state, line);
    sets.forEach((set) => {
      const ways: Unscaled[] = [];
      const lose = (left: number, weight: bigint, total: bigint) => {
        if (formation.isDestroyed(state)) {
          ways.push({ to: state * sets.length + sets.indexOf(left), unsaved: 1, weight, total });
          return;
        }
        const loss = lossLaw(volley, line, blow, left & SPARE_DAMAGE);
        loss.outcomes.forEach(([points, kept], i) => {
          const from = blow === "guarded" ? formation.unguarded(state) : state;
          const to = formation.hurt(from, precise, points!);
          const after = (left & ~SPARE_DAMAGE) | kept!;
          ways.push({
            to: to * sets.length + sets.indexOf(after),
            unsaved: 1,
            weight: weight * loss.weights[i]!,
            total: total * loss.total,
          });
        });
      };
      if (alike) lose(set, 1n, 1n);
      else {
        const save = saveLaw(volley, line, set & SPARE_SAVE);
        save.outcomes.forEach(([saved, kept], i) => {
          const left = (set & ~SPARE_SAVE) | kept!;
          if (saved === 1)
            ways.push({
              to: state * sets.length + sets.indexOf(left),
              unsaved: 0,
              weight: save.weights[i]!,
              total: save.total,
            });
          else lose(left, save.weights[i]!, save.total);
        });
      }
      from.push(ways);
    });
  }
  return scaled(numbers, sets.length, from);
}

/**
 * Points lost one at a time, each ignored on the Feel No Pain of the model it falls on (C-DMG-02, C-DMG-03): where the
 * unit may stand afterwards.
 * @param pain the needed die of a line, 7 without one
 */
export function spilled(
  formation: Formation,
  state: number,
  precise: boolean,
  points: number,
  pain: (line: number) => number,
): { readonly ends: ReadonlyMap<number, bigint>; readonly total: bigint } {
  let ends = new Map([[state, 1n]]);
  for (let point = 0; point < points; point++) {
    const next = new Map<number, bigint>();
    for (const [at, weight] of ends) {
      const lost = Math.min(pain(formation.lineAt(at, precise)), D6 + 1) - 1; // falls of the die that lose it
      const to = formation.spill(at, precise, 1);
      next.set(to, (next.get(to) ?? 0n) + weight * BigInt(lost));
      if (lost < D6) next.set(at, (next.get(at) ?? 0n) + weight * BigInt(D6 - lost));
    }
    ends = next;
  }
  return { ends, total: BigInt(D6) ** BigInt(points) };
}

/** One devastating wound (C-AB-DEVASTATING-WOUNDS, C-DMG-03, C-DMG-04): mortal wounds, on one model or carried over. */
export function devastatingWays<T>(
  numbers: Numbers<T>,
  formation: Formation,
  volley: Volley,
  spill: Target["spill"],
): Ways<T> {
  const painless = { ...volley, against: volley.against.map((own) => ({ ...own, mortalPain: D6 + 1 })) };
  const from: Unscaled[][] = [];
  for (let state = 0; state < formation.states; state++) {
    if (formation.isDestroyed(state)) {
      from.push([{ to: state, unsaved: 0, weight: 1n, total: 1n }]);
      continue;
    }
    const precise = picksOut(volley, formation, state, true);
    const loss = lossLaw(spill ? painless : volley, formation.lineAt(state, precise), "mortal", 0);
    from.push(
      loss.outcomes.flatMap(([points], i): Unscaled[] => {
        const head = { unsaved: 0, weight: loss.weights[i]!, total: loss.total };
        if (!spill) return [{ ...head, to: formation.hurt(state, precise, points!) }];
        const after = spilled(formation, state, precise, points!, (own) => volley.against[own]!.mortalPain);
        return [...after.ends].map(([to, weight]) => ({
          unsaved: 0,
          to,
          weight: head.weight * weight,
          total: head.total * after.total,
        }));
      }),
    );
  }
  return scaled(numbers, 1, from);
}

/** A law over states after one more step, `total` times as large. */
export function advance<T>(numbers: Numbers<T>, ways: Ways<T>, at: readonly T[]): T[] {
  const next = numbers.zeros(at.length);
  for (let state = 0; state < at.length; state++) {
    const chance = at[state]!;
    if (chance === numbers.zero) continue;
    for (const { to, weight } of ways.from[state]!) {
      // Whole numbers: most steps have one way of weight 1.
      next[to] = numbers.add(next[to]!, weight === numbers.one ? chance : numbers.times(chance, weight));
    }
  }
  return next;
}
