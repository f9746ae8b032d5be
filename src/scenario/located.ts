/**
 * A scenario text as a tree in which every key and every value remembers where it was written.
 * Built on the `yaml` package behind the guard; JSON is read as the YAML it is. The types of scalars are ours.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLError } from "yaml";
import { frenchOf, said, type Text } from "../rulesets/said.ts";
import { guard, MAX_DEPTH, MAX_NODES } from "./guard.ts";
import { keyProblems, MAX_NAME } from "./names.ts";
import { suggested } from "./nearest.ts";
import { type Place, type Placer, type Problem, placeOrder, problemAt, quote } from "./problem.ts";
import { placer } from "./source.ts";
import { typed } from "./spelling.ts";
import type { Located, MapEntry } from "./tree.ts";

export * from "./tree.ts";

export interface Parsed {
  /** What could be read, even of a faulty text; undefined when there is nothing. */
  readonly root: Located | undefined;
  readonly problems: readonly Problem[];
}

/** What a merge leaves where it could not decide. */
export const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/m;
export const CONFLICTED = said`the file holds the conflict markers of a merge`;
const CHOOSE = said`keep what holds of either side, and delete the lines with markers`;

/**
 * Reads one scenario text. Never throws for what the text holds: every fault of it is in `problems`, in the order of the
 * text. An alias gives the very node that was anchored, so nodes may be shared: treat the tree as immutable.
 * Expanded, the tree has at most `MAX_NODES` nodes and `MAX_DEPTH` levels. A key has at most `longestKey` code points.
 * @param within where it comes from when it is part of a longer one: the whole, and the offset in it
 */
export function parseText(
  text: string,
  file: string,
  within?: { readonly text: string; readonly offset: number },
  longestKey = MAX_NAME,
): Parsed {
  const whole = placer({ file, text: within?.text ?? text });
  const shift = within?.offset ?? 0;
  const place: Placer = (start, end) => whole(shift + start, shift + end);

  const conflict = CONFLICT.exec(text);
  if (conflict !== null) {
    const at = place(conflict.index, conflict.index + conflict[0].length);
    return { root: undefined, problems: [problemAt(at, CONFLICTED, { hint: CHOOSE })] };
  }
  const guarded = guard(text, place);
  if (guarded.tokens.length === 0 && guarded.problems.length > 0)
    return { root: undefined, problems: guarded.problems };

  const problems = [...guarded.problems];
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [document] = [...composer.compose(guarded.tokens)];
  const { errors, warnings } = document ?? composer.streamInfo();
  const faults = [...errors, ...warnings].filter((fault) => fault.code !== "TAG_RESOLVE_FAILED"); // tags are refused above
  if (guarded.unclosed !== undefined) {
    problems.push(problemAt(place(guarded.unclosed, guarded.unclosed + 1), said`this quote is never closed`));
  } else {
    const [fault] = faults;
    const first = fault && (tabOf(fault, text, place) ?? outsideOf(fault, text, place) ?? deeperOf(fault, text, place));
    if (first !== undefined) return { root: undefined, problems: [first] }; // nothing that follows it fits
    const told = faults.map((one) => syntaxProblem(one, text, place));
    // Nor behind a line that stands further in or out than it may, or a key without its colon.
    const isOfLine = fault?.code === "UNEXPECTED_TOKEN" && text[fault.pos[0] - 1] === "\n";
    const isAlone = fault !== undefined && (fault.code === "BAD_INDENT" || isOfLine || isBare(fault));
    problems.push(...(isAlone ? told.slice(0, 1) : firstOfEachLine(told)));
  }
  const contents = document?.contents ?? null;
  if (contents === null || (isScalar(contents) && contents.source === "" && contents.type === "PLAIN")) {
    if (problems.length === 0) problems.push(problemAt(place(0, 0), emptiness(text)));
    return { root: undefined, problems };
  }
  const root = builder(text, place, problems, longestKey)(contents)?.node;
  problems.sort((a, b) => placeOrder(a.place, b.place));
  return { root, problems };
}

function emptiness(text: string): Text {
  if (text.trim() === "") return said`the file is empty`;
  return /^\s*#/u.test(text) ? said`the file holds only comments` : said`the document is empty`;
}

const NO_COLON = said`a key must stand on one line, with a colon after it`;
const isBare = ({ code, message }: YAMLError): boolean =>
  code === "MULTILINE_IMPLICIT_KEY" || message.startsWith("Implicit map keys need");
