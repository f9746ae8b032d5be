/** What reads scenarios of a game that is written as text: its fields as a schema, and a cell as a profile. */
import { stringify } from "yaml";
import * as z from "zod";
import { once } from "../../rule/once.ts";
import type { Data } from "../../rulesets/data.ts";
import { GameFault } from "../../rulesets/game/fault.ts";
import { foldingOf } from "../../rulesets/game/fold.ts";
import { rulesetOfGame } from "../../rulesets/game/index.ts";
import type { GameProfile } from "../../rulesets/game/ir.ts";
import { prepare } from "../../rulesets/game/prepare.ts";
import { GameProgram } from "../../rulesets/game/program.ts";
import { optionsSchema } from "../../rulesets/option-schema.ts";
import { Problems } from "../../rulesets/problems.ts";
import type { CellInput, CellProblem, Reader, Resolution, ScenarioParts } from "../../rulesets/reader.ts";
import { type Said, said, type Text } from "../../rulesets/said.ts";
import { label, name, optional, whoOf } from "../../rulesets/schema.ts";
import { noteIn } from "../../rulesets/sequence/sides.ts";
import { changeOf } from "../patch.ts";
import type { Place } from "../problem.ts";
import type { Located } from "../tree.ts";
import type { ReadGame } from "./declare.ts";
import { gameText, linesByRule } from "./text.ts";
import { type FieldValue, type GameField, numbersOf, schemaOf } from "./types.ts";
import type { GivenSource } from "./world.ts";

const described = ({ type, text }: GameField): z.ZodType => {
  const schema = schemaOf(type);
  return (text === undefined ? schema : schema.describe(text.en)).optional();
};

const shapeOf = (fields: Iterable<GameField>): Record<string, z.ZodType> =>
  Object.fromEntries([...fields].map((field) => [field.name, described(field)]));

/** What a field is taken for that nobody has said anything of. */
function plainValue({ type, default: given }: GameField): unknown {
  if (given !== undefined) return given;
  if (type.is === "number")
    return Math.max(type.low, Math.min(type.high, Math.ceil((type.low + Math.min(type.high, 20)) / 4)));
  if (type.is === "needed") return Math.max(type.low, Math.min(type.high, Math.ceil(type.sides / 2) + 1));
  return type.is === "dice" ? "1" : type.is === "yesNo" ? false : type.is === "word" ? type.words[0] : [];
}

const defaultsOf = (fields: ReadonlyMap<string, GameField>): Data =>
  Object.fromEntries(
    [...fields.values()].flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );

const plainOf = (fields: Iterable<GameField>): Data =>
  Object.fromEntries([...fields].map((field) => [field.name, plainValue(field)]));

