/** Every number of the book that a designer may retune under `rules:`. */
export interface Book {
  /** C-HIT-03, C-WND-02: the summed modifier of a hit or wound roll goes no further than this either way. */
  readonly modifierCap: number;
  /** C-SAV-04: a save is never improved by more than this. */
  readonly saveCap: number;
  /** C-SAV-05: what the Benefit of Cover adds to a save. */
  readonly cover: number;
  /** C-SAV-06: with a save this good or better, cover does not help against AP 0. */
  readonly coverSave: number;
  /** C-SH-12. */
  readonly stealth: number;
  /** C-BGNT-03. */
  readonly bigGuns: number;
  /** C-AB-HEAVY, to hit; C-AB-LANCE, to wound. */
  readonly heavy: number;
  readonly lance: number;
  /** C-AB-INDIRECT-FIRE, to hit. */
  readonly indirect: number;
  /** C-AB-DAMAGED, to hit. */
  readonly damaged: number;
  /** C-AB-BLAST: one more attack per so many models. */
  readonly blastPer: number;
  /** C-SH-11, in inches. */
  readonly loneOperative: number;
  /** C-AB-HAZARDOUS: the mortal wounds of a failed test. */
  readonly hazardousWounds: number;
  /** C-AB-DEADLY-DEMISE: within so many inches, on this die or more. */
  readonly demiseRange: number;
  readonly demiseRoll: number;
  /** C-AB-GO-TO-GROUND: the invulnerable save. */
  readonly goToGround: number;
  /** C-AB-OVERWATCH: the unmodified die that hits. */
  readonly overwatch: number;
}

/** The numbers as the book prints them. */
export const BOOK: Book = {
  modifierCap: 1,
  saveCap: 1,
  cover: 1,
  coverSave: 3,
  stealth: -1,
  bigGuns: -1,
  heavy: 1,
  lance: 1,
  indirect: -1,
  damaged: -1,
  blastPer: 5,
  loneOperative: 12,
  hazardousWounds: 3,
  demiseRange: 6,
  demiseRoll: 6,
  goToGround: 6,
  overwatch: 6,
};
