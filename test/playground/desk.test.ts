import { describe, expect, it } from "vitest";
import type { UnitAnswer } from "../../src/playground/answer.ts";
import type { UnitCard } from "../../src/playground/card.ts";
import { Desk } from "../../src/playground/desk.ts";
import { FIRST, FIRST_FIGHT } from "../../src/playground/first.ts";
import { changed, type Query, toggled, wordsOf } from "../../src/playground/question.ts";
import { stepped } from "../../src/playground/step.ts";
import { fieldLabel } from "../../src/report/language/fields.ts";
import { crible } from "../cli/crible.ts";

const desk = new Desk();
const firsts = Object.values(FIRST);
type Told = Extract<UnitAnswer, { is: "told" }>;

async function told(question: Query, before?: Query): Promise<Told> {
  const answer = await desk.ask(question, before);
  if (answer.is !== "told") throw new Error(JSON.stringify(answer).slice(0, 400));
  return answer;
}

/** The same question on the command line. */
async function onCommandLine(question: Query) {
  const { stdout } = await crible(["odds", question.ruleset, question.kind, ...wordsOf(question), "--json"]);
  return (JSON.parse(stdout) as { cells: { metrics: { name: string; outcomes: { fraction: string }[] }[] }[] })
    .cells[0]!;
}

describe.each(firsts)("the desk, asked of $ruleset", (question) => {
  const field = question.ruleset === "metropolis" ? "toughness" : "save";
  const harder = changed(question, `defender.${field}`, question.ruleset === "metropolis" ? "6" : "3+");

  it("says what the command line says, to the last digit of the fractions", async () => {
    for (const own of [question, harder]) {
      const { metrics } = await onCommandLine(own);
      const answer = await told(own);
      expect(answer.isExact).toBe(true);
      expect(answer.metrics.map(({ rows }) => rows.map(({ fraction }) => fraction))).toEqual(
        metrics.map(({ outcomes }) => outcomes.map(({ fraction }) => fraction)),
      );
    }
  });

  it("says what changed against before", async () => {
    const [was, is] = [await told(question), await told(harder, question)];
    expect(is.told.value).toBeLessThan(was.told.value);
    expect(is.change).toMatchObject({ sign: -1 });
    expect(is.earlier).toEqual(was.metrics);
    const control = is.cards.units[1]!.controls.find(({ path }) => path === `defender.${field}`)!;
    expect([control.base === control.value, control.isMain]).toEqual([false, true]);
  });

  it("shows the chips that act where they stand, and no others", async () => {
    const { cards } = await told(question);
    const chips = cards.units.flatMap((unit) => unit.chips.filter(({ isOn }) => !isOn).slice(0, 8));
    for (const { role, list, name, isInBase } of chips) {
      const answer = await desk.ask(toggled(question, role, list, name, isInBase));
      expect(answer.is === "wrong" ? answer.problems.join() : "", name).not.toContain("changes nothing");
    }
    const { chips: kept } = (await told({ ...question, changes: {} })).cards.units[0]!;
    expect(kept.map(({ name }) => name)).not.toContain("camouflage"); // of who is attacked
  });

  it("tells each notch as the question itself would be, and nothing where there is nothing", async () => {
    const values = ["6", "12", "999999"];
    const notches = await desk.notches(question, "situation.distance", values);
    expect(notches[2]).toBeUndefined();
    for (const [i, value] of values.slice(0, 2).entries())
      expect(notches[i]).toEqual((await told(changed(question, "situation.distance", value))).told);
  });

  it("finds moves that move it as much as they say, the largest first, and stops when it is told to", async () => {
    const { told: now } = await told(question);
    const moves = await desk.moves(question);
    expect(moves.length).toBeGreaterThan(2);
    const sizes = moves.map((move) => Math.abs(move.told.value - now.value));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect((await told(moves[0]!.question)).told).toEqual(moves[0]!.told);
    expect(await desk.moves(harder, () => true)).toEqual([]);
  });

  it("quotes the rule of what is not possible and offers the border of what is", async () => {
    const far = await desk.ask(changed(question, "situation.distance", "998"));
    if (far.is !== "impossible") throw new Error(far.is);
    expect(far.rule).toMatch(/^[ABC]-[A-Z]+-\d+/);
    const near = far.instead.find(({ path }) => path === "situation.distance")!;
    expect((await told(near.question)).told).toEqual(near.told);
    const beyond = await desk.ask(changed(question, "situation.distance", String(Number(near.to) + 1)));
    expect(beyond.is).not.toBe("told");
  });

  it("explains in both languages, with rule ids", async () => {
    const english = await desk.explain(question);
    const french = new Desk("fr");
    expect(english!.explanations[0]!.tree.join("\n")).toMatch(/[ABC]-[A-Z]+-\d+/);
    expect((await french.explain(question))!.explanations[0]!.tree).not.toEqual(english!.explanations[0]!.tree);
    expect((await french.ask(question)).who).toContain(" contre ");
  });

  it("has every kind of the ruleset that can be asked, each of which gives an answer", async () => {
    const { kinds } = await desk.sheet(question.ruleset);
    expect(kinds.map(({ name }) => name)).toContain(question.kind);
    expect(kinds.map(({ name }) => name)).not.toContain("dodge"); // which needs to be told its opponents
    for (const { name, attackers, defenders } of kinds) {
      const own: Query = {
        ruleset: question.ruleset,
        kind: name,
        ...(attackers[0] ? { attacker: attackers[0].name } : {}),
        ...(defenders[0] ? { defender: defenders[0].name } : {}),
        changes: {},
      };
      expect(["told", "impossible"], name).toContain((await desk.ask(own)).is);
    }
  });
});

