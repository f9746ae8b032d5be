/** The program of one of the naive simulator's scenarios. */
import type { Program } from "../../../src/rule/program.ts";
import { reader } from "../../../src/rulesets/metropolis/reader.ts";
import { defaultsOf } from "../../../src/rulesets/options.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import type { Scenario } from "./naive.ts";

/** @param rules by side, the policy that the scenario's code says in its own way */
export const programOf = (scenario: Scenario, rules: readonly unknown[] = []): Program =>
  programFor(reader.ruleset.kinds[scenario.kind]!, profileOf(scenario, rules));

export function profileOf(scenario: Scenario, rules: readonly unknown[] = []): unknown {
  const named = (name: string, data: unknown) => ({ name, data: data as Record<string, unknown> });
  const resolution = reader.resolve({
    kind: scenario.kind,
    ...(scenario.attacker ? { attacker: named("attacker", scenario.attacker) } : {}),
    ...(scenario.defender ? { defender: named("defender", scenario.defender) } : {}),
    ...(scenario.sides ? { sides: scenario.sides.map((side) => side.map((unit, i) => named(`unit ${i}`, unit))) } : {}),
    situation: scenario.situation,
    options: { ...defaultsOf(reader.options), ...scenario.options },
    rules: scenario.rules,
    weapons: scenario.weapons,
    experiment: rules.length > 0 ? { sides: rules.map((policy) => ({ policy })) } : {},
    scenario: {},
  });
  if (!("profile" in resolution)) throw new Error(JSON.stringify({ resolution, scenario }));
  return resolution.profile;
}
