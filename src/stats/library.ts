/** Quantiles, once they are loaded: most of them are tables of coefficients, which what is exact does without. */
type Library = typeof import("./quantiles-library.ts");

let library: Library | undefined;

function loaded(): Library {
  if (library === undefined) throw new Error("limits are told before limitsReady()");
  return library;
}

export const betaQuantile: Library["betaQuantile"] = (...args) => loaded().betaQuantile(...args);
export const normalQuantile: Library["normalQuantile"] = (...args) => loaded().normalQuantile(...args);
export const tQuantile: Library["tQuantile"] = (...args) => loaded().tQuantile(...args);

/** Resolves when limits can be told: awaited before anything is simulated, or a stored result is read. */
export async function limitsReady(): Promise<void> {
  library ??= await import("./quantiles-library.ts");
}
