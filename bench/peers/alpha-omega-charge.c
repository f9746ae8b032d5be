/*
 * The straightforward C program: five Assault Marines on the move, told to charge, ten paces from eight Guardians who aim,
 * six turns of fire, charges, duels and rally, soldier by soldier and dice by dice. Counts what crible counts: the winner,
 * and per turn and side ready, pinned, down, out and casualties; prints the winners and the casualties at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };
enum { MARINES = 5, GUARDIANS = 8, MOST = 8, TURNS = 6, ALONE = -1 };

static const int SIZE[2] = {MARINES, GUARDIANS};
static const int PIN[2] = {3, 5}, CLOSE[2] = {5, 3}, ARMED[2] = {1, 0}, TO_SAVE[2] = {4, 7};
static const int TO_HIT[3] = {5, 7, 7}, TO_SAVE_SHOT = 5;
/* By how many there are against one: their dice, and what is added. */
static const int DICE[6] = {1, 1, 2, 3, 3, 3}, BONUS[6] = {0, 0, 0, 0, 1, 2};

static int state[2][MOST], group[2][MOST], ordered[2][MOST], stood[2][MOST];
static long winner[3], counted[TURNS][2][5][MOST + 1];

static int wound(int rolls) {
  int best = 0;
  while (rolls-- > 0) {
    const int face = d10();
    if (face > best) best = face;
  }
  return best <= 2 ? PINNED : best <= 5 ? DOWN : OUT;
}

static int worse(int a, int b) { return a > b ? a : b; }

static int ready_in(int side, int own) {
  int n = 0;
  for (int i = 0; i < SIZE[side]; i++)
    if (group[side][i] == own && state[side][i] == READY) n++;
  return n;
}

static int engaged(int side, int i) {
  const int own = group[side][i];
  return own >= 0 && state[side][i] == READY && ready_in(side, own) == 1 && ready_in(1 - side, own) > 0;
}

static void give_orders(void) {
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++) ordered[side][i] = state[side][i] == READY && !engaged(side, i);
}

/* The Guardians fire, each at the next of the Marines who are in contact with nobody. */
static void fire(void) {
  int shots = 0, targets[MOST], n = 0, at[MOST] = {0};
  for (int i = 0; i < GUARDIANS; i++)
    if (state[1][i] == READY && ordered[1][i] && !engaged(1, i)) shots++;
  for (int wanted = READY; wanted <= DOWN; wanted++) {
    if (wanted == DOWN && n > 0) break;
    for (int i = 0; i < MARINES; i++)
      if (state[0][i] == wanted && group[0][i] == ALONE) targets[n++] = i;
  }
  if (shots == 0 || n == 0) return;
  for (int shot = 0; shot < shots; shot++) at[shot % n]++;
  for (int j = 0; j < n; j++) {
    const int i = targets[j], from = state[0][i];
    int hits = 0, saved = 0, after = from;
    for (int shot = 0; shot < at[j]; shot++)
      if (d10() >= TO_HIT[from]) hits++;
    for (int hit = 0; hit < hits; hit++)
      if (d10() >= TO_SAVE_SHOT) saved++;
    if (saved < hits) after = worse(from, wound(hits - saved));
    else if (from == READY)
      for (int test = 0; test < saved; test++)
        if (d10() < PIN[0]) {
          after = PINNED;
          break;
        }
    state[0][i] = after;
  }
}

static int best_of(int dice) {
  int best = 0;
  while (dice-- > 0) {
    const int face = d10();
    if (face > best) best = face;
  }
  return best;
}

/* Close combat with its maluses: on aimed, or having stood up. */
static int skill(int side, int i, int shaken) {
  const int order = side == 1 && ordered[1][i] ? -4 : 0;
  const int pinned = stood[side][i] || shaken ? -2 : 0;
  return CLOSE[side] + (order < pinned ? order : pinned);
}

static int beaten(int side, int from, int hits) {
  int saved = 0;
  if (hits == 0) return from;
  for (int hit = 0; hit < hits; hit++)
    if (d10() >= TO_SAVE[side]) saved++;
  if (saved < hits) return worse(from, wound(hits - saved));
  return from == READY && d10() < PIN[side] ? PINNED : from;
}

static int touched(int side, int from) { return d10() >= TO_SAVE[side] ? from : worse(from, wound(1)); }

/* One to five of a side against one of the other, one after another; he inflicts three hits at most. */
static void fight(int many, const int *attackers, int count, int lone) {
  const int other = 1 - many;
  int counting = count, left = 3, shaken = 0;
  for (int k = 0; k < count; k++) {
    if (state[other][lone] > PINNED) return;
    const int i = attackers[k];
    const int mine = best_of(DICE[counting] + ARMED[many]) + skill(many, i, 0) + BONUS[counting];
    const int his = best_of(1 + ARMED[other]) + skill(other, lone, shaken);
    const int ahead = mine > his ? mine - his : his - mine;
    const int hits = ahead >= 7 ? 3 : ahead >= 4 ? 2 : ahead >= 2 ? 1 : 0;
    int own = READY, enemy = state[other][lone];
    if (hits == 0) { /* of equal initiative: both at once */
      if (left > 0) {
        own = touched(many, own);
        left--;
      }
      enemy = touched(other, enemy);
    } else if (mine > his) {
      enemy = beaten(other, enemy, hits);
    } else {
      const int inflicted = hits < left ? hits : left;
      own = beaten(many, own, inflicted);
      left -= inflicted;
    }
    if (own != READY) counting--;
    if (enemy == PINNED) shaken = 1;
    state[many][i] = own;
    state[other][lone] = enemy;
  }
}

