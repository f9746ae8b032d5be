/**
 * A CSV text (RFC 4180) as records of cells that know where they stand. Spreadsheets write commas, semicolons (the
 * French ones) or tabs between cells, with a byte order mark or without, CRLF or LF: the header line tells which.
 */
import { CsvError, parse } from "csv-parse/sync";
import { frenchOf, said, type Text } from "../rulesets/said.ts";
import { type CsvCell, type CsvTable, DELIMITERS, type Delimiter } from "./files.ts";
import { isPlainText, MAX_NODES } from "./guard.ts";
import { type Problem, problemAt } from "./problem.ts";
import { placer, type SourceText } from "./source.ts";

/** Whichever stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): Delimiter {
  const [header] = text
    .replace(/"[^"]*"/gu, "quoted")
    .replace(/^[\r\n]+/u, "")
    .split("\n", 1);
  const counts = DELIMITERS.map((delimiter) => header!.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Thrown out of the parser where the rest is not worth reading: it has no other way out. */
const ENOUGH = new Error("too many cells");

/** Reads a table. Never throws for what is in it; at the first fault of its quotes the rest is given up. */
export function readCsv(source: SourceText): CsvTable {
  const { text } = source;
  const place = placer(source);
  const delimiter = delimiterOf(text);
  const problems: Problem[] = [];
  const refuse = (start: number, length: number, message: Text, hint?: Text): void => {
    problems.push(problemAt(place(start, start + length), message, { hint }));
  };
  if (!isPlainText(text, refuse)) return { records: [], delimiter, problems };

  // The parser counts in bytes of UTF-8, places count in UTF-16 units: `at` and `byte` are the same spot.
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let byte = 0;
  let at = 0;
  const advance = (to: number): number => {
    at += decoder.decode(bytes.subarray(byte, to)).length;
    byte = to;
    return at;
  };
  /** Past what separates a cell from the one before it: one delimiter, or the end of a line and blank lines. */
  const begin = (isFirst: boolean): void => {
    if (!isFirst) advance(byte + 1);
    else while (bytes[byte] === 0x0a || bytes[byte] === 0x0d) advance(byte + 1);
  };
  const records: CsvCell[][] = [];
  let cells = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (value, { index, bytes: end }) => {
        begin(index === 0);
        const start = at;
        const stop = advance(end);
        if (++cells > MAX_NODES) {
          refuse(start, stop - start, said`too many cells: the limit is ${MAX_NODES}`);
          throw ENOUGH;
        }
        if (index === 0) records.push([]);
        records.at(-1)!.push({ text: value.trim(), place: place(start, stop) });
        return null; // what the parser collects is not looked at
      },
    });
  } catch (error) {
    if (error === ENOUGH) return { records: [], delimiter, problems };
    if (!(error instanceof CsvError)) throw error;
    begin(error.index === 0);
    if (error.index !== 0) records.pop(); // the record at fault is not whole
    const [message, hint] = FAULTS[error.code] ?? [
      { en: error.message, fr: frenchOf(said`this is no table that can be read`) },
    ];
    refuse(at, Math.max(1, text.slice(at).search(/[\r\n]|$/u)), message, hint);
  }
  if (
    records[0]
      ?.map((cell) => cell.text)
      .join("")
      .toLowerCase() === "sep="
  )
    records.shift(); // Excel's own first line
  return { records: records.filter((cells) => cells.some((cell) => cell.text !== "")), delimiter, problems };
}

const FAULTS: Readonly<Record<string, readonly [message: Text, hint?: Text]>> = {
  CSV_QUOTE_NOT_CLOSED: [said`this quote is never closed`],
  CSV_INVALID_CLOSING_QUOTE: [
    said`text goes on behind a closing quote`,
    said`a quote inside of a quoted cell is doubled: ""`,
  ],
  INVALID_OPENING_QUOTE: [
    said`a quote inside of a cell that is not quoted`,
    said`put the whole cell in quotes, and double the ones inside: ""`,
  ],
};
