/** What the playground calls the files that it hands out. */
import { expect, it } from "vitest";
import { fileOf } from "../../assets/playground/called.ts";

it.each([
  ["version: 1\ntitle: What cover is worth\nexperiments:\n  volley: {}\n", "what-cover-is-worth.yaml"],
  ['title: "À couvert : 5+ ?"\n', "à-couvert-5.yaml"],
  ["title: { en: In the open, fr: À découvert }\n", "in-the-open.yaml"],
  ["version: 1\nexperiments:\n  # one\n  night-raid: { kind: raid }\n", "night-raid.yaml"],
  ["version: 1\n", undefined],
  ["units:\n  a: { title: no }\n", undefined],
])("a scenario is saved by its title, else by its first experiment: %j", (scenario, name) => {
  expect(fileOf(scenario)).toBe(name);
});
