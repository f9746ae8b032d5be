import type { Control } from "./card.ts";

const NUMBER = /^(-?\d+(?:\.\d+)?)(\+?)$/;

/** The value of a control so many steps on, as it is written: `3+` is one before `4+`; undefined where there is none. */
export function stepped({ type, value }: Pick<Control, "type" | "value">, by: number): string | undefined {
  if (type.is !== "number") return undefined;
  const { least, most, hasNone } = type.range;
  if (value === undefined) return startOf(type.range, by);
  const parts = NUMBER.exec(hasNone && value === "none" ? `${most}+` : value);
  if (parts === null) return undefined;
  const next = Math.round((Number(parts[1]) + by) * 1e6) / 1e6;
  if (next < least || next > most) return undefined;
  return hasNone && next === most ? "none" : `${next}${parts[2]}`;
}

/** Where a number begins that is not said: the worst threshold, or the number nearest to nothing. */
function startOf(
  { least, most, isThreshold, hasNone }: Extract<Control["type"], { is: "number" }>["range"],
  by: number,
) {
  if (isThreshold) return by < 0 ? `${hasNone ? most - 1 : most}+` : undefined;
  const next = Math.max(least, Math.min(most, by));
  return Number.isFinite(next) && next !== 0 ? String(next) : undefined;
}
