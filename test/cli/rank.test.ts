import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible } from "./crible.ts";

/** Three units, the first better than the second in everything, the third without a gun. */
const FIELD = `version: 1
ruleset: alpha-omega
title: A field
seed: 3
weapons:
  rifle: { range: { 40: 0 }, saveModifier: -1 }
  stick: { range: { 40: -9 }, saveModifier: -1 }
units:
  veterans: { label: Veterans, models: 2, ballisticSkill: 3+, initiative: 6, save: 4+, command: 3+, weapon: rifle }
  recruits: { label: Recruits, models: 2, ballisticSkill: 5+, initiative: 5, save: 6+, command: 5+, weapon: rifle }
  peasants: { label: Peasants, models: 2, ballisticSkill: 9+, initiative: 4, save: 8+, command: 7+, weapon: stick }
experiments:
  field:
    kind: engagement
    sides:
      - { units: [{ unit: [veterans, recruits, peasants], order: aimed }] }
      - { units: [{ unit: [veterans, recruits, peasants], order: aimed }] }
    situation: { distance: 12, turns: 2 }
  alone: { kind: engagement, sides: [{ units: [{ unit: veterans, order: aimed }] }, { units: [{ unit: veterans, order: aimed }] }], situation: { distance: 12, turns: 2 } }
  apart:
    kind: engagement
    sides: [{ units: [{ unit: [veterans, recruits], order: aimed }] }, { units: [{ unit: peasants, order: aimed }] }]
    situation: { distance: 12, turns: 2 }
  shot: { kind: shot, attacker: veterans, defender: recruits, situation: { distance: 12 } }
`;

function place(): string {
  const at = mkdtempSync(join(tmpdir(), "crible-rank-"));
  writeFileSync(join(at, "field.yaml"), FIELD);
  return at;
}
/** Many questions ask for the same fights: they are solved once. */
const env = { CRIBLE_CACHE: mkdtempSync(join(tmpdir(), "crible-rank-cache-")) };
const rank = (cwd: string, only: string, ...args: string[]) =>
  crible(["rank", "field.yaml", "--only", only, ...args], { cwd, env });

/** Three units alike, the last a fifth too cheap: forty points buy five of it, and four of the others. */
const SALE = `version: 1
ruleset: alpha-omega
seed: 5
weapons:
  rifle: { range: { 40: 0 }, saveModifier: -1 }
units:
  ones: { label: Ones, points: 10, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  twos: { label: Twos, points: 10, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  threes: { label: Threes, points: 8, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
experiments:
  sale:
    kind: engagement
    sides:
      - { points: 40, units: [{ unit: [ones, twos, threes], order: aimed }] }
      - { points: 40, units: [{ unit: [ones, twos, threes], order: aimed }] }
    situation: { distance: 12, turns: 1 }
  unpaid:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, threes], models: 2, order: aimed }] }
      - { points: 40, units: [{ unit: [ones, twos, threes], order: aimed }] }
    situation: { distance: 12, turns: 2 }
  free:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, threes], models: 4, order: aimed }] }
      - { units: [{ unit: [ones, twos, threes], models: 4, order: aimed }] }
    situation: { distance: 12, turns: 1 }
  plain:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, threes], order: aimed }] }
      - { units: [{ unit: [ones, twos, threes], order: aimed }] }
    situation: { distance: 12, turns: 1 }
  accompanied:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, threes], order: aimed }, { unit: ones, order: aimed }] }
      - { units: [{ unit: [ones, twos, threes], order: aimed }, { unit: ones, order: aimed }] }
    situation: { distance: 12, turns: 1 }
  unequal:
    kind: engagement
    sides:
      - { points: 30, units: [{ unit: [ones, twos, threes], order: aimed }] }
      - { points: 40, units: [{ unit: [ones, twos, threes], order: aimed }] }
    situation: { distance: 12, turns: 2 }
`;

const sale = (...args: string[]) => {
  const cwd = mkdtempSync(join(tmpdir(), "crible-rank-"));
  writeFileSync(join(cwd, "sale.yaml"), SALE);
  return crible(["rank", "sale.yaml", ...args], { cwd, env });
};

