/** The page: what is asked, what came of it, and the way between the two. */
import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { addressOf, MOST_PACKED, parseAddress, plainAddress, type Shared } from "../../dist/playground/address.js";
import { AddressError } from "../../dist/playground/address-error.js";
import type { Move, Sheet, UnitAnswer } from "../../dist/playground/answer.js";
import type { Cards, Control, UnitCard } from "../../dist/playground/card.js";
import { commandOf } from "../../dist/playground/command.js";
import { type FightTold, fightBetween } from "../../dist/playground/fight-words.js";
import type { OwnGame } from "../../dist/playground/protocol.js";
import { changed, type Query, type Role, toggled } from "../../dist/playground/question.js";
import { NAME, type Texts } from "../../dist/playground/texts.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { Chart } from "./chart.js";
import { Client } from "./client.js";
import { CardOfUnit, ControlOf, Notching, type Turning } from "./controls.js";
import { Dice } from "./dice.js";
import { Exports } from "./exports.js";
import { Field } from "./field.js";
import { Fight, Orders } from "./fight.js";
import { FIRST_ROLL, Free } from "./free.js";
import { Later } from "./later.js";
import { keepSaved, MOST_NAME, type Saved, savedHere, unitAddress, unitOf, withSaved, withSavedUnit } from "./saved.js";
import { Shelf } from "./shelf.js";
import { Start } from "./start.js";
import { kept, steady } from "./steady.js";
import { WORDS } from "./words.js";
import { Write, type Written } from "./write.js";

/** What was made when the page was built: the first question, answered, in both languages. */
interface First {
  readonly made: string;
  readonly version: string;
  readonly rulesets: readonly string[];
  readonly sheet: Record<Tag, Sheet>;
  readonly answer: Record<Tag, UnitAnswer>;
  readonly questions: Readonly<Record<string, Query>>;
  /** Of the rulesets that have whole fights. */
  readonly fights: Readonly<Record<string, Query>>;
}

const first = JSON.parse(document.getElementById("first")!.textContent!) as First;

/** Why there is no answer, and what can be asked instead. */
interface Fault {
  readonly text: string;
  /** The question that has none: what is shown of another one goes. */
  readonly of?: Query;
  readonly instead?: { readonly label: string; readonly question: Query };
}

interface Trail {
  readonly past: readonly Query[];
  readonly now: Query;
  readonly future: readonly Query[];
  readonly pinned: Query | undefined;
}

type Act =
  | { readonly do: "ask"; readonly question: Query }
  | { readonly do: "set"; readonly path: string; readonly text: string | undefined }
  | {
      readonly do: "toggle";
      readonly role: Role;
      readonly list: string;
      readonly name: string;
      readonly isInBase: boolean;
    }
  | { readonly do: "unit"; readonly role: Role; readonly unit: string }
  | { readonly do: "undo" | "redo" | "pin" | "unpin" | "swap" }
  | { readonly do: "open"; readonly question: Query; readonly pinned: Query | undefined };

/** Rulesets of packages, which `crible playground` serves beside the page. */
const BROUGHT = (document.documentElement.dataset.brought ?? "").split(" ").map(decodeURIComponent);

/** Whether a question is of a game that does not ship: the units are those of the scenario. */
const isOfText = ({ ruleset }: Query): boolean => ruleset.includes("@") || BROUGHT.includes(ruleset);

const same = (a: Query, b: Query): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The same with another unit of the catalogue, as the catalogue has it. */
function withUnit(question: Query, role: Role, unit: string): Query {
  const isKept = (path: string) => !path.startsWith(`${role}.`) && !path.startsWith("units.");
  const changes = Object.fromEntries(Object.entries(question.changes).filter(([path]) => isKept(path)));
  return { ...question, [role]: unit, changes };
}

