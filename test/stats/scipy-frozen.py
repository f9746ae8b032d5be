"""Prints the values that test/stats holds the TypeScript against: python3 scipy-frozen.py > scipy-frozen.json

Made with SciPy 1.17.1 and NumPy. The tests read only the JSON. Newcombe's table is copied from his paper.
"""

import json

import numpy as np
import scipy
from scipy import special, stats

CONFIDENCES = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999]
SIZES = [1, 2, 5, 20, 100, 1000, 100_000, 1_000_000, 100_000_000]


def counts_of(n):
    picks = {0, 1, 2, 3, 9, 10, n // 50, n // 10, n // 3, n // 2, n - 9, n - 1, n}
    return sorted(k for k in picks if 0 <= k <= n)


def clopper_pearson():
    rows = []
    for n in SIZES:
        for k in counts_of(n):
            for c in CONFIDENCES if n in (20, 1000, 100_000_000) else [0.95]:
                tail = (1 - c) / 2
                lower = 0.0 if k == 0 else stats.beta.ppf(tail, k, n - k + 1)
                upper = 1.0 if k == n else stats.beta.isf(tail, k + 1, n - k)
                # The limit of a common event as a distance from 1, where a double keeps its digits.
                from_one = 1.0 if k == 0 else stats.beta.isf(tail, n - k + 1, k)
                rows.append([k, n, c, float(lower), float(upper), float(from_one)])
    return rows


def wilson():
    rows = []
    for n in [1, 2, 20, 100, 1000, 1_000_000]:
        for k in counts_of(n):
            for c in CONFIDENCES:
                ci = stats.binomtest(k, n).proportion_ci(c, method="wilson")
                rows.append([k, n, c, float(ci.low), float(ci.high)])
    return rows


def zero_event():
    return [[n, c, float(-special.expm1(special.log1p(-c) / n))] for n in SIZES + [10**12] for c in CONFIDENCES]


def histograms():
    rng = np.random.default_rng(20240521)
    shapes = [
        ([0, 1], [7, 3]),
        ([3], [12]),
        ([-2, 0, 5], [1, 0, 1]),
        (list(range(11)), [int(x) for x in rng.integers(0, 500, 11)]),
        ([1_000_000, 1_000_001, 1_000_003], [400, 500, 100]),
        ([10, 2, 7, 4], [3, 9, 1, 20]),
    ]
    rows = []
    for values, counts in shapes:
        sample = np.repeat(np.array(values, dtype=np.int64), counts)
        n = len(sample)
        mean = sample.mean()
        sd = sample.std(ddof=1)
        qs = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
        quantiles = [int(np.quantile(sample, q, method="inverted_cdf")) for q in qs]
        rows.append(
            {
                "values": values,
                "counts": counts,
                "mean": float(mean),
                "sd": float(sd),
                "populationSd": float(sample.std()),
                "qs": qs,
                "quantiles": quantiles,
            }
        )
    return rows


def quantile_ranks():
    """Order statistics of 1..n: l the largest rank with P(Bin <= l - 1) <= tail, u the smallest with P(Bin >= u) <= tail."""
    rows = []
    for n in [5, 20, 100, 1000, 20_000]:
        for q in [0.05, 0.25, 0.5, 0.9]:
            for c in [0.8, 0.95, 0.99]:
                tail = (1 - c) / 2
                ranks = np.arange(0, n + 1)
                low = [int(r) for r in ranks[1:] if stats.binom.cdf(r - 1, n, q) <= tail]
                high = [int(r) for r in ranks[1:] if stats.binom.sf(r - 1, n, q) <= tail]
                rows.append([n, q, c, low[-1] if low else None, high[0] if high else None])
    return rows


def chi_square():
    rows = []
    for df in [1, 2, 3, 5, 10, 31, 32, 33, 40, 100, 999, 10_000, 100_000]:
        for p in [0.999999, 0.9, 0.5, 0.1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-40]:
            x = float(stats.chi2.isf(p, df))
            if x > 0:
                rows.append([x, df, float(stats.chi2.sf(x, df)), float(stats.chi2.cdf(x, df))])
    return rows


def likelihood_ratio():
    rows = []
    for observed, probabilities in [
        ([48, 52], [0.5, 0.5]),
        ([160, 170, 150, 180, 165, 175], [1 / 6] * 6),
        ([1000, 480, 20], [0.65, 0.33, 0.02]),
    ]:
        n = sum(observed)
        g = stats.power_divergence(observed, [n * p for p in probabilities], lambda_="log-likelihood").statistic
        cells = len(observed)
        williams = 1 + (sum(1 / p for p in probabilities) - 1) / (6 * n * (cells - 1))
        rows.append([observed, probabilities, float(g / williams), float(stats.chi2.sf(g / williams, cells - 1))])
    return rows


def newcombe():
    """Newcombe 1998, table II, method 10: published to four decimals."""
    return [
        [56, 70, 48, 80, 0.95, 0.0524, 0.3339],
        [9, 10, 3, 10, 0.95, 0.1705, 0.8090],
        [10, 10, 0, 20, 0.95, 0.6791, 1.0],
        [5, 56, 0, 29, 0.95, -0.0381, 0.1926],
        [0, 10, 0, 20, 0.95, -0.1611, 0.2775],
        [10, 10, 0, 10, 0.95, 0.6075, 1.0],
    ]


def normal():
    xs = [-40, -37.5, -8.3, -3, -1, -0.1, -1e-9, 0, 1e-9, 0.1, 0.5, 1, 1.959963984540054, 3.09, 4.75, 6, 10, 20, 30, 36.9]
    return [[x, float(stats.norm.sf(x))] for x in xs]


def normal_quantiles():
    return [[p, float(stats.norm.isf(p))] for p in [0.9, 0.5, 0.3, 0.025, 5e-4, 1e-6, 2e-9, 1e-15, 1e-100]]


def binomial():
    rows = []
    for n in [1, 2, 10, 37, 1000, 100_000, 10_000_000]:
        for p in [1e-7, 1e-3, 0.05, 0.3, 0.5, 0.7, 0.999]:
            sd = (n * p * (1 - p)) ** 0.5
            for k in sorted({round(n * p + j * sd) for j in [-6, -2, 0, 0.5, 1, 3, 5, 8, 12]} | {0, 1, n}):
                if 0 <= k <= n and stats.binom.sf(k - 1, n, p) > 1e-290:
                    rows.append([k, n, p, float(stats.binom.sf(k - 1, n, p))])
    return rows


def row(x):
    return json.dumps(x)


tables = {
    "clopperPearson": clopper_pearson(),
    "wilson": wilson(),
    "zeroEvent": zero_event(),
    "histograms": histograms(),
    "quantileRanks": quantile_ranks(),
    "chiSquare": chi_square(),
    "likelihoodRatio": likelihood_ratio(),
    "newcombe": newcombe(),
    "normal": normal(),
    "normalQuantiles": normal_quantiles(),
    "binomial": binomial(),
}
parts = [f'"scipy": "{scipy.__version__}"']
for name, rows in tables.items():
    parts.append(f'"{name}": [\n  ' + ",\n  ".join(row(r) for r in rows) + "\n]")
print("{\n" + ",\n".join(parts) + "\n}")
