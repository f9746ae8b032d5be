/** What takes long: asked of a worker beside the page's own, when somebody wants it, and told in sentences and tables. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TextBlock, TextBlocks } from "../../dist/playground/blocks.js";
import type { PageWords } from "../../dist/playground/words.js";
import { Client } from "./client.js";

/** A worker beside the page's own, for what takes long: begun when it is wanted, and ended to stop it. */
export function useAside() {
  const client = useRef<Client | undefined>(undefined);
  const end = () => {
    client.current?.close();
    client.current = undefined;
  };
  useEffect(() => end, []);
  return useMemo(
    () => ({
      get: () => {
        client.current ??= new Client(() => {});
        return client.current;
      },
      end,
    }),
    [],
  );
}

interface Props {
  readonly title: string;
  /** What the button says, what beside it before and while it is looked for. */
  readonly begin: string;
  readonly hint: string;
  readonly wait: string;
  /** What has to come before it can be asked for, as a sentence; nothing where it can. */
  readonly missing?: string | undefined;
  /** What is asked about: where that changes, an answer is no longer one, and what was wanted is asked for again. */
  readonly about?: string;
  /** Stands above the answer. */
  readonly lead?: string;
  readonly words: PageWords;
  readonly ask: (client: Client) => Promise<TextBlocks>;
}

export function Aside({ title, begin, hint, wait, missing, about = "", lead, words, ask }: Props) {
  const aside = useAside();
  const [isWanted, setWanted] = useState(false);
  const [answer, setAnswer] = useState<{ readonly about: string; readonly told: TextBlocks }>();
  const found = answer?.about === about && missing === undefined ? answer.told : undefined;
  useEffect(() => {
    if (!isWanted || missing !== undefined || found !== undefined) return;
    let isHere = true;
    const tell = (told: TextBlocks) => {
      if (!isHere) return;
      setAnswer({ about, told });
      aside.end();
    };
    void ask(aside.get()).then(tell, (error: Error) => tell({ reason: error.message }));
    return () => {
      isHere = false;
      aside.end();
    };
  }, [isWanted, missing === undefined, about]);
  return (
    <section class="best" aria-label={title}>
      <h2>{title}</h2>
      {found === undefined && (
        <div class="acts">
          {isWanted ? (
            <button type="button" onClick={() => setWanted(false)}>
              {words.stop}
            </button>
          ) : (
            <button type="button" onClick={() => setWanted(true)}>
              {begin}
            </button>
          )}
          <span class="wait" role="status">
            {missing ?? (isWanted ? wait : hint)}
          </span>
        </div>
      )}
      {found && lead !== undefined && <p class="method">{lead}</p>}
      {found && "reason" in found && <p class="method">{words.bestNone(found.reason)}</p>}
      {found && "blocks" in found && <Told blocks={found.blocks} />}
    </section>
  );
}

function Told({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return (
    <>
      {blocks.map((block, i) =>
        "sentences" in block ? (
          <ul class="findings" key={i}>
            {block.sentences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : (
          <div class="scroll" key={i}>
            <table>
              <thead>
                <tr>
                  {block.head.map((one, c) => (
                    <th scope="col" key={c}>
                      {one}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.rows.map((row, r) => (
                  <tr key={r}>
                    {row.map((one, c) =>
                      c === 0 ? (
                        <th scope="row" key={c}>
                          {one}
                        </th>
                      ) : (
                        <td key={c}>{one}</td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ),
      )}
    </>
  );
}
