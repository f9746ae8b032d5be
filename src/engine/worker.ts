import { workerData } from "piscina";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Answered, answering, type ThreadCall } from "./calls.ts";

addRulesets(workerData as readonly OutsideRuleset[]);

const waiting: ((answer: Answered) => void)[] = [];
const listen = answering((answer) => waiting.shift()!(answer));

/** What a thread runs: calls are answered in the order in which they come. */
export default (call: ThreadCall): Promise<Answered> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    listen(call);
  });
