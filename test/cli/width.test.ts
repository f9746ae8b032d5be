/** On a terminal of 80 columns nothing is wider, but what is copied whole: a command, a path. */
import { expect, it } from "vitest";
import { columns } from "../../src/scenario/problem.ts";
import { crible, workplace } from "./crible.ts";

const env = { COLUMNS: "80" };
const IMPOSSIBLE = ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines", "situation.distance=999"];
const ASKED: readonly (readonly string[])[] = [
  ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines", "situation.distance=20"],
  ["odds", "alpha-omega", "volley", "attacker=rangers", "defender=marines", "situation.distance=20", "--all"],
  ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines", "situation.distance=20", "--lang", "fr"],
  IMPOSSIBLE,
  [...IMPOSSIBLE, "--lang", "fr"],
  ["odds", "alpha-omega", "shott"],
  ["compare", "study.yaml"],
  ["validate", "study.yaml"],
  ["validate", "study.yaml", "--lang", "fr"],
  ["explain", "study.yaml", "oneShot"],
  ["explain", "E-05"],
  ["explain", "E-05", "--lang", "fr"],
  ["explain", "options", "alpha-omega"],
  ["explain", "options", "alpha-omega", "--lang", "fr"],
  ["explain", "field", "alpha-omega", "experiments.volley"],
  ["run", "study.yaml", "--no-html"],
  ["run", "study.yaml", "--set", "units.marines.saev=3+"],
];
const long = (text: string) => text.split("\n").filter((line) => columns(line) > 80 && line.trim().includes(" "));
const isCopied = (line: string) => /(^|: )crible /.test(line.replaceAll("\u00a0", " "));

it("every line of what is asked at a terminal fits 80 columns", async () => {
  const cwd = workplace((text) =>
    text.replace(
      "title: Two questions",
      "title: Two questions of one shot that a squad of rangers fires at its marines",
    ),
  );
  for (const words of ASKED) {
    const { stdout, stderr } = await crible(words, { cwd, env });
    expect(
      long(stdout + stderr).filter((line) => !isCopied(line)),
      words.join(" "),
    ).toEqual([]);
    expect(stdout + stderr).not.toBe("");
  }
});

it("in a pipe a sentence stays on its line, and a command is never broken", async () => {
  const cwd = workplace();
  const piped = await crible(ASKED[0]!, { cwd, env: { COLUMNS: undefined } });
  expect(long(piped.stdout + piped.stderr).length).toBeGreaterThan(0);
  const shown = await crible(ASKED[0]!, { cwd, env });
  const words = (text: string) => text.split(/\s+/).filter((word) => !/^[█▉▊▋▌▍▎▏]*$/.test(word));
  expect(words(shown.stdout)).toEqual(words(piped.stdout));
  expect(words(shown.stderr)).toEqual(words(piped.stderr));
});
