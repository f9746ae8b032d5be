/** What many pairs of units show together: the ends of a matrix, what a set does over all of it, what is never seen. */
import type { CellResult } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { capital } from "./claim.ts";
import { changeOf, whatOf } from "./estimate.ts";
import { pairing } from "./format.ts";
import type { Language } from "./language/language.ts";
import { type Finding, isBase, type Summary, sizeOf, summaryOf, WEIGHT } from "./summary.ts";

interface KnownSummary {
  readonly cell: CellResult;
  readonly summary: Summary;
}

/** Pairs whose number is this near to nothing are told together. */
const NOTHING = 0.000_1;

export function acrossPairs(
  pairs: readonly (readonly CellResult[])[],
  headline: Headline,
  language: Language,
): Finding[] {
  const known = (cells: readonly CellResult[]): KnownSummary[] =>
    cells.flatMap((cell) => {
      const summary = summaryOf(cell, headline, language);
      return summary ? [{ cell, summary }] : [];
    });
  const bases = pairs.flatMap((pair) => known([pair.find(isBase) ?? pair[0]!]));
  if (bases.length === 0) return [];
  const sets = [...new Map(pairs.flat().map((cell) => [cell.modifiers.join("+"), cell.modifiers])).values()];
  return [
    ...ends(bases, pairs.flat(), headline, language),
    ...sets.flatMap((modifiers) => {
      const changes = pairs.flatMap((pair) => {
        const base = pair.find(isBase) ?? pair[0]!;
        const changed = pair.find((cell) => cell !== base && cell.modifiers.join("+") === modifiers.join("+"));
        const [before, after] = [known([base])[0], changed && known([changed])[0]];
        return before && after ? [{ cell: changed!, before: before.summary, after: after.summary }] : [];
      });
      return changes.length === 0 ? [] : [ofSet(language.owned(modifiers), changes, headline, language)];
    }),
  ];
}

/** The largest and the least number of the matrix, and how many are none at all. */
function ends(
  bases: readonly KnownSummary[],
  cells: readonly CellResult[],
  headline: Headline,
  language: Language,
): Finding[] {
  const { say } = language;
  const sorted = bases.toSorted((a, b) => b.summary.reading.value - a.summary.reading.value);
  const [most, least] = [sorted[0]!, sorted.at(-1)!];
  const nothing = sorted.filter(({ summary }) => (summary.reading.upper ?? summary.reading.value) < NOTHING);
  const name = language.experiment(most.cell.experiment);
  const first: Finding = {
    text: say`${name}, ${sorted.length} pairs: from ${least.summary.text} (${pairing(least.cell, language)}) to ${most.summary.text} (${pairing(most.cell, language)}) ${whatOf(most.summary, headline.text, language)}.`,
    weight: WEIGHT.surprise + 0.99,
    claim: {
      isNew: true,
      title: capital(
        language.say`${pairing(most.cell, language)}: ${say`${most.summary.text} ${whatOf(most.summary, headline.text, language)}`}, the most of ${sorted.length} pairs`,
      ),
      lede: [
        language.say`The least: ${pairing(least.cell, language)}, ${least.summary.text}.`,
        language.goals.line(name, language.page.cells(cells.length)),
      ],
      cells,
      headline,
      base: most.cell,
    },
  };
  if (nothing.length < 2) return [first];
  const some = nothing.slice(0, 3).map(({ cell }) => pairing(cell, language));
  const [more, named] = [nothing.length - some.length, some.join(language.check.semicolon)];
  const text =
    more > 0
      ? language.say`In ${nothing.length} of ${sorted.length} pairs the number is practically 0: ${named}; and ${more} more.`
      : language.say`In ${nothing.length} of ${sorted.length} pairs the number is practically 0: ${named}.`;
  return [first, { text, weight: WEIGHT.last }];
}

interface CellChange {
  readonly cell: CellResult;
  readonly before: Summary;
  readonly after: Summary;
}

/** What a set does over all pairs: by how much on average, where most, and where the other way. */
function ofSet(name: string, changes: readonly CellChange[], headline: Headline, language: Language): Finding {
  const { say } = language;
  const isChance = changes[0]!.after.reading.isChance;
  const by = ({ before, after }: CellChange) => after.reading.value - before.reading.value;
  const isSure = ({ before, after }: CellChange) => {
    const [a, b] = [before.reading, after.reading];
    if (a.trials === 0 && b.trials === 0) return a.value !== b.value;
    return (b.lower ?? b.value) > (a.upper ?? a.value) || (b.upper ?? b.value) < (a.lower ?? a.value);
  };
  const moved = changes.filter(isSure);
  const up = moved.filter((one) => by(one) > 0);
  const down = moved.filter((one) => by(one) < 0);
  if (moved.length === 0)
    return { text: say`${name} changes none of the ${changes.length} pairs.`, weight: WEIGHT.surprise };
  const mean = changes.reduce((sum, one) => sum + by(one), 0) / changes.length;
  const most = moved.reduce((a, b) => (Math.abs(by(b)) > Math.abs(by(a)) ? b : a));
  const isTorn = up.length > 0 && down.length > 0;
  const size = changes.reduce((sum, { before, after }) => sum + sizeOf(after, before), 0) / changes.length;
  const text = isTorn
    ? say`${name} raises ${up.length} of ${changes.length} pairs and lowers ${down.length}`
    : moved.length < changes.length
      ? say`${name}: ${changeOf(mean, isChance, language)} on average, no effect in ${changes.length - moved.length} of ${changes.length} pairs`
      : say`${name}: ${changeOf(mean, isChance, language)} on average`;
  return {
    text: say`${text}; most for ${pairing(most.cell, language)} (from ${most.before.text} to ${most.after.text} ${whatOf(most.after, headline.text, language)}).`,
    weight: (isTorn ? WEIGHT.surprise : WEIGHT.effect) + Math.min(0.98, size),
  };
}
