/** The page: its views, and what they share. */
import { render } from "preact";
import { useCallback, useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { addressOf } from "../../dist/playground/address.js";
import { fightBetween } from "../../dist/playground/fight-words.js";
import type { Query } from "../../dist/playground/question.js";
import type { Tag } from "../../dist/playground/words.js";
import { sharedNow, useAddress, useWrittenAddress } from "./address-bar.js";
import { Ask } from "./ask.js";
import { useAnswer } from "./asking.js";
import { Client } from "./client.js";
import type { Turning } from "./controls.js";
import { Field } from "./field.js";
import { first, isOfText, keep, served } from "./first.js";
import { Free } from "./free.js";
import { firstFightOf, gameName, Header, pickGame } from "./header.js";
import { FIRST_PAGE, ownOf, type Room, turned, type View } from "./room.js";
import { Shelf } from "./shelf.js";
import { Start } from "./start.js";
import { walk } from "./trail.js";
import { useUnits } from "./units.js";
import { WORDS } from "./words.js";
import { Write } from "./write.js";

const FIRST_TRAIL = { past: [], now: first.answer.en.question, future: [], pinned: undefined };

/** Undoes and redoes by keys, but where somebody types: the text has an undoing of its own. */
function useUndoKeys(go: Room["go"]): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      // The editor stands in a shadow root.
      const [target] = event.composedPath();
      const isTyping =
        target instanceof HTMLElement && target.matches("input[type=text], textarea, [contenteditable=true]");
      if (!(event.ctrlKey || event.metaKey) || isTyping || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      go({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
}

function App() {
  const [lang, setLang] = useState<Tag>(document.documentElement.lang as Tag);
  const words = WORDS[lang];
  const [trail, go] = useReducer(walk, FIRST_TRAIL);
  const [page, turn] = useReducer(turned, FIRST_PAGE);
  const client = useMemo(() => new Client((message) => turn({ fault: { text: `${words.offline} ${message}` } })), []);
  const { now } = trail;
  const { view } = page;
  const room: Room = { client, lang, words, trail, go, page, turn };
  const asked = useAnswer(room);
  const bar = { ...room, shown: asked.shown, isPending: asked.isPending };
  useAddress(bar);
  useWrittenAddress(bar);
  useUndoKeys(go);
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = words.title;
    keep("lang", lang);
  }, [lang]);

  const { answer, kinds } = asked;
  const kind = kinds.find(({ name }) => name === now.kind);
  const offers = useUnits(room, asked, kind);
  const ask = useCallback((question: Query) => go({ do: "ask", question }), []);
  const turning = useMemo<Turning>(
    () => ({
      words,
      lang,
      set: (path, text) => go({ do: "set", path, text }),
      toggle: (role, list, name, isInBase) => go({ do: "toggle", role, list, name, isInBase }),
      word: (text) => answer.terms[text] ?? text,
    }),
    [lang, answer.terms],
  );

  const firstFight = firstFightOf(room);
  const closed = (name: View): string | undefined =>
    name === "fight" && !firstFight
      ? words.noFight(gameName(now.ruleset))
      : name === "field" && kind !== undefined && (kind.attackers.length === 0 || kind.defenders.length === 0)
        ? words.noField
        : undefined;
  const show = (name: View) => {
    const banner = closed(name);
    turn({ start: undefined, banner });
    if (banner !== undefined) return;
    if (name === "fight" && firstFight && !kind?.isFight) ask(ownOf(room)?.fight ?? fightBetween(now, firstFight));
    turn({ view: name });
  };
  const header = useMemo(
    () => <Header {...room} {...{ kinds, setLang, closed, show }} />,
    [lang, view, now, kinds, page.own, page.isOpen],
  );
  const shelf = (
    <Shelf
      words={words}
      saved={offers.saved}
      setSaved={offers.putSaved}
      address={() => addressOf(sharedNow(room))}
      title={view === "write" ? words.views.write : view === "dice" ? page.roll : answer.who}
    />
  );
  return (
    <>
      {header}
      {page.start && (
        <Start
          words={words}
          rulesets={first.rulesets}
          game={page.start.game}
          pick={(game) => {
            pickGame(room, game);
            turn({ start: { game } });
          }}
          tries={[
            { text: words.start.field, ask: () => show("field") },
            firstFight
              ? { text: words.start.fight, ask: () => show("fight") }
              : { text: words.start.own, ask: () => show("write") },
            { text: words.start.dice, ask: () => show("dice") },
          ]}
          close={() => turn({ start: undefined })}
        />
      )}
      {page.banner !== undefined && (
        <p class="banner" role="status">
          {page.banner}{" "}
          <button type="button" onClick={() => turn({ banner: undefined })}>
            {words.close}
          </button>
        </p>
      )}
      {view === "write" && (
        <main class="one">
          <Write
            {...{ client, lang, words, shelf }}
            question={now}
            written={page.written}
            setWritten={(written) => turn({ written })}
            beside={page.beside}
            setBeside={(change) => turn(({ beside }) => ({ beside: change(beside) }))}
            ask={async (question, texts) => {
              if (isOfText(question)) turn({ own: await client.own(lang, texts) });
              ask(question);
              turn({ view: first.fights[gameName(question.ruleset)]?.kind === question.kind ? "fight" : "ask" });
            }}
          />
        </main>
      )}
      {view === "dice" && (
        <main class="one">
          <Free {...{ client, lang, words }} roll={page.roll} setRoll={(roll) => turn({ roll })} />
          {shelf}
        </main>
      )}
      {view === "field" && (
        <main class="one">
          <Field
            {...{ client, lang, words, kind, ask }}
            question={now}
            metrics={answer.is === "told" ? answer.metrics : []}
            open={(question) => {
              ask(question);
              turn({ view: "ask" });
            }}
          />
        </main>
      )}
      {view === "fight" && !firstFight && (
        <main class="one">
          <p class="wait">{closed("fight")}</p>
        </main>
      )}
      <Ask
        {...{ ...room, asked, offers, turning, ask, shelf }}
        isHidden={view !== "ask" && (view !== "fight" || !firstFight)}
      />
    </>
  );
}

const place = document.getElementById("app")!;
// A task of its own: what was drawn for the time being stands until then.
setTimeout(() => {
  place.replaceChildren();
  render(<App />, place);
});

// Elsewhere than on loopback the page is a site, and works without a network from the second visit on.
if ("serviceWorker" in navigator && served === undefined) navigator.serviceWorker.register("sw.js").catch(() => {});
