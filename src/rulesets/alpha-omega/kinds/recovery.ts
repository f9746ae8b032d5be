import type { Process } from "../../../rule/chain.ts";
import type { Reading } from "../../../rule/play.ts";
import { ofProcesses } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import type { ToTell } from "../../telling.ts";
import {
  aloneAtRally,
  countIn,
  isShared,
  type RecoveryProfile,
  recoveryProcess,
  stepsPerTurn,
  type Ward,
} from "../recovery.ts";
import { sharing } from "../sharing.ts";
import { tellRecovery } from "../telling/recovery.ts";
import { DOWN, READY, STATES } from "../words.ts";
import { type Account, die } from "./shot.ts";

export interface RecoveryCell extends RecoveryProfile {
  readonly accounts: readonly Account[];
}

/** The soldier whose `state` is told: the first of those worst off at the start. */
export const subjectOf = ({ states }: RecoveryProfile): number => states.indexOf(Math.max(...states));

/** The state of one soldier; where others fare otherwise, the counts of the unit come after it. */
function readingsOf(profile: RecoveryProfile): Reading<Ward>[] {
  const { patients, turns } = profile;
  const perTurn = stepsPerTurn(isShared(profile) ? profile : aloneAtRally(profile, 0));
  const subject = subjectOf(profile);
  const shared = isShared(profile);
  const each = Array.from({ length: turns }, (_, i) => i + 1);
  const counts = upTo(patients.length);
  const first: Reading<Ward>[] = each.map((turn) => ({
    metric: { name: "state", turn, values: STATES },
    after: turn * perTurn,
    bin: ({ states }, part) => (shared ? states[subject]! : part === subject ? states[0]! : 0),
  }));
  if (areAlike(profile)) return first;
  const whole = each.flatMap((turn) =>
    STATES.map((name, state) => ({
      metric: { name, turn, values: counts },
      after: turn * perTurn,
      bin: countIn(state),
    })),
  );
  return [...first, ...whole];
}

/** Whether every soldier has the chances of the first. */
const areAlike = (profile: RecoveryProfile) =>
  !isShared(profile) &&
  new Set(profile.patients.map((patient, i) => JSON.stringify([patient, profile.states[i]]))).size === 1;

/** One process per soldier, like ones the same, or one for all where they share something. */
function processesOf(profile: RecoveryProfile): Process<Ward>[] {
  if (isShared(profile)) return [recoveryProcess(profile)];
  const like = profile.patients.map((patient, i) => JSON.stringify([patient, profile.states[i]]));
  return sharing(like, (index) => recoveryProcess(aloneAtRally(profile, index)));
}

const { program, tell } = ofProcesses<RecoveryProfile, Ward>({
  blockSize: 65_536,
  processes: processesOf,
  readings: readingsOf,
  byDice: () => ({
    id: "A-RAL-15",
    each: 1,
    exact: "soldiers who share medikits, bearers or a character depend on each other in more than 20,000 ways",
  }),
  tell: (teller, profile, traces, { defender }) => tellRecovery(teller, profile, traces, defender),
});

export const recoveryKind: Kind = {
  headline: {
    metric: "state",
    values: ["ready", "pinned"],
    text: "chance that the soldier who starts worst off ends ready or pinned",
    also: { metric: "state", values: ["ready"], text: "ready" },
  },

  program: (given: RecoveryCell) => program(measured(given)),
  tell: (given: RecoveryCell, ask: ToTell) => tell(measured(given), ask),

  explain(profile: RecoveryCell): Explanation[] {
    const told = new Set<string>();
    return profile.patients.flatMap((patient, index) => {
      const account = profile.accounts[index]!;
      const key = JSON.stringify([account, patient]);
      if (told.has(key)) return [];
      told.add(key);
      const [pinned, down] = patient.bands[DOWN];
      const { start, steps } = recoveryProcess({ ...aloneAtRally(profile, index), turns: 1 });
      return [
        {
          ...account,
          needed: [
            die("A-RAL-13", "to be unpinned", patient.implacable ? 1 : patient.command),
            die("A-RAL-15", "care: down from", pinned + 1),
            die("A-RAL-15", "care: out from", down + 1),
          ],
          tree: (dice) => STATES[steps.reduce((ward, step) => step(ward)(dice), start).states[0] ?? READY]!,
        },
      ];
    });
  },
};

/** The soldiers that are measured: one stands for all where all fare alike. */
const measured = (given: RecoveryProfile): RecoveryProfile => (areAlike(given) ? aloneAtRally(given, 0) : given);
