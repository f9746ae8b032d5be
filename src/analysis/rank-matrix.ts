/** What a matrix of attacks says of those who attack: no fight, so nobody beats anybody, but some do better than others. */

import { blockStream, cellKey } from "../dice/index.ts";
import { equilibriumOf } from "../rule/matrix-game.ts";
import { message } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { Study } from "../scenario/study.ts";
import { meanOf, type Unranked } from "./field.ts";
import type { Estimate } from "./form.ts";
import { estimateOf, type Measure, measuresOf, measureText, readingOf } from "./measure.ts";
import { worthsOf } from "./points.ts";
import { DRAWS, drawnOf } from "./rank.ts";
import type { CellResult, Result } from "./result.ts";
import { statementsBy, widened } from "./statements.ts";

/** Who attacks: a unit, or where one unit attacks with several sets of modifiers, each of them. */
export interface RankedAttacker {
  readonly name: string;
  readonly mean: Estimate;
  readonly best: { readonly against: string; readonly value: Estimate };
  readonly worst: { readonly against: string; readonly value: Estimate };
  /** How often it is brought against a clever choice of targets. */
  readonly equilibrium: number;
  /** The least and the most of matrices drawn from the limits of their squares, where some are simulated. */
  readonly equilibriumLower?: number;
  readonly equilibriumUpper?: number;
}

export interface MatrixRanking {
  readonly experiment: string;
  /** Left out where the sets are what is ranked. */
  readonly modifiers?: readonly string[];
  readonly of: "units" | "sets";
  /** Sets that change who is attacked: nothing that the one who attacks could bring. */
  readonly leftOut?: readonly string[];
  /** What ranks them, more being better: `points`, those that 100 of its own take out; else a measure as it is written. */
  readonly by: string;
  readonly isChance: boolean;
  /** Best mean first. */
  readonly attackers: readonly RankedAttacker[];
  readonly targets: readonly string[];
  /** Targets that somebody may not attack, with one who may not and why: they count for nobody. */
  readonly impossible?: readonly (Pick<CellResult, "attacker" | "defender"> &
    Required<Pick<CellResult, "statement">>)[];
  readonly dominates: readonly (readonly [better: string, worse: string])[];
  /** Left out where points are not what ranks them: what is cheap may be worth taking though others do better. */
  readonly neverWorthTaking?: readonly string[];
  readonly autoIncludes: readonly string[];
  /** By attacker in their order, against each target. */
  readonly values: readonly (readonly Estimate[])[];
  readonly isExact: boolean;
}

/**
 * Ranks the attackers of every experiment of a study that is no fight and has two of them or more.
 * @throws SettingError for a measure that no cell has
 */
export async function rankMatrices(study: Study, result: Result, asked?: readonly Measure[]) {
  const { kinds } = await loadRuleset(result.ruleset);
  const worths = await worthsOf(study, result);
  const taken = new Map(
    worths.flatMap(({ cell, side, pointsPer100 }) =>
      side === "attacker" && pointsPer100 !== undefined ? [[cell, pointsPer100] as const] : [],
    ),
  );
  const matrices: MatrixRanking[] = [];
  const unranked: Unranked[] = [];
  const attacks = result.cells.filter(({ kind }) => kinds[kind]?.winner === undefined);
  const { measuresFor } = await measuresOf(result.ruleset, attacks, asked);
  for (const experiment of new Set(attacks.map((cell) => cell.experiment))) {
    const ofExperiment = attacks.filter((cell) => cell.experiment === experiment && (cell.metrics ?? cell.statement));
    const attackers = new Set(ofExperiment.flatMap(({ attacker, metrics }) => (metrics ? attacker : [])));
    const sets = [...new Set(ofExperiment.map(({ modifiers }) => modifiers.join("+")))];
    const leftOut = attackers.size > 1 ? new Set<string>() : ofTargets(ofExperiment, study);
    const groups =
      attackers.size > 1
        ? sets.map((set) => ofExperiment.filter(({ modifiers }) => modifiers.join("+") === set))
        : sets.length - leftOut.size > 1
          ? [ofExperiment.filter(({ modifiers }) => !leftOut.has(modifiers.join("+")))]
          : [];
    if (groups.length === 0 && leftOut.size > 0) unranked.push({ experiment, reason: OF_TARGETS });
    else if (groups.length === 0)
      unranked.push({
        experiment,
        reason: message`kind ${{ word: attacks.find((cell) => cell.experiment === experiment)!.kind }} has no winner, and nobody to hold its one attacker against`,
      });
    for (const group of groups) {
      const cells = group.filter(({ metrics }) => metrics !== undefined);
      const nameOf = (cell: CellResult) => (attackers.size > 1 ? cell.attacker : cell.modifiers.join("+"));
      const names = [...new Set(cells.map(nameOf))];
      const barred = new Map(
        group.flatMap(({ statement, ...cell }) =>
          statement && names.includes(nameOf(cell))
            ? [[cell.defender, { attacker: cell.attacker, defender: cell.defender, statement }] as const]
            : [],
        ),
      );
      const targets = [...new Set(cells.map(({ defender }) => defender))].filter((target) => !barred.has(target));
      const [measure] = measuresFor(cells);
      const isByPoints = asked === undefined && attackers.size > 1 && cells.every(({ id }) => taken.has(id));
      const readings = cells.map((cell) => measure && readingOf(cell, measure));
      const isChance = !isByPoints && readings.some((reading) => reading?.isChance);
      const values = names.map((name) =>
        targets.map((target): Estimate | undefined => {
          const at = cells.findIndex((cell) => nameOf(cell) === name && cell.defender === target);
          const reading = readings[at];
          if (reading === undefined) return undefined;
          if (!isByPoints) return estimateOf(reading);
          const { fraction: _, ...amount } = taken.get(cells[at]!.id)!;
          return { ...amount, trials: reading.trials };
        }),
      );
      if (measure === undefined || targets.length === 0 || values.some((row) => row.includes(undefined))) {
        unranked.push({ experiment, reason: "not every attacker has a number against every target" });
        continue;
      }
      const by = isByPoints ? "points" : measureText(measure);
      const head = { experiment, of: attackers.size > 1 ? ("units" as const) : ("sets" as const), by, isChance };
      const { neverWorthTaking, ...ranks } = attackersRanked(names, targets, values as Estimate[][]);
      matrices.push({
        ...head,
        ...(attackers.size > 1 ? { modifiers: cells[0]!.modifiers } : {}),
        ...(leftOut.size > 0 ? { leftOut: [...leftOut] } : {}),
        ...(barred.size > 0 ? { impossible: [...barred.values()] } : {}),
        ...ranks,
        ...(isByPoints ? { neverWorthTaking } : {}),
      });
    }
  }
  return { matrices, unranked };
}