export function readerOfGame(game: ReadGame): Reader {
  const { data, world, options, uses } = game;
  const ruleset = rulesetOfGame(data);
  const hasWeapons = world.weapon.size > 0;
  const unitShape = {
    label,
    ...shapeOf(world.unit.values()),
    ...(hasWeapons ? { weapon: name.optional() } : {}),
    points: z.number().min(0).max(1_000_000).optional(),
  };
  const lists = [...world.unit.values()].filter(({ type }) => type.is === "keywords");
  const changes = new Map(
    lists.flatMap((field) => (["add", "remove"] as const).map((verb) => [changeOf(verb, field.name), field] as const)),
  );
  /** Of names that stand elsewhere in a scenario: where. */
  const elsewhere = (fields: Iterable<string>, where: Said, here: object) => ({
    elsewhere: Object.fromEntries([...fields].flatMap((field) => (Object.hasOwn(here, field) ? [] : [[field, where]]))),
  });
  const ofWeapons = elsewhere(world.weapon.keys(), said`it is a characteristic of weapons: write it there`, unitShape);
  const weaponShape = { label, ...shapeOf(world.weapon.values()) };
  const ofUnits = elsewhere(world.unit.keys(), said`it is a characteristic of units: write it there`, weaponShape);
  const unit = z.strictObject(unitShape).meta(ofWeapons);
  const changeShape = Object.fromEntries([...changes].map(([change, field]) => [change, described(field)]));
  const unitPatch = z.strictObject({ ...unitShape, ...changeShape });
  const who = whoOf(unitPatch.extend({ unit: name, as: name.optional() }));
  const usedIn = (kind: string, from: string): string[] =>
    [...(uses.get(kind)?.used ?? [])].flatMap((key) =>
      key.startsWith(`${from}.`) && !key.slice(from.length + 1).includes(".") ? [key.slice(from.length + 1)] : [],
    );
  const kinds = Object.keys(data.kinds);
  const plainUnit = { ...plainOf(world.unit.values()), ...(hasWeapons ? { weapon: "plain" } : {}) };
  const situationOf = (kind: string) => {
    const all = shapeOf(
      [...world.situation.values()].filter((field) => usedIn(kind, "situation").includes(field.name)),
    );
    return z.strictObject(all).meta(elsewhere(world.situation.keys(), said`the steps of ${kind} do not read it`, all));
  };
  const parts: ScenarioParts = {
    unit,
    unitPatch: unitPatch.meta(ofWeapons),
    weapon: z.strictObject(weaponShape).meta(ofUnits),
    extra: {},
    options: optionsSchema(options),
    rules: z.strictObject(shapeOf(world.numbers.values())),
    situation: z.strictObject(optional(shapeOf(world.situation.values()))),
    situations: Object.fromEntries(kinds.map((kind) => [kind, situationOf(kind)])),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, Object.fromEntries(uses.get(kind)!.roles.map((role) => [role, who]))]),
    ),
  };
  const usedOf = (kind: string, role: "attacker" | "defender") => [
    ...usedIn(kind, role),
    ...(usedIn(kind, `${role}.weapon`).length > 0 ? ["weapon"] : []),
  ];
  return {
    ruleset,
    parts,
    options,
    starter: starterOf(game),
    plain: {
      weapons: hasWeapons ? { plain: { label: "plain weapon", ...plainOf(world.weapon.values()) } } : {},
      attacker: plainUnit,
      defender: plainUnit,
      situation: plainOf([...world.situation.values()].filter((field) => field.default === undefined)),
      assumed: (kind) =>
        Object.fromEntries(
          Object.entries(defaultsOf(world.situation)).filter(([field]) => usedIn(kind, "situation").includes(field)),
        ),
      used: (kind) => ({ attacker: usedOf(kind, "attacker"), defender: usedOf(kind, "defender") }),
    },
    defaults: { unit: defaultsOf(world.unit), weapon: defaultsOf(world.weapon), rules: defaultsOf(world.numbers) },
    isInapplicable(kind, part, field) {
      if (part === "options" || part === "rules")
        return !usedIn(kind, part === "rules" ? "numbers" : part).includes(field);
      const base = (!world.unit.has(field) && changes.get(field)?.name) || field;
      return (world.unit.has(base) || base === "weapon") && !usedOf(kind, part).includes(base) && base !== "models";
    },
    kinds,
    written: writtenIn(game.tree, game.lines),
    resolve: (cell) => resolved(game, cell, ruleset),
  };
}

/** What a game says, by where it says it: a line of steps by its rule and its place in it. Words for people move no number. */
function writtenIn(tree: Located, lines: readonly string[]): NonNullable<Reader["written"]> {
  const found = new Map<string, { text: string; place: Place }>();
  const visit = (node: Located, path: string): void => {
    if (node.kind === "list") node.items.forEach((item, i) => void visit(item, `${path}.${i}`));
    if (node.kind === "map")
      for (const { key, node: child } of node.entries)
        if (!["title", "text", "french", "rules", "question"].includes(key))
          visit(child, path === "" ? key : `${path}.${key}`);
    if (node.kind !== "scalar") return;
    const whole = String(node.value);
    const text = gameText(node, lines, "steps");
    for (const { rule, line, from, nth } of linesByRule(whole))
      found.set(whole.includes("\n") ? `${path}.${rule}${rule === "" ? "" : " "}${nth}` : path, {
        text: line.trim().replace(/\s+/gu, " "),
        place: text.place(from, from + line.length),
      });
  };
  visit(tree, "");
  return found;
}

/** A scenario to begin with. */
function starterOf({ data, world, uses }: ReadGame): { readonly en: string } {
  const [kind] = Object.keys(data.kinds);
  const weapons = world.weapon.size > 0 ? { plain: plainOf(world.weapon.values()) } : undefined;
  const unit = { ...plainOf(world.unit.values()), ...(weapons && { weapon: "plain" }), points: 10 };
  const roles = uses.get(kind!)!.roles.map((role) => [role, role === "attacker" ? "first" : "second"] as const);
  const begun = {
    version: 1,
    ruleset: `./${data.file.split(/[\\/]/u).at(-1)!}`,
    ...(weapons && { weapons }),
    units: { first: unit, second: unit },
    experiments: { first: { kind, ...Object.fromEntries(roles) } },
  };
  return { en: stringify(begun, { aliasDuplicateObjects: false }) };
}

