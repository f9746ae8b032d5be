/** Army lists and catalogues of list builders, of units that nobody sells. */
import { readFileSync } from "node:fs";
import { gzipSync, strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { armyOf, readArmies } from "../../src/scenario/roster/open.ts";
import { readJson, readXml } from "../../src/scenario/roster/tree.ts";
import { armyText } from "../../src/scenario/roster/write.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const FOLDER = "test/scenario/fixtures/rosters";
const PATROL = `${FOLDER}/border-patrol.ros`;
const text = readFileSync(PATROL, "utf8");

const faultOf = async (bytes: string | Uint8Array): Promise<string> => {
  try {
    await armyOf([{ file: "x", bytes: typeof bytes === "string" ? strToU8(bytes) : bytes }]);
  } catch (error) {
    return String((error as Error).message);
  }
  throw new Error("it was read");
};

describe("a roster", () => {
  it("becomes units, weapons and sets, as its datasheets print them", async () => {
    const { name, ruleset, units, weapons, modifierSets } = await readArmies([PATROL]);
    expect([name, ruleset]).toEqual(["Border Patrol", "wh40k-10e"]);
    expect(units).toEqual({
      lamplighterSquad: {
        label: "Lamplighter Squad",
        toughness: 4,
        save: "4+",
        wounds: 1,
        keywords: ["Infantry", "Battleline", "Lantern Guild"],
        abilities: ["Feel No Pain 6+"],
        rerollHits: [{ what: "ones", in: "shooting" }],
        woundModifier: [{ by: -1, in: "fight", of: "attackers" }],
        points: 100,
        members: [
          { models: 8, label: "Lamplighter", weapons: ["beamCarbine", "lampHook"] },
          {
            models: 1,
            label: "Lamp Warden",
            wounds: 3,
            invulnerable: 4,
            weapons: ["sunPistol", "greatMallet"],
          },
        ],
      },
      guildmaster: {
        label: "Guildmaster",
        models: 1,
        toughness: 4,
        save: "3+",
        wounds: 5,
        keywords: ["Character", "Infantry", "Lantern Guild"],
        abilities: ["Leader", "Stealth"],
        rerollWounds: [{ what: "failures", against: ["Monster", "Vehicle"], in: "fight" }],
        woundModifier: [{ by: -1, stronger: true, of: "attackers" }],
        points: 95,
        weapons: ["beaconBlade"],
      },
      oilWagon: {
        label: "Oil Wagon",
        models: 1,
        toughness: 9,
        save: "3+",
        wounds: 10,
        keywords: ["Vehicle", "Lantern Guild"],
        abilities: ["Damaged: 1-4 wounds", "Deadly Demise D3"],
        points: 60,
        weapons: [{ weapon: "oilThrower", count: 2 }],
      },
    });
    expect(weapons.beamCarbine).toEqual({
      label: "Beam carbine",
      range: 24,
      attacks: 2,
      skill: "4+",
      strength: 4,
      ap: -1,
      damage: 1,
      abilities: ["Rapid Fire 1", "Twin-linked", "Anti-Vehicle 5+"],
    });
    expect(weapons.sunPistol).toMatchObject({
      profiles: { flare: { attacks: "D6+1", strength: 8, abilities: ["Hazardous", "Pistol", "Torrent"] } },
    });
    expect(modifierSets).toEqual({
      brightSignal: { title: "Bright Signal", attacker: { hitModifier: 1 } },
      sunPistolStandard: { title: "Sun pistol: standard", situation: { profiles: { sunPistol: "standard" } } },
      sunPistolFlare: { title: "Sun pistol: flare", situation: { profiles: { sunPistol: "flare" } } },
      byMyLight: {
        title: "By My Light, led by Guildmaster",
        attacker: { leader: "guildmaster", addAbilities: ["Lethal Hits"] },
      },
    });
  });

  it("gives models what their shields say, whether they are a unit of one kind or of several", async () => {
    const characteristics = (all: object) => Object.entries(all).map(([name, $text]) => ({ name, $text }));
    const shield = "The bearer has a Wounds characteristic of 5.";
    const cutter = (name: string, ...told: string[]) => ({
      ...{ name, type: "model", number: 2 },
      profiles: [
        { name, typeName: "Unit", characteristics: characteristics({ T: 4, SV: "4+", W: 3 }) },
        ...told.map((text) => ({
          name: "Lamp shield",
          typeName: "Abilities",
          characteristics: characteristics({ text }),
        })),
      ],
    });
    const roster = {
      ...{ name: "Shields", gameSystemId: "sys-352e-adc2-7639-d6a9", gameSystemName: "" },
      forces: [
        {
          selections: [
            cutter("Wick Cutters", shield),
            { name: "Wick Guard", type: "unit", selections: [cutter("Plain"), cutter("Shielded", shield)] },
          ],
        },
      ],
    };
    const { units } = await armyOf([{ file: "x.json", bytes: strToU8(JSON.stringify({ roster })) }]);
    expect(units.wickCutters).toMatchObject({ models: 2, wounds: 5 });
    expect(units.wickGuard).toMatchObject({
      wounds: 3,
      members: [{ label: "Plain" }, { label: "Shielded", wounds: 5 }],
    });
  });

  it("drops nothing in silence, and counts what it understood", async () => {
    const { sheets } = await readArmies([PATROL]);
    const [squad, master, wagon] = sheets;
    expect(squad!.left.map(({ name, what }) => [name, what])).toEqual([
      ["Night Watch", "attack"],
      ["Long Walk", "other"],
      ["➤ Sun pistol - flare", "attack"],
    ]);
    expect(squad!.abilities).toEqual({ all: 6, attack: 5, understood: 4 });
    expect(master!.leads).toEqual(["Lamplighter Squad", "Wick Cutters"]);
    expect(wagon!.left).toEqual([]);
    const written = armyText(await readArmies([PATROL]), ["Head"]);
    for (const { left } of sheets)
      for (const own of left)
        expect(written.replaceAll(/\n +# +/g, " ")).toContain(`left out: ${own.name}: ${own.text}`);
  });

  it("says what is read, and how far it is", async () => {
    const told: [string, number, number][] = [];
    await readArmies([`${FOLDER}/lantern.cat`], { onRead: (...at) => told.push(at) });
    expect(told).toEqual([
      ["lantern.cat", 0, 1],
      ["lantern.gst", 0, 2],
      ["lantern-library.cat", 1, 2],
      ["Lamplighter Squad", 0, 2],
      ["Oil Wagon", 1, 2],
      // Chosen, they are read: what their abilities say in words takes longest.
      ["Lamplighter Squad", 0, 2],
      ["Oil Wagon", 1, 2],
    ]);
  });

  it("is the same zipped, as JSON, and in an address", async () => {
    const plain = await readArmies([PATROL]);
    const zipped = zipSync({ "Border Patrol.ros": strToU8(text) });
    expect(await armyOf([{ file: "a.rosz", bytes: zipped }])).toEqual(plain);
    const json = JSON.stringify({ roster: readXml(text).root });
    expect(await armyOf([{ file: "a.json", bytes: strToU8(json) }])).toEqual(plain);
    const shared = `https://builder.example/#/listforge/${Buffer.from(gzipSync(strToU8(json))).toString("base64")}`;
    expect(await readArmies([shared])).toEqual(plain);
  });

  it("writes names that a scenario reads as they are, whatever they look like", async () => {
    const words = ["yes", "~", "null", "1e3", "4+", "0x10", "a: b", "a #b", "- x", "@at", "[x]", "{y}", "a, b", "*is"];
    words.push(
      "!tag",
      "|",
      "12:30",
      "2026-11-30",
      "'q'",
      '"q"',
      "? y",
      "line\nbreak",
      "\u0085x",
      "\u2028y",
      "é’x",
      "<<",
    );
    const unit = { models: 1, toughness: 4, save: "3+", wounds: 1, weapons: ["beamCarbine"] };
    const units = Object.fromEntries(words.map((label, i) => [`u${i}`, { label, ...unit }]));
    // What two fields have in common is written twice: a scenario may have a hundred aliases.
    const shared = ["Monster"];
    Object.assign(units.u0!, {
      rerollHits: [{ what: "ones", against: shared }],
      rerollWounds: [{ what: "ones", against: shared }],
    });
    const text = armyText({ ...(await readArmies([PATROL])), units, sheets: [] }, []);
    const experiments =
      "experiments: { a: { kind: shooting, attacker: u0, defender: [u1], situation: { distance: 10 } } }";
    const study = await loadStudy("a.yaml", {
      files: givenFiles({
        "army.yaml": text,
        "a.yaml": `version: 1\nruleset: wh40k-10e\nextends: army.yaml\n${experiments}`,
      }),
    });
    expect([...study.unitLabels.values()]).toEqual(expect.arrayContaining(words));
    expect(text.split("\n").find((line) => line.startsWith("  u0:"))).not.toMatch(/[&*]/);
  });

  it("writes YAML that a scenario extends, and answers as the list itself does", async () => {
    const army = armyText(await readArmies([PATROL]), ["Border Patrol"]);
    const question = `
experiments:
  volley: { kind: shooting, attacker: lamplighterSquad, defender: oilWagon, situation: { distance: 10 }, with: [base, byMyLight] }
`;
    const head = "version: 1\nruleset: wh40k-10e\n";
    const files = givenFiles({
      "army.yaml": army,
      "extended.yaml": `${head}extends: army.yaml\n${question}`,
      "direct.yaml": `${head}units: { from: border-patrol.ros, oilWagon: { save: 3+ } }\n${question}`,
      "border-patrol.ros": text,
    });
    const [extended, direct] = await Promise.all(
      ["extended.yaml", "direct.yaml"].map(async (name) => run(await loadStudy(name, { files }))),
    );
    const cellsOf = ({ cells }: Awaited<ReturnType<typeof run>>) => cells.map(({ id, metrics }) => ({ id, metrics }));
    expect(cellsOf(direct!)).toEqual(cellsOf(extended!));
    // 24 shots of Rapid Fire, 4+ with ones again, 6s and 5s wound Toughness 9 (Anti-Vehicle 5+), again if not, save 4+ of 3+.
    const hit = (1 / 2) * (1 + 1 / 6);
    const wound = 1 - (2 / 3) ** 2;
    // The sun pistol's flare takes more than its standard shot: D6+1 hits, wounds on 5+, AP −3 of 3+.
    const sun = 4.5 * (1 / 3) * (5 / 6);
    const base = direct!.cells[0]!.metrics!.find(({ name }) => name === "unsaved")!.mean!;
    expect(base).toBeCloseTo(24 * hit * wound * (1 / 2) + sun, 9);
  });
});

describe("a list that is none of ours", () => {
  it("is refused with its name, id and revision", async () => {
    const other = text.replace("sys-352e-adc2-7639-d6a9", "sys-4f0a").replace("10th Edition", "9th Edition");
    expect(await faultOf(other)).toContain('it is of "Warhammer 40,000 9th Edition" ("sys-4f0a", revision "118")');
    const next = text.replace("10th Edition", "11th Edition");
    expect(await faultOf(next)).toContain("11th Edition");
    expect(await faultOf("<roster><forces/></roster>")).toContain("no game that it names");
  });

  it.each([
    ["an entity", `<!DOCTYPE r [<!ENTITY a "aaaa">]>${text.slice(text.indexOf("<roster"))}`, "document type"],
    ["an entity that is not declared", text.replace("Border Patrol", "&boom;"), "it is no XML that can be read"],
    ["half a file", text.slice(0, 3_000), "it is no XML that can be read"],
    ["depth", `<a>${"<b>".repeat(10_000)}`, "nested more than 200 deep"],
    ["depth in JSON", `{"a":${"[".repeat(100_000)}`, "nested more than 200 deep"],
    ["no JSON", "{ forces: 1 }", "it is no JSON that can be read"],
    ["a number of models", text.replace('number="8" type="model"', 'number="1e9" type="model"'), "from 0 to 1000"],
    ["a list as text", "+ FACTION KEYWORD: Lantern Guild\n\n10x Lamplighter Squad (90 pts)", "it is plain text"],
  ])("is bounded: %s", async (_, given, wanted) => {
    expect(await faultOf(given)).toContain(wanted);
  });

  it("is bounded while it is unpacked", async () => {
    expect(await faultOf(new Uint8Array(17 * 1024 * 1024).fill(0x20))).toContain("the limit is 16 MiB");
    const bomb = zipSync({ "a.ros": new Uint8Array(17 * 1024 * 1024) });
    expect(await faultOf(bomb)).toContain("the limit is 16 MiB");
    const zip = zipSync({ "a.ros": strToU8(text) });
    // It says that it unpacks to ten bytes.
    const directory = zip.findIndex((_, at) => zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1);
    new DataView(zip.buffer, zip.byteOffset).setUint32(directory + 24, 10, true);
    expect(await faultOf(zip)).toContain("the archive is damaged");
    const gzip = gzipSync(new Uint8Array(1_000_000));
    const shared = `x#/listforge/${Buffer.from(gzip).toString("base64")}`;
    await expect(readArmies([shared])).rejects.toThrow(ScenarioError);
  });

  it("has names that are data", () => {
    const { root } = readXml('<roster><forces><force name="__proto__"/></forces></roster>');
    expect(Object.getPrototypeOf(root)).toBe(null);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(readJson('{"__proto__":{"polluted":1}}')).toBeDefined();
  });
});

describe("a catalogue", () => {
  const names = (units: readonly string[]) => readArmies([`${FOLDER}/lantern.cat`], { units });

  it("gives datasheets with the loadout that they come with; links lead to the catalogues beside it", async () => {
    const { units, weapons, sheets } = await names(["*"]);
    expect(units).toEqual({
      lamplighterSquad: {
        label: "Lamplighter Squad",
        toughness: 4,
        save: "4+",
        wounds: 1,
        keywords: ["Infantry", "Lantern Guild"],
        abilities: ["Feel No Pain 6+"],
        points: 60,
        members: [
          { models: 4, label: "Lamplighter", weapons: ["beamCarbine", "lampHook"] },
          { models: 1, label: "Lamp Warden", weapons: ["beamCarbine"] },
        ],
      },
      oilWagon: {
        label: "Oil Wagon",
        models: 1,
        toughness: 9,
        save: "3+",
        wounds: 10,
        weapons: [{ weapon: "lampCannon", count: 2 }],
        keywords: ["Vehicle"],
        points: 70,
      },
    });
    expect(weapons.lampCannon).toEqual({
      label: "Lamp cannon",
      range: 36,
      attacks: "D3",
      skill: "5+",
      strength: 9,
      ap: -3,
      damage: "D6+1",
      abilities: ["Blast", "Heavy"],
    });
    expect(sheets[0]!.options).toEqual(["lampCannon", "beamCarbine", "lampHook"]);
  });

  it("makes a unit of each loadout that a choice or a pattern stands for, those that change nothing left out", async () => {
    const loadouts = async (...units: string[]) => {
      const found = await names(units);
      return Object.values(found.units).map(({ label, members }) => [
        label,
        (members as { weapons: unknown[] }[]).map(({ weapons }) => weapons.join("+")).join(", "),
      ]);
    };
    const plain = (await loadouts("Lamplighter Squad"))[0]!;
    const swept = await loadouts("Lamplighter Squad", "Lamplighter Squad + *");
    expect(swept).toEqual([
      plain,
      ["Lamplighter Squad: Lamp cannon", "beamCarbine+lampHook, lampCannon"],
      ["Lamplighter Squad: Lamp gunner", "beamCarbine+lampHook, beamCarbine, lampCannon"],
    ]);
    expect(await loadouts("Lamplighter Squad + 8 Lamplighter + Lamp cannon|Lamp gunner")).toHaveLength(2);
    // The beam carbine is what its warden carries by default: named, it is held against the other; a pattern leaves it out.
    const named = await loadouts("Lamplighter Squad + Beam carbine|Lamp gunner");
    expect(named).toEqual([["Lamplighter Squad: Beam carbine", plain[1]], swept[2]]);
    expect(await loadouts("Lamplighter Squad + *carbine|Lamp gunner").catch(String)).toContain('no option "*carbine"');
    await expect(names(["Lamplighter Squad + Lamp gunner|Lamp canon"])).rejects.toThrow(/no option "Lamp canon"/u);
    await expect(names(["Lamplighter Squad + * + * + * + * + * + *"])).rejects.toThrow(/more than 60/u);
  });

  it("takes the options that are named, and costs what so many models cost", async () => {
    const { units } = await names(["Lamplighter Squad + 8 Lamplighter + Lamp gunner"]);
    expect(units.lamplighterSquad).toMatchObject({
      points: 110,
      members: [
        { models: 8, label: "Lamplighter" },
        { models: 1, label: "Lamp Warden", weapons: ["beamCarbine"] },
        { models: 1, label: "Lamp gunner", weapons: ["lampCannon"] },
      ],
    });
    const warden = await names(["lamplighter squad + lamp cannon"]);
    expect(warden.units.lamplighterSquad).toMatchObject({
      members: [{}, { label: "Lamp Warden", weapons: ["lampCannon"] }],
    });
  });

  it("says what is not there, with the nearest name", async () => {
    await expect(names(["Lamplihter Squad"])).rejects.toThrow('did you mean "Lamplighter Squad"?');
    await expect(names(["Lamplighter Squad + Lamp canon"])).rejects.toThrow('did you mean "Lamp cannon"?');
  });
});
