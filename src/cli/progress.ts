import { SingleBar } from "cli-progress";
import type { RunSettings } from "../analysis/run.ts";
import { count, percent, printable } from "../report/index.ts";

type OnProgress = NonNullable<RunSettings["onProgress"]>;

/** A bar on stderr with the time left and the current estimate of the cell at work; nothing off a TTY. */
export function progressBar(quiet: boolean): { onProgress?: OnProgress; stop(): void } {
  if (quiet || process.stderr.isTTY !== true || process.env.TERM === "dumb") return { stop() {} };
  const bar = new SingleBar({
    format: "{bar} {percentage} %  {trials} trials  {eta_formatted} left  {cell} {estimate}",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 200,
  });
  let started = false;
  return {
    onProgress({ done, total, cell, program, tally, trials }) {
      if (!started) bar.start(total, 0, { trials: "", cell: "", estimate: "" });
      started = true;
      const { name, values } = program.metrics[0]!;
      const likeliest = values.reduce<number>((best, _, bin) => (tally[bin]! > tally[best]! ? bin : best), 0);
      const estimate = trials === 0 ? "" : `${name} ${values[likeliest]} ${percent(tally[likeliest]! / trials)}`;
      bar.setTotal(total);
      bar.update(done, { trials: count(done), cell: printable(cell), estimate });
    },
    stop() {
      if (started) bar.stop();
    },
  };
}
