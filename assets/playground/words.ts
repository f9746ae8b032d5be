/** What the page says by itself, before any engine: the build leaves of the catalogue what `wordsIn` says. */

import { wordsIn } from "../../dist/playground/words.js";
import { ENGLISH, type TextCatalogue, translationOf } from "../../dist/rule/catalogue.js";
import { sayIn, sentenceIn } from "../../dist/rule/say.js";
import french from "../../languages/fr.json" with { type: "json" };

export const WORDS = {
  en: wordsIn(sayIn(sentenceIn(ENGLISH, String))),
  fr: wordsIn(sayIn(sentenceIn(translationOf(french as unknown as TextCatalogue), String))),
};
