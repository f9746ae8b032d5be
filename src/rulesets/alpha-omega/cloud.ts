import type { Process, ProcessStep } from "../../rule/chain.ts";

/** A cloud of gas or smoke. One D6 decides its fate and how far it moves (A-RAL-09, QA-52). */
export interface Cloud {
  /** Rally phases it has been through; the one it is gone in is the last. */
  readonly age: number;
  readonly gone: boolean;
  /** Paces moved so far, over all phases. */
  readonly drift: number;
}

const D6 = 6;
/** No cloud outlives its sixth phase: it is gone on 6, then 5+, 4+ … 1+. */
export const LONGEST_LIFE = 6;
export const FARTHEST_DRIFT = 15; // 5 + 4 + 3 + 2 + 1

/** The die from which a cloud that has been through `age` phases is gone. */
export const goneFrom = (age: number): number => D6 - age;

const phase: ProcessStep<Cloud> = (cloud) => (dice) => {
  if (cloud.gone) return cloud;
  const die = dice.face(D6, "A-RAL-09");
  const gone = die >= goneFrom(cloud.age);
  return { age: cloud.age + 1, gone, drift: cloud.drift + (gone ? 0 : die) };
};

export const cloudProcess = (turns: number): Process<Cloud> => ({
  id: "A-RAL-09",
  start: { age: 0, gone: false, drift: 0 },
  steps: new Array<ProcessStep<Cloud>>(turns).fill(phase),
  key: ({ age, gone, drift }) => `${age}${gone ? "gone" : ""}${drift}`,
});
