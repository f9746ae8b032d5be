import { keptIn } from "../../rule/once.ts";
import { type Condition, holdsOf, namesIn } from "../condition.ts";
import type { CellPath } from "../data.ts";
import { type Problems, whenOf } from "../problems.ts";
import type { CellInput } from "../reader.ts";
import { type Said, said } from "../said.ts";
import { waysOf } from "./engagement/counts.ts";
import { type Command, ENEMY, keyOf, NAMES, OWN, type Policy, UNIT } from "./engagement/policy.ts";
import type { UnitProfile } from "./engagement/profile.ts";
import type { WrittenRule, WrittenTable } from "./schema-policy.ts";
import { ORDERS, type Order } from "./words.ts";

/** What a policy is held against: models of the side and of its enemy, and the turns of the fight. */
export interface PolicyRange {
  readonly own: number;
  readonly enemy: number;
  readonly turns: number;
}

/** Shares are counted in so many parts. */
const PARTS = 10_000;
/** States up to which rules are tried on all of them, to find those that none of them speaks of. */
const MOST_TRIED = 2_000_000;

/** What a side says of its orders, checked; undefined where it says nothing or something is wrong. */
export function policyOf(cell: CellInput, side: 0 | 1, fielded: PolicyRange, problems: Problems): Policy | undefined {
  const sides = cell.experiment.sides as readonly { readonly policy?: readonly WrittenRule[] | WrittenTable }[];
  const given = sides[side]?.policy;
  const at: CellPath = ["sides", side, "policy"];
  if (given === undefined) return undefined;
  return isTable(given) ? ofTable(given, side, fielded, at, problems) : ofRules(given, fielded, at, problems);
}

export const hasPolicy = ({ experiment }: CellInput, side: 0 | 1): boolean =>
  (experiment.sides as readonly { readonly policy?: unknown }[])[side]?.policy !== undefined;

const isTable = (given: readonly WrittenRule[] | WrittenTable): given is WrittenTable => !Array.isArray(given);

/** Commands and mixes, each once. */
class Mixes {
  readonly commands: Command[] = [];
  readonly mixes: number[][] = [];
  readonly #known = new Map<string, number>();

