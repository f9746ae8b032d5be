/** What is kept in this browser: opened again, removed, written into a file and read from one. */
import { useState } from "preact/hooks";
import type { PageWords } from "../../dist/playground/words.js";
import { served } from "./first.js";
import { save, textBlob } from "./save.js";
import { MOST_NAME, type Saved, savedIn, textOfSaved, withSaved } from "./saved.js";

interface Props {
  readonly words: PageWords;
  readonly saved: readonly Saved[];
  readonly setSaved: (all: readonly Saved[]) => void;
  /** The link of what is shown. */
  readonly address: () => Promise<string>;
  /** What it is called unless one says so. */
  readonly title: string;
}

export function Shelf({ words, saved, setSaved, address, title }: Props) {
  const [typed, setTyped] = useState("");
  const name = typed.trim() || title;
  const keep = () =>
    void address().then((found) => {
      setSaved(withSaved(saved, [{ name: name.slice(0, MOST_NAME), address: found, isUnit: false }]));
      setTyped("");
    });
  const open = async (files: FileList | null) => {
    const texts = await Promise.all(Array.from(files ?? [], (file) => (file.size > 4e6 ? "" : file.text())));
    setSaved(withSaved(saved, texts.flatMap(savedIn)));
  };
  return (
    <details class="shelf">
      <summary>{words.saved.title(saved.length)}</summary>
      <p class="wait">{served === undefined ? words.saved.hint : words.saved.hintOfRun}</p>
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <input
          type="text"
          aria-label={words.saved.name}
          placeholder={title}
          maxLength={MOST_NAME}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit">{words.saved.keep}</button>
      </form>
      <ul class="kept">
        {saved.map((one) => (
          <li key={`${one.isUnit} ${one.name}`}>
            {one.isUnit ? <span>{words.saved.unit(one.name)}</span> : <a href={`#${one.address}`}>{one.name}</a>}
            <button
              type="button"
              aria-label={words.saved.removeNamed(one.name)}
              onClick={() => setSaved(saved.filter((other) => other !== one))}
            >
              {words.saved.remove}
            </button>
          </li>
        ))}
      </ul>
      <div class="acts">
        <button
          type="button"
          disabled={saved.length === 0}
          onClick={() => save("crible-saved.json", textBlob(textOfSaved(saved)))}
        >
          {words.saved.export}
        </button>
        <label class="file">
          {words.saved.import}
          <input type="file" multiple accept=".json" onChange={(event) => void open(event.currentTarget.files)} />
        </label>
      </div>
    </details>
  );
}
