import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadStudy } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";
import { crible, folder, workplace } from "./crible.ts";

describe("messages say what to write", () => {
  const cwd = workplace();
  writeFileSync(join(cwd, "other.yaml"), "version: 1\nruleset: metropolis\nextends: crible:alpha-omega/catalogue\n");
  writeFileSync(join(cwd, "omga.yaml"), "version: 1\nruleset: alpha-omga\nextends: crible:alpha-omega/catalogue\n");
  writeFileSync(
    join(cwd, "comma.yaml"),
    "version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\nexperiments:\n  a: { kind: shot, attacker: rangers, defender: marines, situation: {distance: 12,5} }\n",
  );
  writeFileSync(
    join(cwd, "long.yaml"),
    "version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\nweapons: { x: { range: { long: 0 } } }\n",
  );
  it.each([
    [["validate", "comma.yaml"], 3, 'unknown key "5" (a decimal number has a point: write 12.5)'],
    [["validate", "long.yaml"], 3, '"long" cannot stand here: a distance such as 24 or 24.5 is expected'],
    [["odds", "alpha-omega", "shot", "situation.visible=40%"], 3, 'found "40%" (write 40)\n  --> argument:1:19'],
    [["odds", "alpha-omega", "shot", "defender.sve=4"], 3, 'did you mean "save"?)\n  --> argument:1:10'],
    [
      ["run", "study.yaml", "--set", "attacker=marines"],
      3,
      '"attacker" is changed field by field (write attacker.save=4+; another unit is experiments.NAME.attacker=UNIT',
    ],
    [
      ["compare", "study.yaml", "--sets", "base,endurnce"],
      3,
      'error: --sets: there is no modifier set "endurnce" (did you mean "endurance"?)\n',
    ],
    [
      ["effects", "study.yaml", "--factors", "endurnce"],
      3,
      'error: --factors: there is no modifier set "endurnce" (did you mean "endurance"?)\n',
    ],
    [["explain", "study.yaml", "oneShoot"], 3, 'error: there is no experiment "oneShoot" (did you mean "oneShot"?)\n'],
    [["run", "study.yaml", "--only", "oneShoot"], 3, 'error: there is no experiment "oneShoot"'],
    [
      ["run", "study.yaml", "--precision", "0.1"],
      2,
      'error: precision: expected a number followed by % or pp, such as 0.5%; got "0.1"',
    ],
    [
      ["validate", "other.yaml"],
      3,
      '"crible:alpha-omega/catalogue" is of the ruleset "alpha-omega", this file of "metropolis" (write crible:metropolis/catalogue)\n  --> other.yaml:3:10',
    ],
    [
      ["validate", "omga.yaml"],
      3,
      'there is no ruleset "alpha-omga" (did you mean "alpha-omega"?)\n  --> omga.yaml:2:10',
    ],
    [
      ["init", "nowhere/at/all.yaml"],
      2,
      "error: there is no folder nowhere/at: make it first, or choose another place\n",
    ],
  ])("%j", async (words, code, message) => {
    const ran = await crible(words, { cwd });
    expect(ran.stderr).toContain(message);
    expect(ran.code).toBe(code);
    expect(ran.stderr.match(/error:/gu)).toHaveLength(1);
  });

  it("validate refuses a goal that a run and a check refuse, with the same words", async () => {
    const goal = "goals: [{ metric: kills, between: [0, 9] }]\n";
    writeFileSync(join(cwd, "goal.yaml"), `${readFileSync(join(cwd, "study.yaml"), "utf8")}\n${goal}`);
    const [validated, ran, checked] = [
      await crible(["validate", "goal.yaml"], { cwd }),
      await crible(["run", "goal.yaml", "--quiet"], { cwd }),
      await crible(["check", "goal.yaml", "--no-baseline", "--quiet"], { cwd }),
    ];
    expect(validated.stderr).toContain('this goal matches nothing: no metric "kills" in its cells');
    expect(validated).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toBe(validated.stderr);
    expect(checked.stderr).toBe(validated.stderr);
    expect((await crible(["validate", "study.yaml"], { cwd })).code).toBe(0);
  });

  it.each([
    ["odds", "alpha-omga", "shot"],
    ["explain", "field", "alpha-omga"],
    ["explain", "options", "alpha-omga"],
    ["schema", "alpha-omga"],
    ["init", "-", "--ruleset", "alpha-omga"],
  ])("a ruleset that is not there is refused with the nearest one: %s %s", async (...words) => {
    const { code, stdout, stderr } = await crible(words, { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: there is no ruleset "alpha-omga" (did you mean "alpha-omega"?)\n',
    });
  });

  it.each([
    "run",
    "odds",
    "compare",
    "effects",
    "sweep",
    "sensitivity",
    "solve",
    "check",
    "explain",
    "validate",
    "init",
    "schema",
    "replay",
  ])("%s --help shows an example", async (command) => {
    expect((await crible([command, "--help"])).stdout).toMatch(new RegExp(`Examples?:\\n {2}crible ${command} `, "u"));
  });

  it("init calls what it writes by the name it was given, wherever the file speaks of itself", async () => {
    const at = folder();
    const { code, stderr } = await crible(["init", "street-fight", "--ruleset", "metropolis"], { cwd: at });
    expect([code, stderr]).toEqual([0, "wrote street-fight.yaml. Compute it with: crible run street-fight.yaml\n"]);
    const text = readFileSync(join(at, "street-fight.yaml"), "utf8");
    expect(text).toContain('title: "Street fight"');
    expect(text).toContain("crible validate street-fight.yaml");
    expect(text).not.toContain("my-scenario");
    const french = await crible(
      ["run", "street-fight.yaml", "--only", "charge", "--trials", "1000", "--lang", "fr", "--no-html"],
      {
        cwd: at,
      },
    );
    expect(french.stderr).toMatch(/^écrit\u00a0: /mu);
    expect(french.stderr).not.toContain("wrote");
  });

  it.each(["alpha-omega", "metropolis", "wh40k-10e"])(
    "init writes the same scenario of %s in French, titles and comments",
    async (ruleset) => {
      const at = folder();
      const texts: string[] = [];
      for (const [name, lang] of [
        ["skirmish", "en"],
        ["escarmouche", "fr"],
      ] as const) {
        const { code, stderr } = await crible(["init", name, "--ruleset", ruleset, "--lang", lang], { cwd: at });
        expect(code, stderr).toBe(0);
        expect(stderr).toContain(`crible run ${name}.yaml`);
        texts.push(readFileSync(join(at, `${name}.yaml`), "utf8"));
      }
      const [english, french] = texts.map((text) => parse(text) as Record<string, unknown>);
      expect(french!.title).toBe("Escarmouche");
      expect(texts.filter((text) => text.includes("my-scenario"))).toEqual([]);
      expect(texts[1]).not.toMatch(/# .*\b(?:the|of|what|every|and)\b/u);
      // Names differ; what is asked, and of what numbers, does not.
      const numbers = (value: unknown) => JSON.stringify(value).match(/(?<=[:[,]"?)-?\d+\+?(?="?[\],}])/gu);
      for (const key of ["weapons", "units", "modifierSets", "options"])
        expect(numbers(french![key]), key).toEqual(numbers(english![key]));
      const kinds = (value: unknown) => Object.values(value as object).map(({ kind, situation }) => [kind, situation]);
      expect(kinds(french!.experiments)).toEqual(kinds(english!.experiments));
      const read = await crible(["validate", "escarmouche.yaml"], { cwd: at });
      expect([read.code, read.stderr]).toEqual([0, ""]);
    },
  );

  it("odds says what cannot be once, and of whom", async () => {
    const asked = ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines", "situation.distance=1000"];
    expect((await crible(asked)).stdout.replace(/\s+/g, " ")).toBe(
      "Eldar Rangers against Space Marines: not possible: 1000 paces is beyond the last range band (40) (A-SHOOT-07) ",
    );
  });

  it("odds calls sides by their units, and weapons without a label by their names in words", async () => {
    const fight = ["odds", "alpha-omega", "engagement", "attacker=rangers", "defender=marines", "situation.turns=1"];
    const { stdout } = await crible([...fight, "first.order=aimed", "second.order=aimed", "--lang", "fr"]);
    expect(stdout).toMatch(/^Rangers Eldars contre Space Marines\u00a0: /);
    expect(stdout).toMatch(/^ {4}Rangers Eldars +\d.*\n {4}Space Marines +\d/m);
    expect(stdout).not.toMatch(/premier camp|Fight/);
    const guns = await crible(["odds", "wh40k-10e", "shooting", "attacker=intercessors", "defender=terminators"]);
    expect(guns.stdout).toContain("\n5 × bolt rifle of Intercessor Squad at Terminator Squad\n");
    const table = ["odds", "wh40k-10e", "shooting", "attacker=intercessors", "defender=terminators"];
    const asked = await crible([...table, "--table", "situation.distance=6,12"]);
    expect(asked.stdout).toMatch(/^Intercessor Squad against Terminator Squad: shooting\n/);
  });

  it("a command that is short of a word says where its own words are told", async () => {
    expect((await crible(["odds", "alpha-omega"])).stderr).toContain("(crible odds --help shows what there is)");
  });

  it("a metric that nothing has is refused before anything is played", async () => {
    const cwd = workplace();
    const { code, stderr } = await crible(["sensitivity", "study.yaml", "--metric", "casualtys", "--trials", "1e10"], {
      cwd,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('(did you mean "casualties"?)')]);
  });

  it("warnings, and values that miss a target, are of the language and the names that were asked for", async () => {
    const cwd = workplace((text) =>
      text
        .replace("modifierSets:", "modifierSets:\n  seen: { situation: { visible: 40 } }")
        .concat("  down: { kind: recovery, defender: marines, situation: { state: down, turns: 1 } }\n"),
    );
    const french = ["--lang", "fr"];
    const told = await crible(["effects", "study.yaml", "--factors", "endurance,seen", ...french], { cwd });
    expect(told.stderr).toContain("situation.visible");
    expect(told.stderr).toMatch(/^avertissement\u00a0: /);
    const target = ["--path", "defender.save=2..3", "--target", "casualties=40"];
    const { code, stderr } = await crible(["solve", "study.yaml", "--only", "whole", ...target, ...french], { cwd });
    expect([code, stderr.replace(/\s+/g, " ")]).toEqual([
      3,
      expect.stringMatching(/^erreur : Whole : rangers contre marines : aucune valeur/),
    ]);
    expect(stderr).not.toContain("~");
  });

  it("a warning of a stored result is told in the language of each report; one of before is told as it was stored", async () => {
    const cwd = workplace((text) =>
      text
        .replace("modifierSets:", "modifierSets:\n  seen: { situation: { visible: 40 } }")
        .concat("  down: { kind: recovery, defender: marines, situation: { state: down, turns: 1 }, with: [seen] }\n"),
    );
    const [english, french] = [
      "situation.visible means nothing to kind recovery",
      "situation.visible ne veut rien dire pour le type recovery",
    ];
    const { code, stdout } = await crible(["run", "study.yaml", "--only", "down", "--out", "made", "--json"], { cwd });
    expect([code, JSON.parse(stdout).warnings]).toEqual([
      0,
      [{ say: expect.stringContaining("means nothing to kind {}"), with: ["visible", "recovery", "down"] }],
    ]);
    for (const [lang, text, other] of [
      ["en", english, french],
      ["fr", french, english],
    ] as const) {
      await crible(["report", "made/results.json", "--out", lang, "--lang", lang], { cwd });
      const summary = readFileSync(join(cwd, lang, "summary.md"), "utf8").replaceAll("\\", "");
      expect(summary).toContain(text);
      expect(summary).not.toContain(other);
      expect(readFileSync(join(cwd, lang, "report.html"), "utf8")).toContain(text);
    }
    const { sum: _, ...before } = JSON.parse(stdout);
    writeFileSync(join(cwd, "before.json"), JSON.stringify({ ...before, warnings: ["said of old"] }));
    expect((await crible(["report", "before.json", "--lang", "fr"], { cwd })).stdout).toContain("said of old");
  });

  it("odds names soldiers under the same fire by the first and the last of them", async () => {
    const asked = ["odds", "alpha-omega", "volley", "attacker=rangers", "defender=marines"];
    expect((await crible([...asked, "attacker.models=100", "defender.models=100"])).stdout).toContain(
      "(ready), soldiers 1–100\n",
    );
    const of = async (shots: number) => {
      const { stdout } = await crible([...asked, "defender.models=4", `attacker.models=${shots}`]);
      return /soldiers? [\d–, ]+/.exec(stdout)![0];
    };
    expect([await of(5), await of(6), await of(7)]).toEqual(["soldier 1", "soldiers 1, 2", "soldiers 1–3"]);
  });

  it("odds names what it takes for granted, as the book writes it", async () => {
    const { stderr } = await crible(["odds", "alpha-omega", "shot", "attacker=rangers", "situation.visible=50"]);
    expect(stderr).toContain("defender.save 5+, defender.command 4+");
    expect(stderr).toContain("situation.attackerOrder manoeuvre, situation.defenderOrder none");
    expect(stderr).not.toContain("visible");
  });

  it("odds answers a whole fight as a run of its file does, by units and orders too", async () => {
    const fight = ["odds", "alpha-omega", "engagement", "attacker=rangers", "defender=marines"];
    const small = ["attacker.models=2", "defender.models=2", "situation.turns=2", "second.order=aimed"];
    const inapplicable = await crible([...fight, ...small]);
    expect(inapplicable.stderr).toContain("first.order none");
    expect(inapplicable.stdout).toContain("0 % of fights are won by Eldar Rangers");
    const table = await crible([
      ...fight,
      ...small,
      "--table",
      "first.order",
      "--by",
      "attacker=rangers,guardians",
      "--csv",
    ]);
    expect(table.stdout.split("\n").filter((line) => line.includes("aimed"))).toHaveLength(2);
    const wrong = await crible([...fight, "order=aimed"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("write first.order or second.order")]);
  });
});

