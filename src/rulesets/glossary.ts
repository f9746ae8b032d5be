/** Words of each shipped game that its reports use, and what they mean to somebody who does not play it. */
import type { Say } from "../rule/say.ts";

type Glossary = readonly (readonly [word: string, meaning: string])[];

const GLOSSARIES: Readonly<Record<string, (say: Say) => Glossary>> = {
  "alpha-omega": (say) => [
    [say`ready{#word}`, say`Able to act.`],
    [say`pinned{#word}`, say`Cannot act until a test of command frees him.`],
    [
      say`down{#word}`,
      say`Wounded and out of play: care, once a turn, makes him pinned, leaves him down or puts him out.`,
    ],
    [say`out{#word}`, say`Taken off the table for good.`],
    [say`unharmed{#word}`, say`Hit, but saved, and not pinned.`],
    [say`casualties{#word}`, say`Soldiers who are down or out.`],
    [say`endurance{#word}`, say`A skill: fewer wounds put the soldier down or out.`],
    [say`drone{#word}`, say`A skill: fewer wounds put the soldier out, more only down.`],
    [say`medikit{#word}`, say`An aptitude: care makes a soldier who is down pinned, and never puts him out.`],
  ],
  metropolis: (say) => [
    [say`removed{#word}`, say`Models taken off the table.`],
    [
      say`panicked{#word}`,
      say`After a failed test of morale: the squad may not hold, fire or charge until it rallies, and fights worse in melee.`,
    ],
    [say`routed{#word}`, say`After a failed test of morale with half of the squad lost: the rest leaves the table.`],
  ],
  "wh40k-10e": (say) => [
    [say`unsaved{#word}`, say`Wounds that no saving throw stopped: each does its damage.`],
    [say`killed{#word}`, say`Models taken off the table.`],
  ],
};

/** None for a game of somebody's own. */
export const glossaryOf = (ruleset: string, say: Say): Glossary =>
  Object.hasOwn(GLOSSARIES, ruleset) ? GLOSSARIES[ruleset]!(say) : [];
