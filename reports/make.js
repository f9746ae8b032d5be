/**
 * Makes the samples of this folder: the summary of every shipped scenario, and all files of the showcase, its summary in
 * French as well. The showcase and what has a little of everything are made from the stored results too: the same.
 * `npm run reports`. CI runs it too and fails when anything changes.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../dist/analysis/run.js";
import { reportFiles, wholeFiles } from "../dist/report/files.js";
import { parseStored, resultsJson, storedFiles, storedIn } from "../dist/report/index.js";
import { figuresOf } from "../dist/report/page/index.js";
import { loadRuleset } from "../dist/rulesets/index.js";
import { loadStudy } from "../dist/scenario/study.js";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const SHOWCASE = "scenarios/alpha-omega/rangers-vs-marines.yaml";
const wanted = process.argv.slice(2);

for (const ruleset of readdirSync("scenarios", { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const folder = join("scenarios", ruleset.name);
  for (const file of readdirSync(folder)
    // Of the games that are written as text, one run is enough.
    .filter((name) => (ruleset.name === "games" ? name === "bucket.yaml" : name.endsWith(".yaml") && name !== "catalogue.yaml"))
    .sort()) {
    const path = join(folder, file);
    if (wanted.length > 0 && !wanted.some((text) => path.includes(text))) continue;
    const isShowcase = path === SHOWCASE;
    const study = await loadStudy(path);
    const result = await run(study, {
      verify: isShowcase,
      workers: 0, // threads take longer to start than most of these to be played
      command: `crible run ${path}${isShowcase ? " --verify" : ""}`,
    });
    const { kinds } = await loadRuleset(study.ruleset);
    const headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
    const name = file.replace(/\.yaml$/, "");
    const target = isShowcase ? join("reports", name) : join("reports", ruleset.name, name);
    // Absolute: where its folder is gone, Node 20 would try a relative one for ever.
    mkdirSync(resolve(target), { recursive: true });
    const { figures, files } = isShowcase ? await figuresOf(result, headlines) : { figures: new Map(), files: new Map() };
    for (const [file, svg] of files) writeFileSync(join(target, file), svg);
    const reports = reportFiles(result, headlines, figures);
    const isWhole = isShowcase || file === "contract.yaml"; // which has a little of everything
    const made = wholeFiles(isWhole ? reports : new Map([["summary.md", reports.get("summary.md")]]));
    for (const [report, text] of made) if (isShowcase || report === "summary.md") writeFileSync(join(target, report), text);
    console.log(`${path} -> ${target}`);
    if (!isWhole) continue;
    const stored = parseStored(resultsJson(result), "results.json");
    const again = storedFiles(stored, headlines, figures);
    for (const [report, text] of made)
      if (again.get(report) !== text) throw new Error(`${path}: ${report} is another from stored results`);
    if (isShowcase) writeFileSync(join(target, "resume.fr.md"), storedFiles(storedIn(stored, "fr"), headlines).get("summary.md"));
  }
}
