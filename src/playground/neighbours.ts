/** Questions beside a question: one step of something, or the nearest that can be. */
import type { Move, ToldNumber } from "./answer.ts";
import { type Cards, type Control, controlsIn } from "./card.ts";
import { changed, type Query, toggled } from "./question.ts";
import { stepped } from "./step.ts";

export type Neighbour = Pick<Move, "question" | "path" | "from" | "to">;

/** The question with a control at another value. */
const moveTo = (question: Query, { path, value, base }: Control, to: string): Neighbour => ({
  question: changed(question, path, to === base ? undefined : to),
  path,
  ...(value === undefined ? {} : { from: value }),
  to,
});

/**
 * The value of a control nearest to its own at which the question can be. Between a number that cannot be and the
 * catalogue's that can, the border is found by halving.
 */
async function nearest(
  { type, value, base }: Control,
  at: (to: string) => Promise<Move | undefined>,
): Promise<Move | undefined> {
  const first = base === undefined || base === value ? undefined : await at(base);
  if (type.is !== "number" || first === undefined) {
    const others = type.is === "choice" ? type.values : type.is === "yesNo" ? ["false", "true"] : [];
    for (const to of others) {
      const move = to === value ? undefined : await at(to);
      if (move) return move;
    }
    return first;
  }
  let good = first;
  let [can, cannot] = [Number.parseFloat(base!), Number.parseFloat(value ?? "")];
  while (Math.abs(cannot - can) > 1) {
    const middle = Math.round((can + cannot) / 2);
    if (middle === can || middle === cannot) break;
    const move = await at(base!.endsWith("+") ? `${middle}+` : String(middle));
    if (move) [good, can] = [move, middle];
    else cannot = middle;
  }
  return good;
}

/** One step of everything that is shown at first, and every chip put on or off. */
export function* neighbours(question: Query, cards: Cards): Generator<Neighbour> {
  for (const control of controlsIn(cards)) {
    if (!control.isMain || control.value === undefined) continue;
    const { type } = control;
    if (type.is === "number")
      for (const by of [-1, 1]) {
        const to = stepped(control, by);
        if (to !== undefined) yield moveTo(question, control, to);
      }
    else if (control.path.startsWith("situation."))
      for (const to of type.is === "choice" ? type.values : ["true", "false"])
        if (to !== control.value) yield moveTo(question, control, to);
  }
  for (const { chips } of cards.units)
    for (const { role, list, name, isOn, isInBase } of chips)
      yield {
        question: toggled(question, role, list, name, isInBase),
        path: `${role}.${name}`,
        to: isOn ? "-" : "+",
      };
}

/** What is nearest to a question that cannot be: of changed paths the next value that can, else of the situation's. */
export async function insteadOf(
  question: Query,
  cards: Cards,
  tell: (question: Query) => Promise<ToldNumber | undefined>,
): Promise<Move[]> {
  const found: Move[] = [];
  const at = async (control: Control, to: string): Promise<Move | undefined> => {
    const move = moveTo(question, control, to);
    const told = await tell(move.question);
    return told && { ...move, told, change: "" };
  };
  const isChanged = ({ path }: Control) => path in question.changes;
  const others = cards.situation.filter((control) => !isChanged(control));
  for (const control of [...controlsIn(cards).filter(isChanged), ...others]) {
    if (found.length >= 3 || (found.length > 0 && !isChanged(control))) break;
    const move = await nearest(control, (to) => at(control, to));
    if (move) found.push(move);
  }
  return found;
}
