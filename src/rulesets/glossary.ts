/** Words of each shipped game that its reports use, and what they mean to somebody who does not play it. */
import type { Say } from "../rule/say.ts";

type Glossary = readonly (readonly [word: string, meaning: string])[];

const GLOSSARIES: Readonly<Record<string, (say: Say) => Glossary>> = {
  "alpha-omega": (say) => [
    [say`ready{#word}`, say`Able to act.`],
    [say`pinned{#word}`, say`Cannot act until a test of command frees him.`],
    [say`down{#word}`, say`Wounded, out of play: once a turn care makes him pinned, leaves him down or puts him out.`],
    [say`out{#word}`, say`Taken off the table for good.`],
    [say`unharmed{#word}`, say`Hit, but saved, and not pinned.`],
    [say`casualties{#word}`, say`Soldiers who are down or out.`],
    [say`endurance{#word}`, say`A skill: fewer wounds put the soldier down or out.`],
    [say`drone{#word}`, say`A skill: fewer wounds put the soldier out, more only down.`],
    [say`implacable{#word}`, say`A skill: a hit does not pin the soldier. The test of command needs no die.`],
    [
      say`order{#word}`,
      say`What a unit does this turn. On aimed it fires first and hits best, on move next and hits worst, on manoeuvre last; on run it does not fire.`,
    ],
    [say`cover{#word}`, say`What hides part of a target: the more it hides, the harder it is to hit.`],
    [say`visible{#word}`, say`The share of the target that the shooters see, in per cent.`],
    [say`ballistic skill{#word}`, say`What a die must reach to hit, before modifiers: 4+ is 4 or more.`],
    [say`save{#word}`, say`What a D10 must show to stop a hit, before modifiers: 7+ is 7 or more.`],
    [say`command{#word}`, say`What a die must reach in a test of command, so that a soldier is not pinned.`],
    [say`save modifier{#word}`, say`What a weapon changes about the save against it: −1 turns 4+ into 5+.`],
    [
      say`winner{#word}`,
      say`Who keeps the larger share of its own soldiers ready or pinned (or counts more by objectives); equal is a draw.`,
    ],
    [say`medikit{#word}`, say`An aptitude: care makes a soldier who is down pinned, and never puts him out.`],
  ],
  metropolis: (say) => [
    [say`removed{#word}`, say`Models taken off the table.`],
    [
      say`panicked{#word}`,
      say`After a failed test of morale: the squad may not hold, fire or charge until it rallies, and fights worse in melee.`,
    ],
    [
      say`winner{#word}`,
      say`Who has the larger share of its own models left after the last turn; equal shares are a draw.`,
    ],
    [say`routed{#word}`, say`After a failed test of morale with most of the squad lost: the rest leaves the table.`],
  ],
  "wh40k-10e": (say) => [
    [say`unsaved{#word}`, say`Wounds that no saving throw stopped: each does its damage.`],
    [say`killed{#word}`, say`Models taken off the table.`],
  ],
};

/** None for a game of somebody's own. */
export const glossaryOf = (ruleset: string, say: Say): Glossary =>
  Object.hasOwn(GLOSSARIES, ruleset) ? GLOSSARIES[ruleset]!(say) : [];
