/**
 * Best play of a fire fight, found another way: soldiers one by one, chances from the rule texts (A-SHOOT-05 to
 * A-SHOOT-17, A-SAVE-01, A-SUP-01, A-WOUND-01, A-RAL-13, A-RAL-15, E-03, E-05, E-13), and for each turn one linear
 * program of all its states. It imports nothing of the library.
 */
import highs from "highs";

export const ORDERS = ["aimed", "manoeuvre", "move", "run"] as const;
export type Order = (typeof ORDERS)[number];

/** One side: like soldiers, one shot each. */
export interface Squad {
  models: number;
  ballisticSkill: number;
  initiative: number;
  save: number;
  command: number;
  /** Of its weapon, at the distance of the fight. */
  range: number;
  saveModifier: number;
}

/** Ready, pinned, down; the rest is out. */
export type Men = readonly [ready: number, pinned: number, down: number];
export interface State {
  men: readonly [Men, Men];
  turn: number;
}
type Distribution<T> = Map<string, { chance: number; of: T }>;

const dieAtLeast = (needed: number) => Math.max(0, Math.min(10, 11 - needed)) / 10;
const AS_SHOOTER: Record<Order, number | undefined> = { aimed: 1, manoeuvre: 0, move: -1, run: undefined };
const AS_TARGET: Record<Order, number> = { run: 1, move: 0, aimed: -1, manoeuvre: -2 };
const SUB_PHASE: Record<Order, number> = { aimed: 1, move: 2, manoeuvre: 3, run: 4 };

type Condition = "ready" | "pinned" | "down" | "out";
const WORSE: Condition[] = ["ready", "pinned", "down", "out"];

/** What so many shots do to one soldier: hits, then saves, then wounds or pin tests. */
function struck(from: Condition, shots: number, hit: number, { save, command }: Squad, modifier: number) {
  const end: Record<Condition, number> = { ready: 0, pinned: 0, down: 0, out: 0 };
  const saved = dieAtLeast(save - modifier);
  const wounds: [Condition, number][] = [
    ["pinned", 0.2],
    ["down", 0.3],
    ["out", 0.5],
  ];
  const follow = (left: number, worst: Condition, failed: boolean, tests: number, chance: number): void => {
    if (chance === 0) return;
    if (left === 0) {
      if (failed || from !== "ready" || tests === 0) {
        end[worst] += chance;
        return;
      }
      const holds = dieAtLeast(command) ** tests;
      end.ready += chance * holds;
      end.pinned += chance * (1 - holds);
      return;
    }
    follow(left - 1, worst, failed, tests, chance * (1 - hit));
    follow(left - 1, worst, failed, tests + 1, chance * hit * saved);
    for (const [wound, share] of wounds) {
      const graver = WORSE.indexOf(wound) > WORSE.indexOf(worst) ? wound : worst;
      follow(left - 1, graver, true, tests, chance * hit * (1 - saved) * share);
    }
  };
  follow(shots, from, false, 0, 1);
  return end;
}

/** Lists of numbers and words in a fixed order, as one text. */
const keyOf = (of: readonly unknown[]): string => String(of);

const add = <T extends readonly unknown[]>(distribution: Distribution<T>, of: T, chance: number) => {
  const key = keyOf(of);
  const known = distribution.get(key);
  if (known) known.chance += chance;
  else if (chance > 0) distribution.set(key, { chance, of });
};

/** Every soldier's own end, put together one after another. */
function together(soldiers: readonly Record<Condition, number>[]): Distribution<Men> {
  let distribution: Distribution<Men> = new Map([["start", { chance: 1, of: [0, 0, 0] }]]);
  for (const ends of soldiers) {
    const next: Distribution<Men> = new Map();
    for (const { chance, of } of distribution.values())
      for (const end of WORSE) {
        const [ready, pinned, down] = of;
        const men: Men = [
          ready + Number(end === "ready"),
          pinned + Number(end === "pinned"),
          down + Number(end === "down"),
        ];
        add(next, men, chance * ends[end]);
      }
    distribution = next;
  }
  return distribution;
}

function volley(
  shooter: Squad,
  shots: number,
  order: Order,
  target: Squad,
  [ready, pinned, down]: Men,
  targetOrder: Order,
): Distribution<Men> {
  const own = AS_SHOOTER[order];
  const line: Condition[] = [
    ...new Array<Condition>(ready).fill("ready"),
    ...new Array<Condition>(pinned).fill("pinned"),
    ...new Array<Condition>(down).fill("down"),
  ];
  const standing = ready + pinned > 0 ? ready + pinned : down;
  const falls = line.map(() => 0);
  if (own !== undefined) for (let shot = 0; shot < shots && standing > 0; shot++) falls[shot % standing]!++;
  return together(
    line.map((state, i) => {
      const modifier = (own ?? 0) + shooter.range + (state === "ready" ? AS_TARGET[targetOrder] : -2);
      const hit = dieAtLeast(shooter.ballisticSkill - modifier);
      return struck(state, falls[i]!, hit, target, shooter.saveModifier);
    }),
  );
}

