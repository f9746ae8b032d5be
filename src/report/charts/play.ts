/** What one side orders under best play: its ready down, the enemy's across. */
import { type Playing, ranked } from "../../analysis/playing.ts";
import { shareText, winText } from "../estimate.ts";
import { claimIn } from "../language/claim.ts";
import type { Language } from "../language/language.ts";
import {
  betterOf,
  distinctFights,
  mixText,
  orderLetters,
  orderText,
  playKeys,
  sidesOf,
  squareText,
  writtenName,
  writtenOf,
} from "../play.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";
import { rowsOf } from "./rows.ts";

/** How often a side wins: under best play and the orders of the file; of one fight, also with each order every turn. */
export function playBars({ fights }: Pick<Playing, "fights">, language: Language): Chart | undefined {
  const [fight] = fights;
  if (fight === undefined) return undefined;
  const say = claimIn(language);
  const percent = (share: number) => shareText(share, language);
  const ofPair = fights.filter(
    ({ experiment, attacker, defender }) =>
      experiment === fight.experiment && attacker === fight.attacker && defender === fight.defender,
  );
  const player = betterOf(fight);
  const unit = sidesOf(fight, language)[player];
  const isMany = ofPair.length > 1;
  const ordered = writtenName(fights, fight, language);
  const mark = (name: string, value: number, text: string, series = 0) => ({
    ...{ value, series, said: language.goals.line(name, text) },
  });
  const row = (name: string, value: number, text: string): ChartRow => ({
    ...{ name, to: fight.cell, text, marks: [mark(name, value, text)] },
  });
  // Of several fights each has one row: the orders of the file, joined to best play.
  const rows = ranked(ofPair, player).flatMap((one): ChartRow[] => {
    const side = one.sides[player];
    const written = writtenOf(one, player);
    const best = percent(side.value);
    const before = written && winText(written, language);
    if (isMany) {
      const name = language.sets(one.modifiers);
      const said = (what: string) => language.goals.line(name, what);
      const text = before === undefined ? best : language.charts.fromTo(before, best);
      return [
        {
          ...{ name, to: one.cell, text, isPair: true },
          marks: [
            ...(written && before !== undefined ? [mark(said(ordered), written.value, before)] : []),
            mark(said(say.playBest), side.value, best, 1),
          ],
        },
      ];
    }
    return [
      row(say.playBest, side.value, best),
      ...(written && before !== undefined ? [row(ordered, written.value, before)] : []),
      ...side.plans.map(({ order, secured }) =>
        row(language.say`${orderText(order, language)} every turn, and the enemy knows`, secured, percent(secured)),
      ),
    ];
  });
  return {
    name: "plans",
    title: say.playBars(unit),
    text: isMany
      ? language.say`A line for each fight: wins by ${unit} with the orders as written, and with best play; a draw is half a win.`
      : language.say`A bar for each way to give orders: wins by ${unit}; a draw is half a win.`,
    drawing: rowsOf({
      rows: rows.slice(0, MOST_BARS),
      form: isMany ? "point" : "bar",
      title: language.say`Fights won by ${unit}; a draw counts half`,
      unit: "chance",
      series: isMany ? [ordered, say.playBest] : [],
      language,
    }),
  };
}

/** Bars that a first screen has room for. */
const MOST_BARS = 10;

/** The charts of each fight. */
export function playCharts({ fights }: Playing, language: Language): Chart[][] {
  const { play, say } = language;
  const distinct = distinctFights(fights);
  return distinct.map(([fight]) => {
    const names = sidesOf(fight, language);
    return fight.pictures.map((picture): Chart => {
      const { side, turn, squares } = picture;
      const player = side === "first" ? 0 : 1;
      const { orders } = fight.sides[player];
      const letters = orderLetters(orders, language);
      const drawn = squares.map(({ ready, enemyReady, value, shares }): HeatSquare => {
        const [down, across, share] = [String(ready), String(enemyReady), shareText(value, language)];
        const order = shares === null ? say`any order` : mixText(orders, shares, language);
        const said = say`${down} ready against ${across}, ${order}: ${share}`;
        return { down, across, value, short: squareText(shares, letters, language), printed: share, said };
      });
      const whose = say`What ${names[player]} order in turn ${turn} against ${names[1 - player]!}`;
      const title = distinct.length < 2 ? whose : language.goals.of(whose, language.sets(fight.modifiers));
      return {
        name: "play",
        title,
        text: title,
        ...gridSpec(
          {
            squares: drawn,
            down: say`own ready`,
            across: say`enemy ready`,
            isChance: true,
            isShare: true,
            note: [
              say`Text: what to order. Colour and small number: wins by ${names[player]}.`,
              ...playKeys(fight, fight.pictures, language),
              ...(squares.some(({ value }) => value === 0 || value === 1)
                ? [say`0 % or 100 %: decided, whatever the other side orders.`]
                : []),
              ...(turn === 2 ? [play.firstTurn] : []),
            ].join(" "),
          },
          language,
        ),
        heads: [say`what to order`, claimIn(language).playBars(names[player])],
      };
    });
  });
}
