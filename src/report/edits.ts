/** What was edited, in words, and where it is written. */
import type { InputChange } from "../analysis/check-result.ts";
import { SET } from "../scenario/overlay.ts";
import type { Language } from "./language/language.ts";

/** `unit Marines`, by where a scenario has it. */
export function thingText(kind: string, thing: string, { say }: Language): string {
  switch (kind) {
    case "experiments":
      return say`experiment ${thing}`;
    case "modifierSets":
      return say`modifier set ${thing}`;
    case "weapons":
      return say`weapon ${thing}`;
    default:
      return say`unit ${thing}`;
  }
}

/**
 * What was changed in words: `save (Marines)`, `Volley: distance`, `Volley: count (Orks, bolter)`; a path that has
 * none as it is typed.
 */
export function changedName(
  { path, items, whole }: Pick<InputChange, "path" | "items" | "whole">,
  language: Language,
): string {
  const [, kind, name = "", rest] =
    /^(experiments|modifierSets|units|weapons|vehicles)\.([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
  const owner =
    kind === "experiments" ? language.experiment(name) : kind === "modifierSets" ? language.sets([name]) : undefined;
  if (whole !== undefined && kind !== undefined) return thingText(kind, owner ?? language.thing(name), language);
  if (owner === undefined || rest === undefined) return language.path(path, undefined, items);
  const words = language.path(rest, undefined, items);
  return words === rest ? path : language.goals.line(owner, words);
}

/** Letters of what a change is from or to, beyond which both stand on lines of their own. */
const MOST_BESIDE = 60;

/** Whether a change is of a text that takes lines of its own, as a rule of a game does. */
const isLong = ({ before = "", now = "" }: Pick<InputChange, "before" | "now">): boolean =>
  Math.max(before.length, now.length) > MOST_BESIDE;

/** `save (Marines) 4+ → 5+`, of a long text only its name; of a `--set` alone nobody kept what it was before. */
export function editText(change: InputChange, language: Language): string {
  const { whole, before, now, place } = change;
  const { check: say } = language;
  const name = changedName(change, language);
  // A number of `--set` is written as the file writes it: `5+`.
  const to = now !== undefined && /^\d+$/u.test(now) ? language.at(change.path, Number(now)) : now;
  if (whole) return `${name}${say.whole[whole]}`;
  if (isLong(change)) return name;
  if (before === undefined && now !== undefined && place?.file === SET) return language.say`${name} set to ${to!}`;
  return `${name} ${before ?? say.nothingThere} → ${to ?? say.nothingThere}`;
}

/**
 * The same with where it is written: `save (Marines) 4+ → 5+ (units.marines.save, scenario.yaml:14)`; `isShort`:
 * without its path where words tell it. A long text stands on two lines below, as it was and as it is.
 */
export function causeText(change: InputChange, language: Language, isShort = false): string {
  const { path, place, before, now } = change;
  const isSet = place?.file === SET;
  const at = place === undefined || (isSet && isShort) ? [] : [isSet ? SET : `${place.file}:${place.line}`];
  const isTyped = changedName(change, language) === path || (isShort && place !== undefined);
  const beside = [...(isTyped ? [] : [path]), ...at].join(", ");
  const inLine = (text = language.check.nothingThere) => text.replace(/\s+/gu, " ");
  const texts = isLong(change) ? [`− ${inLine(before)}`, `+ ${inLine(now)}`] : [];
  return [`${editText(change, language)}${beside === "" ? "" : ` (${beside})`}`, ...texts].join("\n");
}
