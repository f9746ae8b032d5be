/** Who hears what happens in a fight that is told. Units are numbered as in the profile. */
export interface BattleLog {
  turnBegins(turn: number): void;
  /** A side's policy goes by its rule number `rule`, from 0, for the unit that comes next (E-25). */
  follows?(side: 0 | 1, rule: number): void;
  /** A side is given the start of the turn (E-24). */
  starts(side: number): void;
  /** A unit does what its order says; an index into ORDERS. */
  acts(unit: number, order: number): void;
  /** The rule that forbids it, as an index into REFUSALS. */
  refused(unit: number, why: number): void;
  /** Something a unit does that is told in lines of its own. */
  does(unit: number, what: "rallies" | "fires" | "charges" | "counterCharges" | "tests", target: number): void;
  /** One act of a round of combat begins (0 blows, 1 blows back, 2 result); whether models that fell strike in it. */
  combat(unit: number, target: number, round: number, act: number, fallenStrike: boolean): void;
  turnEnds(): void;
}
