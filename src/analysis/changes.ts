/** What has changed of what the numbers of a study are made from, since its baseline was written. */
import type { Input, InputValue } from "../scenario/inputs.ts";
import type { Place } from "../scenario/problem.ts";
import type { Study } from "../scenario/study.ts";
import type { InputChange, NameFault } from "./check-result.ts";

/** The values of an input as a baseline keeps them. */
export const textsOf = (values: Input["values"]): ReadonlyMap<string, string> =>
  new Map([...values].map(([path, { text }]) => [path, text]));

/**
 * Every value that is not what it was, with the cells that use it and are not what they were. An input that came or went
 * is one change. Values of inputs that no cell uses are not looked at.
 * @param lost cells of the baseline that are no more
 */
export function changesOf(
  { inputs, uses }: Pick<Study, "inputs" | "uses">,
  before: ReadonlyMap<string, ReadonlyMap<string, string>>,
  isUntouched: (cell: string) => boolean,
  lost: readonly string[] = [],
): InputChange[] {
  const touched = [...uses].filter(([cell]) => !isUntouched(cell));
  const users = (name: string) => touched.flatMap(([cell, used]) => (used.includes(name) ? [cell] : []));
  const all = touched.map(([cell]) => cell);
  const whole = (
    { name, place }: Pick<Input, "name" | "place">,
    fate: "new" | "gone",
    cells: string[],
  ): InputChange => ({
    path: name,
    whole: fate,
    ...placed(place),
    cells,
  });
  const found = [...inputs.values()].flatMap((input): InputChange[] => {
    const old = before.get(input.name);
    const cells = users(input.name);
    if (cells.length === 0) return [];
    if (old === undefined && input.name.includes(".")) return [whole(input, "new", cells)];
    return valueChanges(input, old ?? new Map(), cells);
  });
  const gone = [...before].filter(([name]) => !inputs.has(name));
  const left = gone.flatMap(([name]): InputChange[] => {
    // The cells that are left are of other experiments.
    const isOf = (cell: string) => cell.startsWith(`${ownName(name)}~`);
    const cells = name.startsWith("experiments.") ? [...new Set(lost)].filter(isOf) : all;
    return cells.length === 0 ? [] : [whole({ name }, "gone", cells)];
  });
  return [...found.sort(byPlace), ...left];
}

const ownName = (name: string): string => name.slice(name.indexOf(".") + 1);

/** What went, with the name of what came and is made of the same. */
export function renamedIn(
  { inputs }: Pick<Study, "inputs">,
  before: ReadonlyMap<string, ReadonlyMap<string, string>>,
): NonNullable<NameFault["same"]>[] {
  const madeOf = (name: string, values: ReadonlyMap<string, string>) =>
    JSON.stringify([name.split(".", 1), [...values].sort()]);
  const came = [...inputs.values()].filter(({ name }) => !before.has(name));
  const names = new Map(came.map(({ name, values }) => [madeOf(name, textsOf(values)), ownName(name)]));
  return [...before].flatMap(([name, values]) => {
    const is = inputs.has(name) ? undefined : names.get(madeOf(name, values));
    return is === undefined ? [] : [{ of: name.split(".", 1)[0]!, was: ownName(name), is }];
  });
}

function valueChanges(
  { name, values, place }: Input,
  old: ReadonlyMap<string, string>,
  cells: string[],
): InputChange[] {
  const paths = [...new Set([...values.keys(), ...old.keys()])];
  return paths.flatMap((path): InputChange[] => {
    const [was, is] = [old.get(path), values.get(path)];
    if (was === is?.text) return [];
    return [
      {
        path: path === "" ? name : `${name}.${path}`,
        ...itemsOn(path, (at) => values.get(at)?.text ?? old.get(at)),
        ...(was === undefined ? {} : { before: was }),
        ...(is === undefined ? {} : { now: is.text }),
        ...placed(is ? is.place : place),
        cells,
      },
    ];
  });
}

/** The field by which an item of a list is called, the most its own first. */
const NAMES = ["as", "unit", "weapon", "name"] as const;

/** What is called by a name of all list items that a path leads through. */
function itemsOn(path: string, textAt: (path: string) => string | undefined): Pick<InputChange, "items"> {
  const items = [...path.matchAll(/\.\d+(?=\.)/g)].flatMap(({ index, 0: step }) => {
    const at = path.slice(0, index + step.length);
    const name = NAMES.map((field) => textAt(`${at}.${field}`)).find((text) => text !== undefined);
    return name === undefined || name.startsWith("[") ? [] : [{ at, name }];
  });
  return items.length === 0 ? {} : { items };
}

const placed = (place: InputValue["place"]): Pick<InputChange, "place"> =>
  place ? { place: { file: place.file, line: place.line, column: place.column } } : {};

/** In the order of the files. */
const byPlace = (a: { readonly place?: Pick<Place, "file" | "line"> }, b: typeof a): number => {
  const [one, other] = [a.place, b.place];
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1;
};
