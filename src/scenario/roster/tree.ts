/**
 * The tree of an army list or a catalogue, from XML or JSON. Both have one structure: attributes of an element are keys of an
 * object, and what it lists stands in arrays by the names of the lists. Sizes and depths are bounded while it is read; XML has no
 * entities but its own five, and no document type.
 */
import { SaxesParser } from "saxes";
import { said } from "../../rulesets/said.ts";
import { FileFault } from "../files.ts";
import { brokenAt, jsonFault } from "../json-fault.ts";

/** An element: texts, numbers, and lists of elements. */
export interface RosterNode {
  readonly [key: string]: string | number | boolean | null | undefined | RosterNode | readonly RosterNode[];
}

const MOST_DEPTH = 200;
const MOST_NODES = 500_000;

const tooDeep = (): FileFault => new FileFault(said`it is nested more than ${MOST_DEPTH} deep`);

/** A text of an element, `""` where it has none of that name. */
export const textOf = (node: RosterNode | undefined, key: string): string => {
  const value = node?.[key];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
};

/** What an element lists under a name. */
export const listOf = (node: RosterNode | undefined, key: string): readonly RosterNode[] => {
  const value = node?.[key];
  return Array.isArray(value)
    ? value.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item))
    : [];
};

export const numberOf = (node: RosterNode | undefined, key: string): number => {
  const value = Number(textOf(node, key));
  return Number.isFinite(value) ? value : 0;
};

interface OpenElement {
  readonly node: Record<string, RosterNode[string]>;
  readonly name: string;
  readonly hasAttributes: boolean;
  readonly items: RosterNode[];
  text: string;
}

/**
 * Reads XML. An element without attributes is a list of the elements in it, or a text; every other one is an object.
 * @returns the outermost element, and what it is called
 * @throws FileFault with the line of what is no XML
 */
export function readXml(text: string): { readonly name: string; readonly root: RosterNode } {
  const parser = new SaxesParser();
  const open: OpenElement[] = [];
  let root: { name: string; root: RosterNode } | undefined;
  let nodes = 0;
  parser.on("error", (error) => {
    throw new FileFault(said`it is no XML that can be read: ${brokenAt(error.message, text, parser.position)}`);
  });
  parser.on("doctype", () => {
    throw new FileFault(said`it has a document type, and army lists have none`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= MOST_DEPTH) throw tooDeep();
    if (++nodes > MOST_NODES) throw new FileFault(said`it has more than ${MOST_NODES} elements`);
    const node: OpenElement["node"] = Object.create(null);
    let hasAttributes = false;
    for (const key in attributes) {
      node[key] = attributes[key] as string;
      hasAttributes ||= key !== "xmlns";
    }
    open.push({ node, name, hasAttributes, items: [], text: "" });
  });
  for (const kind of ["text", "cdata"] as const)
    parser.on(kind, (more) => {
      const top = open.at(-1);
      if (top !== undefined) top.text += more;
    });
  parser.on("closetag", () => {
    const { node, name, hasAttributes, items, text: inner } = open.pop()!;
    const parent = open.at(-1);
    if (hasAttributes && inner.trim() !== "") node.$text = inner;
    if (parent === undefined) root = { name, root: node };
    else if (hasAttributes) parent.items.push(node);
    else parent.node[name] = items.length > 0 ? items : inner.trim() === "" ? [] : inner;
  });
  parser.write(text).close();
  if (root === undefined) throw new FileFault(said`it is empty`);
  return root;
}

/** Reads JSON. @throws FileFault for what is none, or is nested too deep */
export function readJson(text: string): RosterNode {
  let [depth, isText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === "\\") at++;
    else if (letter === '"') isText = !isText;
    else if (!isText && (letter === "]" || letter === "}")) depth--;
    else if (!isText && (letter === "[" || letter === "{") && ++depth > MOST_DEPTH) throw tooDeep();
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as RosterNode;
  } catch (error) {
    throw new FileFault(said`it is no JSON that can be read: ${jsonFault(text, error)}`);
  }
  throw new FileFault(said`it is no army list`);
}
