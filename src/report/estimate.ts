import type { Estimate } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import type { Document } from "./document.ts";
import { chanceText, number, pairing, signed } from "./format.ts";
import { provenance } from "./markdown.ts";

/** A chance or a mean with its uncertainty: `12.0 %`, `12.0 % ± 0.1`, `≤ 0.030 %`, `1.250 ± 0.004`. */
export function estimateText({ value, lower, upper }: Estimate, isChance: boolean): string {
  if (isChance)
    return chanceText({
      value: "",
      probability: value,
      ...(lower === undefined || upper === undefined ? {} : { lower, upper, count: value === 0 ? 0 : 1 }),
    });
  const half = lower === undefined || upper === undefined ? 0 : (upper - lower) / 2;
  return half === 0 ? number(value) : `${number(value)} ± ${number(half)}`;
}

/** A change of a chance in points, of a mean as it is: `+6.0 points`, `−0.250`. */
export const changeOf = (value: number, isChance: boolean): string =>
  value === 0 ? "no change" : isChance ? `${signed(value * 100, 1)} points` : signed(value, 3);

/** With so many digits after the point and no more: what is below them is 0.0. */
function rounded(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return `${value < 0 && /[1-9]/.test(text) ? "−" : "+"}${text}`;
}

/** The same with limits: `+6.0 points (+5.8 to +6.2)`. */
export function changeText(
  { value, lower, upper }: { readonly value: number; readonly lower?: number; readonly upper?: number },
  isChance: boolean,
): string {
  if (lower === undefined || upper === undefined) return changeOf(value, isChance);
  const digits = isChance ? 1 : 3;
  const text = (limit: number) => rounded(isChance ? limit * 100 : limit, digits);
  return `${text(value)}${isChance ? " points" : ""} (${text(lower)} to ${text(upper)})`;
}

/** Who meets whom, and with what: `oneShot: Rangers against Marines, endurance + drone`. */
export function cellTitle(
  result: Result,
  cell: {
    readonly experiment: string;
    readonly attacker: string;
    readonly defender: string;
    readonly modifiers: readonly string[];
  },
): string {
  const who = pairing(result, cell);
  const where = who === cell.experiment ? who : `${cell.experiment}: ${who}`;
  return cell.modifiers.join() === "base" ? where : `${where}, ${cell.modifiers.join(" + ")}`;
}

/** What every document of an analysis ends with. */
export const madeBy = (result: Result): Pick<Document, "provenance" | "command"> => ({
  provenance: provenance(result),
  command: result.command,
});
