/** What a stored result cannot be, in both languages: its French stands in `said-french.ts`. */
import { sayer } from "../rulesets/said.ts";
import { FRENCH } from "./said-french.ts";

export const said = sayer(FRENCH);
