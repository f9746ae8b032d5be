/** What can be written at a place of a game's file, and what is there: its keys, and the names and words of its steps. */
import { jsonSchemaOf } from "../scenario/fields.ts";
import { gameShape } from "../scenario/game/shape.ts";
import { FORMS } from "../scenario/game/text.ts";
import { entries, type Located, nodeAt, partOf, plain } from "../scenario/tree.ts";
import { type Hint, hintsIn, ownTree, type Spot, saidIn } from "./hints.ts";

/** Functions with fixed names. */
const FUNCTIONS =
  "count(POOL: it >= 4); sum(POOL); size(POOL); highest(POOL), highest 2 of POOL; lowest(POOL), lowest 2 of POOL; matches(POOL); floor(A / B); ceil(A / B); round(A / B); min(A, B); max(A, B); abs(A)";

/** Words of the language, and the first form in which each is written. */
const WORDS: ReadonlyMap<string, string> = new Map(
  [...FUNCTIONS.split("; "), ...Object.values(FORMS)]
    .flatMap((form) => Array.from(form.matchAll(/\b[a-z]{2,}/gu), ([word]) => [word, form] as const))
    .toReversed(),
);

/** What a file declares, by the path that steps have for it; texts that are being written have what can be read of them. */
function namesIn(tree: Located): ReadonlyMap<string, string> {
  const at = (key: string) => partOf(tree, key);
  const found = new Map<string, string>();
  const said = (node: Located): string => {
    const value = plain(node);
    const { type, text } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
    return [type ?? (typeof value === "object" ? undefined : value), text]
      .filter((part) => part !== undefined)
      .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
      .join(" – ");
  };
  for (const map of ["unit", "weapon", "situation", "numbers"] as const) {
    for (const [name, node] of entries(at(map))) {
      const owners = ["attacker", "defender", "own", "enemy"];
      if (map === "unit") for (const owner of owners) found.set(`${owner}.${name}`, said(node));
      else if (map === "weapon")
        for (const owner of ["", ...owners.map((one) => `${one}.`)]) found.set(`${owner}weapon.${name}`, said(node));
      else found.set(name, said(node));
    }
  }
  for (const [name, node] of entries(at("options")))
    found.set(
      name,
      entries(nodeAt(node, ["readings"]).node)
        .map(([word]) => word)
        .join(", "),
    );
  for (const [name] of entries(at("tables"))) found.set(name, "[…]");
  for (const [id, node] of entries(at("rules")))
    found.set(id, said(node.kind === "scalar" ? node : nodeAt(node, ["title"]).node));
  for (const [, kind] of entries(at("kinds")))
    for (const [name, node] of entries(nodeAt(kind, ["state"]).node)) found.set(name, said(node));
  for (const [word, node] of entries(at("words"))) {
    const words = plain(node);
    if (!Array.isArray(words)) continue;
    found.set(word, words.join(", "));
    for (const one of words) found.set(String(one), word);
  }
  const functions = at("functions");
  if (functions?.kind === "scalar")
    for (const [whole, name = ""] of String(functions.value).matchAll(/function\s+([\p{L}_][\p{L}\d_]*)\s*\([^)]*\)/gu))
      found.set(name, whole);
  return found;
}

/** The steps or the formula that a line belongs to: all of a block, or what stands behind a key. */
function stepsAt(text: string, { line }: Spot): string | undefined {
  const lines = text.split("\n");
  const indent = (row: string) => row.length - row.trimStart().length;
  const here = lines[line - 1] ?? "";
  if (/^\s*(?:procedure|functions):\s*[^\s|>]/u.test(here)) return here;
  let deep = here.trim() === "" ? Number.POSITIVE_INFINITY : indent(here);
  for (let at = line - 2; at >= 0; at--) {
    const above = lines[at]!;
    if (above.trim() === "" || indent(above) >= deep) continue;
    if (/^\s*(?:procedure|functions):\s*[|>]/u.test(above)) return lines.slice(at + 1, line - 1).join("\n");
    if (
      /^\s*[\p{L}"'][^#]*:\s*(?:#.*)?$/u.test(above) &&
      !/^\s*[A-Z]/u.test(above) &&
      !/^\s*(?:if|else|repeat|while|until|turns|each|simultaneously|function)\b/u.test(above)
    )
      return undefined;
    deep = indent(above);
  }
  return undefined;
}

/** The names that steps above give a value. */
const given = (steps: string): string[] =>
  [...steps.matchAll(/(?:^|[:;])\s*([\p{L}_][\p{L}\d_]*)\s*=(?!=)/gmu)].map(([, name]) => name!);

export function gameHintsAt(text: string, spot: Spot): Hint[] {
  const tree = ownTree(text, spot.line);
  const steps = stepsAt(text, spot);
  const lines = text.split("\n").slice(0, spot.line);
  const line = (lines[spot.line - 1] ?? "").slice(0, spot.column - 1);
  const isFormula = /^\s+[\p{L}\d_.]+:\s/u.test(line) && /^\s*(?:metrics|state):/mu.test(lines.join("\n"));
  if (steps === undefined && !isFormula) return hintsIn(jsonSchemaOf(gameShape), tree, text, spot);
  const names = namesIn(tree);
  const [owner = ""] = /(?:[\p{L}\d_$]+\.)+(?=[\p{L}\d_$]*$)/u.exec(line) ?? [];
  const found = new Map<string, string | undefined>();
  for (const [path, said] of names)
    if (path.startsWith(owner)) {
      const [next = "", ...rest] = path.slice(owner.length).split(".");
      if (next !== "" && !found.has(next)) found.set(next, rest.length === 0 ? said : undefined);
    }
  if (owner === "") {
    for (const name of given(steps ?? "")) found.set(name, undefined);
    for (const [word, form] of WORDS) found.set(word, form);
  }
  return [...found].map(([label, detail]) => ({ label, isKey: false, ...(detail ? { detail } : {}) }));
}

/** What stands at a spot: a name as it is declared, a word as it is written, or a key. */
export function gameSaidOf(text: string, spot: Spot): string | undefined {
  const tree = ownTree(text, 0);
  const line = text.split("\n")[spot.line - 1] ?? "";
  const [before = ""] = /[\p{L}\p{M}\d_.$]*$/u.exec(line.slice(0, spot.column - 1)) ?? [];
  const [behind = ""] = /^[\p{L}\p{M}\d_$-]*/u.exec(line.slice(spot.column - 1)) ?? [];
  const path = before + behind;
  const declared = namesIn(tree).get(path);
  if (stepsAt(text, spot) === undefined && !/:\s/u.test(line.slice(0, spot.column - 1)))
    return saidIn(jsonSchemaOf(gameShape), tree, text, spot);
  if (declared !== undefined) return `${path}: ${declared}`;
  return WORDS.get(path);
}
