import type { OptionDocs } from "../options.ts";

/** What the rule texts leave open about the rally phase of soldiers. */
export const RALLY_OPTIONS = {
  pinnedEnds: {
    id: "QA-16",
    question: "Pinned ends at the end of the turn, says one text; with a test that can fail, says the other.",
    readings: [
      { value: "test", meaning: "a pin test each rally phase" },
      { value: "auto", meaning: "of itself, at the next unpinning" },
    ],
  },
  implacableUnpins: {
    id: "QA-17",
    question:
      "An implacable soldier who was pinned by a wound roll: does he pass the test of the rally phase unrolled?",
    readings: [
      { value: true, meaning: "yes" },
      { value: false, meaning: "no, he rolls like anyone" },
    ],
  },
  medikitUses: {
    id: "QA-19",
    question: "How often does a medikit turn a care roll into pinned?",
    readings: [
      { value: "unlimited", meaning: "every care roll" },
      { value: { perTurn: 1 }, meaning: "so many a turn and unit", fields: { perTurn: [1, 1_000] } },
      { value: { perGame: 1 }, meaning: "so many a game and unit", fields: { perGame: [1, 1_000] } },
    ],
  },
  medikitOnDamage: {
    id: "QA-20",
    question: "Does a medikit also work on the wound roll that follows a hit?",
    readings: [
      { value: false, meaning: "no, only on care rolls" },
      { value: true, meaning: "yes: a wound roll of down or out becomes pinned" },
    ],
  },
  sacrificeScope: {
    id: "QA-21",
    question: "Whom does the call to sacrifice raise?",
    readings: [
      { value: "unit", meaning: "the pinned and down soldiers of the bearer's unit" },
      { value: "side", meaning: "those of every unit of his side" },
    ],
  },
  sacrificeUses: {
    id: "QA-21",
    question: "How often may the call to sacrifice be made in a game?",
    readings: [{ value: 1, meaning: "once" }],
    anyInteger: true,
    between: [1, 1_000],
  },
  gladiatorRolls: {
    id: "QA-42",
    question: "A gladiator with several pinned enemies in contact.",
    readings: [
      { value: "perEnemy", meaning: "one die for each of them" },
      { value: "once", meaning: "one die, at the first of them" },
    ],
  },
} as const satisfies OptionDocs;
