/**
 * Every unit of a catalogue against every unit of another: units are resolved once, of an attack only the state it
 * leaves is solved.
 */
import type { AttackMeeting, Catalogue, MatchUps, RefusedUnit, Strike } from "../../roster.ts";
import { type AttackScene, blowsOf, cellOf, profilesIn, type Ready, readyOf, strikingOf, takingOf } from "./ready.ts";
import { turnOf } from "./turn.ts";

/** Units that nothing is known to be wrong with; each that cannot be fielded is left out, and named. */
export function matchUps(mine: Catalogue, theirs: Catalogue): MatchUps {
  const refused: RefusedUnit[] = [];
  const readyIn = (catalogue: Catalogue) => {
    const cell = cellOf(catalogue);
    return Object.entries(catalogue.units).flatMap(([name, data]) => {
      const ready = readyOf(name, data, cell);
      if ("unit" in ready) return ready;
      refused.push(ready);
      return [];
    });
  };
  const own = readyIn(mine);
  const others = mine === theirs ? own : readyIn(theirs);
  return {
    mine: own,
    theirs: others,
    refused,
    strike: (attacker, target, meeting) => strikeOf(own[attacker]!, others[target]!, meeting),
  };
}

function strikeOf(attacker: Ready, target: Ready, meeting: AttackMeeting): Strike | undefined {
  if (meeting.phase === "turn") return turnOf(attacker, target, meeting);
  const { distance = 0 } = meeting;
  const scene: AttackScene = meeting.phase === "fight" ? { fight: { charged: true } } : { shooting: { distance } };
  const blows = blowsOf(attacker, target, scene);
  if (blows.length === 0) return undefined;
  const { attacked, formation } = takingOf(target, blows);
  return { ...profilesIn(blows), of: formation, distribution: strikingOf(attacker, attacked, formation) };
}