static int muster(int side, const int (*before)[MOST], const int *charging, int charged, int *list) {
  int n = 0;
  for (int own = READY; own <= PINNED; own++)
    for (int i = 0; i < SIZE[side]; i++)
      if (state[side][i] == own &&
          (before[side][i] || (own == READY && (side == 0 ? charging[i] : charged))))
        list[n++] = i;
  return n;
}

static void melee(void) {
  int before[2][MOST], charging[MOST] = {0}, charged = 0, contact = 0, left = 0, lists[2][MOST], n[2];
  memset(stood, 0, sizeof stood);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++) contact += before[side][i] = group[side][i] != ALONE;
  for (int i = 0; i < GUARDIANS; i++) left += state[1][i] != OUT;
  if (left > 0)
    for (int i = 0; i < MARINES; i++)
      if (state[0][i] == READY && group[0][i] == ALONE) charged = charging[i] = 1;
  if (!charged && contact == 0) return;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < MOST; i++) group[side][i] = ALONE;
    n[side] = muster(side, before, charging, charged, lists[side]);
  }
  if (charged) { /* Marines who are more reach pinned Guardians, then those who are down */
    int spare = n[0] - n[1];
    for (int own = PINNED; own <= DOWN; own++)
      for (int i = 0; i < GUARDIANS && spare > 0; i++) {
        if (state[1][i] != own || before[1][i]) continue;
        spare--;
        if (own == PINNED) lists[1][n[1]++] = i;
        else state[1][i] = OUT;
      }
  }
  const int pairs = n[0] < n[1] ? n[0] : n[1];
  if (pairs == 0) return;
  for (int side = 0; side < 2; side++)
    for (int p = 0; p < n[side] && p < 5 * pairs; p++) group[side][lists[side][p]] = p % pairs;
  for (int side = 0, fallen = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++)
      if (state[side][i] == DOWN && before[side][i]) group[side][i] = fallen++ % pairs;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++)
      if (group[side][i] != ALONE && state[side][i] == PINNED) {
        state[side][i] = READY;
        stood[side][i] = 1;
      }
  for (int own = 0; own < pairs; own++) {
    int who[2][MOST], count[2] = {0, 0};
    for (int side = 0; side < 2; side++)
      for (int i = 0; i < SIZE[side]; i++)
        if (group[side][i] == own && state[side][i] <= PINNED) who[side][count[side]++] = i;
    const int many = count[1] > count[0];
    fight(many, who[many], count[many], who[1 - many][0]);
  }
}

static void regroup(void) {
  int doomed[2][MOST] = {{0}};
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++) {
      if (state[side][i] != DOWN || group[side][i] == ALONE) continue;
      for (int k = 0; k < SIZE[1 - side]; k++)
        if (group[1 - side][k] == group[side][i] && state[1 - side][k] == READY && !engaged(1 - side, k))
          doomed[side][i] = 1;
    }
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++)
      if (doomed[side][i]) state[side][i] = OUT;
  int sides[MOST] = {0};
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++)
      if (group[side][i] != ALONE && state[side][i] <= PINNED) sides[group[side][i]] |= 1 << side;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++)
      if (group[side][i] != ALONE && sides[group[side][i]] != 3) group[side][i] = ALONE;
}

static void rally(void) {
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SIZE[side]; i++) {
      if (state[side][i] == PINNED) {
        if (d10() >= PIN[side]) state[side][i] = READY;
      } else if (state[side][i] == DOWN) {
        state[side][i] = wound(1);
      }
    }
}

static void battle(void) {
  int fit[2];
  memset(state, 0, sizeof state);
  for (int i = 0; i < MOST; i++) group[0][i] = group[1][i] = ALONE;
  for (int turn = 0; turn < TURNS; turn++) {
    give_orders();
    fire();
    melee();
    regroup();
    rally();
    for (int side = 0; side < 2; side++) {
      int n[4] = {0};
      for (int i = 0; i < SIZE[side]; i++) n[state[side][i]]++;
      for (int own = 0; own < 4; own++) counted[turn][side][own][n[own]]++;
      counted[turn][side][4][n[DOWN] + n[OUT]]++;
      fit[side] = n[READY] + n[PINNED];
    }
  }
  /* The higher share of its own models. */
  const int lead = fit[0] * GUARDIANS - fit[1] * MARINES;
  winner[lead > 0 ? 0 : lead < 0 ? 1 : 2]++;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 1000000;
  for (long i = 0; i < 20000; i++) battle();
  memset(winner, 0, sizeof winner);
  memset(counted, 0, sizeof counted);
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (long i = 0; i < trials; i++) battle();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  const double seconds = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9;
  printf("{\"seconds\": %.9f, \"counts\": [%ld, %ld, %ld", seconds, winner[0], winner[1], winner[2]);
  for (int side = 0; side < 2; side++)
    for (int n = 0; n <= SIZE[side]; n++) printf(", %ld", counted[TURNS - 1][side][4][n]);
  printf("]}\n");
  return 0;
}
