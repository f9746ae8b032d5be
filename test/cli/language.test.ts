import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, workplace } from "./crible.ts";

const one = ["--cell", "oneShot~rangers~marines~base"];
const out = ["--metric", "outcome=out"];
const COMMANDS: readonly (readonly [readonly string[], RegExp])[] = [
  [["run", "study.yaml"], /des tirs mettent la cible au tapis ou hors combat[\s\S]+manqué +30,0\u202f%/],
  [["odds", "alpha-omega", "shot"], /hors combat +\d+,\d\u202f%/],
  [["odds", "alpha-omega", "shot", "--table", "defender.save=2..4"], /Chaque case : jet de sauvegarde, puis/],
  [["explain", "study.yaml", "oneShot"], /Dés à obtenir[\s\S]+Autres cas/],
  [["replay", "study.yaml", ...one], /Cet essai\n {2}résultat /],
  [["sweep", "study.yaml", ...one, ...out, "--sweep", "defender.save=2..4"], /hors combat : hausse de \d+,\d\u202f%/],
  [
    ["compare", "study.yaml", "--only", "oneShot", ...out, "--sets", "base,endurance"],
    /base et endurance \(marines\) comparés/,
  ],
  [["effects", "study.yaml", "--only", "oneShot", ...out], /sans aucun facteur/],
  [["sensitivity", "study.yaml", ...one, ...out], /un de plus, un de moins/],
  [["solve", "study.yaml", ...one, "--path", "defender.save=2..9", "--target", "outcome=out=10%"], /la cible de 10,0/],
];
const noBreak = (text: string) => text.replaceAll("\u00a0", " ");

describe.concurrent("--lang fr", () => {
  it.each(COMMANDS)("crible %j", async (args, wanted) => {
    const { code, stdout, stderr } = await crible([...args, "--lang", "fr"], { cwd: workplace() });
    expect(code, stderr).toBe(0);
    expect(noBreak(stdout)).toMatch(wanted);
    const words = stdout.replace(/\b\w+(?:\.\w+)+/g, ""); // paths are what one types
    expect(words).not.toMatch(/\b(?:chance|against|Again|the|hit|save)\b/);
  });

  it("is what labels: fr gives, and the flag wins", async () => {
    const french = (text: string) => text.replace("title:", "labels: fr\ntitle:");
    const [byFile, byFlag, back, plain] = await Promise.all([
      crible(["run", "study.yaml", "--json"], { cwd: workplace(french) }),
      crible(["run", "study.yaml", "--json", "--lang", "fr"], { cwd: workplace() }),
      crible(["run", "study.yaml", "--lang", "en"], { cwd: workplace(french) }),
      crible(["run", "study.yaml"], { cwd: workplace() }),
    ]);
    // The digest is also of the command.
    const withoutFlag = (text: string) => text.replace(/ --lang \w\w/, "").replace(/"sum": "\w+"/, "");
    expect(withoutFlag(byFlag!.stdout)).toBe(withoutFlag(byFile!.stdout));
    expect(JSON.parse(byFile!.stdout)).toMatchObject({ labels: "fr" });
    expect(withoutFlag(back!.stdout)).toBe(plain!.stdout);
  });

  it("odds calls units and weapons as the catalogue does in that language", async () => {
    const { stdout } = await crible(["odds", "alpha-omega", "shot", "attacker=rangers", "--lang", "fr"]);
    expect(noBreak(stdout)).toMatch(/^ *Rangers Eldars avec /mu);
    expect(stdout).not.toMatch(/Eldar Rangers|Laser rifle/u);
  });

  it("changes no identifier in CSV and JSON", async () => {
    const places = [workplace(), workplace()] as const;
    await crible(["run", "study.yaml", "--out", "out"], { cwd: places[0] });
    await crible(["run", "study.yaml", "--out", "out", "--lang", "fr"], { cwd: places[1] });
    const [english, french] = places.map((at) => (name: string) => readFileSync(join(at, "out", name), "utf8"));
    for (const name of ["outcomes.csv", "summary.csv"]) expect(french!(name)).toBe(english!(name));
    const tell = (text: string) => ({ ...JSON.parse(text), labels: "", command: "", sum: "" });
    expect(tell(french!("results.json"))).toEqual(tell(english!("results.json")));
    expect(french!("summary.md")).toContain("## Comment refaire ce rapport");
  });

  it("refuses a language that there is none of, with the nearest name", async () => {
    const flag = await crible(["run", "study.yaml", "--lang", "fe"], { cwd: workplace() });
    expect(flag.code).toBe(2);
    expect(flag.stderr).toContain('reports are written in en or fr (did you mean "fr"?)');
    const file = await crible(["run", "study.yaml"], {
      cwd: workplace((text) => text.replace("title:", "labels: fe\ntitle:")),
    });
    expect(file.code).toBe(3);
    expect(file.stderr).toMatch(/study\.yaml:3:9/);
    expect(file.stderr).toContain('"fr"');
  });
});
