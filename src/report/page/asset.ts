/**
 * What every page carries, from the files of this package; in a browser they are part of the script
 * (assets/playground/build.js).
 */
import { readFile } from "node:fs/promises";
import { packageFile } from "../../package.ts";

/** What the rules of a ruleset say; nothing in a browser. */
export { rowsOf } from "../rule-sheet.ts";

export const ASSETS = ["page.css", "page.js", "map.js"] as const;

/** The text of one of them, as the build has made it small. */
export const asset = (name: (typeof ASSETS)[number]): Promise<string> =>
  readFile(packageFile(`dist/assets/${name}`), "utf8");
