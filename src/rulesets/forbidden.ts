import type { Resolution } from "./reader.ts";

/** What the rules forbid, said with the rule that does. */
export const said = (rule: string, text: string): Resolution => ({ statement: { rule, text } });