function rally({ command }: Squad, [ready, pinned, down]: Men): Distribution<Men> {
  const up = dieAtLeast(command);
  const each = (count: number, ends: Record<Condition, number>) => new Array<typeof ends>(count).fill(ends);
  return together([
    ...each(ready, { ready: 1, pinned: 0, down: 0, out: 0 }),
    ...each(pinned, { ready: up, pinned: 1 - up, down: 0, out: 0 }),
    ...each(down, { ready: 0, pinned: 0.2, down: 0.3, out: 0.5 }),
  ]);
}

export class Fight {
  readonly squads: readonly [Squad, Squad];
  readonly turns: number;
  readonly orders: readonly Order[];
  readonly #turns = new Map<string, Distribution<readonly [Men, Men]>>();
  readonly #volleys = new Map<string, Distribution<Men>>();
  readonly #rallies = new Map<string, Distribution<Men>>();

  constructor(squads: readonly [Squad, Squad], turns: number, orders: readonly Order[] = ORDERS) {
    this.squads = squads;
    this.turns = turns;
    this.orders = orders;
  }

  get start(): readonly [Men, Men] {
    return [
      [this.squads[0].models, 0, 0],
      [this.squads[1].models, 0, 0],
    ];
  }

  /** One turn under two orders. */
  turn(men: readonly [Men, Men], orders: readonly [Order, Order]): Distribution<readonly [Men, Men]> {
    const key = keyOf([men, orders]);
    const known = this.#turns.get(key);
    if (known) return known;
    const [a, b] = this.squads;
    const [first, second] = orders.map((order) => SUB_PHASE[order]) as [number, number];
    const ahead = first !== second ? second - first : a.initiative - b.initiative;
    const sequences: [0 | 1, 0 | 1][] =
      ahead > 0
        ? [[0, 1]]
        : ahead < 0
          ? [[1, 0]]
          : [
              [0, 1],
              [1, 0],
            ];
    const distribution: Distribution<readonly [Men, Men]> = new Map();
    for (const sequence of sequences) {
      let now: Distribution<readonly [Men, Men]> = new Map([["", { chance: 1 / sequences.length, of: men }]]);
      for (const shooter of sequence) {
        const next: typeof now = new Map();
        for (const { chance, of } of now.values()) {
          const target = (1 - shooter) as 0 | 1;
          const hit = this.#volley(shooter, target, of, orders);
          for (const { chance: own, of: left } of hit.values())
            add(next, target === 0 ? ([left, of[1]] as const) : ([of[0], left] as const), chance * own);
        }
        now = next;
      }
      for (const { chance, of } of now.values())
        for (const one of this.#rally(0, of[0]).values())
          for (const two of this.#rally(1, of[1]).values())
            add(distribution, [one.of, two.of] as const, chance * one.chance * two.chance);
    }
    this.#turns.set(key, distribution);
    return distribution;
  }

  /** Each volley and each rally once: the same ones come up in many states. */
  #volley(shooter: 0 | 1, target: 0 | 1, men: readonly [Men, Men], orders: readonly [Order, Order]): Distribution<Men> {
    const key = keyOf([shooter, men[shooter][0], orders, men[target]]);
    const distribution =
      this.#volleys.get(key) ??
      volley(this.squads[shooter], men[shooter][0], orders[shooter], this.squads[target], men[target], orders[target]);
    this.#volleys.set(key, distribution);
    return distribution;
  }

  #rally(side: 0 | 1, men: Men): Distribution<Men> {
    const key = keyOf([side, men]);
    const distribution = this.#rallies.get(key) ?? rally(this.squads[side], men);
    this.#rallies.set(key, distribution);
    return distribution;
  }

  /** A win is 1, a draw 1/2. */
  worth([[ready, pinned], [ready2, pinned2]]: readonly [Men, Men]): number {
    const lead = (ready + pinned) / this.squads[0].models - (ready2 + pinned2) / this.squads[1].models;
    return Math.abs(lead) < 1e-12 ? 0.5 : lead > 0 ? 1 : 0;
  }

  /** By turn, every state that any orders may lead to. */
  reached(): (readonly [Men, Men])[][] {
    const turns = [new Map([["", this.start]])];
    for (let turn = 0; turn < this.turns - 1; turn++) {
      const next = new Map<string, readonly [Men, Men]>();
      for (const men of turns[turn]!.values())
        for (const first of this.orders)
          for (const second of this.orders)
            for (const [key, { of }] of this.turn(men, [first, second])) next.set(key, of);
      turns.push(next);
    }
    return turns.map((states) => [...states.values()]);
  }

  /** What the first side has of a state in a turn, by the orders of both, when `after` is what comes then. */
  payoffs(men: readonly [Men, Men], after: (men: readonly [Men, Men]) => number): number[][] {
    return this.orders.map((first) =>
      this.orders.map((second) => {
        let sum = 0;
        for (const { chance, of } of this.turn(men, [first, second]).values()) sum += chance * after(of);
        return sum;
      }),
    );
  }
}

