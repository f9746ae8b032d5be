/**
 * What every page carries, from the files of this package; in a browser they are part of the script
 * (assets/playground/build.js).
 */
import { readFile } from "node:fs/promises";
import { packageFile } from "../../package.ts";

export const ASSETS = ["page.css", "page.js", "map.js"] as const;

/** The text of one of them, as the build has made it small. */
export const asset = (name: (typeof ASSETS)[number]): Promise<string> =>
  readFile(packageFile(`dist/assets/${name}`), "utf8");
