import type { MetricResult } from "../../analysis/result.ts";
import type { Language } from "../language/language.ts";

/** A value of a metric in words; a number as it is. */
export const valueText = (metric: Pick<MetricResult, "name">, value: string | number, language: Language): string =>
  typeof value === "number" ? String(value) : language.value(metric.name, value);
