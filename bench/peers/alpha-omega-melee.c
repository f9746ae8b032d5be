/*
 * The straightforward C program: three against one, duel after duel (CC 4, initiative 5, saves 5+, command 4+, against CC
 * 6, two dice, initiative 6, saves 4+, command 3+), xoshiro128++ and an unbiased D10 (Lemire), dice by dice. The lone
 * soldier inflicts three hits at most, all he can; whoever was pinned fights on at -2. Counts his state and the attackers
 * who are down or out, as crible does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };
enum { ATTACKERS = 3, MOST_HITS = 3 };

typedef struct {
  int close_combat, to_save, command;
} Fighter;

static const Fighter ATTACKER = {4, 5, 4}, LONE = {6, 4, 3};
/* Dice of one of so many against one. */
static const int DICE[] = {1, 1, 2, 3};

static int best(int dice) {
  int highest = 0;
  for (int i = 0; i < dice; i++) {
    const int die = d10();
    if (die > highest) highest = die;
  }
  return highest;
}

static int wound(int state) {
  const int die = d10();
  const int result = die <= 2 ? PINNED : die <= 5 ? DOWN : OUT;
  return result > state ? result : state;
}

/* The loser saves every hit, then rolls the worst of his wounds, or tests where he is still ready. */
static int lose(const Fighter *fighter, int state, int hits) {
  int failed = 0;
  for (int i = 0; i < hits; i++)
    if (d10() < fighter->to_save) failed++;
  for (int i = 0; i < failed; i++) state = wound(state);
  if (hits > 0 && failed == 0 && state == READY && d10() < fighter->command) state = PINNED;
  return state;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 20000000;
  long states[4] = {0}, losses[ATTACKERS + 1] = {0};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) {
    int lone = READY, left = MOST_HITS, dropped = 0, lost = 0;
    for (int duel = 0; duel < ATTACKERS && lone <= PINNED; duel++) {
      int own = READY;
      const int mine = best(DICE[ATTACKERS - dropped]) + ATTACKER.close_combat;
      const int theirs = best(2) + LONE.close_combat - (lone == PINNED ? 2 : 0);
      const int ahead = mine < theirs ? theirs - mine : mine - theirs;
      const int hits = ahead >= 7 ? 3 : ahead >= 4 ? 2 : ahead >= 2 ? 1 : 0;
      if (hits == 0) {
        /* Uncertain: the attacker's initiative is lower, he is hit first; he hits back unless he failed his save. */
        int failed = 0;
        if (left > 0) {
          left--;
          failed = d10() < ATTACKER.to_save;
          if (failed) own = wound(own);
        }
        if (!failed && d10() < LONE.to_save) lone = wound(lone);
      } else if (mine > theirs) {
        lone = lose(&LONE, lone, hits);
      } else {
        const int spent = hits < left ? hits : left;
        left -= spent;
        own = lose(&ATTACKER, own, spent);
      }
      if (own != READY) dropped++;
      if (own >= DOWN) lost++;
    }
    states[lone]++;
    losses[lost]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int i = 0; i < 4; i++) printf("%ld, ", states[i]);
  for (int i = 0; i <= ATTACKERS; i++) printf("%ld%s", losses[i], i < ATTACKERS ? ", " : "]}\n");
}
