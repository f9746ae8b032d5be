import { message, part } from "../../rule/message.ts";
import { keptIn } from "../../rule/once.ts";
import type { CellPath } from "../data.ts";
import { Problems } from "../problems.ts";
import type { CellInput, NamedUnit, Resolution } from "../reader.ts";
import { said } from "../said.ts";
import { noteIn, sidesOf, wantedOf } from "../sequence/sides.ts";
import { accountOf, aimOf, inOrder, volleysAt, withCommandReroll } from "./aiming.ts";
import { isInapplicable } from "./applicability.ts";
import { withBestProfiles } from "./best-profile.ts";
import {
  checkChoices,
  checkUnits,
  commandOf,
  declare,
  pistolsAmong,
  type Resolving,
  refusedAt,
  type Shot,
} from "./declare.ts";
import { refusedStratagem } from "./eligibility.ts";
import type { Account } from "./kinds/attack.ts";
import { type Unit, unitOf } from "./lines.ts";
import { rulesOf } from "./options.ts";
import { attackedAs, ownLossesOf, tooMany } from "./resolve.ts";
import { ACTIONS, type Actions, type SequenceSituation, type ShootingSituation } from "./schema.ts";
import type { FireAtMark, FirePlan, SalvoAtMark, SequenceCell, UnitMark } from "./sequence/profile.ts";

/** A unit of a side, and what the side says of it. */
interface Seat {
  readonly unit: Unit;
  readonly actions: Actions;
}

/** Kind `sequence`: units shoot one after another, each once, at units that keep the wounds they have lost (E-32). */
export function resolveSequence(cell: CellInput): Resolution {
  const problems = new Problems();
  const situation = cell.situation as SequenceSituation;
  const read = { actions: Object.keys(ACTIONS), isInapplicable, rules: ["E-32", "C-SH-01"] } as const;
  const { order } = sidesOf(cell, situation.order, read, problems);
  const [shooters, marks] = cell.sides!.map((side, s) =>
    side.map((named, i) => seatOf(named, ["sides", s, "units", i], cell, problems)),
  ) as [Seat[], Seat[]];
  const spending = shooters.filter(({ actions }) => actions.commandReroll !== undefined);
  for (const { unit } of spending.slice(1))
    problems.add(
      [...unit.path, "commandReroll"],
      said`"${spending[0]!.unit.name}" has the Command Re-roll already: a Stratagem is used once in a phase (C-AB-COMMAND-REROLL)`,
    );
  if (problems.list.length > 0) return { problems: problems.list };
  const resolved = shooters.map((seat) => shooterOf(seat, marks, situation, cell, problems));
  if (problems.list.length > 0) return { problems: problems.list };
  if (resolved.every(({ shooter }) => shooter.plans.length === 0)) {
    const { rule, text } = resolved[0]!.refusal!;
    return { statement: { rule, text } };
  }
  const profile: SequenceCell = {
    marks: marks.map((mark) => markOf(mark.unit, cell)),
    shooters: resolved.map(({ shooter }) => shooter),
    order,
  };
  const silent = resolved.flatMap(({ shooter, unused }) =>
    unused.map(({ weapon, rule, text }) => message`${shooter.label}, ${weapon} not used: ${part(text)} (${rule})`),
  );
  return { profile, assumptions: ["E-30", "E-32"], ...noteIn(silent) };
}

function seatOf(named: NamedUnit, path: (string | number)[], cell: CellInput, problems: Problems): Seat {
  const actions = Object.fromEntries(Object.entries(named.data).filter(([key]) => Object.hasOwn(ACTIONS, key)));
  const data = Object.fromEntries(Object.entries(named.data).filter(([key]) => !Object.hasOwn(ACTIONS, key)));
  return { unit: unitOf({ ...named, data }, path, cell, problems), actions };
}

function markOf(unit: Unit, cell: CellInput): UnitMark {
  const { options } = rulesOf(cell);
  const units = (cell.scenario.units ?? {}) as Readonly<Record<string, { readonly points?: number }>>;
  const points = unit.data.points;
  const leader = unit.data.leader === undefined ? 0 : units[unit.data.leader]?.points;
  return {
    ...attackedAs(unit, options),
    ...(points === undefined || leader === undefined ? {} : { points: points + leader }),
  };
}

/** Fields that a situation has for every pair of a shooter and a target. */
type PairSituation = Omit<ShootingSituation, "weapons" | "targets" | "profiles" | "commandReroll">;

/** What holds when a unit shoots at another: the situation of all, what the target's side says of it, the shooter's. */
function pairOf(situation: SequenceSituation, shooter: Seat, mark: Seat): PairSituation {
  const { order: _, ...common } = situation;
  const { at: _at, commandReroll: _one, profiles: _each, ...ofShooter } = shooter.actions;
  const distances = [shooter.unit.data.distance, mark.unit.data.distance].filter((gap) => gap !== undefined);
  const distance = distances.length > 0 ? Math.max(...distances) : situation.distance;
  return { ...common, ...mark.actions, ...ofShooter, ...(distance === undefined ? {} : { distance }) };
}

