/** Where a page comes from, and how its numbers came about. */
import type { CheckResult } from "../../analysis/check-result.ts";
import type { CellResult, Result } from "../../analysis/result.ts";
import type { Language } from "../language/language.ts";
import { optionList } from "../markdown.ts";
import { trialsIn } from "../provenance.ts";
import { hasFault } from "../quality.ts";
import type { Page } from "./page.ts";

/** A path that only the sender's machine has, as a word of a command or of a sentence. */
const PLACE = /(?<=^|[\s(=])(?:'((?:[A-Za-z]:)?[\\/][^']*)'|((?:[A-Za-z]:[\\/]|\/)[^\s'()]*[^\s'(),.:;]))/gu;

/**
 * Files by their bare names, where a text has paths from the root of a machine; with their folders, where two names
 * are alike.
 */
export function withoutPlaces(text: string): string {
  const partsOf = (path: string) => path.split(/[\\/]/u);
  const all = Array.from(text.matchAll(PLACE), ([, quoted, plain]) => partsOf(quoted ?? plain!).at(-1));
  return text.replace(PLACE, (_, quoted?: string, plain?: string) => {
    const parts = partsOf(quoted ?? plain!);
    const name = parts.slice(all.filter((one) => one === parts.at(-1)).length > 1 ? -2 : -1).join("/");
    return quoted !== undefined && /[^\w./:=,+~@%-]/u.test(name) ? `'${name}'` : name;
  });
}

/** A result as a page shows it that is passed on. */
export const sharedResult = <R extends Pick<Result, "command" | "file">>(result: R): R => ({
  ...result,
  command: withoutPlaces(result.command),
  file: withoutPlaces(result.file),
});

type PageOrigin = Pick<
  Result,
  "version" | "ruleset" | "file" | "seed" | "stream" | "command" | "scenario" | "ruleIds" | "warnings"
> &
  Partial<Pick<Result, "partial" | "unreached">>;

/** Where a page says which readings it takes. */
export const READINGS = "readings";

type FoundCell = Pick<CellResult, "method" | "trials"> &
  Partial<Pick<CellResult, "verification" | "fault" | "assumptions">>;

/** Each option once. */
export const optionsOf = (cells: readonly Partial<Pick<CellResult, "options">>[]): CellResult["options"] => [
  ...new Map(
    cells
      .flatMap(({ options = [] }) => options)
      .map((option) => [`${option.name}=${JSON.stringify(option.value)}`, option]),
  ).values(),
];

export const isSimulated = ({ method }: FoundCell): boolean => method === "monte-carlo";

function trialsText(cells: readonly FoundCell[], language: Language): string {
  const exact = cells.filter(({ method }) => method === "exact").length;
  const trials = trialsIn(cells.filter(isSimulated), language);
  if (trials !== undefined)
    return exact > 0
      ? language.say`${trials} a simulated cell; ${exact} {cell is|cells are} exact`
      : language.say`${trials} a simulated cell`;
  const [checked] = cells.flatMap(({ verification }) => verification?.trials ?? []).sort((a, b) => a - b);
  return checked === undefined
    ? language.say`none{#trials}`
    : language.say`none for the numbers, which are exact; ${checked} to check each cell`;
}

/** What a picture that leaves the page says of its numbers: that they are exact, or the limits of what. */
export function foundText(cells: readonly FoundCell[], language: Language): string {
  const { page, say, check } = language;
  const trials = trialsIn(cells.filter(isSimulated), language);
  if (trials === undefined) return page.allOfThemExact;
  const limits = say`simulated, ${trials} trials: limits are at 95 %`;
  return cells.some(({ method }) => method === "exact")
    ? `${limits}${check.semicolon}${say`numbers with neither limits nor ≈ are exact`}`
    : limits;
}

/**
 * What is to be known of a page first, and its foot; `cells` are those its numbers rest on.
 * @param hasValues whether it shows chances of "at least"
 */
export function madeFrom(
  result: PageOrigin &
    Partial<Pick<CheckResult, "options">> & {
      readonly cells?: readonly (FoundCell & Partial<Pick<CellResult, "options">>)[];
    },
  language: Language,
  hasValues = true,
): Pick<Page, "notes" | "facts" | "how" | "command" | "found" | "source" | "ruleset"> {
  const { cells = [] } = result;
  const options = result.options ?? optionsOf(cells);
  return {
    notes: [
      ...(result.partial ? [language.cell.partialShort(hasFault({ cells }), result.unreached?.length)] : []),
      ...result.warnings.map((text) => language.cell.warning(language.saying(text))),
    ],
    command: result.command,
    ruleset: result.ruleset,
    found: cells.length === 0 ? "" : foundText(cells, language),
    source: [`crible ${result.version}`, result.file, ...(result.scenario === undefined ? [] : [result.scenario])].join(
      " · ",
    ),
    facts: [
      [language.say`crible`, result.version],
      [language.say`ruleset`, result.ruleset],
      [language.say`scenario{#page}`, result.file],
      ...(result.scenario === undefined ? [] : [[language.say`hash of what was computed`, result.scenario] as const]),
      [language.say`seed{#page}`, result.seed],
      [language.say`random stream`, result.stream],
      ...(cells.length > 0 ? [[language.say`trials{#page}`, trialsText(cells, language)] as const] : []),
      [
        language.say`options that differ from the book`,
        options.length === 0
          ? language.say`none{#page}`
          : options.map((one) => `${optionList([one], language)}. ${language.reading(one)}`.trim()).join(" "),
        READINGS,
      ],
      ...(result.ruleIds?.length ? [[language.say`rules involved`, result.ruleIds.join(", ")] as const] : []),
    ],
    how: [
      ...(cells.length === 0 || cells.some(({ method }) => method === "exact")
        ? [
            language.say`Exact numbers are sums over every way the dice can fall, each with its weight. Nothing was rolled, so another run gives the same.`,
          ]
        : []),
      ...(cells.length === 0 || cells.some(isSimulated)
        ? [
            language.say`Simulated numbers come from playing the rules with dice many times and counting. The interval beside a number holds the truth in 95 of 100 such reports. To make it narrower ask for a precision: --precision 0.1%.`,
            language.say`“≤ 0.03 %” was never seen: it is the largest chance that would still be missed that often. Only an exact number says 0 %.`,
          ]
        : []),
      ...(hasValues
        ? [language.say`“At least” is the chance of this many or more: it adds up the chances of all larger values.`]
        : []),
      language.say`Differences are taken before rounding: their last digit may be another than that of the numbers shown.`,
      language.say`The same scenario, seed, stream and version give this very file, byte for byte, on any machine.`,
    ],
  };
}
