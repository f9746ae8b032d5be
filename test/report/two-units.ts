/**
 * What is set for `two-units.yaml` where the price is asked that makes its fight even: here few models make it so, and it is
 * played exactly and soon. As the file has it, nothing up to a hundred models would.
 */
export const EVEN = ["experiments.fight.situation.distance=6", "attacker.models=6", "defender.models=6"].flatMap(
  (setting) => ["--set", setting],
);
