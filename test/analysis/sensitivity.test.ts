import { describe, expect, it } from "vitest";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { sensitivity } from "../../src/analysis/sensitivity.ts";
import { documentMarkdown, documentText } from "../../src/report/index.ts";
import { sensitivityPage } from "../../src/report/page/analyses.ts";
import { sensitivityDocument, sensitivityTable } from "../../src/report/sensitivity.ts";
import { csvOf } from "../../src/report/table.ts";
import { parseText } from "../../src/scenario/located.ts";
import { nudge } from "../../src/scenario/nudges.ts";
import { openScenario, scenarioOf } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";
import { fire, fireWith } from "./fire.ts";

const out = { measures: [parseMeasure("outcome=out")] };
const analysed = async (data: unknown = fire, settings: RunSettings = {}, options = {}) => {
  const scenario = scenarioOf(parseText(JSON.stringify(data), "fire.json").root!, "fire.json");
  const nudged = await nudge(scenario, options);
  const result = await run(nudged.study, settings);
  const { tornados } = await sensitivity(result, nudged, out);
  return { nudged, result, tornados, tornado: tornados[0]! };
};

/** One shot puts out with 8/10 × 4/10 × 5/10: a point of save is 1/25, one of ballistic skill 1/50. */
it("says why a characteristic cannot go further in the language of the report", async () => {
  const scenario = await openScenario("scenarios/metropolis/charge.yaml");
  const nudged = await nudge(scenario, { cells: ["factors~assaultTroopers~lineMarines~base"] });
  const result = { ...(await run(nudged.study)), labels: "fr" as const };
  const { tornados } = await sensitivity(result, nudged);
  const text = documentText(sensitivityDocument({ tornados }, result), { colour: false, width: 200 });
  expect(text).toContain(
    'points de vie (Troupes d’assaut) 1 ne peut pas être 0\u00a0: "wounds" doit être un nombre entier',
  );
  expect(text).not.toContain("must be");
});

