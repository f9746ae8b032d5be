/** A small seeded generator for statistical tests (sfc32), so that none of them can flake. Uniform in [0, 1). */
export function uniforms(seed: number): () => number {
  let a = seed | 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 20; i++) next();
  return next;
}

/** How many of n trials with probability p succeed. */
export function binomial(uniform: () => number, n: number, p: number): number {
  let k = 0;
  for (let i = 0; i < n; i++) if (uniform() < p) k++;
  return k;
}
