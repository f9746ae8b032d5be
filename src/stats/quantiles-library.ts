/**
 * Quantiles of @stdlib: 229 packages of which three functions are wanted, so the build makes one file of them
 * (`assets/build.js`), with their licences, and nobody installs them.
 */
import beta from "@stdlib/stats-base-dists-beta-quantile";
import normal from "@stdlib/stats-base-dists-normal-quantile";
import t from "@stdlib/stats-base-dists-t-quantile";

export const betaQuantile: (p: number, alpha: number, beta: number) => number = beta;
export const normalQuantile: (p: number, mean: number, sd: number) => number = normal;
export const tQuantile: (p: number, freedom: number) => number = t;