describe("one up, one down, by hand", () => {
  it("ranks saves (±1/25) above ballistic skill (±1/50) above what takes part and moves nothing", async () => {
    const { tornado } = await analysed();
    expect(tornado.base.fraction).toBe("4/25");
    const bars = tornado.bars.map(({ path, down, up }) => [
      path,
      down?.to,
      down?.change?.fraction,
      up?.to,
      up?.change?.fraction,
    ]);
    expect(bars).toEqual([
      ["weapons.rifle.saveModifier", -2, "1/25", 0, "-1/25"],
      ["defender.save", 3, "-1/25", 5, "1/25"],
      ["attacker.ballisticSkill", 3, "1/50", 5, "-1/50"],
      ["defender.command", 2, "0/1", 4, "0/1"],
    ]);
    expect(tornado.bars.map(({ swing }) => Number(swing.toFixed(12)))).toEqual([0.08, 0.08, 0.04, 0]);
  });

  it("tells apart what takes no part, and does not compute it", async () => {
    const { tornado, nudged } = await analysed();
    expect(tornado.idle).toContain("attacker.save");
    expect(tornado.idle).toContain("defender.points");
    expect(tornado.idle).not.toContain("defender.command");
    // As it is, and four characteristics twice.
    expect(nudged.study.cells).toHaveLength(1 + 4 * 2);
  });

  it("starts from where modifier sets have put a characteristic", async () => {
    const { tornado } = await analysed(fireWith({ with: ["tough"] })); // a save of 2+: 2/25
    expect(tornado.base.fraction).toBe("2/25");
    const save = tornado.bars.find(({ path }) => path === "defender.save")!;
    expect([save.down!.to, save.down!.change!.fraction, save.up!.to, save.up!.change!.fraction]).toEqual([
      1,
      "-1/25",
      3,
      "1/25",
    ]);
  });

  it("says of what was moved one way alone that this way has no effect", async () => {
    const { tornado, result } = await analysed();
    const textOf = (change: (bar: (typeof tornado.bars)[number]) => object) => {
      const bars = tornado.bars.map((bar) => (bar.path === "defender.command" ? { ...bar, ...change(bar) } : bar));
      const document = sensitivityDocument({ tornados: [{ ...tornado, bars }] } as never, result);
      return documentText(document, { colour: false, width: 200 });
    };
    expect(textOf(() => ({}))).toMatch(/No effect on “[^”]+”: command \(/u);
    expect(textOf(() => ({ down: undefined }))).toMatch(/No effect on “[^”]+”: command \(.+\) one higher\./u);
    expect(textOf(() => ({ up: undefined }))).toMatch(/No effect on “[^”]+”: command \(.+\) one lower\./u);
  });

  it("leaves a save of 1+ where it cannot go, with a note", async () => {
    const { tornado, result, tornados } = await analysed(fire, {}, { set: ["defender.save=1"] });
    const save = tornado.bars.find(({ path }) => path === "defender.save")!;
    expect(save).not.toHaveProperty("down");
    expect(save.up).toMatchObject({ to: 2, change: { fraction: "1/25" } });
    expect(tornado.unmoved).toMatchObject([{ path: "defender.save", from: 1, to: 0 }]);
    const text = documentText(sensitivityDocument({ tornados }, result), { colour: false, width: 100 });
    expect(text).toMatch(/^ *save \(\S.*\) 1\+ cannot be 0\+:/m);
    // What could not be moved is no finding: it stands below the table, and on a page in a fold that says so.
    const [table, unvaried] = [/^ .* one lower/m.exec(text)!, /^What was not varied, and why:$/m.exec(text)!];
    expect(unvaried.index).toBeGreaterThan(table.index);
    const page = sensitivityPage({ tornados }, sensitivityDocument({ tornados }, result), result);
    expect(page.findings.join("\n")).not.toMatch(/cannot be|not varied|Not used/u);
    expect(JSON.stringify(page.sections)).toMatch(
      /"folded":"What was not varied, and why".*1\+ cannot be 0\+.*Not used here/u,
    );
  });

  it("says of what cannot be one less, and takes no part one more, both", async () => {
    const { tornado, result } = await analysed();
    const told = (idle: readonly string[]) => {
      const unmoved = [{ path: "attacker.models", from: 7, to: 6, message: "7 shots are declared" }];
      const document = sensitivityDocument({ tornados: [{ ...tornado, idle, unmoved }] }, result);
      return documentText(document, { colour: false, width: 200 });
    };
    expect(told(["attacker.models"])).toMatch(
      /models \(.+\) 7 cannot be 6: 7 shots are declared; 8 changes nothing\.$/mu,
    );
    expect(told([])).toMatch(/models \(.+\) 7 cannot be 6: 7 shots are declared\.$/mu);
  });

  it("on a page says what the points of who attacks buy at the strongest step and at its opposite", async () => {
    const scenario = await openScenario("scenarios/alpha-omega/rangers-vs-marines.yaml");
    const nudged = await nudge(scenario, { cells: ["interception~rangers~marines~base"] });
    const result = await run(nudged.study);
    const data = await sensitivity(result, nudged);
    const page = sensitivityPage(data, sensitivityDocument(data, result), result);
    // Seven Rangers of 19 points fire twice at three of four and once at the last: 6/10 hit, 8/10 of what is not saved harm.
    const lost = (unsaved: number) => {
      const harm = 0.6 * unsaved * 0.8;
      return 3 * (1 - (1 - harm) ** 2) + harm;
    };
    const per100 = (unsaved: number) => (lost(unsaved) / (7 * 19)) * 100;
    const text = page.first.flatMap((block) => ("sentences" in block ? block.sentences : [])).join(" ");
    expect(text).toContain(`buy ${per100(0.5).toFixed(3)} casualties (`);
    expect(text).toContain(`or ${per100(0.3).toFixed(3)} (`);
    // A step is worth what as many casualties cost Rangers as they are.
    const each = (7 * 19) / lost(0.4);
    expect(page.lead!.lede).toContain(`Eldar Rangers spend ${each.toFixed(0)} points for each casualty.`);
    const priced = (from: number, to: number) =>
      `${Math.abs(lost(to) - lost(from)).toFixed(3)} casualties (${(Math.abs(lost(to) - lost(from)) * each).toFixed(1)} points)`;
    const [strongest] = page.findings;
    for (const step of [priced(0.4, 0.5), priced(0.4, 0.3), priced(0.3, 0.5)]) expect(strongest).toContain(step);
    expect(JSON.stringify(page.lead!.blocks)).toContain(
      `"change":"${((lost(0.5) - lost(0.3)) * each).toFixed(1)} points"`,
    );
    // Hits are none of the casualties that points buy.
    const hits = await sensitivity(result, nudged, { measures: [parseMeasure("hits")] });
    const other = sensitivityPage(hits, sensitivityDocument(hits, result), result);
    expect(JSON.stringify([other.lead, other.findings])).not.toMatch(/\d points/u);
  });

  it("makes a page where no step has a number", async () => {
    const { tornado, result } = await analysed(fire, {});
    const bars = tornado.bars.map(({ down: _, up: __, ...bar }) => ({ ...bar, swing: 0 }));
    const tornados = [{ ...tornado, bars }];
    const { lead } = sensitivityPage({ tornados }, sensitivityDocument({ tornados }, result), result);
    expect(JSON.stringify(lead ?? "")).not.toContain("matters most");
  });

  it("moves each member of a squad of unlike soldiers on its own", async () => {
    const squad = {
      points: 90,
      members: [
        { models: 1, ballisticSkill: "3+", save: "4+", command: "2+", weapon: "rifle" },
        { models: 3, ballisticSkill: "4+", save: "4+", command: "3+", weapon: "rifle" },
      ],
    };
    const scenario = scenarioOf(
      parseText(
        JSON.stringify({ ...fireWith({ kind: "volley", attacker: "squad" }), units: { ...fire.units, squad } }),
        "x",
      ).root!,
      "x",
    );
    const { study } = await nudge(scenario);
    const paths = new Set(study.cells.flatMap(({ point }) => Object.keys(point ?? {})));
    expect(paths).toContain("units.squad.members.0.ballisticSkill");
    expect(paths).toContain("units.squad.members.1.ballisticSkill");
    expect(paths).toContain("units.squad.members.1.models");
  });
});

describe("dice expressions", () => {
  it("are not moved, and said so", async () => {
    const scenario = scenarioOf(
      parseText(
        JSON.stringify({
          version: 1,
          ruleset: "wh40k-10e",
          weapons: { cannon: { range: 24, attacks: "D6", skill: "4+", strength: 8, ap: -2, damage: "D3+1" } },
          units: {
            guns: { models: 1, toughness: 4, save: "4+", wounds: 2, weapon: "cannon" },
            targets: { models: 5, toughness: 4, save: "3+", wounds: 2 },
          },
          experiments: {
            once: { kind: "shooting", attacker: "guns", defender: "targets", situation: { distance: 12 } },
          },
        }),
        "40k.json",
      ).root!,
      "40k.json",
    );
    const { unmoved, study } = await nudge(scenario);
    const said = unmoved.filter(({ to }) => to === undefined).map(({ path, from }) => [path, from]);
    expect(said).toEqual([
      ["weapons.cannon.attacks", "D6"],
      ["weapons.cannon.damage", "D3+1"],
    ]);
    const paths = study.cells.flatMap(({ point }) => Object.keys(point ?? {}));
    expect(paths).toContain("weapons.cannon.strength");
    expect(paths).toContain("defender.toughness");
  });
});

it("simulated, ranks what differs enough, and says what cannot be told from chance", async () => {
  const { tornado, result, tornados } = await analysed(fire, { method: "simulate", trials: 100_000 });
  // Swings of 8 points against 4: 24 standard errors apart. Command moves nothing: |change| < 6 × 0.00164.
  expect(new Set(tornado.bars.slice(0, 2).map(({ path }) => path))).toEqual(
    new Set(["weapons.rifle.saveModifier", "defender.save"]),
  );
  expect(tornado.bars.map(({ path }) => path).slice(2)).toEqual(["attacker.ballisticSkill", "defender.command"]);
  const command = tornado.bars.at(-1)!;
  for (const step of [command.down!, command.up!]) expect(Math.abs(step.change!.value)).toBeLessThan(0.0099);
  for (const step of [tornado.bars[0]!.down!, tornado.bars[0]!.up!])
    expect(step.change!.lower! * step.change!.upper!).toBeGreaterThan(0);
  const text = documentText(sensitivityDocument({ tornados }, result), { colour: false, width: 120 });
  expect(text).toMatch(/weapons\.rifle\.saveModifier +−2 instead of −1: \+[34]\.\d pp \(\+\d\.\d to \+\d\.\d\)/);
});

it("in a terminal, of many numbers what moves most of them, and like ones in one sentence; as Markdown each", async () => {
  const { tornado, result } = await analysed();
  const shown = (count: number, labels: "en" | "fr" = "en") => {
    const document = sensitivityDocument({ tornados: new Array(count).fill(tornado) }, { ...result, labels });
    return { text: documentText(document, { colour: false, width: 120 }), markdown: documentMarkdown(document) };
  };
  expect(shown(4).text).toContain("one lower");
  const { text, markdown } = shown(5);
  expect(text).toContain("Of 5 numbers save modifier (rifle) moves 5 most, save (defender) moves 5 most.");
  expect(text).toContain("save modifier (rifle) and save (defender), by 8.0 pp, in 5 cells.");
  expect(text).not.toContain("one lower");
  expect(markdown.split("| one lower")).toHaveLength(6);
  expect(shown(5, "fr").text).toContain(
    "modificateur de sauvegarde (rifle) et sauvegarde (défenseur), de 8,0 pp, dans 5 cas.",
  );
});

it("as CSV, ranked; equal swings share a place", async () => {
  const { tornados } = await analysed();
  const table = readCsv(csvOf(sensitivityTable({ tornados })));
  expect(table.map(({ rank, path, to, difference }) => [rank, path, to, Number(difference)])).toEqual([
    ["1", "weapons.rifle.saveModifier", "-2", 0.04],
    ["1", "weapons.rifle.saveModifier", "0", -0.04],
    ["1", "defender.save", "3", -0.04],
    ["1", "defender.save", "5", 0.04],
    ["3", "attacker.ballisticSkill", "3", 0.02],
    ["3", "attacker.ballisticSkill", "5", -0.02],
    ["4", "defender.command", "2", 0],
    ["4", "defender.command", "4", 0],
  ]);
});
