/** The reference: what a rule says, what an option chooses, what may stand in a scenario. */
import type { LanguageTag } from "../../scenario/languages.ts";
import { f } from "./french.ts";

const en = {
  options: (ruleset: string) =>
    `Options of ${ruleset}: what its rule texts leave open. Set them under options: in a scenario.`,
  byDefault: "  [default]",
  anyWhole: "any whole number is accepted",
  option: (name: string, question: string) => `option ${name}: ${question}`,
  inTheCode: (where: string) => `in the code: ${where}`,
  rulesFound: "rules",
  optionsFound: "options",
  fieldsFound: "numbers and fields",
  moreFound: (more: number) => `… and ${more} more: add a word`,
  caseOf: "a case of the tests of these rules:",
  scenario: "a scenario",
  kind: (kind: string) => `, kind ${kind}`,
  takes: (what: string, isRequired: boolean) => `takes ${what}${isRequired ? "; must be given" : ""}`,
  anything: "anything",
  reportsSay: (text: string) => `reports say: … ${text}`,
  whoWins: (metric: string) => `who wins is its metric ${metric}: first, second or draw`,
  measured: (metrics: string) => `measured: ${metrics}`,
  such: (example: string) => `for example ${example}`,
  whole: "for example, in full:",
  measuredHere: "measured, and what it comes to there:",
  onAverage: (mean: string) => `${mean} on average`,
  tryIt: (command: string) => `try it: ${command}`,
  below: "below it:",
  child: (path: string, takes: string, isRequired: boolean, text: string) =>
    `${path}: ${takes}${isRequired ? ", required" : ""}${text === "" ? "" : `. ${text}`}`,
  kinds: (kinds: string) => `kinds of experiments: ${kinds}`,
  more: (command: string) => `more: ${command}`,
  /** The whole format as a page. */
  format: (ruleset: string) => `The format of ${ruleset} scenarios`,
  made: (ruleset: string) =>
    `Made from the schema by \`npm run schemas\`; \`crible explain field ${ruleset} PATH\` prints an entry. A field with * must be given.`,
  scenarioTitle: "A scenario",
  tableHead: "| field | takes | for example | |",
  prosaic: (text: string, winner: string | undefined) =>
    `Reports say: … ${text}.${winner === undefined ? "" : ` Who wins is its metric \`${winner}\`: the first side, the second, or a draw.`}`,
  metricHead: "| measured | there |",
  isDefault: "default",
  optionItem: (name: string, id: string, question: string, readings: readonly string[]) =>
    `- \`${name}\` (${id}): ${question} ${readings.join("; ")}`,
  prose: {
    units:
      "Who takes part, by name. Experiments name units; a modifier set patches them; `--set units.NAME.field=…` changes the file.",
    vehicles: "Vehicles, by name: wherever an experiment takes a unit that may be one.",
    weapons: "What units carry, by name.",
    modifierSets:
      "A named change: of the attacker, the defender, the situation, the options or the rules. Each entry of an experiment's `with` is one cell: a set, or a list of sets applied from left to right; `all` is every combination of the sets marked `factor: true`.",
    experiments:
      "A question, by name: its `kind`, who takes part, the situation. Lists of attackers and defenders make a matrix. What each kind counts is its metrics; the first is its main one.",
    options: "Readings of sentences that the rule text leaves open. A result names those that differ from the default.",
  },
  /** What fields mean that every ruleset has, where the schema does not say it. */
  fields: {} as Readonly<Record<string, string>>,
};

