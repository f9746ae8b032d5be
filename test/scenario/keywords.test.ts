/** A keyword that a weapon asks of its target and no unit has, where one like it is known. */
import { expect, it } from "vitest";
import { studyOfText } from "../analysis/fights.ts";

const warned = async (ability: string, keywords = "Infantry", more = "") => {
  const { warnings } = await studyOfText(`version: 1
ruleset: wh40k-10e${more}
weapons: { gun: { label: Anti-Vehicel 4+, range: 24, attacks: 2, skill: 3, strength: 4, ap: 0, damage: 1, abilities: [${ability}] } }
units: { a: { models: 5, toughness: 4, save: 3, wounds: 2, keywords: [${keywords}], weapons: [gun] } }
experiments: { s: { kind: shooting, attacker: a, defender: a, situation: { distance: 12 } } }
`);
  return warnings.map(({ message, hint, place }) => `${place?.line} ${message}: ${hint}`);
};

it("is a warning with the nearest one, at its line", async () => {
  expect(await warned("Anti-Vehicel 4+")).toEqual([
    '3 no unit here has the keyword "Vehicel": did you mean "Vehicle"? mute: [keyword] says this no more',
  ]);
  expect(await warned("Blast, anti infantri 2+")).toEqual([
    '3 no unit here has the keyword "infantri": did you mean "Infantry"? mute: [keyword] says this no more',
  ]);
  expect(await warned("Anti-Gobo 4+", "Gobbo")).toEqual([
    '3 no unit here has the keyword "Gobo": did you mean "Gobbo"? mute: [keyword] says this no more',
  ]);
});

it.each([
  ["one of the game, which no unit has", "Anti-Fly 4+", "Infantry"],
  ["one that a unit has", "Anti-Vehicel 4+", "VEHICEL"],
  ["like none that is known", "Anti-Gobbo 4+", "Infantry"],
  ["another ability, of a weapon whose label reads like one", "Rapid Fire 1", "Infantri"],
  ["one that is muted", "Anti-Vehicel 4+", "Infantry", "\nmute: [keyword]"],
])("%s is not told", async (_, ability, keywords, more?: string) => {
  expect(await warned(ability, keywords, more)).toEqual([]);
});

it("is told wherever abilities are given", async () => {
  for (const set of ["addAbilities", "removeAbilities"])
    expect(
      await warned("Blast", "Infantry", `\nmodifierSets: { hunt: { attacker: { ${set}: [Anti-Vehicel 4+] } } }`),
    ).toEqual(['3 no unit here has the keyword "Vehicel": did you mean "Vehicle"? mute: [keyword] says this no more']);
});
