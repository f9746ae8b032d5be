/**
 * What is read of datasheets against an independent reader of them: of the rosters and catalogues that ship with the tests, and of all
 * files in the folder that CRIBLE_CATALOGUES names (the public ones are not here).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RosterProfile } from "../../../src/rulesets/roster.ts";
import { unitProfile, weaponProfile } from "../../../src/rulesets/wh40k-10e/roster/profiles.ts";
import { profileFrom } from "../../../src/scenario/roster/list.ts";
import { rosterTree } from "../../../src/scenario/roster/read.ts";
import { listOf, type RosterNode } from "../../../src/scenario/roster/tree.ts";
import { keywordsOf, numbersOf, type PlainProfile, plainProfiles } from "./datasheets.ts";

const FIXTURES = "test/scenario/fixtures/rosters";
const folders = [FIXTURES, ...(process.env.CRIBLE_CATALOGUES === undefined ? [] : [process.env.CRIBLE_CATALOGUES])];

/** Every profile of a file, in the order of the file, as the importer reads it. */
function profilesIn(node: RosterNode, found: RosterProfile[] = []): RosterProfile[] {
  if (listOf(node, "characteristics").length > 0) found.push(profileFrom(node));
  for (const key in node) for (const inner of listOf(node, key)) profilesIn(inner, found);
  return found;
}

const keyOf = ({ name, type, values }: PlainProfile) =>
  JSON.stringify([name, type, Object.entries(values).map(([own, value]) => [own, value.trim()])]);

/** The importer's numbers in the form of the other reader. */
function readNumbers(profile: RosterProfile): Record<string, unknown> {
  const { data } = profile.type === "Unit" ? unitProfile(profile) : weaponProfile(profile, profile.name);
  const { label: _, abilities: __, ...numbers } = data as Record<string, unknown>;
  for (const key of ["save", "skill"]) if (key in numbers) numbers[key] = Number.parseInt(String(numbers[key]), 10);
  return numbers;
}

function compared(folder: string) {
  const counts = { unit: 0, weapon: 0, equal: 0, unlike: [] as string[], keywords: 0, known: 0 };
  for (const file of readdirSync(folder).filter((name) => /\.(?:ros|cat|gst)$/u.test(name))) {
    const bytes = readFileSync(join(folder, file));
    const read = new Map(profilesIn(rosterTree(bytes, file).root).map((own) => [keyOf(own), own]));
    for (const plain of plainProfiles(bytes.toString("utf8"))) {
      counts[plain.type === "Unit" ? "unit" : "weapon"]++;
      const own = read.get(keyOf(plain));
      const [wanted, found] = [numbersOf(plain), own && readNumbers(own)];
      if (
        found !== undefined &&
        JSON.stringify(Object.entries(wanted).sort()) === JSON.stringify(Object.entries(found).sort())
      )
        counts.equal++;
      else counts.unlike.push(`${file}: ${plain.name}: ${JSON.stringify(wanted)} ${JSON.stringify(found)}`);
      if (own === undefined || plain.type === "Unit") continue;
      const words = ((weaponProfile(own, own.name).data.abilities ?? []) as string[]).map((word) =>
        word.toLowerCase().replaceAll(/[\s-]+/gu, " "),
      );
      for (const word of keywordsOf(plain)) {
        counts.keywords++;
        if (words.some((known) => known === word || known === `${word}+`)) counts.known++;
      }
    }
  }
  return counts;
}

describe("datasheets", () => {
  it.each(folders)(
    "of %s have the values that another reader finds",
    (folder) => {
      const { unit, weapon, equal, unlike, keywords, known } = compared(folder);
      const all = unit + weapon;
      if (folder !== FIXTURES)
        process.stdout.write(
          `${unit} units, ${weapon} weapons: ${equal} equal; keywords ${known} of ${keywords}\n${unlike.slice(0, 20).join("\n")}\n`,
        );
      expect(all).toBeGreaterThan(10);
      expect(equal / all).toBeGreaterThanOrEqual(folder === FIXTURES ? 1 : 0.99);
      expect(known / keywords).toBeGreaterThanOrEqual(folder === FIXTURES ? 0.9 : 0.99);
    },
    120_000,
  );

  it("a control: a value that is read wrong is seen", () => {
    const [plain] = plainProfiles(readFileSync(join(FIXTURES, "border-patrol.ros"), "utf8"));
    expect(numbersOf(plain!)).toEqual({ toughness: 4, save: 4, wounds: 1 });
    expect(numbersOf({ ...plain!, values: { ...plain!.values, T: "5" } })).not.toEqual(readNumbers(plain!));
  });
});
