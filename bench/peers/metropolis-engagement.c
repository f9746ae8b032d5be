/*
 * The straightforward C program: ten assault troopers run up to eight line marines who hold their fire for the charge, six
 * turns (the second cell of scenarios/metropolis/hold-or-fire.yaml), xoshiro128++ and an unbiased D10 (Lemire), dice by
 * dice. Counts the winner and the casualties of both sides after the last turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

enum { MOVE, CHARGE, HOLD, FIRE, ASSAULT };
enum { CONTACT, SHORT, MEDIUM, LONG, BANDS };
enum { HELD, PANICKED };
enum { OWN_PANIC = 1, CHARGED = 2, ENEMY_PANIC = 4 };
enum { TURNS = 6, TO_HOLD = 5, TO_REACT = 5, NEVER = 11 };

typedef struct {
  int models, orders[4];
  /* By band, and whether the target has moved. */
  int to_hit[BANDS][2], to_wound[BANDS];
  /* By stance, nobody in cover. */
  int melee_hit[8], melee_wound;
} Card;

static const Card CARDS[2] = {
    {8,
     {FIRE, FIRE, HOLD, ASSAULT},
     {{NEVER, NEVER}, {5, 6}, {5, 6}, {5, 6}},
     {NEVER, 6, 6, 7},
     {8, 10, 7, 9, 6, 8, 5, 7},
     7},
    {10,
     {MOVE, MOVE, CHARGE, ASSAULT},
     {{NEVER, NEVER}, {6, 7}, {NEVER, NEVER}, {NEVER, NEVER}},
     {NEVER, 6, NEVER, NEVER},
     {4, 6, 3, 5, 2, 4, 2, 3},
     4},
};
static const int BAND[4] = {LONG, MEDIUM, SHORT, CONTACT}, IN_REACH[4] = {0, 0, 1, 1};
/* By the enemies in sight: none near, at medium range, at short range. */
static const int TO_RALLY[3] = {5, 6, 7};

typedef struct {
  const Card *card;
  int left, nerve, charged, moved, holds, acted, in_melee;
} Unit;

static Unit units[2];
static int now;

static int wounds_of(int rolls, int to_hit, int to_wound) {
  int wounds = 0;
  for (int i = 0; i < rolls; i++)
    if (d10() >= to_hit && d10() >= to_wound) wounds++;
  return wounds;
}

static void release(void) { units[0].in_melee = units[1].in_melee = 0; }

static void fall(Unit *unit, int wounds) { unit->left = unit->left > wounds ? unit->left - wounds : 0; }

/* Less than half of a unit routs, more of it panics. */
static void test_nerve(Unit *unit) {
  if (d10() >= TO_HOLD) return;
  if (2 * unit->left < unit->card->models)
    unit->left = 0;
  else
    unit->nerve = PANICKED;
}

static void shoot(const Unit *unit, Unit *enemy) {
  const int band = BAND[now];
  if (unit->card->to_hit[band][0] == NEVER) return;
  const int before = enemy->left;
  fall(enemy, wounds_of(unit->left, unit->card->to_hit[band][enemy->moved], unit->card->to_wound[band]));
  if (enemy->left > 0 && enemy->left < before && 2 * enemy->left < enemy->card->models) test_nerve(enemy);
  if (enemy->left == 0) release();
}

static int blows(const Unit *unit, const Unit *enemy, int models) {
  const int stance =
      unit->charged | (unit->nerve == PANICKED ? OWN_PANIC : 0) | (enemy->nerve == PANICKED ? ENEMY_PANIC : 0);
  return wounds_of(models, unit->card->melee_hit[stance], unit->card->melee_wound);
}

/* Both strike at the same time; who suffered more wounds tests. */
static void fight(Unit *unit, Unit *enemy) {
  const int ours = blows(unit, enemy, unit->left), theirs = blows(enemy, unit, enemy->left);
  fall(enemy, ours);
  fall(unit, theirs);
  unit->charged = enemy->charged = 0;
  Unit *loser = ours > theirs ? enemy : unit;
  if (ours != theirs && loser->left > 0) test_nerve(loser);
  if (unit->left == 0 || enemy->left == 0) release();
}

static void charge(Unit *unit, Unit *enemy) {
  unit->moved = 1;
  if (enemy->nerve == HELD && !enemy->in_melee && enemy->holds) {
    enemy->holds = 0;
    if (BAND[now] != CONTACT && d10() >= TO_REACT) shoot(enemy, unit);
  }
  if (unit->left == 0 || !IN_REACH[now]) return;
  unit->charged = CHARGED;
  unit->in_melee = enemy->in_melee = 1;
}

static void act(Unit *unit, Unit *enemy) {
  unit->acted = 1;
  if (enemy->left == 0) return;
  const int order = unit->card->orders[now];
  if (unit->nerve == PANICKED) {
    const int seen = unit->in_melee || BAND[now] <= SHORT ? 2 : BAND[now] == MEDIUM ? 1 : 0;
    if (d10() >= TO_RALLY[seen]) unit->nerve = HELD;
  }
  if (unit->in_melee) {
    if (order == ASSAULT) fight(unit, enemy);
  } else if (order == MOVE) {
    unit->moved = 1;
  } else if (unit->nerve == PANICKED) {
  } else if (order == HOLD) {
    unit->holds = 1;
  } else if (order == FIRE) {
    if (!enemy->in_melee && BAND[now] != CONTACT) shoot(unit, enemy);
  } else if (order == CHARGE) {
    charge(unit, enemy);
  } else if (BAND[now] == CONTACT) {
    unit->in_melee = enemy->in_melee = 1;
    fight(unit, enemy);
  }
}

static void play_turn(int turn) {
  now = turn < 4 ? turn : 3;
  int first, second;
  do first = d10(), second = d10();
  while (first == second);
  for (int side = first > second ? 0 : 1;;) {
    int own = side;
    if (units[own].acted || units[own].left == 0) own = 1 - side;
    if (units[own].acted || units[own].left == 0) break;
    act(&units[own], &units[1 - own]);
    side = 1 - own;
  }
  for (int side = 0; side < 2; side++) units[side].moved = units[side].holds = units[side].acted = 0;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 1000000;
  long winners[3] = {0}, lost[2][11] = {0};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) {
    for (int side = 0; side < 2; side++) units[side] = (Unit){&CARDS[side], CARDS[side].models, HELD, 0, 0, 0, 0, 0};
    for (int turn = 0; turn < TURNS; turn++) play_turn(turn);
    const int ahead = units[0].left * CARDS[1].models - units[1].left * CARDS[0].models;
    winners[ahead > 0 ? 0 : ahead < 0 ? 1 : 2]++;
    for (int side = 0; side < 2; side++) lost[side][CARDS[side].models - units[side].left]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int i = 0; i < 3; i++) printf("%ld, ", winners[i]);
  for (int side = 0; side < 2; side++)
    for (int n = 0; n <= CARDS[side].models; n++)
      printf("%ld%s", lost[side][n], side == 1 && n == CARDS[1].models ? "]}\n" : ", ");
}