describe("crible explain ID", () => {
  it("tells a rule, an assumption and an option in words", async () => {
    const rule = await crible(["explain", "A-SHOOT-04"]);
    expect([rule.code, rule.stdout]).toEqual([
      0,
      expect.stringMatching(/^A-SHOOT-04 {2}alpha-omega\n {2}soldiers on run do not shoot\n {2}in the code: /u),
    ]);
    const assumption = await crible(["explain", "E-05"]);
    expect(assumption.stdout).toContain(
      "a unit fires at the nearest unit. Its shots are dealt one by one, round after round",
    );
    const gap = await crible(["explain", "QA-04"]);
    expect(gap.stdout).toMatch(/option pinTests: .+\n {4}\S+ +.+\[default\]/u);
  });

  it("every assumption that results of alpha-omega and metropolis name can be explained", async () => {
    const ids = new Set<string>();
    for (const name of ["alpha-omega/contract", "metropolis/contract"]) {
      const { cells } = await loadStudy(`scenarios/${name}.yaml`);
      for (const { outcome } of cells) if ("assumptions" in outcome) for (const id of outcome.assumptions) ids.add(id);
    }
    expect(ids.size).toBeGreaterThan(5);
    for (const id of ids) expect((await crible(["explain", id])).code, id).toBe(0);
  });

  it("an id that is none: the nearest", async () => {
    const { code, stderr } = await crible(["explain", "A-SHOT-04"]);
    expect([code, stderr]).toEqual([2, 'error: no rule is called "A-SHOT-04" (did you mean "A-SHOOT-04"?)\n']);
  });
});

