/** Who is there: every run and every worker writes down what it is, and that it is alive. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Origin } from "../../analysis/baseline.ts";
import { STREAM_NAME } from "../../dice/index.ts";
import { VERSION } from "../../version.ts";
import { type Bull, PRESENCE } from "./bull.ts";

export interface Presence extends Pick<Origin, "version" | "stream" | "engine"> {
  readonly role: "run" | "worker";
  readonly name: string;
  /** Milliseconds since 1970, by its own clock. */
  readonly at: number;
  /** Threads of a worker. */
  readonly threads?: number;
  /** Tasks and trials that a worker has played, and for how long it has been there, in milliseconds. */
  readonly tasks?: number;
  readonly trials?: number;
  readonly since?: number;
  /** Of a run, its command. */
  readonly command?: string;
}

const EVERY = 3_000;
/** Milliseconds without a sign of life after which one counts as gone. */
const GONE = 20_000;

/** A name for this process: its machine, its number, and chance. */
export const ownName = (): string =>
  `${hostname()
    .replace(/[^\w-]+/g, "-")
    .slice(0, 40)}-${process.pid}-${randomBytes(3).toString("hex")}`;

export const ownHead = (engine: string) => ({ engine, stream: STREAM_NAME, version: VERSION });

export class RollCall {
  readonly #bull: Bull;
  readonly #queue: ReturnType<Bull["queue"]>;
  #timer: NodeJS.Timeout | undefined;
  #own: string | undefined;
  #write: () => Promise<void> = async () => {};

  constructor(bull: Bull) {
    this.#bull = bull;
    this.#queue = bull.queue(PRESENCE);
  }

  /** Whoever has given a sign of life of late; all that are written down where asked for. */
  async all(dead = false): Promise<Presence[]> {
    const jobs = await this.#bull.call(() => this.#queue.getJobs(["waiting"], 0, 9_999));
    return jobs.flatMap((job) => {
      const found = presenceIn((job?.data as { text?: unknown } | undefined)?.text);
      return found && (dead || Math.abs(Date.now() - found.at) < GONE) ? found : [];
    });
  }

  /** Is there, until `leave`: `tell` says what it is now. `heard`: who else is, every few seconds. */
  async join(tell: () => Omit<Presence, "at">, heard: (all: readonly Presence[]) => void): Promise<void> {
    this.#write = async () => {
      const now = { ...tell(), at: Date.now() };
      this.#own = now.name;
      const data = { text: JSON.stringify(now) };
      const job = await this.#bull.call(() => this.#queue.getJob(now.name));
      if (job) await this.#bull.call(() => job.updateData(data));
      else await this.#bull.call(() => this.#queue.add("presence", data, { jobId: now.name }));
    };
    const write = async () => {
      await this.#write();
      heard(await this.all());
    };
    await write();
    const again = () => {
      this.#timer = setTimeout(() => {
        write()
          .catch(() => {}) // it is tried again
          .finally(() => this.#timer && again());
      }, EVERY).unref();
    };
    again();
  }

  /** Writes down at once that it is there. @throws Error where the queue takes nothing: full memory lets itself be read */
  sign = (): Promise<void> => this.#write();

  async leave(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#own) await this.forget(this.#own).catch(() => {});
  }

  forget = async (name: string): Promise<void> => {
    await this.#bull.call(() => this.#queue.remove(name));
  };
}

function presenceIn(text: unknown): Presence | undefined {
  try {
    const found = Object(JSON.parse(String(text))) as Presence;
    const isText = [found.role, found.name, found.engine].every(
      (part) => typeof part === "string" && part.length < 200,
    );
    return isText && Number.isFinite(found.at) ? found : undefined;
  } catch {
    return undefined;
  }
}
