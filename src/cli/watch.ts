/** `crible run --watch`: the scenario is run again when it is saved, and the open page shows the new one. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, resolve } from "node:path";
import { said } from "../rulesets/said.ts";
import type { LastRound } from "./run.ts";
import { whenEnded } from "./starter.ts";
import { say } from "./streams.ts";
import { tell } from "./tell.ts";

/** What the served page does beside what the one on disk does: it loads itself again when it is told to. */
const RELOAD = 'new EventSource("/changes").addEventListener("changed", () => location.reload());';

/** Milliseconds of quiet that are waited for: an editor writes a file in several steps, some by renaming. */
const QUIET = 40;

/** The page of the last run, to this machine only, at a port that is free. */
class PageServer {
  readonly #server: Server;
  readonly #listeners = new Set<ServerResponse>();
  #page = "";

  constructor() {
    this.#server = createServer(({ method, url, headers }, response) => {
      const refuse = (status: number) => response.writeHead(status).end();
      // A site whose name was made to lead here has another host name: it is not answered.
      if (!/^127\.0\.0\.1:\d+$/.test(headers.host ?? "")) refuse(403);
      else if (method !== "GET") refuse(405);
      else if (url === "/changes") this.#listen(response);
      else if (url !== "/") refuse(404);
      else
        response
          .writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
          .end(this.#page);
    });
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 500\n\n");
    this.#listeners.add(response);
    response.on("close", () => this.#listeners.delete(response));
  }

  /** Its address, once it listens. */
  start(): Promise<string> {
    return new Promise((done, failed) => {
      this.#server.once("error", failed);
      this.#server.listen(0, "127.0.0.1", () =>
        done(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`),
      );
    });
  }

  show(page: string): void {
    this.#page = page;
    for (const listener of this.#listeners) listener.write("event: changed\ndata:\n\n");
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The file and everything it is made of, as far as it can be read. */
async function filesOf(file: string): Promise<string[]> {
  const { loadTree } = await import("../scenario/extends.ts");
  const { files } = await loadTree(file);
  return [...new Set([resolve(file), ...files.flatMap(({ path }) => path ?? [])])];
}

/**
 * Runs a scenario, then again whenever it or a file it is made of is saved, until Ctrl-C, TERM or HUP. Errors are told, and
 * the next save waited for.
 */
export async function watchRun(
  file: string,
  run: (last: LastRound) => Promise<{ readonly page?: string }>,
): Promise<number> {
  const [{ watch }, { servedHtml }] = await Promise.all([import("chokidar"), import("../report/page/index.ts")]);
  const server = new PageServer();
  // Folders are watched, for a file that is replaced by renaming is another file.
  const watcher = watch([], { ignoreInitial: true, depth: 0 });
  const last: LastRound = {};
  let files: readonly string[] = [];
  const folders = new Set<string>();
  let address: string | undefined;
  let busy = Promise.resolve();
  let isDirty = false;
  let ended: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function once(): Promise<void> {
    try {
      files = await filesOf(file);
      // Each is read whole again by who adds it.
      const others = files.map((path) => dirname(path)).filter((folder) => !folders.has(folder) && folders.add(folder));
      watcher.add(others);
      const { page } = await run(last);
      if (page === undefined || ended !== undefined) return;
      server.show(servedHtml(page, RELOAD));
      address ??= await server.start();
    } catch (error) {
      await tell(error);
    }
    if (ended === undefined) {
      if (address !== undefined) say(said`the page: ${address}`);
      say(said`waiting for the next save; Ctrl-C ends`);
    }
  }

  /** One round at a time, and one more after it however often the file was saved meanwhile. */
  function again(): void {
    if (isDirty) return;
    isDirty = true;
    busy = busy.then(() => {
      isDirty = false;
      return ended === undefined ? once() : undefined;
    });
  }

  return new Promise((done) => {
    whenEnded((code) => {
      if (ended !== undefined) process.exit(code);
      ended = code;
      clearTimeout(timer);
      server.close();
      void watcher.close().then(() => done(code));
    });
    watcher.on("all", (event, path) => {
      if (event === "unlinkDir") folders.delete(path);
      if (!files.includes(resolve(path))) return;
      clearTimeout(timer);
      timer = setTimeout(again, QUIET);
    });
    again();
  });
}
