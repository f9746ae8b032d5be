/** The parts of a run that several machines have played, put together: none missing, none twice, none of another run. */

import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { blocksOf, isWithin, type Keeper, type Share, type Stretch, WHOLE } from "../engine/stretch.ts";
import { giveWay } from "../rule/event-loop.ts";
import { ALSO, listed, type Said, said } from "../rulesets/said.ts";
import { type Problem, ScenarioError } from "../scenario/problem.ts";
import { refused, wholeFile } from "../scenario/source.ts";
import { type Kept, type KeptHead, keyOf, soundStretches, unlike } from "./kept.ts";

const shareOf = ({ head }: Kept): Share => head.share ?? WHOLE;
/** The command that plays a part. */
export const partCommand = (command: string, { part, of }: Share): string => `${command} --shard ${part}/${of}`;

/** What a command plays: in which language it is told is no part of it. */
const played = ({ command }: KeptHead): string => command.replace(/ --lang (?:en|fr)(?= |$)/g, "");

/** What two files are not both parts of. */
const apart = (one: KeptHead, other: KeptHead): Said[] => {
  const of = (head: KeptHead) => (head.share ?? WHOLE).of;
  return [
    ...unlike(one, other),
    ...(played(one) === played(other) ? [] : [said`it is of: ${one.command}{#measure}`]),
    ...(of(one) === of(other) ? [] : [said`it is one of ${of(one)} parts, not of ${of(other)}`]),
  ];
};

/**
 * The run that files are parts of.
 * @throws ScenarioError naming every part that is missing, damaged or of another run, each with the command that makes it
 */
export function runOfParts(files: readonly Kept[]): KeptHead {
  const alike = files.map((one) => files.filter((other) => apart(one.head, other.head).length === 0));
  const largest = alike.reduce((most, group) => (group.length > most.length ? group : most));
  const { head } = largest[0]!;
  const { of } = shareOf(largest[0]!);
  const problems: Problem[] = files
    .filter((file) => !largest.includes(file))
    .map((file) =>
      wholeFile(
        file.file,
        said`it is no part of this run: ${listed(apart(file.head, head), ALSO)}`,
        said`leave it out`,
      ),
    );
  for (const file of largest)
    if (file.damaged.length > 0)
      problems.push(
        wholeFile(
          file.file,
          said`line ${file.damaged.join(", ")} is damaged`,
          said`mend it: ${partCommand(head.command, shareOf(file))} --resume`,
        ),
      );
  const there = new Set(largest.map((file) => shareOf(file).part));
  for (let part = 1; part <= of; part++)
    if (!there.has(part))
      problems.push(
        wholeFile(
          largest[0]!.file,
          said`part ${part} of ${of} is missing`,
          said`make it: ${partCommand(head.command, { part, of })}`,
        ),
      );
  if (problems.length > 0) throw new ScenarioError(problems);
  return head;
}

/**
 * What parts have played, for a run of the same jobs: nothing is left to be played.
 * @param now the run that they are to be the parts of
 * @throws ScenarioError as above; for a part that was cut off; for two of the same part that counted otherwise
 */
