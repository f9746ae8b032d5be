import { Stream } from "../../../dice/index.ts";
import type { Image, LoopAnswers } from "../../../rule/index.ts";
import { Layout, STREAM } from "../layout.ts";
import { Battle } from "./battle.ts";
import { inOrder } from "./charges.ts";
import { isReached } from "./contact.ts";
import { Fates } from "./fates.ts";
import { type GroupFights, groupFightsOf } from "./group-fights.ts";
import type { Aim, Plan, Scene } from "./plan.ts";
import { FightRolls } from "./rolls.ts";
import type { SideTally } from "./side-tally.ts";
import { maskOf } from "./stand.ts";

/** Fights whose end is written down before somebody reads it. */
export const FIGHTS = 1024;

/** Integers that traces of fights may take before all are made anew. */
const MOST_FOUGHT = 2 ** 22;

/** Words of an image's head in the order of assets/wasm/melee.ts. */
const HEAD = [
  "turns",
  "last",
  "scenes",
  "first",
  "firstHigh",
  "second",
  "secondHigh",
  "holds",
  "duel",
  "rallies",
  "members",
  "deal",
  "fighters",
  "others",
  "root",
  "counters",
  "otherCounters",
  "places",
  "otherPlaces",
  "ways",
  "otherWays",
  "finals",
  "keeps",
  "opens",
  "executes",
] as const;
const word = (name: (typeof HEAD)[number]) => STREAM + HEAD.indexOf(name);
const ROOT = word("root");
export const [DEAL, COUNTERS, FINALS] = [word("deal"), word("counters"), word("finals")];

/** Distributions are four words, and so is what comes before or after them. */
const REST = [0, 0, 0] as const;
/** In place of a volley: nobody fires or is fired at. */
const NOBODY = 1;

/** Ways in which a unit's soldiers come to blows: whether he stood up for it, has an order, has fired. */
const STOOD_UP = 1;
const HAS_ORDER = 2;
const HAS_FIRED = 4;
const WAYS = 8;

/**
 * A fight with close combat between two units of like soldiers as it lies in the memory of its loop, and what the loop asks
 * when it meets what is not known: distributions of volleys (`Fates`), and how groups may fight (`GroupFights`).
 */
export class MeleeImage {
  groups: GroupFights;
  readonly answers: LoopAnswers;
  readonly #plan: Plan;
  readonly #most: number;
  readonly #fates: Fates;
  readonly #layout = new Layout(HEAD.length);
  readonly #image: Image;
  readonly #aims: (readonly [turn: number, aim: Aim])[] = [];
  readonly #kinds: number;
  #at = -1;

