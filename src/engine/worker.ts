import { workerData } from "piscina";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Answered, answering, type ThreadCall } from "./calls.ts";

addRulesets(workerData as readonly OutsideRuleset[]);

/** What a thread runs: one call after another. */
let give: (answer: Answered) => void = () => {};
const listen = answering((answer) => give(answer));

export default (call: ThreadCall): Promise<Answered> =>
  new Promise((resolve) => {
    give = resolve;
    listen(call);
  });
