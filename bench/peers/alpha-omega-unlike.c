/*
 * The straightforward C program for unlike soldiers: ten against ten over six turns of fire and rally, every soldier with
 * characteristics and a weapon of his own, dice by dice, xoshiro128++ and an unbiased D10 (Lemire). Counts and prints
 * what alpha-omega-engagement.c does.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint32_t s[4] = {1, 2, 3, 4};

static inline uint32_t rotl(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

static inline uint32_t next(void) {
  const uint32_t result = rotl(s[0] + s[3], 7) + s[0], t = s[1] << 9;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 11);
  return result;
}

static inline int d10(void) {
  for (;;) {
    const uint64_t m = (uint64_t)next() * 10;
    if ((uint32_t)m >= 6) return 1 + (int)(m >> 32); /* 2^32 mod 10 = 6 */
  }
}

enum { READY, PINNED, DOWN, OUT };
enum { MODELS = 10, TURNS = 6 };

typedef struct {
  int skill; /* ballistic skill less the modifiers of order, range and cover */
  int shots;
  int piercing; /* what his weapon adds to the save that is needed */
  int save, command, implacable;
  int pinned, down; /* the highest faces of a wound roll that leave him pinned, down */
} Soldier;

/* See `unlike` in ../ours/alpha-omega-engagement.js. Rangers: +1 aimed, -2 (long laser -1) at 20 paces, -1 cover;
   marines: 0 manoeuvre, -2, -1. */
static const Soldier SOLDIERS[2][MODELS] = {
    {{3 + 2, 1, 1, 6, 3, 0, 2, 5},
     {4 + 1, 1, 3, 7, 4, 0, 2, 5},
     {4 + 1, 1, 3, 7, 4, 0, 2, 5},
     {4 + 2, 1, 1, 7, 5, 0, 3, 6},
     {4 + 2, 1, 1, 7, 5, 0, 3, 6},
     {4 + 2, 1, 1, 7, 4, 0, 2, 5},
     {4 + 2, 1, 1, 7, 4, 0, 2, 5},
     {4 + 2, 1, 1, 7, 4, 0, 2, 5},
     {4 + 2, 1, 1, 7, 4, 0, 2, 5},
     {4 + 2, 1, 1, 7, 4, 0, 2, 5}},
    {{3 + 3, 1, 1, 3, 2, 0, 2, 5},
     {4 + 3, 2, 2, 4, 3, 0, 2, 5},
     {4 + 3, 2, 2, 4, 3, 0, 2, 5},
     {4 + 3, 1, 1, 4, 3, 1, 2, 5},
     {4 + 3, 1, 1, 4, 3, 1, 2, 5},
     {4 + 3, 1, 1, 4, 3, 0, 2, 5},
     {4 + 3, 1, 1, 4, 3, 0, 2, 5},
     {4 + 3, 1, 1, 4, 3, 0, 2, 5},
     {4 + 3, 1, 1, 4, 3, 0, 2, 5},
     {4 + 3, 1, 1, 4, 3, 0, 2, 5}},
};
/* Harder to hit by this much: rangers are on aimed, marines on manoeuvre; whoever is pinned or down has no order. */
static const int HIDE[2][3] = {{1, 2, 2}, {2, 2, 2}};

static int state[2][MODELS];
static long winner[3], counted[TURNS][2][5][MODELS + 1];

static int wound(const Soldier *own) {
  const int face = d10();
  return face <= own->pinned ? PINNED : face <= own->down ? DOWN : OUT;
}

static void volley(int side) {
  int *own = state[side], *enemy = state[1 - side];
  int shots = 0, targets[MODELS], n = 0;
  const Soldier *shooter[2 * MODELS];
  for (int i = 0; i < MODELS; i++)
    if (own[i] == READY)
      for (int shot = 0; shot < SOLDIERS[side][i].shots; shot++) shooter[shots++] = &SOLDIERS[side][i];
  for (int wanted = READY; wanted <= DOWN; wanted++) {
    if (wanted == DOWN && n > 0) break;
    for (int i = 0; i < MODELS; i++)
      if (enemy[i] == wanted) targets[n++] = i;
  }
  if (shots == 0 || n == 0) return;
  for (int j = 0; j < n && j < shots; j++) {
    const int i = targets[j], from = enemy[i], hide = HIDE[1 - side][from];
    const Soldier *target = &SOLDIERS[1 - side][i];
    int hits = 0, saved = 0, worst = from, piercing[2 * MODELS];
    for (int shot = j; shot < shots; shot += n)
      if (d10() >= shooter[shot]->skill + hide) piercing[hits++] = shooter[shot]->piercing;
    for (int hit = 0; hit < hits; hit++)
      if (d10() >= target->save + piercing[hit]) saved++;
    for (int failed = saved; failed < hits; failed++) {
      const int result = wound(target);
      if (result > worst) worst = result;
    }
    if (saved == hits && from == READY && !target->implacable)
      for (int test = 0; test < saved; test++)
        if (d10() < target->command) {
          worst = PINNED;
          break;
        }
    enemy[i] = worst;
  }
}

static void rally(int side) {
  for (int i = 0; i < MODELS; i++) {
    const Soldier *own = &SOLDIERS[side][i];
    if (state[side][i] == PINNED) {
      if (own->implacable || d10() >= own->command) state[side][i] = READY;
    } else if (state[side][i] == DOWN) {
      state[side][i] = wound(own);
    }
  }
}

static void battle(void) {
  memset(state, 0, sizeof state);
  int fit[2];
  for (int turn = 0; turn < TURNS; turn++) {
    volley(0);
    volley(1);
    rally(0);
    rally(1);
    for (int side = 0; side < 2; side++) {
      int n[4] = {0};
      for (int i = 0; i < MODELS; i++) n[state[side][i]]++;
      for (int own = 0; own < 4; own++) counted[turn][side][own][n[own]]++;
      counted[turn][side][4][n[DOWN] + n[OUT]]++;
      fit[side] = n[READY] + n[PINNED];
    }
  }
  winner[fit[0] > fit[1] ? 0 : fit[0] < fit[1] ? 1 : 2]++;
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
    for (int n = 0; n <= MODELS; n++) printf(", %ld", counted[TURNS - 1][side][4][n]);
  printf("]}\n");
  return 0;
}
