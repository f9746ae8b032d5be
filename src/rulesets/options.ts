import { once } from "../rule/once.ts";

/** An option: one ambiguous rule, its readings, and the one taken unless a scenario says otherwise. */
export interface OptionDoc {
  /** The id of the gap in the rule text: `QA-01`. */
  readonly id: string;
  readonly name: string;
  /** What the rule text leaves open. */
  readonly question: string;
  /** The readings, the default first. */
  readonly readings: readonly OptionReading[];
  /** Other whole numbers are accepted too: from -20 to 20 unless `between` says otherwise. */
  readonly anyInteger?: boolean;
  readonly between?: Between;
}

/** The least and the most of a whole number. */
export type Between = readonly [least: number, most: number];

export interface OptionReading {
  /** A map (`{ perTurn: 1 }`) stands for every number that `fields` allows in its place. */
  readonly value: string | number | boolean | Readonly<Record<string, number>>;
  readonly meaning: string;
  readonly fields?: Readonly<Record<string, Between>>;
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** Options by name. */
export type OptionDocs = Readonly<Record<string, Omit<OptionDoc, "name">>>;

export const listed = (docs: OptionDocs): readonly OptionDoc[] =>
  Object.entries(docs).map(([name, { id, ...doc }]) => ({ id, name, ...doc }));

/** The options of a resolved cell: every name, with its value. */
export type OptionsOf<Docs extends OptionDocs> = {
  readonly [N in keyof Docs]: Widened<Docs[N]["readings"][number]["value"]>;
};
type Widened<V> = V extends number ? number : V extends object ? { readonly [K in keyof V]: number } : V;

/** The defaults of a list of options, by name. */
export const defaultsOf = (docs: readonly OptionDoc[]): OptionValues =>
  Object.fromEntries(docs.map((doc) => [doc.name, doc.readings[0]!.value]));

/** The options whose value is not the default, with their id: many cells have the same. */
export const differing = (docs: readonly OptionDoc[], values: OptionValues) => differingOf(docs)(values);
const differingOf = once((docs: readonly OptionDoc[]) =>
  once((values: OptionValues) =>
    docs.flatMap(({ id, name, question, readings }) => {
      const value = values[name];
      const at = readings.findIndex((reading) => JSON.stringify(reading.value) === JSON.stringify(value));
      const told = at > 0 && { reading: at, meaning: readings[at]!.meaning };
      return value === undefined || at === 0 ? [] : [{ id, name, value, question, ...told }];
    }),
  ),
);
