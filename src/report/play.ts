import type { Estimate } from "../analysis/form.ts";
import { type OrderPicture, type Played, type PlayedSide, type Playing, ranked } from "../analysis/playing.ts";
import type { Result } from "../analysis/result.ts";
import { turned } from "../analysis/win.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Block, Document, Entry } from "./document.ts";
import { cellTitle, changeOf, shareText, sizeText, winText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { sideNames } from "./language/sides.ts";
import { madeBy } from "./provenance.ts";
import { isBase } from "./summary.ts";

/** Losses below this are what rounding makes. */
const NOTHING = 1e-9;
/** A share within this of one is the whole. */
const WHOLE = 0.0005;
/** A rule of thumb is worth a word if it saves so much. */
const WORTH_IT = 0.0005;

/** What the two sides of a fight are called; told apart where they are the same unit. */
export const sidesOf = ({ sides: [first, second] }: Pick<Played, "sides">, language: Language) =>
  sideNames({ attacker: first.unit, defender: second.unit }, language);

/** `move`, `move and charge`. */
export function orderText(order: string, language: Language): string {
  const [base, charges] = order.split("+") as [string, string?];
  const text = language.value("order", base);
  return charges === undefined ? text : language.say`${text} and charge`;
}

/** The shortest beginnings that tell orders apart; with a charge, one more letter. */
export function orderLetters(orders: readonly string[], language: Language): string[] {
  const words = orders.map((order) => orderText(order.split("+")[0]!, language));
  const known = [...new Set(words)];
  const letters = lettersOf(known);
  return words.map((word, i) => letters[known.indexOf(word)]! + (orders[i]!.includes("+") ? "c" : ""));
}

/** An order, or the shares of several. */
export function mixText(orders: readonly string[], shares: readonly number[], language: Language): string {
  const given = orders
    .map((order, i) => ({ order, share: shares[i]! }))
    .filter(({ share }) => share > WHOLE)
    .sort((a, b) => b.share - a.share);
  if (given.length === 1) return orderText(given[0]!.order, language);
  const { say } = language;
  return given
    .map(({ order, share }) => say`${orderText(order, language)} ${shareText(share, language)}`)
    .join(say` or `);
}

const lossText = (loss: number, language: Language): string =>
  loss <= NOTHING ? language.say`nothing` : sizeText({ value: loss }, true, language);

/** The single orders of a side that lose the least: all that are told to lose as much. */
function singleOrders({ plans }: PlayedSide, language: Language) {
  const loss = Math.min(...plans.map((plan) => plan.loss));
  const best = plans.filter((plan) => lossText(plan.loss, language) === lossText(loss, language));
  return { loss, fixed: best.map(({ order }) => orderText(order, language)).join(language.say` or `) };
}

/** What one side should do and fear. */
function adviceOf({ sides }: Played, player: 0 | 1, names: readonly [string, string], language: Language): string[] {
  const { play, say } = language;
  const side = sides[player];
  const [own, enemy] = [names[player], names[1 - player]!];
  const { fixed, loss } = singleOrders(side, language);
  const [thumb] = side.thumbs;
  const rule =
    loss <= NOTHING
      ? say`  ${own}: ${fixed} every turn is best play; no rule does better.`
      : thumb !== undefined && thumb.loss < loss - WORTH_IT
        ? say`  ${own}, rule of thumb: ${orderText(thumb.choice, language)} ${play.sight(thumb.sight)}, else ${orderText(thumb.otherwise, language)}; against an enemy who knows it that costs ${lossText(thumb.loss, language)} (${fixed} every turn: ${lossText(loss, language)}).`
        : say`  ${own}: no rule of thumb does better than the same order every turn (${fixed}), which costs ${lossText(loss, language)} against an enemy who knows it.`;
  const feared = say`  The best single order of ${enemy} is ${singleOrders(sides[1 - player]!, language).fixed} every turn: ${own} who know it win ${shareText(side.fears.value, language)}.`;
  return [rule, feared];
}

/** With what both sides begin. */
export const opensText = ({ sides }: Played, names: readonly [string, string], language: Language): string =>
  language.play.opens(
    names,
    sides.map(({ orders, opening }) => mixText(orders, opening, language)) as [string, string],
    isMixed(sides[0].opening),
  );

/** Who wins when both play their best. */
export function playTitle(fight: Played, language: Language): string {
  const better = betterOf(fight);
  const win = shareText(fight.sides[better].value, language);
  return language.say`${sidesOf(fight, language)[better]} win ${win} when both sides play their best`;
}

/** The same, then with what both begin: in one sentence. */
const leadOf = (fight: Played, names: readonly [string, string], language: Language): string =>
  `${playTitle(fight, language)}${language.check.semicolon}${opensText(fight, names, language)}.`;

/**
 * Fights that are the same game, under the first of them: such differ by the orders of the file, which best play
 * leaves alone.
 */
export function distinctFights(fights: readonly Played[]): readonly (readonly [Played, ...Played[]])[] {
  const game = ({ sides, pictures }: Played) => JSON.stringify([sides, pictures]);
  return groupedBy(fights, game) as [Played, ...Played[]][];
}

/** What a side has of a fight under the orders of the file. */
export const writtenOf = ({ asOrdered: first }: Played, player: 0 | 1): Estimate | undefined =>
  first === undefined || player === 0 ? first : turned(first);

/** Those orders, by the experiment that gives them where there are several. */
export function writtenName(fights: readonly Played[], { experiment }: Played, language: Language): string {
  const { playWritten } = claimIn(language);
  const isOne = fights.every((other) => other.experiment === experiment);
  return isOne ? playWritten : `${playWritten} (${language.experiment(experiment)})`;
}

/** The same in a sentence, beside best play. */
export function writtenText(
  fight: Played,
  player: 0 | 1,
  names: readonly [string, string],
  language: Language,
): string | undefined {
  const before = writtenOf(fight, player);
  if (before === undefined) return undefined;
  const change = fight.sides[player].value - before.value;
  // Both are summed in doubles, in another order.
  const isSame = Math.abs(change) < 1e-12;
  const win = winText(before, language);
  return isSame
    ? language.say`${names[player]} win ${win} with the orders as written, as with best play of both sides.`
    : language.say`${names[player]} win ${win} with the orders as written and ${shareText(fight.sides[player].value, language)} with best play of both sides (${changeOf(change, true, language)}).`;
}

/** Who has more of a fight when both play their best. */
export const betterOf = ({ sides: [first, second] }: Played): 0 | 1 => (second.value > first.value ? 1 : 0);

/** What belongs to it: the orders of the file, what to do, what to fear. */
function detailsOf(fight: Played, names: readonly [string, string], language: Language): string[] {
  const written = writtenText(fight, betterOf(fight), names, language);
  return [
    ...(written === undefined ? [] : [`  ${written}`]),
    ...SEATS.flatMap((player) => adviceOf(fight, player, names, language)),
  ];
}

const plansTable = ({ sides }: Played, names: readonly [string, string], language: Language): Block => ({
  head: [language.say`the same order every turn`, language.say`wins at least`, language.say`less than best play`],
  rows: sides.flatMap(({ plans }, i) =>
    plans.map(({ order, secured, loss }): Entry[] => [
      language.say`${names[i]!}: ${orderText(order, language)}`,
      { text: shareText(secured, language), heat: secured },
      lossText(loss, language),
    ]),
  ),
});

/** The shortest beginnings that tell words apart. */
export function lettersOf(words: readonly string[]): string[] {
  return words.map((word) => {
    let length = 1;
    while (length < word.length && words.some((other) => other !== word && other.startsWith(word.slice(0, length))))
      length++;
    const letters = word.slice(0, length);
    return letters.charAt(0).toUpperCase() + letters.slice(1);
  });
}

/** The order that is given most, and that it is one of several. */
const mostOf = (shares: readonly number[]) => shares.indexOf(Math.max(...shares));
const isMixed = (shares: readonly number[]): boolean => Math.max(...shares) <= 1 - WHOLE;

/** `A`, `Ma 63`, `A 99.6`, `·`. */
export function squareText(shares: readonly number[] | null, letters: readonly string[], { plain }: Language): string {
  if (shares === null) return "·";
  const most = mostOf(shares);
  const share = shares[most]! * 100;
  return isMixed(shares) ? `${letters[most]!} ${plain(Number(share.toFixed(share < 99 ? 0 : 1)))}` : letters[most]!;
}

/**
 * What stands in the squares of some pictures of a fight: the letters, shares and marks that occur, once where both
 * sides have the same orders.
 */
export function playKeys({ sides }: Played, pictures: readonly OrderPicture[], language: Language): string[] {
  const squares = pictures.flatMap((picture) => picture.squares.map(({ shares }) => ({ side: picture.side, shares })));
  const keys = sides.flatMap(({ orders }, i) => {
    const used = squares.flatMap(({ side, shares }) => (side === SIDES[i] && shares !== null ? [mostOf(shares)] : []));
    const letters = orderLetters(orders, language);
    return orders.flatMap((order, o) =>
      used.includes(o) ? language.say`${letters[o]!} ${orderText(order, language)}` : [],
    );
  });
  const told = [
    ...(keys.length === 0 ? [] : [[...new Set(keys)].join(", ")]),
    ...(squares.some(({ shares }) => shares !== null && isMixed(shares))
      ? [language.say`a number is the share of that order in per cent`]
      : []),
    ...(squares.some(({ shares }) => shares === null) ? [language.say`· makes no difference`] : []),
  ];
  return told.length === 0 ? [] : [`${told.join(language.check.semicolon)}.`];
}

const SIDES = ["first", "second"] as const;
const SEATS = [0, 1] as const;

function pictureBlocks(
  picture: OrderPicture,
  fight: Played,
  names: readonly [string, string],
  language: Language,
): Block[] {
  const { say } = language;
  const player = picture.side === "first" ? 0 : 1;
  const letters = orderLetters(fight.sides[player].orders, language);
  const across = [...new Set(picture.squares.map(({ enemyReady }) => enemyReady))];
  const down = [...new Set(picture.squares.map(({ ready }) => ready))];
  return [
    {
      sentences: [
        say`What ${names[player]!} order in turn ${picture.turn}: a row for each number of them ready, a column for each number of ${names[1 - player]!} ready, all others out. Bars show how often they win.`,
        ...playKeys(fight, [picture], language).map((key) => `  ${key}`),
      ],
      isDrawn: true,
    },
    {
      isDrawn: true,
      head: [say`ready`, ...across.map(String)],
      rows: down.map((ready): Entry[] => [
        String(ready),
        ...across.map((enemyReady): Entry => {
          const square = picture.squares.find((one) => one.ready === ready && one.enemyReady === enemyReady)!;
          return { text: squareText(square.shares, letters, language), heat: square.value };
        }),
      ]),
    },
  ];
}

/** A terminal shows the second turn and the last; the others are in the page and in the file. */
function shownPictures({ pictures }: Played): OrderPicture[] {
  const turns = pictures.map(({ turn }) => turn);
  const shown = [Math.min(...turns), Math.max(...turns)];
  return pictures.filter(({ turn }) => shown.includes(turn));
}

/** Fights by who meets whom in what experiment: those of one group differ by their modifiers. */
const meetingsOf = (fights: readonly Played[]): Played[][] =>
  groupedBy(fights, ({ experiment, attacker, defender }) => [experiment, attacker, defender].join("~"));

/**
 * What to order in the first fight, who leads it first; then a sentence for each other, under who meets whom; of a
 * game that was told before, that it is the same.
 */
export function playLead({ fights }: Pick<Playing, "fights">, result: Result): string[] {
  const language = languageFor(result);
  const distinct = distinctFights(fights);
  const rules = fights.slice(0, 1).flatMap((fight) => {
    const names = sidesOf(fight, language);
    const told = SEATS.map((player) => adviceOf(fight, player, names, language)[0]!.trim());
    return betterOf(fight) === 0 ? told : told.toReversed();
  });
  return [
    ...rules,
    ...meetingsOf(distinct.map(([fight]) => fight)).flatMap((group) => {
      const worths = worthTexts(group, language);
      if (group[0] === fights[0]) return worths;
      const title = (group.length === 1 ? titleIn : meetingTitle)(fights, group[0]!, result);
      return [
        language.goals.line(title, leadOf(group[0]!, sidesOf(group[0]!, language), language)),
        ...worths.map((text) => `  ${text}`),
      ];
    }),
    ...distinct.flatMap(([first, ...others]) => others.map((fight) => sameText(first, fight, fights, result))),
  ];
}

/** What the modifiers of a group of fights are worth to who leads its first, the most first, and with what both open then. */
function worthTexts(group: readonly Played[], language: Language): string[] {
  const player = betterOf(group[0]!);
  const gain = ({ sides }: Played) => sides[player].value - group[0]!.sides[player].value;
  const [, ...others] = ranked(group, player);
  return others.map((fight) => {
    const win = language.say`${shareText(fight.sides[player].value, language)} (${changeOf(gain(fight), true, language)})`;
    const opening = opensText(fight, sidesOf(fight, language), language);
    return language.say`With ${language.sets(fight.modifiers)}, ${sidesOf(fight, language)[player]} win ${win}; ${opening}.`;
  });
}

/** That a fight is the same game as another, and what comes of the orders that the file gives in it. */
function sameText(first: Played, fight: Played, fights: readonly Played[], result: Result): string {
  const language = languageFor(result);
  const names = sidesOf(fight, language);
  const sets = language.sets(first.modifiers);
  const plain = language.experiment(first.experiment);
  const other = first.experiment === fight.experiment ? sets : isBase(first) ? plain : `${plain}, ${sets}`;
  const same = language.say`${titleIn(fights, fight, result)}: best play is the same as in “${other}”.`;
  const written = writtenText(fight, betterOf(fight), names, language);
  return written === undefined ? same : `${same} ${written}`;
}

/** What modifiers are worth under best play, beside what they are worth under the orders of the file. */
function worthBlocks(fights: readonly Played[], result: Result, language: Language): Block[] {
  return meetingsOf(fights).flatMap((group): Block[] => {
    if (group.length < 2) return [];
    const base = group.find(({ modifiers }) => modifiers.join() === "base") ?? group[0]!;
    const change = (now: number | undefined, before: number | undefined) =>
      now === undefined || before === undefined ? "" : changeOf(now - before, true, language);
    // All in the view of who leads the page.
    const player = betterOf(base);
    const rows = ranked(group, player).map((fight): Entry[] => {
      const { value } = fight.sides[player];
      const written = writtenOf(fight, player);
      return [
        language.sets(fight.modifiers),
        { text: shareText(value, language), heat: value },
        fight === base ? "" : change(value, base.sides[player].value),
        written === undefined ? "–" : winText(written, language),
        fight === base ? "" : change(written?.value, writtenOf(base, player)?.value),
      ];
    });
    return [
      { heading: meetingTitle(fights, base, result) },
      { head: language.play.worthHead(sidesOf(base, language)[player], writtenName(fights, base, language)), rows },
    ];
  });
}

/**
 * Who meets whom. Best play leaves the orders of the file alone: titles of experiments, which may tell of those, say
 * which game is meant only where the same units meet in several.
 */
export function meetingTitle(fights: readonly Played[], fight: Played, result: Result): string {
  const isSame = ({ attacker, defender }: Played) => attacker === fight.attacker && defender === fight.defender;
  const games = new Set(distinctFights(fights).flatMap(([one]) => (isSame(one) ? one.experiment : [])));
  const pair = games.size === 1 && games.has(fight.experiment) ? languageFor(result).pair(fight) : "";
  return pair || cellTitle(result, { ...fight, modifiers: ["base"] });
}

/** A fight among others of the same units: the plain one is told apart from what all of them come to. */
function titleIn(fights: readonly Played[], fight: Played, result: Result): string {
  const isAlone = meetingsOf(fights).some(([first, ...others]) => first === fight && others.length === 0);
  const title = meetingTitle(fights, fight, result);
  return isAlone && isBase(fight) ? title : `${title}, ${languageFor(result).sets(fight.modifiers)}`;
}

/** What best play is worth, then what to do, fight by fight. */
export function playDocument({ fights, unsolved }: Playing, result: Result): Document {
  const language = languageFor(result);
  const { play, say } = language;
  const last = unsolved.map(({ cell, reason }) => play.unsolved(cell, language.saying(reason)));
  return {
    title: say`${titleOf(result)}: best play`,
    blocks: [
      ...worthBlocks(fights, result, language),
      ...distinctFights(fights).flatMap(([fight, ...others]): Block[] => {
        const names = sidesOf(fight, language);
        const shown = shownPictures(fight);
        return [
          { heading: titleIn(fights, fight, result), cell: fight.cell },
          {
            sentences: [leadOf(fight, names, language), ...detailsOf(fight, names, language)],
            folded: say`What to order, and what to fear`,
          },
          // A page has said so among its findings.
          ...(others.length === 0
            ? []
            : [{ sentences: others.map((other) => sameText(fight, other, fights, result)), folded: "" }]),
          plansTable(fight, names, language),
          ...shown.flatMap((picture) => pictureBlocks(picture, fight, names, language)),
          ...(shown.some(({ turn }) => turn === 1) || shown.length === 0
            ? []
            : [
                {
                  sentences: [play.firstTurn],
                  isDrawn: true,
                },
              ]),
        ];
      }),
      {
        sentences: last,
        notes:
          fights.length > 0
            ? [
                language.say`A draw is half a win.`,
                say`The whole policy, state by state: --csv, or play.csv and play.json with --out DIR.`,
              ]
            : [],
      },
    ],
    ...madeBy(result),
  };
}
