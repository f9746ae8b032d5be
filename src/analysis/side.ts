import type { Loss } from "../rulesets/ruleset.ts";
import type { UsedUnit } from "../scenario/study.ts";
import { type MeasuredNumber, metricOf } from "./measure.ts";
import type { CellResult } from "./result.ts";

/** A side of a cell. */
export interface Side {
  readonly name: string;
  readonly models: number;
  /** Of all models together. */
  readonly wounds: number;
  /** Models that it loses on average; of a single one, the chance that it is lost. */
  readonly lost?: MeasuredNumber | undefined;
  /** The same as its points go: wounds, where those are counted, each as a part of a model. */
  readonly worn?: MeasuredNumber | undefined;
  /** Its price, where the file gives one: as the file counts it, and of the whole. */
  readonly price: { readonly points: number; readonly total: number } | undefined;
}

/** The units of one side together, and their price where each has one. */
export function sideOf(units: readonly UsedUnit[], pointsBuy: "model" | "unit"): Side {
  const used = units.flatMap((unit) => [unit, ...(unit.companions ?? [])]);
  const sizes = used.map(sizeOf);
  const points = used.map(({ data }) => data.points as number | undefined);
  const total = points.reduce<number>(
    (sum, each = 0, i) => sum + each * (pointsBuy === "model" ? sizes[i]!.models : 1),
    0,
  );
  return {
    name: used.map(({ name }) => name).join(" + "),
    models: sizes.reduce((sum, { models }) => sum + models, 0),
    wounds: sizes.reduce((sum, { wounds }) => sum + wounds, 0),
    price: points.every((each) => each !== undefined && each > 0)
      ? { points: points.length === 1 ? points[0]! : total, total }
      : undefined,
  };
}

interface Models {
  readonly models?: number;
  readonly wounds?: number;
}

/** How many models a unit of the file has, and their wounds. */
function sizeOf({ data }: Pick<UsedUnit, "data">): { readonly models: number; readonly wounds: number } {
  const { members, ...own } = data as Models & { readonly members?: readonly Models[] };
  const lines = members?.map((member) => ({ ...own, models: 1, ...member })) ?? [own];
  const sum = (of: (line: Models) => number) => lines.reduce((all, line) => all + (line.models ?? 1) * of(line), 0);
  return { models: sum(() => 1), wounds: sum(({ wounds = 1 }) => wounds) };
}

/** The most that a side loses, where that is more than its models: another name counts them, and nothing says what one costs. */
export function uncountedIn(cell: CellResult, loss: Loss | undefined, models: number): number | undefined {
  if (loss === undefined || loss.value !== undefined) return undefined;
  const lost = metricOf(cell, loss)?.outcomes.filter(({ probability }) => probability > 0) ?? [];
  const most = lost.reduce((worst, { value }) => Math.max(worst, Number(value)), 0);
  return most > models ? most : undefined;
}
