/** A scenario as text: its errors at their place as one types, its numbers when one asks for them. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isFileName } from "../../dist/playground/address.js";
import { quoted } from "../../dist/playground/command.js";
import type { Query } from "../../dist/playground/question.js";
import { NAME, type Texts } from "../../dist/playground/texts.js";
import type { Back } from "../../dist/playground/way-back.js";
import type { PageWords } from "../../dist/playground/words.js";
import type { Ran, TextMark } from "../../dist/playground/writing.js";
import { fileOf } from "./called.js";
import type { Client } from "./client.js";
import type { Editor, Guide } from "./editor.js";
import { FILE } from "./first.js";
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
  /** What stands beside the scenario: tables, the file of a game. */
  readonly beside: Texts;
  readonly setBeside: (change: (beside: Texts) => Texts) => void;
  /** Back to the cards, with the texts that the question is of. */
  readonly ask: (question: Query, texts: Texts) => void;
  /** What is kept in this browser. */
  readonly shelf: ComponentChildren;
}

/** Bytes of an army list. */
const MOST_LIST = 16 * 1024 * 1024;
/** Bytes of any other file. */
const MOST_TEXT = 2 * 1024 * 1024;
/** Milliseconds without a key before the text is looked at. */
const PAUSE = 120;

const called = (name: string): string => (name === NAME ? FILE.split("/").at(-1)! : name);

/** Files of a game. */
const GAME = /\.game\.ya?ml$/i;

