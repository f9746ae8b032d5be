/** Files of list builders, whatever their format: `.rosz`, `.ros`, JSON, `.cat`, `.gst`, and addresses that hold a list. */
import { gunzipSync } from "fflate";
import { said } from "../../rulesets/said.ts";
import { FileFault } from "../files.ts";
import { decode } from "../source.ts";
import { unzipped } from "../zip.ts";
import { type RosterNode, readJson, readXml, textOf } from "./tree.ts";

/** Bytes of a file, unpacked. */
export const MOST_ROSTER_BYTES = 16 * 1024 * 1024;

export interface RosterTree {
  readonly kind: "list" | "catalogue";
  readonly root: RosterNode;
  /** The game and edition that it is of. */
  readonly system: { readonly id: string; readonly name: string; readonly revision: string };
}

/** What the outermost element is called. */
const KINDS = { roster: "list", catalogue: "catalogue", gameSystem: "catalogue" } as const;
const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name);

const SHARED = /#\/listforge\/([\w+/=%-]+)$/u;

/** Whether it is an address that holds a list, which is not fetched. */
export const isSharedList = (text: string): boolean => SHARED.test(text.trim());

/**
 * The tree of a file.
 * @throws FileFault, or ScenarioError where it is no text
 */
export function rosterTree(bytes: Uint8Array, file: string): RosterTree {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = decode(isZip ? onlyFile(bytes) : bytes, file).trim();
  if (text.startsWith("<")) {
    const { name, root } = readXml(text);
    if (isKind(name)) return treeOf(name, root);
    throw new FileFault(said`it is neither an army list nor a catalogue`);
  }
  const shared = SHARED.exec(text)?.[1];
  if (shared === undefined && !/^[[{]/u.test(text))
    throw new FileFault(
      said`it is plain text, from which no units and weapons are read`,
      said`export the army from the list builder as .rosz, .ros or JSON`,
    );
  const top = readJson(shared === undefined ? text : decode(unshared(shared), file));
  const kinds = Object.keys(KINDS).filter(isKind);
  const name = kinds.find((kind) => top[kind]) ?? "roster";
  return treeOf(name, (top[name] ?? top) as RosterNode);
}

function treeOf(name: keyof typeof KINDS, root: RosterNode): RosterTree {
  const [id, nameKey, revision] =
    name === "gameSystem" ? ["id", "name", "revision"] : ["gameSystemId", "gameSystemName", "gameSystemRevision"];
  const system = { id: textOf(root, id!), name: textOf(root, nameKey!), revision: textOf(root, revision!) };
  return { kind: KINDS[name], root, system };
}

function onlyFile(bytes: Uint8Array): Uint8Array {
  const parts = [...unzipped(bytes, { files: 100, bytes: MOST_ROSTER_BYTES }, said`it is no archive that can be read`)];
  const found = parts.find(([name]) => /\.(?:ros|cat|gst)$/iu.test(name)) ?? parts[0];
  if (found === undefined) throw new FileFault(said`the archive is empty`);
  return found[1];
}

/** The bytes of a list in an address: base64 of gzip. */
function unshared(text: string): Uint8Array {
  try {
    const letters = decodeURIComponent(text).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const size = new DataView(packed.buffer).getUint32(packed.length - 4, true);
    if (size > MOST_ROSTER_BYTES) throw new RangeError();
    // What unpacks to more than it says has no room.
    return gunzipSync(packed, { out: new Uint8Array(size) });
  } catch {
    throw new FileFault(said`the address holds no list that can be read`);
  }
}
