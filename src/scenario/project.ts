/** Which files of a project a scenario may name, and where they are. Nothing outside the project, whatever the links say. */

import { type Said, said, type Text } from "../rulesets/said.ts";
import { disk } from "./disk.ts";
import { FileFault, type Files } from "./files.ts";
import { suggested } from "./nearest.ts";
import { quote } from "./problem.ts";
import type { Folder } from "./shipped.ts";
import { isAddress } from "./source.ts";

/** The nearest folder upwards that holds one of some names. */
export function nearestWith(folder: string, names: readonly string[], { path, exists } = disk): string | undefined {
  const { dirname, join, resolve } = path;
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (names.some((name) => exists(join(at, name)))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The one that holds a package.json or .git; the folder itself when there is none. */
export const projectRoot = (folder: string, files: Files = disk): string =>
  nearestWith(folder, ["package.json", ".git"], files) ?? folder;

/** The file that names another. `shown` is its path as the user would write it; names are relative to it. */
export interface Namer extends Pick<TargetFile, "shown" | "root" | "files"> {
  readonly folder: string;
}

/** What is named: a scenario to extend, or a table to read. */
export interface WantedFile {
  /** Completes "cannot … the file". */
  readonly verb: "extend" | "read";
  readonly key: string;
  /** Endings of the files that are meant, for the nearest name. */
  readonly endings: RegExp;
  /** The catalogues that `crible:` names; left out where none may be named. */
  readonly shipped?: Folder;
}

export interface TargetFile {
  readonly file: string;
  readonly shown: string;
  /** The real path. */
  readonly path: string;
  readonly root: string;
  readonly files: Files;
}
export interface Fault {
  readonly fault: Text;
  readonly hint?: Text;
}

/** The file that a name stands for, or why it is none that may be read. Its content is not looked at. */
export async function locate(name: string, from: Namer, wanted: WantedFile): Promise<TargetFile | Fault> {
  const target = targetOf(name, from, wanted);
  if ("fault" in target) return target;
  const { file, path } = target;
  if (!inside(target, path)) return outside(file);
  try {
    const real = await target.files.realpath(path);
    return inside(target, real) ? { ...target, path: real } : outside(file);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const hint = await neighbour(target, wanted.endings);
    return {
      fault: cannot(wanted, file, error.said),
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

export const cannot = ({ verb }: WantedFile, file: string, why: Text): Said =>
  verb === "read" ? said`cannot read ${quote(file)}: ${why}` : said`cannot extend ${quote(file)}: ${why}`;

const SCHEME = "crible:";

const outside = (file: string): Fault => ({
  fault: said`${quote(file)} is outside of the project; only files inside it are read`,
});

function targetOf(name: string, from: Namer, { key, shipped }: WantedFile): TargetFile | Fault {
  const { dirname, isAbsolute, join, normalize, resolve } = from.files.path;
  if (name.startsWith(SCHEME) && shipped !== undefined) {
    const catalogue = name.slice(SCHEME.length);
    if (!/^[\w-]+(?:\/[\w-]+)*$/u.test(catalogue)) {
      return {
        fault: said`${quote(name)} is not a catalogue of this package`,
        hint: said`write crible:ruleset/name`,
      };
    }
    const { files, folder } = shipped;
    const path = files.path.join(folder, `${catalogue}.yaml`);
    return { file: name, shown: path, path, root: folder, files };
  }
  if (isAddress(name))
    return {
      fault: said`${quote(name)} is an address; only files of the project are read`,
      hint: said`give a relative path`,
    };
  if (isAbsolute(name) || /^[a-z]:[\\/]|^~/iu.test(name))
    return { fault: said`"${key}" takes a relative path, found ${quote(name)}` };
  if (name.includes("\0")) return { fault: said`${quote(name)} is not a path` };
  const shown = normalize(join(dirname(from.shown), name));
  return { file: shown, shown, path: resolve(from.folder, name), root: from.root, files: from.files };
}

function inside({ root, files }: Pick<TargetFile, "root" | "files">, path: string): boolean {
  const { isAbsolute, relative, sep } = files.path;
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A hint at the file that was probably meant, from the folder it should have been in. */
async function neighbour(target: TargetFile, endings: RegExp): Promise<Said | undefined> {
  const { path, files } = target;
  try {
    const folder = await files.realpath(files.path.dirname(path));
    if (!inside(target, folder)) return undefined;
    const names = (await files.namesIn(folder)).filter((name) => endings.test(name));
    return suggested(files.path.basename(path), names.sort());
  } catch {
    return undefined; // there is no such folder, so there is nothing to suggest
  }
}
