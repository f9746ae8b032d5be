/**
 * Makes the samples of this folder: the summary of every shipped scenario, and all files of the showcase, its summary in
 * French as well. Each is made from the stored results too, and has to be the same.
 * `npm run reports`. CI runs it too and fails when anything changes.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
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
      workers: availableParallelism(),
      command: `crible run ${path}${isShowcase ? " --verify" : ""}`,
    });
    const { kinds } = await loadRuleset(study.ruleset);
    const headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
    const name = file.replace(/\.yaml$/, "");
    const target = isShowcase ? join("reports", name) : join("reports", ruleset.name, name);
    // Absolute: where its folder is gone, Node 20 would try a relative one for ever.
    mkdirSync(resolve(target), { recursive: true });
    const stored = parseStored(resultsJson(result), "results.json");
    const { figures, files } = isShowcase ? await figuresOf(result, headlines) : { figures: new Map(), files: new Map() };
    const again = storedFiles(stored, headlines, figures);
    for (const [file, svg] of files) writeFileSync(join(target, file), svg);
    for (const [report, text] of wholeFiles(reportFiles(result, headlines, figures))) {
      if (again.get(report) !== text) throw new Error(`${path}: ${report} is another from stored results`);
      if (isShowcase || report === "summary.md") writeFileSync(join(target, report), text);
    }
    const french = storedFiles(storedIn(stored, "fr"), headlines).get("summary.md");
    if (isShowcase) writeFileSync(join(target, "resume.fr.md"), french);
    console.log(`${path} -> ${target}`);
  }
}
