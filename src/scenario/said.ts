/** What is said of a file that cannot be read: written in English where it is found, with its French beside (`said-french.ts`). */
import { sayer } from "../rulesets/said.ts";
import { FRENCH } from "./said-french.ts";

export { ALSO, englishOf, frenchOf, hinted, listed, OR, type Said, type Text } from "../rulesets/said.ts";

export const said = sayer(FRENCH);
