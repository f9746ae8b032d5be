/** Names of a game's texts: where they stand, and what they hold. */
import type { SyntaxNode } from "@lezer/common";
import { leastShown } from "../../rulesets/game/fold.ts";
import type { Formula, GameFunction, GamePlace, GivenRead, NeededDie, PoolStat } from "../../rulesets/game/ir.ts";
import { said, type Text } from "../../rulesets/said.ts";
import type { GameText } from "./text.ts";
import { constant, type GameField, NUMBER, type ValueType, WRONG } from "./types.ts";
import type { GameWorld, GivenFrom } from "./world.ts";

export interface Typed {
  readonly f: Formula;
  readonly type: ValueType;
}

/** A name that lasts or that a step gave a value. */
export interface Variable {
  readonly slot: number;
  readonly type: ValueType;
  readonly state: boolean;
}

export const ROLES = ["attacker", "defender"] as const;
export type GameRole = (typeof ROLES)[number];
const OTHER: Readonly<Record<GameRole, GameRole>> = { attacker: "defender", defender: "attacker" };

export const wrong: Typed = { f: constant(0), type: WRONG };
const MOST_SIDES = 100;

/** What is written about formulas of one kind: where their names stand. */
export class GameNames {
  readonly world: GameWorld;
  text!: GameText;
  rule = "";
  /** Which side `own` is. */
  own: GameRole | undefined;
  /** Names by block, the innermost last; state first. */
  scopes: readonly Map<string, Variable>[] = [new Map()];
  /** What `it` may be called for. */
  asksIt = false;
  /** Whether dice may be rolled here. */
  rolling = true;
  /** Loops around, and those of them that have no bound. */
  loops = 0;
  unbounded = 0;
  /** Inside `simultaneously`: by slot, where its value at the beginning stands. */
  before: ReadonlyMap<number, number> | undefined;
  /** There: the names around it, which what is chosen there is one of, and where a slot was given a value. */
  around: Map<string, Variable> | undefined;
  assigned: Map<number, SyntaxNode> | undefined;
  readonly pools: PoolStat[][] = [];
  readonly poolTops: number[] = [];
  readonly poolSlots: Record<number, number> = {};
  readonly slotNames: string[] = [];
  readonly slotWords: Record<number, readonly string[]> = {};
  readonly reads: GivenRead[] = [];
  /** The fields that are read: `attacker.skill`, `situation.cover`. */
  readonly used = new Set<string>();
  readonly needed: NeededDie[] = [];
  /** What holds where a step stands, as the tests around it say. */
  under: Formula = constant(1);
  /** Names of blocks that have ended. */
  readonly ended = new Set<string>();
  readonly functions: Record<string, GameFunction> = {};

  constructor(world: GameWorld) {
    this.world = world;
  }

  /** What is made where some of what is around is otherwise. */
  where<T>(some: Partial<GameNames>, make: () => T): T {
    const was = Object.fromEntries(Object.keys(some).map((key) => [key, this[key as keyof GameNames]]));
    Object.assign(this, some);
    const made = make();
    Object.assign(this, was);
    return made;
  }

  /** What is made in a block of its own. */
  scoped<T>(make: () => T, names = new Map<string, Variable>()): T {
    const made = this.where({ scopes: [...this.scopes, names] }, make);
    for (const name of names.keys()) this.ended.add(name);
    return made;
  }

  slot(name: string, type?: ValueType): number {
    const slot = this.slotNames.push(name) - 1;
    if (type?.is === "word" || type?.is === "yesNo")
      this.slotWords[slot] = type.is === "word" ? type.words : ["no", "yes"];
    return slot;
  }

  protected place(node: Pick<SyntaxNode, "from" | "to">): GamePlace {
    const { line, column } = this.text.place(node.from, node.to);
    return { line, column, rule: this.rule };
  }

  fail(node: Pick<SyntaxNode, "from" | "to">, message: Text, hint?: Text): Typed {
    this.world.tell(this.text.place(node.from, node.to), message, hint);
    return wrong;
  }

  /** Fails, and leaves no steps. */
  protected refuse(...told: Parameters<typeof this.fail>): [] {
    this.fail(...told);
    return [];
  }

