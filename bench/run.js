/**
 * Every bench in this folder, one after another: `npm run bench` writes docs/performance.md;
 * `npm run bench -- shot scaling` runs some, and writes nothing.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { measured } from "./measure.js";

const wanted = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".bench.js"));
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
console.log(machine);
for (const file of files.sort()) {
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue;
  const { default: bench } = await import(new URL(file, import.meta.url).href);
  await bench();
}
if (wanted.length === 0) writeFileSync(new URL("../docs/performance.md", import.meta.url), page());

function page() {
  const row = (cells) => `| ${cells.join(" | ")} |`;
  const verdict = ({ goal, value, isRatio, isReached }) => {
    if (goal === undefined) return "";
    const reached = isReached ?? (isRatio ? Number.parseFloat(value) >= goal : Number.parseFloat(value) <= goal);
    return reached ? `${goal}` : `${goal}: not reached`;
  };
  const table = (rows) => {
    const isHeld = rows.some(({ held }) => held !== undefined);
    const cells = (what, value, held, wanted) => [what, value, ...(isHeld ? [held ?? ""] : []), wanted];
    return [
      cells("what", "", "memory", "wanted"),
      cells("---", "---:", "---:", "---"),
      ...rows.map((own) => cells(own.what, own.value, own.held, verdict(own))),
    ];
  };
  const ratios = measured.filter(({ isRatio }) => isRatio);
  const titles = [...new Set(measured.filter(({ isRatio }) => !isRatio).map(({ title }) => title))];
  const others = titles.map((own) => [own, measured.filter(({ title }) => title === own)]);
  return [
    "# Performance",
    "",
    `How fast crible is, what was wanted, and what limits it. \`npm run bench\` writes this page (${machine}).`,
    "",
    "- **Ratios** say how many times as fast as a peer crible is, in processor time of one run. The two take turns, after their answers",
    "  were compared with the exact ones, or with each other.",
    "- **Seconds** are of this machine, and say little about another. An empty Node takes 0.06 s on it when nothing else runs. The",
    "  targets of a cold start are scaled by what it took this time.",
    "- **Wanted** is the target. *Not reached* marks a row that misses it.",
    "",
    "## How many times as fast as its peer, one thread",
    "",
    row(["what", "peer", "ratio", "wanted", "what limits it"]),
    row(["---", "---", "---:", "---", "---"]),
    ...ratios.map((own) => row([own.title, own.what, own.value, verdict(own), own.limits ?? ""])),
    ...others.flatMap(([title, rows]) => ["", `## ${title}`, "", ...table(rows).map(row)]),
    "",
  ].join("\n");
}
