/** The page's end of its worker. */
import type { OwnGame } from "../../dist/playground/own.js";
import type { Calls, DeskCall, Replied } from "../../dist/playground/protocol.js";
import type { Texts } from "../../dist/playground/texts.js";
import type { Tag } from "../../dist/playground/words.js";

/** A worker is of the page's own origin: from elsewhere it is loaded by one that is. */
function engineUrl(): string {
  const { href, origin } = new URL("engine.js", import.meta.url);
  return origin === location.origin
    ? href
    : URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" }));
}

/** The texts of the page's own game: whoever begins a worker tells it of them. */
let own: Texts | undefined;

export class Client {
  readonly #onFault: (message: string) => void;
  /** Begun with the first question: what the page shows without it is painted by then. */
  #begun: Worker | undefined;
  readonly #waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void; onPart?: (part: number) => void }
  >();
  #id = 0;

  constructor(onFault: (message: string) => void) {
    this.#onFault = onFault;
  }

  get #worker(): Worker {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  #begin(): Worker {
    const worker = new Worker(engineUrl(), { type: "module", name: "crible" });
    worker.onmessage = ({ data }: MessageEvent<Replied>) => {
      const waiting = this.#waiting.get(data.id);
      if ("part" in data) {
        waiting?.onPart?.(data.part);
        return;
      }
      this.#waiting.delete(data.id);
      if ("fault" in data) waiting?.reject(Object.assign(new Error(data.fault), { instead: data.instead }));
      else waiting?.resolve(data.value as never);
    };
    if (own !== undefined)
      worker.postMessage({ id: 0, lang: "en", call: "own", args: [own] } satisfies DeskCall<"own">);
    worker.onerror = ({ message }) => this.#onFault(message ?? "");
    return worker;
  }

  /** Makes a game of one's own known, here and to every worker that begins later. */
  async own(lang: Tag, texts: Texts): Promise<OwnGame> {
    const found = await this.ask(lang, "own", texts);
    own = texts;
    return found;
  }

  ask<Name extends keyof Calls>(
    lang: Tag,
    call: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    return this.follow(lang, call, () => {}, ...args);
  }

  /** The same, told how far it is. */
  follow<Name extends keyof Calls>(
    lang: Tag,
    call: Name,
    onPart: (part: number) => void,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPart });
      this.#worker.postMessage({ id, lang, call, args } satisfies DeskCall<Name>);
    });
  }

  /** Ends the worker and all that it was asked. */
  close(): void {
    this.#begun?.terminate();
  }
}