/** The resolving of one shooter and one target; with the targets of all of them where own losses are asked for. */
function resolvingOf(
  shooter: Seat,
  marks: readonly Seat[],
  of: number,
  situation: SequenceSituation,
  cell: CellInput,
  problems: Problems,
): Resolving {
  const pairs = marks.map((mark) => pairOf(situation, shooter, mark));
  const { profiles, commandReroll } = shooter.actions;
  return {
    cell,
    attacker: shooter.unit,
    targets: marks.map(({ unit }, m) => {
      const { distance: _, ...data } = unit.data;
      const { distance } = pairs[m]!;
      return { ...unit, data: { ...data, ...(distance === undefined ? {} : { distance }) } };
    }),
    shooting: pairs[of]!,
    fight: undefined,
    situation: { ...(profiles ? { profiles } : {}), ...(commandReroll ? { commandReroll } : {}) },
    ...rulesOf(cell),
    problems,
  };
}

/** Whom a unit prefers that can shoot at nobody. */
const NOBODY = -1;

/** A shooter with what it declares whichever of the targets stand. */
function shooterOf(
  shooter: Seat,
  marks: readonly Seat[],
  situation: SequenceSituation,
  cell: CellInput,
  problems: Problems,
) {
  const { unit } = shooter;
  const scenes = marks.map((_, m) => resolvingOf(shooter, marks, m, situation, cell, problems));
  const [first] = scenes as [Resolving];
  checkUnits(first);
  // What a situation says of its one attacker, the side says of each unit.
  const ofUnit = {
    ...first,
    problems: problems.placed(([at, ...rest]) =>
      at === "attacker" || at === "situation" ? [...unit.path, ...rest] : [at!, ...rest],
    ),
  };
  const guns = declare(ofUnit);
  checkChoices(ofUnit, guns);
  const wishes = wishesOf(shooter, guns, marks, problems);
  const head = { name: unit.name, label: unit.label };
  if (problems.list.length > 0)
    return { shooter: { ...head, plans: [], planOf: [], others: [], preferred: NOBODY, accounts: [] }, unused: [] };
  const aimed = scenes.map((resolving, m) =>
    withBestProfiles(
      resolving,
      guns.map((shot) => ({ ...shot, target: m })),
    ),
  );
  const refused = guns.map((_, g) =>
    scenes.map(
      (resolving, m) =>
        refusedStratagem(resolving.targets[m]!, resolving.shooting!) ?? refusedAt(resolving, aimed[m]![g]!),
    ),
  );
  const declared = (mask: number, wanted: readonly (readonly number[])[] = wishes): Shot[] => {
    const shots = guns.flatMap((_, g): Shot[] => {
      const target = wanted[g]!.find((m) => (mask & (1 << m)) !== 0 && refused[g]![m] === undefined);
      return target === undefined ? [] : [aimed[target]![g]!];
    });
    return pistolsAmong(shots, unit, first.shooting!).fired;
  };
  const all = 2 ** marks.length - 1;
  const plansUnder = (wanted: readonly (readonly number[])[], told: Problems) => {
    const plans: FirePlan[] = [];
    const planned = new Map<string, number>();
    const planOf = Array.from({ length: all + 1 }, (_, mask) => {
      const shots = declared(mask, wanted);
      if (shots.length === 0) return -1;
      const key = shots.map(({ gun, count, target }) => `${gun.label} ${count} ${target}`).join();
      return keptIn(planned, key, () => plans.push(planFor(shots, scenes, unit, told)) - 1);
    });
    return { plans, planOf };
  };
  const { plans, planOf } = plansUnder(wishes, problems);
  const aimedAt = new Set(declared(all).map(({ target }) => target));
  const preferred = aimedAt.size === 1 ? [...aimedAt][0]! : aimedAt.size === 0 ? NOBODY : marks.length;
  const others = marks.flatMap((_, mark) => {
    if (aimedAt.size === 0 || mark === preferred) return [];
    if (!guns.some((_, g) => wishes[g]!.includes(mark) && refused[g]![mark] === undefined)) return [];
    const wanted = wishes.map((wish) => [...wish].sort((a, b) => Number(b === mark) - Number(a === mark)));
    // What is not written is no fault of who wrote it.
    const problems = new Problems();
    const made = plansUnder(wanted, problems);
    return problems.list.length > 0 ? [] : [{ mark, ...made }];
  });
  const unused = guns.flatMap(({ gun }, g) => {
    const why = wishes[g]!.map((m) => refused[g]![m]);
    const [refusal] = why;
    return refusal !== undefined && why.every((each) => each !== undefined) ? [{ weapon: gun.label, ...refusal }] : [];
  });
  const silenced = pistolsAmong(
    guns.flatMap((_, g) => {
      const target = wishes[g]!.find((m) => refused[g]![m] === undefined);
      return target === undefined ? [] : [aimed[target]![g]!];
    }),
    unit,
    first.shooting!,
  ).silenced.map(([{ gun }, why]) => ({ weapon: gun.label, ...why }));
  return {
    shooter: {
      ...head,
      plans,
      planOf,
      others,
      preferred,
      accounts: accountsOf(declared(all), scenes, [...unused, ...silenced]),
    },
    unused: [...unused, ...silenced],
    ...(unused[0] === undefined ? {} : { refusal: unused[0] }),
  };
}

