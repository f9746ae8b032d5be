/** How the numbers come about, in a drawer: modifiers, needed dice, the tree, each with the id of its rule. */
import { useState } from "preact/hooks";
import type { PageWords } from "../../dist/playground/words.js";
import type { ExplainedCell } from "../../dist/report/explain.js";
import { useAsked } from "./asking.js";

interface Props {
  readonly words: PageWords;
  /** Whoever opened it finds it open again when there is an answer again. */
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly explain: () => Promise<ExplainedCell | undefined>;
}

export function Dice({ words, isOpen, setOpen, explain }: Props) {
  const [found, setFound] = useState<ExplainedCell>();
  // Where it is open it is asked again with every answer.
  const asked = { ask: isOpen ? explain : undefined, heard: setFound, missed: () => setFound(undefined) };
  useAsked(asked, [isOpen, explain]);
  return (
    <details class="dice" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* At the click: the event that the drawer tells of it itself comes later, when another answer may be here. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is what is clicked */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        {words.diceTitle}
      </summary>
      {found?.explanations.map(({ title, steps, needed, tree }) => (
        <section key={title}>
          <h3>{title}</h3>
          {steps.length > 0 && <h4>{words.modifiers}</h4>}
          <ul>
            {steps.map(({ rule, text, value }, i) => (
              <li key={i}>
                <code>{rule}</code> {text}{" "}
                {value === undefined ? "" : `${value > 0 ? "+" : ""}${value}`.replace("-", "−")}
              </li>
            ))}
          </ul>
          {needed.length > 0 && <h4>{words.needed}</h4>}
          <ul>
            {needed.map(({ rule, text, sides, needed: least }, i) => (
              <li key={i}>
                <code>{rule}</code> {text} <b>{words.die(least, sides)}</b> D{sides}
              </li>
            ))}
          </ul>
          <h4>{words.tree}</h4>
          <pre>{tree.join("\n")}</pre>
        </section>
      ))}
    </details>
  );
}
