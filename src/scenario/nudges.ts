/** Every numeric characteristic of a cell's units, one up and one down: the study of a sensitivity analysis. */
import { loadReader } from "../rulesets/index.ts";
import { baseIdOf, type Point } from "./axis.ts";
import { canonical } from "./hash.ts";
import type { Data } from "./patch.ts";
import { cellAt, type Refused } from "./points.ts";
import { weaponNames } from "./setup.ts";
import type { Cell, CellUnits, Scenario, Study, StudyOptions } from "./study.ts";
import { type Role, SIDES } from "./uses.ts";
import { pathOf } from "./variants.ts";

/** A characteristic that stays where it is, and why. */
export interface Unmoved extends Omit<Refused, "point"> {
  readonly cell: string;
  readonly path: string;
  /** Where it stands, and where it cannot go. */
  readonly from: string | number;
  readonly to?: number;
}

export interface Nudged {
  /** Each cell as it is, and at every point where one characteristic is one more or one less. */
  readonly study: Study;
  /** What cannot be moved: a save of 1+ has no better, a dice expression no next. */
  readonly unmoved: readonly Unmoved[];
  /** What can be moved and changes nothing at all, by cell. */
  readonly idle: ReadonlyMap<string, readonly string[]>;
}

const SCALAR = /^-?\d+(\.\d+)?\+?$/;

/** `4`, `"4+"`: a number to move. `D6+1` is none, and a text without digits no characteristic at all. */
export function numberOf(value: unknown): number | "expression" | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  if (SCALAR.test(value)) return Number.parseFloat(value);
  return /^[\dDd+\s-]*\d[\dDd+\s-]*$/.test(value) ? "expression" : undefined;
}

interface Listed {
  readonly path: string;
  readonly value: unknown;
  /** Of what is changed as one side of the cell: that side, and the field. */
  readonly own?: { readonly role: Role; readonly field: string };
}

const fieldsOf = (data: Data, path: (field: string) => string, role?: Role): Listed[] =>
  Object.entries(data).map(([field, value]) => ({
    path: path(field),
    value,
    ...(role === undefined ? {} : { own: { role, field } }),
  }));

/** The fields of a cell's units and of their weapons, each path once. */
function listed(units: CellUnits): Listed[] {
  const all = (["attacker", "defender"] as const).flatMap((role) =>
    units[role].flatMap(({ unit, data, seat }) => {
      const isAlone = units[role].length === 1;
      const pathTo = (field: string) => {
        if (seat === undefined) return isAlone ? pathOf(role, field) : pathOf("units", unit, field);
        const side = SIDES[seat.side]!;
        return isAlone ? pathOf(side, field) : pathOf(side, "units", seat.place, field);
      };
      const fields = fieldsOf(data, pathTo, seat === undefined && isAlone ? role : undefined);
      const members = ((data.members as Data[] | undefined) ?? []).flatMap((member, i) =>
        fieldsOf(member, (field) => pathOf("units", unit, "members", i, field)),
      );
      const weapons = weaponNames(data).flatMap((name) => {
        const weapon = units.weapons[name] ?? {};
        const profiles = Object.entries((weapon.profiles as Readonly<Record<string, Data>> | undefined) ?? {});
        return [
          ...fieldsOf(weapon, (field) => pathOf("weapons", name, field)),
          ...profiles.flatMap(([profile, stats]) =>
            fieldsOf(stats, (field) => pathOf("weapons", name, "profiles", profile, field)),
          ),
        ];
      });
      return [...fields, ...members, ...weapons];
    }),
  );
  return [...new Map(all.map((field) => [field.path, field])).values()];
}

/**
 * A study whose cells are each there as they are and with every numeric characteristic of their units and weapons one
 * less and one more. Points that change nothing are left out.
 * @throws ScenarioError as the study itself does
 */
export async function nudge(scenario: Scenario, options: StudyOptions = {}): Promise<Nudged> {
  const base = await scenario.study(options);
  const reader = await loadReader(base.ruleset);
  const cells: Cell[] = [];
  const units = new Map(base.units);
  const unmoved: Unmoved[] = [];
  const idle = new Map<string, string[]>();
  for (const [i, cell] of base.cells.entries()) {
    cells.push(cell);
    if (!("profile" in cell.outcome)) continue;
    const all = listed(base.units.get(cell.id)!);
    const isOutside = ({ own: place }: Listed) =>
      place !== undefined && reader.isInapplicable(cell.kind, place.role, place.field);
    const outside = all.filter((one) => isOutside(one) && typeof numberOf(one.value) === "number");
    const fields = all.filter((one) => !isOutside(one));
    for (const { path, value } of fields)
      if (numberOf(value) === "expression")
        unmoved.push({ cell: cell.id, path, from: String(value), message: "it is no single number" });
    const moves = fields.flatMap(({ path, value }) => {
      const from = numberOf(value);
      return typeof from === "number" ? [-1, 1].map((step) => ({ path, from, point: { [path]: from + step } })) : [];
    });
    const onVariant = () => options.onVariant?.(i, base.cells.length);
    const {
      units: used,
      cells: moved,
      refused,
    } = await at(
      scenario,
      { ...options, onVariant },
      cell,
      moves.map(({ point }) => point),
    );
    const content = canonical(cell.outcome);
    const isInapplicable = (other: Cell) => "profile" in other.outcome && canonical(other.outcome) === content;
    const pathOfCell = (other: Cell) => Object.keys(other.point!)[0]!;
    const acting = new Set(moved.filter((other) => !isInapplicable(other)).map(pathOfCell));
    const still = new Set([...outside.map(({ path }) => path), ...moved.map(pathOfCell)]);
    idle.set(
      cell.id,
      all.flatMap(({ path }) => (still.has(path) && !acting.has(path) ? [path] : [])),
    );
    cells.push(...moved.filter((other) => acting.has(pathOfCell(other))));
    for (const [id, own] of used) units.set(id, own);
    for (const { point, ...why } of refused) {
      const [path, to] = Object.entries(point)[0] as [string, number];
      unmoved.push({ cell: cell.id, path, from: moves.find((move) => move.path === path)!.from, to, ...why });
    }
  }
  return { study: { ...base, cells, units }, unmoved, idle };
}

/** One cell at points that may be impossible. */
async function at(scenario: Scenario, options: StudyOptions, cell: Cell, points: readonly Point[]) {
  const asked = { ...options, tolerant: true, flag: "sensitivity" };
  const { study, refused } = await cellAt(scenario, cell, [{}, ...points], asked);
  const cells = study.cells.filter((other) => other.point !== undefined && baseIdOf(other) === cell.id);
  return { cells, units: study.units, refused };
}
