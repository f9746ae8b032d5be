/**
 * A text that is whole at the ends of lines: `(× 0.52)`, `4+ → 5+`, `19.2 %`, `± 0.3`, `2.4 pp`, `< 0.1 %`, and what French
 * sets apart, `tirer ?`.
 */
export const unbroken = (text: string): string =>
  text.replace(
    /(?<=[×±+−≈≤≥<>→]) (?=[\d≈−])|(?<=[\d+%]) (?=→)|(?<=\d) (?=[%×±]|pp\b)|(?<=%) (?=±)|(?<=\S) (?=[?!;:»])|(?<=«) /g,
    "\u00a0",
  );
