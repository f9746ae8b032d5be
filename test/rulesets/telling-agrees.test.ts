/** A telling never contradicts the tables it cites, nor what the trial counts for. */
import { describe, expect, it } from "vitest";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { type Telling, type ToldEntry, tell } from "./told.ts";

/** Trials of a shipped cell, and what each counted for. */
async function told(file: string, id: string, trials: number) {
  const study = await loadStudy(`scenarios/${file}`);
  const cell = study.cells.find((own) => own.id === id)!;
  const kind = (await loadRuleset(study.ruleset)).kinds[cell.kind]!;
  const { profile } = cell.outcome as { profile: unknown };
  const { metrics } = programFor(kind, profile);
  const tellings = Array.from({ length: trials }, (_, trial) => tell(kind, profile, trial, trials));
  const counted = ({ bins }: Telling, name: string, turn?: number) => {
    const m = metrics.findIndex((own) => own.name === name && (turn === undefined || own.turn === turn));
    return metrics[m]!.values[bins[m]!];
  };
  return { tellings, counted };
}

/** Every line in the order in which it is printed. */
const linesOf = (entries: readonly ToldEntry[]): ToldEntry[] =>
  entries.flatMap((entry) => ("heading" in entry ? [entry, ...linesOf(entry.entries)] : [entry]));

