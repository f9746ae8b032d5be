import { ActsKernel } from "../../../rule/acts-kernel.ts";
import { solveActs } from "../../../rule/acts-solve.ts";
import type { Kernel, PlayingWork, Program } from "../../../rule/program.ts";
import { FIGHT } from "../../define.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { BattleActs, isPlayedByActs, isSolvedByActs, operationsOf } from "../engagement/acts.ts";
import { Battle } from "../engagement/battle.ts";
import { FightBins } from "../engagement/fight-bins.ts";
import { type BattleMetric, measuresOf } from "../engagement/metrics.ts";
import { probe } from "../engagement/probe.ts";
import type { EngagementProfile } from "../engagement/profile.ts";
import { OneWay } from "../engagement/ways.ts";
import { EngagementKernel, told } from "../engagement/written-kernel.ts";
import { type BlowAccount, blowExplained } from "./assault.ts";

/** A whole fight, with an account of what each unit can do to the enemy it meets first. */
export interface EngagementCell extends EngagementProfile {
  readonly accounts: readonly BlowAccount[];
}

const BLOCK = 2_048;

/**
 * What playing a fight takes: act by act from rows that are kept, or unit by unit. Measured on fights of 3 to 40 a
 * side, to half and double.
 */
function workOfFight(profile: EngagementProfile): PlayingWork {
  const { turns, units } = profile;
  const models = units.reduce((sum, { fighter }) => sum + fighter.models, 0);
  const written = 3 * turns * units.length;
  // Of two units a side far more situations are come upon.
  const more = units.length / 2;
  const trial = isPlayedByActs(profile) ? (0.3 * turns * units.length + 0.1 * models) * more ** 3 : written;
  return { program: 4_000, kernel: 3_000_000 * more ** 2, trial, pair: 2 * written };
}

function kernelOf(profile: EngagementProfile, measures: readonly BattleMetric[]): Kernel {
  if (!isPlayedByActs(profile)) return new EngagementKernel(profile, measures);
  const acts = new BattleActs(new Battle(profile));
  return new ActsKernel(acts, acts.readings(measures));
}

/** A fight solved act by act. */
function exactOf(profile: EngagementProfile, measures: readonly BattleMetric[]): Program["exact"] {
  if (!isSolvedByActs(profile)) return { impossible: "its units can stand in too many ways" };
  const passes = 1 + measures.filter(({ from }) => from === "refused").length;
  return {
    operations: operationsOf(profile, passes),
    solve() {
      const acts = new BattleActs(new Battle(profile));
      return solveActs(acts, acts.readings(measures));
    },
  };
}

export const engagementKind: Kind = {
  ...FIGHT,

  game: () => ({
    impossible:
      "units act one after another, each knowing what the last one did: the sides choose nothing at once (E-20)",
  }),

  goingFirst: (profile: EngagementCell) =>
    profile.initiative === undefined
      ? [
          { ...profile, initiative: ["first"] },
          { ...profile, initiative: ["second"] },
        ]
      : undefined,

  exchanged(profile: EngagementCell): unknown {
    if (profile.initiative !== undefined) return undefined;
    const { units, policies } = profile;
    const first = units.filter(({ side }) => side === 0).length;
    const turned = <T>(list: readonly T[]) => [...list.slice(first), ...list.slice(0, first)];
    const placeOf = (unit: number) => (unit + units.length - first) % units.length;
    return {
      ...profile,
      units: turned(units).map((unit) => ({
        ...unit,
        side: 1 - unit.side,
        nearest: unit.nearest.map((enemies) => enemies.map(placeOf)),
        against: turned(unit.against),
      })),
      ...(policies ? { policies: policies.toReversed() } : {}),
    };
  },

  program(profile: EngagementCell): Program {
    const measures = measuresOf(profile);
    return {
      metrics: measures.map(({ metric }) => metric),
      blockSize: BLOCK,
      get work() {
        return workOfFight(profile);
      },
      exact: exactOf(profile, measures),
      kernel: () => kernelOf(profile, measures),
      pairedKernel: () => new EngagementKernel(profile, measures, true),
    };
  },

  tell(profile: EngagementCell, { place, chance }: ToTell): Telling {
    const teller = new Teller();
    const { stream, trial } = place();
    if (!isPlayedByActs(profile)) {
      const bins = new EngagementKernel(profile).tell(stream, trial, chance, teller);
      return { bins, entries: teller.entries, oneOfMany: true };
    }
    const battle = new Battle(profile);
    const acts = new BattleActs(battle);
    const measures = measuresOf(profile);
    const taken = new ActsKernel(acts, acts.readings(measures)).taken(stream, trial);
    const answers = taken.flatMap(({ act, before, outcome }) => acts.way(act, before, outcome, chance));
    const bins = told(battle, new FightBins(measures), new OneWay(answers, chance), chance, teller);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  probe,

  explain: ({ accounts }: EngagementCell): Explanation[] => accounts.map(blowExplained),
};
