/** Datasheets as a few regular expressions read them: no parser of XML, no code of the importer. */

export interface PlainProfile {
  readonly name: string;
  readonly type: string;
  readonly values: Readonly<Record<string, string>>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const text = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (all, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : (ENTITIES[name] ?? all),
  );

/** Every weapon's and unit's table of a catalogue or roster. */
export function plainProfiles(xml: string): PlainProfile[] {
  return [...xml.matchAll(/<profile\s([^>]*[^/])>(.*?)<\/profile>/gsu)].flatMap(([, attributes, body]) => {
    const attribute = (name: string) => text(new RegExp(`\\b${name}="([^"]*)"`, "u").exec(attributes!)?.[1] ?? "");
    const type = attribute("typeName");
    if (!["Unit", "Ranged Weapons", "Melee Weapons"].includes(type)) return [];
    const values = [
      ...body!.matchAll(/<characteristic\s[^>]*?\bname="([^"]*)"[^>]*?(?:\/>|>([^<]*)<\/characteristic>)/gu),
    ];
    return [
      {
        name: attribute("name"),
        type,
        values: Object.fromEntries(values.map(([, name, value = ""]) => [name!, text(value).trim()])),
      },
    ];
  });
}

/** What a table says in numbers: characteristics that are no number stay away. */
export function numbersOf({ type, values }: PlainProfile): Record<string, number | string> {
  const found: Record<string, number | string> = {};
  const put = (key: string, name: string, form: RegExp, make: (digits: string) => number | string = Number) => {
    const match = form.exec(values[name] ?? "");
    if (match !== null) found[key] = make(match[1]!);
  };
  if (type === "Unit") {
    put("toughness", "T", /^(\d+)$/u);
    put("save", "SV", /^([2-7])\+?$/u);
    put("wounds", "W", /^(\d+)$/u);
    return found;
  }
  if (type === "Ranged Weapons") put("range", "Range", /^(\d+)"?$/u);
  else found.range = "melee";
  const dice = (word: string) => (/^\d+$/u.test(word) ? Number(word) : word.toUpperCase());
  put("attacks", "A", /^(\d+|\d*D[36](?:\+\d+)?)$/iu, dice);
  put("skill", type === "Unit" ? "" : type === "Ranged Weapons" ? "BS" : "WS", /^([2-6])\+$/u);
  put("strength", "S", /^(\d+)$/u);
  put("ap", "AP", /^(-\d+|0)$/u);
  put("damage", "D", /^(\d+|\d*D[36](?:\+\d+)?)$/iu, dice);
  return found;
}

/** Keywords in one spelling: small letters, one blank between words. */
export const keywordsOf = ({ values }: PlainProfile): string[] =>
  (values.Keywords ?? "")
    .toLowerCase()
    .replaceAll(/[[\]*^]/gu, "")
    .split(",")
    .map((word) => word.replaceAll(/[\s-]+/gu, " ").trim())
    .filter((word) => word !== "");
