import { SaidError } from "../rulesets/said.ts";

/** A setting that cannot be used: an unknown metric in a precision, a share out of range. */
export class SettingError extends SaidError {
  override readonly name = "SettingError";
}
