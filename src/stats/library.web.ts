/** In place of `library.ts` in a browser: what is exact has no limits, and does without. */
type LibraryInBrowser = Omit<typeof import("./library.ts"), "limitsReady">;
type Library = { readonly [Name in keyof LibraryInBrowser]: (...args: Parameters<LibraryInBrowser[Name]>) => number };

let library: Library | undefined;

function loaded(): Library {
  if (library === undefined) throw new Error("limits are told before limitsReady()");
  return library;
}

export const betaQuantile: Library["betaQuantile"] = (...args) => loaded().betaQuantile(...args);
export const normalQuantile: Library["normalQuantile"] = (...args) => loaded().normalQuantile(...args);
export const tQuantile: Library["tQuantile"] = (...args) => loaded().tQuantile(...args);

/** Resolves when limits can be told: awaited before anything is simulated. */
export async function limitsReady(): Promise<void> {
  if (library !== undefined) return;
  const [beta, normal, t] = await Promise.all([
    import("@stdlib/stats-base-dists-beta-quantile"),
    import("@stdlib/stats-base-dists-normal-quantile"),
    import("@stdlib/stats-base-dists-t-quantile"),
  ]);
  library = { betaQuantile: beta.default, normalQuantile: normal.default, tQuantile: t.default };
}
