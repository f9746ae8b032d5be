/** The editor of the page, loaded when it is wanted. It stands in a shadow root, where its styles need no leave. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { yaml, yamlLanguage } from "@codemirror/lang-yaml";
import { HighlightStyle, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { parseMixed } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import type { Hint, Spot } from "../../dist/playground/hints.js";
import type { TextMark } from "../../dist/playground/writing.js";
import { parser as stepParser } from "../../dist/scenario/game/parser.js";

export interface Editor {
  show(text: string): void;
  /** Another text in its place, which what was done before is not undone in. */
  swap(text: string, isGame: boolean): void;
  mark(marks: readonly TextMark[]): void;
  go(mark: TextMark): void;
  close(): void;
}

const LOOK = EditorView.theme({
  "&": { fontSize: "14px", color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-scroller": { minHeight: "20rem", maxHeight: "65vh", overflow: "auto" },
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "var(--ground)", border: "0" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-ground) !important" },
  ".crible-said": { padding: "0.3rem 0.6rem", maxWidth: "28rem", whiteSpace: "pre-wrap" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--card)", border: "1px solid var(--line)" },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.string, tags.number, tags.bool], color: "var(--ink)" },
]);

/** The file of a game: YAML, with steps in its blocks, read by the parser that reads them to be played. */
const steps = stepParser.configure({
  top: "Steps",
  props: [
    styleTags({
      "if else repeat while until turns each side by ties simultaneously function stop give chooses from seeing wanting at most least":
        tags.keyword,
      "or and not in has roll reroll explode open of highest lowest Yes No It": tags.keyword,
      RuleLabel: tags.definition(tags.propertyName),
      Comment: tags.comment,
      "Dice Number": tags.number,
    }),
  ],
});
const gameYaml = LRLanguage.define({
  parser: yamlLanguage.parser.configure({
    wrap: parseMixed((node) => (node.name === "BlockLiteralContent" ? { parser: steps } : null)),
  }),
});

/** Who knows what can be written, and what is there. */
export interface Guide {
  hints(text: string, spot: Spot): Promise<readonly Hint[]>;
  said(text: string, spot: Spot): Promise<string | undefined>;
}

/** @param label what a reader of the screen calls it */
export function open(
  place: HTMLElement,
  text: string,
  isGame: boolean,
  label: string,
  guide: Guide,
  onChange: (text: string) => void,
): Editor {
  const spotOf = (doc: EditorView["state"]["doc"], at: number): Spot => {
    const line = doc.lineAt(at);
    return { line: line.number, column: at - line.from + 1 };
  };
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}\p{M}\d_$~-]*/u);
    const isAfterDot = context.matchBefore(/\.$/) !== null;
    if (!context.explicit && !isAfterDot && word?.from === word?.to) return null;
    const { doc } = context.state;
    const spot = spotOf(doc, context.pos);
    const hints = await guide.hints(doc.toString(), spot);
    // A key is followed by its colon where none stands yet.
    const isBare = !/^\s*:/.test(doc.lineAt(context.pos).text.slice(spot.column - 1));
    return {
      from: word?.from ?? context.pos,
      options: hints.map(({ label: own, detail, info, isKey = true }) => ({
        label: own,
        type: detail === undefined ? "constant" : "property",
        ...(detail === undefined ? {} : { detail }),
        ...(isKey && detail !== undefined && isBare ? { apply: `${own}: ` } : {}),
        ...(info === undefined ? {} : { info }),
      })),
      validFor: /^[\p{L}\p{M}\d_$~-]*$/u,
    };
  };
  const hover = hoverTooltip(async (view, pos) => {
    const word = view.state.wordAt(pos);
    if (!word) return null;
    const said = await guide.said(view.state.doc.toString(), spotOf(view.state.doc, word.from));
    if (said === undefined) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "crible-said";
      dom.textContent = said;
      return { dom };
    };
    return { pos: word.from, end: word.to, above: true, create };
  });
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const extensions = [
    basicSetup,
    EditorState.languageData.of(() => [{ autocomplete: complete }]),
    hover,
    lintGutter(),
    syntaxHighlighting(COLOURS),
    LOOK,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
  const begun = (doc: string, isOfGame: boolean) =>
    EditorState.create({ doc, extensions: [isOfGame ? gameYaml : yaml(), extensions] });
  const view = new EditorView({ state: begun(text, isGame), root, parent: root });
  view.scrollDOM.tabIndex = 0; // a long text is scrolled by the keyboard too
  const spanOf = ({ line, column, length }: TextMark) => {
    const { doc } = view.state;
    const own = doc.line(Math.max(1, Math.min(doc.lines, line)));
    const from = Math.min(own.to, own.from + column - 1);
    return { from, to: Math.min(own.to, from + Math.max(1, length)) };
  };
  return {
    show(next) {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    swap: (next, isOfGame) => view.setState(begun(next, isOfGame)),
    mark(marks) {
      const all = marks.map(
        (mark): Diagnostic => ({ ...spanOf(mark), severity: mark.isError ? "error" : "warning", message: mark.text }),
      );
      view.dispatch(setDiagnostics(view.state, all));
    },
    go(mark) {
      const { from, to } = spanOf(mark);
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
