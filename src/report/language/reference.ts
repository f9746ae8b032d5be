/** The reference: what a rule says, what an option chooses, what may stand in a scenario. */
import type { Say } from "../../rule/say.ts";

/** The sentences of the reference. Not among what every language carries: a page of the playground needs none of them. */
export const referenceIn = ({ say }: { readonly say: Say }) => ({
  options: (ruleset: string): string =>
    say`Options of ${ruleset}: what its rule texts leave open. Set them under options: in a scenario.`,
  byDefault: say`  [default]`,
  anyWhole: say`any whole number is accepted`,
  option: (name: string, question: string): string => say`option ${name}: ${question}`,
  inTheCode: (where: string): string => say`in the code: ${where}`,
  rulesFound: say`rules`,
  optionsFound: say`options`,
  fieldsFound: say`numbers and fields`,
  moreFound: (more: number): string => say`… and ${more} more: add a word`,
  caseOf: say`a case of the tests of these rules:`,
  scenario: say`a scenario`,
  kind: (kind: string): string => say`, kind ${kind}`,
  takes: (what: string, isRequired: boolean): string =>
    isRequired ? say`takes ${what}; must be given` : say`takes ${what}`,
  reportsSay: (text: string): string => say`reports say: … ${text}`,
  whoWins: (metric: string): string => say`who wins is its metric ${metric}: first, second or draw`,
  measured: (metrics: string): string => say`measured: ${metrics}`,
  such: (example: string): string => say`for example ${example}`,
  whole: say`for example, in full:`,
  measuredHere: say`measured, and what it comes to there:`,
  tryIt: (command: string): string => say`try it: ${command}`,
  below: say`below it:`,
  child: (path: string, takes: string, isRequired: boolean, text: string): string =>
    isRequired
      ? text === ""
        ? say`${path}: ${takes}, required`
        : say`${path}: ${takes}, required. ${text}`
      : text === ""
        ? say`${path}: ${takes}`
        : say`${path}: ${takes}. ${text}`,
  kinds: (kinds: string): string => say`kinds of experiments: ${kinds}`,
  more: (command: string): string => say`more: ${command}`,
  /** The whole format as a page. */
  format: (ruleset: string): string => say`The format of ${ruleset} scenarios`,
  made: (ruleset: string): string =>
    say`Made from the schema by \`npm run schemas\`; \`crible explain field ${ruleset} PATH\` prints an entry. A field with * must be given.`,
  scenarioTitle: say`A scenario`,
  tableHead: say`| field | takes | for example | |`,
  prosaic: (text: string, winner: string | undefined): string =>
    winner === undefined
      ? say`Reports say: … ${text}.`
      : say`Reports say: … ${text}. Who wins is its metric \`${winner}\`: the first side, the second, or a draw.`,
  metricHead: say`| measured | there |`,
  isDefault: say`default`,
  optionItem: (name: string, id: string, question: string, readings: readonly string[]): string =>
    say`- \`${name}\` (${id}): ${question} ${readings.join(say`; `)}`,
  prose: {
    units: say`Who takes part, by name. Experiments name units; a modifier set patches them; \`--set units.NAME.field=…\` changes the file.`,
    vehicles: say`Vehicles, by name: wherever an experiment takes a unit that may be one.`,
    weapons: say`What units carry, by name.`,
    modifierSets: say`A named change: of the attacker, the defender, the situation, the options or the rules. Each entry of an experiment's \`with\` is one cell: a set, or a list of sets applied from left to right; \`all\` is every combination of the sets marked \`factor: true\`.`,
    experiments: say`A question, by name: its \`kind\`, who takes part, the situation. Lists of attackers and defenders make a matrix. What each kind counts is its metrics; the first is its main one.`,
    options: say`Readings of sentences that the rule text leaves open. A result names those that differ from the default.`,
  },
});
