/**
 * Makes the pages among the samples, each by the command that a reader would give: the showcase's, one of each ruleset,
 * one of each analysis. Few, for each is a file of about a hundred kB that every changed number changes.
 * `npm run reports` runs this after make.js; CI fails when anything changes.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const SHOWCASE = "scenarios/alpha-omega/rangers-vs-marines.yaml";
const CELL = "interception~rangers~marines~base";
const temporary = mkdtempSync(join(tmpdir(), "crible-pages-"));

/** What each page is asked for by; the showcase's own comes with its folder. */
const PAGES = {
  "pages/fight-in-french.html": ["run", "scenarios/alpha-omega/endurance-drone-medikit.yaml", "--lang", "fr"],
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
  "pages/solve.html": [
    ...["solve", SHOWCASE, "--only", "oneShot", "--path", "situation.visible=0..100"],
    ...["--target", "outcome=out=10%"],
  ],
  "pages/rank.html": ["rank", "scenarios/alpha-omega/six-units-ranked.yaml", "--even", "--within", "10%"],
  "pages/play.html": ["play", "scenarios/alpha-omega/orders-of-a-fire-fight.yaml"],
};
/** Of the file that README.md begins with, where its numbers were stored before: what its points buy, and what an edit moves. */
const FIRST = {
  "pages/points.html": ["solve", "first.yaml", "--only", "fight", "--points"],
  "pages/check.html": ["check", "first.yaml", "--set", "units.scouts.ballisticSkill=4+"],
};

/** A check that finds something ends with 1, a target out of reach with 3: their pages are written all the same. */
function crible(words, cwd = ".", ends = [0]) {
  const stdio = ["ignore", "ignore", "inherit"];
  const { status } = spawnSync(process.execPath, [resolve("dist/crible.cjs"), ...words, "--quiet"], { cwd, stdio });
  if (!ends.includes(status)) throw new Error(`crible ${words.join(" ")} ended with ${status}`);
}
/** Moved, not copied: where none is made, there is none of another. */
function made(page, words) {
  copyFileSync(join(temporary, "report.html"), join("reports", page));
  rmSync(join(temporary, "report.html"));
  console.log(`crible ${words.join(" ")} -> reports/${page}`);
}

// The showcase is a whole folder, as a run leaves it.
crible(["run", SHOWCASE, "--verify", "--charts", "--out", "reports/rangers-vs-marines"]);
console.log(`crible run ${SHOWCASE} --verify --charts -> reports/rangers-vs-marines`);
mkdirSync(resolve("reports/pages"), { recursive: true }); // as in make.js
for (const [page, words] of Object.entries(PAGES)) {
  crible([...words, "--out", temporary], ".", words[0] === "solve" ? [0, 3] : [0]);
  made(page, words);
}
writeFileSync(join(temporary, "first.yaml"), /```yaml\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))[1]);
crible(["check", "first.yaml", "--update"], temporary);
for (const [page, words] of Object.entries(FIRST)) {
  crible([...words, "--html", "report.html"], temporary, words[0] === "check" ? [1] : [0]);
  made(page, words);
}
rmSync(temporary, { recursive: true });
