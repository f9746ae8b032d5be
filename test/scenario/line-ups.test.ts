import { expect, test } from "vitest";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { cells, study } from "./fights.ts";

test("every unit that one side lists meets every unit of the other: a cell each", async () => {
  const ids = (await cells({ first: ["rangers", "marines"], second: ["marines", "orkBoyz", "rangers"] })).map(
    ({ id }) => id,
  );
  expect(ids).toEqual([
    "fight~rangers~marines~base",
    "fight~rangers~orkBoyz~base",
    "fight~rangers~rangers~base",
    "fight~marines~marines~base",
    "fight~marines~orkBoyz~base",
    "fight~marines~rangers~base",
  ]);
});

test("a cell of a list is the cell of that unit alone, and knows its inputs", async () => {
  const many = await study({ first: ["rangers", "marines"], second: ["orkBoyz", "marines"] });
  const one = await study({ first: ["marines"], second: ["orkBoyz"] });
  const id = "fight~marines~orkBoyz~base";
  const found = many.cells.find((cell) => cell.id === id);
  expect(found?.outcome).toEqual(one.cells[0]?.outcome);
  expect(many.uses.get(id)?.filter((name) => name.startsWith("units."))).toEqual(["units.marines", "units.orkBoyz"]);
});

test("two lists in one side give each pair of them", async () => {
  const found = await cells({ first: ["rangers", "marines"], besides: ["orkBoyz", "gretchin"], second: ["marines"] });
  expect(found.map(({ attacker }) => attacker)).toEqual([
    "rangers+orkBoyz",
    "rangers+gretchin",
    "marines+orkBoyz",
    "marines+gretchin",
  ]);
});

const problemsOf = async (asked: Parameters<typeof study>[0]) => {
  const error = await study(asked).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ScenarioError)) throw new Error("no error");
  return error.problems.map(({ message, hint, place }) => ({ message, hint, text: textAt(place) }));
};
const textAt = (place: ScenarioError["problems"][number]["place"]) =>
  place?.text?.slice(place.column - 1, place.column - 1 + place.length);

test("a list names units that are there, each once, and gives no name that they would share", async () => {
  expect(await problemsOf({ first: ["rangers", "marinez"], second: ["marines"] })).toEqual([
    { message: 'there is no unit "marinez"', hint: 'did you mean "marines"?', text: "marinez" },
  ]);
  expect(await problemsOf({ first: ["rangers", "rangers"], second: ["marines"] })).toMatchObject([
    { message: '"rangers" is listed twice', text: "rangers" },
  ]);
  expect(await problemsOf({ first: ["rangers", "marines"], second: ["marines"], also: "as: us" })).toMatchObject([
    { message: '"as" names one unit, and unit lists 2' },
  ]);
  expect(await problemsOf({ first: [], second: ["marines"] })).toMatchObject([
    { message: '"unit" must have at least 1 item, found 0', text: "unit" },
  ]);
});

test("more pairings than a study may have name the list that makes them", async () => {
  const many = Array.from({ length: 150 }, (_, i) => `u${i}`);
  const [problem] = await problemsOf({ first: many, second: many });
  expect(problem?.message).toContain("make 22500 cells, more than 10000; the biggest axis is sides.0");
});
