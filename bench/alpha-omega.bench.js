/**
 * Everything of alpha-omega that is one draw from the distribution of all that is read, one thread, against dice by dice: the
 * showcase's volley, duels, three against one, wound/heal cycles of six turns, and what single models do in the rally
 * phase. A sequence has no row: it is a volley, or a fight, after another.
 */
import { compile, exactOf, isMain, race, script, show } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const ONE_DRAW = "one draw from the exact distribution, and counting it";
const SCENARIOS = "scenarios/alpha-omega";

const own = (kind) => script("ours/alpha-omega.js", kind);
const shipped = (file, cell, metrics) => script("ours/cell.js", `${SCENARIOS}/${file}.yaml`, cell, metrics);

const CONTESTS = [
  {
    title: "Seven Rangers fire at four Space Marines, hits and states, one thread",
    ours: shipped("rangers-vs-marines", "interception~rangers~marines~base", "0,1,2,3,4,5"),
    peer: ["alpha-omega-volley"],
    goal: 3,
  },
  { title: "Duels, result and both states, one thread", ours: own("duel"), peer: ["alpha-omega-duel"], goal: 3 },
  {
    title: "Three against one, his state and their losses, one thread",
    ours: own("melee"),
    peer: ["alpha-omega-melee"],
    goal: 3,
  },
  {
    title: "Wound/heal cycles of six turns, a state per turn, one thread",
    ours: own("recovery"),
    peer: ["alpha-omega-recovery"],
    goal: 1.8,
  },
  {
    title: "A Ranger dodges two Ork Boyz, one thread",
    ours: shipped("dodge-or-fight", "dodgeTwo~rangers~-~base", "0,1,2"),
    peer: ["alpha-omega-rally", "dodge"],
    goal: 2,
  },
  {
    title: "A gladiator among three pinned Space Marines, one thread",
    ours: shipped("after-the-fight", "regroup~gladiator~marines~base", "0,1"),
    peer: ["alpha-omega-rally", "gladiator"],
    goal: 2,
  },
  {
    title: "A cloud of smoke until it is gone, one thread",
    ours: shipped("keep-it-running", "smoke~-~-~base", "0,1"),
    peer: ["alpha-omega-rally", "cloud"],
    goal: 2,
  },
  {
    title: "Three attempts at an engine, one thread",
    ours: shipped("keep-it-running", "engine~-~battleTank~base", "0"),
    peer: ["alpha-omega-rally", "repair"],
    goal: 2,
  },
];

export default async function bench() {
  for (const { title, ours: command, peer, goal } of CONTESTS) {
    const [program, ...args] = peer;
    const results = race(
      {
        crible: { command, trials: 200_000_000 },
        [PEER]: { command: [compile(program), ...args], trials: 20_000_000 },
      },
      { probabilities: exactOf(command) },
    );
    show(title, results, { goals: { [PEER]: goal }, limits: ONE_DRAW });
  }
}

if (isMain(import.meta.url)) await bench();
