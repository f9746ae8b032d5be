/**
 * How everything here is measured: each contender is a process of its own that plays a number of trials, takes the
 * processor time of that and prints `{"seconds": …, "counts": […]}`. Contenders take turns (A B C A B C …), so that a machine whose speed drifts
 * slows all alike; what is reported is the median of the ratios round by round. Answers are checked before any speed
 * is shown.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Starts a clock that tells the seconds of processor time since, of all threads. */
export function processor() {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

/**
 * Runs a program of Node to its end: the seconds of processor time of the whole process, start and all threads included,
 * those of its main thread (on Linux), the seconds on the wall, the most memory that it held in MB, and what it printed and said. Of
 * several runs, the best.
 * @param cache the folder of the cache; nothing is kept unless it is given
 * @param ends the exit codes that are right: of a check that finds what moved, 1
 */
export function whole(args, { runs = 1, cache = "off", ends = [0] } = {}) {
  const hook = `import { readFileSync, writeSync } from "node:fs";
    const spent = (task) => {
      const fields = readFileSync(\`/proc/self/task/\${task}/stat\`, "utf8").split(") ")[1].split(" ");
      return (+fields[11] + +fields[12]) / 100;
    };
    const main = process.platform === "linux" ? () => spent(process.pid) : () => 0;
    process.on("exit", () => {
      const usage = { ...process.resourceUsage(), main: main(), wall: performance.now() / 1000 };
      writeSync(3, JSON.stringify(usage));
    });`;
  const all = Array.from({ length: runs }, () => {
    const words = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, ...args];
    const env = { ...process.env, CRIBLE_CACHE: cache };
    const options = { cwd: join(here, ".."), env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe", "pipe"] };
    const { status, output, stdout, stderr } = spawnSync(process.execPath, words, { ...options, maxBuffer: 2 ** 28 });
    if (!ends.includes(status)) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
    const { userCPUTime, systemCPUTime, maxRSS, main, wall } = JSON.parse(output[3]);
    return { seconds: (userCPUTime + systemCPUTime) / 1e6, main, wall, memory: maxRSS / 1024, stdout, stderr };
  });
  return all.toSorted((a, b) => a.seconds - b.seconds)[0];
}

/** Compiles a C peer; returns its program. */
export function compile(name) {
  const folder = join(here, "peers/bin");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, name);
  const { status, stderr } = spawnSync("gcc", ["-O3", "-o", program, join(here, `peers/${name}.c`), "-lm"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`gcc could not compile ${name}.c: ${stderr}`);
  return program;
}

/** A contender that runs a JavaScript file of this folder. */
export const script = (file, ...args) => [process.execPath, join(here, file), ...args];

/** Lets a contender play so many trials. */
export const play = ([program, ...args], trials) => {
  const { status, stdout, stderr } = spawnSync(program, [...args, String(trials)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout);
};

/**
 * The exact chances of a contender that prints them by metric when it is asked for 0 trials. Counts of all metrics follow
 * each other, so that every trial is counted once per metric.
 */
export const exactOf = (command) => {
  const metrics = play(command, 0);
  return metrics.flat().map((chance) => chance / metrics.length);
};

/** Throws unless every count is within six standard deviations of its expectation. */
export function assertCounts(name, counts, probabilities) {
  const trials = counts.reduce((a, b) => a + b, 0);
  counts.forEach((count, i) => {
    const p = probabilities[i];
    const deviation = Math.abs(count - trials * p);
    if (deviation > 6 * Math.sqrt(trials * p * (1 - p)) + 1e-9)
      throw new Error(`${name}: outcome ${i} came up ${count} times of ${trials}, expected a share of ${p}`);
  });
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Measures contenders in turn. `contenders` maps a name to `{ command, trials }`; the first is ours.
 * @returns per name the median rate (trials a second), and how many times faster ours is (median of ratios)
 */
export function race(contenders, { rounds = 5, probabilities } = {}) {
  const names = Object.keys(contenders);
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { command, trials } = contenders[name];
      const { seconds, counts } = play(command, trials);
      if (probabilities) assertCounts(name, counts, probabilities);
      if (round > 0) rates[name].push(trials / seconds); // the first round warms up
    }
  }
  const [ours] = names;
  return names.map((name) => ({
    name,
    rate: median(rates[name]),
    times: median(rates[name].map((rate, i) => rates[ours][i] / rate)),
  }));
}

const short = (rate) =>
  rate >= 1e9
    ? `${(rate / 1e9).toFixed(2)} G/s`
    : rate >= 1e6
      ? `${(rate / 1e6).toFixed(1)} M/s`
      : `${(rate / 1e3).toFixed(1)} k/s`;

/** What was measured, for docs/performance.md: rows of the same title are of one table. */
export const measured = [];

/**
 * Prints a race, and keeps it.
 * @param goals by peer, the ratio wanted
 * @param limits what keeps ours from being faster, in words
 */
export function show(title, results, { goals = {}, limits } = {}) {
  console.log(`\n${title}`);
  for (const { name, rate, times } of results) {
    const goal = goals[name];
    const verdict = goal === undefined ? "" : `  (goal ${goal}: ${verdictOf(times >= goal)})`;
    const ratio = name === results[0].name ? "" : `  ours is ${times.toFixed(2)} times as fast${verdict}`;
    console.log(`  ${name.padEnd(44)} ${short(rate).padStart(11)}${ratio}`);
  }
  const [, ...peers] = results;
  for (const { name, times } of peers)
    measured.push({ title, what: name, value: `${times.toFixed(2)} ×`, goal: goals[name], limits, isRatio: true });
}

/**
 * Prints seconds, or another figure, and keeps it.
 * @param atMost the most there should be of it, or the least
 * @param memory the most MB that the process held, of a whole process
 */
export function tell(title, what, value, unit, { atMost, atLeast, digits = 2, memory } = {}) {
  const goal = atMost ?? atLeast;
  const isReached = atMost === undefined ? value >= atLeast : value <= atMost;
  const wanted = goal === undefined ? "" : `  (goal ${goal}: ${verdictOf(isReached)})`;
  const held = memory === undefined ? undefined : `${memory.toFixed(0)} MB`;
  console.log(`${title}: ${what} ${value.toFixed(digits)} ${unit}${held ? `, ${held}` : ""}${wanted}`);
  measured.push({ title, what, value: `${value.toFixed(digits)} ${unit}`, held, goal, isReached });
}

const verdictOf = (ok) => (ok ? "reached" : "NOT reached");

/** Whether a bench file was started by itself. */
export const isMain = (url) => process.argv[1] === fileURLToPath(url);
