/** What an analysis says of a question, in sentences and tables; or why it says nothing. */
import type { Document, Entry } from "../report/document.ts";

export type TextBlocks = { readonly blocks: readonly TextBlock[] } | { readonly reason: string };

export type TextBlock =
  | { readonly sentences: readonly string[] }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const text = (entry: Entry) => (typeof entry === "string" ? entry : entry.text);

/** A report without its headings. */
export const blocksOf = ({ blocks }: Document): TextBlock[] =>
  blocks.flatMap((block): TextBlock[] =>
    "heading" in block || "grid" in block
      ? []
      : "sentences" in block
        ? [{ sentences: [...block.sentences, ...(block.notes ?? [])].map((one) => one.trim()) }]
        : [{ head: block.head.map(text), rows: block.rows.map((row) => row.map(text)) }],
  );
