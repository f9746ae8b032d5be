import type { OptionDocs } from "../options.ts";

/** What the rule texts leave open about armoured vehicles. */
export const ARMOUR_OPTIONS = {
  piercingFromSave: {
    id: "QA-44",
    question: "The worked example calls a save modifier piercing. Is the piercing of a weapon its save modifier?",
    readings: [
      { value: false, meaning: "no: two numbers of the weapon" },
      { value: "negate", meaning: "yes: the save modifier with its sign changed" },
    ],
  },
  sectionOverflow: {
    id: "QA-46",
    question: "Points beyond what a section has left, and hits on a section that is destroyed.",
    readings: [
      { value: "lost", meaning: "lost" },
      { value: "tank", meaning: "taken off the tank section" },
    ],
  },
  explosion: {
    id: "QA-48",
    question: "What does the explosion of a vehicle cause? The sentence breaks off.",
    readings: [
      { value: "none", meaning: "the vehicle is gone, nobody else is hurt" },
      {
        value: { hits: 1, saveModifier: 0 },
        meaning: "so many hits on each soldier of the nearest unit",
        fields: { hits: [1, 20], saveModifier: [-20, 20] },
      },
    ],
  },
  deterioration: {
    id: "QA-49",
    question: "A tank at mark Y is past mark X too: does two points replace the one, or come on top?",
    readings: [
      { value: "replace", meaning: "two points in all" },
      { value: "add", meaning: "three points in all" },
    ],
  },
  repairDie: {
    id: "QA-50",
    question: "Repair succeeds on 6+: on which die?",
    readings: [
      { value: 10, meaning: "the D10: one in two" },
      { value: 6, meaning: "a D6: one in six" },
    ],
  },
} as const satisfies OptionDocs;
