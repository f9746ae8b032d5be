import { expect, it } from "vitest";
import { evenCells } from "../../src/report/even-field.ts";
import { languageOf } from "../../src/report/language/language.ts";

it.each([
  ["exact", { value: 0.5, trials: 0 }, "50.0 %"],
  ["simulated", { value: 0.579, lower: 0.5775, upper: 0.5805, trials: 40_000 }, "57.9 % ± 0.2 pp"],
  [
    "no finer than what it stands beside",
    { value: 0.456, lower: 0.45597, upper: 0.45603, trials: 40_000 },
    "45.6 % ± < 0.1 pp",
  ],
])(
  "what prices that were played again come to says how far off it may be, in percentage points: %s",
  (_, residual, text) => {
    const unit = {
      unit: "a",
      points: 10,
      models: 5,
      fields: 4,
      mean: residual,
      even: { value: 12, lower: 12, upper: 12 },
      residual,
    };
    const cells = evenCells(unit, languageOf("en"));
    expect(JSON.stringify(cells.at(-1)).replace(/\u00a0/gu, " ")).toContain(`"${text}"`);
  },
);
