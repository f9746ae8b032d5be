import { workerData } from "piscina";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Answered, answering, type ThreadCall } from "./calls.ts";

addRulesets(workerData as readonly OutsideRuleset[]);

let give: (answer: Answered) => void = () => {};
const listen = answering((answer) => give(answer));

/** What a thread runs: one call after another, which its pool of one sees to. */
export default (call: ThreadCall): Promise<Answered> =>
  new Promise((resolve) => {
    give = resolve;
    listen(call);
  });
