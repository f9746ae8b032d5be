/*
 * The straightforward C program: one duel (CC 5 against 4, two dice against one, initiative 6 against 5, saves 4+ and
 * 5+, command 3+ and 4+), xoshiro128++ and an unbiased D10 (Lemire), dice by dice. Counts the result and both states,
 * as crible does: the counts are those of the seven results, the four states of the attacker, the four of the defender.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };

typedef struct {
  int close_combat, dice, to_save, command;
} Fighter;

static const Fighter ATTACKER = {5, 2, 4, 3}, DEFENDER = {4, 1, 5, 4};

static int score(const Fighter *fighter) {
  int best = 0;
  for (int i = 0; i < fighter->dice; i++) {
    const int die = d10();
    if (die > best) best = die;
  }
  return best + fighter->close_combat;
}

static int wound(void) {
  const int die = d10();
  return die <= 2 ? PINNED : die <= 5 ? DOWN : OUT;
}

/* The loser saves every hit, then rolls the worst of his wounds, or tests. */
static int lose(const Fighter *fighter, int hits) {
  int state = READY, failed = 0;
  for (int i = 0; i < hits; i++)
    if (d10() < fighter->to_save) failed++;
  for (int i = 0; i < failed; i++) {
    const int result = wound();
    if (result > state) state = result;
  }
  if (failed == 0 && d10() < fighter->command) state = PINNED;
  return state;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 20000000;
  long results[7] = {0}, attackers[4] = {0}, defenders[4] = {0};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) {
    const int difference = score(&ATTACKER) - score(&DEFENDER);
    const int ahead = difference < 0 ? -difference : difference;
    const int hits = ahead >= 7 ? 3 : ahead >= 4 ? 2 : ahead >= 2 ? 1 : 0;
    int attacker = READY, defender = READY;
    if (hits == 0) {
      /* Uncertain: the defender's initiative is lower, he is hit first. */
      if (d10() < DEFENDER.to_save) defender = wound();
      else if (d10() < ATTACKER.to_save) attacker = wound();
    } else if (difference > 0) {
      defender = lose(&DEFENDER, hits);
    } else {
      attacker = lose(&ATTACKER, hits);
    }
    results[3 - (difference < 0 ? -hits : hits)]++;
    attackers[attacker]++;
    defenders[defender]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int i = 0; i < 7; i++) printf("%ld, ", results[i]);
  for (int i = 0; i < 4; i++) printf("%ld, ", attackers[i]);
  for (int i = 0; i < 4; i++) printf("%ld%s", defenders[i], i < 3 ? ", " : "]}\n");
}
