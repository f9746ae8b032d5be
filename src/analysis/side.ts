import type { Loss } from "../rulesets/ruleset.ts";
import type { UsedUnit } from "../scenario/study.ts";
import { type MeasuredNumber, metricOf } from "./measure.ts";
import type { CellResult } from "./result.ts";

/** A side of a cell. */
export interface Side {
  readonly name: string;
  readonly models: number;
  readonly lost?: MeasuredNumber | undefined;
  /** Its price, where the file gives one: as the file counts it, and of the whole. */
  readonly price: { readonly points: number; readonly total: number } | undefined;
}

/** The units of one side together, and their price where each has one. */
export function sideOf(units: readonly UsedUnit[], pointsBuy: "model" | "unit"): Side {
  const used = units.flatMap((unit) => [unit, ...(unit.companions ?? [])]);
  const sizes = used.map(modelsOf);
  const points = used.map(({ data }) => data.points as number | undefined);
  const total = points.reduce<number>((sum, each = 0, i) => sum + each * (pointsBuy === "model" ? sizes[i]! : 1), 0);
  return {
    name: used.map(({ name }) => name).join(" + "),
    models: sizes.reduce((sum, size) => sum + size, 0),
    price: points.every((each) => each !== undefined && each > 0)
      ? { points: points.length === 1 ? points[0]! : total, total }
      : undefined,
  };
}

/** How many models a unit of the file has. */
export function modelsOf({ data }: Pick<UsedUnit, "data">): number {
  const members = data.members as readonly { readonly models?: number }[] | undefined;
  if (members) return members.reduce((sum, { models = 1 }) => sum + models, 0);
  return (data.models as number | undefined) ?? 1;
}

/** The most that a side loses, where that is more than its models: another name counts them, and nothing says what one costs. */
export function uncountedIn(cell: CellResult, loss: Loss | undefined, models: number): number | undefined {
  if (loss === undefined || loss.value !== undefined) return undefined;
  const lost = metricOf(cell, loss)?.outcomes.filter(({ probability }) => probability > 0) ?? [];
  const most = lost.reduce((worst, { value }) => Math.max(worst, Number(value)), 0);
  return most > models ? most : undefined;
}
