/** The answer to what is asked: in a sentence, as a distribution, with what would move it and how to hand it on. */
import type { ComponentChildren } from "preact";
import { useCallback, useState } from "preact/hooks";
import type { UnitAnswer } from "../../dist/playground/answer.js";
import { commandOf } from "../../dist/playground/command.js";
import type { Query } from "../../dist/playground/question.js";
import type { PageWords } from "../../dist/playground/words.js";
import type { Asked } from "./asking.js";
import { CardsOf } from "./cards.js";
import { Chart } from "./chart.js";
import type { Turning } from "./controls.js";
import { Dice } from "./dice.js";
import { Exports } from "./exports.js";
import { Fight } from "./fight.js";
import { asksAnother, FILE, first } from "./first.js";
import { Later } from "./later.js";
import { Moves } from "./moves.js";
import { ownOf, type Room } from "./room.js";
import { Sentence } from "./sentence.js";
import { embedOf, Share } from "./share.js";
import { same, sameUnits } from "./trail.js";
import type { Units } from "./units.js";

interface Props extends Room {
  readonly asked: Asked;
  readonly offers: Units;
  readonly turning: Turning;
  readonly ask: (question: Query) => void;
  readonly isHidden: boolean;
  /** What is kept in this browser. */
  readonly shelf: ComponentChildren;
}

export function Ask(room: Props) {
  const { client, lang, words, trail, page, asked, turning, ask, isHidden, shelf } = room;
  const { answer, told, isOld, isPending, isStopped } = asked;
  const { view, fault } = page;
  const [target, setTarget] = useState<number>();
  const [metric, setMetric] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const isPinned = trail.pinned !== undefined;
  const shown = JSON.stringify(told);
  const explain = useCallback(() => client.ask(lang, "explain", told), [shown, lang]);
  // Until a question that was opened, or one of another game, has its answer, that of another question is none.
  const isFollowed = trail.past.length > 0 && answer.question.ruleset === trail.now.ruleset;
  const isAnswered = page.isOpen ? isFollowed || same(answer.question, trail.now) : !asksAnother;
  const isUnanswered = !isAnswered || (fault?.of !== undefined && same(fault.of, trail.now));
  if (!isAnswered && fault === undefined)
    return (
      <main hidden={isHidden}>
        <p class="wait" role="status">
          {words.computing}
        </p>
      </main>
    );
  return (
    <main hidden={isHidden}>
      <CardsOf {...room} target={target} isHidden={isUnanswered} />
      <section class={`answer${isOld ? " old" : ""}`} aria-label={words.answer} aria-busy={isPending}>
        <div class="pinned-top">
          <Sentence {...{ answer, words, fault, isStopped, isPinned }} />
          {fault?.instead && (
            <p class="acts">
              <button type="button" class="main" onClick={() => ask(fault.instead!.question)}>
                {words.askInstead(fault.instead.label)}
              </button>
            </p>
          )}
          <Acts {...{ room, isUnanswered }} />
        </div>
        {isPinned && <p class="wait">{words.pinnedWhy}</p>}
        {!isUnanswered && "instead" in answer && answer.instead.length > 0 && (
          <Moves title={words.instead} moves={answer.instead} cards={answer.cards} {...{ isOld, turning, ask }} />
        )}
        {view === "fight" && !isUnanswered && (
          <Fight told={asked.fight} question={trail.now} {...{ answer, words, lang }} />
        )}
        {view === "ask" && !isUnanswered && answer.is === "told" && (
          <>
            <Figures {...{ answer, words, metric, setMetric, isPinned }} />
            <Target {...{ words, setTarget }} />
            <Moving {...{ room }} />
            <Dice {...{ words, isOpen, setOpen, explain }} />
          </>
        )}
        <Later>
          {() => (
            <>
              {!isUnanswered && <HandedOn {...{ room, metric }} />}
              {shelf}
            </>
          )}
        </Later>
        <p class="made">{words.provenance(first.version, first.made)}</p>
      </section>
    </main>
  );
}

interface Part {
  readonly room: Props;
}

