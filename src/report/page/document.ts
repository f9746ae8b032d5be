/** The page of an analysis: the sentences of its document first, then a chart before each of its tables. */
import type { CellResult, Result } from "../../analysis/result.ts";
import { carriesValues, MOST_TOLD, outlineOf } from "../carried.ts";
import type { Chart } from "../charts/chart.ts";
import { plainTitle } from "../claim.ts";
import { type Document, sharedOf, type TableBlock, textOf } from "../document.ts";
import type { Language } from "../language/language.ts";
import { cellBlock } from "./cells.ts";
import type { PageClaim } from "./claims.ts";
import { tagsOf, unsaid } from "./lead.ts";
import type { Lead, Page, PageBlock, Section } from "./page.ts";
import { madeFrom } from "./provenance.ts";
import { qualityBlocks } from "./run.ts";

export const tableOf = ({ head, rows }: TableBlock, caption: string, isShared = false): PageBlock => ({
  table: {
    ...{ caption, isShared },
    head: head.map(textOf),
    rows: rows.map((row) => row.map(textOf)),
  },
});

/** Rows of a table that is open from the first, where others stand before it. */
const MOST_ROWS = 12;

/** Charts of the first screen. */
const MOST_SHOWN = 2;
/** Letters of a finding that may stand below the conclusion. */
const MOST_LEDE = 240;

/** The conclusion: what the first chart or finding says. The first finding stands below it where it says something else. */
function leadOf(
  says: string,
  shown: readonly Chart[],
  findings: readonly string[],
  { lede: told, experiment }: Partial<PageClaim>,
  result: Result,
  language: Language,
): Lead {
  const title = plainTitle(says.trim());
  const lede = findings.slice(0, 2).filter((text) => text.length <= MOST_LEDE && plainTitle(text.trim()) !== title);
  return {
    title,
    lede: told ?? lede.slice(0, 1).map((text) => text.trim()),
    tags:
      result.cells.length === 0
        ? []
        : tagsOf(
            experiment === undefined ? result.cells : result.cells.filter((cell) => cell.experiment === experiment),
            result,
            language,
          ),
    blocks: shown.length === 0 ? [] : [{ charts: shown }],
  };
}

/** Values of all cells together that are told in full. */
const MOST_FULL = 400;

const isIntro = (sentence: string): boolean => sentence.endsWith(":");

/**
 * `claim`: what is said first, else the first chart or finding. `charts`: drawn before the first, second … table;
 * `first`: before everything else; `lead`: findings over all tables; `beside`: folded below the first, second … table.
 */
