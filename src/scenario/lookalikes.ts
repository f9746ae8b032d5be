/**
 * Names that a reader takes for one another: apart only by characters that are not seen, or that look the same.
 * After the skeletons of Unicode Technical Standard 39 (Unicode Security Mechanisms), section 4.
 */
import { type Problem, problemAt, quote } from "./problem.ts";
import { entries, type Located, nodeAt } from "./tree.ts";

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

/** The maps of a scenario whose keys are names that people give. */
const NAMED = ["units", "vehicles", "weapons", "modifierSets", "experiments"];

/** Names of one map that look the same: nobody can tell which of them a line means. */
export function lookalikeProblems(tree: Located): Problem[] {
  return NAMED.flatMap((key) => {
    const { node, steps } = nodeAt(tree, [key]);
    if (steps === 0 || node.kind !== "map" || entries(node).every(([name]) => isPlain(name))) return [];
    const seen = new Map<string, (typeof node.entries)[number][]>();
    const problems: Problem[] = [];
    for (const entry of node.entries) {
      const alike = seen.get(keyOf(seenAs(entry.key))) ?? [];
      const twin = alike.find((other) => areAlike(other.key, entry.key));
      if (twin !== undefined) problems.push(problemOf(key, entry, twin));
      seen.set(keyOf(seenAs(entry.key)), [...alike, entry]);
    }
    return problems;
  });
}

function problemOf(
  map: string,
  { key, keyPlace }: { key: string; keyPlace: Problem["place"] },
  twin: { key: string; keyPlace: NonNullable<Problem["place"]> },
): Problem {
  const [own] = differing(key, twin.key);
  const [other] = differing(twin.key, key);
  const what = own === undefined ? `the other has ${named(other!)}` : `this one has ${named(own)}`;
  const message = `two names in ${quote(map)} look the same, ${quote(twin.key)} and ${quote(key)}: ${what}`;
  return problemAt(keyPlace, message, { also: [twin.keyPlace], hint: "write one of them otherwise" });
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
