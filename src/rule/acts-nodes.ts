import { type ActedBattle, type ActRow, ActRows, applyOutcome, countersOf, Numbering, type Position } from "./acts.ts";
import { longEnough } from "./alias-rows.ts";
import { keptIn } from "./once.ts";
import { WIDTH } from "./wide-rows.ts";

/** Within a node: UNKNOWN, END, ROLLED, or a row of its own in `columns`; and where its edges begin. */
export const HEAD = 0;
export const EDGES = 1;
export const NODE = 2;
/**
 * Within an edge: the node that it leads to, from 1, 0 where that has not come up; where its list of changes begins, 0
 * without.
 */
export const TO = 0;
export const CHANGES = 1;
export const EDGE = 2;
/** Where an outcome leads, as one number: the node in these bits; above them its list of changes, if that is one of the first. */
export const NODE_BITS = 22;
const UNKNOWN = 0;
/** The stage is over: its one edge leads to where the next begins. */
export const END = -1;
/** An act is next for which dice are rolled: nothing leads on from here. */
export const ROLLED = -3;
/** An act is next, of which nothing is drawn here. */
const KNOWN = -2;

/**
 * The positions of a battle as they come up, counters left out but for those that are kept, and what leads from each to which:
 * a position of which an act is next has an edge for each outcome, made when it is first asked for.
 */
export class ActNodes {
  readonly battle: ActedBattle;
  readonly rows: ActRows;
  /** The fields that are counters. */
  readonly counters: readonly number[];
  /** The node that all begins with. */
  readonly first: number;
  /** By node, NODE integers. */
  nodes: Int32Array = new Int32Array(2 ** 8);
  /**
   * Rows as `WideRows` has them, each of one node: in place of outcomes `~outcome`, or where that leads, which whoever draws
   * puts there.
   */
  columns: Int32Array = new Int32Array(2 ** 8);
  #columns = WIDTH;
  /** By edge, EDGE integers. */
  edges: Int32Array = new Int32Array(2 ** 8);
  /** How counters change: of how many, then pairs of a counter, by its place among all, and its change. */
  lists: Int32Array = new Int32Array(2 ** 8);
  readonly #numbers: Numbering;
  /** Fields that tell nodes apart. */
  readonly #fields: readonly number[];
  readonly #position: Position;
  readonly #vector: Int32Array;
  readonly #rowOf: ActRow[] = [];
  readonly #changesOf = new Map<ActRow, readonly number[]>();
  readonly #listOf = new Map<string, number>();
  readonly #places: Int32Array[] = [];
  readonly #isDrawn: boolean;
  #edges = 0;
  #lists = 1;

  /** @param kept counters that tell nodes apart; @param isDrawn whether nodes have rows to draw from */
  constructor(
    battle: ActedBattle,
    kept: readonly number[] = [],
    rows: ActRows = new ActRows(battle.acts),
    isDrawn = false,
  ) {
    this.battle = battle;
    this.rows = rows;
    this.#isDrawn = isDrawn;
    this.counters = countersOf(battle);
    const counters = new Set(this.counters);
    for (const counter of kept) counters.delete(counter);
    this.#position = Int32Array.from(battle.start);
    this.#fields = [...this.#position.keys()].filter((field) => !counters.has(field));
    this.#numbers = new Numbering(this.#fields.length + 2);
    this.#vector = new Int32Array(this.#fields.length + 2);
    this.first = this.#number(0);
    this.open(this.first);
  }

  /** How many nodes there are, and the integers that all takes. */
  get count(): number {
    return this.#numbers.count;
  }

  get size(): number {
    const { count, width } = this.#numbers;
    return count * (2 * width + NODE) + this.#edges + this.#columns + this.#lists + this.rows.size;
  }

