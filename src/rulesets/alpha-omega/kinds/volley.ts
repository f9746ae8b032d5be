import type { Dice } from "../../../dice/index.ts";
import { type Chain, chainOf } from "../../../rule/chain.ts";
import { message, part } from "../../../rule/message.ts";
import type { Reading } from "../../../rule/play.ts";
import { ofProcesses } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { tellVolley } from "../telling/volley.ts";
import {
  aloneUnderFire,
  isIndependent,
  mostStates,
  type UnitUnderFire,
  unitProcess,
  type VolleyProfile,
} from "../volley.ts";
import { DOWN, OUT, PINNED, READY, STATES } from "../words.ts";
import { type Account, neededDice } from "./shot.ts";

/** A unit's fire at a unit. */
export interface VolleyCell extends VolleyProfile {
  /** One account per soldier under fire and kind of shooter, in salvo order. */
  readonly accounts: readonly Account[];
}

const inState = (state: number) => (unit: UnitUnderFire) => unit.states.filter((code) => code === state).length;

/** The metrics of a volley over the target unit, sums over its soldiers; of one soldier his state too. */
function readingsOf(profile: VolleyProfile): Reading<UnitUnderFire>[] {
  const counts = upTo(profile.soldiers.length);
  const shots = profile.salvos.reduce((sum, salvo) => sum + salvo.shots, 0);
  return [
    { metric: { name: "casualties", values: counts }, bin: (unit) => inState(DOWN)(unit) + inState(OUT)(unit) },
    { metric: { name: "hits", values: upTo(shots) }, bin: (unit) => unit.hits.reduce((a, b) => a + b, 0) },
    ...[READY, PINNED, DOWN, OUT].map((state) => ({
      metric: { name: STATES[state]!, values: counts },
      bin: inState(state),
    })),
    ...(profile.soldiers.length === 1
      ? [{ metric: { name: "state", values: STATES }, bin: (unit: UnitUnderFire) => unit.states[0]! }]
      : []),
  ];
}

export const volleyKind: Kind = {
  headline: {
    metric: "casualties",
    text: "casualties (down or out) on average",
    also: { metric: "out", text: "out (for good)", isPart: true },
  },
  losses: { defender: { metric: "casualties" } },

  ...ofProcesses<VolleyCell, UnitUnderFire>({
    blockSize: 16_384,
    processes: (profile) => processesOf(profile),
    parts: (profile) => partsOf(profile),
    readings: readingsOf,
    // Soldiers who depend on each other in too many ways.
    byDice: (profile) => ({
      id: "A-SHOOT-18",
      each: 3,
      exact: isTooMuch(profile)
        ? `more than ${MOST_TOGETHER} shots at one soldier are resolved together`
        : `soldiers under fire depend on each other in more than ${mostStates(profile).toLocaleString("en")} ways`,
    }),
    tell(teller, profile, traces, names) {
      const soldiers = traces.map((steps, first) => ({ steps, first }));
      tellVolley(teller, profile, soldiers, names);
    },
  }),

  explain(profile: VolleyCell): Explanation[] {
    const isAlone = isIndependent(profile);
    // Soldiers under the same fire are told once.
    const told = new Map<string, { explanation: Explanation; soldiers: number[] }>();
    profile.salvos.forEach((salvo, i) => {
      const { target } = salvo;
      const soldier = profile.soldiers[target]!;
      const fire = salvo.fire[target]!;
      const alone = { ...aloneUnderFire(profile, target), salvos: [{ ...salvo, target: 0, fire: [fire] }] };
      const key = JSON.stringify([alone, profile.accounts[i]]);
      const known = told.get(key);
      if (known) {
        known.soldiers.push(target + 1);
        return;
      }
      const tree = (dice: Dice) => STATES[playVolley(alone, dice)[0]!.states[0]!]!;
      const explanation = { ...profile.accounts[i]!, needed: neededDice(fire, soldier, soldier.state), tree };
      told.set(key, { explanation, soldiers: [target + 1] });
    });
    return [...told.values()].map(({ explanation, soldiers }) => {
      const [whole, who] = [part(explanation.title), spansOf(soldiers)];
      const some = soldiers.length > 1 ? message`${whole}, soldiers ${who}` : message`${whole}, soldier ${who}`;
      const title = isAlone ? some : message`${some} (these shots alone: no hit changes hands, no shot is aimed anew)`;
      return { ...explanation, title };
    });
  },
};

/** `1–3, 5, 7`: numbers that rise, three and more in a row by their ends. */
function spansOf(numbers: readonly number[]): string {
  const rows: number[][] = [];
  for (const number of numbers) {
    const last = rows.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else rows.push([number]);
  }
  return rows.map((row) => (row.length > 2 ? `${row[0]}–${row.at(-1)}` : row.join(", "))).join(", ");
}

/** One process per soldier where they are independent, in the order the dice are rolled; else one for the unit. */
const processesOf = (profile: VolleyProfile) =>
  isIndependent(profile)
    ? profile.soldiers.map((_, index) => unitProcess(aloneUnderFire(profile, index)))
    : [unitProcess(profile)];

/** Shots at one soldier, resolved together, beyond which the ways they may go (the square of them) are not listed. */
const MOST_TOGETHER = 150;

const isTooMuch = ({ soldiers, salvos, reading }: VolleyProfile): boolean => {
  const shots = soldiers.map(() => 0);
  for (const salvo of salvos) shots[salvo.target]! += salvo.shots;
  return reading.volley === "grouped" && shots.some((count) => count > MOST_TOGETHER);
};

/** Of soldiers under fire by themselves: as often alike across a matrix of units as within one. */
const chains = new Map<string, Chain<UnitUnderFire>>();
/** States of all of them together beyond which they are forgotten. */
const MOST_KEPT = 50_000;
let kept = 0;

function chainOfOne(alone: VolleyProfile): Chain<UnitUnderFire> {
  const key = JSON.stringify(alone);
  const known = chains.get(key);
  if (known !== undefined) return known;
  const chain = chainOf(unitProcess(alone));
  kept += chain.states.length;
  if (kept > MOST_KEPT) {
    chains.clear();
    kept = chain.states.length;
  }
  chains.set(key, chain);
  return chain;
}

/** The chains of those processes, like soldiers sharing one; undefined where one has too many states. */
function partsOf(profile: VolleyProfile): Chain<UnitUnderFire>[] | undefined {
  if (isTooMuch(profile)) return undefined;
  return isIndependent(profile)
    ? profile.soldiers.map((_, index) => chainOfOne(aloneUnderFire(profile, index)))
    : [chainOf(unitProcess(profile))];
}

/** Plays one volley with the given dice; the soldiers of the units it returns follow each other in list order. */
export function playVolley(profile: VolleyProfile, dice: Dice): UnitUnderFire[] {
  return processesOf(profile).map((process) => process.steps.reduce((unit, step) => step(unit)(dice), process.start));
}
