/** What the fields of units, weapons and situations are called: in English their names in words. */
import { filled } from "../../rule/message.ts";
import type { Say } from "../../rule/say.ts";
import { translationIn } from "../../rulesets/languages.ts";
import type { LanguageTag } from "../../scenario/languages.ts";

/** What a side of a cell is called where its unit is not known. */
export const sideLabel = (side: string, say: Say): string | undefined =>
  side === "attacker"
    ? say`attacker`
    : side === "defender"
      ? say`defender`
      : side === "first"
        ? say`first side`
        : side === "second"
          ? say`second side`
          : undefined;

/** `ballisticSkill` as words. */
export const inWords = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What a field is called: `ballistic skill`, `capacité de tir`; `attackerX` and `defenderX` are made from `x`. */
export function fieldLabel(field: string, tag: LanguageTag): string {
  const { template } = translationIn(tag);
  const word = (text: string, mark = "{#field}") => template(`${text}${mark}`)?.replace(/\{.*\}$/u, "") ?? text;
  const [, side, rest] = /^(attacker|defender)([A-Z]\w*)$/.exec(field) ?? [];
  if (side === undefined || rest === undefined) return word(inWords(field));
  const whose = "{} {}{#field}";
  const told = [word(side, ""), word(inWords(`${rest[0]!.toLowerCase()}${rest.slice(1)}`))];
  return filled(template(whose) ?? whose, told, (text) => text);
}

/** Whom a path of a scenario speaks of: `save (Space Marines)`, `save modifier (laser rifle)`, `distance`. */
const PATH = /^(attacker|defender|first|second|situation|sides|(?:units|weapons|vehicles)\.([^.]+))\.(.+)$/;

/** What an item of a list on a path is called: of `units.orks.weapons.0.count` that of `weapons.0`. */
export interface PathItem {
  readonly at: string;
  readonly name: string;
}

/**
 * A path as a reader would say it, `save modifier (laserRifle)`, `count (Orks, bolter)`; one of options, or anything else, stays
 * as it is typed.
 */
export function pathLabel(
  path: string,
  label: (field: string) => string,
  say: Say,
  ownerOf: (owner: string) => string,
  items: readonly PathItem[] = [],
): string {
  const [, head, name, rest] = PATH.exec(path) ?? [];
  if (head === undefined || rest === undefined) return path;
  const steps = rest.split(".");
  const from = name === undefined ? [head] : [];
  const owners: string[] = [];
  let fields: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (!/^\d+$/.test(step) || i === steps.length - 1) {
      fields.push(label(step));
      continue;
    }
    const item = items.find(({ at }) => at === [...from, ...steps.slice(0, i + 1)].join("."));
    owners.push(item ? ownerOf(item.name) : placeLabel(steps[i - 1] ?? head, Number(step), label, say));
    fields = [];
  }
  const field = fields.join(" ");
  if (head === "situation") return field;
  // Of a list of attackers each has a name of its own.
  const isListed = name === undefined && /^\d+$/.test(steps[0]!) && steps.length > 1;
  return `${field} (${[...(isListed ? [] : [ownerOf(name ?? head)]), ...owners].join(", ")})`;
}

/** An item without a name, by where it stands. */
function placeLabel(list: string, index: number, label: (field: string) => string, say: Say): string {
  const at = index + 1;
  if (list === "units") return say`unit ${at}{#field}`;
  if (list === "members") return say`member ${at}`;
  return (list === "sides" ? sideLabel(index === 0 ? "first" : "second", say) : undefined) ?? `${label(list)} ${at}`;
}
