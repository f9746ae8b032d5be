/** Files of list builders, whatever their format: `.rosz`, `.ros`, JSON, `.cat`, `.gst`, and addresses that hold a list. */
import { gunzipSync } from "fflate";
import { said } from "../../rulesets/said.ts";
import { FileFault } from "../files.ts";
import { decode } from "../source.ts";
import { unzipped } from "../zip.ts";
import { type GameSystem, systemOf } from "./list.ts";
import { type RosterNode, readJson, readXml, textOf } from "./tree.ts";

/** Bytes of a file, unpacked. */
export const MOST_ROSTER_BYTES = 16 * 1024 * 1024;

export interface RosterTree {
  readonly kind: "list" | "catalogue";
  readonly root: RosterNode;
  readonly system: GameSystem;
}

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
    if (name === "roster") return { kind: "list", root, system: systemOf(root) };
    if (name === "catalogue" || name === "gameSystem")
      return { kind: "catalogue", root, system: catalogueSystem(name, root) };
    throw new FileFault(said`it is neither an army list nor a catalogue`);
  }
  const shared = SHARED.exec(text)?.[1];
  const top = readJson(shared === undefined ? text : decode(unshared(shared), file));
  const root = (top.roster ?? top.catalogue ?? top.gameSystem ?? top) as RosterNode;
  if (top.catalogue !== undefined || top.gameSystem !== undefined)
    return {
      kind: "catalogue",
      root,
      system: catalogueSystem(top.gameSystem === undefined ? "catalogue" : "gameSystem", root),
    };
  return { kind: "list", root, system: systemOf(root) };
}

const catalogueSystem = (name: string, root: RosterNode): GameSystem =>
  name === "gameSystem"
    ? { id: textOf(root, "id"), name: textOf(root, "name"), revision: textOf(root, "revision") }
    : systemOf(root);

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
