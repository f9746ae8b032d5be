/** The most trials of a cell, in a scenario and on a command line. */
export const MOST_TRIALS = 1e10;
