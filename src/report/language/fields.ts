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
const PATH = /^(attacker|defender|first|second|situation|(?:units|weapons|vehicles)\.([^.]+))\.(.+)$/;

/**
 * A path as a reader would say it, `save modifier (laserRifle)`; one of options, or anything else, stays as it is typed.
 */
export function pathLabel(path: string, tag: LanguageTag, say: Say, ownerOf: (owner: string) => string): string {
  const [, head, name, rest] = PATH.exec(path) ?? [];
  if (head === undefined || rest === undefined) return path;
  const [, list, place, own] = /^(units|members)\.(\d+)\.(.+)$/.exec(rest) ?? [];
  const field = (own ?? rest)
    .split(".")
    .map((one) => fieldLabel(one, tag))
    .join(" ");
  if (head === "situation") return field;
  const owner = ownerOf(name ?? head);
  const at = Number(place) + 1;
  const one = list === "units" ? say`unit ${at}{#field}` : say`member ${at}`;
  return `${field} (${list === undefined ? owner : `${owner}, ${one}`})`;
}
