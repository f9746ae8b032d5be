/** A first visit: which game, then three questions to try of it. The page stands below, and works without either. */
import type { PageWords } from "../../dist/playground/words.js";

interface Props {
  readonly words: PageWords;
  readonly rulesets: readonly string[];
  /** The game that was chosen. */
  readonly game: string | undefined;
  readonly pick: (game: string) => void;
  readonly tries: readonly { readonly text: string; readonly ask: () => void }[];
  readonly close: () => void;
}

export function Start({ words, rulesets, game, pick, tries, close }: Props) {
  const { start } = words;
  const asked = game === undefined ? rulesets.map((name) => ({ text: name, ask: () => pick(name) })) : tries;
  return (
    <section class="banner start" aria-label={start.title}>
      <p>{game === undefined ? start.which : start.tries(game)}</p>
      <p class="choices">
        {asked.map(({ text, ask }) => (
          <button type="button" key={text} onClick={ask}>
            {text}
          </button>
        ))}
        <button type="button" class="quiet" onClick={close}>
          {words.close}
        </button>
      </p>
    </section>
  );
}
