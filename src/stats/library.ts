/** Quantiles of @stdlib. In a browser `library.web.ts` stands in its place: most of them are tables of coefficients. */
import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import tQuantile from "@stdlib/stats-base-dists-t-quantile";

export { betaQuantile, normalQuantile, tQuantile };

/** Resolves when limits can be told: awaited before anything is simulated. */
export const limitsReady = (): Promise<void> => Promise.resolve();
