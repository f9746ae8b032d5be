/** In place of `disk.ts` where there is none: no file but those that are given. */
import { givenFiles } from "./files.ts";

export const disk = givenFiles({});