describe("crible rank at equal points", () => {
  const json = async (...args: string[]) => JSON.parse((await sale(...args, "--json")).stdout);
  const winsOf = ({ rankings }: { rankings: [{ wins: { value: number }[][] }] }) =>
    rankings[0].wins.flat().map(({ value }) => value);
  const fielded = (points: number) => ["ones", "twos", "threes"].map((unit) => [unit, points]);
  const broughtBy = ({ fieldings: [{ units }] }: { fieldings: [{ units: { unit: string; models: number }[] }] }) =>
    units.map(({ unit, models }) => [unit, models]);

  it("is what units with points do by default: what the dearest costs, whatever models the file gives", async () => {
    const own = await json("--only", "free");
    expect(own.fieldings[0]).toMatchObject({ budget: 40, by: "default" });
    expect(broughtBy(own)).toEqual([
      ["ones", 4],
      ["twos", 4],
      ["threes", 5],
    ]);
    // The same as the file that says so itself, and another ranking than as written.
    const said = await json("--only", "sale");
    expect(said.fieldings[0]).toMatchObject({ budget: 40, by: "file" });
    expect(winsOf(own)).toEqual(winsOf(said));
    const { stdout } = await sale("--only", "free");
    const lines = stdout.split("\n");
    expect(lines[2]).toBe("Free");
    // Who is brought above the table, how they met below it.
    const at = lines.findIndex((line) => line.startsWith("At equal points"));
    const [brought, table] = [/^Brought by a player/, /^ +unit +its points/].map((start) =>
      lines.findIndex((line) => start.test(line)),
    );
    expect(brought).toBeGreaterThan(0);
    expect(table).toBeGreaterThan(brought!);
    expect(at).toBeGreaterThan(table!);
    expect(lines.slice(at, at + 2)).toEqual([
      "At equal points: 40 a side, what the dearest costs as written (--points takes others, --as-written none).",
      "They bring 4 Ones, 4 Twos and 5 Threes.",
    ]);
    expect(stdout).toMatch(/\nPrices at which the whole field is even: crible rank .* --even\n/u);
  });

  it("says where they meet: as modifier sets and flags have it, each ranking for itself", async () => {
    const at = mkdtempSync(join(tmpdir(), "crible-where-"));
    const sets = "modifierSets: { far: { situation: { distance: 30 } } }\nexperiments:";
    const own = SALE.replace("experiments:", sets).replace("turns: 1 }", "turns: 1 }\n    with: [base, far]");
    writeFileSync(join(at, "where.yaml"), own);
    const { stdout } = await crible(["rank", "where.yaml", "--only", "sale", "--set", "situation.turns=2"], {
      cwd: at,
    });
    expect(stdout.match(/^Ranked in one situation: [^.]*\./gmu)).toEqual([
      "Ranked in one situation: distance\u00a012\u00a0paces, 2\u00a0turns.",
      "Ranked in one situation: distance\u00a030\u00a0paces, 2\u00a0turns.",
    ]);
  });

  it("ranks each modifier set by its own fights, as where there is no other set", async () => {
    const ranked = async (sets: string) => {
      const cwd = mkdtempSync(join(tmpdir(), "crible-sets-"));
      const text = FIELD.replace("experiments:", "modifierSets: { short: { situation: { turns: 1 } } }\nexperiments:");
      writeFileSync(join(cwd, "field.yaml"), text.replace("turns: 2 }", `turns: 2 }\n    with: [${sets}]`));
      return JSON.parse((await rank(cwd, "field", "--as-written", "--json")).stdout).rankings;
    };
    const [base, short] = [await ranked("base"), await ranked("short")];
    expect(await ranked("base, short")).toEqual([...base, ...short]);
    expect(short[0].units).not.toEqual(base[0].units);
  });

  it("as written where it is asked for, and says so; all alike are even", async () => {
    const written = await json("--only", "free", "--as-written");
    expect(written.fieldings[0].asWritten).toEqual({ why: "asked" });
    expect(broughtBy(written)).toEqual(fielded(4));
    const wins: readonly number[] = winsOf(written);
    expect(wins).toHaveLength(9);
    for (const win of wins) expect(win).toBeCloseTo(0.5, 12);
    const { stdout } = await sale("--only", "free", "--as-written", "--lang", "fr");
    expect(stdout).toMatch(/Tels quels, pas à points égaux\s: --as-written le demande\./);
  });

  it("with the points of a flag, and what is left over; points that buy nothing are refused", async () => {
    const own = await sale("--only", "sale", "--points", "47");
    expect(own.stdout).toMatch(
      /At equal points: 47 a side\.\nThey bring 4 Ones \(7 points left over\), .* 5 Threes \(7 points left over\)\./,
    );
    expect(own.stdout).toMatch(/--points 47/);
    const none = await sale("--only", "free", "--points", "9");
    expect(`${none.code} ${none.stderr}`).toMatch(/^3 .*9 points buy no "ones".*--> --points:1:/s);
    expect((await sale("--points", "0")).code).toBe(2);
    expect((await sale("--points", "40", "--as-written")).code).toBe(2);
  });

  it("says why not where it cannot be", async () => {
    const why = async (...args: string[]) => (await json(...args)).fieldings[0].asWritten;
    expect(await why("--only", "unequal")).toEqual({ why: "unequal" });
    expect(await why("--only", "accompanied")).toEqual({ why: "several" });
    const unpriced = (units: readonly string[]) =>
      units.flatMap((unit) => [
        "--set",
        `units.${unit}={ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle}`,
      ]);
    expect(await why("--only", "free", ...unpriced(["ones"]))).toEqual({ why: "someWithout", units: ["ones"] });
    expect(await why("--only", "free", ...unpriced(["ones", "twos", "threes"]))).toEqual({ why: "noPoints" });
    const asked = await sale("--only", "free", "--points", "40", ...unpriced(["ones"]));
    expect(`${asked.code} ${asked.stderr}`).toMatch(/^3 .*"ones" has no points/s);
  });
});

