/** Seeded draws for the audit: uniforms, and binomial counts where playing every trial would add nothing. */

/** sfc32, uniform in [0, 1). */
export function uniforms(seed) {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = () => {
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

/** ln k! */
function lnFactorial(k) {
  if (k < 10) {
    let product = 1;
    for (let i = 2; i <= k; i++) product *= i;
    return Math.log(product);
  }
  const s = 1 / (k * k);
  return (k + 0.5) * Math.log(k) - k + 0.9189385332046727 + (1 / 12 - s * (1 / 360 - s / 1260)) / k;
}

/** An exact binomial count: inversion for small means, else Hörmann's transformed rejection (BTRS, 1993). */
export function binomial(uniform, n, p) {
  if (p > 0.5) return n - binomial(uniform, n, 1 - p);
  if (p <= 0) return 0;
  if (n * p < 10) {
    let [k, weight, u] = [0, (1 - p) ** n, uniform()];
    for (; u > weight && k < n; k++) {
      u -= weight;
      weight *= ((n - k) * p) / ((k + 1) * (1 - p));
    }
    return k;
  }
  const sd = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * sd;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const c = n * p + 0.5;
  const v0 = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * sd;
  const mode = Math.floor((n + 1) * p);
  const lnOdds = Math.log(p / (1 - p));
  for (;;) {
    const v = uniform();
    const u = uniform() - 0.5;
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + c);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= v0) return k;
    const height = Math.log((v * alpha) / (a / (us * us) + b));
    if (height <= lnFactorial(mode) + lnFactorial(n - mode) - lnFactorial(k) - lnFactorial(n - k) + (k - mode) * lnOdds)
      return k;
  }
}
