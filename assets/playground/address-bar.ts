/** The address: read at the start and whenever somebody changes it, written as questions change. */
import { useEffect, useRef } from "preact/hooks";
import { addressOf, MOST_PACKED, parseAddress, type Shared } from "../../dist/playground/address.js";
import { AddressError } from "../../dist/playground/address-error.js";
import type { Query } from "../../dist/playground/question.js";
import { NAME, type Texts } from "../../dist/playground/texts.js";
import { LONG } from "./asking.js";
import { first, isOfText, lastGame, served } from "./first.js";
import { ownOf, type Room, VIEWS } from "./room.js";
import { same } from "./trail.js";

interface Bar extends Room {
  /** What the next answer is told against. */
  readonly shown: { current: Query };
  readonly isPending: boolean;
}

/** Goes where an address points. */
export function useAddress({ client, lang, words, trail, go, page, turn, shown }: Bar): void {
  const seen = useRef(page);
  seen.current = page;
  /** Makes the game of texts known, and goes to a question of it. */
  const openOwn = async (texts: Texts, asked?: Shared) => {
    const own = await client.own(lang, texts);
    const known = (question: Query): Query => ({ ...question, ruleset: own.ruleset });
    const first = (seen.current.view === "fight" ? own.fight : undefined) ?? own.first;
    shown.current = asked === undefined ? first : known(asked.question);
    if (isOfText(own.first)) turn({ own });
    go({ do: "open", question: shown.current, pinned: asked?.pinned && known(asked.pinned) });
  };
  const openShared = async (shared: Shared) => {
    const { question, pinned, text, beside, made } = shared;
    if (beside !== undefined) turn({ beside });
    const view = VIEWS.find((name) => name === shared.view) ?? "ask";
    const banner = made !== undefined && made !== first.made ? words.other(made, first.made) : undefined;
    if (isOfText(question)) {
      const texts = { ...beside, [NAME]: text ?? "" };
      turn({ written: { text: texts[NAME]!, isTyped: false } });
      // A game with faults is shown with them.
      await openOwn(texts, shared).then(
        () => turn({ view, ...(banner === undefined ? {} : { banner }) }),
        ({ message }: Error) => turn({ view: "write", banner: message }),
      );
      return;
    }
    shown.current = question; // nothing came before it
    go({ do: "open", question, pinned });
    turn({ view, banner });
    if (text !== undefined) turn(view === "dice" ? { roll: text } : { written: { text, isTyped: false } });
  };
  /** The game of the last visit, or the choice of one. */
  const openLast = () => {
    const last = lastGame();
    const question = last === undefined ? undefined : first.questions[last];
    if (question === undefined) turn({ start: {} });
    else if (!same(question, trail.now)) go({ do: "open", question, pinned: undefined });
  };
  const open = async (address: string, file?: Texts) => {
    try {
      const shared = await parseAddress(new URL(address).hash.slice(1));
      const texts: Partial<Texts> = { ...shared?.beside, [NAME]: shared?.text };
      // A link that was made of another text of the file is an old one: the file stays.
      const isOld =
        shared && isOfText(shared.question) && file && Object.keys(file).some((name) => file[name] !== texts[name]);
      if (shared !== undefined && !isOld) await openShared(shared);
      else if (served !== "scenario") openLast();
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
      turn({ banner: words.badAddress(error.message) });
    }
    turn({ isOpen: true });
  };
  const openServed = async () => {
    const texts = (await (await fetch("texts.json")).json()) as Texts;
    const { [NAME]: text = "", ...beside } = texts;
    turn({ written: { text, isTyped: false }, beside, view: "write" });
    await openOwn(texts).catch(() => {}); // its faults stand beside the text
    return texts;
  };
  useEffect(() => {
    const { href } = location;
    // First the file, then what the address says of it: as it was before the page was read again.
    const file = served === "scenario" ? openServed().catch(() => undefined) : Promise.resolve(undefined);
    void file.then((texts) => open(href, texts));
    // As the event has it: by now the page may have written its own over it.
    const opened = ({ newURL }: HashChangeEvent) => void open(newURL);
    addEventListener("hashchange", opened);
    // What is shown is not written yet for a moment: a link to what the address still says changes no address then.
    const followed = ({ target }: MouseEvent) => {
      const link = (target as Element).closest<HTMLAnchorElement>(".shelf a");
      if (link?.href === location.href) void open(link.href);
    };
    addEventListener("click", followed);
    return () => {
      removeEventListener("hashchange", opened);
      removeEventListener("click", followed);
    };
  }, []);
}

/** What a link to what is shown holds. */
export function sharedNow(room: Pick<Room, "trail" | "page">): Shared {
  const { now, pinned } = room.trail;
  const { view, written, beside, roll } = room.page;
  const texts: Partial<Texts> =
    view === "write"
      ? { ...beside, ...(written === undefined ? {} : { [NAME]: written.text }) }
      : (ownOf(room)?.texts ?? (view === "dice" ? { [NAME]: roll } : {}));
  const { [NAME]: text, ...others } = texts;
  return {
    question: now,
    // What is of another text of a game is not in the link.
    ...(pinned && (pinned.ruleset === now.ruleset || !isOfText(pinned)) ? { pinned } : {}),
    ...(view === "ask" ? {} : { view }),
    ...(text === undefined ? {} : { text }),
    ...(text === undefined || Object.keys(others).length === 0 ? {} : { beside: others as Texts }),
    made: first.made,
  };
}

/** Keeps the address at what is shown. */
export function useWrittenAddress({ trail, page, isPending }: Bar): void {
  const { now, pinned } = trail;
  const { isOpen, view, written, roll, beside, own } = page;
  useEffect(() => {
    if (!isOpen) return;
    let isHere = true;
    const isFirst = same(now, first.answer.en.question) && pinned === undefined && view === "ask";
    const write = async () => {
      const fragment = await addressOf(sharedNow({ trail, page }));
      // What is too long for an address stays in the page.
      if (isHere && fragment.length <= MOST_PACKED)
        history.replaceState(null, "", isFirst ? location.pathname : `#${fragment}`);
    };
    // Browsers take few new addresses a second from somebody who types or turns; the answer is drawn first.
    const timer = setTimeout(() => void write(), view === "write" || view === "dice" ? 400 : isPending ? 300 : LONG);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isOpen, now, pinned, view, written?.text, roll, beside, own, isPending]);
}