describe("crible rank --even", () => {
  it("gives a unit that is a fifth too cheap its price back, and shows what is left", async () => {
    const { code, stdout, stderr } = await sale("--only", "sale", "--even");
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/Even \(each unit wins 45\.0 % to 55\.0 %\) at another price: Threes 9 instead of 8\./);
    expect(stdout).toMatch(
      /every unit wins 50\.0 % to 50\.0 % against the others\. Change in all: 1 point; no smaller change/,
    );
    // The ranking has them beside the price that it ranks at; without --even there are none.
    expect(stdout).toMatch(/unit +its points +even at +models +wins then +rating/);
    expect(stdout).toMatch(/Threes +8 +9 \(9 to 10\) +5 → 4 +50\.0 %/);
    // No win here has a ±; in the sample of six units those at other prices have one, and are not called exact.
    expect(stdout).toMatch(/Every number of this ranking is exact\./);
    const page = readFileSync("reports/pages/rank.html", "utf8").replace(/[\u00a0\u202f]/gu, " ");
    expect(page).toMatch(/<dt>trials<dd>the ranking is exact; what was played again .* ±, 20,000 trials a pair/u);
    expect(page).toMatch(/<li>the ranking is exact; what was played again/u);
    // How even it has to be stands with the prices, and who is never worth taking on the first screen and in the table.
    expect(page).toMatch(/<p class=lede>Even \(each unit wins 40\.0 % to 60\.0 %\) if all these prices change/u);
    const [shown] = page.split("<details class=more>");
    expect(shown).toMatch(/<li>(?:<[^>]*>)?Never worth taking/u);
    expect(page.match(/<td>never\b/gu)).toHaveLength(4);
    expect((await sale("--only", "sale")).stdout).toMatch(/unit +its points +rating/);
    const french = await sale("--only", "sale", "--even", "--lang", "fr");
    expect(french.stdout).toMatch(
      /Équilibré \(chaque unité gagne de 45,0\s% à 55,0\s%\) à un autre prix\s: Threes 9 au lieu de 8/,
    );
  });

  it("has a price for a unit that is on the second side alone", async () => {
    const oneSeat = ["--set", "experiments.sale.sides.0.units.0.unit=[ones, twos]"];
    const { code, stdout, stderr } = await sale("--only", "sale", "--even", ...oneSeat);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/at another price: Threes 9 instead of 8\./);
  });

  it("has in brackets only prices at which a unit wins within the tolerance, and says which unit no price brings there", async () => {
    const file = "scenarios/alpha-omega/six-at-200.yaml";
    const rank = (...args: string[]) => crible(["rank", file, "--points", "60", ...args], { env });
    const { stdout } = await rank("--even");
    const rows = [...stdout.matchAll(/^ {2}(\S.*?) {2,}\d+ +(\d+)( \((\d+) to (\d+)\))? .* (\d\d\.\d) %/gmu)].slice(
      0,
      6,
    );
    expect(rows).toHaveLength(6);
    const off = rows.filter(([, , , , , , wins]) => Math.abs(Number(wins) - 50) > 5);
    expect(off.map(([, unit, price, brackets]) => [unit, price, brackets])).toEqual([
      ["Eldar Rangers", "19", undefined],
    ]);
    expect(stdout).toMatch(/\n {2}No whole price brings Eldar Rangers within 45\.0 % to 55\.0 % while .*: 57\.4 %/u);
    // Fielded at what is printed, each wins what is said.
    const ids = ["rangers", "terminators", "marines", "warMachines", "sergeant", "assaultMarines"];
    const meansAt = async (prices: readonly number[]) => {
      const set = prices.flatMap((price, i) => ["--set", `units.${ids[i]}.points=${price}`]);
      const { rankings } = JSON.parse((await rank("--json", ...set)).stdout);
      return ids.map((id) => rankings[0].units.find(({ unit }: { unit: string }) => unit === id).mean.value as number);
    };
    const own = rows.map(([, , price]) => Number(price));
    const byName = [
      "Eldar Rangers",
      "Terminators",
      "Space Marines",
      "War machines",
      "Space Marine Sergeant",
      "Assault Marines",
    ];
    expect(rows.map(([, unit]) => unit)).toEqual(byName);
    for (const [i, [, , , , lower]] of rows.entries()) {
      const prices = lower === undefined ? own : own.with(i, Number(lower));
      const means = await meansAt(prices);
      expect(Math.abs(means[i]! - 0.5) <= 0.05).toBe(lower !== undefined);
    }
    expect((await meansAt(own.with(0, 21)))[0]).toBeCloseTo(
      Number(/ and (\d+\.\d) % at 21 \(2 models\)/u.exec(stdout)![1]) / 100,
      3,
    );
  });

  it("says the same of fights that are simulated, and calls an even field even", async () => {
    const played = JSON.parse((await sale("--only", "sale", "--even", "--trials", "2000", "--json")).stdout);
    const [field] = played.evens;
    expect(field.verdict).toBe("mended");
    expect(field.units[2].even).toEqual({ value: 9, lower: 9, upper: 10 });
    expect(field.units[2].residual.trials).toBeGreaterThan(0);
    const even = await sale("--only", "sale", "--even", "--set", "units.threes.points=10");
    expect(even.stdout).toMatch(/Even as it is/);
    // Five against four: by much more than five points, by less than forty-five.
    expect((await sale("--only", "sale", "--even", "--within", "45%")).stdout).toMatch(/Even as it is/);
  });

  it("changes characteristics instead, the fewest steps, verified by playing; names what it cannot mend", async () => {
    // Fives who are four in the file: the planted mismatch is one model.
    const set = ["--set", "units.threes.models=5", "--set", "units.ones.models=4", "--set", "units.twos.models=4"];
    const planted = await sale("--only", "plain", "--even", "--change", "models,save", ...set);
    expect(planted.code, planted.stderr).toBe(0);
    expect(planted.stdout).toMatch(/As written, not at equal points: models are what may be changed\./);
    expect(planted.stdout).toMatch(
      /Even with changes: Threes models 5 → 4\. .* every match-up lies between 50\.0 % and 50\.0 %/,
    );
    expect(planted.stdout).toMatch(/Change in all: 1 step; no smaller change/);
    expect(planted.stdout).toMatch(/Again: crible rank .*--even --change models,save/);
    // Five against four: by much more than five points, by less than forty-five.
    const wide = await sale("--only", "plain", "--even", "--change", "models", "--within", "45%", ...set);
    expect(wide.stdout).toMatch(/Even as it is/);
    // A unit that cannot hit: no save of theirs makes it win.
    const lame = await sale(
      "--only",
      "plain",
      "--as-written",
      "--even",
      "--change",
      "save",
      "--set",
      "units.threes.ballisticSkill=20",
      ...set,
    );
    expect(lame.stdout).toMatch(/Cannot be mended: Ones against Threes \d/);
    expect(lame.stdout).not.toMatch(/Cannot be mended[^.]*: Ones against Twos/);
    const french = await sale("--only", "plain", "--even", "--change", "models", "--lang", "fr", ...set);
    expect(french.stdout).toMatch(/Équilibré avec des changements\s: Threes models 5 → 4/);
  });

  it("refuses changes of what no unit has, of what points buy and of what sides say, at their place", async () => {
    const told = async (...args: string[]) => {
      const { code, stderr } = await sale("--even", "--change", ...args);
      return `${code} ${stderr}`;
    };
    expect(await told("sav", "--only", "sale")).toMatch(
      /^3 .*"sav" as a number \(did you mean "save"\?\)\s+--> --change:1:1/s,
    );
    expect(await told("models", "--only", "sale")).toMatch(
      /^3 .*points buy the models of this side.*sale\.yaml:14:19/s,
    );
    expect(await told("models", "--only", "free")).toMatch(
      /^3 .*this side gives all of its units the same.*sale\.yaml:26:\d+/s,
    );
    expect(await told("models", "--only", "plain", "--points", "40")).toMatch(/^2 /);
    expect((await sale("--only", "sale", "--change", "save")).code).toBe(2);
  });

  it("refuses sides without points and unequal ones at their place, and shares that are none", async () => {
    const unpaid = await sale("--only", "unpaid", "--even");
    expect(unpaid.code).toBe(3);
    expect(unpaid.stderr).toMatch(/sale\.yaml:20:9/);
    expect(unpaid.stderr).toMatch(/this side has no points to spend/);
    const unequal = await sale("--only", "unequal", "--even");
    expect(`${unequal.code} ${unequal.stderr}`).toMatch(/^3 .*the sides have 30 and 40 points/s);
    expect((await sale("--only", "sale", "--even", "--within", "60%")).code).toBe(2);
    expect((await sale("--only", "sale", "--within", "3%")).code).toBe(2);
  });
});

