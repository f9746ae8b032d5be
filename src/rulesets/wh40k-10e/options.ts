import { listed, type OptionDocs, type OptionsOf } from "../options.ts";
import type { CellInput } from "../reader.ts";
import { BOOK, type Book } from "./book.ts";

/** What the rule text leaves open or later texts changed, and the readings a designer can switch. Default first. */
const DOCS = {
  devastating: {
    id: "QC-01",
    question: "Which text of Devastating Wounds?",
    readings: [
      { value: "current", meaning: "no save, Damage as mortal wounds on one model, the excess is lost" },
      { value: "launch", meaning: "June 2023: mortal wounds equal to Damage, the excess goes to the next model" },
    ],
  },
  hazardous: {
    id: "QC-02",
    question: "Which text of Hazardous?",
    readings: [
      { value: "current", meaning: "on a 1, three mortal wounds on a bearer, the excess is lost" },
      {
        value: "launch",
        meaning:
          "on a 1 a bearer is destroyed; a CHARACTER, MONSTER or VEHICLE takes three mortal wounds, the excess goes on",
      },
    ],
  },
  indirectAutoFail: {
    id: "QC-03",
    question: "Up to which unmodified die does indirect fire at an unseen unit always miss?",
    readings: [
      { value: 3, meaning: "1 to 3, the later addition" },
      { value: 1, meaning: "1 only, as at launch" },
    ],
  },
  saveCap: {
    id: "QC-04",
    question: "A save can never be improved by more than +1: the net modifier, or the bonuses before AP?",
    readings: [
      { value: "net", meaning: "the net modifier, AP included" },
      { value: "bonus", meaning: "the bonuses alone; AP comes off after" },
    ],
  },
  lethalOptional: {
    id: "QC-05",
    question: "May the attacker make the wound roll of a Lethal Hit, to fish for critical wounds?",
    readings: [
      { value: false, meaning: "no: it wounds automatically" },
      { value: true, meaning: "yes, wherever that gets more attacks past the save on average" },
    ],
  },
  minimumDamage: {
    id: "QC-07",
    question: "The least Damage that subtraction leaves.",
    readings: [
      { value: 1, meaning: "1, as the abilities say" },
      { value: 0, meaning: "0" },
    ],
  },
  weaponOrder: {
    id: "QC-09",
    question: "The order in which the profiles are resolved against one target.",
    readings: [
      { value: "listed", meaning: "as listed" },
      { value: "highestDamageFirst", meaning: "the highest average Damage first" },
      { value: "lowestDamageFirst", meaning: "the lowest average Damage first" },
    ],
  },
  allocation: {
    id: "QC-10",
    question:
      "Which model of a unit of unlike models takes attacks first, CHARACTER models last in any case? An attack left when a model falls meets the save of the next one",
    readings: [
      { value: "listed", meaning: "as listed" },
      { value: "weakestFirst", meaning: "the fewest Wounds, then the worst save" },
      { value: "strongestFirst", meaning: "the most Wounds, then the best save" },
    ],
  },
  devastatingWhen: {
    id: "QC-15",
    question: "When are devastating wounds allocated?",
    readings: [
      { value: "endOfUnit", meaning: "after all other attacks of the unit" },
      { value: "endOfProfile", meaning: "after the other attacks of the same weapon profile" },
    ],
  },
  precision: {
    id: "QC-16",
    question: "When does the attacker use Precision on a visible CHARACTER?",
    readings: [
      { value: "always", meaning: "with every such wound while one lives" },
      { value: "never", meaning: "never: such weapons attack like any other" },
      {
        value: "whenItKills",
        meaning: "where the least Damage of the attack destroys the CHARACTER if it is not saved",
      },
    ],
  },
} as const satisfies OptionDocs;

export const OPTIONS = listed(DOCS);

export type Options = OptionsOf<typeof DOCS>;

/** By what readings and numbers the units of a cell attack. */
export const rulesOf = ({ options, rules }: Pick<CellInput, "options" | "rules">) => ({
  options: options as unknown as Options,
  book: { ...BOOK, ...(rules as Partial<Book>) },
});
