/** Units that a card offers: those of the catalogue, and those that are kept in this browser. */
import { useCallback, useMemo, useState } from "preact/hooks";
import type { Sheet } from "../../dist/playground/answer.js";
import type { UnitCard } from "../../dist/playground/card.js";
import type { Role } from "../../dist/playground/question.js";
import type { Asked } from "./asking.js";
import type { Room } from "./room.js";
import { keepSaved, MOST_NAME, type Saved, savedHere, unitAddress, unitOf, withSaved, withSavedUnit } from "./saved.js";

type Kind = Sheet["kinds"][number];

export function useUnits({ words, trail: { now }, go, turn }: Room, { answer }: Asked, kind: Kind | undefined) {
  const [saved, setSaved] = useState(savedHere);
  const putSaved = useCallback(
    (all: readonly Saved[]) => (keepSaved(all) ? setSaved(all) : turn({ banner: words.saved.full })),
    [words],
  );
  /** Of those that are kept by their place, `saved:2`. */
  const pickUnit = useCallback(
    (role: Role, unit: string) => {
      const kept = saved[Number(/^saved:(\d+)$/.exec(unit)?.[1] ?? Number.NaN)];
      const question = kept && withSavedUnit(now, role, kept);
      if (question) go({ do: "ask", question });
      else if (kept === undefined) go({ do: "unit", role, unit });
    },
    [now, saved],
  );
  const saveUnit = useCallback(
    (role: Role, title: string) => {
      const changes = Object.entries(now.changes).flatMap(([path, text]) =>
        path.startsWith(`${role}.`) ? [`${path.slice(role.length + 1)} ${text}`] : [],
      );
      const name = words.saved.unitName(title, changes.join(", ")).slice(0, MOST_NAME);
      putSaved(withSaved(saved, [{ name, address: unitAddress(now, role), isUnit: true }]));
    },
    [now, saved, putSaved],
  );
  const offered = (card: UnitCard) => {
    const own = (card.role === "attacker" ? kind?.attackers : kind?.defenders) ?? [
      { name: card.unit, label: card.title },
    ];
    const isHere = ({ address }: Saved) => {
      const unit = unitOf(address);
      return unit?.ruleset === now.ruleset && own.some(({ name }) => name === unit.attacker);
    };
    const kept = saved.flatMap((one, i) =>
      one.isUnit && isHere(one) ? [{ name: `saved:${i}`, label: `★ ${one.name}` }] : [],
    );
    return [...own, ...kept];
  };
  const units = useMemo(() => {
    const of = (role: Role) => answer.cards.units.flatMap((card) => (card.role === role ? offered(card) : []));
    return { attacker: of("attacker"), defender: of("defender") };
  }, [answer.cards.units, kind, now.ruleset, now.kind, saved]);
  return { saved, putSaved, pickUnit, saveUnit, units };
}

export type Units = ReturnType<typeof useUnits>;
