/**
 * Makes the pages among the samples, each by the command that a reader would give: the showcase's, one of each ruleset,
 * one of each analysis. Few, for each carries its own chart runtime: a page is half a megabyte at least.
 * `npm run reports` runs this after make.js; CI fails when anything changes.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const SHOWCASE = "scenarios/alpha-omega/rangers-vs-marines.yaml";
const CELL = "interception~rangers~marines~base";
const temporary = mkdtempSync(join(tmpdir(), "crible-pages-"));

/** What each page is asked for by; the showcase's own comes with its folder. */
const PAGES = {
  "pages/fight-in-french.html": ["run", "scenarios/alpha-omega/contract.yaml", "--only", "firefight,healing", "--lang", "fr"],
  "pages/hold-or-fire.html": ["run", "scenarios/metropolis/hold-or-fire.yaml"],
  "pages/matrix.html": ["run", "scenarios/wh40k-10e/matrix.yaml"],
  "pages/compare.html": ["compare", SHOWCASE, "--sets", "base,endurance"],
  "pages/effects.html": ["effects", "scenarios/alpha-omega/what-a-fight-is-worth.yaml", "--only", "skills"],
  "pages/sweep.html": ["sweep", SHOWCASE, "--cell", CELL, "--sweep", "situation.distance=4..40/4"],
  "pages/map.html": [
    ...["sweep", SHOWCASE, "--cell", CELL],
    ...["--sweep", "situation.distance=4..40/4", "--sweep", "defender.save=2..6"],
  ],
  "pages/sensitivity.html": ["sensitivity", SHOWCASE, "--cell", CELL],
};

const crible = (words, folder) =>
  execFileSync(process.execPath, ["dist/crible.cjs", ...words, "--quiet", "--out", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });

// The showcase is a whole folder, as a run leaves it.
crible(["run", SHOWCASE, "--verify", "--charts"], "reports/rangers-vs-marines");
console.log(`crible run ${SHOWCASE} --verify --charts -> reports/rangers-vs-marines`);
mkdirSync(resolve("reports/pages"), { recursive: true }); // as in make.js
for (const [page, words] of Object.entries(PAGES)) {
  crible(words, temporary);
  copyFileSync(join(temporary, "report.html"), join("reports", page));
  console.log(`crible ${words.join(" ")} -> reports/${page}`);
}
rmSync(temporary, { recursive: true });
