/** The scenarios that come with this package: what `crible:alpha-omega/catalogue` names. In a browser: `shipped.web.js`. */
import { packageFile } from "../package.ts";
import { disk } from "./disk.ts";
import type { Files } from "./files.ts";

/** A folder of files. */
export interface Folder {
  readonly files: Files;
  readonly folder: string;
}

export const shipped: Folder = { files: disk, folder: packageFile("scenarios/") };
