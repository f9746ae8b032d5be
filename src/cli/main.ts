#!/usr/bin/env node
import { crible } from "./program.ts";

// Whoever prints hears of a failed write; a reader that went away (`| head`) does not stop the reports.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

await crible(process.argv.slice(2));
// What was asked for is done and written: a connection to a server that is gone must not keep the process.
setTimeout(() => process.exit(), 2_000).unref();
