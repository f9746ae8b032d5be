import { ruledOut } from "../../forbidden.ts";
import { Problems } from "../../problems.ts";
import type { CellInput, NamedUnit, Resolution } from "../../reader.ts";
import { noteOf, sidesOf, wantedOf } from "../../sequence/sides.ts";
import { isInapplicable } from "../applicability.ts";
import { SEQUENCE_ACTIONS } from "../schema.ts";
import { type SequenceCell, silence } from "../sequence/turn.ts";
import { situationOf } from "../units.ts";
import { resolveEngagement } from "./engagement.ts";

/** What a fight asks of both sides, and a sequence of one. */
const UNASKED_OF_SHOOTERS = { command: 1, toughness: 1 };
const UNASKED_OF_TARGETS = { shooting: 1 };

/** Kind `sequence`: units of one side fire one after another, each once, at units that keep what befalls them (E-26). */
export function resolveSequence(cell: CellInput): Resolution {
  const { order: given, ...rest } = situationOf<"sequence">(cell);
  const problems = new Problems();
  const read = { actions: Object.keys(SEQUENCE_ACTIONS), isInapplicable, rules: ["E-26", "E-26"] } as const;
  const { shooters, targets, order } = sidesOf(cell, given, read, problems);
  const seen = cell.sides![0]!.map(({ data }, s) =>
    data.at === undefined
      ? targets.map((_, m) => m)
      : wantedOf(data.at as string | readonly string[], targets, ["sides", 0, "units", s, "at"], problems),
  );
  const sides = cell.sides!.map((units, side) => units.map((unit) => fielded(unit, side)));
  const fight = resolveEngagement({ ...cell, kind: "engagement", situation: { ...rest, turns: 1 }, sides });
  const found = [...problems.list, ...("problems" in fight ? fight.problems : [])];
  if (found.length > 0) return { problems: found };
  const profile = (fight as { profile: SequenceCell["fight"] }).profile;
  if (rest.lineOfSight === false) return ruledOut("B-SHOOT-01", "without a line of sight nobody shoots");
  const first = shooters.length;
  const gap = gapsOf(cell, rest.distance);
  // B-SHOOT-02: the nearest in sight; where several are as near, the first that is named.
  const wishes = seen.map((inSight, s) => inSight.toSorted((a, b) => gap(s, a) - gap(s, b)));
  const silent = shooters.flatMap((name, s) => {
    const why = wishes[s]!.map((m) => silence(profile.units[s]!, first + m));
    return why.every((reason) => reason !== undefined) ? [{ name, ...why[0]! }] : [];
  });
  if (silent.length === first) return ruledOut(silent[0]!.rule, silent[0]!.text);
  const sequence: SequenceCell = {
    fight: profile,
    names: [...shooters, ...targets],
    wishes,
    nearest: wishes.map((inSight, s) => inSight.filter((m) => gap(s, m) === gap(s, inSight[0]!))),
    order,
    moved: cell.sides!.flatMap((side) => side.map(({ data }) => data.moved === true)),
    points: cell.sides![1]!.map(({ data }) => (data.points as number | undefined) ?? null),
  };
  return {
    profile: sequence,
    assumptions: ["E-20", "E-26"],
    ...noteOf(silent),
  };
}

/** E-20: the gap between a shooter and a target; the greater of their own, where they have some. */
function gapsOf({ sides }: CellInput, common = 0): (shooter: number, target: number) => number {
  const distances = sides!.map((units) =>
    units.map(({ data }) => [data.distance as number | readonly number[] | undefined].flat()[0]),
  );
  return (shooter, target) => {
    const [a, b] = [distances[0]![shooter], distances[1]![target]];
    return a !== undefined && b !== undefined ? Math.max(a, b) : (a ?? b ?? common);
  };
}

/** A unit of a side as an engagement has it: who is fired at does nothing. */
function fielded({ name, data }: NamedUnit, side: number): NamedUnit {
  const { at: _at, moved: _moved, ...rest } = data;
  return {
    name,
    data:
      side === 0
        ? { ...UNASKED_OF_SHOOTERS, ...rest, order: "fire" }
        : { ...UNASKED_OF_TARGETS, ...rest, order: "move" },
  };
}
