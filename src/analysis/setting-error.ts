import { englishOf, type Text } from "../rulesets/said.ts";

/** A setting that cannot be used: an unknown metric in a precision, a share out of range. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly said: Text;

  constructor(said: Text) {
    super(englishOf(said));
    this.said = said;
  }
}
