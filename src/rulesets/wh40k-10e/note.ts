/** Something drawn for one trial that is told: a count, or, of damage, the state after it and the failed saves so far. */
export interface Note {
  readonly drawn: "attacks" | "hits" | "wounds" | "failed" | "whole" | "damage" | "devastation";
  /** Its place among the volleys of all targets. */
  readonly volley: number;
  readonly value: number;
  readonly unsaved: number;
}
