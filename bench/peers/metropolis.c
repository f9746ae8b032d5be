/*
 * The straightforward C program: xoshiro128++, an unbiased D10 (Lemire), dice by dice, counts of all metrics.
 * metropolis volley TRIALS: ten models fire one shot each (5+ to hit, 5+ to wound) at ten models of one wound.
 * metropolis assault TRIALS: ten against ten, at the same time; the attacker charged (5+ against 6+ to hit, 6+ to
 * wound); who inflicted fewer wounds takes a morale test (5+), and routs under half, else panics.
 * metropolis shot TRIALS: one shot, 6+ to hit, 5+ to wound. metropolis morale TRIALS: a squad under half holds on 5+, else
 * routs. metropolis test TRIALS: 5+.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

enum { MODELS = 10 };

static long removed[MODELS + 1], hits[MODELS + 1], wounds[MODELS + 1];

static void volley(void) {
  int h = 0, w = 0;
  for (int i = 0; i < MODELS; i++)
    if (d10() >= 5) h++;
  for (int i = 0; i < h; i++)
    if (d10() >= 5) w++;
  removed[w < MODELS ? w : MODELS]++;
  hits[h]++;
  wounds[w]++;
}

enum { ATTACKER, DEFENDER, DRAW };
enum { STEADY, PANICKED, ROUTED, DESTROYED };

static long winner[3], removed_of[2][MODELS + 1], state_of[2][4];

static int strike(int models, int to_hit, int to_wound) {
  int w = 0;
  for (int i = 0; i < models; i++)
    if (d10() >= to_hit && d10() >= to_wound) w++;
  return w;
}

static void assault(void) {
  int left[2] = {MODELS, MODELS}, state[2] = {STEADY, STEADY};
  const int by_attacker = strike(MODELS, 5, 6), by_defender = strike(MODELS, 6, 6);
  left[1] -= by_attacker;
  left[0] -= by_defender;
  const int won = by_attacker > by_defender ? ATTACKER : by_attacker < by_defender ? DEFENDER : DRAW;
  if (won != DRAW) {
    const int loser = 1 - won;
    if (left[loser] > 0 && d10() < 5) {
      state[loser] = 2 * left[loser] < MODELS ? ROUTED : PANICKED;
      if (state[loser] == ROUTED) left[loser] = 0;
    }
  }
  winner[won]++;
  for (int side = 0; side < 2; side++) {
    removed_of[side][MODELS - left[side]]++;
    state_of[side][left[side] == 0 && state[side] != ROUTED ? DESTROYED : state[side]]++;
  }
}

static long outcome[3];

static void shot(void) { outcome[d10() < 6 ? 0 : d10() < 5 ? 1 : 2]++; }

enum { HELD, PANIC, ROUT };

static void morale(void) { outcome[d10() >= 5 ? HELD : ROUT]++; }

static void test(void) { outcome[d10() >= 5]++; }

static const struct {
  const char *name;
  const long *counts;
  int length;
} KINDS[] = {
    {"volley", removed, MODELS + 1}, {"assault", winner, 3}, {"shot", outcome, 3}, {"morale", outcome, 3}, {"test", outcome, 2},
};

int main(int argc, char **argv) {
  int kind = 0;
  if (argc > 1)
    while (strcmp(argv[1], KINDS[kind].name) != 0) kind++;
  const long trials = argc > 2 ? atol(argv[2]) : 10000000;
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  switch (kind) {
    case 0:
      for (long i = 0; i < trials; i++) volley();
      break;
    case 1:
      for (long i = 0; i < trials; i++) assault();
      break;
    case 2:
      for (long i = 0; i < trials; i++) shot();
      break;
    case 3:
      for (long i = 0; i < trials; i++) morale();
      break;
    default:
      for (long i = 0; i < trials; i++) test();
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  const double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
  printf("{\"seconds\": %f, \"counts\": [", seconds);
  for (int i = 0; i < KINDS[kind].length; i++) printf("%s%ld", i ? ", " : "", KINDS[kind].counts[i]);
  printf("]}\n");
}