/** Stop, back, forth, keep beside, begin again. */
function Acts({ room, isUnanswered }: Part & { readonly isUnanswered: boolean }) {
  const { words, trail, go, asked, ask } = room;
  const { isOpenAnswer, isStopped, setStopped } = asked;
  return (
    <div class="acts">
      {isOpenAnswer && (
        <button type="button" onClick={() => setStopped(!isStopped)}>
          {isStopped ? words.goOn : words.stop}
        </button>
      )}
      <button type="button" disabled={trail.past.length === 0} onClick={() => go({ do: "undo" })}>
        {words.undo}
      </button>
      <button type="button" disabled={trail.future.length === 0} onClick={() => go({ do: "redo" })}>
        {words.redo}
      </button>
      {trail.pinned === undefined ? (
        <button type="button" disabled={isUnanswered} title={words.pinWhy} onClick={() => go({ do: "pin" })}>
          {words.pin}
        </button>
      ) : (
        <>
          <button type="button" onClick={() => go({ do: "swap" })}>
            {words.swapPin}
          </button>
          <button type="button" onClick={() => go({ do: "unpin" })}>
            {words.unpin}
          </button>
        </>
      )}
      <button
        type="button"
        onClick={() => ask(first.questions[trail.now.ruleset] ?? ownOf(room)?.first ?? first.answer.en.question)}
      >
        {words.reset}
      </button>
    </div>
  );
}

interface Aim {
  readonly words: PageWords;
  readonly setTarget: (target: number | undefined) => void;
}

/** What somebody wants to reach: the notches of the dials show what gives it. */
function Target({ words, setTarget }: Aim) {
  return (
    <label class="target">
      <span>{words.target}</span>
      <input
        type="text"
        placeholder={words.targetHint}
        maxLength={12}
        aria-describedby="target-why"
        onInput={(event) => setTarget(numberOf(event.currentTarget.value))}
      />
      <small class="wait" id="target-why">
        {words.targetWhy}
      </small>
    </label>
  );
}

/** `20 %`, `1,5`: a chance or a mean. */
function numberOf(text: string): number | undefined {
  const [, digits, percent] = /^\s*(\d+(?:[.,]\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(",", ".")) / (percent ? 100 : 1);
}

/** What would move the answer most. */
function Moving({ room: { words, trail, asked, turning, ask } }: Part) {
  const { answer, found, isFoundOld } = asked;
  if (found === undefined || !sameUnits(found.of, trail.now)) return <p class="wait">{words.movesWait}</p>;
  if (found.moves.length === 0) return <p class="wait">{words.movesNone}</p>;
  return (
    <Moves title={words.movesTitle} moves={found.moves} isOld={isFoundOld} cards={answer.cards} {...{ turning, ask }} />
  );
}

/** The same as files, as a live chart, as a command and a link. */
function HandedOn({ room, metric }: Part & { readonly metric: string | undefined }) {
  const { client, lang, words, trail, page, asked } = room;
  const { answer, told } = asked;
  const { now } = trail;
  return (
    <>
      {answer.is === "told" && (
        <Exports
          words={words}
          name={[now.attacker, now.defender, now.kind].filter(Boolean).join("-")}
          files={() => {
            const of = page.view === "fight" ? undefined : (metric ?? answer.metrics[0]?.name);
            return client.ask(lang, "exported", now, of, answer.before);
          }}
          embed={(svg) => embedOf(svg, now, answer, lang, ownOf(room)?.texts ?? {})}
        />
      )}
      <Share {...{ words, command: commandOf(told, lang, FILE) }} />
    </>
  );
}

interface Shown {
  readonly answer: Extract<UnitAnswer, { is: "told" }>;
  readonly words: PageWords;
  readonly metric: string | undefined;
  readonly setMetric: (name: string) => void;
  readonly isPinned: boolean;
}

function Figures({ answer, words, metric, setMetric, isPinned }: Shown) {
  const { metrics, earlier } = answer;
  const shown = metrics.find(({ name }) => name === metric) ?? metrics[0];
  if (shown === undefined) return null;
  return (
    <>
      <label class="metric">
        <span>{words.metric}</span>
        <select value={shown.name} onChange={(event) => setMetric(event.currentTarget.value)}>
          {metrics.map(({ name, label, mean }) => (
            <option key={name} value={name}>
              {label}
              {mean === undefined ? "" : ` (${words.mean(mean)})`}
            </option>
          ))}
        </select>
      </label>
      <Chart
        key={shown.name}
        metric={shown}
        earlier={earlier?.find(({ name }) => name === shown.name)}
        {...{ isPinned, words }}
      />
    </>
  );
}
