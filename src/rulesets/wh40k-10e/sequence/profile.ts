import type { Account } from "../kinds/attack.ts";
import type { OwnLosses } from "../losses.ts";
import type { AttackedUnit, Volley } from "../volley.ts";

/** A cell of kind `sequence`: units shoot one after another, each once, at units that keep the wounds they have lost. */
export interface SequenceCell {
  readonly marks: readonly UnitMark[];
  readonly shooters: readonly Shooter[];
  /** Numbers of the shooters, in the order in which they shoot. */
  readonly order: readonly number[];
}

/** A unit that is shot at. */
export interface UnitMark extends Omit<AttackedUnit, "volleys"> {
  /** Of the whole unit, its leader included; left out where somebody has none. */
  readonly points?: number;
}

export interface Shooter {
  readonly name: string;
  readonly label: string;
  readonly plans: readonly FirePlan[];
  /** By which marks still stand (bit m of mark m), the plan; -1 where the shooter has nobody to shoot at. */
  readonly planOf: readonly number[];
  /** What it would declare if it preferred another mark to all others, with every weapon that can reach him. */
  readonly others: readonly {
    readonly mark: number;
    readonly plans: readonly FirePlan[];
    readonly planOf: readonly number[];
  }[];
  /** The mark that it shoots at while everybody stands; -1 where there is none, the number of marks where there are several. */
  readonly preferred: number;
  /** Of its weapons while everybody stands, in the order of the plan; then what it does not use. */
  readonly accounts: readonly Account[];
}

/** What a unit declares when it is its turn (C-SH-04): all its weapons, each at one of the marks that stand. */
export interface FirePlan {
  readonly fires: readonly FireAtMark[];
  readonly own: OwnLosses;
  /** By fire: which lines of the mark have Deadly Demise. */
  readonly demising: readonly (readonly boolean[])[];
}

export interface FireAtMark {
  readonly mark: number;
  readonly salvos: readonly SalvoAtMark[];
}

/** A volley, its Blast left out: that goes by the models which the mark has left when it is declared. */
export interface SalvoAtMark {
  readonly volley: Volley;
  /** C-AB-BLAST: models that give an attack more; 0 without the ability. */
  readonly blastPer: number;
}

/** The volleys of a fire at a mark that has so many models left. */
export const volleysOf = ({ salvos }: FireAtMark, models: number): readonly Volley[] =>
  salvos.map(({ volley, blastPer }) => {
    if (blastPer === 0) return volley;
    const more = Math.floor(models / blastPer);
    return { ...volley, attacks: { ...volley.attacks, plus: volley.attacks.plus + more } };
  });
