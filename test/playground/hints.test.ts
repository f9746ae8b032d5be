import { describe, expect, it } from "vitest";
import { hintsAt, saidOf, writingAt } from "../../src/playground/hints.ts";
import { NAME } from "../../src/playground/texts.ts";

/** A text with a bar where the cursor stands. */
function at(marked: string) {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  return {
    texts: { [NAME]: marked.replace("|", "") },
    spot: { line: before.length, column: before.at(-1)!.length + 1 },
  };
}
const HEAD = "version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\n";
const labels = async (marked: string) => {
  const { texts, spot } = at(marked);
  return (await hintsAt(texts, spot)).map(({ label }) => label);
};
const where = (marked: string) => {
  const { texts, spot } = at(marked);
  const { path, isKey, typed } = writingAt(texts[NAME]!, spot);
  return [path.join("."), isKey ? "key" : "value", typed];
};

describe("where one is writing", () => {
  it.each([
    ["|", "", "key", ""],
    ["ver|", "", "key", "ver"],
    ["units:\n  |", "units", "key", ""],
    ["units:\n  a:\n    save: 3\n  # b:\n    sk|", "units.a", "key", "sk"],
    ["units:\n  a:\n    save: 3\n|", "", "key", ""],
    ["units:\n  a:\n    save: |", "units.a.save", "value", ""],
    ["x:\n  sides:\n    - units: [a]\n    - units: [b]\n      po|", "x.sides.1", "key", "po"],
    ["x:\n  sides:\n  - units:\n    - |", "x.sides.0.units.0", "key", ""],
    ["x:\n  - { unit: a, or|", "x.0", "key", "or"],
    ["x: { unit: a, order: [b, c|", "x.order.1", "value", "c"],
    ["x: { 'a b': { c: |", "x.a b.c", "value", ""],
  ])("%j", (marked, path, is, typed) => {
    expect(where(marked)).toEqual([path, is, typed]);
  });
});

describe("what can be written there", () => {
  it("is the keys that are not there yet, each with what it takes", async () => {
    const top = await labels(`${HEAD}exp|`);
    expect(top).toEqual(expect.arrayContaining(["experiments", "weapons"]));
    expect(top).not.toContain("version");
    const { texts, spot } = at(`${HEAD}units:\n  mine:\n    |`);
    const save = (await hintsAt(texts, spot)).find(({ label }) => label === "save")!;
    expect(save.detail).toBe("a number from 1 to 20, such as 4+");
    expect(save.info).toBe("Sauvegarde");
  });

  it("is values that are listed, names of the file and of its catalogue", async () => {
    expect(await labels("version: 1\nruleset: |")).toEqual(["alpha-omega", "metropolis", "wh40k-10e"]);
    expect(await labels(`${HEAD}experiments:\n  a:\n    kind: v|`)).toContain("volley");
    const units = await labels(`${HEAD}units:\n  mine: {}\nexperiments:\n  a:\n    kind: shot\n    attacker: |`);
    expect(units).toEqual(expect.arrayContaining(["mine", "rangers"]));
    const orders = `${HEAD}experiments:\n  a:\n    kind: engagement\n    sides:\n      - units: [{ unit: rangers, order: |`;
    expect(await labels(orders)).toEqual(expect.arrayContaining(["aimed", "run"]));
    expect(await labels(`${HEAD}experiments:\n  a:\n    kind: shot\n    situation:\n      |`)).toContain("distance");
  });

  it("is nothing where nothing is known, and no error in any text", async () => {
    expect(await labels("version: 1\nruleset: chess\nunits:\n  a: |")).toEqual([]);
    for (const text of ["|", "{|", "- - -|", "a: [[{|", "\t|", "a: 'b|", `${"[".repeat(500)}|`, "__proto__: |"])
      expect(Array.isArray(await labels(HEAD + text)), text).toBe(true);
  });

  it("is said of a field that stands there", async () => {
    const { texts, spot } = at(`${HEAD}units:\n  mine:\n    s|ave: 3+\n`);
    expect(await saidOf(texts, spot)).toBe("units.mine.save: Sauvegarde\na number from 1 to 20, such as 4+");
    expect(await saidOf({ [NAME]: "nothing" }, { line: 1, column: 1 })).toBeUndefined();
  });
});
