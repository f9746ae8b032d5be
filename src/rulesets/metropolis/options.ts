import { listed, type OptionDocs, type OptionsOf } from "../options.ts";

/** What the reference sheet leaves open, and the readings a designer can switch. The default comes first. */
const DOCS = {
  naturalRule: {
    id: "QB-01",
    question: "A natural 1 always fails and a natural 10 always succeeds: the note stands under shooting only.",
    readings: [
      { value: "all", meaning: "every D10 roll" },
      { value: "shooting", meaning: "rolls to hit when shooting only" },
    ],
  },
  modifierStage: {
    id: "QB-02",
    question: "Is a modifier of melee and rally added before or after the table's limits of 2+ and 10+?",
    readings: [
      { value: "afterTable", meaning: "after: it is added to the die" },
      {
        value: "beforeTable",
        meaning: "before: it shifts the row of the table, and 2+ and 10+ still limit the result",
      },
    ],
  },
  movedModifier: {
    id: "QB-08",
    question: "The −1 for shooting at a unit that has moved: who moved?",
    readings: [
      { value: "target", meaning: "the target" },
      { value: "shooter", meaning: "the shooter" },
    ],
  },
  coverShooting: {
    id: "QB-10",
    question: "What cover costs who shoots; the sheet has no modifier.",
    readings: [
      { value: 0, meaning: "nothing" },
      { value: -1, meaning: "−1 on the roll to hit" },
      { value: -2, meaning: "−2 on the roll to hit" },
    ],
  },
  hitAllocation: {
    id: "QB-11",
    question: "The owner of the target distributes the hits: how?",
    readings: [
      {
        value: "woundedFirst",
        meaning: "each wound goes to the model already wounded, then to the next: none is lost",
      },
      {
        value: "spread",
        meaning: "hits are dealt one by one over the models before damage; what one cannot take is lost",
      },
      { value: "concentrate", meaning: "all hits on one model, a wounded one first; what it cannot take is lost" },
    ],
  },
  meleeOrder: {
    id: "QB-12",
    question: "Do the two sides of a melee strike at the same time?",
    readings: [
      { value: "simultaneous", meaning: "yes: models that fall still strike" },
      { value: "chargerFirst", meaning: "a side that charged alone strikes first, what is left strikes back" },
    ],
  },
  meleeWinner: {
    id: "QB-14",
    question: "Who wins a melee?",
    readings: [
      { value: "mostWounds", meaning: "who inflicted more wounds; equal: nobody" },
      { value: "mostRemoved", meaning: "who removed more models; equal: nobody" },
    ],
  },
  moraleDifficulty: {
    id: "QB-15",
    question: "The difficulty of morale and rally tests of CD.",
    readings: [{ value: 4, meaning: "4, as for every test that names none" }],
    anyInteger: true,
    between: [1, 10],
  },
  rallyModifiersOnMorale: {
    id: "QB-16",
    question: "Do the rally modifiers for enemies in sight count in morale tests too?",
    readings: [
      { value: false, meaning: "no, for rallying only" },
      { value: true, meaning: "yes" },
    ],
  },
  rallyModifiers: {
    id: "QB-17",
    question: "Enemies at both short and medium range: which rally modifier?",
    readings: [
      { value: "worst", meaning: "the worse of the two" },
      { value: "sum", meaning: "both" },
    ],
  },
  halfIs: {
    id: "QB-18",
    question: "A failed morale test with exactly half of the unit left.",
    readings: [
      { value: "panic", meaning: "panic" },
      { value: "rout", meaning: "rout" },
    ],
  },
  reactionStat: {
    id: "QB-22",
    question: "Which stat does a reaction test use?",
    readings: [
      { value: "command", meaning: "CD" },
      { value: "shooting", meaning: "SH" },
    ],
  },
} as const satisfies OptionDocs;

/** Every option of the ruleset. */
export const OPTIONS = listed(DOCS);

export type Options = OptionsOf<typeof DOCS>;
