/** What is shown, as files: a picture, tables, the scenario, and a piece of a web page. */
import { useState } from "preact/hooks";
import type { Exported } from "../../dist/playground/export.js";
import type { PageWords } from "../../dist/playground/words.js";
import { pngOf, save } from "./save.js";

interface Props {
  readonly words: PageWords;
  /** What the files are called, without the ends of their names. */
  readonly name: string;
  readonly files: () => Promise<Exported>;
  /** The piece of a web page that has the picture in it, where it can be live. */
  readonly embed?: (svg: string) => string;
}

const TYPES = { svg: "image/svg+xml", csv: "text/csv", md: "text/markdown", yaml: "text/yaml" } as const;

export function Exports({ words, name, files, embed }: Props) {
  const [fault, setFault] = useState<string>();
  const [copied, setCopied] = useState(false);
  const with_ = (use: (all: Exported) => Promise<void> | void) => () => {
    setFault(undefined);
    void files()
      .then(use)
      .catch((error: Error) => setFault(error.message));
  };
  return (
    <section class="exports" aria-label={words.exports}>
      <h2>{words.exports}</h2>
      <div class="acts">
        <button type="button" onClick={with_(async ({ svg }) => save(`${name}.png`, await pngOf(svg)))}>
          PNG
        </button>
        {(["svg", "csv", "md", "yaml"] as const).map((end) => (
          <button
            type="button"
            key={end}
            onClick={with_((all) => save(`${name}.${end}`, new Blob([all[end]], { type: TYPES[end] })))}
          >
            {words.exportNames[end]}
          </button>
        ))}
        {embed && (
          <button
            type="button"
            onClick={with_(async ({ svg }) => {
              await navigator.clipboard.writeText(embed(svg));
              setCopied(true);
            })}
          >
            {copied ? words.copied : words.embed}
          </button>
        )}
      </div>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </section>
  );
}
