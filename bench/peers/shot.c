/* The straightforward C program: xoshiro128++, an unbiased D10 (Lemire), dice by dice. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t s[4] = {1, 2, 3, 4};

static inline uint32_t rotl(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

static inline uint32_t next(void) {
  const uint32_t result = rotl(s[0] + s[3], 7) + s[0], t = s[1] << 9;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 11);
  return result;
}

static inline int d10(void) {
  for (;;) {
    const uint64_t m = (uint64_t)next() * 10;
    if ((uint32_t)m >= 6) return 1 + (int)(m >> 32); /* 2^32 mod 10 = 6 */
  }
}

enum { MISS, UNHARMED, PINNED, DOWN, OUT };

static int shot(int to_hit, int to_save, int command) {
  if (d10() < to_hit) return MISS;
  if (d10() >= to_save) return d10() >= command ? UNHARMED : PINNED;
  const int wound = d10();
  return wound <= 2 ? PINNED : wound <= 5 ? DOWN : OUT;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 100000000;
  long counts[5] = {0};
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long i = 0; i < trials; i++) counts[shot(5, 5, 3)]++;
  clock_gettime(CLOCK_MONOTONIC, &b);
  const double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
  printf("{\"seconds\": %f, \"counts\": [%ld, %ld, %ld, %ld, %ld]}\n", seconds, counts[0], counts[1], counts[2], counts[3], counts[4]);
}
