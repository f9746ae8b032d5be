import { gunsOf } from "./aim.ts";
import { type EngagementProfile, isArmoured } from "./profile.ts";

/** The assumptions of whole fights that bear on this one. */
export function assumptionsOf(profile: EngagementProfile, meets: boolean): string[] {
  const units = profile.sides.flat();
  const lines = units.flatMap(({ troopers }) => troopers.map(({ line }) => line));
  const { options } = profile;
  const fires = units.some((unit) => gunsOf(unit).length > 0);
  const used: [string, boolean][] = [
    ["E-01", true],
    ["E-02", true],
    ["E-03", true],
    ["E-04", units.some(({ intercept }) => intercept)],
    ["E-05", fires],
    ["E-06", meets],
    ["E-07", meets],
    ["E-08", meets],
    ["E-09", units.some(({ medikit }) => medikit !== "none")],
    ["E-10", units.some(({ sacrifice }) => sacrifice !== "none")],
    ["E-11", options.hitTransfer !== "off" && lines.some(({ character }) => character)],
    ["E-12", lines.some(({ character, commandBonus }) => character && commandBonus > 0)],
    ["E-13", true],
    ["E-14", units.some((unit) => new Set(gunsOf(unit).map(({ trooper }) => trooper)).size > 1)],
    ["E-15", isArmoured(profile)],
    ["E-17", isArmoured(profile)],
    ["E-19", profile.policies !== undefined],
    ["E-18", profile.alpha !== undefined],
  ];
  return used.flatMap(([id, isUsed]) => (isUsed ? [id] : []));
}
