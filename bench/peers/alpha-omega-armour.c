/*
 * The straightforward C program: two lascannons fire at a light transport for six turns (the first cell of
 * scenarios/alpha-omega/stop-a-transport.yaml), xoshiro128++ and unbiased dice (Lemire), dice by dice. Counts what crible counts: turn by turn whether it is destroyed and whether it stands still, the
 * effect of the first shot, the points that every section has lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"

enum { TANK, PROPULSION, ENGINE, CARGO, WEAPON, CREW, SECTIONS };
enum { MISS, NONE, EXTERNAL, INTERNAL, EFFECTS };
enum { TURNS = 6, SHOTS = 2, TO_HIT = 5, PIERCING = 6, CHARGE = 3, RESISTANCE = 7, ARMOUR = 2 };

static const int POINTS[SECTIONS] = {8, 6, 6, 8, 4, 4};
static const int OUTSIDE[10] = {1, 1, 1, 3, 3, 4, 2, 2, 0, 0}, INSIDE[10] = {2, 2, 2, 5, 5, 5, 4, 4, 0, 0};

typedef struct {
  int armour, exploded, points[SECTIONS];
} Vehicle;

static void lose(Vehicle *vehicle, int section, int points) {
  vehicle->points[section] = vehicle->points[section] > points ? vehicle->points[section] - points : 0;
}

/* One shot: to hit, then a D10 and a D6 of which the better one pierces and the other one charges, then where. */
static int shoot(Vehicle *vehicle) {
  if (d10() < TO_HIT) return MISS;
  const int ten = d10(), six = d6();
  const int pierce = (ten > six ? ten : six) + PIERCING, points = (ten > six ? six : ten) + CHARGE;
  if (pierce < RESISTANCE) return NONE;
  if (pierce <= RESISTANCE + vehicle->armour) {
    lose(vehicle, OUTSIDE[d10() - 1], points);
    return EXTERNAL;
  }
  lose(vehicle, INSIDE[d10() - 1], points);
  if (vehicle->armour > 0) vehicle->armour--;
  return INTERNAL;
}

/* The marks of the tank wear three sections down; without points it explodes. */
static void wear(Vehicle *vehicle) {
  const int left = vehicle->points[TANK], worn = left <= 2 ? 2 : left <= 4 ? 1 : 0;
  for (int section = PROPULSION; section <= CARGO; section++) lose(vehicle, section, worn);
  vehicle->exploded = left == 0;
}

int main(int argc, char **argv) {
  const long trials = argc > 1 ? atol(argv[1]) : 5000000;
  long destroyed[TURNS][2] = {0}, still[TURNS][2] = {0}, effects[EFFECTS] = {0}, lost[SECTIONS][9] = {0};
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) {
    Vehicle vehicle = {ARMOUR, 0, {0}};
    memcpy(vehicle.points, POINTS, sizeof POINTS);
    for (int turn = 0; turn < TURNS; turn++) {
      for (int shot = 0; shot < SHOTS && !vehicle.exploded; shot++) {
        const int effect = shoot(&vehicle);
        if (turn == 0 && shot == 0) effects[effect]++;
      }
      if (!vehicle.exploded) wear(&vehicle);
      destroyed[turn][vehicle.points[TANK] == 0]++;
      still[turn][vehicle.points[PROPULSION] == 0 || vehicle.points[ENGINE] == 0]++;
    }
    for (int section = 0; section < SECTIONS; section++) lost[section][POINTS[section] - vehicle.points[section]]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("{\"seconds\": %f, \"counts\": [", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  for (int t = 0; t < TURNS; t++) printf("%ld, %ld, ", destroyed[t][0], destroyed[t][1]);
  for (int t = 0; t < TURNS; t++) printf("%ld, %ld, ", still[t][0], still[t][1]);
  for (int e = 0; e < EFFECTS; e++) printf("%ld, ", effects[e]);
  for (int s = 0; s < SECTIONS; s++)
    for (int p = 0; p <= POINTS[s]; p++)
      printf("%ld%s", lost[s][p], s == SECTIONS - 1 && p == POINTS[s] ? "]}\n" : ", ");
}
