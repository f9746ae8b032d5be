/*
 * The straightforward C program: ten against ten over six turns of fire and rally, soldier by soldier and dice by dice,
 * xoshiro128++ and an unbiased D10 (Lemire). Counts what crible counts: the winner, and per turn and side ready,
 * pinned, down, out and casualties; prints the winners and the casualties of both sides at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

enum { READY, PINNED, DOWN, OUT };
enum { MODELS = 10, TURNS = 6 };

typedef struct {
  int to_hit[3]; /* by the target's state */
  int to_save;
  int command; /* of the target */
} Fire;

/* Rangers on aimed, marines on manoeuvre, 20 paces, 60 % visible: see alpha-omega-engagement in ../ours. */
static const Fire FIRE[2] = {
    {{8, 8, 8}, 5, 3},
    {{8, 9, 9}, 8, 4},
};

static int state[2][MODELS];
static long winner[3], counted[TURNS][2][5][MODELS + 1];

static int wound(void) {
  const int face = d10();
  return face <= 2 ? PINNED : face <= 5 ? DOWN : OUT;
}

static void volley(int side) {
  const Fire *fire = &FIRE[side];
  int *own = state[side], *enemy = state[1 - side];
  int shots = 0, targets[MODELS], n = 0;
  for (int i = 0; i < MODELS; i++)
    if (own[i] == READY) shots++;
  for (int wanted = READY; wanted <= DOWN; wanted++) {
    if (wanted == DOWN && n > 0) break;
    for (int i = 0; i < MODELS; i++)
      if (enemy[i] == wanted) targets[n++] = i;
  }
  if (shots == 0 || n == 0) return;
  int at[MODELS] = {0};
  for (int shot = 0; shot < shots; shot++) at[shot % n]++;
  for (int j = 0; j < n; j++) {
    const int i = targets[j], from = enemy[i];
    int hits = 0, saved = 0, worst = from;
    for (int shot = 0; shot < at[j]; shot++)
      if (d10() >= fire->to_hit[from]) hits++;
    for (int hit = 0; hit < hits; hit++)
      if (d10() >= fire->to_save) saved++;
    for (int failed = saved; failed < hits; failed++) {
      const int result = wound();
      if (result > worst) worst = result;
    }
    if (saved == hits && from == READY)
      for (int test = 0; test < saved; test++)
        if (d10() < fire->command) {
          worst = PINNED;
          break;
        }
    enemy[i] = worst;
  }
}

static void rally(int side) {
  const int command = FIRE[1 - side].command;
  for (int i = 0; i < MODELS; i++) {
    if (state[side][i] == PINNED) {
      if (d10() >= command) state[side][i] = READY;
    } else if (state[side][i] == DOWN) {
      state[side][i] = wound();
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
