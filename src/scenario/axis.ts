/** Axes of a sweep as they are written: a path and the values it takes, `defender.save=2..7`. */

import { type Said, said } from "../rulesets/said.ts";
import { splitPath } from "./overlay.ts";
import { type Problem, quote, refuse as refuseAt } from "./problem.ts";

/** A place in the plane of a sweep: the value of each path. */
export type Point = Readonly<Record<string, number | string>>;

export interface Axis {
  /** As `--set` takes it. */
  readonly path: string;
  readonly values: readonly (number | string)[];
}

/** Values of one axis beyond which it is refused. */
export const MOST_VALUES = 1_000;
const HOW = said`write 2..7, 2..7/0.5 or 6,12,24`;
/** Between values: none within brackets, as a list such as `[leap, drone]` is one value. */
const COMMA = /,(?![^[{]*[\]}])/u;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Numbers with something between them that is no range of ours: `6..30:6`, `6 to 30`. */
const NEARLY =
  /^(?<from>[+-]?\d[\d.]*?)\s*(?:\.{2,}|:|\bto\b|à)\s*(?<to>[+-]?\d[\d.]*?)(?:\s*(?:[:;/@]|\bby\b|\bstep\b|\bpas\b)\s*(?<step>\d[\d.]*))?$/;
const RANGE = /^(?<from>[+-]?[\d.]+?)\.\.(?<to>[+-]?[\d.]+?)(?:\/(?<step>[\d.]+))?$/;

/** What an axis may hold: numbers only (a sweep), or words as well (a table of odds). */
export type AxisKind = "numbers" | "anything";

/**
 * The axis that a text such as `situation.distance=6,12,24` stands for.
 * @throws ScenarioError when it is none, for a value that is no number, a range that runs backwards or has too many values
 */
export function parseAxis(text: string, kind: AxisKind = "numbers", flag = "--sweep"): Axis {
  const equals = text.lastIndexOf("=");
  if (equals < 1) refuse(flag, said`${quote(text)} says no values`, said`${HOW}: path=values`);
  const path = text.slice(0, equals).trim();
  splitPath(path);
  const given = text.slice(equals + 1).split(COMMA);
  const values = given.flatMap((part) => valuesOf(part.trim(), kind, flag, path));
  const twice = values.find((value, i) => values.indexOf(value) < i);
  if (twice !== undefined) refuse(flag, said`${path} is ${twice} twice in ${quote(text)}`, said`give each value once`);
  refuseMany(values.length, flag, path);
  return { path, values };
}

function refuseMany(values: number, flag: string, path: string): void {
  if (values > MOST_VALUES)
    refuse(
      flag,
      said`${path} would take ${values} values, more than ${MOST_VALUES}`,
      said`take larger steps: 2..7/0.5`,
    );
}

/** @throws ScenarioError that names a flag */
export function refuse(flag: string, message: Said, hint: Said | undefined): never {
  refuseAt(undefined, said`${flag}: ${message}`, hint);
}

function valuesOf(part: string, kind: AxisKind, flag: string, path: string): (number | string)[] {
  if (NUMBER.test(part)) return [Number(part)];
  const range = RANGE.exec(part)?.groups;
  if (range && [range.from!, range.to!, range.step ?? "1"].every((number) => NUMBER.test(number)))
    return steps(range.from!, range.to!, range.step ?? "1", flag, path);
  const near = NEARLY.exec(part)?.groups;
  if (near !== undefined) {
    const written = `${near.from}..${near.to}${near.step === undefined ? "" : `/${near.step}`}`;
    refuse(flag, said`${path} cannot be ${quote(part)}`, said`numbers from one to another, in steps, are ${written}`);
  }
  if (kind === "anything" && part !== "") return [part];
  return refuse(flag, said`${path} cannot be ${quote(part)}: a sweep goes over numbers`, HOW);
}

/** From one number to another in decimal steps, added exactly: 0.1 three times is 0.3. */
function steps(from: string, to: string, step: string, flag: string, path: string): number[] {
  const decimals = Math.max(...[from, to, step].map((text) => text.split(".")[1]?.length ?? 0));
  const scaled = (text: string) => Math.round(Number(`${Number(text)}e${decimals}`));
  const [first, last, by] = [scaled(from), scaled(to), scaled(step)];
  if (by <= 0) refuse(flag, said`the step of ${path} is ${step}`, said`a step is above 0`);
  if (last < first) refuse(flag, said`${from}..${to} runs backwards`, said`write ${to}..${from}`);
  const length = Math.floor((last - first) / by) + 1;
  refuseMany(length, flag, path);
  return Array.from({ length }, (_, i) => Number(`${first + i * by}e-${decimals}`));
}

/** Every combination of the axes' values, the last axis fastest. */
export const pointsOf = (axes: readonly Axis[]): Point[] =>
  axes.reduce<Point[]>(
    (points, { path, values }) => points.flatMap((point) => values.map((value) => ({ ...point, [path]: value }))),
    [{}],
  );

/** What `--set` would be given for a point. */
export const editsOf = (point: Point): string[] => Object.entries(point).map(([path, value]) => `${path}=${value}`);

/** `@defender.save=4`, what a cell's id ends with at a point. */
export const pointText = (point: Point): string =>
  Object.entries(point)
    .map(([path, value]) => `${path}=${value}`)
    .join(",");

/** The id of a cell without the point it is at. */
export const baseIdOf = (cell: {
  readonly experiment: string;
  readonly attacker: string;
  readonly defender: string;
  readonly modifiers: readonly string[];
}): string => [cell.experiment, cell.attacker, cell.defender, cell.modifiers.join("+")].join("~");

/** The id of a cell at a point; an empty one leaves it as it is. */
export const idAt = (id: string, point: Point = {}): string =>
  Object.keys(point).length === 0 ? id : `${id}@${pointText(point)}`;

/** The problems of a point, as those of the flag that made it. */
export const underFlag = (problems: readonly Problem[], from: string, to: string): Problem[] =>
  problems.map((problem) =>
    problem.place?.file === from ? { ...problem, place: { ...problem.place, file: to } } : problem,
  );
