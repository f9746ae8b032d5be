import { fileURLToPath } from "node:url";

/** A file or folder of this package by its path from the top: the same from `src/`, from `dist/` and from the bundle there. */
export const packageFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
