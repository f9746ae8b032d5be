/** The sides of a fight are named by their units wherever a report speaks of them. */

import { expect, it } from "vitest";
import { languageOf } from "../../src/report/language/language.ts";
import { calling, sideNames } from "../../src/report/language/sides.ts";
import { FIRST, message, SECOND } from "../../src/rule/message.ts";

const unitLabels = { rangers: "Rangers", marines: "Marines", orks: "Orks" };
const [english, french] = (["en", "fr"] as const).map((tag) => languageOf(tag, "alpha-omega", { unitLabels }));
const fight = { attacker: "rangers", defender: "marines" };
const WON = message`of fights are won by ${FIRST}`;
const LOST = message`by ${SECOND}`;

it("as winners, as sides of metrics and in headlines, in both languages", () => {
  const said = calling([fight], english!);
  expect([said.side("first"), said.value("winner", "second"), said.value("winner", "draw")]).toEqual([
    "Rangers",
    "Marines",
    "draw",
  ]);
  expect([said.saying(WON), said.saying(LOST)]).toEqual(["of fights are won by Rangers", "by Marines"]);
  const dite = calling([fight], french!);
  expect([dite.saying(WON), dite.saying(LOST)]).toEqual(["des combats sont gagnés par les Rangers", "par les Marines"]);
});

it("of several cells, a side that is not the same in all keeps its place", () => {
  const said = calling([fight, { attacker: "rangers", defender: "orks" }], english!);
  expect([said.side("first"), said.side("second")]).toEqual(["Rangers", "second"]);
  expect([said.saying(WON), said.saying(LOST)]).toEqual(["of fights are won by Rangers", "by the other"]);
  const none = calling([fight, { attacker: "orks", defender: "rangers" }], french!);
  expect([none.side("first"), none.saying(WON)]).toEqual([
    "premier camp",
    "des combats sont gagnés par celui qui est nommé en premier",
  ]);
});

it("who wins is never a bare place: either unit where two stand there, else the side named first", () => {
  const measured = (cells: readonly (typeof fight)[], language = english!) =>
    ["winner=first", "winner=second+draw"].map((text) => calling(cells, language).measure(text));
  const orks = { attacker: "orks", defender: "marines" };
  expect(measured([fight])).toEqual(["winner: Rangers", "winner: Marines or draw"]);
  expect(measured([fight, orks])).toEqual(["winner: Rangers / Orks", "winner: Marines or draw"]);
  expect(measured([fight, orks], french!)[0]).toBe("vainqueur\u00a0: Rangers / Orks");
  // Rangers stand on either side: who is meant is said by place.
  const turned = { attacker: "marines", defender: "rangers" };
  expect(measured([fight, turned])).toEqual(["winner: the side named first", "winner: the side named second or draw"]);
  expect(measured([fight, orks, { attacker: "guards", defender: "orks" }], french!)).toEqual([
    "vainqueur\u00a0: le camp nommé en premier",
    "vainqueur\u00a0: le camp nommé en second ou égalité",
  ]);
  expect(english!.measure("winner=first")).toBe("winner: the side named first");
  expect(french!.measure("winner=first")).toBe("vainqueur\u00a0: le camp nommé en premier");
});

it("a unit that meets itself is told apart; a kind without sides is left as it is", () => {
  expect(sideNames({ attacker: "orks", defender: "orks" }, english!)).toEqual(["Orks (first)", "Orks (second)"]);
  expect(calling([{ attacker: "-", defender: "-" }], english!)).toBe(english);
});

it("a unit that is called as an English sentence is stays as it is", () => {
  const dite = calling(
    [{ attacker: "a", defender: "b" }],
    languageOf("fr", "alpha-omega", { unitLabels: { a: "the other", b: "by nobody" } }),
  );
  expect([dite.saying(WON), dite.saying(LOST)]).toEqual(["des combats sont gagnés par the other", "par by nobody"]);
});
