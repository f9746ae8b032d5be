/*
 * The straightforward C program: a soldier who is down goes through six rally phases (command 3+), unpinned, then cared
 * for, xoshiro128++ and an unbiased D10 (Lemire), dice by dice. Counts his state after every turn, as crible does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };
enum { TURNS = 6 };

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 20000000;
  long counts[TURNS][4] = {{0}};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
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
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int i = 0; i < TURNS * 4; i++) printf("%ld%s", (&counts[0][0])[i], i < TURNS * 4 - 1 ? ", " : "]}\n");
}
