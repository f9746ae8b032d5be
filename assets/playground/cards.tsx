/** The cards: who fights whom, where, and what can be turned of either. */
import { useMemo } from "preact/hooks";
import type { Control } from "../../dist/playground/card.js";
import type { Query, Role } from "../../dist/playground/question.js";
import type { Asked } from "./asking.js";
import { CardOfUnit, ControlOf, Notching, type Turning } from "./controls.js";
import { Orders } from "./fight.js";
import { Later } from "./later.js";
import type { Room } from "./room.js";
import { steady } from "./steady.js";
import type { Units } from "./units.js";

interface Props extends Room {
  readonly asked: Asked;
  readonly offers: Units;
  readonly turning: Turning;
  /** What a notch of a dial is to reach. */
  readonly target: number | undefined;
  readonly isHidden: boolean;
}

export function CardsOf({ client, lang, words, trail, go, page, asked, offers, turning, target, isHidden }: Props) {
  const { answer, fight } = asked;
  const notching = useMemo<Notching>(
    () => ({
      notches: (path, values) => client.ask(lang, "notches", answer.question, path, values).catch(() => []),
      target,
    }),
    [answer.question, lang, target],
  );
  const ask = (question: Query) => go({ do: "ask", question });
  return (
    <Notching.Provider value={notching}>
      <div class="cards" hidden={isHidden}>
        {page.view === "fight" && fight?.isOrdered && <Orders told={fight} question={trail.now} {...{ words, ask }} />}
        {answer.cards.units.map((card) => (
          <Later key={card.role}>
            {() => (
              <CardOfUnit
                {...{ card, turning }}
                title={words[card.role]}
                units={offers.units[card.role]}
                pick={offers.pickUnit}
                saveUnit={isChanged(trail.now, card.role) ? offers.saveUnit : undefined}
              />
            )}
          </Later>
        ))}
        <Later>{() => <Situation controls={answer.cards.situation} turning={turning} />}</Later>
      </div>
    </Notching.Provider>
  );
}

/** Whether anything of a role's unit was changed. */
const isChanged = ({ changes }: Query, role: Role): boolean =>
  Object.keys(changes).some((path) => path.startsWith(`${role}.`));

interface Strip {
  readonly controls: readonly Control[];
  readonly turning: Turning;
}

const Situation = steady(({ controls, turning }: Strip) => {
  const { words } = turning;
  const of = words.situation;
  const list = (some: readonly Control[]) => (
    <div class="controls">
      {some.map((control) => (
        <ControlOf key={control.path} {...{ control, of, turning }} />
      ))}
    </div>
  );
  const rest = controls.filter(({ isMain }) => !isMain);
  return (
    <section class="card situation" aria-label={of}>
      <h2>{of}</h2>
      {list(controls.filter(({ isMain }) => isMain))}
      {rest.length > 0 && (
        <details>
          <summary>{words.more}</summary>
          {list(rest)}
        </details>
      )}
    </section>
  );
});
