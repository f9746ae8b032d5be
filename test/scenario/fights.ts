/** Fights of the shipped catalogue, as scenarios. */
import { Readable } from "node:stream";
import { loadTree } from "../../src/scenario/extends.ts";
import { type Study, type StudyOptions, studyOf } from "../../src/scenario/study.ts";
import type { Located } from "../../src/scenario/tree.ts";

interface Asked {
  /** Units of which the first side fields one, each a cell. */
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** A second unit of the first side. */
  readonly besides?: readonly string[];
  /** More that the first side says of its unit. */
  readonly also?: string;
  /** More of the file. */
  readonly more?: string;
  readonly situation?: string;
}

const list = (names: readonly string[]) => `[${names.join(", ")}]`;

export function fightText({ first, second, besides, also, more = "", situation = "distance: 20" }: Asked): string {
  const names = [...first, ...second].filter((name) => /^u\d/.test(name));
  const units = [...new Set(names)].map((name) => `  ${name}: { models: 1 }\n`).join("");
  return `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
${units === "" ? "" : `units:\n${units}`}experiments:
  fight:
    kind: engagement
    sides:
      - units:
          - { unit: ${list(first)}, order: aimed${also === undefined ? "" : `, ${also}`} }
${besides === undefined ? "" : `          - { unit: ${list(besides)}, order: aimed }\n`}      - units: [{ unit: ${list(second)}, order: aimed }]
    situation: { ${situation} }
    with: [base]
${more}`;
}

/** A scenario's text as it is read from a file. */
export async function treeOf(text: string): Promise<Located> {
  const { tree, problems } = await loadTree("-", { stdin: Readable.from([Buffer.from(text)]) });
  if (tree === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
  return tree;
}

export const study = async (asked: Asked, options: StudyOptions = {}): Promise<Study> =>
  studyOf(await treeOf(fightText(asked)), "fight.yaml", options);

export const cells = async (asked: Asked, options: StudyOptions = {}): Promise<Study["cells"]> =>
  (await study(asked, options)).cells;