export function keeperOfParts(
  files: readonly Kept[],
  now: KeptHead,
): (jobs: readonly AnyJob[], plans: readonly JobPlan[]) => Promise<Keeper> {
  const head = runOfParts(files);
  const differs = [
    ...unlike(head, now),
    ...(played(head) === played(now) ? [] : [said`its command is ${head.command}, not ${now.command}`]),
  ];
  if (differs.length > 0)
    throw refused(
      files[0]!.file,
      said`it is a part of another run: ${listed(differs, ALSO)}`,
      said`merge where the parts were made`,
    );
  return async (jobs, plans) => {
    const known = [];
    for (const [j, job] of jobs.entries()) {
      await giveWay();
      const plan = plans[j]!;
      const key = keyOf(job, plan);
      known.push({
        name: "cell" in job ? job.cell : job.common,
        parts: files.map((file) => ({ file, stretches: ownStretches(file, key, plan) })),
        plan,
      });
    }
    const problems = known.flatMap(({ name, parts, plan }) => [
      ...unequal(name, parts),
      ...unfinished(name, parts, plan),
    ]);
    const first = new Map(problems.map((problem) => [problem.hint ?? problem.message, problem])); // one line for a part, not for a cell
    if (first.size > 0) throw new ScenarioError([...first.values()]);
    const whole = known.map(({ parts }) => {
      const seen = new Set<number>();
      return parts
        .filter(({ file }) => !seen.has(shareOf(file).part) && seen.add(shareOf(file).part))
        .flatMap(({ stretches }) => stretches)
        .sort((a, b) => a.first - b.first);
    });
    return { before: (job) => whole[job]!, add() {} };
  };
}

interface PlayedPart {
  readonly file: Kept;
  readonly stretches: readonly Stretch[];
}

/** What a part holds of a job: sound, and of its own share only. */
function ownStretches(file: Kept, key: string, plan: JobPlan): Stretch[] {
  const own = blocksOf(plan, shareOf(file));
  return soundStretches(file.stretches.get(key) ?? [], plan).filter((stretch) => isWithin(stretch, own));
}

/** Parts that do not hold all of their blocks. */
function unfinished(name: string, parts: readonly PlayedPart[], plan: JobPlan): Problem[] {
  return parts.flatMap(({ file, stretches }) => {
    const [from, to] = blocksOf(plan, shareOf(file));
    let next = from;
    for (const stretch of stretches) if (stretch.first === next) next += stretch.blocks;
    if (next === to) return [];
    return wholeFile(
      file.file,
      said`it was cut off: of ${name} blocks ${next} to ${to - 1} are missing`,
      said`go on with it: ${partCommand(file.head.command, shareOf(file))} --resume`,
    );
  });
}

/** Two files of one part that do not say the same. */
function unequal(name: string, parts: readonly PlayedPart[]): Problem[] {
  return parts.flatMap((one, i) =>
    parts.slice(i + 1).flatMap((other) => {
      if (shareOf(one.file).part !== shareOf(other.file).part) return [];
      const found = differenceOf(one.stretches, other.stretches);
      if (found === undefined) return [];
      const [first, last] = found;
      const blocks = first === last ? `block ${first}` : `blocks ${first} to ${last}`;
      return wholeFile(
        other.file.file,
        said`${blocks} of ${name} count otherwise than in ${one.file.file}: the same blocks must give the same numbers`,
        said`one of the machines is at fault; play the part again, and leave out the file that differs: ${partCommand(one.file.head.command, shareOf(one.file))}`,
      );
    }),
  );
}

/** The first blocks that two lists of stretches tell otherwise, as narrow as they can be compared. */
function differenceOf(one: readonly Stretch[], other: readonly Stretch[]): readonly [number, number] | undefined {
  const sums = new Map(cumulative(other).map((at) => [at.end, at.counts]));
  let before = one[0]?.first ?? 0;
  for (const { end, counts } of cumulative(one)) {
    const same = sums.get(end);
    if (same === undefined) continue;
    if (counts.some((count, i) => count !== same[i])) return [before, end - 1];
    before = end;
  }
  return undefined;
}

/** What was counted up to the end of each stretch, as far as they follow one another. */
function cumulative(stretches: readonly Stretch[]): { readonly end: number; readonly counts: Float64Array }[] {
  const all: { end: number; counts: Float64Array }[] = [];
  let counts = new Float64Array(stretches[0]?.counts.length ?? 0);
  let next = stretches[0]?.first ?? 0;
  for (const stretch of stretches) {
    if (stretch.first !== next) break;
    next += stretch.blocks;
    counts = counts.map((count, i) => count + stretch.counts[i]!);
    all.push({ end: next, counts });
  }
  return all;
}