describe("crible rank", () => {
  it("gives the answer first, then the table and the matrix", async () => {
    const { code, stdout, stderr } = await rank(place(), "field");
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/Auto-include: nobody does better than Veterans against any enemy\./);
    expect(stdout).toMatch(/Recruits dominate Peasants: at least as good/);
    expect(stdout).toMatch(/Never worth taking: Recruits \(\d.*\) and Peasants \(\d.*\)\./);
    expect(stdout).toMatch(/Every number of this ranking is exact\./);
    expect(stdout).toMatch(/Veterans +\+\d+ /);
    expect(stdout.indexOf("Auto-include")).toBeLessThan(stdout.indexOf("rating"));
  });

  it("counts both seats, a draw as half", async () => {
    const cwd = place();
    const { rankings } = JSON.parse((await rank(cwd, "field", "--json")).stdout);
    const { cells } = JSON.parse((await crible(["run", "field.yaml", "--only", "field", "--json"], { cwd })).stdout);
    const win = (id: string, side: string): number =>
      cells
        .find((cell: { id: string }) => cell.id === id)
        .metrics[0].outcomes.reduce(
          (sum: number, { value, probability }: { value: string; probability: number }) =>
            sum + (value === side ? probability : value === "draw" ? probability / 2 : 0),
          0,
        );
    const both = (win("field~veterans~recruits~base", "first") + win("field~recruits~veterans~base", "second")) / 2;
    expect(rankings[0].units[0].unit).toBe("veterans");
    expect(rankings[0].wins[0][1].value).toBeCloseTo(both, 12);
  });

  it("says of what is simulated only what no noise could turn", async () => {
    const { stdout } = await rank(place(), "field", "--trials", "40");
    expect(stdout).toMatch(/All statements here hold together at 95 %/);
    expect(stdout).toMatch(/could turn either way|Never worth taking/);
    expect(stdout).toMatch(/ ± \d/);
  });

  it("writes files, from which crible report makes the same, and speaks French", async () => {
    const cwd = place();
    expect((await rank(cwd, "field", "--out", "out")).code).toBe(0);
    const read = (name: string) => readFileSync(join(cwd, "out", name), "utf8");
    const again = (format: string) => crible(["report", "out/rank.json", "--format", format], { cwd });
    expect((await again("markdown")).stdout).toBe(read("rank.md"));
    expect((await again("csv")).stdout).toBe(read("rank.csv"));
    // The page of numbers that were summed up when it read them is that of stored ones.
    expect((await again("html")).stdout).toBe(read("report.html"));
    const isShort = (number: string) => Number(number) === Number(Number(number).toPrecision(12));
    const numbersOf = (name: string) => read(name).match(/(?<=[,\s])-?\d+\.\d+(?:e-\d+)?/g)!;
    expect(numbersOf("rank.csv").length).toBeGreaterThan(10);
    expect(
      numbersOf("rank.csv").filter((number) => !isShort(number)),
      "42.00000000000001",
    ).toEqual([]);
    expect(numbersOf("rank.json").every(isShort), "the numbers of which those are made are longer").toBe(false);
    expect(read("report.html")).toContain("who beats whom");
    const french = await rank(cwd, "field", "--lang", "fr");
    expect(french.stdout).toMatch(/Jamais à prendre/);
    expect(french.stdout).not.toMatch(/\b(?:win|against|dominate|rating|worth)\b/);
  });

  it("refuses a rank over one unit, units that do not meet, and what is no fight", async () => {
    const cwd = place();
    const told = async (only: string) => {
      const { code, stderr } = await rank(cwd, only);
      return `${code} ${stderr}`;
    };
    expect(await told("alone")).toMatch(/^3 .*one unit cannot be ranked.*field\.yaml:19:30/s);
    expect(await told("apart")).toMatch(/^3 .*veterans and recruits do not meet/s);
    expect(await told("shot")).toMatch(/^3 .*kind shot has no winner/s);
  });
});