  /** The place of the mix with these shares. @param shares positive numbers, of any sum */
  at(shares: readonly (readonly [command: Command, share: number])[]): number {
    const sum = shares.reduce((total, [, share]) => total + share, 0);
    const weights: number[] = [];
    for (const [told, share] of shares) {
      let command = this.commands.findIndex((listed) => listed.order === told.order && listed.does === told.does);
      if (command < 0) command = this.commands.push(told) - 1;
      weights[command] = shares.length === 1 ? 1 : Math.round((share / sum) * PARTS);
    }
    const whole = Array.from(weights, (weight) => weight ?? 0);
    const key = whole.join();
    return keptIn(this.#known, key, () => this.mixes.push(whole) - 1);
  }

  /** Every mix as long as there are commands. */
  get whole() {
    return {
      commands: this.commands,
      mixes: this.mixes.map((weights) => this.commands.map((_, command) => weights[command] ?? 0)),
    };
  }
}

function ofRules(
  given: readonly WrittenRule[],
  fielded: PolicyRange,
  at: CellPath,
  problems: Problems,
): Policy | undefined {
  const mixes = new Mixes();
  const before = problems.list.length;
  const last = given.findIndex(({ when }) => when === undefined);
  if (last >= 0 && last < given.length - 1)
    problems.add([...at, last + 1], said`this rule is never asked: the one before it has no condition (E-19)`);
  const rules = given.map(({ when, order, does }, i) => {
    const shares = typeof order === "string" ? [[order, 1] as const] : sharesOf(order);
    if (shares.length === 0) problems.add([...at, i, "order"], said`an order needs a share above 0 (E-19)`);
    if (does === "charge" && !shares.every(([one]) => one === "move" || one === "manoeuvre"))
      problems.add(
        [...at, i, "does"],
        said`only who is on move or manoeuvre charges (A-SHOOT-02, A-SHOOT-03, A-CC-03)`,
      );
    const told = shares.map(
      ([one, share]) => [{ order: one, ...(does === undefined ? {} : { does }) }, share] as const,
    );
    const mix = shares.length === 0 ? 0 : mixes.at(told);
    return { ...(when && whenOf(when, NAMES, "E-19", [...at, i, "when"], problems)), mix };
  });
  if (problems.list.length > before) return undefined;
  if (last < 0) {
    const hole = holeIn(
      rules.flatMap(({ when }) => when ?? []),
      fielded,
    );
    if (hole !== undefined) {
      problems.add(at, said`${hole} (E-19); a last rule without "when" is for all others`);
      return undefined;
    }
  }
  return { ...mixes.whole, rules };
}

const sharesOf = (order: Readonly<Partial<Record<Order, number>>>): [Order, number][] =>
  ORDERS.flatMap((name): [Order, number][] => ((order[name] ?? 0) > 0 ? [[name, order[name]!]] : []));

/** Every way so many models may be ready, pinned, down and out. */
function* countsOf(models: number): Generator<readonly [ready: number, pinned: number, down: number, out: number]> {
  for (let ready = models; ready >= 0; ready--)
    for (let pinned = models - ready; pinned >= 0; pinned--)
      for (let down = models - ready - pinned; down >= 0; down--)
        yield [ready, pinned, down, models - ready - pinned - down];
}

/** Every state in which orders are given: nobody has lost anything before the first turn, and somebody is ready. */
function* statesOf({ own, enemy, turns }: PolicyRange) {
  for (let turn = 1; turn <= turns; turn++)
    for (const mine of turn === 1 ? [[own, 0, 0, 0]] : countsOf(own))
      if (mine[0] !== 0)
        for (const theirs of turn === 1 ? [[enemy, 0, 0, 0]] : countsOf(enemy)) yield { turn, mine, theirs };
}

/** The first state of which no rule speaks, or why that cannot be told. */
function holeIn(conditions: readonly Condition[], fielded: PolicyRange): Said | undefined {
  const { own, enemy, turns } = fielded;
  if (conditions.some((condition) => namesIn(condition).some((name) => name >= UNIT)))
    return said`whether some rule holds of every unit cannot be told`;
  if (waysOf(own) * waysOf(enemy) * turns > MOST_TRIED)
    return said`${waysOf(own) * waysOf(enemy) * turns} states are too many to look for one of which no rule speaks`;
  const values = new Int32Array(NAMES.length);
  values[1] = turns;
  for (const { turn, mine, theirs } of statesOf(fielded)) {
    values[0] = turn;
    values.set([...mine, own], OWN);
    values.set([...theirs, enemy], ENEMY);
    if (!conditions.some((condition) => holdsOf(condition, values)))
      return said`no rule speaks of turn ${turn} with ${countsIn(mine)} against ${countsIn(theirs)}`;
  }
  return undefined;
}

const countsIn = ([ready = 0, pinned = 0, down = 0, out = 0]: readonly number[]): Said =>
  said`${ready} ready, ${pinned} pinned, ${down} down, ${out} out`;

const OWN_COLUMNS = ["ready", "pinned", "down"] as const;
const USES = (["own", "enemy"] as const).flatMap((of) =>
  (["medikits", "sacrifices"] as const).map((what) => ({ of, what, column: of === "own" ? what : `enemy_${what}` })),
);

/** A table as `crible play` writes it: one row per state, one column per order with its share. */
function ofTable(
  given: WrittenTable,
  side: 0 | 1,
  fielded: PolicyRange,
  at: CellPath,
  problems: Problems,
): Policy | undefined {
  const { from = said`the table`, table = "", cell, side: whose = side === 0 ? "first" : "second" } = given;
  const refuse = (message: Said, known?: readonly string[], found?: string): undefined => {
    problems.add(at, said`${from}: ${message} (E-19)`, known, found);
  };
  const [head, ...lines] = table.replace(/^\uFEFF/, "").split(/\r?\n/);
  const delimiter = /[;\t]/.exec(head ?? "")?.[0] ?? ",";
  const entriesOf = (line: string) => line.split(delimiter).map((entry) => entry.trim().replace(/^"(.*)"$/, "$1"));
  const columns = entriesOf(head ?? "");
  const columnOf = (name: string) => columns.indexOf(name);
  const wanted = ["turn", ...OWN_COLUMNS, ...OWN_COLUMNS.map((name) => `enemy_${name}`)];
  const missing = wanted.find((name) => columnOf(name) < 0);
  if (missing !== undefined) return refuse(said`its first line has no column "${missing}"`);
  const charges = ORDERS.filter((order) => columnOf(`${order}+charge`) >= 0);
  const orders = [
    // Where charges have columns of their own, the others do not charge.
    ...ORDERS.filter((order) => columnOf(order) >= 0).map((order) => ({
      column: order as string,
      command: { order, ...(charges.includes(order) ? { does: "fire" as const } : {}) },
    })),
    ...charges.map((order) => ({ column: `${order}+charge`, command: { order, does: "charge" as const } })),
  ];
  if (orders.length === 0) return refuse(said`none of its columns is an order: ${ORDERS.join(", ")}`);
  const contact = columnOf("contact");
  // Units that are told go by counts: of rows with the same ones, that of nobody in contact.
  const rows = lines.flatMap((line, i) => {
    const entries = entriesOf(line);
    return line.trim() === "" || (entries[contact] ?? "") !== "" ? [] : [{ entries, line: i + 2 }];
  });
  const [ofCell, ofSide] = [columnOf("cell"), columnOf("side")];
  const cells = ofCell < 0 ? [] : [...new Set(rows.map(({ entries }) => entries[ofCell]!))];
  if (cell !== undefined && !cells.includes(cell))
    return refuse(said`it has no rows of the cell "${cell}"`, cells, cell);
  if (cell === undefined && cells.length > 1)
    return refuse(said`it has rows of ${cells.length} cells; say whose with cell: ${cells[0]!}`);
  const chosen = rows.filter(
    ({ entries }) => (cell === undefined || entries[ofCell] === cell) && (ofSide < 0 || entries[ofSide] === whose),
  );
  if (chosen.length === 0)
    return refuse(whose === "first" ? said`it has no rows of the first side` : said`it has no rows of the second side`);
  const uses = USES.filter(({ column }) => {
    const place = columnOf(column);
    return place >= 0 && new Set(chosen.map(({ entries }) => entries[place])).size > 1;
  });
  const mixes = new Mixes();
  const found: Record<string, number> = {};
  const values = new Int32Array(NAMES.length);
  const numberOf = (entry: string | undefined) => Number((entry ?? "").replace(",", "."));
  for (const { entries, line } of chosen) {
    const at = (name: string) => numberOf(entries[columnOf(name)]);
    values[0] = at("turn");
    OWN_COLUMNS.forEach((name, i) => {
      values[OWN + i] = at(name);
      values[ENEMY + i] = at(`enemy_${name}`);
    });
    const shares = orders.map(({ column, command }) => [command, at(column)] as const);
    const counted = wanted.map(at);
    if (!counted.every((count) => Number.isInteger(count) && count >= 0))
      return refuse(said`line ${line}: turn and counts are whole numbers from 0`);
    if (!shares.every(([, share]) => share >= 0) || shares.every(([, share]) => share === 0))
      return refuse(said`line ${line}: shares of orders are numbers from 0, and one of them is above it`);
    const key = keyOf(
      values,
      uses.map(({ column }) => at(column)),
    );
    if (found[key] !== undefined) return refuse(said`line ${line}: this state has a row before`);
    found[key] = mixes.at(shares.filter(([, share]) => share > 0.5 / PARTS));
  }
  const hole = holeInTable(found, fielded, uses.length);
  if (hole !== undefined) return refuse(hole);
  return {
    ...mixes.whole,
    table: found,
    ...(uses.length > 0 ? { uses: uses.map(({ of, what }) => ({ of, what })) } : {}),
  };
}

/** The first state that has no row; of states that are told apart by uses left too, the first without any. */
function holeInTable(table: Readonly<Record<string, number>>, fielded: PolicyRange, uses: number): Said | undefined {
  const known = uses === 0 ? table : withoutUses(table);
  const values = new Int32Array(NAMES.length);
  for (const { turn, mine, theirs } of statesOf(fielded)) {
    values[0] = turn;
    values.set(mine.slice(0, 3), OWN);
    values.set(theirs.slice(0, 3), ENEMY);
    if (known[keyOf(values, [])] === undefined)
      return said`it has no row for turn ${turn} with ${countsIn(mine)} against ${countsIn(theirs)}`;
  }
  return undefined;
}

const withoutUses = (table: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(table).map(([key, mix]) => [key.split(" ").slice(0, 7).join(" "), mix]));

/** Orders of a policy that a unit cannot have. */
export function checkCommands(unit: UnitProfile, { commands }: Policy, at: CellPath, problems: Problems): void {
  for (const order of new Set(commands.map((command) => command.order)))
    if (unit.vehicle !== undefined && unit.vehicle.hitModifier[order] === undefined)
      problems.add(at, said`"${unit.name}" has no hitModifier for the order ${order} (A-VEH-02)`);
  if (unit.vehicle !== undefined && commands.some(({ does }) => does === "charge"))
    problems.add(at, said`"${unit.name}" is a vehicle: it charges nobody (E-17)`);
}
