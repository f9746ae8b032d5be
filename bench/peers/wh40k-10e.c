/*
 * The straightforward C program: an attack sequence of Warhammer 40,000, dice by dice, xoshiro128++ and an unbiased D6
 * (Lemire). Every attack rolls to hit, every hit to wound, every wound to save, every failed save rolls its damage on the
 * model that is next, every point its Feel No Pain; devastating wounds come after all others, each on one model. Counts what crible counts: models killed, hits, wounds, unsaved
 * attacks, wounds lost, the unit destroyed, own models lost; prints the models killed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dice.h"

typedef struct {
  int attacks, to_hit, lethal, sustained, to_wound, devastating, to_save;
  int damage_dice, damage, feel_no_pain; /* damage: dice D6 plus this; 7: no Feel No Pain */
  int models, wounds;
  int hazardous, own_models, own_wounds;
} Fight;

static const Fight FIGHTS[] = {
    {20, 3, 0, 0, 5, 0, 3, 0, 1, 7, 5, 3, 0, 10, 2},  /* ten Intercessors at five Terminators */
    {10, 3, 0, 0, 3, 0, 4, 0, 2, 7, 5, 3, 5, 5, 2},   /* five Hellblasters, supercharged, at the same */
    {20, 3, 1, 1, 4, 0, 4, 0, 1, 7, 10, 2, 0, 10, 1}, /* Lethal Hits and Sustained Hits 1 at Intercessors */
    {6, 4, 0, 0, 3, 0, 5, 1, 1, 5, 1, 16, 0, 6, 2},   /* six lascannons at a Land Raider with Feel No Pain 5+ */
    {15, 4, 0, 0, 2, 1, 4, 0, 2, 7, 5, 3, 0, 5, 3},   /* five with lances charge five Terminators, devastating */
    {16, 3, 0, 0, 5, 0, 3, 0, 1, 7, 5, 3, 0, 10, 2},  /* eight bolt rifles at Terminators, */
    {4, 3, 0, 0, 3, 0, 4, 0, 2, 7, 5, 3, 0, 10, 2},   /* and two plasma guns after them */
};
/* How many of them, one after another at the same unit, make a fight. */
static const int WEAPONS[] = {1, 1, 1, 1, 1, 2};

#define MOST 64
static long killed_[MOST], hits_[MOST], wounds_[MOST], unsaved_[MOST], damage_[MOST], destroyed_[2], self_[MOST];

typedef struct {
  int killed, left, damage;
} Unit;

typedef struct {
  int hits, wounds, unsaved;
} Tally;

/* What an attack past the save costs: its points on the model that is next. */
static void hurt(const Fight *f, Unit *unit) {
  if (unit->killed == f->models) return;
  int points = f->damage;
  for (int d = 0; d < f->damage_dice; d++) points += d6();
  for (; points > 0 && unit->left > 0; points--) {
    if (f->feel_no_pain < 7 && d6() >= f->feel_no_pain) continue;
    unit->left--;
    unit->damage++;
  }
  if (unit->left == 0) {
    unit->killed++;
    unit->left = f->wounds;
  }
}

static Tally attack(const Fight *f, Unit *unit) {
  int hits = 0, wounds = 0, unsaved = 0, devastating = 0;
  for (int attack = 0; attack < f->attacks; attack++) {
    const int hit = d6();
    if (hit == 1 || (hit < f->to_hit && hit != 6)) continue;
    const int critical = hit == 6;
    const int scored = critical ? 1 + f->sustained : 1;
    hits += scored;
    for (int i = 0; i < scored; i++) {
      if (!(critical && f->lethal && i == 0)) {
        const int wound = d6();
        if (wound == 1 || (wound < f->to_wound && wound != 6)) continue;
        if (wound == 6 && f->devastating) {
          wounds++;
          unsaved++;
          devastating++;
          continue;
        }
      }
      wounds++;
      const int save = d6();
      if (save != 1 && save >= f->to_save) continue;
      unsaved++;
      hurt(f, unit);
    }
  }
  for (int i = 0; i < devastating; i++) hurt(f, unit);
  return (Tally){hits, wounds, unsaved};
}

static void play(const Fight *f, int weapons) {
  Unit unit = {0, f->wounds, 0};
  Tally all = {0, 0, 0};
  for (int weapon = 0; weapon < weapons; weapon++) {
    const Tally own = attack(f + weapon, &unit);
    all.hits += own.hits;
    all.wounds += own.wounds;
    all.unsaved += own.unsaved;
  }
  int lost = 0, own = f->own_wounds;
  for (int test = 0; test < f->hazardous; test++) {
    if (d6() != 1 || lost == f->own_models) continue;
    for (int point = 0; point < 3 && own > 0; point++) own--;
    if (own == 0) {
      lost++;
      own = f->own_wounds;
    }
  }
  killed_[unit.killed]++;
  hits_[all.hits]++;
  wounds_[all.wounds]++;
  unsaved_[all.unsaved]++;
  damage_[unit.damage]++;
  destroyed_[unit.killed == f->models]++;
  self_[lost]++;
}

int main(int argc, char **argv) {
  const int number = argc > 1 ? atoi(argv[1]) : 0;
  const Fight *fight = &FIGHTS[number];
  const long trials = argc > 2 ? atol(argv[2]) : 1000000;
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < trials; i++) play(fight, WEAPONS[number]);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  const double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
  printf("{\"seconds\": %f, \"counts\": [", seconds);
  for (int i = 0; i <= fight->models; i++) printf(i ? ", %ld" : "%ld", killed_[i]);
  printf("]}\n");
}