  variable(name: string): Variable | undefined {
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const found = this.scopes[i]!.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Every name that may stand by itself. */
  known(): string[] {
    const { situation, numbers, options, tables } = this.world;
    const local = this.scopes.flatMap((scope) => [...scope.keys()]);
    return [...local, ...[situation, numbers, options, tables].flatMap((map) => [...map.keys()])];
  }

  /** Whose characteristics a path names: `attacker`, `own.weapon`, `weapon`. */
  fieldsOf(path: string): readonly [GivenFrom, GameWorld["unit"]] | undefined {
    const [head, ...rest] = path.split(".");
    const side = this.side(head!);
    if (head === "weapon" && rest.length === 0) return [`${this.own ?? "attacker"}.weapon`, this.world.weapon];
    if (side === undefined) return undefined;
    if (rest.length === 0) return [side, this.world.unit];
    return rest.length === 1 && rest[0] === "weapon" ? [`${side}.weapon`, this.world.weapon] : undefined;
  }

  side(name: string): GameRole | undefined {
    if (name === "attacker" || name === "defender") return name;
    if (this.own === undefined) return undefined;
    return name === "own" ? this.own : name === "enemy" ? OTHER[this.own] : undefined;
  }

  /** What a name of the state is kept under: `own.lost` is that of a side. */
  stateName(path: string): string {
    const cut = path.indexOf(".");
    const side = cut < 0 ? undefined : this.side(path.slice(0, cut));
    return side === undefined ? path : `${side}${path.slice(cut)}`;
  }

  get(slot: number): Formula {
    return { op: "get", slot: this.before?.get(slot) ?? slot };
  }

  given(from: GivenFrom, field: GameField, name: string): Typed {
    const at = this.world.givenAt(from, field);
    this.used.add(`${from}.${field.name}`);
    const { type } = field;
    const shows =
      type.is === "word" || type.is === "keywords"
        ? type.words
        : type.is === "needed"
          ? { needed: type.sides }
          : type.is;
    const shown =
      this.own === undefined ? name : name.replace(/^own\b/u, this.own).replace(/^enemy\b/u, OTHER[this.own]);
    if (type.is !== "keywords" && !this.reads.some((read) => read.at === at && read.rule === this.rule))
      this.reads.push({ at, name: shown, rule: this.rule, shows });
    return { f: { op: "given", at }, type: type.is === "needed" || type.is === "number" ? NUMBER : type };
  }

  /** Whether a name is none that is known, and so may be a word of a list. */
  isFree(name: string): boolean {
    return !name.includes(".") && this.variable(name) === undefined && this.world.named(name) === undefined;
  }

  /** A die that has to be met, for whoever asks what is needed. @param of the sides of the pool that `it` is of */
  noteNeeded(f: Formula, of?: number): void {
    const die = this.#leastOf(f, of);
    const isKnown = (one: NeededDie) =>
      one.rule === this.rule && JSON.stringify([one.needed, one.under]) === JSON.stringify([die?.needed, this.under]);
    if (die && !this.needed.some(isKnown)) this.needed.push({ ...die, rule: this.rule, under: this.under });
  }

  /** What a die has to show for a test to hold; also where its highest face always does, or a 1 never. */
  #leastOf(f: Formula, of: number | undefined): Pick<NeededDie, "sides" | "needed"> | undefined {
    if (f.op === "if") {
      const isOr = f.yes.op === "const" && f.yes.value === 1;
      const isAnd = f.no.op === "const" && f.no.value === 0;
      if (isOr === isAnd) return undefined; // a choice between two tests
      const [a, b] = [this.#leastOf(f.test, of), this.#leastOf(isOr ? f.no : f.yes, of)];
      return a && b && { sides: a.sides, needed: { op: isOr ? "min" : "max", a: a.needed, b: b.needed } };
    }
    const face = (f.op === "eq" || f.op === "ne") && f.a.op === "it" && f.b.op === "const" ? f.b.value : undefined;
    if (of !== undefined && face === (f.op === "eq" ? of : 1))
      return { sides: of, needed: constant(f.op === "eq" ? of : 2) };
    const least = leastShown(f, this, of === undefined ? undefined : { sides: of, rule: this.rule, plus: [] });
    return least?.isBelow ? undefined : least;
  }

  mayRoll(node: SyntaxNode): boolean {
    if (this.rolling) return true;
    this.fail(node, said`no dice are rolled here`, said`roll them in a step, and give what they show a name`);
    return false;
  }

  /** How many dice are written, and their sides. */
  written(node: SyntaxNode): readonly [number, number] | undefined {
    const [, count, sides] = /^(\d*)[dD](\d+|%)$/u.exec(this.text.of(node)) ?? [];
    const [k, n] = [count ? Number(count) : 1, sides === "%" ? 100 : Number(sides)];
    if (k >= 1 && k <= 100 && n >= 2 && n <= MOST_SIDES) return [k, n];
    return void this.fail(node, said`dice have 2 to ${MOST_SIDES} sides, and 1 to 100 of them are written together`);
  }

  readonly functionTypes = new Map<string, ValueType>();
}
