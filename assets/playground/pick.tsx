/** One of many names, found by typing a part of it. */
import { useId, useRef, useState } from "preact/hooks";
import type { PageWords } from "../../dist/playground/words.js";

export interface Pickable {
  readonly name: string;
  readonly label: string;
}

interface Props {
  readonly id: string;
  readonly title: string;
  readonly words: PageWords;
  readonly value: string;
  readonly all: readonly Pickable[];
  readonly pick: (name: string) => void;
}

/** Without accents and capitals. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Those that have every word that is typed, in their label or their name. */
function found(all: readonly Pickable[], typed: string): readonly Pickable[] {
  const parts = plain(typed).split(/\s+/).filter(Boolean);
  return all.filter(({ name, label }) => {
    const text = plain(`${label} ${name}`);
    return parts.every((part) => text.includes(part));
  });
}

export function Pick({ id, title, words, value, all, pick }: Props) {
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  /** What is typed; undefined while nothing is looked for. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const label = all.find(({ name }) => name === value)?.label ?? value;
  const isOpen = typed !== undefined;
  const shown = isOpen ? found(all, typed) : [];
  const open = (text: string) => {
    setTyped(text);
    setAt(
      text === ""
        ? Math.max(
            0,
            all.findIndex(({ name }) => name === value),
          )
        : 0,
    );
  };
  const take = (name: string | undefined) => {
    setTyped(undefined);
    if (name !== undefined && name !== value) pick(name);
  };
  const move = (to: number) => {
    if (!isOpen) return open("");
    setAt(Math.max(0, Math.min(shown.length - 1, to)));
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Enter: () => (isOpen ? shown[at] && take(shown[at].name) : open("")),
    Escape: () => setTyped(undefined),
  };
  return (
    <div
      class="pick"
      ref={box}
      onFocusOut={(event) => !box.current?.contains(event.relatedTarget as Node | null) && setTyped(undefined)}
    >
      <input
        id={id}
        class="unit"
        type="text"
        role="combobox"
        aria-label={title}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[at] ? `${list}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={80}
        placeholder={label}
        value={isOpen ? typed : label}
        onClick={() => isOpen || open("")}
        onInput={(event) => open(event.currentTarget.value)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined) return;
          if (event.key === "Escape" && !isOpen) return;
          event.preventDefault();
          act();
        }}
      />
      {isOpen && (
        <div class="found" id={list} role="listbox" aria-label={title} tabIndex={-1}>
          {shown.length === 0 && <p class="wait">{words.pickNone(typed)}</p>}
          {shown.map((own, i) => (
            <div
              key={own.name}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={own.name === value}
              class={i === at ? "at" : ""}
              ref={(node) => void (i === at && node?.scrollIntoView({ block: "nearest" }))}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(own.name)}
              onKeyDown={(event) => event.key === "Enter" && take(own.name)}
            >
              {own.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