/** A cell as the numbers that its kind reads, or everything that is missing. */
function resolved(game: ReadGame, cell: CellInput, ruleset: Reader["ruleset"]): Resolution {
  const { data, world, uses } = game;
  const problems = new Problems<Text>();
  const given = new Array<number>(data.given).fill(0);
  const { used } = uses.get(cell.kind)!;
  const assumptions: string[] = [];
  for (const [key, source] of world.given) {
    if (!used.has(key)) continue;
    const value = saidOf(source, cell, problems);
    if (value === undefined) continue;
    numbersOf(source.field.type, value).forEach((number, i) => {
      given[source.at + i] = number;
    });
  }
  if (problems.list.length > 0) return { problems: problems.list };
  const title = [cell.attacker?.name, cell.defender?.name].filter((who) => who !== undefined).join(" – ");
  const profile: GameProfile = { given, title };
  const kind = data.kinds[cell.kind]!;
  const folding = foldingOf(data, kind, given);
  for (const { name: state, low, high, start } of kind.state) {
    const [from, to, begin] = [low, high, start]
      .map((f) => folding.formula(f))
      .map((f) => (f.op === "const" ? f.value : Number.NaN)) as [number, number, number];
    if (!(from <= begin && begin <= to))
      problems.add([], said`${state} begins at ${begin}, beyond its range ${from}..${to}`);
  }
  if (problems.list.length > 0) return { problems: problems.list };
  const made = () => ruleset.kinds[cell.kind]!.program(profile as never) as GameProgram;
  const faults = faultsOf(game, cell.kind, profile, made, looked(cell.scenario));
  if (faults.length > 0) return { problems: faults };
  return { profile, assumptions, ...noteIn(made().choices?.ties ?? []) };
}

/** Rows that all cells of a scenario may take to be looked at; those that are left then are only tried. */
const looked = once((_scenario: object) => ({ rows: 600_000 }));
/** Lines of a procedure that are told at once of one cell. */
const MOST_FAULTS = 10;

/** What a procedure does that it may not: after a value that leaves its range, what follows were it kept within. */
function faultsOf(
  { data, lines }: ReadGame,
  kind: string,
  profile: GameProfile,
  made: () => GameProgram,
  left: { rows: number },
): CellProblem[] {
  const found: CellProblem[] = [];
  let gameKind = data.kinds[kind]!;
  while (found.length < MOST_FAULTS)
    try {
      const program = found.length === 0 ? made() : new GameProgram(prepare(data, gameKind, profile));
      left.rows -= program.look(Math.max(0, Math.min(program.quick, left.rows)));
      break;
    } catch (error) {
      if (!(error instanceof GameFault)) throw error;
      const { plain: message, hint } = error;
      const { line, column } = error.place;
      const text = lines[line - 1] ?? "";
      const place = { file: data.file, line, column, length: Math.max(1, text.trimEnd().length - column + 1), text };
      found.push({ path: [], message, place, ...(hint && { hint }) });
      let isKept = false;
      gameKind = JSON.parse(JSON.stringify(gameKind), (_, step) => {
        if (step?.op !== "set" || step.place.line !== line || step.place.column !== column) return step;
        isKept = true;
        return { ...step, atLeast: step.low, atMost: step.high };
      });
      if (hint === undefined || !isKept) break;
    }
  return found;
}

/** What a cell says of a field; a default where it says nothing. */
function saidOf({ from, field }: GivenSource, cell: CellInput, problems: Problems<Text>): FieldValue | undefined {
  const role = from.split(".")[0] as "attacker" | "defender";
  const { situation, options, rules, weapons } = cell;
  const around = ({ situation, options, numbers: rules } as Record<string, Data>)[from];
  const isOfWeapon = from.endsWith(".weapon");
  const weapon = isOfWeapon ? cell[role]?.data.weapon : "";
  const owner = around === undefined ? role : from === "numbers" ? "rules" : from;
  const path = [owner, isOfWeapon ? "weapon" : field.name];
  if (weapon === undefined) return void problems.add(path, said`it has no weapon, and its ${field.name} is asked for`);
  if (isOfWeapon && !Object.hasOwn(weapons, String(weapon)))
    return void problems.add(path, said`there is no weapon "${String(weapon)}"`);
  const written = (around ?? (isOfWeapon ? weapons[String(weapon)] : cell[role]?.data))?.[field.name];
  const value = (written as FieldValue | undefined) ?? field.default ?? (field.type.is === "keywords" ? [] : undefined);
  if (value === undefined) {
    const who = from.includes("weapon")
      ? `weapons: { ${String(cell[role]?.data.weapon)}:`
      : `units: { ${cell[role]?.name}:`;
    const entry = `{ ${field.name}: … }`;
    const hint = said`write ${from === "situation" ? `situation: ${entry}` : `${who} ${entry} }`}`;
    problems.list.push({ path, message: said`${field.name} is asked for, and nobody says it`, hint });
  }
  return value;
}
