/** Where a queue is: an address that may be shown, and a password that may not. */

import { readFileSync } from "node:fs";
import { said } from "../../rulesets/said.ts";
import { UsageError } from "../exit.ts";

export interface QueuePlace {
  readonly kind: "redis" | "postgres";
  /** With the password, for whoever connects. */
  readonly url: URL;
  /** Without it, for whoever reads. */
  readonly shown: string;
}

const KINDS: Readonly<Record<string, QueuePlace["kind"]>> = {
  "redis:": "redis",
  "rediss:": "redis",
  "postgres:": "postgres",
  "postgresql:": "postgres",
};

/**
 * The place that a flag or the environment names. The password comes from CRIBLE_QUEUE (an address), from
 * CRIBLE_QUEUE_PASSWORD, or from the file that CRIBLE_QUEUE_PASSWORD_FILE names: a command line is read by everybody.
 * @param flag the address, or true where --queue was given without one
 * @throws UsageError
 */
export function placeOf(flag: string | true | undefined, env: NodeJS.ProcessEnv = process.env): QueuePlace {
  const given = typeof flag === "string" ? flag : env.CRIBLE_QUEUE;
  if (given === undefined || given === "")
    throw new UsageError(
      said`say where the queue is: --queue redis://host:6379 or postgres://user@host/database, or CRIBLE_QUEUE`,
    );
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new UsageError(
      said`${given.includes("@") ? said`that` : given} is no address of a queue: redis://host:6379 or postgres://user@host/database is expected`,
    );
  }
  const kind = KINDS[url.protocol];
  if (kind === undefined)
    throw new UsageError(said`there is no queue on ${url.protocol}//: it is redis://, rediss:// (TLS) or postgres://`);
  if (typeof flag === "string" && url.password !== "")
    throw new UsageError(
      said`everybody on this machine can read a password on the command line: put the address into CRIBLE_QUEUE, or the password into CRIBLE_QUEUE_PASSWORD or a file that CRIBLE_QUEUE_PASSWORD_FILE names`,
    );
  const password = passwordIn(env);
  if (password !== undefined) url.password = encodeURIComponent(password);
  const open = new URL(url);
  open.password = "";
  return { kind, url, shown: open.href };
}

function passwordIn({
  CRIBLE_QUEUE_PASSWORD: password,
  CRIBLE_QUEUE_PASSWORD_FILE: file,
}: NodeJS.ProcessEnv): string | undefined {
  if (password !== undefined || file === undefined) return password;
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch (error) {
    throw new UsageError(
      said`the file of CRIBLE_QUEUE_PASSWORD_FILE cannot be read: ${String((error as NodeJS.ErrnoException).code)}`,
    );
  }
}

/** A message in which the password, should a library have put it there, is not shown. */
export function withoutPassword(message: string, { url }: QueuePlace): string {
  const words = [url.password, decodeURIComponent(url.password)].filter((word) => word !== "");
  return words.reduce((text, word) => text.replaceAll(word, "***"), message);
}

/** How a Redis client is told of it. */
export const redisOptions = ({ url }: QueuePlace) => ({
  host: url.hostname.replace(/^\[|\]$/g, "") || "localhost",
  port: Number(url.port || 6379),
  ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
  ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
  ...(url.pathname.length > 1 ? { db: Number(url.pathname.slice(1)) } : {}),
  ...(url.protocol === "rediss:" ? { tls: {} } : {}),
  connectTimeout: 10_000,
  retryStrategy: (times: number) => Math.min(2_000, 100 * times),
});

/** How a PostgreSQL client is told of it. Its tables have a schema of their own. */
export const SCHEMA = "crible";
export const postgresOptions = ({ url }: QueuePlace) => ({
  connectionString: url.href,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  application_name: "crible",
});
