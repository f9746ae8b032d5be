/** The name of a field, one for all places where the same part of a schema stands. */
import type { Reader } from "../../../src/rulesets/reader.ts";
import { jsonSchemaOf } from "../../../src/scenario/fields.ts";

/** What is said of the run and not of a cell: nothing of it can change an answer. */
const OF_THE_RUN = /^\.(version|ruleset|title|seed|trials|precision|labels|goals|track|extends)\b/u;

/** What reports say of a unit and what it is worth: `naming.test.ts` and the tests of points are theirs. */
const OF_REPORTS = /\.(label(\.\w+)?|points)$/u;

/** What names a file whose text then stands elsewhere: of a policy in `table`. The tests of files are theirs. */
const OF_FILES = /\.policy\.from$/u;

/** Items that are added to a list, each a field of its own. */
const ADDED = /^add[A-Z]\w*\[\]=/u;

/**
 * @returns of a field's place in the schema its names: one for all places where the same part stands, and one for each
 * of the kinds where it is said of a cell (a unit as an experiment names it, an option, a rule number). None for what is
 * no field of a cell: names, what a run is given, and the parts of an experiment that say who takes part
 */
export function canonicalOf(reader: Reader): (id: string, kinds: readonly string[]) => readonly string[] {
  const unit = (jsonSchemaOf(reader.parts.unitPatch) as { properties: object }).properties;
  const listed = (jsonSchemaOf(reader.parts.unit) as { properties: object }).properties;
  const isUnit = (field: string) => Object.hasOwn(unit, field) || field === "unit" || field === "as";
  /** `sections` and the like stand in the list of vehicles; a name or an alias is no field. */
  const ofUnit = (rest: string) => {
    const [field] = rest.split(/[.[=]/u) as [string];
    if (field === "unit" || field === "as") return [];
    if (Object.hasOwn(listed, field)) return [`units.*.${rest}`];
    return /^(add|remove)/u.test(field) ? [rest] : [];
  };
  /** A field of a unit on one side of a kind. */
  const ofRole = (role: string, rest: string) => {
    const [field] = rest.split(/[.[=]/u) as [string];
    if (field === "unit" || field === "as") return [];
    return [`${role}.${field}`, ...(ADDED.test(rest) ? [`${role}.${rest}`] : [])];
  };
  return (id, kinds) => {
    if (OF_THE_RUN.test(id) || OF_REPORTS.test(id) || OF_FILES.test(id)) return [];
    if (/^\.(units|weapons|vehicles|experiments|modifierSets|options|rules)(\.\*)?$/u.test(id)) return [];
    if (/^\.experiments\.\w+\.(kind|title|with|joint|attacker|defender|situation|sides)(\b=.*)?$/u.test(id)) return [];
    if (/^\.experiments\.\w+\.(title|question)\b/u.test(id)) return [];
    // A unit may be given where it is listed, where an experiment names it and by a modifier set: one way of merging.
    const use = /^\.experiments\.(\w+\.(?:attacker|defender))(?:\[\])?\.(.+)$/u.exec(id);
    if (use) return [...ofUnit(use[2]!), ...ofRole(use[1]!, use[2]!)];
    const side = /^\.experiments\.(engagement|sequence)\.sides\[\]\.units\[\]\.((\w+).*)$/u.exec(id);
    if (side && isUnit(side[3]!)) return [...ofUnit(side[2]!), ...ofRole(`${side[1]!}.sides`, side[2]!)];
    const patch = /^\.modifierSets\.\*\.(?:attacker|defender)\.(.+)$/u.exec(id);
    if (patch) return ofUnit(patch[1]!);
    // What a set says of a situation, of options and of rules is merged into the cell's: one of each stands for all.
    const merged = /^\.modifierSets\.\*\.(situation|options|rules)\./u.exec(id);
    if (merged) return [`modifierSets.${merged[1]}`];
    if (id.startsWith(".modifierSets.")) return [];
    const [, house] = /^\.((?:options|rules)\.\w+)/u.exec(id) ?? [];
    return [id.slice(1), ...(house === undefined ? [] : kinds.map((kind) => `${kind}.${house}`))];
  };
}
