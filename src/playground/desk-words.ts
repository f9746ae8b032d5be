/** The few words of the page that its engine says too: the rest stays on the page. */

const en = {
  now: "now",
  before: "before",
  narrowing: "narrowing",
  noNumbers: "there are no numbers to take",
};

const fr: typeof en = {
  now: "maintenant",
  before: "avant",
  narrowing: "se resserre",
  noNumbers: "il n’y a pas de nombres à emporter",
};

export const DESK_WORDS = { en, fr };
