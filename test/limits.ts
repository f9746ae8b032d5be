/** Before every file of tests: statistics are asked without a command around them, which would have loaded what limits need. */
import { limitsReady } from "../src/stats/library.ts";

await limitsReady();
