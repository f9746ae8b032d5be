/** A game's rules as a sheet to read: what it declares, its numbers in their places, its steps by rule. */
import type { Say } from "../rule/say.ts";
import type { ReadGame } from "../scenario/game/declare.ts";
import { textIn } from "../scenario/game/fields.ts";
import { linesByRule } from "../scenario/game/text.ts";
import type { GameField } from "../scenario/game/types.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { entries, type Located, nodeAt, partOf, plain } from "../scenario/tree.ts";
import { fenced, row } from "./markdown-text.ts";

const spoken = (node: Located, lang: LanguageTag): string => {
  const { en, fr } = textIn(node);
  return (lang === "fr" ? fr : undefined) ?? en;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => "---"), ...rows].map((cells) => row(cells.map((cell) => cell.replaceAll("|", "\\|"))));

const takes = ({ type }: GameField): string => {
  if (type.is === "number") return `${type.low}..${type.high}${type.unit ? ` ${type.unit}` : ""}`;
  if (type.is === "needed") {
    const isAny = type.low === 1 && type.high > type.sides;
    return `needed d${type.sides}${isAny ? "" : ` ${type.low}..${type.high}`}`;
  }
  if (type.is === "yesNo") return "yes or no";
  return type.is === "dice" ? "dice" : `${type.is === "word" ? "one of" : "any of"} ${type.words.join(", ")}`;
};
const shownDefault = ({ default: given = "" }: GameField): string =>
  typeof given === "boolean" ? (given ? "yes" : "no") : String(given);

/** Steps with the value of each named number behind its name. */
function filled(steps: string, numbers: ReadonlyMap<string, GameField>): string {
  return steps
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [code = "", ...comment] = line.split("#");
      const named = code.replace(/(?<![\p{L}\d_.])[\p{L}_][\p{L}\d_]*(?![\p{L}\d_(])/gu, (name) => {
        const field = numbers.get(name);
        return field === undefined ? name : `${name} [${shownDefault(field)}]`;
      });
      return [named, ...comment].join("#");
    })
    .join("\n");
}

const textsOf = (node: Located): string => (node.kind === "scalar" ? String(node.value) : "");

/** The lines of a text of steps that stand under a rule. */
const ofRule = (steps: string, id: string): string =>
  linesByRule(steps)
    .flatMap(({ rule, line }) => (rule === id ? line : []))
    .join("\n");

/** The texts of steps of a game: its functions, and the procedure of each kind. */
function stepsOf({ tree }: ReadGame, lang: LanguageTag, say: Say): (readonly [title: string, steps: string])[] {
  const functions = partOf(tree, "functions");
  return [
    ...(functions === undefined ? [] : [[say`Functions`, textsOf(functions)] as const]),
    ...entries(partOf(tree, "kinds")).map(([kind, node]) => {
      const title = partOf(node, "title");
      const called = title === undefined ? kind : `${spoken(title, lang)} (${kind})`;
      return [called, textsOf(partOf(node, "procedure")!)] as const;
    }),
  ];
}

function ruleLines(id: string, node: Located, lang: LanguageTag): string[] {
  const title = partOf(node, "title");
  const text = partOf(node, "text");
  return [`**${id}** ${spoken(title ?? node, lang)}${text === undefined ? "" : `. ${spoken(text, lang)}`}`, ""];
}

/** One rule: what it says, and its steps wherever they stand; undefined where the game has none of that id. */
export function ruleSheet(game: ReadGame, id: string, lang: LanguageTag, say: Say): string | undefined {
  const { world } = game;
  const node = world.rules.get(id);
  const steps = stepsOf(game, lang, say).flatMap(([title, text]) => {
    const excerpt = ofRule(text, id);
    return excerpt === "" ? [] : [`${title}:`, "", ...fenced(filled(excerpt, world.numbers)), ""];
  });
  if (node === undefined && steps.length === 0) return undefined;
  return [...(node === undefined ? [`**${id}**`, ""] : ruleLines(id, node, lang)), ...steps].join("\n");
}

/** The whole game, as Markdown. */
export function gameSheet(game: ReadGame, lang: LanguageTag, say: Say): string {
  const { world, tree, data } = game;
  const title = partOf(tree, "title");
  const lines = [`# ${title === undefined ? data.name.replace(/@.*$/u, "") : spoken(title, lang)}`, ""];
  for (const [map, head] of [
    ["unit", say`Units`],
    ["weapon", say`Weapons`],
    ["situation", say`Situation`],
    ["numbers", say`Numbers`],
    ["options", say`Options`],
  ] as const) {
    const fields = [...world[map].values()];
    if (fields.length === 0) continue;
    const said = (field: GameField): string => {
      if (map === "options") return spoken(nodeAt(tree, ["options", field.name, "question"]).node, lang);
      return (lang === "fr" ? field.text?.fr : undefined) ?? field.text?.en ?? "";
    };
    const rows = fields.map((field) => [field.name, takes(field), shownDefault(field), said(field)]);
    const width = rows.some(([, , , meaning]) => meaning !== "") ? 4 : 3;
    const names = [say`name`, say`takes`, say`unless said`, say`meaning`];
    const [first, ...cut] = [names, ...rows].map((cells) => cells.slice(0, width));
    lines.push(`## ${head}`, "", ...table(first!, cut), "");
  }
  if (world.tables.size > 0) lines.push(`## ${say`Tables`}`, "");
  for (const name of world.tables.keys()) {
    const { rows, columns } = plain(nodeAt(tree, ["tables", name]).node) as {
      rows: Record<string, unknown>;
      columns?: unknown[];
    };
    const cells = Object.entries(rows).map(([key, value]) => [key, ...[value].flat().map(String)]);
    lines.push(`### ${name}`, "", ...table(["", ...(columns ?? [say`meaning`]).map(String)], cells), "");
  }
  if (world.rules.size > 0) lines.push(`## ${say`Rules`}`, "");
  for (const [id, node] of world.rules) lines.push(...ruleLines(id, node, lang));
  for (const [head, steps] of stepsOf(game, lang, say))
    lines.push(`## ${head}`, "", ...fenced(filled(steps, world.numbers)), "");
  return `${lines.join("\n").trimEnd()}\n`;
}
