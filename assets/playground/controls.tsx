/** What is turned: steppers in the notation of the game, choices, chips. Each notch says what it comes to. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Told } from "../../dist/playground/answer.js";
import type { Control, UnitCard } from "../../dist/playground/card.js";
import { fieldLabel } from "../../dist/playground/labels.js";
import { stepped } from "../../dist/playground/step.js";
import type { Tag, Words } from "../../dist/playground/words.js";

export interface Turning {
  readonly words: Words;
  readonly lang: Tag;
  /** Sets a path; undefined goes back to the catalogue's. */
  readonly set: (path: string, text: string | undefined) => void;
  readonly toggle: (role: "attacker" | "defender", list: string, name: string, isInBase: boolean) => void;
  readonly notches: (path: string, values: readonly string[]) => Promise<readonly (Told | undefined)[]>;
  /** Least value of the answer for a notch to be lit. */
  readonly target: number | undefined;
  readonly word: (text: string) => string;
}

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

export function ControlOf({ control, of, turning }: Of) {
  const { type, value, base } = control;
  const { words, lang, set, word } = turning;
  const label = fieldLabel(control.field, lang);
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
}

const shown = (text: string, word: (text: string) => string, words: Words): string =>
  text === "true" ? words.yes : text === "false" ? words.no : word(text);

function Stepper({ control, of, turning }: Of) {
  const { value, base } = control;
  const { words, lang, set, notches, target } = turning;
  const label = fieldLabel(control.field, lang);
  const whole = `${label}, ${of}`;
  const isChanged = value !== base;
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState<readonly (readonly [string, Told | undefined])[]>([]);
  const box = useRef<HTMLFieldSetElement>(null);
  const put = (text: string | undefined) => {
    if (text !== undefined && text !== value) set(control.path, text === base ? undefined : text);
  };
  useEffect(() => {
    if (!isOpen) return;
    let isHere = true;
    const values = around(control);
    void notches(control.path, values).then((all) => {
      if (isHere) setTold(values.map((own, i) => [own, all[i]] as const));
    });
    return () => {
      isHere = false;
    };
  }, [isOpen, value, notches]);
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
      </span>
      <span class="turn">
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.less(whole)}
          disabled={stepped(control, -1) === undefined}
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
            put(stepped(control, by));
          }}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.oneMore(whole)}
          disabled={stepped(control, 1) === undefined}
          onClick={() => put(stepped(control, 1))}
        >
          +
        </button>
      </span>
      {isOpen && told.length > 1 && (
        <span class="notches">
          {told.map(([own, result]) => (
            <button
              type="button"
              key={own}
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
      )}
    </fieldset>
  );
}

interface CardOf {
  readonly card: UnitCard;
  readonly title: string;
  readonly units: readonly { readonly name: string; readonly label: string }[];
  readonly pick: (unit: string) => void;
  readonly turning: Turning;
}

/** Chips shown at first, when there are many: those that are on or were. */
const CHIPS = 12;

export function CardOfUnit({ card, title, units, pick, turning }: CardOf) {
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
      <select id={`unit-${role}`} class="unit" value={card.unit} onChange={(event) => pick(event.currentTarget.value)}>
        {units.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <div class="controls">
        {main.map((control) => (
          <ControlOf key={control.path} {...{ control, of: card.title, turning }} />
        ))}
      </div>
      {chips.some(isShown) && chipsOf(chips.filter(isShown))}
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
      {(rest.length > 0 || many) && (
        <details>
          <summary>{words.more}</summary>
          <div class="controls">
            {rest.map((control) => (
              <ControlOf key={control.path} {...{ control, of: card.title, turning }} />
            ))}
          </div>
          {many && chipsOf(chips.filter((chip) => !isShown(chip)))}
        </details>
      )}
    </section>
  );
}
