/** What comes of the question that is asked: its answer, then what takes longer. */
import { type Inputs, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Move, Sheet, UnitAnswer } from "../../dist/playground/answer.js";
import type { FightTold } from "../../dist/playground/fight-words.js";
import type { Query } from "../../dist/playground/question.js";
import { first } from "./first.js";
import type { Fault, Room } from "./room.js";
import { kept } from "./steady.js";
import { same, sameUnits } from "./trail.js";

/** Milliseconds that something lasts before the page says so, or goes by it: what is over sooner would only flicker. */
export const LONG = 80;

/** Whether something has lasted for long. */
function useLong(isSo: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLong(true), LONG);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isSo]);
  return isSo && isLong;
}

interface Asking<Found> {
  /** Undefined where nothing is to be asked. */
  readonly ask: (() => Promise<Found>) | undefined;
  readonly heard: (found: Found) => void;
  readonly missed?: (error: Error & Pick<Fault, "instead">) => void;
  /** Milliseconds to wait before. */
  readonly after?: number;
}

/** Asks as the inputs change. What is overtaken by the next asking is not heard. */
export function useAsked<Found>(
  { ask, heard, missed, after }: Asking<Found>,
  inputs: Inputs,
  effect = useEffect,
): void {
  effect(() => {
    if (ask === undefined) return;
    let isHere = true;
    const begin = () =>
      void ask().then(
        (found) => isHere && heard(found),
        (error) => isHere && missed?.(error),
      );
    const timer = after === undefined ? begin() : setTimeout(begin, after);
    return () => {
      isHere = false;
      if (timer !== undefined) clearTimeout(timer);
    };
  }, inputs);
}

export function useAnswer({ client, lang, trail: { now, pinned }, page: { isOpen, view }, turn }: Room) {
  const [answer, setAnswer] = useState<UnitAnswer>(first.answer[lang]);
  const [sheet, setSheet] = useState<Sheet>(first.sheet[lang]);
  const [found, setFound] = useState<{ readonly of: Query; readonly moves: readonly Move[] }>();
  const [fight, setFight] = useState<FightTold>();
  const [isStopped, setStopped] = useState(false);
  const [failed, setFailed] = useState<Query>();
  /** What the next answer is told against, if it is of the same units. */
  const shown = useRef(now);

  const isKnown = same(answer.question, now);
  const isPending = isOpen && !isKnown && failed !== now;
  const isOld = useLong(isPending);
  const isFoundOld = useLong(found !== undefined && !same(found.of, now));
  const isCurrent = isOpen && !isPending && isKnown;

  useLayoutEffect(() => {
    if (isOpen && !isKnown) setStopped(false);
  }, [isOpen, now, pinned, lang]);
  // Every question is asked as soon as it stands, not a frame later.
  const asked = () => {
    const before = pinned ?? (sameUnits(shown.current, now) ? shown.current : undefined);
    return client.ask(lang, "ask", now, before !== undefined && !same(before, now) ? before : undefined);
  };
  const answered = {
    ask: isOpen ? asked : undefined,
    heard(next: UnitAnswer) {
      setAnswer((last) => ({ ...next, cards: kept(last.cards, next.cards), terms: kept(last.terms, next.terms) }));
      turn({ fault: undefined });
      shown.current = now;
    },
    missed({ message, instead }: Error & Pick<Fault, "instead">) {
      setFailed(now);
      turn({ fault: { text: message, of: now, ...(instead ? { instead } : {}) } });
    },
  };
  useAsked(answered, [isOpen, now, pinned, lang], useLayoutEffect);

  // What would move it most is looked for where it is shown, again with every asking: a new one ends what went before.
  const moving = {
    ask: isCurrent && view === "ask" ? () => client.ask(lang, "moves", now) : undefined,
    heard: (moves: readonly Move[]) => setFound({ of: now, moves }),
    after: LONG, // who turns on at once does not wait for them
  };
  useAsked(moving, [isCurrent, now, pinned, view, lang]);

  const fighting = {
    ask: isCurrent ? () => client.ask(lang, "fight", now) : undefined,
    heard: (told: FightTold | undefined) => setFight(told),
    missed: () => setFight(undefined),
  };
  useAsked(fighting, [isOpen, answer]);

  // What is simulated goes on being played, stage by stage, until it is stopped or all trials are played.
  const isOpenAnswer = isCurrent && answer.is === "told" && answer.isOpen;
  const before = pinned ?? (answer.is === "told" ? answer.before : undefined);
  const isPlayed = isOpenAnswer && !isStopped && (view === "ask" || view === "fight");
  const further = { ask: isPlayed ? () => client.ask(lang, "further", now, before) : undefined, heard: setAnswer };
  useAsked(further, [answer, isPlayed, view]);

  const isSheet = sheet.ruleset === now.ruleset;
  const isAsked = isOpen && !(isSheet && sheet === first.sheet[lang]);
  // If it fails, the answer says what is wrong.
  const drawn = { ask: isAsked ? () => client.ask(lang, "sheet", now.ruleset) : undefined, heard: setSheet };
  useAsked(drawn, [isOpen, now.ruleset, lang]);

  return {
    answer,
    kinds: isSheet ? sheet.kinds : [],
    found,
    isFoundOld,
    fight,
    isStopped,
    setStopped,
    isPending,
    isOld,
    isOpenAnswer,
    shown,
    /** What is shown: the question that is answered, until the next one is. */
    told: failed === now ? now : answer.question,
  };
}

export type Asked = ReturnType<typeof useAnswer>;
