/** An exact answer as a text: whole numbers in hexadecimal, doubles by their bytes, so that what is read is what was written. */
import * as z from "zod";
import { type Exact, isFraction } from "../rule/exact.ts";
import type { Metric } from "../rule/program.ts";
import { heldIn } from "./form.ts";

const hex = z.string().regex(/^[0-9a-f]+(?:,[0-9a-f]+)*$/);
const shape = z.array(
  z.union([z.strictObject({ probabilities: z.base64() }), z.strictObject({ weights: hex, total: hex })]),
);

/** How far chances may add up beside 1: doubles are summed to 1e-12. */
const SLACK = 1e-9;

export const answerText = (answer: readonly Exact[]): string =>
  JSON.stringify(
    answer.map((exact) =>
      isFraction(exact)
        ? { weights: exact.weights.map((weight) => weight.toString(16)).join(), total: exact.total.toString(16) }
        : {
            probabilities: btoa(
              Array.from(littleEndian(exact.probabilities), (byte) => String.fromCharCode(byte)).join(""),
            ),
          },
    ),
  );

/** Undefined for a text that is no answer of these metrics. */
export function parseAnswer(text: string, metrics: readonly Metric[]): readonly Exact[] | undefined {
  const found = heldIn(shape, text);
  if (found === undefined || found.length !== metrics.length) return undefined;
  const answer = found.map((exact): Exact => {
    if ("weights" in exact)
      return {
        weights: exact.weights.split(",").map((weight) => BigInt(`0x${weight}`)),
        total: BigInt(`0x${exact.total}`),
      };
    const packed = atob(exact.probabilities);
    const bytes = new DataView(new ArrayBuffer(packed.length));
    for (let i = 0; i < packed.length; i++) bytes.setUint8(i, packed.charCodeAt(i));
    return { probabilities: new Float64Array(packed.length >> 3).map((_, i) => bytes.getFloat64(8 * i, true)) };
  });
  return answer.every((exact, m) => isSound(exact, metrics[m]!.values.length)) ? answer : undefined;
}

function isSound(exact: Exact, many: number): boolean {
  if (isFraction(exact))
    return (
      exact.weights.length === many && exact.weights.reduce((a, b) => a + b, 0n) === exact.total && exact.total > 0n
    );
  const { probabilities } = exact;
  const sum = probabilities.reduce((a, b) => a + b, 0);
  return probabilities.length === many && probabilities.every((p) => p >= 0) && Math.abs(sum - 1) <= SLACK;
}

function littleEndian(values: Float64Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => void bytes.setFloat64(8 * i, value, true));
  return new Uint8Array(bytes.buffer);
}
