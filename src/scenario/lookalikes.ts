/**
 * Names that a reader takes for one another: apart only by characters that are not seen, or that look the same.
 * After the skeletons of Unicode Technical Standard 39 (Unicode Security Mechanisms), section 4.
 */

import { said } from "../rulesets/said.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";
import { type Located, partOf } from "./tree.ts";

/**
 * Letters, digits and marks of the Latin, Greek, Cyrillic, Armenian, Coptic and Cherokee scripts that look like one of
 * ASCII: the rows of Unicode's confusables.txt (14.0.0) that do, but for those that NFKC makes that character anyway.
 */
const LIKE: Readonly<Record<string, string>> = {
  "!": "ǃ",
  "&": "ꝸ",
  "'": "՝‘’‛′՚`΄´᾽᾿῾ꞌ",
  "-": "‐‑‒–﹘−Ⲻ",
  "/": "𝈺Ⳇ",
  "2": "ꝚƧϨꙄ",
  "3": "𝈆ꞫȜƷꝪⳌЗӠ",
  "4": "Ꮞ",
  "5": "Ƽ",
  "6": "ⳒбᏮ",
  "7": "𝈒",
  "8": "ȣȢ",
  "9": "ꝮⳊ",
  ":": "։",
  "<": "‹𝈶",
  "=": "᐀⹀゠",
  ">": "›𝈷",
  "?": "ʔɁᎮ",
  A: "ΑАᎪ",
  B: "ꞴΒВᏴ",
  C: "ϹⲤСᏟ",
  D: "Ꭰ",
  E: "ΕЕᎬ",
  F: "𝈓ꞘϜ",
  G: "ԌᏀᏳ",
  H: "ΗⲎНᎻ",
  J: "ꞲͿЈᎫ",
  K: "ΚⲔКᏦ",
  L: "𝈪ⳐᏞ",
  M: "ΜϺⲘМᎷ",
  N: "ΝⲚ",
  O: "ΟⲞОՕ",
  P: "ΡⲢРᏢ",
  R: "𝈖ƦᎡᏒ",
  S: "ЅՏᏕᏚ",
  T: "ΤⲦТᎢ",
  U: "Ս",
  V: "𝈍ѴᏙ",
  W: "ԜᎳᏔ",
  X: "ꞳΧⲬХ",
  Y: "ΥϒⲨУҮᎩᎽ",
  Z: "ΖᏃ",
  "\\": "𝈏𝈻",
  a: "ɑαа",
  b: "ƄЬᏏ",
  c: "ᴄϲⲥсꮯ",
  d: "ԁᏧ",
  e: "ꬲеҽ",
  f: "ꬵꞙſẝք",
  g: "ɡᶃƍց",
  h: "һհᏂ",
  i: "ıɪɩιιͺіꙇӏꭵᎥ",
  j: "ϳј",
  l: "ＩⅠƖǀΙⲒІӀ",
  n: "ոռ",
  o: "ᴏᴑꬽοσⲟоօ",
  p: "ρϱⲣр",
  q: "ԛգզ",
  r: "ꭇꭈᴦⲅгꮁ",
  s: "ꜱƽѕꮪ",
  u: "ꞟᴜꭎꭒʋυս",
  v: "ᴠνѵꮩ",
  w: "ɯᴡѡԝաꮃ",
  x: "х",
  y: "ɣᶌʏỿꭚγуү",
  z: "ᴢꮓ",
  "~": "῀",
};
const ASCII = new Map(Object.entries(LIKE).flatMap(([plain, like]) => [...like].map((one) => [one, plain] as const)));

/** Whether a character that is not Latin looks like one of ASCII. */
export const isLookalike = (character: string): boolean =>
  ASCII.has(character) && !/[\p{Script=Latin}\p{Script=Common}]/u.test(character);

/** How a name is seen: what is not seen left out, blanks as one, each character as the plainest that looks like it. */
const seenAs = (name: string): string[] =>
  [
    ...name
      .normalize("NFKC")
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, "")
      .replace(/\s+/gu, " ")
      .trim(),
  ].map((one) => ASCII.get(one) ?? one);

/** I and l are one shape to a reader, but not to who types them both: see `areAlike`. */
const keyOf = (seen: readonly string[]): string => seen.map((one) => (one === "I" ? "l" : one)).join("");

/** Whether two different names look the same. Two that are plain ASCII do not: marksI and marksl were typed so. */
export const areAlike = (a: string, b: string): boolean =>
  keyOf(seenAs(a)) === keyOf(seenAs(b)) && !(isPlain(a) && isPlain(b));

const isPlain = (name: string): boolean => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/u.test(name);

/** A name, and where it is given. */
interface GivenName {
  readonly name: string;
  readonly place: Place;
}

/** Maps of units, whose names stand in cells as those of `as` do. */
const UNITS = ["units", "vehicles"];

/**
 * Names that look the same where only one of them can be meant: keys of one map, at any depth; what `as` calls a unit,
 * beside the units and what `as` calls others; labels.
 */
export function lookalikeProblems(tree: Located): Problem[] {
  const problems: Problem[] = [];
  const given = { as: [] as GivenName[], label: [] as GivenName[] };
  const visited = new Set<Located>();
  const visit = (node: Located, key: string): void => {
    if (visited.has(node)) return; // shared
    visited.add(node);
    if (node.kind === "scalar") {
      if ((key === "as" || key === "label") && typeof node.value === "string")
        given[key].push({ name: node.value, place: node.place });
    } else if (node.kind === "list") for (const item of node.items) visit(item, key);
    else {
      const keys = node.entries.map((entry) => ({ name: entry.key, place: entry.keyPlace }));
      problems.push(...twins(key, keys));
      // The texts of a label in several languages.
      for (const entry of node.entries) visit(entry.node, key === "label" ? key : entry.key);
    }
  };
  visit(tree, "");
  const units = UNITS.flatMap((map) => {
    const node = partOf(tree, map);
    return node?.kind === "map" ? node.entries.map(({ key, keyPlace }) => ({ name: key, place: keyPlace })) : [];
  });
  return [...problems, ...twins("as", given.as, units), ...twins("label", given.label)];
}

/** Each name that looks like another of the list, or of those that were known before. */
function twins(where: string, names: readonly GivenName[], known: readonly GivenName[] = []): Problem[] {
  if ([...known, ...names].every(({ name }) => isPlain(name))) return [];
  const seen = new Map<string, GivenName[]>();
  const alikeTo = ({ name }: GivenName) => seen.get(keyOf(seenAs(name))) ?? [];
  const keep = (given: GivenName) => seen.set(keyOf(seenAs(given.name)), [...alikeTo(given), given]);
  for (const given of known) keep(given);
  return names.flatMap((given) => {
    const twin = alikeTo(given).find(({ name }) => name !== given.name && areAlike(name, given.name));
    keep(given);
    return twin === undefined ? [] : [problemOf(where, given, twin)];
  });
}

function problemOf(where: string, { name, place }: GivenName, twin: GivenName): Problem {
  const [own] = differing(name, twin.name);
  const [other] = differing(twin.name, name);
  const what =
    own !== undefined ? `: this one has ${named(own)}` : other !== undefined ? `: the other has ${named(other)}` : "";
  const message = said`two names in ${quote(where)} look the same, ${quote(twin.name)} and ${quote(name)}${what}`;
  return problemAt(place, message, { also: [twin.place], hint: said`write one of them otherwise` });
}

/** The characters of a name that the other does not have there. */
const differing = (name: string, other: string): string[] => {
  const rest = [...other];
  return [...name].filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
};

const named = (one: string): string => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
