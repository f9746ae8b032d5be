/** A sweep over one axis or two. */
import type { Say } from "../../rule/say.ts";

export const sweep = (say: Say) => ({
  draws: say`A draw is no win here; play, rank and even prices count it as half a win.`,
});
