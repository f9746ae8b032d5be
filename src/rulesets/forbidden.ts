import type { Sentence } from "../rule/message.ts";
import type { Resolution } from "./reader.ts";

/** What the rules forbid, said with the rule that does. */
export const ruledOut = (rule: string, text: Sentence): Resolution => ({ statement: { rule, text } });
