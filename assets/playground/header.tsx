/** The head of the page: views, game, question, language, light. */
import { useEffect, useState } from "preact/hooks";
import type { Sheet } from "../../dist/playground/answer.js";
import { fightBetween } from "../../dist/playground/fight-words.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { FILE, first, keep, served } from "./first.js";
import { ownOf, type Room, VIEWS, type View } from "./room.js";

type Kind = Sheet["kinds"][number];

interface Props extends Room {
  readonly kinds: readonly Kind[];
  readonly setLang: (tag: Tag) => void;
  /** Why a view shows nothing of this question. */
  readonly closed: (view: View) => string | undefined;
  readonly show: (view: View) => void;
}

/** A game by its name, without the hash of its text. */
export const gameName = (ruleset: string): string => ruleset.replace(/@.*$/, "");

/** The whole fight that is shown first of a game; undefined where it has none. */
export const firstFightOf = (room: Pick<Room, "trail" | "page">) =>
  ownOf(room)?.fight ?? first.fights[gameName(room.trail.now.ruleset)];

/** Goes to the first question of a game. */
export function pickGame({ go, page }: Room, name: string): void {
  const question = first.questions[name];
  if (question !== undefined) keep("game", name);
  go({ do: "ask", question: question ?? page.own!.first });
}

/** Goes to a question of another kind, with the units that it can be asked of. */
function pickKind(room: Props, { name, isFight, attackers, defenders }: Kind): void {
  const { now } = room.trail;
  const fight = firstFightOf(room);
  if (isFight && fight) {
    room.go({ do: "ask", question: fightBetween(now, fight, ownOf(room)?.fight !== undefined) });
    room.turn({ view: "fight" });
    return;
  }
  const stays = (units: Kind["attackers"], unit: string | undefined) =>
    units.some((own) => own.name === unit) ? unit : units[0]?.name;
  const [attacker, defender] = [stays(attackers, now.attacker), stays(defenders, now.defender)];
  const changes = Object.fromEntries(Object.entries(now.changes).filter(([path]) => !path.startsWith("situation.")));
  const question = {
    ruleset: now.ruleset,
    kind: name,
    ...(attacker === undefined ? {} : { attacker }),
    ...(defender === undefined ? {} : { defender }),
    changes,
  };
  room.go({ do: "ask", question });
  if (room.page.view === "fight") room.turn({ view: "ask" });
}

export function Header(room: Props) {
  const { words, lang, setLang, trail, page, kinds, closed, show } = room;
  const { ruleset, kind } = trail.now;
  // Of which game a file is that is served is not known at once.
  const isKnown = page.isOpen || served !== "scenario";
  return (
    <header>
      <h1>{words.title}</h1>
      <nav aria-label={words.viewsLabel}>
        {VIEWS.map((name) => (
          <button
            type="button"
            key={name}
            aria-current={name === page.view ? "page" : undefined}
            aria-disabled={closed(name) !== undefined}
            title={closed(name)}
            onClick={() => show(name)}
          >
            {words.views[name]}
          </button>
        ))}
      </nav>
      <div class="bar">
        {isKnown && (
          <label>
            <span>{words.ruleset}</span>
            <select value={ruleset} onChange={(event) => pickGame(room, event.currentTarget.value)}>
              {[...first.rulesets, ...(page.own ? [page.own.ruleset] : [])].map((name) => (
                <option key={name} value={name}>
                  {gameName(name)}
                  {name !== gameName(name) && first.rulesets.includes(gameName(name)) && ` (${FILE.split("/").at(-1)})`}
                </option>
              ))}
            </select>
          </label>
        )}
        {isKnown && (
          <label>
            <span>{words.kind}</span>
            <select
              value={kind}
              onChange={({ currentTarget }) => pickKind(room, kinds.find(({ name }) => name === currentTarget.value)!)}
            >
              {kinds.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
              {kinds.every(({ name }) => name !== kind) && <option value={kind}>{kind}</option>}
            </select>
          </label>
        )}
        <Settings {...{ words, lang, setLang }} />
      </div>
    </header>
  );
}

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
