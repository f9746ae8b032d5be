/** An option: one ambiguous rule, its readings, and the one taken unless a scenario says otherwise. */
export interface OptionDoc {
  /** The id of the gap in the rule text: `QA-01`. */
  readonly id: string;
  readonly name: string;
  /** What the rule text leaves open. */
  readonly question: string;
  /** The readings, the default first. */
  readonly readings: readonly Reading[];
  /** Other whole numbers are accepted too. */
  readonly anyInteger?: boolean;
}

export interface Reading {
  readonly value: string | number | boolean;
  readonly meaning: string;
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** The defaults of a list of options, by name. */
export const defaultsOf = (docs: readonly OptionDoc[]): OptionValues =>
  Object.fromEntries(docs.map((doc) => [doc.name, doc.readings[0]!.value]));

/** The options whose value is not the default, with their id. */
export const differing = (docs: readonly OptionDoc[], values: OptionValues) =>
  docs.flatMap((doc) => {
    const value = values[doc.name];
    const isDefault = value === undefined || JSON.stringify(value) === JSON.stringify(doc.readings[0]!.value);
    return isDefault ? [] : [{ id: doc.id, name: doc.name, value }];
  });