describe("reports of a run", () => {
  it("what is tried with --set has a folder of its own", async () => {
    const cwd = workplace();
    await crible(["run", "study.yaml", "--only", "oneShot"], { cwd });
    const before = readFileSync(join(cwd, "reports/study/results.json"), "utf8");
    const { stderr } = await crible(["run", "study.yaml", "--only", "oneShot", "--set", "defender.save=3+"], { cwd });
    expect(readFileSync(join(cwd, "reports/study/results.json"), "utf8")).toBe(before);
    const [own, whatIf] = readdirSync(join(cwd, "reports")).sort();
    expect([own, whatIf]).toEqual(["study", expect.stringMatching(/^study-\S+-[\da-f]{8}$/u)]);
    expect(stderr).toContain(`reports/${whatIf}/results.json`);
    const named = join(folder(), "mine");
    await crible(["run", "study.yaml", "--only", "oneShot", "--set", "defender.save=3+", "--out", named], { cwd });
    expect(existsSync(join(named, "results.json"))).toBe(true);
  });

  it("cells that the rules forbid have a file of their own", async () => {
    const cwd = workplace((text) =>
      text.replace("situation: { distance: 12 }, with: all", "situation: { distance: 90 }"),
    );
    mkdirSync(join(cwd, "reports"), { recursive: true });
    await crible(["run", "study.yaml"], { cwd });
    const rows = readCsv(readFileSync(join(cwd, "reports/study/statements.csv"), "utf8"));
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0]!).join()).toContain("oneShot~rangers~marines~base");
    await crible(["run", "study.yaml", "--only", "whole", "--out", "allowed"], { cwd });
    expect(existsSync(join(cwd, "allowed/statements.csv"))).toBe(false);
  });

  it("a goal that is not met is said to fail a check", async () => {
    const cwd = workplace((text) => `${text}goals: [{ experiment: whole, metric: casualties, atLeast: 4 }]\n`);
    const { code, stderr } = await crible(["run", "study.yaml", "--only", "whole"], { cwd });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("1 goal is not met: crible check study.yaml fails on that\n"),
    ]);
  });
});
