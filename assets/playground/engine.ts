/** The worker of the page: answers what it is asked, the newest question first. */
import * as z from "zod";
import { Desk } from "../../dist/playground/desk.js";
import type { Asked, Calls, Replied } from "../../dist/playground/protocol.js";

z.config({ jitless: true }); // the page allows no code made of text

const desk = new Desk();
let newest = 0;

const calls = (id: number): Calls => ({
  sheet: (ruleset) => desk.sheet(ruleset),
  ask: (question, before) => desk.ask(question, before),
  notches: (question, path, values) => desk.notches(question, path, values),
  moves: (question) => desk.moves(question, () => id < newest),
  explain: (question) => desk.explain(question),
});

async function reply({ id, lang, call, args }: Asked): Promise<Replied> {
  desk.lang = lang;
  try {
    const run = calls(id)[call] as (...args: unknown[]) => Promise<unknown>;
    return { id, value: await run(...args) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  if (data.call === "ask") newest = data.id;
  void reply(data).then((message) => postMessage(message));
});
