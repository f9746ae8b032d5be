/** Best play: what to order, and what everything simpler loses. */
import type { Sight } from "../../analysis/thumb.ts";
import type { Say } from "../../rule/say.ts";

export const play = (say: Say) => ({
  /** @param isMixed whether there are several orders, each with its share */
  opens: ([own, enemy]: readonly [string, string], [first, second]: readonly [string, string], isMixed: boolean) =>
    first === second
      ? isMixed
        ? say`both open with the same mix, ${first}`
        : say`both open with ${first}`
      : say`${own} open with ${first}, ${enemy} with ${second}`,
  sight: ({ what, count }: Pick<Sight, "what" | "count">): string =>
    ({
      moreReady: say`while more of yours are ready than of theirs`,
      asManyReady: say`while at least as many of yours are ready as of theirs`,
      readyAtLeast: say`while at least ${count} of yours are ready`,
      enemyReadyAtLeast: say`while at least ${count} of theirs are ready`,
      fromTurn: say`from turn ${count} on`,
    })[what],
  worthHead: (unit: string, written: string) => [
    say`modifiers`,
    say`${unit} win with best play`,
    say`change`,
    written,
    say`change`,
  ],
  unsolved: (cell: string, reason: string): string => say`${cell} has no answer here: ${reason}.`,
  firstTurn: say`Turn 1 has no grid: all are ready then, and the order is the opening.`,
});
