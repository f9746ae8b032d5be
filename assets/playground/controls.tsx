/** What is turned: steppers in the notation of the game, choices, chips. Each notch says what it comes to. */
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ToldNumber } from "../../dist/playground/answer.js";
import type { Control, UnitCard } from "../../dist/playground/card.js";
import { stepped } from "../../dist/playground/step.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { Pick, type Pickable } from "./pick.js";
import { steady } from "./steady.js";

export interface Turning {
  readonly words: PageWords;
  readonly lang: Tag;
  /** Sets a path; undefined goes back to the catalogue's. */
  readonly set: (path: string, text: string | undefined) => void;
  readonly toggle: (role: "attacker" | "defender", list: string, name: string, isInBase: boolean) => void;
  readonly word: (text: string) => string;
}

/** What the open notches hang on: another with every answer, which draws nothing else again. */
export interface Notching {
  /** What the question that is answered comes to with other values at a path; nothing at all where it was overtaken. */
  readonly notches: (path: string, values: readonly string[]) => Promise<readonly (ToldNumber | undefined)[]>;
  /** Least value of the answer for a notch to be lit. */
  readonly target: number | undefined;
}
export const Notching = createContext<Notching>({ notches: async () => [], target: undefined });

const NEAR = [-3, -2, -1, 0, 1, 2, 3];
/** Of numbers that go far, as distances do. */
const FAR = [-12, -6, -1, 0, 1, 6, 12];

/** Values around a control's own, as far as they go. */
function around(control: Control): string[] {
  const values: string[] = [];
  const isFar = control.type.is === "number" && control.type.range.most >= 100 && Number(control.value) >= 6;
  for (const by of isFar ? FAR : NEAR) {
    const value = by === 0 ? control.value : stepped(control, by);
    if (value !== undefined) values.push(value);
  }
  return values;
}

interface Of {
  readonly control: Control;
  readonly of: string;
  readonly turning: Turning;
}

export const ControlOf = steady(({ control, of, turning }: Of) => {
  const { type, value, base } = control;
  const { words, set, word } = turning;
  const label = word(`.${control.field}`);
  const whole = `${label}, ${of}`;
  const isChanged = value !== base;
  const put = (text: string) => set(control.path, text === base ? undefined : text);
  const id = `c-${control.path}`;
  const hint = isChanged && base !== undefined ? words.byDefault(shown(base, word, words)) : undefined;
  if (type.is === "number") return <Stepper {...{ control, of, turning }} />;
  if (type.is === "yesNo") {
    const isOn = value === "true";
    return (
      <label class={`control yes-no${isChanged ? " changed" : ""}`} title={hint}>
        <input type="checkbox" checked={isOn} onChange={() => put(isOn ? "false" : "true")} />
        <span>{label}</span>
      </label>
    );
  }
  return (
    <div class={`control choice${isChanged ? " changed" : ""}`} title={hint}>
      <label for={id}>{label}</label>
      <select id={id} aria-label={whole} value={value ?? ""} onChange={(event) => put(event.currentTarget.value)}>
        {value === undefined && <option value="">{words.notSaid}</option>}
        {type.values.map((own) => (
          <option key={own} value={own}>
            {shown(own, word, words)}
            {own === base ? " •" : ""}
          </option>
        ))}
      </select>
    </div>
  );
});

const shown = (text: string, word: (text: string) => string, words: PageWords): string =>
  text === "true" ? words.yes : text === "false" ? words.no : word(text);

function Stepper({ control, of, turning }: Of) {
  const { value, base } = control;
  const { words, set, word } = turning;
  const label = word(`.${control.field}`);
  const whole = `${label}, ${of}`;
  const isChanged = value !== base;
  const [isOpen, setOpen] = useState(false);
  /** Where the hand is: what is one step that way is worth knowing first. */
  const [way, setWay] = useState(1);
  const box = useRef<HTMLFieldSetElement>(null);
  const put = (text: string | undefined) => {
    if (text !== undefined && text !== value) set(control.path, text === base ? undefined : text);
  };
  const leave = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
  };
  const keys: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 3, PageDown: -3 };
  const number = Number.parseFloat(value ?? "");
  return (
    <fieldset
      ref={box}
      aria-label={whole}
      class={`control stepper${isChanged ? " changed" : ""}`}
      onFocusIn={() => setOpen(true)}
      onFocusOut={leave}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <span class="name" title={isChanged && base !== undefined ? words.byDefault(base) : undefined}>
        {label}
        {control.unit !== undefined && <small> ({word(control.unit)})</small>}
      </span>
      <span class="turn">
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.less(whole)}
          disabled={stepped(control, -1) === undefined}
          onPointerEnter={() => setWay(-1)}
          onClick={() => put(stepped(control, -1))}
        >
          −
        </button>
        <input
          type="text"
          inputMode="text"
          role="spinbutton"
          aria-label={whole}
          aria-valuenow={Number.isFinite(number) ? number : undefined}
          aria-valuetext={value ?? words.notSaid}
          size={4}
          value={value ?? ""}
          placeholder="–"
          maxLength={40}
          onChange={(event) => {
            const text = event.currentTarget.value.trim();
            if (text === "") set(control.path, undefined);
            else put(text);
          }}
          onKeyDown={(event) => {
            const by = keys[event.key];
            if (by === undefined) return;
            event.preventDefault();
            setWay(Math.sign(by));
            put(stepped(control, by));
          }}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.oneMore(whole)}
          disabled={stepped(control, 1) === undefined}
          onPointerEnter={() => setWay(1)}
          onClick={() => put(stepped(control, 1))}
        >
          +
        </button>
      </span>
      {isOpen && <Notches {...{ control, way, put }} />}
    </fieldset>
  );
}