/** Texts by the names that the scenario has for them, whatever folders it says they are in. */
function besideFor(scenario: string, beside: Texts): Texts {
  const [, named = ""] = /^ruleset:[ \t]*["']?([^\s"'#]+\.game\.ya?ml)/im.exec(scenario) ?? [];
  const path = named
    .split("/")
    .filter((step) => step !== "." && step !== "..")
    .join("/");
  const base = path.split("/").at(-1) ?? "";
  const { [base]: found, ...rest } = beside;
  return found === undefined || path === base || !isFileName(path) ? beside : { ...rest, [path]: found };
}

export function Write({ client, lang, words, question, written, setWritten, beside, setBeside, ask, shelf }: Props) {
  const text = written?.text;
  const setText = (own: string) => setWritten({ text: own, isTyped: false });
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  /** Which of the texts the editor has. */
  const [chosen, setFile] = useState(NAME);
  const file = chosen in beside ? chosen : NAME;
  const [marks, setMarks] = useState<readonly TextMark[]>([]);
  const [ran, setRan] = useState<Ran>();
  const [fault, setFault] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const texts: Texts = { ...beside, [NAME]: text ?? "" };
  const known = useRef({ texts, file });
  known.current = { texts, file };
  const [backs, setBacks] = useState<readonly Back[]>();

  useEffect(() => {
    let isHere = true;
    void import("./editor.js").then(({ open }) => {
      if (!isHere || !place.current) return;
      const onChange = (own: string) => {
        const { file: typed } = known.current;
        if (typed === NAME) setWritten({ text: own, isTyped: true });
        else setBeside((all) => ({ ...all, [typed]: own }));
      };
      const with_ = (own: string) => ({ ...known.current.texts, [known.current.file]: own });
      const guide: Guide = {
        hints: (own, spot) => client.ask(lang, "hints", with_(own), spot, known.current.file),
        said: (own, spot) => client.ask(lang, "said", with_(own), spot, known.current.file),
      };
      const shown = known.current.texts[known.current.file] ?? "";
      editor.current = open(place.current, shown, GAME.test(known.current.file), words.editor, guide, onChange);
    });
    return () => {
      isHere = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (written !== undefined && !written.isTyped && file === NAME) editor.current?.show(written.text);
    if (written === undefined) void client.ask(lang, "written", question).then(setText);
  }, [written]);
  useEffect(() => {
    editor.current?.swap(texts[file] ?? "", GAME.test(file));
    editor.current?.mark(marks.filter((mark) => mark.file === file));
  }, [file]);
  useEffect(() => setBacks(undefined), [text, beside]);
  useEffect(() => {
    if (text === undefined) return;
    let isHere = true;
    const look = async () => {
      const found = await client.ask(lang, "marks", texts);
      if (!isHere) return;
      setMarks(found);
      editor.current?.mark(found.filter((mark) => mark.file === known.current.file));
    };
    const timer = setTimeout(() => void look(), PAUSE);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [text, beside, lang]);

  /** To a problem, in whichever text it is. */
  const goTo = (mark: TextMark) => {
    setFile(mark.file);
    setTimeout(() => editor.current?.go(mark)); // once the text is there
  };
  const isRunning = progress !== undefined;
  const start = () => {
    setProgress(0);
    setFault(undefined);
    client
      .follow(lang, "runText", setProgress, texts)
      .then(setRan, (error: Error) => setFault(error.message))
      .finally(() => setProgress(undefined));
  };
  const takeArmy = async (file: File) => {
    // One byte more than a list may have: the engine says that it is too large.
    const bytes = new Uint8Array(await file.slice(0, MOST_LIST + 1).arrayBuffer());
    await client.ask(lang, "army", file.name, bytes).then(setText, (error: Error) => setFault(error.message));
  };
  /** Takes what was opened: a game that no scenario names gets one to begin with. */
  const take = async (found: Texts, scenario: string | undefined) => {
    const game = Object.keys(found).find((name) => GAME.test(name));
    const own = scenario ?? known.current.texts[NAME]!;
    const isNamed = game === undefined || own.includes(game);
    const begun = isNamed
      ? scenario
      : await client.ask(lang, "starter", game, found[game]!).catch((error: Error) => {
          setFault(error.message);
          return `version: 1\nruleset: ./${game}\n`;
        });
    setBeside((all) => besideFor(begun ?? own, { ...all, ...found }));
    if (begun !== undefined) setText(begun);
    if (game !== undefined && scenario === undefined) setFile(game);
    else if (scenario !== undefined) setFile(NAME);
    // A text that the editor has already, read anew.
    const again = found[known.current.file];
    if (again !== undefined) editor.current?.show(again);
  };
  const openFiles = async (files: FileList | null) => {
    const found: Record<string, string> = {};
    let scenario: string | undefined;
    setFault(undefined);
    // A list builder's JSON says of which game it is.
    const isList = async (file: File) =>
      /\.(?:rosz?|cat|gst)$/i.test(file.name) ||
      (/\.json$/i.test(file.name) && (file.size > MOST_LIST || (await file.text()).includes('"gameSystemId"')));
    for (const file of files ?? [])
      if (await isList(file)) await takeArmy(file);
      else if (file.size > MOST_TEXT) setFault(words.tooLarge(file.name));
      else if (/\.(?:csv|tsv|txt)$/i.test(file.name) || GAME.test(file.name)) found[file.name] = await file.text();
      else scenario = await file.text();
    await take(found, scenario);
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
          <button
            type="button"
            onClick={() => {
              const content = texts[file] ?? "";
              const own = file === NAME && FILE === NAME ? fileOf(content) : undefined;
              save(own ?? called(file).split("/").at(-1)!, textBlob(content));
            }}
          >
            {words.saveFile}
          </button>
          <button type="button" onClick={() => void client.ask(lang, "written", question).then(setText)}>
            {words.fromQuestion}
          </button>
          <button
            type="button"
            onClick={() =>
              void client.ask(lang, "newGame").then(({ [NAME]: scenario, ...found }) => take(found, scenario))
            }
          >
            {words.newGame}
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
                  if (found.length === 1 && only?.isWhole) ask(only.question, texts);
                  else setBacks(found);
                },
                (error: Error) => setFault(error.message),
              )
            }
          >
            {words.toQuestion}
          </button>
          {Object.keys(beside).map((name) => (
            <button type="button" key={name} onClick={() => setBeside(({ [name]: _, ...rest }) => rest)}>
              {words.dropTable(name)}
            </button>
          ))}
        </div>
        {backs?.length === 0 && <p class="method">{words.noQuestion}</p>}
        {backs !== undefined && backs.length > 0 && (
          <ul class="moves backs" aria-label={words.toQuestionHint}>
            {backs.map(({ cell, question: own, isWhole }) => (
              <li key={cell}>
                <button type="button" onClick={() => ask(own, texts)}>
                  <span>{cell}</span> {!isWhole && <small>{words.notWhole}</small>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Paste words={words} take={(name, own) => setBeside((all) => ({ ...all, [name]: own }))} />
        {Object.keys(beside).length > 0 && (
          <nav class="acts" aria-label={words.texts}>
            {[NAME, ...Object.keys(beside)].map((name) => (
              <button
                type="button"
                key={name}
                aria-current={name === file ? "page" : undefined}
                onClick={() => setFile(name)}
              >
                {called(name)}
              </button>
            ))}
          </nav>
        )}
        <div class="editor" ref={place} />
        <ul class="marks" aria-live="polite">
          {marks.slice(0, 50).map((mark) => (
            <li key={`${mark.file}${mark.line}:${mark.column}${mark.text}`}>
              <button type="button" class={mark.isError ? "error" : ""} onClick={() => goTo(mark)}>
                {mark.file === file ? "" : `${called(mark.file)}:`}
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
                <button
                  type="button"
                  key={name}
                  class={name === REPORT ? "main" : ""}
                  onClick={() => save(name, textBlob(content))}
                >
                  {name === REPORT ? words.report : name}
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
        {shelf}
      </section>
    </div>
  );
}

const REPORT = "report.html";
const COMMAND = `crible run ${quoted(FILE)}`;

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
