import { listed, type OptionDocs, type OptionsOf } from "../options.ts";
import { ARMOUR_OPTIONS } from "./armour-options.ts";
import { CLOSE_COMBAT_OPTIONS } from "./close-combat-options.ts";
import { ENGAGEMENT_OPTIONS } from "./engagement-options.ts";
import { RALLY_OPTIONS } from "./rally-options.ts";

/**
 * What the rule texts leave open about shooting, and the readings a designer can switch (`options:` in a scenario).
 * The default comes first.
 */
const SHOOTING = {
  camouflageRun: {
    id: "QA-01",
    question: "A target on run gives +1 in the tables, +2 in the worked example.",
    readings: [
      { value: 1, meaning: "the tables' +1" },
      { value: 2, meaning: "the worked example's +2" },
    ],
  },
  saveModifierSign: {
    id: "QA-02",
    question: "Is a weapon's save modifier added to the die or to the needed number?",
    readings: [
      { value: "toDie", meaning: "to the die: −1 turns 4+ into 5+, as in the worked example" },
      { value: "toTarget", meaning: "to the needed number, as the sentence literally says: −1 turns 4+ into 3+" },
    ],
  },
  naturalRolls: {
    id: "QA-03",
    question: "Does a natural 1 always fail, a natural 10 always succeed (hit, save and pin tests)?",
    readings: [
      { value: "none", meaning: "neither" },
      { value: "oneFails", meaning: "a 1 always fails" },
      { value: "tenSucceeds", meaning: "a 10 always succeeds" },
      { value: "both", meaning: "both" },
    ],
  },
  pinTests: {
    id: "QA-04",
    question: "How many pin tests for a ready soldier who saves several hits of one volley?",
    readings: [
      { value: "perSavedHit", meaning: "one for each saved hit, until one fails" },
      { value: "perVolley", meaning: "one for the volley" },
    ],
  },
  volley: {
    id: "QA-05",
    question: "Does a soldier pinned by the first shots of a volley count as pinned for the rest?",
    readings: [
      { value: "grouped", meaning: "no: targets and modifiers are fixed when the volley is declared" },
      { value: "sequential", meaning: "yes: everything is read again after each shot" },
    ],
  },
  surplusShots: {
    id: "QA-05b",
    question: "What becomes of shots declared on a soldier who is out by then?",
    readings: [
      { value: "lost", meaning: "they are lost" },
      {
        value: "retarget",
        meaning: "they go to the first soldier left, ready before pinned before down (needs volley: sequential)",
      },
    ],
  },
  pinnedCamouflage: {
    id: "QA-06",
    question: "The modifier for shooting at a pinned soldier (one less with camouflage).",
    readings: [{ value: -2, meaning: "−2, and −3 with camouflage" }],
    anyInteger: true,
  },
  downCamouflage: {
    id: "QA-07",
    question: "The modifier for shooting at a soldier who is down.",
    readings: [
      { value: "asPinned", meaning: "as if pinned" },
      { value: "zero", meaning: "none" },
      { value: "asOrder", meaning: "that of the order he had" },
    ],
  },
  downSaves: {
    id: "QA-07b",
    question: "Does a soldier who is down still save?",
    readings: [
      { value: true, meaning: "yes" },
      { value: false, meaning: "no: every hit is a wound roll" },
    ],
  },
  noOrderCamouflage: {
    id: "QA-08",
    question: "The modifier for shooting at a soldier without an order.",
    readings: [
      { value: 0, meaning: "as on move" },
      { value: -1, meaning: "as on move, and one less" },
    ],
  },
  camouflageWithMinus: {
    id: "QA-09",
    question: "A target with both camouflage and minus.",
    readings: [
      { value: "best", meaning: "the lower of the two modifiers" },
      { value: "sum", meaning: "both, added" },
      { value: "camouflage", meaning: "camouflage only" },
      { value: "minus", meaning: "minus only" },
    ],
  },
  minusTable: {
    id: "QA-10",
    question: "The row printed for minus gives no benefit on aimed and manoeuvre; a misprint?",
    readings: [
      { value: "literal", meaning: "−1 / −2 / −1 / −2 as printed (run, move, aimed, manoeuvre)" },
      { value: "baseMinusTwo", meaning: "two less than a soldier without the skill" },
    ],
  },
  minusPinned: {
    id: "QA-11",
    question: "The modifier for shooting at a pinned soldier with minus.",
    readings: [
      { value: -2, meaning: "−2, as anyone" },
      { value: -4, meaning: "−4" },
    ],
  },
  coverBoundaries: {
    id: "QA-12",
    question: "Exactly 10, 50 or 90 % visible.",
    readings: [
      { value: "shooter", meaning: "50 % counts as −1, 10 % as −2, 90 % as −1" },
      { value: "target", meaning: "50 % counts as −2, 10 % cannot be targeted, 90 % as −1" },
    ],
  },
  contactCover: {
    id: "QA-13",
    question: "Does contact with scenery count when over 90 % is visible?",
    readings: [
      { value: "always", meaning: "always" },
      { value: "whenHidden", meaning: "only when the soldier is partly hidden" },
    ],
  },
  hitTransfer: {
    id: "QA-14",
    question: "Does the owner move hits from one soldier to another?",
    readings: [
      { value: "off", meaning: "never" },
      { value: "protectCharacters", meaning: "hits on a character go to the soldier with the fewest hits" },
    ],
  },
  transferWhen: {
    id: "QA-14",
    question: "Who may receive a transferred hit?",
    readings: [
      { value: "lessOrEqualCover", meaning: "a soldier whose cover is no better" },
      { value: "notEasier", meaning: "a soldier who is no harder to hit, camouflage counted too" },
    ],
  },
  passiveSkillsWhenPinned: {
    id: "QA-15",
    question: "A pinned soldier may use no skill: do camouflage, minus, endurance and drone still work?",
    readings: [
      { value: true, meaning: "yes, they need no use" },
      { value: false, meaning: "no, neither pinned nor down" },
    ],
  },
  enduranceWithDrone: {
    id: "QA-18",
    question: "A soldier with both endurance and drone.",
    readings: [
      { value: "best", meaning: "the better limit of each band: 1–3 pinned, 4–7 down, 8–10 out" },
      { value: "endurance", meaning: "endurance only" },
      { value: "drone", meaning: "drone only" },
      { value: "forbid", meaning: "not allowed: an error" },
    ],
  },
  shootIntoMelee: {
    id: "QA-55",
    question: "When may a soldier in base contact be shot at?",
    readings: [
      { value: "anyContact", meaning: "not while in contact with any enemy who is not out" },
      { value: "readyContact", meaning: "not while in contact with a ready enemy" },
    ],
  },
} as const satisfies OptionDocs;

const ALL = { ...SHOOTING, ...CLOSE_COMBAT_OPTIONS, ...RALLY_OPTIONS, ...ARMOUR_OPTIONS, ...ENGAGEMENT_OPTIONS };

/** Every option of the ruleset. */
export const OPTIONS = listed(ALL);

export type Options = OptionsOf<typeof ALL>;
