/** Every cell of a field, written as it comes: of each only three numbers are kept. */

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Exchange, ExchangeGrid, fillRow, gridsOf, type OnUnit, pointsOf, short } from "../analysis/army.ts";
import { heldIn, shown } from "../analysis/form.ts";
import type { AttackMeeting, MatchUps } from "../rulesets/roster.ts";
import { said } from "../rulesets/said.ts";
import { VERSION } from "../version.ts";
import { OutputError, UsageError } from "./exit.ts";
import { makeFolder } from "./files.ts";

/** Where cells are kept, and what they are of. */
interface CellFile {
  readonly folder: string;
  readonly digest: string;
  readonly resume: boolean;
}

const CELLS = "cells.ndjson";

/**
 * Has what catalogues were read with collected now. The collector would wait until as much again is there: of a thousand
 * datasheets 240 MB, of which 40 are still in use.
 */
export function letGo(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/**
 * The cells of one direction. With a folder they are written into it, a JSON object a line: first what the file is of, then the
 * cells attacker by attacker. With `resume` it goes on behind the last attacker whose cells are all there.
 */
export async function cellsOf(
  ups: MatchUps,
  meetings: readonly AttackMeeting[],
  to: CellFile | undefined,
  onUnit: OnUnit,
): Promise<ExchangeGrid[]> {
  const { mine, theirs } = ups;
  if (to === undefined) return gridsOf(ups, meetings, onUnit);
  const grids = meetings.map(() => new ExchangeGrid(mine, theirs));
  const file = join(to.folder, CELLS);
  const of = { crible: VERSION, of: to.digest.slice(0, 16), attackers: mine.length, targets: theirs.length, meetings };
  const head = `${JSON.stringify(of)}\n`;
  await makeFolder(to.folder);
  const done = to.resume && existsSync(file) ? await kept(file, head, grids) : 0;
  async function* lines() {
    if (done === 0) yield head;
    for (let i = done; i < mine.length; i++) {
      onUnit(mine[i]!.label, i, mine.length);
      let rows = "";
      fillRow(ups, meetings, i, grids, (j, meeting, own) => {
        const { lost, ...taken } = own ?? {};
        const cell = own && {
          ...taken,
          points: short(pointsOf(theirs[j]!, own.wounds)),
          ...(meeting.phase === "turn" ? { lost } : {}),
        };
        rows += `${JSON.stringify({ attacker: mine[i]!.name, target: theirs[j]!.name, ...meeting, ...cell })}\n`;
      });
      yield rows;
    }
  }
  await pipeline(lines, createWriteStream(file, { flags: done > 0 ? "a" : "w" })).catch((error) => {
    throw error.code === undefined ? error : new OutputError(file, error);
  });
  return grids;
}

/** Reads back the cells of attackers who are there in full, and cuts off what comes after them. @returns how many those are */
async function kept(file: string, head: string, grids: readonly ExchangeGrid[]): Promise<number> {
  const [{ targets }] = grids as [ExchangeGrid];
  const each = targets.length * grids.length;
  let [lines, end, row] = [-1, 0, 0];
  let at = 0;
  let own: Exchange[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (lines < 0 && !head.startsWith(line))
      throw new UsageError(
        said`${file} is of other armies, distances or another version: leave --resume out to write it anew`,
      );
    at += Buffer.byteLength(line) + 1;
    if (lines++ < 0) {
      end = at;
      continue;
    }
    const cell = heldIn(shown<Partial<Exchange>>(), line);
    if (cell === undefined) break; // cut off
    own.push({ wounds: 0, models: 0, destroyed: 0, lost: 0, ...cell });
    if (own.length < each) continue;
    for (const [i, one] of own.entries()) grids[i % grids.length]!.set(row, Math.floor(i / grids.length), one);
    own = [];
    row++;
    end = at;
  }
  await truncate(file, row === 0 ? 0 : end);
  return row;
}
