/** As in `pool.ts`, which is loaded where there are threads to start. */
export const pooledRunner: typeof import("./pool.ts").pooledRunner = async (jobs, options) =>
  (await import("./pool.ts")).pooledRunner(jobs, options);
