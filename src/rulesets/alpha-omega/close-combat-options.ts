import type { OptionDocs } from "../options.ts";

/** What the rule texts leave open about close combat. */
export const CLOSE_COMBAT_OPTIONS = {
  uncertainWounded: {
    id: "QA-29",
    question:
      "Uncertain result: the lower initiative is hit first, and strikes back unless wounded. When is he wounded?",
    readings: [
      { value: "failedSave", meaning: "as soon as he failed his save, even if the wound roll only pins him" },
      { value: "downOrOut", meaning: "only when he is down or out" },
    ],
  },
  uncertainPinTest: {
    id: "QA-30",
    question: "Does a soldier who saves a hit of an uncertain result make a pin test?",
    readings: [
      { value: false, meaning: "no: the status quo persists" },
      { value: true, meaning: "yes, as after any saved hit" },
    ],
  },
  pinnedInMelee: {
    id: "QA-31",
    question: "A soldier pinned in a fight: does he stay pinned, or stand up at once because he is engaged?",
    readings: [
      { value: "persist", meaning: "pinned until he is unpinned at rally, or a new fight makes him stand up" },
      { value: "standUp", meaning: "he stands up as soon as his duel is over, and fights on at −2" },
    ],
  },
  lonePinned: {
    id: "QA-32",
    question: "The lone soldier of a complex duel is pinned with duels still to come (and stays so, QA-31).",
    readings: [
      { value: "minusTwo", meaning: "he fights on at −2" },
      { value: "none", meaning: "he fights on without a malus" },
      { value: "stops", meaning: "he cannot fight: the remaining duels are not fought" },
    ],
  },
  hitCap: {
    id: "QA-35",
    question: "Three hits in a sequence of duels, or hits on three opponents?",
    readings: [
      {
        value: { hits: 3 },
        meaning: "so many hits in all; those of uncertain results count",
        fields: { hits: [1, 20] },
      },
      {
        value: { opponents: 3 },
        meaning: "all his hits on each of so many opponents",
        fields: { opponents: [1, 5] },
      },
      { value: "none", meaning: "no limit" },
    ],
  },
  hitPolicy: {
    id: "QA-36",
    question: "A soldier may spare hits for opponents still to come. When does he?",
    readings: [
      { value: "greedy", meaning: "never: every hit he can inflict, at once" },
      { value: "oneEach", meaning: "he keeps one hit for each opponent to come, as far as they reach" },
      { value: "optimal", meaning: "whenever that raises the number of opponents he puts down or out on average" },
    ],
  },
  uncertainAfterCap: {
    id: "QA-37b",
    question: "An uncertain result when the lone soldier has no hit left: he saved, and touched nobody.",
    readings: [
      { value: "noTest", meaning: "no pin test: the status quo persists" },
      { value: "test", meaning: "a pin test: touched, not wounded, without a touch of his own is a loss" },
    ],
  },
  aimedCloseCombat: {
    id: "QA-39",
    question: "Does aimed cost 4 in close combat even for a soldier who did not fire?",
    readings: [
      { value: "always", meaning: "yes, as written" },
      { value: "whenFired", meaning: "only if he fired, as with manoeuvre and move" },
    ],
  },
  pinnedMeleeMalus: {
    id: "QA-39b",
    question: "A pinned soldier fights at −2: together with the malus of the order he had?",
    readings: [
      { value: "worst", meaning: "the worse of the two" },
      { value: "pinnedOnly", meaning: "the −2 alone: he has lost his order" },
      { value: "sum", meaning: "both" },
    ],
  },
} as const satisfies OptionDocs;
