/** The editor of the page, loaded when it is wanted. It stands in a shadow root, where its styles need no leave. */
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import type { Mark } from "../../dist/playground/writing.js";

export interface Editor {
  show(text: string): void;
  mark(marks: readonly Mark[]): void;
  go(mark: Mark): void;
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
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--card)", border: "1px solid var(--line)" },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.string, tags.number, tags.bool], color: "var(--ink)" },
]);

/** @param label what a reader of the screen calls it */
export function open(place: HTMLElement, text: string, label: string, onChange: (text: string) => void): Editor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const view = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      basicSetup,
      yaml(),
      lintGutter(),
      syntaxHighlighting(COLOURS),
      LOOK,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
  const spanOf = ({ line, column, length }: Mark) => {
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