  #alike(stage: number): number {
    const { alikeFrom = stage } = this.battle;
    return stage < alikeFrom ? stage : alikeFrom;
  }

  /** The number of where the position stands once it has moved on. */
  #number(stage: number): number {
    const vector = this.#vector;
    const position = this.#position;
    vector[1] = this.battle.next(position, stage);
    vector[0] = this.#alike(stage);
    for (let i = 0; i < this.#fields.length; i++) vector[i + 2] = position[this.#fields[i]!]!;
    const node = this.#numbers.number(vector);
    this.nodes = longEnough(this.nodes, (node + 1) * NODE);
    return node;
  }

  /** The position of a node, counters that are not kept being 0. It is written over by the next call of anything here. */
  position(node: number): Position {
    const { words, width } = this.#numbers;
    const position = this.#position;
    position.fill(0);
    for (let i = 0; i < this.#fields.length; i++) position[this.#fields[i]!] = words[node * width + i + 2]!;
    return position;
  }

  /** What `read` reads off a node. */
  places(node: number): Int32Array {
    let places = this.#places[node];
    if (places === undefined) {
      places = new Int32Array(this.battle.places);
      this.battle.read(this.position(node), places);
      this.#places[node] = places;
    }
    return places;
  }

  /** The number of the act that is next there, -1 where the stage is over. */
  actOf(node: number): number {
    return this.#numbers.words[node * this.#numbers.width + 1]!;
  }

  /** The distribution of the act that is next there. */
  rowOf(node: number): ActRow {
    this.#rowOf[node] ??= this.rows.row(this.actOf(node), this.position(node));
    return this.#rowOf[node];
  }

  /** Makes ready what leads on from a node. @returns its HEAD */
  open(node: number): number {
    const at = node * NODE;
    if (this.nodes[at + HEAD] !== UNKNOWN) return this.nodes[at + HEAD]!;
    const act = this.actOf(node);
    if (act >= 0 && this.battle.acts[act]!.roll !== undefined) {
      this.nodes[at + HEAD] = ROLLED;
      return ROLLED;
    }
    const row = act < 0 ? undefined : this.rowOf(node);
    const ways = row === undefined ? 1 : row.distribution.outcomes.length;
    const first = this.#edges;
    this.#edges += ways * EDGE;
    this.edges = longEnough(this.edges, this.#edges);
    if (this.#isDrawn && row !== undefined && row.act.adds.length > 0)
      this.#changesBy(row).forEach((list, outcome) => {
        this.edges[first + outcome * EDGE + CHANGES] = list;
      });
    this.nodes[at + EDGES] = first;
    this.nodes[at + HEAD] = row === undefined ? END : this.#isDrawn ? this.#ownRow(this.rows.headOf(row)) : KNOWN;
    return this.nodes[at + HEAD]!;
  }

  /** A row of the node's own. */
  #ownRow(head: number): number {
    const shift = head & 31;
    const from = (head >>> 5) * WIDTH;
    const length = 2 ** (32 - shift) * WIDTH;
    const first = this.#columns;
    this.#columns += length;
    this.columns = longEnough(this.columns, this.#columns);
    const { columns } = this;
    columns.set(this.rows.wide.data.subarray(from, from + length), first);
    for (let column = first; column < first + length; column += WIDTH) {
      columns[column + 1] = ~columns[column + 1]!;
      columns[column + 2] = ~columns[column + 2]!;
    }
    return ((first / WIDTH) << 5) | shift;
  }

  /** How each outcome changes counters. */
  #changesBy(row: ActRow): readonly number[] {
    return keptIn(this.#changesOf, row, ({ act: { sets, adds }, distribution }) =>
      distribution.outcomes.map((outcome) => this.#list(adds, outcome.slice(sets.length))),
    );
  }

  #list(counters: readonly number[], by: readonly number[]): number {
    const pairs = counters.flatMap((counter, i) => (by[i] === 0 ? [] : [this.counters.indexOf(counter), by[i]!]));
    if (pairs.length === 0) return 0;
    return keptIn(this.#listOf, pairs.join(), () => {
      const at = this.#lists;
      this.#lists += 1 + pairs.length;
      this.lists = longEnough(this.lists, this.#lists);
      this.lists.set([pairs.length / 2, ...pairs], at);
      return at;
    });
  }

  /** The node that follows on an outcome of one that is open, in stage `stage`; of a stage that is over, the next one's first. */
  follow(node: number, stage: number, outcome: number): number {
    const edge = this.nodes[node * NODE + EDGES]! + outcome * EDGE;
    const known = this.edges[edge + TO]!;
    if (known > 0) return known - 1;
    const row = this.actOf(node) < 0 ? undefined : this.rowOf(node);
    const position = this.position(node);
    if (row !== undefined) applyOutcome(row.act, position, row.distribution.outcomes[outcome]!);
    const next = this.#number(stage);
    this.open(next);
    this.edges[edge + TO] = next + 1;
    return next;
  }
}
