/*
 * The straightforward C program for two games of scenarios/games, dice by dice, xoshiro128++ and an unbiased D6 (Lemire):
 * a volley of ten riflemen at twenty goblins (bucket), and a fight of eight regulars against eight (skirmish-line).
 * Counts every value of every metric that crible counts, in its order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

static int min(int a, int b) { return a < b ? a : b; }

/* Two attacks each, hit on 3+, strength 4 at toughness 3: wound on 3+, save on 6+, one wound a model. */
static long casualties_[21], hits_[21], destroyed_[2];

static void volley(void) {
  int hits = 0, left = 20;
  for (int shot = 0; shot < 20; shot++) {
    if (d6() < 3) continue;
    hits++;
    if (d6() < 3) continue;
    if (d6() >= 6) continue;
    if (left > 0) left--;
  }
  casualties_[20 - left]++;
  hits_[hits]++;
  destroyed_[left == 0]++;
}

/* One shot each, hit on 4+, save on 5+, nerve 8, six turns. */
enum { MODELS = 8, TURNS = 6, FIRST = 0, SECOND = 1, DRAW = 2 };
static long winner_[3], lost_[2][TURNS][MODELS + 1], losses_[2][MODELS + 1], fled_[2][2];

static void fire(int lost[2], int fled[2], int own) {
  const int enemy = 1 - own;
  int hits = 0, saved = 0;
  if (!fled[own])
    for (int model = lost[own]; model < MODELS; model++) hits += d6() >= 4;
  for (int hit = 0; hit < hits; hit++) saved += d6() >= 5;
  const int dead = min(hits - saved, MODELS - lost[enemy]);
  lost[enemy] += dead;
  if (dead >= 1 && d6() + d6() + dead > 8) fled[enemy] = 1;
}

static void fight(void) {
  int lost[2] = {0, 0}, fled[2] = {0, 0}, turn = 0;
  for (; turn < TURNS; turn++) {
    if (fled[0] || fled[1] || lost[0] == MODELS || lost[1] == MODELS) break;
    int a, b;
    do a = d6(), b = d6();
    while (a == b);
    const int first = a > b ? 0 : 1;
    fire(lost, fled, first);
    fire(lost, fled, 1 - first);
    for (int side = 0; side < 2; side++) lost_[side][turn][lost[side]]++;
  }
  for (; turn < TURNS; turn++)
    for (int side = 0; side < 2; side++) lost_[side][turn][lost[side]]++;
  const int gone = fled[0] || lost[0] == MODELS, beaten = fled[1] || lost[1] == MODELS;
  winner_[gone == beaten ? DRAW : beaten ? FIRST : SECOND]++;
  for (int side = 0; side < 2; side++) losses_[side][lost[side]]++, fled_[side][fled[side]]++;
}

static int printed;
static void print(const long *counts, int n) {
  for (int i = 0; i < n; i++) printf(printed++ ? ", %ld" : "%ld", counts[i]);
}

int main(int argc, char **argv) {
  const int isFight = argc > 1 && strcmp(argv[1], "fight") == 0;
  const long trials = argc > 2 ? atol(argv[2]) : 1000000;
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++)
    if (isFight) fight();
    else volley();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  if (isFight) {
    print(winner_, 3);
    print(lost_[0][0], 2 * TURNS * (MODELS + 1));
    print(losses_[0], 2 * (MODELS + 1));
    print(fled_[0], 4);
  } else {
    print(casualties_, 21);
    print(hits_, 21);
    print(destroyed_, 2);
  }
  printf("]}\n");
}
