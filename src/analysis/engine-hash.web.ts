/** In the place of `engine-hash.ts` where a page runs, which is built with the digest of its engine. */
import { outsideRulesets } from "../rulesets/index.ts";

declare const MADE: string;

export const engineHash = (): string => [MADE, ...outsideRulesets().map(({ name, hash }) => `${name} ${hash}`)].join();