/** Its types are those of CommonJS, where the function is a member. */
const load = highs as unknown as (typeof highs)["default"];
let loaded: ReturnType<typeof load> | undefined;
const EXACTLY = { output_flag: false, primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 } as const;

/** The values of many matrix games, by one linear program: the most that a mix of rows is sure of. */
export async function valuesOf(games: readonly (readonly (readonly number[])[])[]): Promise<number[]> {
  loaded ??= load();
  const solver = await loaded;
  const values: number[] = [];
  for (let from = 0; from < games.length; from += 200) {
    const some = games.slice(from, from + 200);
    const lines = ["Maximize", ` ${some.map((_, g) => `v${g}`).join(" + ")}`, "Subject To"];
    for (const [g, game] of some.entries()) {
      for (let j = 0; j < game[0]!.length; j++)
        lines.push(` v${g}${game.map((row, i) => ` - ${row[j]!.toFixed(17)} x${g}_${i}`).join("")} <= 0`);
      lines.push(` ${game.map((_, i) => `x${g}_${i}`).join(" + ")} = 1`);
    }
    const bounds = some.map((_, g) => ` v${g} free`);
    const { Columns } = solver.solve([...lines, "Bounds", ...bounds, "End"].join("\n"), EXACTLY);
    values.push(...some.map((_, g) => (Columns[`v${g}`] as unknown as { Primal: number }).Primal));
  }
  return values;
}

/** The value of a fight by backward induction, a linear program for every turn. */
export async function valueBackwards(fight: Fight): Promise<number> {
  const reached = fight.reached();
  let after = (men: readonly [Men, Men]) => fight.worth(men);
  for (let turn = fight.turns - 1; turn >= 0; turn--) {
    const states = reached[turn]!;
    const games = states.map((men) => fight.payoffs(men, after));
    const values = await valuesOf(games);
    const known = new Map(states.map((men, i) => [keyOf(men), values[i]!]));
    after = (men) => known.get(keyOf(men))!;
  }
  return after(fight.start);
}

/** A policy: by turn and state, the share of each order. */
export type Policy = (turn: number, men: readonly [Men, Men]) => readonly number[];

/** What the first side has when one side plays a policy and the other answers it as well as can be. */
export function answered(fight: Fight, player: 0 | 1, policy: Policy): number {
  const worthOf = (turn: number, men: readonly [Men, Men]): number => {
    if (turn === fight.turns) return fight.worth(men);
    const payoffs = fight.payoffs(men, (next) => known(turn + 1, next));
    const shares = men[player][0] === 0 ? [1] : policy(turn, men);
    const answers = fight.orders.map((_, answer) =>
      shares.reduce((sum, share, i) => sum + share * (player === 0 ? payoffs[i]![answer]! : payoffs[answer]![i]!), 0),
    );
    return player === 0 ? Math.min(...answers) : Math.max(...answers);
  };
  const found = new Map<string, number>();
  const known = (turn: number, men: readonly [Men, Men]): number => {
    const key = keyOf([turn, men]);
    const before = found.get(key);
    if (before !== undefined) return before;
    const worth = worthOf(turn, men);
    found.set(key, worth);
    return worth;
  };
  return known(0, fight.start);
}

/**
 * The value of a fight by every plan there is: a plan says what to order in the first turn and then in every state that can
 * come about. Only for the smallest fights of two turns.
 */
export async function valueByPlans(fight: Fight): Promise<number> {
  const states = fight.reached()[1]!;
  const plansOf = (player: 0 | 1) => {
    const asked = states.filter((men) => men[player][0] > 0).map((men) => keyOf(men));
    let plans: Map<string, Order>[] = [new Map()];
    for (const key of ["first", ...asked])
      plans = plans.flatMap((plan) => fight.orders.map((order) => new Map([...plan, [key, order]])));
    return plans;
  };
  const [own, theirs] = [plansOf(0), plansOf(1)];
  // Whoever has nobody to order plays any order: it makes no difference.
  const some = fight.orders[0]!;
  const last = new Map<string, number>();
  const lastTurn = (men: readonly [Men, Men], key: string, orders: [Order, Order]) => {
    const of = `${key} ${orders}`;
    const known = last.get(of);
    if (known !== undefined) return known;
    let sum = 0;
    for (const end of fight.turn(men, orders).values()) sum += end.chance * fight.worth(end.of);
    last.set(of, sum);
    return sum;
  };
  const matrix = own.map((plan) =>
    theirs.map((other) => {
      let sum = 0;
      for (const [key, { chance, of }] of fight.turn(fight.start, [plan.get("first")!, other.get("first")!]))
        sum += chance * lastTurn(of, key, [plan.get(key) ?? some, other.get(key) ?? some]);
      return sum;
    }),
  );
  return (await valuesOf([matrix]))[0]!;
}
