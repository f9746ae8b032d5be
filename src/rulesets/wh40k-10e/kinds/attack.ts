import type { Dice } from "../../../dice/index.ts";
import { message, part, row, type Sentence, type Told } from "../../../rule/message.ts";
import type { Program } from "../../../rule/program.ts";
import type { Explanation, Kind, Needed, Step } from "../../ruleset.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { amountText } from "../amount.ts";
import { isUnsaved, newTally, playAttack } from "../attack.ts";
import { OnDice } from "../chance.ts";
import { isFixedDamage, leastDamage, mostDamage } from "../damage.ts";
import type { Attack } from "../play.ts";
import { programOfAttack } from "../program.ts";
import { tellAttackTrial } from "../telling.ts";
import { type Against, type AttackedUnit, rollLoss, type Volley } from "../volley.ts";
import { D6 } from "../words.ts";

/** How the needed dice of one weapon against one target came about. */
export interface Account {
  readonly title: Sentence;
  readonly steps: readonly Step[];
  /** Weapons that are not used, and the rule that forbids them. */
  readonly unused: readonly { readonly weapon: string; readonly rule: string; readonly text: Sentence }[];
}

/** A cell of kind `shooting` or `fight`. */
export interface AttackCell extends Attack {
  /** With `situation.targets`, metrics carry the target (E-30). */
  readonly named: boolean;
  /** One per volley, in order. */
  readonly accounts: readonly Account[];
}

const die = (rule: string, text: Sentence, needed: number): Needed => ({ rule, text, sides: D6, needed });

function neededDice(volley: Volley, target: AttackedUnit): Needed[] {
  const { hit, wound, against } = volley;
  return [
    ...(hit
      ? [die("C-HIT-01", hit.critical < D6 ? message`to hit, critical from ${hit.critical}` : "to hit", hit.success)]
      : []),
    die(
      "C-WND-01",
      wound.critical < D6 ? message`to wound, critical from ${wound.critical}` : "to wound",
      wound.success,
    ),
    ...target.lines.flatMap((line, i) => {
      const { save, feelNoPain } = against[i]!;
      const isOne = target.lines.length === 1;
      return [
        die("C-SAV-01", isOne ? "to save" : message`to save, ${line.label}`, save.success),
        ...(feelNoPain <= D6
          ? [die("C-DMG-02", isOne ? "Feel No Pain" : message`Feel No Pain, ${line.label}`, feelNoPain)]
          : []),
      ];
    }),
  ];
}

/** What an attack costs, line by line where that differs. */
function damageSteps({ against }: Volley, { lines }: AttackedUnit): Step[] {
  const ends = against.map(({ damage }) => [leastDamage(damage), mostDamage(damage)] as const);
  const texts = ends.map(([low, high]): Told => (low === high ? low : message`${low} to ${high}`));
  if (new Set(ends.map((end) => end.join())).size === 1)
    return [{ rule: "C-DMG-01", text: message`damage: ${texts[0]!}` }];
  return texts.map((text, i) => ({ rule: "C-DMG-01", text: message`damage at ${lines[i]!.label}: ${text}` }));
}

/** One attack at the first model of the target, in words: the probability tree of `explain`. */
export function tellAttack(volley: Volley) {
  // Damage that is rolled for, and what is left of it, would only multiply the branches.
  const [first] = volley.against as readonly [Against];
  const tellsDamage = isFixedDamage(first.damage) && first.feelNoPain > D6;
  return (dice: Dice): Sentence => {
    const tally = newTally(0);
    playAttack(new OnDice(dice), volley, tally, (chance, at) => {
      isUnsaved(chance, volley, 0, at);
    });
    const { hits, devastating } = tally;
    if (hits === 0) return "miss";
    if (tally.wounds === 0) return hits === 1 ? "hit, no wound" : message`${hits} hits, no wound`;
    if (tally.unsaved === 0) return tally.wounds === 1 ? "saved" : message`all ${tally.wounds} saved`;
    const unsaved = tally.unsaved - devastating;
    const points = tellsDamage ? rollLoss(dice, volley, 0, "open", 0).points : undefined;
    const all = row([
      ...(unsaved > 0 ? [message`${unsaved} unsaved`] : []),
      ...(devastating > 0 ? [message`${devastating} devastating`] : []),
    ]);
    return points === undefined ? message`${all}` : message`${all} (${points} damage each)`;
  };
}

/** A weapon's attacks at a target: how their dice came about, and the tree of one of them. */
export const explanationOf = ({ title, steps }: Account, volley: Volley, target: AttackedUnit, more: readonly Step[]) =>
  ({
    title,
    weapon: true,
    steps: [
      ...steps,
      { rule: "C-SH-07", text: message`attacks of each weapon: ${amountText(volley.attacks)}` },
      ...damageSteps(volley, target),
      ...more,
    ],
    needed: neededDice(volley, target),
    tree: tellAttack(volley),
  }) satisfies Explanation;

/** What an account says of weapons that are not used. */
export const unusedSteps = ({ unused }: Account): Step[] =>
  unused.map(({ weapon, rule, text }) => ({ rule, text: message`${weapon} not used: ${part(text)}` }));

function explain(cell: AttackCell): Explanation[] {
  let at = 0;
  return cell.targets.flatMap((target) =>
    target.volleys.map((volley): Explanation => {
      const account = cell.accounts[at++]!;
      return explanationOf(account, volley, target, at === 1 ? unusedSteps(account) : []);
    }),
  );
}

/** Where fewer trials than these destroy a model, wounds are said first. */
const RARE = 0.05;

/** Kinds `shooting` and `fight` are the same sequence with other weapons (E-31). */
export const attackKind: Kind = {
  headline: {
    metric: "killed",
    text: "models destroyed on average",
    also: { metric: "destroyed", values: ["yes"], text: "chance to destroy the whole unit" },
    whereRare: {
      below: RARE,
      headline: {
        metric: "damage",
        text: "wounds lost on average",
        also: { metric: "killed", text: "models destroyed" },
      },
    },
  },
  losses: { defender: { metric: "killed", wounds: "damage" } },
  program: (cell: AttackCell): Program => programOfAttack(cell, cell.named),
  tell: (cell: AttackCell, ask: ToTell): Telling => tellAttackTrial(cell, cell.named, ask),
  explain,
};
