/** What is said before and while something is computed. */
import type { Say } from "../../rule/say.ts";

export const running = (say: Say) => ({
  /** `1 h 5 min`, `2 days 3 h`. */
  days: (days: number, hours: number): string => say`${days} days ${hours} h`,
  left: (time: string): string => say`, ${time} left`,
  simulating: (done: string, total: string, share: string, left: string, cell: string): string =>
    say`simulating: ${done} of ${total} trials (${share})${left}, now ${cell}`,
  bar: say`{bar} {percentage} %  {trials} trials  {eta_formatted} left  {cell} {estimate}`,
  solving: (place: number, total: number, cell: string): string => say`solving exactly  ${place} of ${total}  ${cell}`,
  playing: (place: number, total: number, cell: string): string =>
    say`looking for best play  ${place} of ${total}  ${cell}`,
  pricing: (fight: number, fights: number, models: number): string =>
    say`looking for even prices  fight ${fight} of ${fights}, ${models} {model|models}`,
  reading: (place: number, total: number): string => say`reading variants  ${place} of ${total}`,
  seconds: (seconds: number): string => say`${seconds} s (Ctrl-C stops)`,
  balancing: (tried: number): string => say`looking for what makes the field even: ${tried} {change|changes} played`,
  since: (line: string, time: string): string => say`${line} in ${time}{#time}`,
  solvingLong: (cell: string): string =>
    say`solving ${cell} exactly, which takes a while; Ctrl-C stops and keeps what is complete`,
  cells: (file: string, ruleset: string, cells: number, takes: string): string =>
    say`${file}: ${ruleset}, ${cells} {cell|cells}, no error${takes}`,
  catalogue: (file: string, ruleset: string, units: number, weapons: number): string =>
    say`${file}: ${ruleset}, a catalogue: ${units} {unit|units}, ${weapons} {weapon|weapons}; no experiments, no error`,
  takes: (time: string): string => say`; a run takes up to about ${time} of one core`,
  atOnce: say`; a run takes a second or less`,
  notPossible: (text: string, rule: string): string => say`not possible: ${text} (${rule})`,
  takesAll: (time: string): string => say`takes about ${time} of one core (Ctrl-C stops)`,
  longExact: (time: string): string =>
    say`takes long: about ${time} for the exact answer; --trials simulates it instead`,
  longPlayed: (trials: number, time: string): string => say`takes long: up to ${trials} trials, about ${time}`,
});