  /** Assumes `isPlayedByDeals`. @param most integers that traces of fights may take */
  constructor(plan: Plan, sides: readonly [SideTally, SideTally], most = MOST_FOUGHT) {
    const { profile, squads, scenes } = plan;
    const layout = this.#layout;
    this.#plan = plan;
    this.#most = most;
    this.#fates = new Fates(plan);
    const numbers = numbersOf(plan);
    const known = [...new Set(numbers)];
    this.#kinds = 1 + known.length;
    // By turn, unit and way: what tells soldiers who fight unlike apart, from 1 on, in bytes.
    const symbols = layout.add(numbers.map((number) => 4 + 4 * known.indexOf(number)));
    const rallies = (["unpin", "care"] as const).flatMap((part) =>
      squads.map(({ index }) => [...this.#fates.rally(part, index), ...REST]),
    );
    const duels = new FightRolls(plan);
    const [first, firstHigh] = maskOf(squads[0]!);
    const [second, secondHigh] = maskOf(squads[1]!);
    const least = Math.min(squads[0]!.size, squads[1]!.size);
    const head: Readonly<Record<(typeof HEAD)[number], number>> = {
      turns: profile.turns,
      last: scenes.length - 1,
      scenes: layout.add(scenes.map((scene, turn) => this.#scene(scene, turn, symbols))),
      first,
      firstHigh,
      second,
      secondHigh,
      holds: Number(profile.options.surplus === "holds"),
      duel: layout.add([-1, 0, 1].flatMap((before) => this.#fates.distributionOf(duels.alpha(before)))),
      rallies: layout.add(rallies.flat()),
      members: layout.room(2 * least),
      deal: layout.room(4 + 6 * least),
      fighters: layout.room(2 * squads[0]!.size),
      others: layout.room(2 * squads[1]!.size),
      root: 0,
      counters: layout.room(sides[0].ways * profile.turns),
      otherCounters: layout.room(sides[1].ways * profile.turns),
      places: layout.add(sides[0].places),
      otherPlaces: layout.add(sides[1].places),
      ways: sides[0].ways,
      otherWays: sides[1].ways,
      finals: layout.room(2 * FIGHTS),
      keeps: Number(profile.options.phaseDuelTie === "keepAlpha"),
      opens: Number(profile.options.shootIntoMelee === "readyContact"),
      executes: Number(profile.options.executeDown === "automatic"),
    };
    HEAD.forEach((name, i) => {
      layout.words[STREAM + i] = head[name];
    });
    this.#image = layout.image;
    this.groups = groupFightsOf(plan, this.#kinds, most);
    this.answers = this.#answers();
  }

  /** Sees to it that it lies in the memory, which is another when much is known. @returns where */
  place(): number {
    const isFull = this.groups.size > this.#most;
    if (isFull) this.groups = groupFightsOf(this.#plan, this.#kinds, this.#most);
    const { memory, root } = this.groups;
    if (isFull || this.#at < 0) {
      this.#at = memory.place(this.#image);
      memory.set(this.#at + 4 * ROOT, root);
    }
    memory.loop.answers = this.answers;
    return this.#at;
  }

  /** Where lists begin with how many there are. */
  #list(rows: readonly (readonly number[])[]): number {
    return this.#layout.add([rows.length, ...rows.flat()]);
  }

  #scene(scene: Scene, turn: number, symbols: number): number {
    const { alpha, alphaMatters, alphaMattersInMelee, mayCharge, order, aims, interceptions } = scene;
    const salvoes = aims.map(([aim]) => (aim === undefined ? -1 : this.#salvo(turn, aim)));
    return this.#layout.add([
      alpha ?? -1,
      Number(alphaMatters),
      Number(alphaMattersInMelee),
      Number(mayCharge.includes(true)),
      ...order!.map((units) =>
        this.#list(units.flatMap((unit) => (salvoes[unit]! < 0 ? [] : [[unit, salvoes[unit]!]]))),
      ),
      this.#list(interceptions.flatMap(({ unit, aims: [aim] }) => (aim ? [[unit, this.#salvo(turn, aim)]] : []))),
      ...[0, 1].map((own) => this.#list(this.#charges(scene, own))),
      symbols + 4 * 2 * WAYS * turn,
      turn,
    ]);
  }

  #salvo(turn: number, aim: Aim): number {
    const { squads } = this.#plan;
    const shooters = squads[aim.unit]!;
    const targets = squads[aim.target]!;
    const sizes = targets.size + 1;
    const number = this.#aims.push([turn, aim]) - 1;
    return this.#layout.add([
      ...maskOf(shooters),
      ...maskOf(targets),
      sizes,
      this.#layout.room((shooters.size + 1) * sizes * sizes),
      this.#layout.room((shooters.size + 1) * sizes),
      number,
    ]);
  }

  /** Charges in order: who, whom, whether they reach enemies at the stated gap, and those whom comrades are in contact with (E-01). */
  #charges(scene: Scene, alpha: number): number[][] {
    const { squads, unitOf, profile } = this.#plan;
    return [1, -1].slice(0, profile.options.chargePasses).flatMap((falling, pass) => {
      const units = new Set(Array.from(inOrder(this.#plan, scene, falling, alpha), (soldier) => unitOf[soldier]!));
      return [...units].flatMap((unit) =>
        scene.nearest[unit]!.map(({ gap, target }) => {
          const move = squads[unit]!.move[0]!;
          const reached = [isReached(gap, move, pass + 1), isReached(0, move, pass + 1)];
          return [...maskOf(squads[unit]!), ...maskOf(squads[target]!), ...reached.map(Number)];
        }),
      );
    });
  }

  #answers(): LoopAnswers {
    return {
      settled: (at, number, first) => this.#drawing(at, (next) => this.#fates.settled(number, first, next)),
      beyond: (at, distribution, first, outcome) =>
        this.#drawing(at, (next) => this.groups.beyond(distribution, first, outcome, next)),
      volley: (number, shooters, ready, pinned, down) => {
        const [turn, aim] = this.#aims[number]!;
        const distributions = this.#fates.volley(turn, aim, shooters, ready, pinned, down);
        return distributions === undefined
          ? NOBODY
          : this.groups.memory.add([distributions.length, ...REST, ...distributions.flat()]);
      },
      branch: (from) => this.groups.branch(from),
      meet: (at, turn, fighters, ways) => {
        const members = Array.from({ length: fighters }, (_, k) => {
          const way = ways >>> (4 * k);
          const is = (bit: number) => (way & bit) !== 0;
          return { unit: is(WAYS) ? 1 : 0, ordered: is(HAS_ORDER), fired: is(HAS_FIRED), stoodUp: is(STOOD_UP) };
        });
        return this.groups.meet(at, this.#plan.scenes[turn]!, members);
      },
      follow: (at, outcome) => this.groups.follow(at, outcome),
    };
  }

  /** Draws from the stream of the image. */
  #drawing(at: number, draw: (next: () => number) => number): number {
    const own = this.groups.memory.loop.words.subarray(at >> 2, (at >> 2) + STREAM);
    const stream = new Stream(own[0]!, own[1]!, own[2]!, own[3]!);
    const drawn = draw(() => stream.next());
    own.set([stream.a, stream.b, stream.c, stream.d]);
    return drawn;
  }
}

/** `[(2 * turn + unit) * WAYS + way]`: the number of a soldier as he comes to blows, as the written battle has it. */
function numbersOf(plan: Plan): number[] {
  const { field, fights } = new Battle(plan);
  field.begin();
  return plan.scenes.flatMap((scene, turn) => {
    field.beginTurn(turn, scene);
    return plan.squads.flatMap(({ first }) =>
      Array.from({ length: WAYS }, (_, way) => {
        field.mark(field.stoodUp, first, (way & STOOD_UP) !== 0);
        field.mark(field.ordered, first, (way & HAS_ORDER) !== 0);
        field.mark(field.fired, first, (way & HAS_FIRED) !== 0);
        return fights.number(scene, first);
      }),
    );
  });
}
