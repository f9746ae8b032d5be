/** The answer in words, and by which way it was found. */
import type { UnitAnswer } from "../../dist/playground/answer.js";
import type { PageWords } from "../../dist/playground/words.js";
import { unbroken } from "../../dist/report/unbroken.js";
import type { Fault } from "./room.js";

interface Said {
  readonly answer: UnitAnswer;
  readonly words: PageWords;
  readonly fault: Fault | undefined;
  /** By whoever reads it, before it has all of its trials. */
  readonly isStopped: boolean;
  readonly isPinned: boolean;
}

export function Sentence({ answer, words, fault, isStopped, isPinned }: Said) {
  if (fault !== undefined)
    return (
      <p class="sentence" role="alert">
        {fault.text}
      </p>
    );
  if (answer.is === "impossible")
    return (
      <p class="sentence" aria-live="polite">
        <span class="who">{answer.who}</span> {words.impossible}: {answer.text} <code>{answer.rule}</code>
      </p>
    );
  if (answer.is === "wrong")
    return (
      <div class="sentence" aria-live="polite">
        <span class="who">{words.wrong}</span>
        <ul>
          {answer.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    );
  const { told, what, also, change, isExact, method } = answer;
  return (
    <>
      <p class="sentence" aria-live="polite">
        <span class="who">{answer.who}</span> <strong>{unbroken(told.text)}</strong> {what}
        {unbroken(also)}
        {change ? (
          <>
            ,{" "}
            <em class={change.sign > 0 ? "up" : change.sign < 0 ? "down" : ""}>
              {unbroken(words.than(change.size, change.sign, told.isChance, isPinned))}
            </em>
          </>
        ) : null}
        .
      </p>
      <p class="method">
        {isExact ? words.exact : isStopped ? method.replace(words.narrowing, words.stopped) : method}
        {told.fraction !== undefined && told.fraction.length <= 60 && told.fraction.includes("/")
          ? ` = ${told.fraction}`
          : ""}
        {answer.note === undefined ? "" : ` · ${answer.note}`}
      </p>
    </>
  );
}