/** The package's faults in our words where ours are clearer. */
const SYNTAX: Partial<Record<YAMLError["code"], readonly [message: Text, hint?: Text]>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    said`a second colon in one line, or a value that goes on in a deeper line`,
    said`check the indentation, or quote a text that holds a colon`,
  ],
  MULTILINE_IMPLICIT_KEY: [NO_COLON],
  BAD_SCALAR_START: [said`a text cannot begin with this character`, said`put it in quotes`],
  BAD_INDENT: [said`the indentation does not fit the lines before it`, said`check the indentation`],
  BAD_DQ_ESCAPE: [
    said`there is no such escape in a text in double quotes`,
    said`use single quotes, or double the ${"\\"}`,
  ],
  UNEXPECTED_TOKEN: [said`this does not belong here`, said`check the indentation, the commas and the quotes`],
};

function syntaxProblem(fault: YAMLError, text: string, place: Placer): Problem {
  const start = Math.min(fault.pos[0], text.length);
  const end = Math.max(fault.pos[1], start + 1);
  const closing = /end with a ([\]}])/u.exec(fault.message)?.[1];
  if (closing !== undefined) return problemAt(place(start, end), said`a ${closing} is missing before this`);
  const key = isBare(fault) ? /^[\p{L}\d_.-]+/u.exec(text.slice(start))?.[0] : undefined;
  if (key !== undefined) return problemAt(place(start, end), NO_COLON, { hint: said`write ${`${key}:`}` });
  const [message, hint] = SYNTAX[fault.code] ?? [
    { en: fault.message, fr: frenchOf(said`this is no YAML that can be read`) },
  ];
  return problemAt(place(start, end), message, { hint });
}

/** A line that begins with a tab where the first fault is one of indentation. */
function tabOf({ code, pos }: YAMLError, text: string, place: Placer): Problem | undefined {
  const start = text.lastIndexOf("\n", Math.min(pos[0], text.length) - 1) + 1;
  const blanks = /^ *\t+/u.exec(text.slice(start))?.[0];
  if (blanks === undefined || !["TAB_AS_INDENT", "BAD_INDENT", "BLOCK_AS_IMPLICIT_KEY"].includes(code))
    return undefined;
  const at = place(start, start + blanks.length);
  return problemAt(at, said`line ${at.line} begins with a tab`, { hint: said`write blanks` });
}

