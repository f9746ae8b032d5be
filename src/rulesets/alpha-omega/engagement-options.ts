import type { OptionDocs } from "../options.ts";

/** What the rule texts leave open about the phases of a whole fight. */
export const ENGAGEMENT_OPTIONS = {
  phaseDuelTie: {
    id: "QA-24",
    question: "The players' duel at the start of a phase is a tie.",
    readings: [
      { value: "reroll", meaning: "both roll again" },
      { value: "keepAlpha", meaning: "whoever was Alpha in the phase before stays Alpha" },
    ],
  },
  chargeMandatory: {
    id: "QA-26",
    question: "Must soldiers on manoeuvre or move who have not fired charge an enemy in reach?",
    readings: [
      { value: true, meaning: "yes" },
      { value: false, meaning: "no: only units that are told to charge do" },
    ],
  },
  chargePasses: {
    id: "QA-27",
    question: "Charges are made in falling, then in rising order of initiative: one charge move or two?",
    readings: [
      { value: 2, meaning: "two, so that enemies closer than twice the charge move are reached" },
      { value: 1, meaning: "one: enemies closer than the charge move are reached" },
    ],
  },
  executeDown: {
    id: "QA-40",
    question: "A soldier who is down beside a ready enemy whom nobody engages: is he put out at regrouping?",
    readings: [
      { value: "automatic", meaning: "yes" },
      { value: "never", meaning: "no: his enemies may, and do not" },
    ],
  },
  surplus: {
    id: "QA-56",
    question:
      "A soldier in base contact who is not engaged (one of several against one, or facing nobody ready): his order?",
    readings: [
      { value: "fires", meaning: "he keeps it, and fires at a free enemy in reach before he fights" },
      { value: "holds", meaning: "he has none, so that he neither fires nor suffers its malus" },
    ],
  },
} as const satisfies OptionDocs;
