/** Which files of a project a scenario may name, and where they are. Nothing outside the project, whatever the links say. */
import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { suggestion } from "./nearest.ts";
import { quote } from "./problem.ts";
import { faultOf, isAddress } from "./source.ts";

/** The nearest folder upwards that holds a package.json or .git; the folder itself when there is none. */
export function projectRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) || existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** The file that names another. `shown` is its path as the user would write it; names are relative to it. */
export interface Namer {
  readonly shown: string;
  readonly folder: string;
  readonly root: string;
}

/** What is named: a scenario to extend, or a table to read. */
export interface Wanted {
  /** `extend`, `read`: completes "cannot … the file". */
  readonly verb: string;
  readonly key: string;
  /** Endings of the files that are meant, for the nearest name. */
  readonly endings: RegExp;
  /** The folder of the catalogues that `crible:` names; left out where none may be named. */
  readonly shipped?: string;
}

export interface Target {
  readonly file: string;
  readonly shown: string;
  /** The real path. */
  readonly path: string;
  readonly root: string;
}
export interface Fault {
  readonly fault: string;
  readonly hint?: string;
}

/** The file that a name stands for, or why it is none that may be read. Its content is not looked at. */
export async function locate(name: string, from: Namer, wanted: Wanted): Promise<Target | Fault> {
  const target = targetOf(name, from, wanted);
  if ("fault" in target) return target;
  const { file, path, root } = target;
  if (!inside(root, path)) return outside(file);
  try {
    const real = await realpath(path);
    return inside(root, real) ? { ...target, path: real } : outside(file);
  } catch (error) {
    const hint = await neighbour(path, root, wanted.endings);
    return {
      fault: `cannot ${wanted.verb} ${quote(file)}: ${faultOf(error)}`,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

const SCHEME = "crible:";

const outside = (file: string): Fault => ({
  fault: `${quote(file)} is outside of the project; only files inside it are read`,
});

function targetOf(name: string, from: Namer, { key, shipped }: Wanted): Target | Fault {
  if (name.startsWith(SCHEME) && shipped !== undefined) {
    const catalogue = name.slice(SCHEME.length);
    if (!/^[\w-]+(?:\/[\w-]+)*$/u.test(catalogue)) {
      return { fault: `${quote(name)} is not a catalogue of this package`, hint: "write crible:ruleset/name" };
    }
    const path = join(shipped, `${catalogue}.yaml`);
    return { file: name, shown: path, path, root: shipped };
  }
  if (isAddress(name))
    return { fault: `${quote(name)} is an address; only files of the project are read`, hint: "give a relative path" };
  if (isAbsolute(name) || /^[a-z]:[\\/]|^~/iu.test(name))
    return { fault: `"${key}" takes a relative path, found ${quote(name)}` };
  if (name.includes("\0")) return { fault: `${quote(name)} is not a path` };
  const shown = normalize(join(dirname(from.shown), name));
  return { file: shown, shown, path: resolve(from.folder, name), root: from.root };
}

function inside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A hint at the file that was probably meant, from the folder it should have been in. */
async function neighbour(path: string, root: string, endings: RegExp): Promise<string | undefined> {
  try {
    const folder = await realpath(dirname(path));
    if (!inside(root, folder)) return undefined;
    const files = (await readdir(folder, { withFileTypes: true })).filter(
      (entry) => !entry.isDirectory() && endings.test(entry.name),
    );
    return suggestion(basename(path), files.map((entry) => entry.name).sort());
  } catch {
    return undefined; // there is no such folder, so there is nothing to suggest
  }
}
