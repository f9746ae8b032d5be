/** A whole fight: what each side orders turn by turn, who is left, best play, and one trial die by die. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { UnitAnswer } from "../../dist/playground/answer.js";
import { type FightTold, type Replayed, SIDES, writtenTurns } from "../../dist/playground/fight-words.js";
import { changed, type Query } from "../../dist/playground/question.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { Aside, useAside } from "./aside.js";
import { Stack } from "./stack.js";

interface Ordered {
  readonly told: FightTold;
  readonly words: PageWords;
  readonly question: Query;
  readonly ask: (question: Query) => void;
}

/** A row of orders for each side, a column for each turn. */
export function Orders({ told, words, question, ask }: Ordered) {
  const turns = told.given.first.length;
  const give = (side: (typeof SIDES)[number], turn: number, order: string) =>
    ask(changed(question, `${side}.order`, writtenTurns(told.given[side].map((own, i) => (i === turn ? order : own)))));
  return (
    <section class="card orders" aria-label={words.orders}>
      <h2>{words.orders}</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.turn}</th>
              {Array.from({ length: turns }, (_, i) => (
                <th scope="col" key={i}>
                  {i + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SIDES.map((side, s) => (
              <tr key={side}>
                <th scope="row">{told.names[s]}</th>
                {told.given[side].map((own, turn) => (
                  <td key={turn}>
                    <select
                      aria-label={words.orderOf(told.names[s]!, turn + 1)}
                      value={own}
                      onChange={(event) => give(side, turn, event.currentTarget.value)}
                    >
                      {told.orders.every(({ name }) => name !== own) && <option value={own}>{own}</option>}
                      {told.orders.map(({ name, label }) => (
                        <option key={name} value={name}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Props {
  readonly told: FightTold | undefined;
  readonly answer: UnitAnswer;
  readonly words: PageWords;
  readonly lang: Tag;
  readonly question: Query;
}

export function Fight({ told, answer, words, lang, question }: Props) {
  if (answer.is !== "told" || told === undefined) return null;
  const key = JSON.stringify([question, lang]);
  const { before } = answer;
  return (
    <>
      {told.standings.map((standing, i) => (
        <Stack key={i} {...{ standing, words }} />
      ))}
      {told.why !== undefined && <p class="wait">{told.why}</p>}
      <Aside
        key={`price ${key} ${JSON.stringify(before)}`}
        title={words.price}
        begin={words.priceFind}
        hint={words.priceHint}
        wait={words.priceWait}
        missing={before === undefined ? words.priceMissing : undefined}
        ask={(client) => client.ask(lang, "price", question, before!)}
        {...{ words }}
      />
      {told.isOrdered && (
        <>
          <First key={`first ${key}`} {...{ words, lang, question }} />
          <Aside
            key={`best ${key}`}
            title={words.best}
            begin={words.bestFind}
            hint={words.bestHint}
            wait={words.bestWait}
            ask={(client) => client.ask(lang, "best", question)}
            {...{ words }}
          />
        </>
      )}
      <Replay key={`replay ${key}`} {...{ words, lang, question }} names={told.names} />
    </>
  );
}

interface Of {
  readonly words: PageWords;
  readonly lang: Tag;
  readonly question: Query;
}

/** How long a fight has to stand before it is worth more than its own numbers. */
const PAUSE = 600;

function First({ words, lang, question }: Of) {
  const aside = useAside();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      void aside
        .get()
        .ask(lang, "goingFirst", question)
        .then((found) => setText(found ?? words.firstSame))
        .catch(() => {})
        .finally(aside.end);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, []);
  return <p class="method first">{text ?? words.firstWait}</p>;
}

function Replay({ words, lang, question, names }: Of & { readonly names: readonly [string, string] }) {
  const aside = useAside();
  const [percentile, setPercentile] = useState("50");
  const [trial, setTrial] = useState("1");
  const [told, setTold] = useState<Replayed>();
  const [fault, setFault] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const tell = (which: { trial: number } | { percentile: number }) => {
    setRunning(true);
    setFault(undefined);
    void aside
      .get()
      .ask(lang, "replay", question, which)
      .then(
        (found) => {
          setTold(found);
          setTrial(String(found.trial));
          setAt(0);
        },
        (error: Error) => setFault(error.message),
      )
      .finally(() => setRunning(false));
  };
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [at]);
  const step = told?.steps[at];
  const left = told && step && (at === told.steps.length - 1 ? told.left.at(-1) : told.left[step.turn - 2]);
  const jump = (by: number) => {
    if (!told || !step) return;
    const next = told.steps.findIndex(({ turn }) => turn === step.turn + by);
    setAt(next >= 0 ? next : by > 0 ? told.steps.length - 1 : 0);
  };
  return (
    <section class="replay" aria-label={words.replay}>
      <h2>{words.replay}</h2>
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          tell({ percentile: Number(percentile.replace(",", ".")) });
        }}
      >
        <label class="target">
          <span>{words.percentile}</span>
          <input
            type="text"
            inputMode="decimal"
            maxLength={6}
            value={percentile}
            onInput={(event) => setPercentile(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isRunning}>
          {words.tell}
        </button>
      </form>
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          tell({ trial: Number(trial) });
        }}
      >
        <label class="target">
          <span>{words.trial}</span>
          <input
            type="text"
            inputMode="numeric"
            maxLength={6}
            value={trial}
            onInput={(event) => setTrial(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isRunning}>
          {words.tell}
        </button>
      </form>
      {fault !== undefined && <p role="alert">{fault}</p>}
      {told && step && (
        <>
          <p>
            <b>{words.replayOf(told.trial, told.winner)}</b> {told.oneOfMany && <small>{words.oneOfMany}</small>}
          </p>
          <label class="scrubber">
            <span>{words.step(at + 1, told.steps.length, step.turn)}</span>
            <input
              type="range"
              min={0}
              max={told.steps.length - 1}
              value={at}
              aria-valuetext={`${words.step(at + 1, told.steps.length, step.turn)}. ${step.text}`}
              onInput={(event) => setAt(Number(event.currentTarget.value))}
            />
          </label>
          <div class="acts">
            <button type="button" disabled={at === 0} onClick={() => jump(-1)}>
              {words.turnBefore}
            </button>
            <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>
              {words.stepBefore}
            </button>
            <button type="button" disabled={at === told.steps.length - 1} onClick={() => setAt(at + 1)}>
              {words.stepNext}
            </button>
            <button type="button" disabled={at === told.steps.length - 1} onClick={() => jump(1)}>
              {words.turnNext}
            </button>
          </div>
          {left && (
            <dl class="left">
              {names.map((name, i) => (
                <div key={i}>
                  <dt>{name}</dt>
                  <dd>{left[i] || words.nobody}</dd>
                </div>
              ))}
            </dl>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <ol class="steps" ref={list} tabIndex={0} aria-label={words.replay}>
            {told.steps.slice(0, at + 1).map(({ is, text, rule, depth, turn }, i) =>
              turn < step.turn && depth > 0 ? null : (
                <li key={i} class={`${is} d${Math.min(depth, 4)}`} aria-current={i === at ? "step" : undefined}>
                  {is === "change" ? "→ " : ""}
                  {text} {rule !== undefined && <code>{rule}</code>}
                </li>
              ),
            )}
          </ol>
        </>
      )}
    </section>
  );
}
