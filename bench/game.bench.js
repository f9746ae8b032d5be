/** Games of one's own against straightforward C, and the ten that ship solved exactly from a cold start. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, exactOf, isMain, race, script, show, tell, whole } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const ACTS =
  "the text runs act by act; memory holds a row of some hundred outcomes for each state that a turn begins in";
const DICE = "the text runs as closures, step by step; dice that are counted are one draw";
const WAYS = [
  {
    title: "A volley of a game written as text: one draw",
    fight: "volley",
    way: "draw",
    goal: 5,
    share: 20,
    limits: "one draw from the joint distribution, and counting it",
  },
  {
    title: "A fight of a game written as text, act by act",
    fight: "fight",
    way: "acts",
    goal: 0.3,
    share: 2,
    limits: ACTS,
  },
  {
    title: "The same volley, rolled as paired runs roll it",
    fight: "volley",
    way: "dice",
    goal: 0.3,
    share: 0.1,
    limits: DICE,
  },
];
const TRIALS = 2_000_000;
const GAMES = "scenarios/games";

function solved() {
  const out = mkdtempSync(join(tmpdir(), "crible-games-"));
  for (const file of readdirSync(GAMES).sort()) {
    if (file.endsWith(".game.yaml")) continue;
    const args = ["dist/crible.cjs", "run", join(GAMES, file), "--exact", "--quiet", "--out", out];
    const { seconds, memory } = whole(args, { runs: 3 });
    tell("Ten games written as text, solved exactly, whole process", file, seconds, "s", { atMost: 1, memory });
  }
  rmSync(out, { recursive: true });
}

export default async function bench() {
  solved();
  const program = compile("game");
  for (const { title, fight, way, goal, share, limits } of WAYS) {
    const ours = script("ours/game.js", fight, way);
    const contenders = {
      crible: { command: ours, trials: TRIALS * share },
      [PEER]: { command: [program, fight], trials: TRIALS },
    };
    show(title, race(contenders, { probabilities: exactOf(ours) }), { goals: { [PEER]: goal }, limits });
  }
}

if (isMain(import.meta.url)) await bench();
