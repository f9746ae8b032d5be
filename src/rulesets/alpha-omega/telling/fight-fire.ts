import type { Stream, Throw } from "../../../dice/index.ts";
import { ratio } from "../../../rule/index.ts";
import type { Teller } from "../../telling.ts";
import { defended, exposureOf } from "../engagement/aim.ts";
import { afterShots, type Exposure, graver, SAVED } from "../engagement/fire-law.ts";
import type { DeclaredFire } from "../engagement/log.ts";
import { orderOfCode, type Plan, type Scene } from "../engagement/plan.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { assigned } from "./assign.ts";
import { type Barrage, type Struck, throwsOf, throwsOfHit, throwsOfShot, throwsOfTest } from "./fire.ts";
import type { FightNames } from "./names.ts";
import { tellState, tellThrow } from "./soldier.ts";

/** The book's order of a volley that is rolled together (A-SHOOT-18). */
const STAGES = ["A-SHOOT-17", "A-SAVE-01"];
const stageOf = ({ rule }: Throw) => (STAGES.indexOf(rule ?? "") + STAGES.length + 1) % (STAGES.length + 1);

/** One unit's fire at another, from its declaration to what it has done. */
export class FireTeller {
  readonly #plan: Plan;
  readonly #teller: Teller;
  readonly #names: FightNames;
  readonly #chance: Stream;
  readonly #declared: DeclaredFire;
  readonly #scene: Scene;
  readonly #had: ArrayLike<number>;
  /** By soldier: his state at declaration, and what the shots drawn one by one have done to him. */
  readonly #from: readonly number[];
  readonly #code: number[];
  readonly #rolled: (Struck & { readonly soldier: number })[] = [];
  /** Hits that changed hands (A-SHOOT-19). */
  readonly #moved: (readonly [struck: number, taker: number])[] = [];
  #isShotByShot = false;

  /** @param had by soldier: the order he had when he was last ready (QA-07) */
  constructor(
    { plan, teller, names, chance }: { plan: Plan; teller: Teller; names: FightNames; chance: Stream },
    declared: DeclaredFire,
    scene: Scene,
    states: ArrayLike<number>,
    had: ArrayLike<number>,
  ) {
    this.#plan = plan;
    this.#teller = teller;
    this.#names = names;
    this.#chance = chance;
    this.#declared = declared;
    this.#scene = scene;
    this.#from = Array.from(states);
    this.#code = Array.from(states);
    this.#had = had;
  }