function walk(trail: Trail, act: Act): Trail {
  const { past, now, future, pinned } = trail;
  switch (act.do) {
    case "ask":
      return same(act.question, now)
        ? trail
        : { past: [...past.slice(-199), now], now: act.question, future: [], pinned };
    case "set":
      return walk(trail, { do: "ask", question: changed(now, act.path, act.text) });
    case "toggle":
      return walk(trail, { do: "ask", question: toggled(now, act.role, act.list, act.name, act.isInBase) });
    case "unit":
      return walk(trail, { do: "ask", question: withUnit(now, act.role, act.unit) });
    case "undo":
      return past.length === 0
        ? trail
        : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], pinned };
    case "redo":
      return future.length === 0 ? trail : { past: [...past, now], now: future[0]!, future: future.slice(1), pinned };
    case "pin":
      return { ...trail, pinned: now };
    case "unpin":
      return { ...trail, pinned: undefined };
    case "swap":
      return pinned === undefined ? trail : { past: [...past, now], now: pinned, future: [], pinned: now };
    case "open":
      return { past: [], now: act.question, future: [], pinned: act.pinned };
  }
}

/** Keeps the language, the light (early.js reads them) and the game for the next visit; nothing of a question. */
function keep(key: "lang" | "theme" | "game", value: string): void {
  try {
    localStorage.setItem(`crible ${key}`, value);
  } catch {
    // a browser that keeps nothing
  }
}

/** The game of the last visit. */
function lastGame(): string | undefined {
  try {
    return localStorage.getItem("crible game") ?? undefined;
  } catch {
    return undefined;
  }
}

