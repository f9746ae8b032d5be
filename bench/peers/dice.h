/* What every C program here rolls: xoshiro128++ and unbiased dice (Lemire's map). */
#include <stdint.h>

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

/* 1 to `faces`; where that is a constant, so is everything but one product. */
static inline int die(uint32_t faces) {
  for (;;) {
    const uint64_t m = (uint64_t)next() * faces;
    if ((uint32_t)m >= (0u - faces) % faces) return 1 + (int)(m >> 32);
  }
}

static inline int d10(void) { return die(10); }

static inline int d6(void) { return die(6); }