const OF_TARGETS =
  "its sets change who is attacked, and none is better or worse for who attacks; compare says what each is worth";

/** The sets under which a target is another than under the first of its cells. */
function ofTargets(cells: readonly CellResult[], { units }: Study): Set<string> {
  const first = new Map<string, string>();
  const changed = new Set<string>();
  for (const { id, defender, modifiers } of cells) {
    const target = JSON.stringify(units.get(id)?.defender);
    const known = first.get(defender) ?? target;
    first.set(defender, known);
    if (target !== known) changed.add(modifiers.join("+"));
  }
  return changed;
}

/** @param given by attacker, its number against each target, more being better */
export function attackersRanked(
  names: readonly string[],
  targets: readonly string[],
  given: readonly (readonly Estimate[])[],
) {
  const before = given.map(meanOf);
  const order = names.map((_, i) => i).sort((a, b) => before[b]!.value - before[a]!.value || a - b);
  const values = order.map((i) => given[i]!);
  const named = (i: number) => names[order[i]!]!;
  const { dominates, neverWorthTaking, autoIncludes } = statementsBy(widened(values)).sure;
  const isExact = values.flat().every(({ trials }) => trials === 0);
  const brought = broughtOf(values.map((row) => row.map(({ value }) => value)));
  const moved = isExact ? [] : [brought, ...drawnFrom(values).map(broughtOf)];
  return {
    attackers: order.map((place, i) => {
      const end = (sign: 1 | -1) => {
        const k = values[i]!.reduce(
          (best, { value }, at) => (sign * (value - values[i]![best]!.value) > 0 ? at : best),
          0,
        );
        return { against: targets[k]!, value: values[i]![k]! };
      };
      return {
        name: named(i),
        mean: before[place]!,
        best: end(1),
        worst: end(-1),
        equilibrium: brought[i]!,
        ...(isExact
          ? {}
          : {
              equilibriumLower: Math.min(...moved.map((drawn) => drawn[i]!)),
              equilibriumUpper: Math.max(...moved.map((drawn) => drawn[i]!)),
            }),
      };
    }),
    targets,
    dominates: dominates.map(([i, j]) => [named(i), named(j)] as const),
    neverWorthTaking: neverWorthTaking.map(named),
    autoIncludes: autoIncludes.map(named),
    values,
    isExact,
  };
}

const broughtOf = (values: readonly (readonly number[])[]): number[] =>
  Array.from(equilibriumOf(values).rows, (share) => Math.round(share * 1e6) / 1e6);

/** Matrices as they may be, drawn from the limits of each square; always the same ones. */
function drawnFrom(values: readonly (readonly Estimate[])[]): number[][][] {
  const stream = blockStream(cellKey(0n, "rank"), 0);
  return Array.from({ length: DRAWS }, () =>
    values.map((row) => row.map((each) => (each.trials === 0 ? each.value : Math.max(0, drawnOf(each, stream))))),
  );
}
