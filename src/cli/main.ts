import { EXIT } from "./exit.ts";
import { crible } from "./program.ts";

// Whoever prints hears of a failed write; a reader that went away (`| head`) does not stop the reports.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// A terminal that is closed asks as TERM does, of a command too that is over too soon to listen.
process.on("SIGHUP", () => process.listenerCount("SIGHUP") === 1 && process.exit(EXIT.terminated));

// What was asked for is done and written: a connection to a server that is gone must not keep the process.
const patience = () => (Number(process.exitCode) >= EXIT.interrupted ? 100 : 2_000);
void crible(process.argv.slice(2)).then(() => setTimeout(() => process.exit(), patience()).unref());
