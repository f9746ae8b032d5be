/** What one side orders under best play: its ready down, the enemy's across. */
import type { Playing } from "../../analysis/playing.ts";
import type { Language } from "../language/language.ts";
import { mixText, orderLetters, sidesOf, squareText } from "../play.ts";
import type { Chart } from "./chart.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";

/** The charts of each fight. */
export function playCharts({ fights }: Playing, language: Language): Chart[][] {
  const { play: say, percent } = language;
  return fights.map((fight) => {
    const names = sidesOf(fight, language);
    return fight.pictures.map(({ side, turn, squares }): Chart => {
      const player = side === "first" ? 0 : 1;
      const { orders } = fight.sides[player];
      const letters = orderLetters(orders, language);
      const drawn = squares.map(({ ready, enemyReady, value, shares }): HeatSquare => {
        const order = shares === null ? say.noMatter : mixText(orders, shares, language);
        return {
          down: String(ready),
          across: String(enemyReady),
          value,
          short: squareText(shares, letters),
          said: say.squareSaid(String(ready), String(enemyReady), order, percent(value)),
        };
      });
      const title = say.chartTitle(names[player], turn, names[1 - player]!);
      return {
        name: "play",
        title,
        text: title,
        ...gridSpec(
          {
            squares: drawn,
            down: say.ownReady(names[player]),
            across: say.ownReady(names[1 - player]!),
            isChance: true,
            middle: 0.5,
          },
          language,
        ),
      };
    });
  });
}