const fr: typeof en = {
  options: (ruleset) =>
    f`Options de ${ruleset} : ce que ses règles laissent ouvert. À choisir sous options: dans un scénario.`,
  byDefault: "  [par défaut]",
  anyWhole: "tout nombre entier est accepté",
  option: (name, question) => f`option ${name} : ${question}`,
  inTheCode: (where) => f`dans le code : ${where}`,
  rulesFound: "règles",
  optionsFound: "options",
  fieldsFound: "nombres et champs",
  moreFound: (more) => f`… et ${more} de plus : ajouter un mot`,
  caseOf: f`un cas des tests de ces règles :`,
  scenario: "un scénario",
  kind: (kind) => `, genre ${kind}`,
  takes: (what, isRequired) => f`prend ${what}${isRequired ? f` ; obligatoire` : ""}`,
  anything: "n’importe quoi",
  reportsSay: (text) => f`les rapports disent : … ${text}`,
  whoWins: (metric) => f`le vainqueur est sa mesure ${metric} : first, second ou draw`,
  measured: (metrics) => f`mesuré : ${metrics}`,
  such: (example) => f`par exemple ${example}`,
  whole: f`par exemple, en entier :`,
  measuredHere: f`ce qui est mesuré, et ce qu’on y trouve :`,
  onAverage: (mean) => f`${mean} en moyenne`,
  tryIt: (command) => f`à essayer : ${command}`,
  below: f`au-dessous :`,
  child: (path, takes, isRequired, text) =>
    f`${path} : ${takes}${isRequired ? ", obligatoire" : ""}${text === "" ? "" : `. ${text}`}`,
  kinds: (kinds) => f`genres d’expériences : ${kinds}`,
  more: (command) => f`plus : ${command}`,
  format: (ruleset) => `Le format des scénarios de ${ruleset}`,
  made: (ruleset) =>
    f`Fait du schéma ; \`crible explain field ${ruleset} CHEMIN --lang fr\` en donne une entrée. Un champ avec * est obligatoire.`,
  scenarioTitle: "Un scénario",
  tableHead: "| champ | prend | par exemple | |",
  prosaic: (text, winner) =>
    f`Les rapports disent : … ${text}.${winner === undefined ? "" : f` Le vainqueur est sa mesure \`${winner}\` : le premier camp (first), le second (second), ou une égalité (draw).`}`,
  metricHead: f`| mesuré | là |`,
  isDefault: "par défaut",
  optionItem: (name, id, question, readings) => f`- \`${name}\` (${id}) : ${question} ${readings.join(f` ; `)}`,
  prose: {
    units: f`Qui prend part, par nom. Les expériences nomment des unités ; un jeu de modificateurs les change ; \`--set units.NOM.champ=…\` change le fichier.`,
    vehicles: f`Les véhicules, par nom : partout où une expérience prend une unité qui peut en être un.`,
    weapons: "Ce que portent les unités, par nom.",
    modifierSets: f`Un changement qui a un nom : de l'attaquant, du défenseur, de la situation, des options ou des règles. Chaque entrée de \`with\` d'une expérience est un cas : un jeu, ou une liste de jeux appliqués de gauche à droite ; \`all\` est toutes les combinaisons des jeux marqués \`factor: true\`.`,
    experiments: f`Une question, par nom : son genre (\`kind\`), qui prend part, la situation. Des listes d'attaquants et de défenseurs font une matrice. Ce que compte chaque genre, ce sont ses mesures ; la première est la principale.`,
    options: f`Les lectures de phrases que la règle laisse ouvertes. Un résultat nomme celles qui diffèrent du choix par défaut.`,
  },
  fields: {
    as: "Le nom dans les identifiants des cas, quand l’unité sert plus d’une fois",
    extends: "Fichiers sur lesquels celui-ci s’appuie ; le dernier l’emporte",
    first: "Toutes les unités du premier camp d’un combat",
    joint: "Questions de plusieurs mesures dans un même essai : first.out<=1 and second.out>=3",
    labels: "La langue des rapports",
    models: "Combien dans l’unité",
    precision: "Demi-largeur à 95 % à laquelle s’arrête un cas simulé",
    question: "Ce à quoi elle doit répondre ; les expériences d’une même question ont une réponse commune",
    seed: "Un nombre entier au-dessous de 2^64, ou un texte",
    title: "Le nom dans les rapports ; un texte, ou { en: …, fr: … }",
    track: "D’autres mesures pour la référence, comme motifs",
    trials: "Essais de chaque cas simulé",
    mute: "Ce qui n’est plus dit quand c’est écrit et n’arrive jamais, par son nom",
    units: "Une unité du camp, par sa place à partir de 0",
    with: "Jeux de modificateurs, un cas chacun ; une liste dans la liste est un seul cas ; all : toutes les combinaisons des facteurs",
  },
};

const reference = { en, fr };

/** The sentences of the reference. Not among what every language carries: a page of the playground needs none of them. */
export const referenceIn = (tag: LanguageTag): typeof en => reference[tag];
