/** Cells that were played on the same dice, and what their numbers have in common. */

import type { Metric } from "../rule/program.ts";
import { said } from "../rulesets/said.ts";
import { type Point, pointText } from "../scenario/axis.ts";
import type { Cell, Study } from "../scenario/study.ts";
import type { PairedSample } from "../stats/paired.ts";
import { type Measure, type MeasuredNumber, metricOf, nameOf, readingOf } from "./measure.ts";
import type { CellResult } from "./result.ts";
import { SettingError } from "./setting-error.ts";

/** What tells cells apart that are compared with one another; `nothing`: they are of two studies. */
export type Apart = ApartIn | readonly ApartIn[];
type ApartIn = "nothing" | "experiment" | "modifiers" | "attacker" | "defender" | "point";

/** A cell among those of one or two studies. */
export interface Member {
  readonly study: number;
  readonly id: string;
}

/** Cells played on the same dice. */
export interface PairedGroup {
  /** What their ids have in common: with the seed, their luck. */
  readonly common: string;
  readonly members: readonly Member[];
  readonly trials: number;
  /** By the measure as it is written with everything said: the cells that have it, and their sums. */
  readonly measures: ReadonlyMap<string, { readonly members: readonly Member[]; readonly sums: PairedSample }>;
}

export interface Pairing {
  readonly groups: readonly PairedGroup[];
}

export const UNPAIRED: Pairing = { groups: [] };

/** What the ids of cells that are compared have in common: `experiment~attacker~defender~sets`, a star for what varies. */
export function commonOf(
  cell: Pick<Cell, "experiment" | "attacker" | "defender" | "modifiers"> & { readonly point?: Point },
  apart: Apart,
): string {
  const { experiment, attacker, defender, modifiers, point } = cell;
  const varies = (what: ApartIn) => [apart].flat().includes(what);
  const parts = [
    varies("experiment") ? "*" : experiment,
    varies("attacker") ? "*" : attacker,
    varies("defender") ? "*" : defender,
    varies("modifiers") ? "*" : modifiers.join("+"),
  ];
  const at = point === undefined || varies("point") ? "" : `@${pointText(point)}`;
  return parts.join("~") + at;
}

/**
 * The same, and the sides that have one line-up each in both studies, though not the same one: two experiments of a
 * fight each are compared whoever fights in them.
 */
export function apartIn(studies: readonly [Pick<Study, "cells">, Pick<Study, "cells">], apart: Apart): Apart {
  const roles = (["attacker", "defender"] as const).filter((role) => {
    const [first, second] = studies.map(({ cells }) => [...new Set(cells.map((cell) => cell[role]))]);
    return first?.length === 1 && second?.length === 1 && first[0] !== second[0];
  });
  return roles.length === 0 ? apart : [apart, ...roles].flat();
}

const isMember =
  (study: number, id: string) =>
  (member: Member): boolean =>
    member.study === study && member.id === id;

/** Whether both cells were played on the same dice. */
export const arePaired = ({ groups }: Pairing, first: Member, second: Member): boolean =>
  groups.some(
    ({ members }) => members.some(isMember(first.study, first.id)) && members.some(isMember(second.study, second.id)),
  );

/** Whether it is known what a cell shares of a measure: it was played apart, or in pairs for this measure too. */
export function isKnown({ groups }: Pairing, study: number, cell: CellResult, measure: Measure): boolean {
  const group = groups.find(({ members }) => members.some(isMember(study, cell.id)));
  const metric = metricOf(cell, measure);
  return group === undefined || (metric !== undefined && sharedIn(group, measure, metric) !== undefined);
}

/** What cells share of a measure; one that names no turn may be of the last turns of fights of unlike length. */
const sharedIn = ({ measures }: PairedGroup, measure: Measure, metric: Omit<Metric, "values">) =>
  measures.get(nameOf(measure, metric)) ?? measures.get(nameOf(measure, metric, {}));

/**
 * What a cell says of a measure, with what it shares with the cells it was played with.
 * @throws SettingError for a measure that was not named when the cells were played: nothing is known of what they share
 */
export function pairedReading(
  { groups }: Pairing,
  study: number,
  cell: CellResult,
  measure: Measure,
): MeasuredNumber | undefined {
  const reading = readingOf(cell, measure);
  const group = groups.find(({ members }) => members.some(isMember(study, cell.id)));
  if (reading === undefined || group === undefined) return reading;
  const found = sharedIn(group, measure, reading.metric);
  const index = found?.members.findIndex(isMember(study, cell.id)) ?? -1;
  if (found === undefined || index < 0)
    throw new SettingError(
      said`${nameOf(measure, reading.metric)}: ${cell.id} was played in pairs for other measures: name this one when it is run`,
    );
  return { ...reading, paired: { sums: found.sums, index } };
}
