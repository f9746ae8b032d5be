/** Every cell of a large field, written as it comes: memory does not grow with the field. */

import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { exchangeOf } from "../analysis/army.ts";
import type { AttackMeeting, MatchUps } from "../rulesets/roster.ts";
import { VERSION } from "../version.ts";
import { OutputError, UsageError } from "./exit.ts";
import { said } from "./said.ts";
import { say } from "./streams.ts";

/**
 * Writes a JSON object a line: first what the file is of, then the cells attacker by attacker. With `resume` it goes on behind the last
 * attacker whose cells are all there.
 */
export async function writeCells(
  file: string,
  ups: MatchUps,
  meetings: readonly AttackMeeting[],
  digest: string,
  resume: boolean,
): Promise<void> {
  const { mine, theirs } = ups;
  const head = `${JSON.stringify({ crible: VERSION, of: digest.slice(0, 16), attackers: mine.length, targets: theirs.length, meetings })}\n`;
  const each = theirs.length * meetings.length;
  let done = 0;
  if (existsSync(file)) {
    if (!resume) throw new UsageError(said`${file} exists already; go on with it by --resume, or choose another name`);
    done = await kept(file, head, each);
  }
  const out = createWriteStream(file, { flags: resume ? "a" : "wx" });
  const failed = once(out, "error").then(([error]) => {
    throw new OutputError(file, error);
  });
  const write = async () => {
    if (done === 0) out.write(head);
    for (let i = done; i < mine.length; i++) {
      let rows = "";
      for (let j = 0; j < theirs.length; j++)
        for (const meeting of meetings) {
          const own = exchangeOf(ups, i, j, meeting);
          const cell = own && {
            wounds: short(own.wounds),
            models: short(own.models),
            destroyed: short(own.destroyed),
            points: short(own.points),
          };
          rows += `${JSON.stringify({ attacker: mine[i]!.name, target: theirs[j]!.name, ...meeting, ...cell })}\n`;
        }
      if (!out.write(rows)) await once(out, "drain");
    }
    out.end();
    await once(out, "close");
  };
  await Promise.race([write(), failed]);
  say(said`wrote ${file}: ${mine.length * each} cells`);
}

/** Twelve digits, as many as the solver's doubles are good for. */
const short = (value: number): number => Number(value.toPrecision(12));

/** How many attackers are there in full; what comes after them is cut off. */
async function kept(file: string, head: string, each: number): Promise<number> {
  let [lines, at, end] = [0, 0, 0];
  let first = "";
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (first.length < head.length) first += chunk.subarray(0, head.length - first.length).toString("latin1");
    for (let i = chunk.indexOf(10); i >= 0; i = chunk.indexOf(10, i + 1)) if (lines++ % each === 0) end = at + i + 1;
    at += chunk.length;
  }
  if (!Buffer.from(head).toString("latin1").startsWith(first))
    throw new UsageError(said`${file} is of other armies, distances or another version: choose another name`);
  const attackers = Math.max(0, Math.floor((lines - 1) / each));
  await truncate(file, attackers === 0 ? 0 : end);
  return attackers;
}
