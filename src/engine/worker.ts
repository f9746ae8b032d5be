import { parentPort, workerData } from "node:worker_threads";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { answering } from "./calls.ts";

/** What a thread runs. @param answered is called when it has played or solved something */
export default (answered = () => {}): void => {
  addRulesets(workerData as readonly OutsideRuleset[]);
  const listen = answering((answer) => {
    parentPort!.postMessage(answer);
    if (!("ready" in answer)) answered();
  });
  parentPort!.on("message", listen);
};