describe("the desk", () => {
  const question = FIRST["alpha-omega"]!;

  it("says what is wrong, and what would not be", async () => {
    const answer = await desk.ask(changed(question, "defender.models", "0"));
    if (answer.is !== "wrong") throw new Error(answer.is);
    expect(answer.problems).toEqual(['"models" must be a whole number from 1 to 1000, found 0']);
    expect(answer.instead[0]).toMatchObject({ path: "defender.models", to: "1" });
  });

  it("refuses rulesets, kinds and units that are none", async () => {
    await expect(desk.ask({ ...question, ruleset: "__proto__" })).rejects.toThrow(
      "There is no game called “__proto__” here.",
    );
    await expect(desk.ask({ ...question, kind: "constructor" })).rejects.toThrow(
      "alpha-omega has no question called “constructor”.",
    );
    await expect(desk.ask({ ...question, attacker: "rangerz" })).rejects.toMatchObject({
      message: "There is no unit called “rangerz” in alpha-omega. Did you mean Eldar Rangers?",
      instead: { label: "Eldar Rangers", question },
    });
    await expect(new Desk("fr").ask({ ...question, kind: "voley" })).rejects.toThrow("Vouliez-vous dire");
  });

  it("shows a target of wh40k-10e with all that its datasheet has, and a needed die as the book writes it", async () => {
    const asked = FIRST["wh40k-10e"]!;
    const { cards } = await told(changed(asked, "defender.feelNoPain", "5"));
    const [attacker, defender] = cards.units as [UnitCard, UnitCard];
    const shown = ({ controls }: UnitCard) => controls.flatMap(({ field, isMain }) => (isMain ? field : []));
    expect(shown(defender).sort()).toEqual(["feelNoPain", "invulnerable", "models", "save", "toughness", "wounds"]);
    expect(shown(attacker)).toEqual(["models"]);
    expect(defender.controls.find(({ field }) => field === "feelNoPain")).toMatchObject({
      base: undefined,
      value: "5+",
    });
    // What is no needed die stays as it is.
    const { cards: tougher } = await told(changed(asked, "defender.toughness", "5"));
    expect(tougher.units[1]!.controls.find(({ field }) => field === "toughness")!.value).toBe("5");
  });

  it("marks what the rules take for granted", async () => {
    const { cards } = await told(question);
    const found = Object.fromEntries(cards.situation.map(({ field, base }) => [field, base]));
    expect(found).toMatchObject({
      attackerOrder: "manoeuvre",
      defenderContact: "none",
      throughMelee: "false",
      distance: "12",
    });
  });
});

describe("a field", () => {
  const volley = FIRST["alpha-omega"]!;
  const unit = (name: string) => ({ name, label: name });

  it("is told by points: casualties times those of the target, for a hundred of the attacker's", async () => {
    const [cell] = await desk.field(volley, "rangers", ["marines"], "points");
    expect(cell!.told!.value).toBeCloseTo(((22148 / 15625) * 27 * 100) / (7 * 19), 10);
  });

  it("is ranked at the points of the question", async () => {
    const units = ["rangers", "marines"].map(unit);
    const dearer = changed(volley, "units.marines.points", "54");
    for (const [question, taken] of [
      [volley, "28.78"],
      [dearer, "57.55"],
    ] as const) {
      expect(await ranked(question, units)).toContain(taken);
    }
  });

  const ranked = async (question: Query, units: readonly ReturnType<typeof unit>[], metric?: string) => {
    const found = await desk.rank(question, units, units, metric);
    if ("reason" in found) throw new Error(found.reason);
    return found.blocks.flatMap((block) => ("rows" in block ? block.rows.flat() : block.sentences)).join(" ");
  };

  it("its ranking says what never happens, as the command rank does", async () => {
    const far = changed(changed(FIRST_FIGHT["alpha-omega"]!, "situation.distance", "90"), "situation.turns", "2");
    expect(await ranked(far, ["rangers", "marines", "orkBoyz"].map(unit))).toMatch(
      /Eldar Rangers: .* never fires: the nearest enemy is 90 paces away, and it reaches up to \d+ \(A-SHOOT-07\)/u,
    );
  });

  it("is ranked as it is asked and shown: every change counts, by the metric of its cells", async () => {
    const units = ["lineMarines", "androids"].map(unit);
    const plain = FIRST.metropolis!;
    const better = changed(plain, "attacker.shooting", "9");
    const [cell] = await desk.field(better, "lineMarines", ["androids"], "hits");
    const shown = await ranked(better, units, "hits");
    expect(shown).toContain(cell!.told!.text);
    expect(shown).not.toContain("Never worth taking");
    expect(await ranked(plain, units, "hits")).not.toContain(cell!.told!.text);
    // The field as it is shown alone, once: not that of the catalogue beside it.
    expect(shown.match(/Points are not considered/g)).toHaveLength(1);
  });
});

describe("steps", () => {
  const range = { least: 1, most: 20, isWhole: true, isThreshold: true, hasNone: false };
  it("keep the notation of the game, and end where the numbers do", () => {
    const type = { is: "number" as const, range };
    expect(stepped({ type, value: "4+" }, -1)).toBe("3+");
    expect(stepped({ type, value: "1+" }, -1)).toBeUndefined();
    expect(stepped({ type, value: "D6+1" }, 1)).toBeUndefined();
    expect(stepped({ type, value: undefined }, -1)).toBe("20+");
    expect(stepped({ type: { is: "yesNo" }, value: "true" }, 1)).toBeUndefined();
  });

  it("of fields have names in both languages", () => {
    expect([fieldLabel("ballisticSkill", "en"), fieldLabel("ballisticSkill", "fr")]).toEqual([
      "ballistic skill",
      "capacité de tir",
    ]);
    expect(fieldLabel("attackerOrder", "fr")).toBe("ordre (attaquant)");
  });
});
