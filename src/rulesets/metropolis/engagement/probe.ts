/** What a fight is told that may go unused, and whether it does: seen by playing the written battle. */
import type { Stream } from "../../../dice/index.ts";
import { solveActs } from "../../../rule/acts-solve.ts";
import type { Sentence } from "../../../rule/message.ts";
import { type Never, type Probe, unreachedRule } from "../../never.ts";
import { ASSAULT, CHARGE, FIRE, HOLD, SIDES } from "../words.ts";
import { BattleActs, isSolvedByActs, operationsOf } from "./acts.ts";
import { Battle } from "./battle.ts";
import type { BattleLog } from "./log.ts";
import { measuresOf } from "./metrics.ts";
import type { NEVER } from "./never.ts";
import { type EngagementProfile, FALLS_SHORT } from "./profile.ts";
import { EngagementKernel } from "./written-kernel.ts";

/** What a unit is told, by what it is silenced by: the rule, and the sentence where it is never seen. */
const UNUSED = {
  charge: ["B-ORD-01", "told to charge, and never reaches anybody"],
  fire: ["B-ORD-03", "told to fire, and never does"],
  hold: ["B-ORD-02, E-22", "holds its fire, and never fires at who charges"],
  counterCharge: ["E-22", "never counter-charges"],
  assault: ["B-ORD-04", "told to fight hand to hand, and never does"],
} as const satisfies Partial<Record<(typeof NEVER)[number], readonly [string, Sentence]>>;
type Inapplicable = keyof typeof UNUSED;

/** Operations of one unit's activation in the first thousand trials: measured, to half and double. */
const ACTIVATION = 15;

export const probe = { of: probeOf, work: ({ turns, units }: EngagementProfile) => ACTIVATION * turns * units.length };

function probeOf(profile: EngagementProfile, names: readonly string[]): Probe | undefined {
  const { units, policies } = profile;
  const told: Never[] = [];
  const firsts = units.filter(({ side }) => side === 0).length;
  const byUnit = units.map(({ orders, reaction, side }, u) => {
    const isTold: Readonly<Record<Inapplicable, boolean>> = {
      charge: orders.includes(CHARGE),
      fire: orders.includes(FIRE),
      hold: orders.includes(HOLD) && reaction === "fire",
      counterCharge: reaction === "counterCharge",
      assault: orders.includes(ASSAULT),
    };
    const places = new Map<Inapplicable, number>();
    for (const what of (Object.keys(UNUSED) as Inapplicable[]).filter((one) => isTold[one])) {
      const [rule, text] = UNUSED[what];
      const at = ["sides", side, "units", side === 0 ? u : u - firsts];
      const isOrder = what !== "counterCharge";
      const path = !isOrder ? [...at, "reaction"] : policies?.[side] ? ["sides", side, "policy"] : [...at, "order"];
      const decides = isOrder ? { decides: true as const } : {};
      places.set(what, told.push({ what, path, unit: names[u]!, side: SIDES[side], rule, text, ...decides }) - 1);
    }
    return places;
  });
  const ruleAt = (policies ?? []).map((rules, side) => {
    const first = told.length;
    told.push(...(rules ?? []).map((_, rule) => unreachedRule(side as 0 | 1, rule, "E-25")));
    return first;
  });
  if (told.length === 0) return undefined;
  return {
    told,
    play(stream: Stream, trials: number, seen: Uint8Array): void {
      const kernel = new EngagementKernel(profile, []);
      let trial = 0;
      kernel.watch(stream, witnessOf(byUnit, ruleAt, seen), () => trial++ < trials && seen.includes(0));
    },
    ...(isSolvedByActs(profile)
      ? {
          solved: {
            places: [...told.keys()],
            isPlayed: true,
            work: operationsOf(profile, 1),
            mark(seen) {
              const battle = new Battle(profile);
              const heard = new Uint8Array(seen.length); // on the way that is played
              const witness = witnessOf(byUnit, ruleAt, heard, seen);
              const acts = new BattleActs(battle, (isPossible) => {
                witness.turnEnds();
                heard.forEach((flag, place) => {
                  if (flag === 1 && isPossible) seen[place] = 1;
                });
                heard.fill(0);
              });
              battle.log = witness;
              solveActs(acts, acts.readings(measuresOf(profile).filter(({ from }) => from === "winner")));
            },
          },
        }
      : {}),
  };
}

/**
 * Marks what is done of what units and policies are told.
 * @param applied where rules of policies are marked, which are gone by before anybody acts
 */
function witnessOf(
  places: readonly ReadonlyMap<Inapplicable, number>[],
  rules: readonly number[],
  seen: Uint8Array,
  applied = seen,
): BattleLog {
  /** Who acts; and who charges, and has not fallen short yet. */
  let [who, charger] = [-1, -1];
  const marks = (unit: number, what: Inapplicable) => {
    const place = places[unit]?.get(what);
    if (place !== undefined) seen[place] = 1;
  };
  const settle = () => {
    marks(charger, "charge");
    charger = -1;
  };
  return {
    follows(side, rule) {
      applied[rules[side]! + rule] = 1;
    },
    acts(unit) {
      settle();
      who = unit;
    },
    refused(_, why) {
      if (why === FALLS_SHORT) charger = -1;
    },
    does(unit, what) {
      if (what === "charges") charger = unit;
      else if (what === "counterCharges") marks(unit, "counterCharge");
      else if (what === "fires") marks(unit, unit === who ? "fire" : "hold");
    },
    // Whoever acts when there is combat has ordered it.
    combat: (unit) => marks(unit, "assault"),
    turnEnds: settle,
    turnBegins() {},
    starts() {},
  };
}
