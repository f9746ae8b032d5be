/** An army list that was dropped on the page, as a scenario of its units; it is read here and goes nowhere. */
import { loadReader } from "../rulesets/index.ts";
import { armyOf } from "../scenario/roster/open.ts";
import { armyText } from "../scenario/roster/write.ts";
import { inFile } from "../scenario/source.ts";

/** Its units, with everything that was not understood as comments, and a first experiment to run. @throws ScenarioError */
export async function armyScenario(file: string, bytes: Uint8Array): Promise<string> {
  const army = await inFile(file, () => armyOf([{ file, bytes }]));
  const { ruleset, parts, plain } = await loadReader(army.ruleset);
  const kind = Object.keys(parts.kinds).find((name) => "defender" in parts.kinds[name]! && name in ruleset.kinds)!;
  const { shooter = "", all } = seats(army);
  const situation = Object.entries(plain.situation).map(([key, value]) => `${key}: ${String(value)}`);
  return `${armyText(army, [`${army.name}: ${file}`])}
experiments:
  first: { kind: ${kind}, attacker: ${shooter}, defender: [${all.join(", ")}], situation: { ${situation.join(", ")} } }
`;
}

/** The first unit that carries something of a range, and everybody. */
function seats({ units, weapons }: Awaited<ReturnType<typeof armyOf>>): {
  readonly shooter: string | undefined;
  readonly all: readonly string[];
} {
  const shoots = (name: string): boolean => {
    const data = JSON.stringify(units[name]);
    return Object.entries(weapons).some(
      ([key, weapon]) => data.includes(`"${key}"`) && /"range":\d/u.test(JSON.stringify(weapon)),
    );
  };
  const all = Object.keys(units);
  return { shooter: all.find(shoots) ?? all[0], all };
}