/** A line that stands deeper than the one above it, whose key has its value there already. */
function deeperOf({ code, pos }: YAMLError, text: string, place: Placer): Problem | undefined {
  const [, above = "", gap = "", line = ""] =
    /^([^\n]*)(\n(?:\s*(?:#[^\n]*)?\n)* *)([^\n]*)/u.exec(text.slice(pos[0])) ?? [];
  if (code !== "BLOCK_AS_IMPLICIT_KEY" || /:\s/u.test(above) || !/:(?:\s|$)/u.test(line)) return undefined;
  const start = pos[0] + above.length + gap.length;
  const [{ line: outer }, at] = [place(pos[0], pos[0]), place(start, start + line.trimEnd().length)];
  const message = said`line ${at.line} stands deeper than line ${outer}, which has its value already`;
  return problemAt(at, message, { hint: said`check the indentation of both` });
}

/** A line of a text behind `|` that stands further out than its first line, which says how far in it stands. */
function outsideOf({ pos }: YAMLError, text: string, place: Placer): Problem | undefined {
  const depth = (line: string) => /^ */u.exec(line)![0].length;
  const above = text.slice(0, pos[0]).split("\n");
  const line = text.slice(pos[0] - above.pop()!.length).split("\n", 1)[0]!;
  const head = above.findLastIndex((earlier) => earlier.trim() !== "" && depth(earlier) < depth(line));
  const begun = above.findIndex((earlier, at) => at > head && earlier.trim() !== "");
  if (head < 0 || begun < 0 || !/[:-]\s+[|>][-+]?\s*$/u.test(above[head]!) || depth(above[begun]!) <= depth(line))
    return undefined;
  const start = above.join("\n").length + 1 + depth(line);
  const hint = said`begin line ${begun + 1} in column ${depth(line) + 1}: there the id of a rule stands, where it has one`;
  return problemAt(place(start, start + line.trim().length), said`this line stands further out than the first one`, {
    hint,
  });
}

/** The first fault of each line: the others follow from it. */
function firstOfEachLine(problems: readonly Problem[]): Problem[] {
  const seen = new Set<number | undefined>();
  return problems.filter(({ place }) => !seen.has(place?.line) && seen.add(place?.line));
}

/** A node with what it counts for once its aliases are expanded. */
interface Built {
  readonly node: Located;
  readonly size: number;
  readonly depth: number;
}

const nodeOf = ({ node }: Built): Located => node;

/** What turns composed YAML nodes into located ones; every fault goes to `problems`. */
function builder(whole: string, placeOf: Placer, problems: Problem[], longestKey: number) {
  const anchors = new Map<string, Built | "open">();
  let isFull = false; // a limit was passed and reported
  return visit;

  /** The located node, or undefined where there is none to be had (the reason was reported). */
  function visit(source: ParsedNode): Built | undefined {
    if (isFull) return undefined;
    if (isAlias(source)) return aliased(source.source, at(source));
    const anchor = source.anchor;
    if (anchor !== undefined) anchors.set(anchor, "open");
    const built = isMap(source) ? mapOf(source) : isSeq(source) ? listOf(source) : scalarOf(source as Scalar.Parsed);
    if (built === undefined) return undefined;
    if (anchor !== undefined) anchors.set(anchor, built);
    if (built.size > MAX_NODES || built.depth > MAX_DEPTH) {
      const what =
        built.size > MAX_NODES
          ? said`too many values: the limit is ${MAX_NODES}, aliases counted each time they are used`
          : said`too deeply nested: the limit is ${MAX_DEPTH}, aliases counted each time they are used`;
      problems.push(problemAt(built.node.place, what));
      isFull = true;
      return undefined;
    }
    return built;
  }

  function at(source: ParsedNode): Place {
    return placeOf(source.range[0], source.range[1]);
  }

  function aliased(name: string, place: Place): Built | undefined {
    const found = anchors.get(name);
    if (found !== undefined && found !== "open") return found;
    if (found === "open") {
      problems.push(problemAt(place, said`the alias ${quote(`*${name}`)} stands inside its own anchor`));
    } else {
      const hint = suggested(name, [...anchors.keys()]);
      problems.push(problemAt(place, said`no anchor ${quote(`&${name}`)} before this alias`, { hint }));
    }
    return undefined;
  }

  function scalarOf(source: Scalar.Parsed): Built {
    const place = at(source);
    const text = source.source;
    const quoted = source.type !== "PLAIN";
    const bad = quoted ? /\0|\p{Surrogate}/u.exec(text) : null;
    if (bad !== null) {
      const what = bad[0] === "\0" ? said`this text holds a NUL character` : said`this text holds a lone surrogate`;
      problems.push(problemAt(place, what));
    }
    const raw = whole.slice(source.range[0], source.range[1]);
    return { node: { kind: "scalar", place, value: quoted ? text : typed(text), raw, quoted }, size: 1, depth: 0 };
  }

  function nothing(place: Place): Built {
    return { node: { kind: "scalar", place, value: null, raw: "", quoted: false }, size: 1, depth: 0 };
  }

  function listOf(source: { items: unknown[]; range: [number, number, number] }): Built | undefined {
    const parts = (source.items as ParsedNode[]).flatMap((item) => visit(item) ?? []);
    return wholeOf(parts, { kind: "list", place: at(source as ParsedNode), items: parts.map(nodeOf) });
  }

  function mapOf(source: { items: unknown[]; range: [number, number, number] }): Built | undefined {
    const entries = new Map<string, MapEntry>();
    const parts: Built[] = [];
    for (const { key, value } of source.items as { key: ParsedNode | null; value: ParsedNode | null }[]) {
      const name = keyOf(key, source.range[0], entries);
      const keyPlace = key === null ? placeOf(source.range[0], source.range[0]) : at(key);
      const built = value === null ? nothing(keyPlace) : visit(value);
      if (built === undefined) continue;
      parts.push(built);
      if (name !== undefined) entries.set(name, { key: name, keyPlace, node: built.node });
    }
    return wholeOf(parts, { kind: "map", place: at(source as ParsedNode), entries: [...entries.values()] });
  }

  function wholeOf(parts: readonly Built[], node: Located): Built | undefined {
    if (isFull) return undefined;
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    return { node, size, depth: 1 + parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0) };
  }

  /** The name a key stands for; undefined (and reported) when it cannot be one. */
  function keyOf(key: ParsedNode | null, start: number, known: ReadonlyMap<string, MapEntry>): string | undefined {
    if (key === null || !isScalar(key)) {
      const place = key === null ? placeOf(start, start + 1) : at(key);
      problems.push(
        problemAt(
          place,
          key === null ? said`a key is missing here` : said`a key must be a plain name`,
          key === null ? {} : { hint: said`put a text that begins with [ or { in quotes` },
        ),
      );
      return undefined;
    }
    const place = at(key);
    const text = (key as Scalar.Parsed).source;
    if (text === "<<" && key.type === "PLAIN") {
      problems.push(
        problemAt(place, said`unknown key "<<"`, { hint: said`merge keys are not supported; use extends:` }),
      );
      return undefined;
    }
    const name = text.normalize("NFC");
    const faults = keyProblems(text, place, longestKey);
    const first = known.get(name);
    if (first !== undefined) {
      const { line, column } = first.keyPlace;
      const message = first.keyPlace.text?.includes(text)
        ? said`duplicate key ${quote(name)}: first at line ${line}, column ${column}`
        : said`duplicate key ${quote(name)} (the same name, composed of other characters): first at line ${line}, column ${column}`;
      faults.push(problemAt(place, message, { also: [first.keyPlace] }));
    }
    problems.push(...faults);
    return faults.some((fault) => fault.severity === "error") ? undefined : name;
  }
}
