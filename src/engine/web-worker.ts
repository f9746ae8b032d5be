/** What a Web Worker of the engine runs. All that it throws comes back as a message: an error event says nothing of it. */
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Answered, answering, type ThreadCall } from "./calls.ts";

addRulesets((globalThis as { readonly brought?: readonly OutsideRuleset[] }).brought ?? []); // as the engine's own

/** A dedicated worker's own scope, as far as it is used here. */
interface Scope {
  onmessage: ((event: { readonly data: ThreadCall }) => void) | null;
  postMessage(message: Answered): void;
}

const scope = globalThis as unknown as Scope;
const listen = answering((answer) => scope.postMessage(answer));
scope.onmessage = ({ data }) => listen(data);
