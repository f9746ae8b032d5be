/**
 * What every page carries, from the files of this package; in a browser they are part of the script
 * (assets/playground/build.js).
 */
import { readFile } from "node:fs/promises";
import { packageFile } from "../../package.ts";

export const ASSETS = ["page.css", "page.js", "map.js"] as const;

/** The text of one of them. */
export const asset = async (name: (typeof ASSETS)[number]): Promise<string> =>
  lean(await readFile(packageFile(`assets/${name}`), "utf8"));

/** A source without its indentation, its comments, and ends of lines behind what ends a statement. */
const lean = (text: string): string =>
  text
    .replace(/(?:^\s*|\s)\/\/ .*$|^\s*\/\*(?:(?!\*\/)[\s\S])*\*\/$/gm, "")
    .replace(/^\s+/gm, "")
    .replace(/(?<=[;{,])\n/g, "");