/** By weapon, the targets that it would shoot at, the most wanted first: those that `at` names, else all as they are listed. */
function wishesOf(
  { unit, actions }: Seat,
  guns: readonly Shot[],
  marks: readonly Seat[],
  problems: Problems,
): number[][] {
  const names = marks.map((mark) => mark.unit.name);
  const read = (given: string | readonly string[], place: CellPath) => wantedOf(given, names, place, problems);
  const path = [...unit.path, "at"];
  const { at } = actions;
  const everybody = names.map((_, m) => m);
  if (at === undefined) return guns.map(() => everybody);
  if (typeof at === "string" || Array.isArray(at)) {
    const list = read(at as string | string[], path);
    return guns.map(() => list);
  }
  const carried = guns.map(({ gun }) => gun.weapon);
  for (const weapon of Object.keys(at))
    if (!carried.includes(weapon))
      problems.add([...path, weapon], said`"${unit.name}" carries no weapon "${weapon}" that shoots`, carried, weapon);
  const lists = new Map(
    Object.entries(at as Readonly<Record<string, string | readonly string[]>>).map(([weapon, given]) => [
      weapon,
      read(given, [...path, weapon]),
    ]),
  );
  return carried.map((weapon) => lists.get(weapon) ?? everybody);
}

/** Everything that a unit declares: what it fires at each target, and what it may do to itself. */
function planFor(shots: readonly Shot[], scenes: readonly Resolving[], unit: Unit, problems: Problems): FirePlan {
  const fired = firesOf(shots, scenes);
  for (const { target } of fired)
    for (const problem of tooMany(target, { attacker: unit })) problems.add(unit.path, problem.message);
  const spent = commandOf(scenes[0]!.situation.commandReroll);
  const targets = fired.map(({ target }) => target);
  // Whatever stands then may leave the re-roll without a die: it is not used.
  const spared =
    spent === undefined || spent.roll === "hazardous" ? targets : (withCommandReroll(targets, spent) ?? targets);
  const fires = fired.map(
    ({ mark, blast }, i): FireAtMark => ({
      mark,
      salvos: spared[i]!.volleys.map((volley, v): SalvoAtMark => ({ volley, blastPer: blast[v]! })),
    }),
  );
  const ownLosses = ownLossesOf(scenes[0]!, shots, targets);
  if ("missing" in ownLosses) {
    problems.add(ownLosses.missing.path, ownLosses.missing.message);
    return { fires, own: EMPTY, demising: [] };
  }
  return { fires, own: ownLosses.own, demising: ownLosses.demising };
}

const EMPTY: FirePlan["own"] = {
  lines: [],
  woundsLost: 0,
  tests: 0,
  testAgain: false,
  hazardousWounds: 0,
  launch: false,
  demises: [],
  demiseRoll: 6,
};

/** The shots at each target, in the order in which they are resolved, Blast left out (C-AB-BLAST goes by who is left). */
const shotsByTarget = (shots: readonly Shot[], scenes: readonly Resolving[]) =>
  scenes.flatMap((resolving, mark) => {
    const aimed = shots.filter(({ target }) => target === mark);
    const target = { ...resolving.targets[mark]!, models: 0 };
    const lines = inOrder(target, resolving.options);
    return aimed.length === 0 ? [] : [{ mark, resolving, lines, ordered: volleysAt(aimed, target, lines, resolving) }];
  });

function firesOf(shots: readonly Shot[], scenes: readonly Resolving[]) {
  return shotsByTarget(shots, scenes).map(({ mark, resolving, ordered }) => {
    const unit = resolving.targets[mark]!;
    return {
      mark,
      blast: ordered.map(({ shot }) => (shot.gun.abilities.has("Blast") ? resolving.book.blastPer : 0)),
      target: { ...markOf(unit, resolving.cell), volleys: ordered.map(({ volley }) => volley) },
    };
  });
}

/** How the dice of the plan came about, in its order. */
const accountsOf = (shots: readonly Shot[], scenes: readonly Resolving[], unused: Account["unused"]): Account[] =>
  shotsByTarget(shots, scenes).flatMap(({ mark, resolving, lines, ordered }) =>
    ordered.map(({ shot, volley }) => {
      const unit = resolving.targets[mark]!;
      return { ...accountOf(aimOf(shot, unit, resolving), volley, unit, lines), unused };
    }),
  );
