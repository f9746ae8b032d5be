/** A game that was written as text as a ruleset. Threads load this, the game as plain data, and no parser. */
import { facesOf, pennedDice, type Throw } from "../../dice/index.ts";
import { message, row, type Sentence } from "../../rule/message.ts";
import { once } from "../../rule/once.ts";
import { binsOfTrial } from "../../rule/retrace.ts";
import { diceOfTrial } from "../../rule/trace.ts";
import { defined } from "../defined.ts";
import type { Explanation, Kind, Needed, Ruleset } from "../ruleset.ts";
import { englishOf } from "../said.ts";
import { Teller, type Telling, type ToTell } from "../telling.ts";
import { MOST_TRIES } from "./battle.ts";
import { choicesIn } from "./fold.ts";
import type { GameData, GameKind, GameProfile, GivenRead } from "./ir.ts";
import { prepare } from "./prepare.ts";
import { GameProgram, trialOf } from "./program.ts";
import { bringWords } from "./words.ts";

/** The rules and kinds of a game. */
export function rulesetOfGame(data: GameData): Ruleset {
  const kinds = Object.fromEntries(Object.entries(data.kinds).map(([name, kind]) => [name, kindOf(data, kind)]));
  bringWords(data.name, data);
  return { name: data.name, pointsBuy: data.pointsBuy, kinds };
}

/** Programs of kinds, whoever asks: who reads a scenario has solved what its run asks of. */
const programsOf = once((data: GameData) =>
  once((kind: GameKind) => once((profile: GameProfile) => new GameProgram(prepare(data, kind, profile)))),
);

function kindOf(data: GameData, kind: GameKind): Kind<GameProfile> {
  const programFor = programsOf(data)(kind);
  const { headline, winner, losses } = kind;
  return {
    headline,
    ...defined({ winner, losses }),
    tracked: kind.metrics.map(({ name }) => name),
    program: programFor,
    ...(choicesIn(kind.steps).length > 0 && {
      game: () => ({
        impossible: "crible run plays what its sides choose as best play, and crible replay tells it",
      }),
    }),
    explain: (profile) => [explanation(data, profile, programFor(profile))],
    tell: (profile, ask) => telling(data, programFor(profile), ask),
  };
}

/** `5+`, or what is certain. */
const shownDie = (needed: number, sides: number): string =>
  needed <= 1 ? "always" : needed > sides ? "never" : `${needed}+`;

/** `4+`, `2D6+1`, yes, a word. */
export function shownGiven({ shows, at }: Pick<GivenRead, "shows" | "at">, given: readonly number[]): string {
  const value = given[at]!;
  if (typeof shows === "object" && "needed" in shows) return shownDie(value, shows.needed);
  if (shows === "yesNo") return value === 1 ? "yes" : "no";
  if (shows === "number") return String(value);
  if (shows !== "dice") return shows[value] ?? String(value);
  const [sides, plus] = [given[at + 1]!, given[at + 2]!];
  if (value === 0) return String(plus);
  return `${value === 1 ? "" : value}D${sides}${plus === 0 ? "" : plus > 0 ? `+${plus}` : plus}`;
}

function explanation(data: GameData, profile: GameProfile, program: GameProgram): Explanation {
  const { kind } = program.prepared;
  const titles = new Map(data.rules.map(({ id, title }) => [id, englishOf(title)]));
  const all = kind.needed.flatMap(({ rule, sides, needed, under }): Needed[] => {
    if (under.op === "const" && under.value === 0) return [];
    return needed.op === "const" ? [{ rule, text: titles.get(rule) ?? rule, sides, needed: needed.value }] : [];
  });
  const needed = [...new Map(all.map((die) => [JSON.stringify(die), die])).values()];
  const { metrics } = program;
  const m = Math.max(
    0,
    metrics.findLastIndex(({ name }) => name === kind.headline.metric),
  );
  const trial = trialOf(program.prepared);
  return {
    title: profile.title,
    steps: kind.reads.map((read) => ({
      rule: read.rule,
      text: message`${read.name} ${{ word: shownGiven(read, profile.given) }}`,
    })),
    needed,
    tree: (dice): Sentence => String(metrics[m]!.values[trial(dice)[m]!]),
  };
}

/** One trial told, with dice that come to what its acts came to. */
export function telling(data: GameData, program: GameProgram, ask: Omit<ToTell, "label">): Telling {
  const { prepared } = program;
  const teller = new Teller();
  const ruleText = new Map(data.rules.map(({ id, title }) => [id, englishOf(title)]));
  const { state, steps, slotWords } = prepared.kind;
  const choices = choicesIn(steps).flatMap((step) => step.choices);
  const isChosen = new Set(choices.map(({ slot }) => slot));
  const names = new Map([...state, ...choices].map(({ slot, name }) => [slot, name]));
  const turns = new Set(steps.flatMap((step) => (step.op === "repeat" ? (step.turn ?? []) : [])));
  // Of two alike the roles alone tell which.
  const { attacker, defender } = ask;
  const sides: Readonly<Record<string, string>> = attacker === defender ? {} : { attacker, defender };
  let [depth, side]: [number, string | undefined] = [0, undefined];
  const turnOf = (own?: string) => {
    if (own !== side) teller.close(depth);
    if (own !== undefined && own !== side) teller.section(depth, sides[own] ?? own);
    side = own;
  };
  const told = trialOf(prepared, ({ slot, place, own }, before, value, alike = []) => {
    if (turns.has(slot)) {
      [depth, side] = [Math.min(value, 1), undefined];
      return value === 0 ? teller.close() : teller.section(0, message`Turn ${value}`);
    }
    const name = names.get(slot);
    if (name === undefined || (before === value && !isChosen.has(slot))) return;
    const [shown, ...others] = [value, ...alike].map((one) => slotWords[slot]?.[one] ?? one);
    const also = others.length === 0 ? "" : message`, worth as much as ${row(others)}`;
    const [role = "", field] = name.split(".");
    const what = field && sides[role] ? message`${sides[role]}, ${field}` : name;
    if (own !== side) turnOf();
    teller.change(message`${what}: ${shown!}${also}`, place.rule);
  });
  const pen = (roll: Throw) => {
    const [{ rule = "", needed, faces, best, who }, answer] = [roll, Number(roll.answer)];
    turnOf(who);
    const result = needed === undefined ? message`in all: ${answer}` : message`${answer} of ${faces.length}{#dice}`;
    teller.roll(roll, ruleText.get(rule) ?? rule, faces.length > 1 && !best ? result : undefined);
  };
  const tell = (dice: Parameters<typeof pennedDice>[0]) => Array.from(told(pennedDice(dice, pen)));
  const place = ask.place();
  const { stream, trial, trials } = place;
  const acts = program.acted();
  if (acts === undefined) {
    const bins = tell(facesOf(diceOfTrial(trialOf(prepared), place)));
    return { bins, entries: teller.entries, oneOfMany: false };
  }
  const faces: number[] = [];
  const { battle, kernel } = acts;
  for (const { act, before, outcome, faces: kept } of kernel.taken(stream, trial, trials, ask.chance)) {
    const found = kept ?? battle.faces(act, before, outcome, ask.chance);
    if (found === undefined) {
      teller.change(message`no dice were found that come to this within ${MOST_TRIES} trials`);
      const bins = binsOfTrial(kernel, program.metrics, () => ask.place());
      return { bins, entries: teller.entries, oneOfMany: true };
    }
    faces.push(...found);
  }
  let at = 0;
  const bins = tell(facesOf({ face: () => faces[at++]! }));
  return { bins, entries: teller.entries, oneOfMany: true };
}
