/** What only the page says. */
import type { Say } from "../../rule/say.ts";

export const page = (say: Say) => ({
  marks: {
    pass: say`✓`,
    fail: say`✗`,
    inconclusive: say`?`,
  },
  numbersTitle: say`Numbers`,
  charts: say`Charts`,
  number: say`number`,
  before: say`before`,
  now: say`now`,
  checked: say`Numbers checked`,
  faults: say`Names that only one side has`,
  cells: (n: number): string => say`${n} {cell|cells}`,
  cellsTitle: say`Every cell`,
  details: say`Every value`,
  column: {
    attacker: say`attacker`,
    defender: say`defender`,
    mean: say`mean`,
    sd: say`spread (sd)`,
    median: say`median`,
    range: say`nine times in ten`,
    method: say`how`,
  },
  everyValue: say`Every value of every cell is in outcomes.csv.`,
  /** Below a picture or a table that left the page: how its numbers were found. */
  allOfThemExact: say`every number is exact{#page}`,
  wordsTitle: say`The words of this page`,
  /** Words that pages use, and what they mean. */
  words: [
    [
      say`margin{#word}`,
      say`A change that small makes no difference to the game: what moved by less counts as unmoved. Unless --margin says otherwise, 1 pp of a chance and 2 % of a mean.`,
    ],
    [say`pp{#word}`, say`Percentage points: from 20 % to 25 % is 5 pp. Points alone are what units cost.`],
    [
      say`p{#word}`,
      say`How often chance alone strays this far or farther: only a very small p speaks against an answer.`,
    ],
    [say`base{#word}`, say`The experiment as it is written, without any modifier set.`],
    [say`swing{#word}`, say`From one lower to one higher of a characteristic; a die that must show less is better.`],
    [say`their sum{#word}`, say`What each factor gives alone, added up.`],
    [say`factor{#word}`, say`A modifier set that is switched on and off, so that its part in the result is seen.`],
    [say`list pts{#word}`, say`Points that the army list gives for the models that were lost.`],
    [say`frontier{#word}`, say`The units that no unit of the same price or less outdoes.`],
    [
      say`even price{#word}`,
      say`The price at which equal points win equally often. ≈ marks a price between simulated chances.`,
    ],
    [
      say`whole models{#word}`,
      say`There is no half model: the even price lies between those of the two nearest fights, of which each side wins one more often.`,
    ],
    [
      say`best play{#word}`,
      say`Orders that secure the most, whatever the enemy orders. Where several are mixed, each has its share.`,
    ],
    [
      say`orders as written{#word}`,
      say`The orders and policies that the experiment gives in the file, whatever comes of them.`,
    ],
    [say`drift{#word}`, say`A difference that is shown to be larger than its margin.`],
    [
      say`baseline{#word}`,
      say`The numbers that were accepted last, in a file beside the scenario. A check compares with them.`,
    ],
    [
      say`false alarm{#word}`,
      say`A check that fails though nothing moved, because the dice of a simulation fell unusually. Exact numbers give none.`,
    ],
    [
      say`inconclusive{#word}`,
      say`Not shown to have moved by more than the margin, and not shown to have stayed within it: more trials decide.`,
    ],
    [say`median{#word}`, say`Half of all cases have this many or fewer.`],
    [say`nine times in ten{#word}`, say`At most one case in twenty is lower, and at most one is higher.`],
    [say`spread{#word}`, say`How far a number usually lies from its mean: the standard deviation.`],
    [
      say`rating{#word}`,
      say`The strength of a unit in one number: 0 is the mean of the field, 400 points more win ten fights for each one lost.`,
    ],
    [say`dominate{#word}`, say`To be at least as good against everybody, and better against somebody.`],
    [say`auto-include{#word}`, say`A unit that no other outdoes against anybody.`],
    [say`never worth taking{#word}`, say`Against every enemy some other unit does better.`],
    [say`circle{#word}`, say`Three units of which each beats the next.`],
    [say`rule of thumb{#word}`, say`One condition and two orders, judged against an enemy who knows the rule.`],
    [say`brought{#word}`, say`How often a player whose choice nobody can exploit takes a unit.`],
    [say`draw{#word}`, say`Nobody wins. Rankings, even prices and best play count it as half a win.`],
    [
      say`exchange ratio{#word}`,
      say`The price at which a unit loses as many points as it takes in one exchange of fire or blows.`,
    ],
    [
      say`on average{#word}`,
      say`For a count: the mean over everything the dice can do. For a factor: the mean over every choice of the others.`,
    ],
    [say`off the target{#word}`, say`How far a number lies above (+) or below (−) the target.`],
    [say`equivalent{#word}`, say`Shown to differ by no more than the margin.`],
    [say`goal{#word}`, say`What the file wants a number to be. Otherwise a check fails.`],
    [
      say`house readings{#word}`,
      say`A sentence that the rules leave open, read otherwise than by default: the options of the file.`,
    ],
    [say`health checks{#word}`, say`Tests of the simulation itself, such as whether its two halves agree.`],
    [say`cell{#word}`, say`One attacker against one defender, in one situation, with one choice of modifier sets.`],
  ] as const,
});
