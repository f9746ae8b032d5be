/** What only the page says. */

const en = {
  /** The drawer that tells how the numbers came about. */
  howComputed: "How was this computed?",
};

const fr: typeof en = {
  howComputed: "Comment est-ce calculé\u202f?",
};

export const page = { en, fr };