  get #target() {
    return this.#plan.squads[this.#declared.aim.target]!;
  }

  get #isGrouped(): boolean {
    return this.#plan.reading.volley === "grouped";
  }

  /** What a shot of a gun meets in a soldier, by the state it finds him in. */
  #exposure(gun: number, soldier: number): (state: number) => Exposure {
    const { profile, squads, unitOf } = this.#plan;
    const { unit, aim, variant } = this.#declared;
    const { unit: own, bonuses, index, first } = squads[unitOf[soldier]!]!;
    const trooper = own.troopers[own.soldiers[soldier - first]!]!;
    const defence = defended(trooper, bonuses[variant >> 1]!, variant % 2 === 1, profile.options);
    const order = orderOfCode(this.#scene.orders[unit]!);
    const ordered = orderOfCode(this.#scene.orders[index]!);
    const hadOrder = profile.options.downCamouflage === "asOrder" ? orderOfCode(this.#had[soldier]!) : ordered;
    const at = (state: number) =>
      exposureOf(
        profile,
        squads[unit]!.guns[gun]!,
        order,
        trooper,
        state === DOWN ? hadOrder : ordered,
        aim.gap,
        defence,
      );
    return (state) => at(state)(state);
  }

  /** Who is shot at: ready before pinned, down soldiers only when no other remains (E-05). */
  #line(): readonly number[] {
    const { line } = this.#declared;
    if (line !== undefined) return line;
    const { first, unit, hidden } = this.#target;
    const seen = unit.soldiers.flatMap((kind, i) => (hidden[kind] ? [] : [first + i]));
    const inState = (state: number) => seen.filter((soldier) => this.#from[soldier] === state);
    const standing = [...inState(READY), ...inState(PINNED)];
    return standing.length > 0 ? standing : inState(DOWN);
  }

  /** The gun of each shot, in member order (E-14). */
  #guns(): readonly number[] {
    const { unit, aim, shots } = this.#declared;
    const { first, unit: own, barrels, guns } = this.#plan.squads[unit]!;
    if (shots !== undefined && guns.length === 1) return new Array<number>(shots).fill(0);
    return own.soldiers.flatMap((kind, i) =>
      this.#from[first + i] === READY ? barrels[kind]!.filter((gun) => aim.reach[gun]) : [],
    );
  }

  /** What falls on each soldier who is shot at: so many at a time, round and round (E-05). */
  #barrages(): Map<number, Barrage> {
    const line = this.#line();
    const guns = this.#guns();
    const each = this.#plan.squads[this.#declared.unit]!.unit.each ?? guns.length;
    const found = new Map<number, ((state: number) => Exposure)[]>();
    guns.forEach((gun, shot) => {
      const soldier = line[Math.floor(shot / each) % line.length]!;
      found.set(soldier, [...(found.get(soldier) ?? []), this.#exposure(gun, soldier)]);
    });
    return new Map([...found].map(([soldier, shots]) => [soldier, { shots, from: this.#from[soldier]! }]));
  }

  #note(soldier: number, code: number, throws: readonly Throw[]): void {
    const state = code === SAVED ? READY : code;
    for (const roll of throws) this.#rolled.push({ roll, state, soldier });
  }

  /** One shot that was drawn for by itself; `taker` is below 0 when it missed before anybody could take it. */
  shot(gun: number, struck: number, taker: number, result: number): void {
    this.#isShotByShot = true;
    const judged = this.#isGrouped ? this.#from : this.#code;
    const { protects } = this.#target;
    const exposure = this.#exposure(gun, struck)(judged[struck]!);
    if (protects) {
      // The hit roll, then whoever takes the hit.
      this.#note(struck, judged[struck]!, throwsOfHit(exposure, taker >= 0, this.#chance));
      if (taker < 0) return;
      if (taker !== struck) this.#moved.push([struck, taker]);
      const hurt = { ...this.#exposure(gun, taker)(judged[taker]!), toHit: 1 };
      const throws = throwsOfShot(hurt, result, this.#plan.reading, this.#chance);
      this.#note(
        taker,
        judged[taker]!,
        throws.filter(({ rule }) => rule !== "A-SHOOT-17"),
      );
    } else this.#note(struck, judged[struck]!, throwsOfShot(exposure, result, this.#plan.reading, this.#chance));
    this.#code[taker] = this.#isGrouped ? graver(this.#code[taker]!, result) : result;
  }

  /** What came of it, by soldier of the target. */
  end(to: (place: number) => number): void {
    const { first, size } = this.#target;
    if (this.#isShotByShot) {
      for (let i = first; i < first + size; i++)
        if (this.#code[i] === SAVED)
          this.#note(
            i,
            SAVED,
            throwsOfTest(this.#exposure(0, i)(READY), to(i - first), this.#plan.reading, this.#chance),
          );
    } else
      for (const [soldier, barrage] of this.#barrages())
        for (const struck of throwsOf(barrage, to(soldier - first), this.#plan.reading, this.#chance))
          this.#rolled.push({ ...struck, soldier });
    this.#tell();
    for (let i = first; i < first + size; i++)
      tellState(this.#teller, this.#names.soldier(i), this.#from[i]!, to(i - first));
  }

  /** The same where only the counts of the unit are known: who it was is settled by the replay's own chance. */
  endWithCounts(counts: readonly number[]): number[] {
    const { first, size } = this.#target;
    const barrages = this.#barrages();
    const soldiers = [...barrages.keys()];
    const left = [...counts];
    for (let i = first; i < first + size; i++) if (!barrages.has(i)) left[this.#from[i]!]! -= 1;
    const laws = [...barrages.values()].map(({ shots, from }) => {
      const { weights, total } = afterShots(shots[0]!, from, shots.length, this.#plan.reading);
      return weights.slice(0, OUT + 1).map((weight) => ratio(weight, total));
    });
    const ends = assigned(laws, left, this.#chance);
    const states = Array.from({ length: size }, (_, place) => this.#from[first + place]!);
    soldiers.forEach((soldier, i) => {
      states[soldier - first] = ends[i]!;
    });
    this.end((place) => states[place]!);
    return states;
  }

  #tell(): void {
    const shooter = this.#names.unit(this.#declared.unit);
    const rolled = this.#isGrouped ? this.#rolled.toSorted((a, b) => stageOf(a.roll) - stageOf(b.roll)) : this.#rolled;
    for (const { roll, soldier, state } of rolled) {
      const { defence } = this.#exposure(0, soldier)(state);
      tellThrow(this.#teller, roll, shooter, { name: this.#names.soldier(soldier), defence, state });
    }
    for (const [struck, taker] of this.#moved)
      this.#teller.change(
        `hit transfer from ${this.#names.soldier(struck)} to ${this.#names.soldier(taker)}`,
        "A-SHOOT-19",
      );
  }
}
