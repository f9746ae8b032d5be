/** What is said of a game that cannot be read: in English where it is found, with its French here. */
import { sayer } from "../../rulesets/said.ts";
import { FRENCH } from "./said-french.ts";

export const said = sayer(FRENCH);
