import type { Metric } from "../../../rule/program.ts";
import { upTo } from "../../ruleset.ts";
import { ASSAULT, CHARGE, FIRE, HOLD, MOVE, SIDES, WINNERS } from "../words.ts";
import { CASUALTIES, MEASURES, OUT_MODELS, PANICKED_MODELS, READY_MODELS, ROUTED_MODELS } from "./measures.ts";
import {
  CANNOT_FIRE,
  CONTACT,
  type EngagementProfile,
  FALLS_SHORT,
  MELEE_BINDS,
  NO_HOLD_IN_MELEE,
  NO_TARGET,
  OUT_OF_SIGHT,
  PANIC_FORBIDS,
  REFUSALS,
} from "./profile.ts";

const PER_TURN = [
  ["casualties", CASUALTIES],
  ["ready", READY_MODELS],
  ["panicked", PANICKED_MODELS],
  ["out", OUT_MODELS],
  ["routed", ROUTED_MODELS],
] as const;

/** A metric and the number in a battle that it counts. */
export interface BattleMetric {
  readonly metric: Metric;
  readonly from: "winner" | "measures" | "refused";
  readonly place: number;
}

/** The refusals that a side's orders can meet with, as indices into REFUSALS. */
function refusalsOf({ units, lineOfSight }: EngagementProfile, side: number): Set<number> {
  const ofSide = units.filter((unit) => unit.side === side);
  const given = (...orders: number[]) => ofSide.some((unit) => unit.orders.some((order) => orders.includes(order)));
  const enemies = ofSide.flatMap((unit) => unit.against.flatMap((against) => against ?? []));
  const meets = units.some((unit) => unit.orders.some((order) => order === CHARGE || order === ASSAULT));
  const panics = meets || ofSide.some((unit) => unit.panicked);
  const isMute = enemies.some(({ fire, bands }) => bands.some((band) => band !== CONTACT && !fire[band]?.length));
  const possible = new Set<number>();
  const note = (refusal: number, when: boolean) => when && possible.add(refusal);
  note(PANIC_FORBIDS, panics && given(CHARGE, HOLD, FIRE, ASSAULT));
  note(NO_HOLD_IN_MELEE, meets && given(HOLD));
  note(MELEE_BINDS, meets && given(MOVE, CHARGE, ASSAULT));
  note(OUT_OF_SIGHT, given(FIRE) && lineOfSight.includes(false));
  note(NO_TARGET, given(FIRE) && (meets || enemies.some(({ bands }) => bands.includes(CONTACT))));
  note(CANNOT_FIRE, given(FIRE) && isMute);
  note(FALLS_SHORT, given(CHARGE) && enemies.some(({ inReach }) => inReach.includes(false)));
  return possible;
}

/** All that is asked of a fight, the winner first, refusals last. */
export function measuresOf(profile: EngagementProfile): BattleMetric[] {
  const { units, turns } = profile;
  const list: BattleMetric[] = [{ metric: { name: "winner", values: WINNERS }, from: "winner", place: 0 }];
  const models = SIDES.map((_, side) =>
    units.filter((unit) => unit.side === side).reduce((sum, unit) => sum + unit.fighter.models, 0),
  );
  for (let turn = 0; turn < turns; turn++)
    for (const [name, measure] of PER_TURN)
      SIDES.forEach((side, s) => {
        const place = (turn * 2 + s) * MEASURES + measure;
        list.push({ metric: { name, turn: turn + 1, side, values: upTo(models[s]!) }, from: "measures", place });
      });
  SIDES.forEach((side, s) => {
    const orders = units.filter((unit) => unit.side === s).length * turns;
    const possible = refusalsOf(profile, s);
    REFUSALS.forEach((section, r) => {
      if (!possible.has(r)) return;
      const place = s * REFUSALS.length + r;
      list.push({ metric: { name: "skipped", side, section, values: upTo(orders) }, from: "refused", place });
    });
  });
  return list;
}
