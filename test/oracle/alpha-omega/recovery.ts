/**
 * A second, independent implementation of unpinning and care over turns (A-RAL-13 to A-RAL-18). It imports nothing but
 * the dice of the naive duel beside it.
 */
import { type Options, passes, type Random, type State, type Unit, woundRoll } from "./duel.ts";

export interface Hospital {
  /** One entry per soldier, with his state at the start. */
  soldiers: { unit: Unit & { commandBonus?: number; character?: boolean }; state: State }[];
  turns: number;
  options: Options;
}

/** The states of every soldier after each turn. */
export function playRecovery({ soldiers, turns, options }: Hospital, random: Random): State[][] {
  const states = soldiers.map(({ state }) => state);
  const has = (i: number, aptitude: string) => (soldiers[i]!.unit.aptitudes ?? []).includes(aptitude);
  const everybody = (aptitude: string) => soldiers.every((_, i) => has(i, aptitude));
  const somebodyReady = (aptitude: string) => soldiers.some((_, i) => has(i, aptitude) && states[i] === "ready");
  const uses = options.medikitUses ?? "unlimited";
  let forTheGame = typeof uses === "object" && "perGame" in uses ? uses.perGame : Infinity;
  let calls = options.sacrificeUses ?? 1;
  const history: State[][] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Unpinning: characters who bring a bonus first (E-12), else in list order.
    const leads = (i: number) => soldiers[i]!.unit.character === true && (soldiers[i]!.unit.commandBonus ?? 0) > 0;
    const all = soldiers.map((_, i) => i);
    [...all.filter(leads), ...all.filter((i) => !leads(i))].forEach((i) => {
      const { unit } = soldiers[i]!;
      if (states[i] !== "pinned") return;
      const implacable = (unit.skills ?? []).includes("implacable");
      if (options.pinnedEnds === "auto" || (implacable && (options.implacableUnpins ?? true))) {
        states[i] = "ready";
        return;
      }
      const bonus = Math.max(
        0,
        ...soldiers.map((other, j) =>
          other.unit.character && states[j] === "ready" ? (other.unit.commandBonus ?? 0) : 0,
        ),
      );
      if (passes(random, unit.command - bonus, options)) states[i] = "ready";
    });
    // The call to sacrifice, instead of care.
    const fallen = states.filter((state) => state === "pinned" || state === "down").length;
    const remaining = states.filter((state) => state !== "out").length;
    if (calls > 0 && fallen > 0 && fallen * 2 >= remaining && (everybody("sacrifice") || somebodyReady("sacrifice"))) {
      calls--;
      states.forEach((state, i) => {
        if (state === "pinned" || state === "down") states[i] = "ready";
      });
    }
    // Care: everybody rolls, then the medikits are dealt.
    const covered = everybody("medikit") || somebodyReady("medikit");
    const results = new Map<number, State>();
    states.forEach((state, i) => {
      if (state === "down") results.set(i, woundRoll(random, soldiers[i]!.unit, "down", options));
    });
    let forTheTurn = typeof uses === "object" && "perTurn" in uses ? uses.perTurn : Infinity;
    for (const gravity of ["out", "down"] as const)
      for (const [i, result] of results)
        if (result === gravity && covered && forTheTurn > 0 && forTheGame > 0) {
          forTheTurn--;
          forTheGame--;
          results.set(i, "pinned");
        }
    for (const [i, result] of results) states[i] = result;
    history.push([...states]);
  }
  return history;
}