describe("a telling agrees with itself", () => {
  it("alpha-omega: the wound table speaks first, then the medikit (QA-20, A-RAL-17)", async () => {
    const { tellings } = await told(
      "alpha-omega/what-a-fight-is-worth.yaml",
      "aMedic~marinesWithMedic~rangers~onTheSpot",
      20,
    );
    let medikits = 0;
    for (const { entries } of tellings)
      linesOf(entries).forEach((entry, i, lines) => {
        if ("faces" in entry && entry.rule === "A-WOUND-01") {
          const face = Math.max(...entry.faces);
          expect(entry.result).toBe(face <= 2 ? "pinned" : face <= 5 ? "down" : "out");
        }
        if (!("change" in entry) || !entry.change.startsWith("medikit: ")) return;
        const before = lines[i - 1]!;
        if (!("faces" in before) || before.rule !== "A-WOUND-01") return; // at rally
        medikits++;
        expect(entry.rule).toBe("A-RAL-17");
        expect(["down", "out"]).toContain(before.result);
        expect(entry.change).toMatch(new RegExp(`^medikit: ${before.act.replace(", wound roll", "")}, (pinned|down)$`));
      });
    expect(medikits).toBeGreaterThan(5);
  });

  it("alpha-omega: hits of close combat by the rule that gives them (A-CC-10, A-CC-11, A-CC-17)", async () => {
    const { tellings } = await told("alpha-omega/shoot-or-charge.yaml", "charge~assaultMarines~guardians~base", 20);
    const seen = new Set<string>();
    for (const { entries } of tellings)
      linesOf(entries).forEach((entry, i, lines) => {
        if (!("change" in entry)) return;
        const hits = /^(\d) hits? by .+ on /.exec(entry.change)?.[1];
        if (entry.change.includes("hits left to")) {
          seen.add(entry.rule!);
          expect(entry.rule).toBe("A-CC-17");
        }
        if (hits === undefined && !entry.change.startsWith("uncertain")) return;
        const [a, b] = [lines[i - 2]!, lines[i - 1]!].map((line) =>
          Number(/= (−?\d+)$/.exec(("result" in line && line.result) || "")![1]!.replace("−", "-")),
        ) as [number, number];
        const ahead = Math.abs(a - b);
        seen.add(entry.rule!);
        expect([Number(hits ?? 0), entry.rule]).toEqual(
          ahead < 2 ? [0, "A-CC-08"] : ahead < 4 ? [1, "A-CC-10"] : [ahead < 7 ? 2 : 3, "A-CC-11"],
        );
      });
    expect([...seen].sort()).toEqual(["A-CC-08", "A-CC-10", "A-CC-11", "A-CC-17"]);
  });

  it("alpha-omega: what befalls a vehicle in a fight is what its dice, its card and the trial say (E-17)", async () => {
    const { tellings, counted } = await told(
      "alpha-omega/escorted-transport.yaml",
      "sappers~armedTransport+marines~sappers+guardians~itExplodes",
      30,
    );
    const points = { tank: 8, propulsion: 6, engine: 6, cargo: 8, weapon: 4, crew: 4 };
    const external = ["propulsion", "propulsion", "propulsion", "cargo", "cargo", "weapon", "engine", "engine", "tank"];
    const internal = ["engine", "engine", "engine", "crew", "crew", "crew", "weapon", "weapon", "tank"];
    let grenades = 0;
    for (const telling of tellings) {
      let armour = 2;
      const left: Record<string, number> = { ...points };
      const lines = linesOf(telling.entries);
      lines.forEach((entry, i) => {
        if ("change" in entry) {
          const [, section, now] = /^(\w+): .*?(\d+) points? left$/.exec(entry.change) ?? [];
          if (section !== undefined) left[section] = Number(now);
          return;
        }
        // A grenade of fusion: the better die and 7 pierce a resistance of 7, the other and 3 is what a section loses.
        if (!("heading" in entry) || !entry.heading.startsWith("A grenade of ")) return;
        grenades++;
        const faces = lines.slice(i + 1, i + 4).map((line) => ("faces" in line ? line.faces[0]! : Number.NaN));
        const [ten, six, face] = faces as [number, number, number];
        const inside = Math.max(ten, six) + 7 > 7 + armour;
        const section = (inside ? internal : external)[Math.min(face, 9) - 1]!;
        expect(lines[i + 3]).toMatchObject({ result: section });
        expect(lines[i + 4]).toMatchObject({ change: inside ? "internal" : "external" });
        const lost = Math.min(left[section]!, Math.min(ten, six) + 3);
        if (lost > 0)
          expect(lines[i + 5]).toMatchObject({ change: expect.stringMatching(`^${section}: ${lost} lost`) });
        if (inside) armour = Math.max(0, armour - 1);
      });
      const lost = Object.entries(points).reduce((sum, [section, all]) => sum + all - left[section]!, 0);
      expect(lost).toBe(counted(telling, "pointsLost", 5));
    }
    expect(grenades).toBeGreaterThan(20);
  });

  it("wh40k-10e: what is told as not saved is what the trial counts as unsaved", async () => {
    const { tellings, counted } = await told("wh40k-10e/devastating-wounds.yaml", "storm~seer~terminators~base", 60);
    let devastating = 0;
    for (const telling of tellings) {
      const changes = linesOf(telling.entries).flatMap((entry) => ("change" in entry ? [entry.change] : []));
      const unsaved = changes.flatMap((text) => /(\d+) (?:of \d+ )?not saved$/.exec(text)?.[1] ?? []);
      devastating += Number(changes.some((text) => text.includes("devastating")));
      expect(unsaved.reduce((sum, own) => sum + Number(own), 0)).toBe(counted(telling, "unsaved"));
    }
    expect(devastating).toBeGreaterThan(5);
  });

  it("metropolis: where the fallen strike back it says why (QB-12)", async () => {
    const { tellings } = await told(
      "metropolis/charge.yaml",
      "factors~assaultTroopers~lineMarines~inCover+counter",
      20,
    );
    let fallen = 0;
    for (const { entries } of tellings) {
      let standing = 8;
      linesOf(entries).forEach((entry, i, lines) => {
        if ("heading" in entry) {
          if (entry.heading !== "Blows back" || standing === 8) return;
          fallen++;
          expect(lines[i + 1]).toMatchObject({ rule: "QB-12" });
        } else if ("change" in entry)
          standing = Number(/^Orcs: \d+ models? removed, (\d+) left/.exec(entry.change)?.[1] ?? standing);
      });
    }
    expect(fallen).toBeGreaterThan(5);
  });
});
