/*
 * The straightforward C program: a soldier who is down goes through six rally phases (command 3+), unpinned, then cared
 * for, xoshiro128++ and an unbiased D10 (Lemire), dice by dice. Counts his state after every turn, as crible does.
 */
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

enum { READY, PINNED, DOWN, OUT };
enum { TURNS = 6 };

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 20000000;
  long counts[TURNS][4] = {{0}};
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long i = 0; i < trials; i++) {
    int state = DOWN;
    for (int turn = 0; turn < TURNS; turn++) {
      if (state == PINNED) {
        if (d10() >= 3) state = READY;
      } else if (state == DOWN) {
        const int die = d10();
        state = die <= 2 ? PINNED : die <= 5 ? DOWN : OUT;
      }
      counts[turn][state]++;
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int i = 0; i < TURNS * 4; i++) printf("%ld%s", (&counts[0][0])[i], i < TURNS * 4 - 1 ? ", " : "]}\n");
}
