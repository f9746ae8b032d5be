/**
 * npm run audit: do the gate and the intervals keep what they promise? Binomial counts are drawn for the gate; the
 * intervals are those of real dice whose exact answer is known. Every seed is fixed, so the table in docs/audit.md does
 * not change from run to run. Controls are faults planted on purpose: an audit that does not notice them is worth nothing.
 */
import { writeFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { ANYTIME, auditAnytime } from "./audit-anytime.js";
import { auditGate, GATE } from "./audit-gate.js";
import { auditIntervals, INTERVALS } from "./audit-intervals.js";
import { auditMeans, MEANS } from "./audit-means.js";
import { auditPairing, PAIRING } from "./audit-pairing.js";

const AUDITS = {
  gate: auditGate,
  intervals: auditIntervals,
  anytime: auditAnytime,
  means: auditMeans,
  pairing: auditPairing,
};
/** What a thread does, one after the other; about as long on either side. */
const SHARES = [
  ["gate", "means"],
  ["intervals", "anytime", "pairing"],
];

if (isMainThread) await write();
else for (const name of workerData) await AUDITS[name]((...row) => parentPort.postMessage({ name, row }));

/** All rows, in the order of the audits however the threads come along. */
async function measured() {
  const rows = Object.fromEntries(Object.keys(AUDITS).map((name) => [name, []]));
  const thread = (names) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: names });
      worker.on("message", ({ name, row }) => {
        const [section, what, wanted, found, isGood] = row;
        process.stderr.write(`${isGood ? "ok  " : "FAIL"} ${section}: ${what}: ${found} (${wanted})\n`);
        rows[name].push({ section, line: [what, wanted, found, isGood ? "yes" : "**no**"], isGood });
      });
      worker.on("error", reject);
      worker.on("exit", resolve);
    });
  await Promise.all(SHARES.map(thread));
  return Object.values(rows).flat();
}

async function write() {
  const rows = await measured();
  const table = (section, last = "holds") => [
    `| what | wanted | measured | ${last} |`,
    "| --- | --- | --- | --- |",
    ...rows.filter((row) => row.section === section).map(({ line }) => `| ${line.join(" | ")} |`),
    "",
  ];
  const part = (title, text, section, last) => [`## ${title}`, "", text, "", ...table(section, last)];
  const text = [
    "# Audit",
    "",
    "Can you trust the limits that crible prints, and the verdicts of `crible check`? This page measures both against known truths. Each",
    "row has a promise (*wanted*), what was measured, and whether the promise holds.",
    "",
    "`npm run audit` (bench/audit.js) writes this page in some minutes. Every seed is fixed, so running it again gives the same tables. The",
    "project's tests run a smaller form of every part, and fail when a promise is broken or a row is missing here. A row about limits or",
    "p-values fails only for a result that chance alone would give less than once in a million audits.",
    "",
    ...part("The gate", GATE, "gate"),
    ...part("The intervals", INTERVALS, "coverage"),
    ...part("The limits of means", MEANS, "means"),
    ...part("Limits that hold at any time", ANYTIME, "anytime"),
    ...part("Pairs", PAIRING, "pairing"),
    ...part(
      "Controls",
      "These faults are planted on purpose. The audit must notice each of them.",
      "controls",
      "noticed",
    ),
  ].join("\n");
  writeFileSync(new URL("../docs/audit.md", import.meta.url), text);
  process.stderr.write("wrote docs/audit.md\n");
  const failures = rows.filter(({ isGood }) => !isGood).length;
  if (failures > 0) {
    process.stderr.write(`${failures} of the promises are not kept\n`);
    process.exitCode = 1;
  }
}
