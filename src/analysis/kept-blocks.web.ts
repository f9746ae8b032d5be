/** In the place of `kept-blocks.ts` where a page runs: it keeps exact answers; trials are played again. */
import type { blocksKeeper as onDisk } from "./kept-blocks.ts";

export const blocksKeeper: typeof onDisk = () => ({ before: () => [], add() {} });
