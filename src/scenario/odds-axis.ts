/** Axes of a table of odds: ranges and lists as in a sweep, words, or every value that a path may have. */

import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { type Axis, parseAxis, refuse } from "./axis.ts";
import { jsonSchemaOf, keysAt, schemasAt, valuesAt } from "./fields.ts";
import { suggested } from "./nearest.ts";
import { splitPath } from "./overlay.ts";
import { quote } from "./problem.ts";
import { unitPath } from "./question.ts";
import { NOTHING } from "./tree.ts";

/** An axis as it was written, and the path of it that a study takes. */
export interface OddsAxis extends Axis {
  readonly title: string;
}

const ROLES: readonly string[] = ["attacker", "defender"];

/**
 * `situation.distance=6..40`, `defender=marines,orkBoyz`, or a path alone for every value it may have. What a unit has
 * not but its situation has is meant of that: `defender.order` is `situation.defenderOrder`.
 * @throws ScenarioError for a path that names nothing, and for one without values that cannot be listed
 */
export function oddsAxis(text: string, kind: string, reader: Reader, flag: string): OddsAxis {
  const equals = text.lastIndexOf("=");
  const title = (equals < 0 ? text : text.slice(0, equals)).trim();
  const path = meant(splitPath(title), kind, reader, flag);
  const values = equals < 0 ? listedAt(path, kind, reader, flag) : parseAxis(text, "anything", flag).values;
  const [role] = path;
  // A unit in the place of another is an edit of the question; everything else patches it.
  return {
    title,
    path: path.length === 1 && ROLES.includes(role!) ? unitPath(role!, reader, kind) : path.join("."),
    values,
  };
}

function schemaOf(root: string, kind: string, { parts }: Reader) {
  if (ROLES.includes(root)) return jsonSchemaOf(parts.unitPatch);
  if (root === "situation") return jsonSchemaOf(parts.situations[kind]!);
  if (root === "first" || root === "second") return parts.sideUnit && jsonSchemaOf(parts.sideUnit);
  return root === "options" || root === "rules" ? jsonSchemaOf(parts[root]) : undefined;
}

/** The path that was meant. */
function meant(path: readonly string[], kind: string, reader: Reader, flag: string): readonly string[] {
  const [root, field, ...rest] = path as [string, ...string[]];
  const schema = schemaOf(root, kind, reader);
  if (schema === undefined || field === undefined || schemasAt(schema, NOTHING, path.slice(1)).length > 0) return path;
  const situation = schemaOf("situation", kind, reader)!;
  const other = `${root}${field[0]!.toUpperCase()}${field.slice(1)}`;
  if (ROLES.includes(root) && rest.length === 0 && schemasAt(situation, NOTHING, [other]).length > 0)
    return ["situation", other];
  const ofRole = keysAt(situation, NOTHING, [], NOTHING)
    .filter((key) => ROLES.includes(root) && key.startsWith(root))
    .map((key) => `${key[root.length]!.toLowerCase()}${key.slice(root.length + 1)}`);
  const known = [...keysAt(schema, NOTHING, [], NOTHING), ...ofRole];
  return refuse(flag, said`${quote(path.join("."))} names nothing`, suggested(field, known));
}

function listedAt(path: readonly string[], kind: string, reader: Reader, flag: string): (number | string)[] {
  const schema = schemaOf(path[0]!, kind, reader);
  const values = schema && path.length > 1 ? valuesAt(schema, NOTHING, path.slice(1)) : [];
  const isYesNo = schema && schemasAt(schema, NOTHING, path.slice(1)).some(({ type }) => type === "boolean");
  const all = values
    .filter((value) => value !== null)
    .map((value) => (typeof value === "number" ? value : String(value)));
  if (all.length === 0 && isYesNo) return ["false", "true"];
  if (all.length > 0) return all;
  return refuse(flag, said`${path.join(".")} has no list of values`, said`say which: ${flag} ${path.join(".")}=6..40`);
}
