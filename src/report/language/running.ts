/** What is said before and while something is computed. */
import type { Say } from "../../rule/say.ts";

export const running = (say: Say) => ({
  /** `1 h 5 min`, `2 days 3 h`. */
  days: (days: number, hours: number): string => say`${days} days ${hours} h`,
  left: (time: string): string => say`, ${time} left`,
  writing: (cells: number): string => say`writing reports of ${cells} {cell|cells}`,
  playing: (place: number, total: number, cell: string): string =>
    say`looking for best play  ${place} of ${total}  ${cell}`,
  pricing: (fight: number, fights: number, models: number): string =>
    say`looking for even prices  fight ${fight} of ${fights}, ${models} {model|models}`,
  reading: (place: number, total: number): string => say`reading variants  ${place} of ${total}`,
  readingFile: (name: string, place: number, total: number): string => say`reading  ${place} of ${total}  ${name}`,
  meeting: (unit: string, place: number, units: number): string =>
    say`army against army  ${place} of ${units}  ${unit}`,
  sweeping: (set: string, place: number, sets: number): string => say`modifier sets  ${place} of ${sets}  ${set}`,
  choosing: (unit: string): string => say`looking for whom each should attack  ${unit}`,
  balancing: (tried: number): string => say`looking for what makes the field even: ${tried} {change|changes} played`,
  takes: (time: string): string => say`; a run takes up to about ${time} of one core`,
  atOnce: say`; a run takes a second or less`,
  longExact: (time: string): string =>
    say`takes long: about ${time} for the exact answer; --trials simulates it instead`,
  longPlayed: (trials: number, time: string): string => say`takes long: up to ${trials} trials, about ${time}`,
});
