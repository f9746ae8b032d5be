/** The worker of the page: answers what it is asked, the newest question first. */
import * as z from "zod";
import { Desk } from "../../dist/playground/desk.js";
import { LiveNumbers } from "../../dist/playground/numbers.js";
import type { Calls, DeskCall, Replied } from "../../dist/playground/protocol.js";
import type { UnknownName } from "../../dist/playground/unknown.js";
import { addRulesets, type OutsideRuleset } from "../../dist/rulesets/index.js";
import { languageReady } from "../../dist/rulesets/languages.js";
import { ScenarioError, sentenceOf } from "../../dist/scenario/problem.js";

z.config({ jitless: true }); // the page allows no code made of text

addRulesets((globalThis as { brought?: readonly OutsideRuleset[] }).brought ?? []); // of packages: `crible playground` says it

declare const MADE: string;
LiveNumbers.kept = Promise.all([import("../../dist/analysis/cell-cache.js"), import("./kept.js")])
  .then(async ([{ StoredCells }, { browserStore }]) => {
    const store = await browserStore(MADE);
    return store && new StoredCells(store);
  })
  .catch(() => undefined);

const desk = new Desk();
let newest = 0;
let running: AbortController | undefined;
/** Threads beside this one. */
const workers = Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1));

/** While a game of one's own is made known: what is asked of it waits. */
let owning: Promise<unknown> = Promise.resolve();

const calls = (id: number, lang: DeskCall["lang"]): Calls => ({
  own: (texts) => {
    const own = desk.own(texts);
    owning = own.catch(() => {}); // whoever asked is told
    return own;
  },
  newGame: async () => (await import("../../dist/playground/own.js")).newGame(),
  starter: async (file, text) => (await import("../../dist/playground/own.js")).starterOf(file, text),
  sheet: (ruleset) => desk.sheet(ruleset),
  ask: (question, before) => desk.ask(question, before),
  further: (question, before) => desk.further(question, before),
  fight: (question) => desk.fight(question),
  goingFirst: (question) => desk.goingFirst(question),
  best: (question) => desk.best(question),
  price: (question, before) => desk.price(question, before),
  replay: (question, which) => desk.replay(question, which),
  notches: (question, path, values) => desk.notches(question, path, values, () => id < newest),
  moves: (question) => desk.moves(question, () => id < newest),
  explain: (question) => desk.explain(question),
  field: (question, attacker, defenders, metric) => desk.field(question, attacker, defenders, metric),
  picture: (question, metric, before, lights) => desk.picture(question, metric, before, lights),
  exported: (question, metric, before) => desk.exported(question, metric, before),
  exportedField: (question, shown) => desk.exportedField(question, shown),
  rank: (question, attackers, defenders, metric) => desk.rank(question, attackers, defenders, metric),
  written: (question) => desk.written(question),
  questions: async (texts) => (await import("../../dist/playground/way-back.js")).questionsIn(texts),
  hints: async (texts, spot, file) => (await import("../../dist/playground/hints.js")).hintsAt(texts, spot, file),
  said: async (texts, spot, file) => (await import("../../dist/playground/hints.js")).saidOf(texts, spot, file),
  freeDice: async (line) => (await import("../../dist/playground/free-dice.js")).freeDice(line, lang),
  army: async (file, bytes) => (await import("../../dist/playground/army.js")).armyScenario(file, bytes),
  marks: async (texts) => (await import("../../dist/playground/writing.js")).marksOf(texts),
  runText: async (texts) => {
    const { runText } = await import("../../dist/playground/writing.js");
    running?.abort();
    running = new AbortController();
    const onProgress = (done: number, total: number) => postMessage({ id, part: done / total } satisfies Replied);
    return runText(texts, { lang, workers, signal: running.signal, onProgress });
  },
  stop: async () => running?.abort(),
});

/** Why there is no answer, in sentences. */
function faultOf(error: unknown, lang: DeskCall["lang"]) {
  if (error instanceof ScenarioError) return { fault: error.problems.map((own) => sentenceOf(own, lang)).join(" ") };
  const { message: fault, instead } = error as Error & Partial<Pick<UnknownName, "instead">>;
  return { fault: fault ?? String(error), ...(instead === undefined ? {} : { instead }) };
}

async function reply({ id, lang, call, args }: DeskCall): Promise<Replied> {
  if (call !== "own") await owning;
  desk.lang = lang;
  await languageReady(lang);
  try {
    const run = calls(id, lang)[call] as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await run(...args) };
  } catch (error) {
    return { id, ...faultOf(error, lang) };
  }
}

addEventListener("message", ({ data }: MessageEvent<DeskCall>) => {
  if (data.call === "ask") newest = data.id;
  void reply(data).then((message) => postMessage(message));
});
