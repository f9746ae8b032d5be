/** Dice alone, beside the games: a line, its chance or its distribution, and lines to try. */
import { useEffect, useState } from "preact/hooks";
import type { FreeDice } from "../../dist/playground/free-dice.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import { Chart } from "./chart.js";
import type { Client } from "./client.js";

/** What a first visit finds, and what else can be asked. */
export const FIRST_ROLL = "3d6 drop lowest >= 12";
const ROLLS = [
  FIRST_ROLL,
  "highest(2d20) + 5 >= 15",
  "count(8d6 >= 5) >= 3",
  "sum(roll 5 d6 explode 6 at most 5)",
  "2d6 + d10",
];
/** Milliseconds after the last letter before it is asked. */
const TYPED = 250;

interface Props {
  readonly client: Client;
  readonly lang: Tag;
  readonly words: PageWords;
  readonly roll: string;
  readonly setRoll: (line: string) => void;
}

export function Free({ client, lang, words, roll, setRoll }: Props) {
  const [found, setFound] = useState<{ readonly of: string; readonly told: FreeDice | string }>();
  useEffect(() => {
    if (roll.trim() === "") return setFound(undefined);
    let isHere = true;
    const tell = (told: FreeDice | string) => isHere && setFound({ of: roll, told });
    const timer = setTimeout(
      () => void client.ask(lang, "freeDice", roll).then(tell, (error: Error) => tell(words.roll.wrong(error.message))),
      found === undefined ? 0 : TYPED,
    );
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [roll, lang]);
  const told = found?.of === roll ? found.told : undefined;
  return (
    <section class="card roll" aria-label={words.views.dice}>
      <label>
        <span>{words.roll.label}</span>
        <input
          type="text"
          value={roll}
          spellcheck={false}
          autocomplete="off"
          maxLength={300}
          aria-describedby="roll-hint"
          onInput={(event) => setRoll(event.currentTarget.value)}
        />
      </label>
      <p id="roll-hint" class="hint">
        {words.roll.hint}
      </p>
      <p class="tries">
        {words.roll.tryOne}{" "}
        {ROLLS.map((line) => (
          <button type="button" key={line} aria-pressed={line === roll} onClick={() => setRoll(line)}>
            <code>{line}</code>
          </button>
        ))}
      </p>
      <p class="rolled" role="status">
        {typeof told === "string"
          ? told
          : told &&
            (told.metric.mean === undefined
              ? words.roll.chance(roll, told.text, told.fraction ?? "")
              : words.roll.mean(roll, told.text))}{" "}
        {typeof told === "object" && <small>{told.method}</small>}
      </p>
      {typeof told === "object" && <Chart metric={told.metric} earlier={undefined} isPinned={false} words={words} />}
    </section>
  );
}