function App() {
  const [lang, setLang] = useState<Tag>(document.documentElement.lang as Tag);
  const words = WORDS[lang];
  const [trail, go] = useReducer(walk, {
    past: [],
    now: first.answer.en.question,
    future: [],
    pinned: undefined,
  });
  const { now, pinned } = trail;
  const [answer, setAnswer] = useState<UnitAnswer>(first.answer[lang]);
  const [sheet, setSheet] = useState<Sheet>(first.sheet[lang]);
  const [found, setFound] = useState<{ readonly of: Query; readonly moves: readonly Move[] }>();
  const [fight, setFight] = useState<FightTold>();
  const [isStopped, setStopped] = useState(false);
  const [failed, setFailed] = useState<Query>();
  const [banner, setBanner] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const [saved, setSaved] = useState(savedHere);
  const [isOpen, setOpen] = useState(false);
  const [target, setTarget] = useState<number>();
  const [metric, setMetric] = useState<string>();
  const [view, setView] = useState<View>("ask");
  const [written, setWritten] = useState<Written>();
  /** Of a first visit: not yet a game, or the one that was chosen. */
  const [start, setStart] = useState<{ readonly game?: string }>();
  const [roll, setRoll] = useState(FIRST_ROLL);
  const [beside, setBeside] = useState<Texts>({});
  const [own, setOwn] = useState<OwnGame>();
  const isOwn = own?.ruleset === now.ruleset;
  const text = written?.text;
  const client = useMemo(() => new Client((message) => setFault({ text: `${words.offline} ${message}` })), []);
  const shownQuestion = useRef(now);

  // The address is read at the start and whenever somebody changes it; the page writes it as questions change.
  useEffect(() => {
    /** Makes the game of texts known, and goes to a question of it. */
    const openOwn = async (texts: Texts, asked?: Shared) => {
      const found = await client.own(lang, texts);
      const known = (question: Query): Query => ({ ...question, ruleset: found.ruleset });
      shownQuestion.current = asked === undefined ? found.first : known(asked.question);
      setOwn(found);
      go({ do: "open", question: shownQuestion.current, pinned: asked?.pinned && known(asked.pinned) });
    };
    const open = async (address: string) => {
      try {
        const shared = await parseAddress(new URL(address).hash.slice(1));
        if (shared?.beside !== undefined) setBeside(shared.beside);
        if (shared !== undefined && isOfText(shared.question)) {
          const texts = { ...shared.beside, [NAME]: shared.text ?? "" };
          setWritten({ text: texts[NAME]!, isTyped: false });
          // A game with faults is shown with them.
          const isRead = await openOwn(texts, shared).then(
            () => true,
            (error: Error) => {
              setBanner(error.message);
              return false;
            },
          );
          setView(isRead ? (VIEWS.find((name) => name === shared.view) ?? "ask") : "write");
          const isOther = isRead && shared.made !== undefined && shared.made !== first.made;
          if (isOther) setBanner(words.other(shared.made!, first.made));
        } else if (shared !== undefined) {
          shownQuestion.current = shared.question; // nothing came before it
          go({ do: "open", question: shared.question, pinned: shared.pinned });
          setView(VIEWS.find((name) => name === shared.view) ?? "ask");
          if (shared.text !== undefined && shared.view === "dice") setRoll(shared.text);
          else if (shared.text !== undefined) setWritten({ text: shared.text, isTyped: false });
          const isOther = shared.made !== undefined && shared.made !== first.made;
          setBanner(isOther ? words.other(shared.made!, first.made) : undefined);
        } else if (document.documentElement.dataset.served !== "scenario") {
          const last = lastGame();
          const question = last === undefined ? undefined : first.questions[last];
          if (question === undefined) setStart({});
          else if (!same(question, now)) go({ do: "open", question, pinned: undefined });
        }
      } catch (error) {
        if (!(error instanceof AddressError)) throw error;
        setBanner(words.badAddress(error.message));
      }
      setOpen(true);
    };
    if (document.documentElement.dataset.served === "scenario")
      void fetch("texts.json")
        .then((found) => found.json() as Promise<Texts>)
        .then(async (texts) => {
          const { [NAME]: scenario = "", ...others } = texts;
          setWritten({ text: scenario, isTyped: false });
          setBeside(others);
          setView("write");
          const [, named = ""] = /^ruleset:\s*["']?([^\s"'#]+)/m.exec(scenario) ?? [];
          if (/\.game\.ya?ml$/i.test(named) || BROUGHT.includes(named)) await openOwn(texts);
        })
        .catch(() => {}); // its faults stand beside the text
    void open(location.href);
    // As the event has it: by now the page may have written its own over it.
    const opened = ({ newURL }: HashChangeEvent) => void open(newURL);
    addEventListener("hashchange", opened);
    return () => removeEventListener("hashchange", opened);
  }, []);

  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = words.title;
    keep("lang", lang);
  }, [lang]);

  const isKnown = same(answer.question, now);
  const isPending = isOpen && !isKnown && failed !== now;
  const isOld = useLong(isPending);

  // Every question is asked as soon as it stands, not a frame later; an answer that is overtaken is not shown.
  useLayoutEffect(() => {
    if (!isOpen) return;
    let isHere = true;
    if (!isKnown) setStopped(false);
    const before = pinned ?? (sameUnits(shownQuestion.current, now) ? shownQuestion.current : undefined);
    const asked = client.ask(lang, "ask", now, before !== undefined && !same(before, now) ? before : undefined);
    asked
      .then((next) => {
        if (!isHere) return;
        setAnswer((last) => ({ ...next, cards: kept(last.cards, next.cards), terms: kept(last.terms, next.terms) }));
        setFault(undefined);
        shownQuestion.current = now;
      })
      .catch((error: Error & Pick<Fault, "instead">) => {
        if (!isHere) return;
        setFailed(now);
        setFault({ text: error.message, of: now, ...(error.instead ? { instead: error.instead } : {}) });
      });
    return () => {
      isHere = false;
    };
  }, [isOpen, now, pinned, lang]);

  const isCurrent = !isPending && isKnown;
  // What would move it most is looked for where it is shown, again with every asking: a new one ends what went before.
  useEffect(() => {
    if (!isOpen || !isCurrent || view !== "ask") return;
    let isHere = true;
    // Who turns on at once does not wait for them.
    const timer = setTimeout(() => {
      client.ask(lang, "moves", now).then(
        (moves) => isHere && setFound({ of: now, moves }),
        () => {},
      );
    }, LONG);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isOpen, isCurrent, now, pinned, view, lang]);

  useEffect(() => {
    if (!isOpen || !isCurrent) return;
    let isHere = true;
    client.ask(lang, "fight", now).then(
      (found) => isHere && setFight(found),
      () => isHere && setFight(undefined),
    );
    return () => {
      isHere = false;
    };
  }, [isOpen, answer]);

  // What is simulated goes on being played, stage by stage, until it is stopped or all trials are played.
  const isOpenAnswer = isCurrent && answer.is === "told" && answer.isOpen;
  useEffect(() => {
    if (!isOpen || !isOpenAnswer || isStopped || (view !== "ask" && view !== "fight")) return;
    let isHere = true;
    const before = pinned ?? (answer.is === "told" ? answer.before : undefined);
    client.ask(lang, "further", now, before).then(
      (found) => isHere && setAnswer(found),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isOpen, answer, isOpenAnswer, isStopped, view]);

  /** What a link to what is shown holds. */
  const sharedNow = (): Shared => {
    const texts: Partial<Texts> =
      view === "write"
        ? { ...beside, ...(text === undefined ? {} : { [NAME]: text }) }
        : isOwn
          ? own.texts
          : view === "dice"
            ? { [NAME]: roll }
            : {};
    const { [NAME]: shownText, ...others } = texts;
    const textsShared = {
      ...(shownText === undefined ? {} : { text: shownText }),
      ...(shownText === undefined || Object.keys(others).length === 0 ? {} : { beside: others as Texts }),
    };
    return {
      question: now,
      // What is of another text of a game is not in the link.
      ...(pinned && (pinned.ruleset === now.ruleset || !isOfText(pinned)) ? { pinned } : {}),
      ...(view === "ask" ? {} : { view }),
      ...textsShared,
      made: first.made,
    };
  };
  useEffect(() => {
    if (!isOpen) return;
    let isHere = true;
    const isFirst = same(now, first.answer.en.question) && pinned === undefined && view === "ask";
    const write = async () => {
      const fragment = await addressOf(sharedNow());
      // What is too long for an address stays in the page.
      if (isHere && fragment.length <= MOST_PACKED)
        history.replaceState(null, "", isFirst ? location.pathname : `#${fragment}`);
    };
    // Browsers take few new addresses a second from somebody who types; the answer is drawn first.
    const timer = setTimeout(() => void write(), view === "write" || view === "dice" ? 400 : isPending ? 300 : 0);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isOpen, now, pinned, view, text, roll, beside, own, isPending]);

  useEffect(() => {
    if (!isOpen) return;
    if (sheet.ruleset === now.ruleset && sheet === first.sheet[lang]) return;
    let isHere = true;
    client.ask(lang, "sheet", now.ruleset).then(
      (found) => isHere && setSheet(found),
      () => {}, // the answer says what is wrong
    );
    return () => {
      isHere = false;
    };
  }, [isOpen, now.ruleset, lang]);

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      // What somebody types has an undoing of its own; the editor stands in a shadow root.
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

  const ask = useCallback((question: Query) => go({ do: "ask", question }), []);
  /** What is shown: the question that is answered, until the next one is. */
  const told = failed === now ? now : answer.question;
  const shown = JSON.stringify(told);
  const explain = useCallback(() => client.ask(lang, "explain", told), [shown, lang]);
  const isFoundOld = useLong(found !== undefined && !same(found.of, now));
  const notching = useMemo<Notching>(
    () => ({
      notches: (path, values) => client.ask(lang, "notches", answer.question, path, values).catch(() => []),
      target,
    }),
    [answer.question, lang, target],
  );
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
  const putSaved = useCallback(
    (all: readonly Saved[]) => (keepSaved(all) ? setSaved(all) : setBanner(words.saved.full)),
    [words],
  );
  /** Units that a card offers: those of the catalogue, then those that are kept. */
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
  const firstFight = first.fights[now.ruleset] ?? (isOwn ? own.fight : undefined);
  const kind = sheet.ruleset === now.ruleset ? sheet.kinds.find(({ name }) => name === now.kind) : undefined;

  const units = useMemo(() => {
    const of = (role: Role) => answer.cards.units.flatMap((card) => (card.role === role ? offered(card) : []));
    return { attacker: of("attacker"), defender: of("defender") };
  }, [answer.cards.units, sheet, now.ruleset, now.kind, saved]);

  const pickKind = (name: string) => {
    const next = sheet.kinds.find((own) => own.name === name)!;
    if (next.isFight && firstFight) {
      ask(fightBetween(now, firstFight));
      setView("fight");
      return;
    }
    const keep = (units: typeof next.attackers, unit: string | undefined) =>
      units.some((own) => own.name === unit) ? unit : units[0]?.name;
    const [attacker, defender] = [keep(next.attackers, now.attacker), keep(next.defenders, now.defender)];
    const changes = Object.fromEntries(Object.entries(now.changes).filter(([path]) => !path.startsWith("situation.")));
    ask({
      ruleset: now.ruleset,
      kind: name,
      ...(attacker === undefined ? {} : { attacker }),
      ...(defender === undefined ? {} : { defender }),
      changes,
    });
  };
  const pickGame = (name: string) => {
    const question = first.questions[name];
    if (question !== undefined) keep("game", name);
    ask(question ?? own!.first);
  };
  /** Why a view shows nothing of this question. */
  const closed = (name: View): string | undefined =>
    name === "fight" && !firstFight
      ? words.noFight(now.ruleset.replace(/@.*$/, ""))
      : name === "field" && kind !== undefined && (kind.attackers.length === 0 || kind.defenders.length === 0)
        ? words.noField
        : undefined;
  const show = (name: View) => {
    setStart(undefined);
    const why = closed(name);
    setBanner(why);
    if (why !== undefined) return;
    if (name === "fight" && firstFight && now.kind !== firstFight.kind)
      ask(isOwn ? firstFight : fightBetween(now, firstFight));
    setView(name);
  };
  const header = useMemo(
    () => (
      <header>
        <h1>{words.title}</h1>
        <nav aria-label={words.viewsLabel}>
          {VIEWS.map((name) => (
            <button
              type="button"
              key={name}
              aria-current={name === view ? "page" : undefined}
              aria-disabled={closed(name) !== undefined}
              title={closed(name)}
              onClick={() => show(name)}
            >
              {words.views[name]}
            </button>
          ))}
        </nav>
        <div class="bar">
          <label>
            <span>{words.ruleset}</span>
            <select value={now.ruleset} onChange={(event) => pickGame(event.currentTarget.value)}>
              {[...first.rulesets, ...(own ? [own.ruleset] : [])].map((name) => (
                <option key={name} value={name}>
                  {name.replace(/@.*$/, "")}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{words.kind}</span>
            <select value={now.kind} onChange={(event) => pickKind(event.currentTarget.value)}>
              {(sheet.ruleset === now.ruleset ? sheet.kinds : []).map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
              {kind === undefined && <option value={now.kind}>{now.kind}</option>}
            </select>
          </label>
          <Settings {...{ words, lang, setLang }} />
        </div>
      </header>
    ),
    [lang, view, now, sheet, own],
  );
  const isUnanswered = fault?.of !== undefined && same(fault.of, now);
  const shelf = (
    <Shelf
      {...{ words, saved }}
      setSaved={putSaved}
      address={() => addressOf(sharedNow())}
      title={view === "write" ? words.views.write : view === "dice" ? roll : answer.who}
    />
  );
  return (
    <>
      {header}
      {start && (
        <Start
          words={words}
          rulesets={first.rulesets}
          game={start.game}
          pick={(game) => {
            pickGame(game);
            setStart({ game });
          }}
          tries={[
            { text: words.start.field, ask: () => show("field") },
            firstFight
              ? { text: words.start.fight, ask: () => show("fight") }
              : { text: words.start.own, ask: () => show("write") },
            { text: words.start.dice, ask: () => show("dice") },
          ]}
          close={() => setStart(undefined)}
        />
      )}
      {banner !== undefined && (
        <p class="banner" role="status">
          {banner}{" "}
          <button type="button" onClick={() => setBanner(undefined)}>
            {words.close}
          </button>
        </p>
      )}
      {view === "write" && (
        <main class="one">
          <Write
            {...{ client, lang, words, written, setWritten, beside, setBeside }}
            question={now}
            ask={async (question, texts) => {
              if (isOfText(question)) setOwn(await client.own(lang, texts));
              ask(question);
              setView(first.fights[question.ruleset]?.kind === question.kind ? "fight" : "ask");
            }}
            shelf={shelf}
          />
        </main>
      )}
      {view === "dice" && (
        <main class="one">
          <Free {...{ client, lang, words, roll, setRoll }} />
          {shelf}
        </main>
      )}
      {view === "field" && (
        <main class="one">
          <Field
            {...{ client, lang, words, kind }}
            question={now}
            metrics={answer.is === "told" ? answer.metrics : []}
            ask={ask}
            open={(question) => {
              ask(question);
              setView("ask");
            }}
          />
        </main>
      )}
      {view === "fight" && !firstFight && (
        <main class="one">
          <p class="wait">{words.noFight(now.ruleset.replace(/@.*$/, ""))}</p>
        </main>
      )}
      <main hidden={view !== "ask" && (view !== "fight" || !firstFight)}>
        <Notching.Provider value={notching}>
          <div class="cards" hidden={isUnanswered}>
            {view === "fight" && fight?.isOrdered && <Orders told={fight} question={now} {...{ words, ask }} />}
            {answer.cards.units.map((card) => (
              <Later key={card.role}>
                {() => (
                  <CardOfUnit
                    {...{ card, turning }}
                    title={words[card.role]}
                    units={units[card.role]}
                    pick={pickUnit}
                    saveUnit={isChanged(now, card.role) ? saveUnit : undefined}
                  />
                )}
              </Later>
            ))}
            <Later>{() => <Situation controls={answer.cards.situation} turning={turning} />}</Later>
          </div>
        </Notching.Provider>
        <section class={`answer${isOld ? " old" : ""}`} aria-label={words.answer} aria-busy={isPending}>
          <div class="pinned-top">
            <Sentence {...{ answer, words, fault, isStopped, isPinned: pinned !== undefined }} />
            {fault?.instead && (
              <p class="acts">
                <button type="button" class="main" onClick={() => ask(fault.instead!.question)}>
                  {words.askInstead(fault.instead.label)}
                </button>
              </p>
            )}
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
              {pinned === undefined ? (
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
                onClick={() => ask(first.questions[now.ruleset] ?? (isOwn ? own.first : first.answer.en.question))}
              >
                {words.reset}
              </button>
            </div>
          </div>
          {pinned !== undefined && <p class="wait">{words.pinnedWhy}</p>}
          {!isUnanswered && "instead" in answer && answer.instead.length > 0 && (
            <Moves
              title={words.instead}
              moves={answer.instead}
              isOld={isOld}
              cards={answer.cards}
              {...{ turning, ask }}
            />
          )}
          {view === "fight" && !isUnanswered && <Fight told={fight} question={now} {...{ answer, words, lang }} />}
          {view === "ask" && !isUnanswered && answer.is === "told" && (
            <>
              <Figures {...{ answer, words, metric, setMetric, isPinned: pinned !== undefined }} />
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
              {found === undefined || !sameUnits(found.of, now) ? (
                <p class="wait">{words.movesWait}</p>
              ) : found.moves.length === 0 ? (
                <p class="wait">{words.movesNone}</p>
              ) : (
                <Moves
                  title={words.movesTitle}
                  moves={found.moves}
                  isOld={isFoundOld}
                  cards={answer.cards}
                  {...{ turning, ask }}
                />
              )}
              <Dice key={shown} words={words} explain={explain} />
            </>
          )}
          <Later>
            {() => (
              <>
                {!isUnanswered && answer.is === "told" && (
                  <Exports
                    words={words}
                    name={[now.attacker, now.defender, now.kind].filter(Boolean).join("-")}
                    files={() =>
                      client.ask(
                        lang,
                        "exported",
                        now,
                        view === "fight" ? undefined : (metric ?? answer.metrics[0]?.name),
                        answer.before,
                      )
                    }
                    embed={(svg) => embedOf(svg, now, answer, lang, isOwn ? own.texts : {})}
                  />
                )}
                {!isUnanswered && <Share {...{ words, command: commandOf(told, lang) }} />}
                {shelf}
              </>
            )}
          </Later>
          <p class="made">{words.provenance(first.version, first.made)}</p>
        </section>
      </main>
    </>
  );
}

/** A live chart for a web page, with this picture in it. */
function embedOf(svg: string, question: Query, { who }: UnitAnswer, lang: Tag, texts: Texts): string {
  const { [NAME]: text, ...beside } = texts;
  const shared: Shared = { question, ...(text === undefined ? {} : { text, beside }), made: first.made };
  const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const vary = Object.keys(question.changes).filter((path) => !/\.(?:add|remove)[A-Z]|order$/.test(path));
  return [
    `<crible-chart lang="${lang}" question="${quoted(plainAddress(shared))}" vary="${quoted(vary.join(" "))}">`,
    `  <img alt="${quoted(who)}" src="data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}">`,
    "</crible-chart>",
    `<script type="module" src="${quoted(embedUrl())}"></script>`,
    "",
  ].join("\n");
}

/** On loopback the page is served for one run only: its scripts are to be put beside the web page. */
const embedUrl = (): string =>
  document.documentElement.dataset.served === undefined
    ? new URL("crible-chart.js", location.href).href
    : "crible-chart.js";

const VIEWS = ["ask", "field", "fight", "dice", "write"] as const;
type View = (typeof VIEWS)[number];

/** Milliseconds that something lasts before the page says so: what is over sooner would only flicker. */
const LONG = 80;

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

/** Whether anything of a role's unit was changed. */
const isChanged = ({ changes }: Query, role: Role): boolean =>
  Object.keys(changes).some((path) => path.startsWith(`${role}.`));

const sameUnits = (a: Query, b: Query): boolean =>
  a.ruleset === b.ruleset && a.kind === b.kind && a.attacker === b.attacker && a.defender === b.defender;

/** `20 %`, `1,5`: a chance or a mean. */
function numberOf(text: string): number | undefined {
  const [, digits, percent] = /^\s*(\d+(?:[.,]\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(",", ".")) / (percent ? 100 : 1);
}

interface Said {
  readonly answer: UnitAnswer;
  readonly words: PageWords;
  readonly fault: Fault | undefined;
  /** By whoever reads it, before it has all of its trials. */
  readonly isStopped: boolean;
  readonly isPinned: boolean;
}

function Sentence({ answer, words, fault, isStopped, isPinned }: Said) {
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
        <span class="who">{answer.who}</span> <strong>{told.text}</strong> {what}
        {also}
        {change ? (
          <>
            ,{" "}
            <em class={change.sign > 0 ? "up" : change.sign < 0 ? "down" : ""}>
              {words.than(change.size, change.sign, told.isChance, isPinned)}
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

interface Listed {
  readonly title: string;
  readonly moves: readonly Move[];
  /** Whether they are of a question that is not asked any more: they wait for those of the next. */
  readonly isOld: boolean;
  readonly cards: Cards;
  readonly turning: Turning;
  readonly ask: (question: Query) => void;
}

const Moves = steady(({ title, moves, isOld, cards, turning, ask }: Listed) => (
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

const Share = steady(({ words, command }: { readonly words: PageWords; readonly command: string }) => {
  const [copied, setCopied] = useState<string>();
  const copy = (what: string, text: string) => () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(what),
      () => {},
    );
  return (
    <section class="share">
      <h2>{words.command}</h2>
      <code>{command}</code>
      <div class="acts">
        <button type="button" onClick={copy("command", command)}>
          {copied === "command" ? words.copied : words.copyCommand}
        </button>
        <button type="button" onClick={() => copy("link", location.href)()}>
          {copied === "link" ? words.copied : words.copyLink}
        </button>
      </div>
    </section>
  );
});

interface Set {
  readonly words: PageWords;
  readonly lang: Tag;
  readonly setLang: (tag: Tag) => void;
}

const THEMES = ["auto", "light", "dark"] as const;

function Settings({ words, lang, setLang }: Set) {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme!);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  }, [theme]);
  return (
    <>
      <label>
        <span>{words.language}</span>
        <select value={lang} onChange={(event) => setLang(event.currentTarget.value as Tag)}>
          <option value="en">English</option>
          <option value="fr">Français</option>
        </select>
      </label>
      <label>
        <span>{words.theme}</span>
        <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {words.themes[name]}
            </option>
          ))}
        </select>
      </label>
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
if ("serviceWorker" in navigator && document.documentElement.dataset.served === undefined)
  navigator.serviceWorker.register("sw.js").catch(() => {});
