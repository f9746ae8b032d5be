/** The audit at a smaller size, so that a promise that is broken is seen before the whole of it runs. */
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";

type Tell = (section: string, what: string, wanted: string, measured: string, isGood: boolean) => void;
type Audit = (tell: Tell, size: Readonly<Record<string, number>>) => unknown;

beforeAll(() => expect(existsSync("dist/index.js"), "run npm run build first").toBe(true));

it.each([
  ["audit-gate.js", "auditGate", { runs: 4, few: 2 }, 6],
  ["audit-intervals.js", "auditIntervals", { pairs: 2_400, scenarios: 60 }, 13],
  ["audit-means.js", "auditMeans", { runs: 150, controls: 300 }, 16],
  ["audit-anytime.js", "auditAnytime", { runs: 60 }, 4],
])(
  "%s: every promise is kept, every planted fault is noticed, and the published table has its lines",
  async (file, name, size, lines) => {
    const audit = (await import(new URL(`../bench/${file}`, import.meta.url).href))[name] as Audit;
    const told: string[] = [];
    const broken: string[] = [];
    const published = readFileSync("docs/audit.md", "utf8");
    await audit((section, what, wanted, measured, isGood) => {
      told.push(what);
      if (!isGood) broken.push(`${section}: ${what}: ${measured} (${wanted})`);
      expect(published).toContain(`| ${what} | ${wanted} |`);
    }, size);
    expect(broken).toEqual([]);
    expect(told).toHaveLength(lines);
  },
);

it("no line of the published table says no", () => {
  expect(readFileSync("docs/audit.md", "utf8")).not.toContain("**no**");
});