export function documentPage(
  document: Document,
  result: Result,
  {
    claim,
    charts = [],
    first = [],
    lead = [],
    beside = [],
    says: resultOf = () => undefined,
    rests,
  }: {
    readonly claim?: PageClaim | undefined;
    readonly charts?: readonly (Chart | undefined)[];
    readonly first?: readonly Chart[];
    readonly lead?: readonly string[];
    readonly beside?: readonly (PageBlock | undefined)[];
    /** What a cell comes to, beside its name. */
    readonly says?: (cell: CellResult) => string | undefined;
    /** What it rests on, where that is more than the result. */
    readonly rests?: readonly Result[];
  },
): Page {
  const { language, title, quality = [] } = document;
  const isWhole = carriesValues(rests ?? [result]);
  const cells = (rests ?? [result]).flatMap((one) => one.cells);
  // What the first screen shows stands nowhere else.
  const shown = first.length > 0 ? first.slice(0, MOST_SHOWN) : charts[0] === undefined ? [] : [charts[0]];
  const sections: { id: string; title: string; folded?: string; blocks: PageBlock[] }[] = [];
  const findings: string[] = [...lead];
  let tables = 0;
  let caption: string | undefined;
  const current = (): (typeof sections)[number] => {
    const last = sections.at(-1);
    if (last) return last;
    sections.push({ id: "part-1", title: language.page.numbersTitle, blocks: [] });
    return sections[0]!;
  };
  const open = (title: string, id = `part-${sections.length + 1}`) => sections.push({ id, title, blocks: [] });
  // What explains a part stands below what it explains.
  const details: string[] = [];
  const folds: PageBlock[] = [];
  const general: string[] = [];
  const tell = () => {
    if (details.length > 0) current().blocks.push({ sentences: details.splice(0) });
    current().blocks.push(...folds.splice(0));
  };
  const headings = document.blocks.flatMap((block) => ("heading" in block ? block.heading : []));
  const isOne = headings.length < 2;
  const shared = first.length > 0 ? "" : sharedOf(headings);
  const named = (heading: string) => heading.slice(shared.length) || language.sets(["base"]);
  // A grid is a terminal's.
  const blocks = document.blocks.filter((block) => !("grid" in block || ("isDrawn" in block && block.isDrawn)));
  for (const [i, block] of blocks.entries()) {
    if ("heading" in block) {
      tell();
      open(named(block.heading), isWhole ? undefined : block.cell); // what carries its values has a place for each
    } else if ("sentences" in block) {
      const { title: heading } = sections.at(-1) ?? { title: "" };
      const isLast = i === blocks.length - 1 && sections.length > 1 && !("heading" in blocks[i - 1]!);
      const next = blocks[i + 1];
      // What ends in a colon says what the table below it is of.
      const intro = next && "head" in next ? block.sentences.at(-1) : undefined;
      if (intro !== undefined && isIntro(intro)) caption = intro.replace(/[\u00a0 ]*:$/u, "");
      const { folded } = block;
      const told = folded === undefined ? block.sentences : block.sentences.filter((one) => !one.startsWith("  "));
      if (folded !== undefined && told.length < block.sentences.length) {
        const indented = block.sentences.filter((one) => one.startsWith("  ")).map((one) => one.trim());
        folds.push({ folded, isPrinted: true, blocks: [{ sentences: indented }] });
      }
      // Lines of one name stand below it, where nothing else does.
      if (first.length > 0 && told[0]?.startsWith("  ") && heading !== "") findings.push(heading);
      for (const sentence of folded !== undefined && lead.length > 0
        ? []
        : told.filter((one) => !isIntro(one) || (one !== intro && folded === undefined)))
        if (sentence.startsWith("  "))
          if (isOne || isLast || first.length > 0) findings.push(sentence);
          else details.push(sentence.trim());
        else findings.push(isOne || isLast || heading === "" ? sentence : language.goals.line(heading, sentence));
      const { notes = [] } = block;
      // What ends a document is of all of it; what stands before a table is told below it.
      if (i === blocks.length - 1) general.push(...notes);
      else if (next && "head" in next && block.sentences.length > 0) details.push(...notes.map((one) => one.trim()));
      else if (notes.length > 0) current().blocks.push({ sentences: notes });
    } else if ("head" in block) {
      const chart = charts[tables];
      const below = beside[tables++];
      if (below !== undefined) folds.push(below);
      // The first table under a heading is that of the heading.
      const isRepeated = first.length > 0 && sections.length > 1 && current().blocks.length > 0;
      if (isRepeated) open(language.page.numbersTitle);
      // The first table of a part is of what the part is, and its own first column another name for that.
      const isFirst = !current().blocks.some((one) => "table" in one || "folded" in one);
      const title = caption ?? (isFirst ? current().title : textOf(block.head[0] ?? "") || current().title);
      const isFolded = tables > 1 && block.rows.length > MOST_ROWS;
      if (chart && !shown.includes(chart)) current().blocks.push({ charts: [chart] });
      current().blocks.push(isFolded ? { folded: title, blocks: [tableOf(block, title)] } : tableOf(block, title));
      caption = undefined;
      tell();
    }
  }
  tell();
  const isOneExperiment = new Set(cells.map(({ experiment }) => experiment)).size === 1;
  const nameOf = (cell: CellResult): string => {
    const [name, says] = [language.cellName(cell.id, isOneExperiment), resultOf(cell)];
    return says === undefined ? name : language.goals.line(name, says);
  };
  // Few cells have every value, the dice that they need and the commands that tell more, folded below all else.
  const carried = isWhole ? cells.filter(({ metrics }) => metrics !== undefined) : [];
  const outlined = cells.length > MOST_TOLD ? [] : cells.filter(({ method }) => method !== undefined);
  // Options that all of them have stand where this comes from.
  const isShared = new Set(cells.map(({ options }) => JSON.stringify(options))).size === 1;
  const outlines = outlined.map((cell) => {
    return { ...cell, metrics: outlineOf(cell, true)?.told ?? [], options: isShared ? [] : cell.options };
  });
  const told = carried.length > 0 ? carried : outlines;
  if (told.length > 0) {
    const values = carried.flatMap(({ metrics }) => metrics!.flatMap(({ outcomes }) => outcomes)).length;
    const isShort = values === 0 || values > MOST_FULL;
    const blocks = told.map((cell) => cellBlock(cell, isShort, language, result.command, nameOf(cell)));
    const dice = told.every(({ rolls }) => rolls)
      ? language.say`The dice behind each number`
      : language.say`Cell by cell`;
    const title = carried.length > 0 ? language.page.details : dice;
    sections.push({ id: "cells", title, folded: "", blocks });
  }
  const left = first.slice(shown.length);
  const drawn: Section[] =
    left.length > 0 ? [{ id: "charts", title: language.page.charts, blocks: [{ charts: left }] }] : [];
  const made = madeFrom(result, language, carried.length > 0);
  // Charts over all of a document name what they show; those of a part say what was found.
  const says = claim?.title ?? lead[0] ?? (first.length > 0 ? undefined : shown[0]?.title) ?? findings[0];
  const conclusion = says === undefined ? undefined : leadOf(says, shown, findings, claim ?? {}, result, language);
  return {
    language,
    title,
    ...(conclusion === undefined ? {} : { lead: conclusion }),
    aside: [(isOne && first.length === 0 ? (headings[0] ?? "") : shared).replace(/[\u00a0 ,:]+$/u, ""), result.ruleset]
      .filter((text) => text !== "")
      .join(" · "),
    findings: isOne && conclusion !== undefined ? unsaid(findings, conclusion) : findings,
    first: qualityBlocks(quality),
    sections: [...drawn, ...sections.filter(({ blocks }) => blocks.length > 0)],
    ...made,
    how: [...general, ...made.how],
  };
}

/** Sections that are no parts of a document. */
const OWN: readonly string[] = ["charts", "cells"];

/** A page that says otherwise how its numbers were found, with its pictures too; and of how many trials. */
export function foundAs(page: Page, found: string | undefined, trials?: string): Page {
  const { lead, language, facts } = page;
  if (lead === undefined || found === undefined) return page;
  const tags = lead.tags.map((tag) => (tag.text === page.found ? { text: found } : tag));
  const term = language.say`trials{#page}`;
  const told = facts.map((fact) => (fact[0] === term ? ([term, trials ?? fact[1]] as const) : fact));
  return { ...page, found, facts: told, lead: { ...lead, tags } };
}

/** The last parts of a page, folded under what each comes to; one alone stays open. */
export function foldedParts(page: Page, says: readonly string[]): Page {
  if (says.length < 2) return page;
  const parts = page.sections.filter(({ id }) => !OWN.includes(id)).slice(-says.length);
  const sections = page.sections.map((section) => {
    const at = parts.indexOf(section);
    return at < 0 ? section : { ...section, folded: says[at]! };
  });
  return { ...page, sections };
}
