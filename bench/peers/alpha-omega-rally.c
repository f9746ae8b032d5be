/*
 * The straightforward C program: what single models do in the rally phase, xoshiro128++ and unbiased dice (Lemire), dice
 * by dice. Counts all metrics that crible counts.
 * alpha-omega-rally dodge TRIALS: a Ranger (initiative 6, saves 7+, command 4+) breaks away from two Ork Boyz (initiative 3).
 * alpha-omega-rally gladiator TRIALS: a gladiator strikes at three pinned Space Marines (6+, saves 4+), one die each.
 * alpha-omega-rally cloud TRIALS: a cloud of smoke from the first phase to the last.
 * alpha-omega-rally repair TRIALS: three attempts (6+ on a D10) at an engine that has one point of eight left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };

static int wound(void) {
  const int die = d10();
  return die <= 2 ? PINNED : die <= 5 ? DOWN : OUT;
}

static long hit_by[3], escaped[2], states[4];

/* Who does not beat an opponent's die is hit; all saves, then the worst wound, or a test for each hit. */
static void dodge(void) {
  enum { INITIATIVE = 6, OPPONENTS = 2, THEIRS = 3, TO_SAVE = 7, COMMAND = 4 };
  const int own = d10() + INITIATIVE;
  int hits = 0, failed = 0, state = READY;
  for (int i = 0; i < OPPONENTS; i++)
    if (d10() + THEIRS >= own) hits++;
  for (int i = 0; i < hits; i++)
    if (d10() < TO_SAVE) failed++;
  for (int i = 0; i < failed; i++) {
    const int result = wound();
    if (result > state) state = result;
  }
  if (failed == 0)
    for (int i = 0; i < hits && state == READY; i++)
      if (d10() < COMMAND) state = PINNED;
  hit_by[hits]++;
  escaped[hits == 0]++;
  states[state]++;
}

static long first[4], casualties[4];

/* Who is pinned already and saves stays pinned. */
static void gladiator(void) {
  enum { ENEMIES = 3, TO_HIT = 6, TO_SAVE = 4 };
  int lost = 0;
  for (int enemy = 0; enemy < ENEMIES; enemy++) {
    int state = PINNED;
    if (d10() >= TO_HIT && d10() < TO_SAVE) state = wound();
    if (state >= DOWN) lost++;
    if (enemy == 0) first[state]++;
  }
  casualties[lost]++;
}

static long lifetime[6], drift[16];

/* Gone on 6, in the next phase on 5+, and so on; while it stays it moves as far as the die says. */
static void cloud(void) {
  int age = 0, moved = 0;
  for (;;) {
    const int die = d6();
    if (die >= 6 - age) break;
    moved += die;
    age++;
  }
  lifetime[age]++;
  drift[moved]++;
}

static long left[9];

static void repair(void) {
  int points = 1;
  for (int attempt = 0; attempt < 3; attempt++)
    if (points < 8 && d10() >= 6) points++;
  left[points]++;
}

static void print(const long *counts, int length, const char *end) {
  for (int i = 0; i < length; i++) printf("%ld%s", counts[i], i < length - 1 ? ", " : end);
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "dodge";
  const long trials = argc > 2 ? atol(argv[2]) : 20000000;
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  if (strcmp(kind, "dodge") == 0)
    for (long i = 0; i < trials; i++) dodge();
  else if (strcmp(kind, "gladiator") == 0)
    for (long i = 0; i < trials; i++) gladiator();
  else if (strcmp(kind, "cloud") == 0)
    for (long i = 0; i < trials; i++) cloud();
  else
    for (long i = 0; i < trials; i++) repair();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  if (strcmp(kind, "dodge") == 0) {
    print(hit_by, 3, ", ");
    print(escaped, 2, ", ");
    print(states, 4, "]}\n");
  } else if (strcmp(kind, "gladiator") == 0) {
    print(first, 4, ", ");
    print(casualties, 4, "]}\n");
  } else if (strcmp(kind, "cloud") == 0) {
    print(lifetime, 6, ", ");
    print(drift, 16, "]}\n");
  } else {
    print(left, 9, "]}\n");
  }
}
