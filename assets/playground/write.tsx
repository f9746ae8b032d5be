/** A scenario as text: its errors at their place as one types, its numbers when one asks for them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Query } from "../../dist/playground/question.js";
import type { Back } from "../../dist/playground/way-back.js";
import type { PageWords } from "../../dist/playground/words.js";
import type { Ran, TextMark } from "../../dist/playground/writing.js";
import type { Client } from "./client.js";
import type { Editor, Guide } from "./editor.js";
import { save, textBlob } from "./save.js";

/** What is written. What was typed is in the editor already; what comes from the page has to be shown there. */
export interface Written {
  readonly text: string;
  readonly isTyped: boolean;
}

interface Props {
  readonly client: Client;
  readonly lang: "en" | "fr";
  readonly words: PageWords;
  readonly question: Query;
  readonly written: Written | undefined;
  readonly setWritten: (written: Written) => void;
  /** Back to the cards. */
  readonly ask: (question: Query) => void;
}

/** Milliseconds without a key before the text is looked at. */
const PAUSE = 120;

export function Write({ client, lang, words, question, written, setWritten, ask }: Props) {
  const text = written?.text;
  const setText = (own: string) => setWritten({ text: own, isTyped: false });
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef(text);
  latest.current = text;
  const [tables, setTables] = useState<Readonly<Record<string, string>>>({});
  const [marks, setMarks] = useState<readonly TextMark[]>([]);
  const [ran, setRan] = useState<Ran>();
  const [fault, setFault] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const known = useRef(tables);
  known.current = tables;
  const [backs, setBacks] = useState<readonly Back[]>();
  const texts = { ...tables, "scenario.yaml": text ?? "" };

  useEffect(() => {
    let isHere = true;
    void import("./editor.js").then(({ open }) => {
      if (!isHere || !place.current) return;
      const onChange = (own: string) => setWritten({ text: own, isTyped: true });
      const with_ = (own: string) => ({ ...known.current, "scenario.yaml": own });
      const guide: Guide = {
        hints: (own, spot) => client.ask(lang, "hints", with_(own), spot),
        said: (own, spot) => client.ask(lang, "said", with_(own), spot),
      };
      editor.current = open(place.current, latest.current ?? "", words.editor, guide, onChange);
    });
    return () => {
      isHere = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (written !== undefined && !written.isTyped) editor.current?.show(written.text);
    if (written === undefined) void client.ask(lang, "written", question).then(setText);
  }, [written]);
  useEffect(() => setBacks(undefined), [text, tables]);
  useEffect(() => {
    if (text === undefined) return;
    let isHere = true;
    const look = async () => {
      const found = await client.ask(lang, "marks", texts);
      if (!isHere) return;
      setMarks(found);
      editor.current?.mark(found);
    };
    const timer = setTimeout(() => void look(), PAUSE);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [text, tables, lang]);

  const isRunning = progress !== undefined;
  const start = () => {
    setProgress(0);
    setFault(undefined);
    client
      .follow(lang, "runText", setProgress, texts)
      .then(setRan, (error: Error) => setFault(error.message))
      .finally(() => setProgress(undefined));
  };
  const takeArmy = (name: string, bytes: ArrayBuffer) =>
    void client.ask(lang, "army", name, new Uint8Array(bytes)).then(setText, (error: Error) => setFault(error.message));
  const openFiles = async (files: FileList | null) => {
    for (const file of files ?? []) {
      if (file.size > 2 * 1024 * 1024) continue;
      if (/\.rosz?$/i.test(file.name)) {
        takeArmy(file.name, await file.arrayBuffer());
        continue;
      }
      const own = await file.text();
      // A list builder's JSON says of which game it is.
      if (/\.json$/i.test(file.name) && own.includes('"gameSystemId"')) takeArmy(file.name, await file.arrayBuffer());
      else if (/\.(?:csv|tsv|txt)$/i.test(file.name)) setTables((known) => ({ ...known, [file.name]: own }));
      else setText(own);
    }
  };
  // Wherever on the page a file is dropped.
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      void openFiles(event.dataTransfer?.files ?? null);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }, [lang]);
  const errors = marks.filter(({ isError }) => isError);
  return (
    <div class="write">
      <section class="card" aria-label={words.views.write}>
        <div class="acts">
          <label class="file">
            {words.openFile}
            <input
              type="file"
              multiple
              accept=".yaml,.yml,.json,.csv,.tsv,.ros,.rosz"
              onChange={(event) => void openFiles(event.currentTarget.files)}
            />
          </label>
          <button type="button" onClick={() => save("scenario.yaml", textBlob(text ?? ""))}>
            {words.saveFile}
          </button>
          <button type="button" onClick={() => void client.ask(lang, "written", question).then(setText)}>
            {words.fromQuestion}
          </button>
          {isRunning ? (
            <button type="button" onClick={() => void client.ask(lang, "stop")}>
              {words.stop} ({Math.floor(progress * 100)} %)
            </button>
          ) : (
            <button type="button" class="main" disabled={errors.length > 0} onClick={start}>
              {words.run}
            </button>
          )}
        </div>
        <div class="acts">
          <button
            type="button"
            disabled={errors.length > 0}
            onClick={() =>
              void client.ask(lang, "questions", texts).then(
                (found) => {
                  const [only] = found;
                  if (found.length === 1 && only?.isWhole) ask(only.question);
                  else setBacks(found);
                },
                (error: Error) => setFault(error.message),
              )
            }
          >
            {words.toQuestion}
          </button>
          {Object.keys(tables).map((name) => (
            <button type="button" key={name} onClick={() => setTables(({ [name]: _, ...rest }) => rest)}>
              {words.dropTable(name)}
            </button>
          ))}
        </div>
        {backs?.length === 0 && <p class="method">{words.noQuestion}</p>}
        {backs !== undefined && backs.length > 0 && (
          <ul class="moves backs" aria-label={words.toQuestionHint}>
            {backs.map(({ cell, question: own, isWhole }) => (
              <li key={cell}>
                <button type="button" onClick={() => ask(own)}>
                  <span>{cell}</span> {!isWhole && <small>{words.notWhole}</small>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Paste words={words} take={(name, own) => setTables((all) => ({ ...all, [name]: own }))} />
        <div class="editor" ref={place} />
        <ul class="marks" aria-live="polite">
          {marks.slice(0, 50).map((mark) => (
            <li key={`${mark.line}:${mark.column}${mark.text}`}>
              <button type="button" class={mark.isError ? "error" : ""} onClick={() => editor.current?.go(mark)}>
                {mark.line}:{mark.column} {mark.text}
              </button>
            </li>
          ))}
          {text !== undefined && marks.length === 0 && <li class="method">{words.noErrors}</li>}
        </ul>
      </section>
      <section class="card" aria-label={words.answer}>
        {fault !== undefined && <pre role="alert">{fault}</pre>}
        {ran === undefined ? (
          <p class="wait">{words.runHint}</p>
        ) : (
          <>
            <h2>{ran.title}</h2>
            {ran.isPartial && <p class="method">{words.partial}</p>}
            <ul class="findings">
              {ran.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
            <div class="acts">
              {Object.entries(ran.files).map(([name, content]) => (
                <button type="button" key={name} onClick={() => save(name, textBlob(content))}>
                  {name}
                </button>
              ))}
            </div>
            <div class="scroll">
              <table>
                <tbody>
                  {ran.cells.map(({ id, text: number, method }) => (
                    <tr key={id}>
                      <th scope="row">{id}</th>
                      <td>{number}</td>
                      <td>{method}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        <Command words={words} />
      </section>
    </div>
  );
}

const COMMAND = "crible run scenario.yaml";

/** What gives the same, one click away. */
function Command({ words }: { readonly words: PageWords }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <p class="acts">
      <code class="command">{COMMAND}</code>{" "}
      <button
        type="button"
        onClick={() =>
          void navigator.clipboard.writeText(COMMAND).then(
            () => setCopied(true),
            () => {},
          )
        }
      >
        {isCopied ? words.copied : words.copyCommand}
      </button>
    </p>
  );
}

/** Cells copied from a spreadsheet have tabs between them. */
const tableOf = (text: string): string =>
  text.includes("\t")
    ? text
        .split(/\r?\n/)
        .map((line) =>
          line
            .split("\t")
            .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
            .join(","),
        )
        .join("\n")
    : text;

/** A table that stands beside the scenario, which names it under `from`. */
function Paste({ words, take }: { readonly words: PageWords; readonly take: (name: string, text: string) => void }) {
  const [name, setName] = useState("units.csv");
  const [text, setText] = useState("");
  return (
    <details class="paste">
      <summary>{words.pasteTable}</summary>
      <label>
        <span>{words.tableName}</span>{" "}
        <input
          type="text"
          value={name}
          maxLength={60}
          onInput={(event) => setName(event.currentTarget.value.replace(/[^\w.-]/g, ""))}
        />
      </label>
      <textarea
        rows={6}
        aria-label={words.pasteTable}
        placeholder={words.pasteHint}
        value={text}
        maxLength={2_000_000}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="button"
        disabled={text.trim() === "" || !/\.(?:csv|tsv)$/.test(name)}
        onClick={() => {
          take(name, tableOf(text));
          setText("");
        }}
      >
        {words.takeTable}
      </button>
    </details>
  );
}
