/**
 * The games of scenarios/games played die by die, as somebody would at a table who has read their rules and knows nothing of
 * crible. Shares nothing with the engine.
 */
export type Roll = (sides: number) => number;

/** mulberry32: a small generator of its own. */
export function roller(seed: number): Roll {
  let a = seed >>> 0;
  return (sides) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return 1 + Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

const dice = (d: Roll, n: number, sides: number): number[] => Array.from({ length: n }, () => d(sides));
const falling = (faces: number[]): number[] => faces.toSorted((a, b) => b - a);

/** What a trial comes to: by metric, `lost@3.first` of a turn and a side. */
export type Came = Readonly<Record<string, string | number>>;
const yes = (holds: boolean) => (holds ? "yes" : "no");

/** One roll of three dice at most against two. */
function compared(d: Roll, a: number, b: number): readonly [lost: number, beaten: number] {
  const [x, y] = [falling(dice(d, Math.min(3, a), 6)), falling(dice(d, Math.min(2, b), 6))];
  const pairs = Math.min(x.length, y.length);
  const beaten = y.filter((face, i) => i < pairs && x[i]! > face).length;
  return [pairs - beaten, beaten];
}

export function conquestRoll(d: Roll, { armies: a }: Armies, { armies: b }: Armies): Came {
  const [attackerLost, defenderLost] = compared(d, a, b);
  return { attackerLost, defenderLost };
}
interface Armies {
  readonly armies: number;
}

export function conquest(d: Roll, attackers: Armies, defenders: Armies): Came {
  let [a, b] = [attackers.armies, defenders.armies];
  while (a > 0 && b > 0) {
    const [lost, beaten] = compared(d, a, b);
    a -= lost;
    b -= beaten;
  }
  const [attackerLost, defenderLost] = [attackers.armies - a, defenders.armies - b];
  return { conquered: yes(b === 0), attackersLeft: a, attackerLost, defenderLost };
}

export function blow(
  d: Roll,
  { bonus, more }: { readonly bonus: number; readonly more: number },
  { armourClass, life }: { readonly armourClass: number; readonly life: number },
  { edge = "none" }: { readonly edge?: string },
): Came {
  const [x, y] = [d(20), d(20)];
  const natural = edge === "none" ? x : edge === "advantage" ? Math.max(x, y) : Math.min(x, y);
  const isHit = natural === 20 || (natural !== 1 && natural + bonus >= armourClass);
  const full = isHit ? d(8) + (natural === 20 ? d(8) : 0) + more : 0;
  const damage = Math.max(0, Math.min(full, life));
  return { outcome: natural === 20 ? "critical" : isHit ? "hit" : "miss", damage, slain: yes(damage === life) };
}

export interface Shooters {
  readonly models: number;
  readonly skill: number;
  readonly attacks: number;
  readonly strength: number;
  readonly piercing: number;
  readonly damage: number;
}
export interface Targets {
  readonly models: number;
  readonly toughness: number;
  readonly save: number;
  readonly wounds: number;
}

export function volley(d: Roll, by: Shooters, at: Targets, { cover = false }: { readonly cover?: boolean }): Came {
  const bodies = Array.from({ length: at.models }, () => at.wounds);
  const ratio = by.strength / at.toughness;
  const wound = ratio >= 2 ? 2 : ratio > 1 ? 3 : ratio === 1 ? 4 : ratio > 0.5 ? 5 : 6;
  let hits = 0;
  for (let shot = 0; shot < by.models * by.attacks; shot++) {
    if (d(6) < by.skill) continue;
    hits++;
    if (d(6) < wound || d(6) - by.piercing + (cover ? 1 : 0) >= at.save) continue;
    const first = bodies.findIndex((left) => left > 0);
    if (first >= 0) bodies[first]! -= by.damage;
  }
  const casualties = bodies.filter((left) => left <= 0).length;
  return { casualties, hits, destroyed: yes(casualties === at.models) };
}

const open = (d: Roll, sides: number): number => {
  let sum = 0;
  for (let face = sides, times = 0; face === sides && times < 7; times++) {
    face = d(sides);
    sum += face;
  }
  return sum;
};
export function trait(
  d: Roll,
  { die, wild = true }: { readonly die: number; readonly wild?: boolean },
  _: unknown,
  { target = 4, modifier = 0 }: { readonly target?: number; readonly modifier?: number },
): Came {
  const shown = Math.max(open(d, die), wild ? open(d, 6) : 0);
  const raises = Math.max(0, Math.floor((shown + modifier - target) / 4));
  return { outcome: shown + modifier < target ? "failure" : raises > 0 ? "raise" : "success", raises };
}

export function action(
  d: Roll,
  { attribute, skill }: { readonly attribute: number; readonly skill: number },
  { defence }: { readonly defence: number },
  { again = "tens" }: { readonly again?: string },
): Came {
  const pool = attribute + skill - defence;
  const least = again === "tens" ? 10 : again === "nines" ? 9 : 11;
  let successes = 0;
  for (let die = 0; die < pool; die++)
    for (let added = 0; ; added++) {
      const face = d(10);
      if (face >= 8) successes++;
      if (face < least || added === 2) break;
    }
  if (pool <= 0 && d(10) === 10) successes = 1;
  return { successes, succeeds: yes(successes > 0), exceptional: yes(successes > 4) };
}

interface Fighter {
  readonly fighting: number;
  readonly armoured?: boolean;
}
export function clash(d: Roll, a: Fighter, b: Fighter, { uphill = false }: { readonly uphill?: boolean }): Came {
  for (;;) {
    const rolled = [d(6), d(6)];
    const totals = [rolled[0]! + a.fighting + (uphill ? 1 : 0), rolled[1]! + b.fighting];
    if (totals[0] === totals[1]) continue;
    const winner = totals[0]! > totals[1]! ? 0 : 1;
    const isArmoured = (winner === 0 ? b : a).armoured === true;
    const isSlain = totals[winner]! / totals[1 - winner]! >= 2 && !(isArmoured && d(6) >= 4);
    const fate = isSlain ? "slain" : rolled[winner]! % 2 === 0 ? "fallen" : "pushed";
    return winner === 0
      ? { attackerFate: "stands", defenderFate: fate }
      : { attackerFate: fate, defenderFate: "stands" };
  }
}

export function salvo(
  d: Roll,
  { gunnery, missiles, damage }: { readonly gunnery: number; readonly missiles: number; readonly damage: number },
  _: unknown,
  { far = 0 }: { readonly far?: number },
): Came {
  const hits: Record<string, number> = { head: 0, torso: 0, leg: 0 };
  for (let i = 0; i < missiles; i++) {
    if (d(6) + d(6) < gunnery + far) continue;
    const at = d(6) + d(6);
    const place = at === 12 ? "head" : at === 2 || at === 7 ? "torso" : at === 5 || at === 9 ? "leg" : "other";
    hits[place] = (hits[place] ?? 0) + 1;
  }
  const isOut = hits.head! * damage >= 9 || hits.torso! * damage >= 20;
  return { outcome: isOut ? "out" : hits.leg! * damage >= 16 ? "fallen" : "stands", headHits: hits.head! };
}

export interface Squad {
  readonly models: number;
  readonly shots: number;
  readonly skill: number;
  readonly save: number;
  readonly nerve: number;
  readonly drill: number;
}

export function fight(d: Roll, a: Squad, b: Squad, { length }: { readonly length: number }): Came {
  const squads = [a, b].map((own) => ({ ...own, left: own.models, fled: false }));
  const isOut = ({ fled, left }: (typeof squads)[number]) => fled || left === 0;
  const came: Record<string, string | number> = {};
  for (let turn = 1; turn <= length; turn++) {
    let rolls = [0, 0];
    const isOver = squads.some(isOut);
    while (!isOver && rolls[0] === rolls[1]) rolls = [d(6) + a.drill, d(6) + b.drill];
    for (const own of isOver ? [] : rolls[0]! > rolls[1]! ? [0, 1] : [1, 0]) {
      const [shooter, target] = [squads[own]!, squads[1 - own]!];
      if (shooter.fled) continue;
      let dead = 0;
      for (let shot = 0; shot < shooter.left * shooter.shots; shot++)
        if (d(6) >= shooter.skill && d(6) < target.save) dead++;
      dead = Math.min(dead, target.left);
      target.left -= dead;
      if (dead >= 1 && d(6) + d(6) + dead > target.nerve) target.fled = true;
    }
    squads.forEach(({ models, left }, i) => {
      came[`lost@${turn}.${i === 0 ? "first" : "second"}`] = models - left;
    });
  }
  const [x, y] = squads.map(isOut);
  squads.forEach(({ models, left, fled }, i) => {
    const side = i === 0 ? "first" : "second";
    came[`losses.${side}`] = models - left;
    came[`fled.${side}`] = yes(fled);
  });
  return { ...came, winner: x === y ? "draw" : y ? "first" : "second" };
}

const injured = (d: Roll): string => {
  const at = 10 * d(6) + d(6);
  return at <= 15 ? "dead" : at <= 35 ? "lasting" : at <= 55 ? "recovery" : at <= 61 ? "captured" : "story";
};
const hurt = (d: Roll, isHardy: boolean): string => {
  const first = injured(d);
  return isHardy && first === "dead" ? injured(d) : first;
};

export const injury = (d: Roll, { hardy = false }: { readonly hardy?: boolean }): Came => ({ injury: hurt(d, hardy) });

export function career(
  d: Roll,
  { hardy = false, battles }: { readonly hardy?: boolean; readonly battles: number },
  _: unknown,
  { out = 2 }: { readonly out?: number },
): Came {
  let scars = 0;
  for (let fought = 1; fought <= battles; fought++) {
    if (d(6) > out) continue;
    const came = hurt(d, hardy);
    if (came === "dead") return { end: "dead", fought, scars };
    if (came === "lasting") scars++;
    if (scars === 3) return { end: "broken", fought, scars };
  }
  return { end: "retired", fought: battles, scars };
}
