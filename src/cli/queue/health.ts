/** Whether a server can carry a queue, and what is to be set where it cannot. */
import { EngineError } from "../../engine/runner.ts";
import { hinted, listed, type Said, said, type Text } from "../../rulesets/said.ts";
import { postgresOptions, type QueuePlace, redisOptions, SCHEMA, withoutPassword } from "./place.ts";

export interface HealthFinding {
  readonly name: string;
  /** `bad`: a run is refused. */
  readonly state: "good" | "poor" | "bad";
  readonly found: Text;
  readonly advice?: Text;
}

const finding = (name: string, state: HealthFinding["state"], found: Text, advice?: Text): HealthFinding => ({
  name,
  state,
  found,
  ...(state === "good" || advice === undefined ? {} : { advice }),
});

/** @throws EngineError when the server cannot be asked */
export async function health(place: QueuePlace, patience = 20_000): Promise<HealthFinding[]> {
  const began = Date.now();
  for (let wait = 200; ; wait = Math.min(2_000, 2 * wait)) {
    try {
      return await (place.kind === "redis" ? ofRedis(place) : ofPostgres(place));
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      const why = withoutPassword(message || String(code), place);
      if (isFinal(why, code) || Date.now() - began > patience)
        throw new EngineError(hinted(said`the queue ${place.shown} cannot be used: ${why}`, hintFor(why, place)));
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** What no waiting rebalances. */
const isFinal = (message: string, code: string | undefined): boolean =>
  /WRONGPASS|NOAUTH|NOPERM|password authentication|no pg_hba|does not exist|Cannot find|MODULE_NOT_FOUND|ENOTFOUND|ENOENT|certificate|CERT|support SSL/i.test(
    `${message} ${code}`,
  );

/** What rebalances it, by what is said. */
const HINTS: readonly (readonly [RegExp, Said])[] = [
  [
    /WRONGPASS|NOAUTH|password/i,
    said`the password comes from CRIBLE_QUEUE_PASSWORD, CRIBLE_QUEUE_PASSWORD_FILE or the address in CRIBLE_QUEUE`,
  ],
  [/Cannot find|MODULE_NOT_FOUND/, said`npm install bullmq with ioredis or pg`],
  [/certificate|CERT/i, said`NODE_EXTRA_CA_CERTS names the file with a certificate of your own`],
  [/no encryption/, said`add ?sslmode=verify-full to the address`],
  [/support SSL/, said`leave sslmode out of the address: this server has no TLS`],
];
function hintFor(message: string, { url }: QueuePlace): Said | undefined {
  const [, hint] = HINTS.find(([asked]) => asked.test(message)) ?? [];
  if (hint !== undefined) return hint;
  if (!/ECONNRESET|ETIMEDOUT|closed|EPROTO/i.test(message)) return undefined;
  if (url.protocol === "redis:") return said`a server with TLS is rediss://`;
  return url.protocol === "rediss:" ? said`a server without TLS is redis://` : undefined;
}

async function ofRedis(place: QueuePlace): Promise<HealthFinding[]> {
  const { Redis } = await import("ioredis");
  const redis = new Redis({
    ...redisOptions(place),
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let fault: unknown;
  redis.on("error", (error) => {
    fault = error;
  });
  try {
    await redis.connect().catch((error: unknown) => {
      throw fault ?? error;
    });
    const info = Object.fromEntries(
      (await redis.info())
        .split(/\r?\n/)
        .flatMap((line) => (line.includes(":") ? [line.split(/:(.*)/s).slice(0, 2)] : [])),
    ) as Readonly<Record<string, string>>;
    const { redis_version = "", role = "", maxmemory_policy: policy = "", aof_enabled = "", maxmemory = "0" } = info;
    const [major = 0, minor = 0] = redis_version.split(".").map(Number);
    const used = Number(info.used_memory);
    const room = Number(maxmemory) - used;
    return [
      finding(
        "version",
        major > 6 || (major === 6 && minor >= 2) ? "good" : major < 5 ? "bad" : "poor",
        redis_version,
        said`use Redis 6.2 or later`,
      ),
      finding(
        "role",
        role === "master" ? "good" : "bad",
        role,
        said`give the address of the primary: a replica takes no tasks`,
      ),
      finding(
        "maxmemory-policy",
        policy === "noeviction" ? "good" : "bad",
        policy,
        said`CONFIG SET maxmemory-policy noeviction: any other throws tasks away when memory is short`,
      ),
      finding(
        "memory",
        Number(maxmemory) === 0 || room > 64 * 1024 ** 2 ? "good" : "poor",
        maxmemory === "0" ? said`${mega(used)} used, no limit` : said`${mega(used)} of ${mega(Number(maxmemory))} used`,
        said`give it 64 MB more: what does not fit is refused, and tried again`,
      ),
      finding(
        "appendonly",
        aof_enabled === "1" ? "good" : "poor",
        aof_enabled === "1" ? said`yes` : said`no`,
        said`CONFIG SET appendonly yes: without, a restart loses the tasks under way, which runs then send again`,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

const mega = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

async function clientOf(place: QueuePlace) {
  const { default: pg } = await import("pg");
  return new pg.Client(postgresOptions(place)).on("error", () => {});
}

/** Whether this user may make the tables of a queue, or change them for a newer BullMQ; others use those there are. */
export async function mayMigrate(place: QueuePlace): Promise<boolean> {
  const client = await clientOf(place);
  try {
    await client.connect();
    const { rows } = await client.query("SELECT has_database_privilege(current_database(), 'CREATE') AS may");
    return rows[0].may;
  } catch {
    return true; // who asks next is told why
  } finally {
    await client.end().catch(() => {});
  }
}

async function ofPostgres(place: QueuePlace): Promise<HealthFinding[]> {
  const client = await clientOf(place);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named,
         pg_is_in_recovery() AS replica, current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS commit, current_setting('max_connections')::int AS most,
         (SELECT count(*)::int FROM pg_stat_activity) AS used,
         to_regclass($1 || '.migration') IS NOT NULL AS there, has_database_privilege(current_database(), 'CREATE') AS may`,
      [SCHEMA],
    );
    const { version, named, replica, fsync, commit, most, used, there, may } = rows[0];
    return [
      finding(
        "version",
        version >= 140_000 ? "good" : version >= 130_000 ? "poor" : "bad",
        named,
        said`use PostgreSQL 14 or later`,
      ),
      finding(
        "role",
        replica ? "bad" : "good",
        replica ? said`replica` : said`primary`,
        said`give the address of the primary: a replica takes no tasks`,
      ),
      finding(
        "schema",
        there || may ? "good" : "bad",
        there ? said`${SCHEMA} is there` : may ? said`${SCHEMA} will be made` : said`missing`,
        said`have a user who may CREATE in this database give crible queue doctor once, and grant this one what docs/queue.md says`,
      ),
      finding(
        "connections",
        most - used > 20 ? "good" : "poor",
        said`${used} of ${most} in use`,
        said`raise max_connections: a worker takes up to twenty`,
      ),
      finding(
        "fsync",
        fsync === "on" ? "good" : "poor",
        fsync,
        said`switch it on: without, a power cut may ruin the database`,
      ),
      finding(
        "synchronous_commit",
        commit === "off" ? "poor" : "good",
        commit,
        said`without it a crash loses the last tasks, which runs then send again`,
      ),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws EngineError naming what must be set first */
export async function checkHealth(place: QueuePlace): Promise<void> {
  const bad = (await health(place)).filter(({ state }) => state === "bad");
  if (bad.length > 0)
    throw new EngineError(
      said`the queue ${place.shown} cannot be used:\n${listed(
        bad.map(({ name, found, advice = "" }) => said`  ${name} is ${found}: ${advice}`),
        (one, other) => said`${one}\n${other}`,
      )}`,
    );
}
