#!/usr/bin/env node
/**
 * Starts what `npm run build` has put into one file: the command line, and the modules of its threads. `npm run build` copies this
 * file to dist/crible.cjs.
 *
 * Compiling the file takes longer than most commands. What Node has compiled for a command is kept beside it, in dist/crible-code, as
 * `module.enableCompileCache` of later Nodes does: whoever could change it there could as well change the program. V8 takes it only
 * from the same version and flags; the digests in its name and at its head say that it is of this program, and whole. Where the folder
 * is not writable nothing is kept, and NODE_DISABLE_COMPILE_CACHE=1 keeps and reads nothing.
 */
"use strict";
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");
const { isMainThread, threadId } = require("node:worker_threads");

/** Of the bundle; the build writes it here. */
const BUILT = "BUILT";
/** Bytes of a digest at the head of what is kept. */
const DIGEST = 32;

// Code that runs for a moment is not worth optimizing: V8 waits for some eight times as much of it as it would.
setFlagsFromString("--interrupt-budget=1000000");

const digestOf = (bytes) => createHash("sha256").update(bytes).digest();

/** What was compiled before, if it is there and whole. */
function compiled(path) {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(DIGEST);
    return digestOf(code).equals(bytes.subarray(0, DIGEST)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The bundle's exports, and how what they were compiled to is kept for the next time.
 * @param {string} name under which
 */
function open(name) {
  const file = join(__dirname, "crible-bundle.cjs");
  const folder = join(__dirname, "crible-code");
  const path = join(folder, `${BUILT}-${name}`);
  const isOff = process.env.NODE_DISABLE_COMPILE_CACHE === "1" || !/^[a-z]{1,20}$/.test(name);
  const cachedData = isOff ? undefined : compiled(path);
  // The bundle is ASCII, which is read as it is.
  const source = `(function(exports,require,__filename,importModule){${readFileSync(file, "latin1")}\n})`;
  const script = new Script(source, { filename: file, cachedData });
  let isKept = isOff || (cachedData !== undefined && !script.cachedDataRejected);
  const keep = () => {
    if (isKept) return;
    isKept = true;
    try {
      const code = script.createCachedData();
      mkdirSync(folder, { recursive: true });
      const own = `${path}.${process.pid}.${threadId}`;
      writeFileSync(own, Buffer.concat([digestOf(code), code]));
      renameSync(own, path);
    } catch {
      // The next start compiles as this one did.
    }
  };
  const built = {};
  script.runInThisContext()(built, require, file, (url, options) => import(url, options));
  return { built, keep };
}

/** What a thread runs. */
exports.worker = () => {
  const { built, keep } = open("worker");
  const play = built.worker();
  return async (call) => {
    const answer = await play(call);
    if (!("ready" in answer)) keep();
    return answer;
  };
};

if (require.main === module && isMainThread) {
  const { built, keep } = open((process.argv[2] ?? "help").replace("--", ""));
  // Of a word that is no command, and of one that failed, there is little to keep.
  process.once("exit", (code) => code === 0 && keep());
  built.main();
}