interface Turned {
  readonly control: Control;
  readonly way: number;
  readonly put: (text: string) => void;
}

/** Notches within a step: those that the next click asks for. */
const STEP = 3;
/** Milliseconds that these take for the others to wait, and how long: so that a next click does not wait for them. */
const LONG = 50;
const PAUSE = 250;

/** Pixels between the notches and the edge of the page. */
const EDGE = 12;

/** Values around a stepper's own, each with what it comes to. */
function Notches({ control, way, put }: Turned) {
  const { value, base } = control;
  const { notches, target } = useContext(Notching);
  const [told, setTold] = useState<readonly (readonly [string, ToldNumber | undefined])[]>([]);
  useEffect(() => {
    let isHere = true;
    const values = around(control);
    // Nearest first, those before the hand before those behind it: the next click asks for one of them.
    const far = (own: string) => {
      const by = (Number.parseFloat(own) - Number.parseFloat(value ?? "")) * way;
      return Number.isNaN(by) ? 0 : Math.abs(by) + (by < 0 ? 0.5 : 0);
    };
    const order = values.toSorted((a, b) => far(a) - far(b));
    const ask = async () => {
      const found = new Map<string, ToldNumber | undefined>();
      const all = async (some: readonly string[]) => {
        const results = await notches(control.path, some);
        for (const [i, result] of results.entries()) found.set(some[i]!, result);
        return isHere && results.length === some.length;
      };
      const show = () => setTold(values.map((own) => [own, found.get(own)] as const));
      const begun = performance.now();
      if (!(await all(order.slice(0, STEP)))) return;
      if (performance.now() - begun > LONG) {
        show();
        await new Promise((done) => setTimeout(done, PAUSE));
      }
      if (isHere && (await all(order.slice(STEP)))) show();
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [value, way, notches]);
  const line = useRef<HTMLSpanElement>(null);
  // Beside the edge of a small page they stand as far to the left as they have to.
  useLayoutEffect(() => {
    const beyond = (line.current?.getBoundingClientRect().right ?? 0) + EDGE - document.documentElement.clientWidth;
    if (beyond > 0) line.current!.style.left = `${-beyond}px`;
  }, [told.length]);
  if (told.length < 2) return null;
  return (
    <span class="notches" ref={line}>
      {told.map(([own, result], i) => (
        <button
          type="button"
          key={i}
          tabIndex={-1}
          class={`${own === value ? "own " : ""}${own === base ? "base " : ""}${target !== undefined && result !== undefined && result.value >= target ? "lit" : ""}`}
          aria-pressed={own === value}
          disabled={result === undefined}
          onClick={() => put(own)}
        >
          <b>{own}</b>
          <small>{result?.text ?? "×"}</small>
        </button>
      ))}
    </span>
  );
}

interface CardOf {
  readonly card: UnitCard;
  readonly title: string;
  readonly units: readonly Pickable[];
  readonly pick: (role: UnitCard["role"], unit: string) => void;
  readonly turning: Turning;
  /** Keeps the unit as it is now; undefined where nothing of it was changed. */
  readonly saveUnit: ((role: UnitCard["role"], title: string) => void) | undefined;
}

/** Chips shown at first, when there are many: those that are on or were. */
const CHIPS = 12;

export const CardOfUnit = steady(({ card, title, units, pick, turning, saveUnit }: CardOf) => {
  const { words, word, toggle } = turning;
  const { role, chips, controls, parts } = card;
  const main = controls.filter(({ isMain }) => isMain);
  const rest = controls.filter(({ isMain }) => !isMain);
  const many = chips.length > CHIPS;
  const isShown = ({ isOn, isInBase }: (typeof chips)[number]) => !many || isOn || isInBase;
  const chipsOf = (some: typeof chips) => (
    <fieldset class="chips" aria-label={`${words.skills}, ${card.title}`}>
      {some.map(({ list, name, isOn, isInBase }) => (
        <button
          type="button"
          key={`${list} ${name}`}
          class={`chip${isOn !== isInBase ? " changed" : ""}`}
          aria-pressed={isOn}
          onClick={() => toggle(role, list, name, isInBase)}
        >
          {word(name)}
        </button>
      ))}
    </fieldset>
  );
  return (
    <section class={`card ${role}`} aria-label={title}>
      <h2>
        <label for={`unit-${role}`}>{title}</label>
      </h2>
      <Pick id={`unit-${role}`} all={units} value={card.unit} pick={(name) => pick(role, name)} {...{ title, words }} />
      <div class="controls">
        {main.map((control) => (
          <ControlOf key={control.path} {...{ control, of: card.title, turning }} />
        ))}
      </div>
      {chips.some(isShown) && chipsOf(chips.filter(isShown))}
      {many && (
        <details>
          <summary>{words.skills}</summary>
          {chipsOf(chips.filter((chip) => !isShown(chip)))}
        </details>
      )}
      {parts.map((part) => {
        const own = part.controls.filter(({ isMain }) => isMain);
        if (own.length === 0) return null;
        return (
          <details key={part.title + part.controls[0]!.path} open={role === "attacker" && parts.length <= 2}>
            <summary>{part.title}</summary>
            <div class="controls">
              {own.map((control) => (
                <ControlOf key={control.path} {...{ control, of: part.title, turning }} />
              ))}
            </div>
          </details>
        );
      })}
      {rest.length > 0 && (
        <details>
          <summary>{words.more}</summary>
          <div class="controls">
            {rest.map((control) => (
              <ControlOf key={control.path} {...{ control, of: card.title, turning }} />
            ))}
          </div>
        </details>
      )}
      {saveUnit && (
        <button type="button" class="quiet" onClick={() => saveUnit(role, card.title)}>
          {words.saved.saveUnit}
        </button>
      )}
    </section>
  );
});
