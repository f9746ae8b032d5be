/** Other questions, each one change away, and what would come of them. */
import type { Move } from "../../dist/playground/answer.js";
import type { Cards, Control } from "../../dist/playground/card.js";
import type { Query } from "../../dist/playground/question.js";
import type { Turning } from "./controls.js";
import { steady } from "./steady.js";

interface Listed {
  readonly title: string;
  readonly moves: readonly Move[];
  /** Whether they are of a question that is not asked any more: they wait for those of the next. */
  readonly isOld: boolean;
  readonly cards: Cards;
  readonly turning: Turning;
  readonly ask: (question: Query) => void;
}

export const Moves = steady(({ title, moves, isOld, cards, turning, ask }: Listed) => (
  <section class={`moves${isOld ? " old" : ""}`} aria-label={title} aria-busy={isOld}>
    <h2>{title}</h2>
    <ul>
      {moves.map((move, i) => (
        <li key={i}>
          <button type="button" aria-disabled={isOld} onClick={() => isOld || ask(move.question)}>
            <span class="what">{whatOf(move, cards, turning)}</span>
            <span class="to">{move.told.text}</span>
            {move.change !== "" && <span class="by">{move.change}</span>}
          </button>
        </li>
      ))}
    </ul>
  </section>
));

/** `Space Marines, save 4+ → 3+`. */
function whatOf(move: Move, cards: Cards, { words, word }: Turning): string {
  const said = (text: string): string => (text === "true" ? words.yes : text === "false" ? words.no : word(text));
  const groups = cards.units.flatMap((unit) => [unit, ...unit.parts]);
  const control = [...groups.flatMap(({ controls }) => controls), ...cards.situation].find(
    ({ path }) => path === move.path,
  );
  const group = groups.find(({ controls }) => controls.includes(control as Control));
  if (control === undefined) {
    const [role, name] = [move.path.split(".")[0], move.path.slice(move.path.indexOf(".") + 1)];
    const unit = cards.units.find((own) => own.role === role);
    return `${unit?.title ?? role}, ${move.to === "+" ? "+" : "−"} ${said(name)}`;
  }
  const from = move.from === undefined ? "" : `${said(move.from)} `;
  const unit = control.unit === undefined ? "" : ` ${word(control.unit)}`;
  return `${group ? `${group.title}, ` : ""}${word(`.${control.field}`)} ${from}→ ${said(move.to)}${unit}`;
}
