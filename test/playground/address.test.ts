import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, MOST_PACKED, parseAddress, type Shared } from "../../src/playground/address.ts";
import { AddressError } from "../../src/playground/address-error.ts";
import { commandOf } from "../../src/playground/command.ts";
import { changed, namesIn, type Query, toggled } from "../../src/playground/question.ts";

const first: Query = {
  ruleset: "alpha-omega",
  kind: "volley",
  attacker: "rangers",
  defender: "marines",
  changes: {},
};
const name = fc.stringMatching(/^[A-Za-z][\w-]{0,12}$/);
const path = fc.constantFrom("attacker.save", "situation.distance", "weapons.laser-rifle.range", "options.pinTests");
const changes = fc.dictionary(path, fc.string({ unit: "binary", maxLength: 60 }));
const question: fc.Arbitrary<Query> = fc
  .record({ ruleset: name, kind: name, attacker: name, defender: name, changes })
  .map((own) => ({ ...own, changes: { ...own.changes } })); // with a prototype, as what is read has
const packed = (text: string) => `z=${deflateRawSync(text).toString("base64url")}`;

describe("an address", () => {
  it("holds the whole question, short or packed", async () => {
    const shared = fc.record(
      { question, pinned: question, view: name, text: fc.string({ unit: "binary", maxLength: 4_000 }) },
      { requiredKeys: ["question"] },
    );
    await fc.assert(
      fc.asyncProperty(shared, async (own) => {
        const kept = { ...own, made: "v2.0123abcd" } as Shared;
        expect(await parseAddress(await addressOf(kept))).toEqual(kept);
      }),
      { seed: 16, numRuns: 200 },
    );
  });

  it("is readable while it is short", async () => {
    const changes = { "defender.save": "3+", "defender.addSkills": "[drone, leap]" };
    expect(await addressOf({ question: { ...first, changes } })).toBe(
      "r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=3%2B&defender.addSkills=[drone,+leap]",
    );
    const long = await addressOf({ question: first, text: "a: 1\n".repeat(5_000) });
    expect(long).toMatch(/^z=[\w-]{20,400}$/);
  });

  it("of nobody is none", async () => {
    expect(await parseAddress("")).toBeUndefined();
    expect(await parseAddress("a-place-in-the-page")).toBeUndefined();
  });

  it.each([
    ["a megabyte", `r=a&k=b&situation.x=${"x".repeat(1_000_000)}`],
    ["a packed megabyte", `z=${"A".repeat(MOST_PACKED)}`],
    ["a bomb", packed(`r=a&k=b&y=${"0".repeat(20_000_000)}`)],
    ["what is not base64", "z=%%%"],
    ["what does not inflate", "z=AAAA____"],
    ["a name with a script", `r=${encodeURIComponent("<script>alert(1)</script>")}&k=b`],
    ["a name that goes up", "r=../../etc&k=b"],
    ["a value without end", `r=a&k=b&attacker.save=${"9".repeat(500)}`],
    ["changes without end", `r=a&k=b&${Array.from({ length: 101 }, (_, i) => `attacker.f${i}=1`).join("&")}`],
    ["an engine that is none", "r=a&k=b&e=javascript:alert(1)"],
  ])("of %s is refused in words", async (_, fragment) => {
    await expect(parseAddress(fragment)).rejects.toThrow(AddressError);
  });

  it("takes no path but those of a question", async () => {
    const fragment = "r=a&k=b&__proto__.x=1&extends=crible&experiments.x.kind=shot&attacker.save=3%2B";
    expect((await parseAddress(fragment))?.question.changes).toEqual({ "attacker.save": "3+" });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe("a question", () => {
  it("is what crible odds takes, quoted for a shell", () => {
    const own = { ...first, changes: { "defender.save": "3+", "defender.addSkills": "[drone, it's]" } };
    expect(commandOf(own)).toBe(
      "crible odds alpha-omega volley attacker=rangers defender=marines defender.save=3+ 'defender.addSkills=[drone, it'\\''s]'",
    );
    expect(commandOf(first, "fr")).toMatch(/ --lang fr$/);
  });

  it("forgets a change that is taken back, and toggles names in both directions", () => {
    expect(changed(changed(first, "defender.save", "3+"), "defender.save", undefined)).toEqual(first);
    const drone = toggled(first, "defender", "skills", "drone", false);
    expect(drone.changes).toEqual({ "defender.addSkills": "[drone]" });
    expect(
      toggled(toggled(drone, "defender", "skills", "leap", false), "defender", "skills", "drone", false).changes,
    ).toEqual({ "defender.addSkills": "[leap]" });
    expect(toggled(first, "attacker", "skills", "camouflage", true).changes).toEqual({
      "attacker.removeSkills": "[camouflage]",
    });
    expect(namesIn("[a, b]")).toEqual(["a", "b"]);
    const hurt = toggled(first, "attacker", "abilities", "Damaged: 1-5 wounds", true).changes;
    expect(hurt).toEqual({ "attacker.removeAbilities": '["Damaged: 1-5 wounds"]' });
    expect(namesIn(hurt["attacker.removeAbilities"])).toEqual(["Damaged: 1-5 wounds"]);
  });
});
