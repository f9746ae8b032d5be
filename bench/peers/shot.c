/* The straightforward C program: xoshiro128++, an unbiased D10 (Lemire), dice by dice. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

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
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) counts[shot(5, 5, 3)]++;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  const double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
  printf("{\"seconds\": %f, \"counts\": [%ld, %ld, %ld, %ld, %ld]}\n", seconds, counts[0], counts[1], counts[2], counts[3], counts[4]);
}
