import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Command } from "commander";
import { packageFile } from "../package.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { GAME_FILE } from "../scenario/game/file.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { broughtFiles } from "./brought-files.ts";
import { UsageError } from "./exit.ts";
import { withSpokenLanguage } from "./options.ts";
import { print, say } from "./streams.ts";

export function addPlayground(program: Command): void {
  withSpokenLanguage(program.command("playground"))
    .description("Serve the playground to this machine alone: move a number, see the odds move.")
    .argument("[file]", "a scenario to open in it, or the file of a game")
    .option("--port <number>", "the port; one that is free unless given")
    .addHelpText(
      "after",
      `
Examples:
  crible playground
  crible playground my.yaml                           opens the scenario, to be changed and asked`,
    )
    .action(async (file: string | undefined, { port = "0", lang }: { port?: string; lang?: LanguageTag }) => {
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
        throw new UsageError(said`--port is a number, not "${port}"`);
      const server = await playgroundServer(file, Number(port), lang);
      const { whenEnded } = await import("./starter.ts");
      const ended = new Promise<number>((end) => whenEnded(end));
      await print(`${server.address}\n`);
      say(said`this machine alone can open it; Ctrl-C ends`);
      process.exitCode = await ended;
      await server.close();
    });
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  json: "application/json",
};

export interface PlaygroundServer {
  /** With the token of this run in its path. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the built page on loopback. What is not asked of this very host with the token of this run is not answered, and
 * nothing but the page's own files and the scenario, with what it names, is there.
 * @throws UsageError when the page is not built or the port is taken, ScenarioError for a file that cannot be read
 */
export async function playgroundServer(file?: string, port = 0, lang?: LanguageTag): Promise<PlaygroundServer> {
  const folder = packageFile("playground/dist");
  const names = await readdir(folder).catch(() => {
    throw new UsageError(said`the playground is not built: run npm run playground`);
  });
  const files = new Map<string, Uint8Array | string>();
  for (const name of names) if (name !== "sw.js") files.set(name, await readFile(`${folder}/${name}`));
  const page = String(files.get("index.html"));
  files.delete("index.html");
  if (file !== undefined) {
    const { givenTexts } = await import("./given-texts.ts");
    files.set("texts.json", JSON.stringify(await givenTexts(file)));
  }
  const token = randomBytes(18).toString("base64url");
  for (const [name, text] of await broughtFiles(`/${token}/`)) files.set(name, `${text}${files.get(name) ?? ""}`);
  const brought = outsideRulesets().map(({ name }) => encodeURIComponent(name));
  const named = file === undefined || file === "-" || GAME_FILE.test(file) ? "" : encodeURIComponent(file);
  const of = `data-brought="${brought.join(" ")}" data-file="${named}"${lang === undefined ? "" : ` data-lang="${lang}"`}`;
  const served = `data-served="${file === undefined ? "page" : "scenario"}" ${of}`;
  files.set(
    "",
    page.replace("<html", () => `<html ${served}`),
  );
  const { createServer } = await import("node:http"); // other commands do without
  const server = createServer(({ method, url = "", headers }, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [path = ""] = url.split("?");
    const name = path.startsWith(`/${token}/`) ? path.slice(token.length + 2) : undefined;
    const body = name === undefined ? undefined : files.get(name);
    // A site whose name was made to lead here has another host name: it is not answered.
    if (headers.host !== host) response.writeHead(403).end();
    else if (method !== "GET") response.writeHead(405).end();
    else if (body === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, {
          "content-type": TYPES[name === "" ? "html" : name!.split(".").at(-1)!] ?? "application/octet-stream",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "content-security-policy": "frame-ancestors 'none'", // which the page cannot say of itself
          "cross-origin-resource-policy": "same-origin",
          "cross-origin-opener-policy": "same-origin",
        })
        .end(body);
  });
  await listening(server, port);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((done, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(error.code === "EADDRINUSE" ? new UsageError(said`the port ${port} is taken`) : error),
    );
    server.listen(port, "127.0.0.1", done);
  });
