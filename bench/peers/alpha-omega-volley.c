/*
 * The straightforward C program: seven Rangers fire at four Space Marines who run in the open, two shots each at three of
 * them and one at the fourth (the interception of scenarios/alpha-omega/rangers-vs-marines.yaml: to hit 5+, saves 5+,
 * command 3+), xoshiro128++ and an unbiased D10 (Lemire), dice by dice. A soldier saves all hits; of the wounds he rolls
 * for the others the worst counts, and who saved all tests for each. Counts what crible counts: casualties, hits, and how
 * many end in each state.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT, STATES };
enum { SOLDIERS = 4, SHOTS = 7, TO_HIT = 5, TO_SAVE = 5, COMMAND = 3 };

static const int AT[SOLDIERS] = {2, 2, 2, 1};

static int wound(void) {
  const int die = d10();
  return die <= 2 ? PINNED : die <= 5 ? DOWN : OUT;
}

/* All saves, then the worst of the wounds; a test for each hit where all are saved. */
static int take(int hits) {
  int state = READY, failed = 0;
  for (int i = 0; i < hits; i++)
    if (d10() < TO_SAVE) failed++;
  for (int i = 0; i < failed; i++) {
    const int result = wound();
    if (result > state) state = result;
  }
  if (failed > 0) return state;
  for (int i = 0; i < hits; i++)
    if (d10() < COMMAND) return PINNED;
  return READY;
}

static void print(const long *counts, int length, const char *end) {
  for (int i = 0; i < length; i++) printf("%ld%s", counts[i], i < length - 1 ? ", " : end);
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 20000000;
  long casualties[SOLDIERS + 1] = {0}, hit[SHOTS + 1] = {0}, ends[STATES][SOLDIERS + 1] = {{0}};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) {
    int all = 0, states[STATES] = {0};
    for (int soldier = 0; soldier < SOLDIERS; soldier++) {
      int hits = 0;
      for (int shot = 0; shot < AT[soldier]; shot++)
        if (d10() >= TO_HIT) hits++;
      all += hits;
      states[take(hits)]++;
    }
    casualties[states[DOWN] + states[OUT]]++;
    hit[all]++;
    for (int state = 0; state < STATES; state++) ends[state][states[state]]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  print(casualties, SOLDIERS + 1, ", ");
  print(hit, SHOTS + 1, ", ");
  for (int state = 0; state < STATES; state++) print(ends[state], SOLDIERS + 1, state < OUT ? ", " : "]}\n");
}
