/** What the playground calls choices that no report has a word for. */

/** The French of what is chosen, where the ruleset has no word of a report for it. */
const CHOICES: Readonly<Record<string, string>> = {
  even: "égale",
  focus: "concentrée",
  worst: "la pire",
  fair: "au sort",
  melee: "mêlée",
  loss: "pertes",
  save: "sauvegarde",
  target: "la cible",
  other: "un autre",
  all: "tous",
  one: "un seul",
  halve: "moitié",
  minusOne: "un de moins",
  zero: "aucun dégât",
  firstFailedSave: "première sauvegarde ratée",
};

/** What a value of a choice is called, where reports have no word for it. */
export const choiceLabel = (name: string, tag: string): string =>
  tag === "fr" && Object.hasOwn(CHOICES, name) ? CHOICES[name]! : name;
