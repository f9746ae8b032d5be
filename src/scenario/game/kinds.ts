/** The kinds of a game: their state, procedure and metrics, checked and made ready. */
import { FIRST, message } from "../../rule/message.ts";
import { rolls } from "../../rulesets/game/fold.ts";
import type { Formula, GameKind, GameMetric, SetStep, StateSlot } from "../../rulesets/game/ir.ts";
import type { Headline, Loss } from "../../rulesets/ruleset.ts";
import { said, type Text } from "../../rulesets/said.ts";
import { suggested } from "../nearest.ts";
import { type Place, quote } from "../problem.ts";
import { entries, type Located, nodeAt, partOf, plain, type ScalarNode } from "../tree.ts";
import { divided, fieldType, textIn } from "./fields.ts";
import { type GameRole, ROLES } from "./names.ts";
import { StepReader } from "./steps.ts";
import { gameText, RESERVED, takenWord, unreadLines } from "./text.ts";
import { constant, NUMBER, type ValueType, WRONG } from "./types.ts";
import type { GameWorld } from "./world.ts";

const SIDES: readonly (readonly [GameRole, "first" | "second"])[] = [
  ["attacker", "first"],
  ["defender", "second"],
];

/** Which sides a text speaks of: both, one after another, where it says `own` or `enemy`. */
const sidesOf = (text: string): readonly (readonly [GameRole | undefined, "first" | "second" | undefined])[] =>
  /(?<![\p{L}\d_.])(?:own|enemy)\./u.test(text) ? SIDES : [[undefined, undefined]];

const WINNERS = said`the winner is a metric whose words are first, second and draw`;
const isOfWinners = (words: readonly string[]): boolean => words.toSorted().join() === "draw,first,second";

export class KindReader {
  readonly #world: GameWorld;
  readonly #lines: readonly string[];
  readonly #steps: StepReader;
  readonly #state: StateSlot[] = [];
  /** Metrics of which a fault was told. */
  readonly #untold = new Set<string>();

  constructor(world: GameWorld, lines: readonly string[]) {
    this.#world = world;
    this.#lines = lines;
    this.#steps = new StepReader(world);
  }

  #fail(node: Located, message: Text, hint?: Text): undefined {
    return this.#world.tell(node.place, message, hint);
  }

  /** A formula of a part of a text, which rolls no dice. */
  #formula(node: ScalarNode, type: ValueType | undefined, from = 0, to?: number): { f: Formula; type: ValueType } {
    const steps = this.#steps;
    const text = gameText(node, this.#lines, "formula", from, to);
    const wrong = unreadLines(text, this.#world);
    const expression = text.tree.topNode.firstChild;
    if (wrong.size > 0 || expression === null) return { f: constant(0), type: { is: "wrong" } };
    steps.text = text;
    return steps.where({ rolling: false }, () =>
      type === undefined ? steps.formula(expression) : { f: steps.typed(expression, type), type },
    );
  }

  /** The fields that the kind reads, once it has been read, and the sides that take part in it. */
  get used(): ReadonlySet<string> {
    return this.#steps.used;
  }

  get roles(): readonly GameRole[] {
    const names = [...this.used, ...this.#state.map((state) => state.name)];
    const roles = ROLES.filter(
      (role) => this.#steps.choosers.has(role) || names.some((name) => name.startsWith(`${role}.`)),
    );
    return roles.length === 0 ? ["attacker"] : roles;
  }

  read(name: string, node: Located, functions: ScalarNode | undefined): GameKind {
    const steps = this.#steps;
    const at = (key: string) => partOf(node, key);
    if (functions !== undefined) steps.functionsOf(gameText(functions, this.#lines, "steps"));
    steps.rule = "";
    const state = at("state");
    for (const { key, keyPlace, node: value } of state?.kind === "map" ? state.entries : [])
      if (value.kind === "scalar") this.#declare(key, value, keyPlace);
    const winner = at("winner");
    const isWinner = winner?.kind === "scalar";
    if (isWinner) this.#decide(nodeAt(node, ["metrics", String(winner.value)]).node, state);
    const procedure = at("procedure");
    const body = procedure?.kind === "scalar" ? steps.steps(gameText(procedure, this.#lines, "steps"), name) : [];
    steps.keepCounts(body);
    const metrics = entries(at("metrics")).flatMap(([key, value]) => this.#metric(key, value));
    const names = [...new Set(metrics.map((metric) => metric.name))];
    const losses = this.#losses(at("losses"), metrics);
    if (isWinner) {
      const found = metrics.find((metric) => metric.name === String(winner.value));
      if (!found || (!this.#untold.has(found.name) && (found.values === "number" || !isOfWinners(found.values))))
        this.#fail(winner, WINNERS, found === undefined ? suggested(String(winner.value), names) : undefined);
    }
    const headline = this.#headline(at("headline"), metrics, isWinner ? String(winner.value) : undefined);
    const isMain = (metric: GameMetric) => Number(metric.name === headline.metric);
    return {
      slots: steps.slotNames.length,
      slotNames: steps.slotNames,
      slotWords: steps.slotWords,
      poolSlots: steps.poolSlots,
      state: this.#state,
      steps: body,
      functions: steps.functions,
      pools: steps.pools,
      metrics: metrics.toSorted((a, b) => isMain(b) - isMain(a)), // percentiles, pictures and replays are of the first
      headline,
      ...(isWinner ? { winner: String(winner.value) } : {}),
      ...(losses === undefined ? {} : { losses }),
      needed: steps.needed,
      reads: steps.reads,
    };
  }

  /** A name that lasts: `0..own.models`, `yes or no`, `one of first, second, draw = draw`. */
  #declare(key: string, node: ScalarNode, keyPlace: Place): undefined {
    const isOfSides = /^own\.[\p{L}_][\p{L}\d_]*$/u.test(key);
    const bare = key.replace(/^own\./u, "");
    if (RESERVED.includes(bare)) {
      this.#world.faulty.add(bare);
      return this.#refuse(key, { ...node, place: keyPlace }, ...takenWord(bare));
    }
    if (!isOfSides && !/^[\p{L}_][\p{L}\d_]*$/u.test(key))
      return this.#fail(node, said`${quote(key)} is no name of letters and digits; that of each side begins with own.`);
    const clash = isOfSides ? this.#world.unit.get(bare) : this.#world.named(bare);
    if (clash !== undefined || this.#steps.scopes[0]!.has(key) || this.#world.tables.has(key))
      return this.#refuse(key, node, said`${quote(key)} is the name of something else already`);
    const whole = String(node.value);
    const [typeText, start] = divided(whole);
    const startAt = whole.trimEnd().length - (start?.length ?? 0);
    const sides: readonly (GameRole | undefined)[] = isOfSides ? ROLES : [undefined];
    for (const side of sides) {
      this.#steps.own = side;
      const called = side === undefined ? key : `${side}.${bare}`;
      const ranged = /^(.+?)\.\.(.+)$/su.exec(typeText);
      if (ranged && !/^(?:one|any)\s+of\s/u.test(typeText)) {
        const low = this.#formula(node, NUMBER, 0, ranged[1]!.length).f;
        const highAt = ranged[1]!.length + 2;
        const high = this.#formula(node, NUMBER, highAt, typeText.length).f;
        const begins = start === undefined ? low : this.#formula(node, NUMBER, startAt).f;
        this.#add(called, NUMBER, low, high, begins, [ranged[1]!.trim(), ranged[2]!.trim()]);
        continue;
      }
      const read = fieldType(typeText, this.#world);
      const type = "fault" in read ? read.meant : read;
      if ("fault" in read && type !== undefined) this.#fail(node, read.fault);
      if (type === undefined || (type.is !== "yesNo" && type.is !== "word")) {
        const allowed = said`a state is a range such as 0..defender.models, yes or no, or one of a few words`;
        this.#refuse(key, node, allowed);
        break;
      }
      const begins = start === undefined ? constant(0) : this.#formula(node, type, startAt).f;
      this.#add(called, type, constant(0), constant(type.is === "word" ? type.words.length - 1 : 1), begins);
    }
    this.#steps.own = undefined;
  }

  /** A state that cannot be declared: its fault is told, and nothing of what is written of it. */
  #refuse(key: string, node: Located, message: Text, hint?: Text): undefined {
    const [names] = this.#steps.scopes;
    for (const name of key.startsWith("own.") ? SIDES.map(([role]) => key.replace("own", role)) : [key])
      if (!names!.has(name)) names!.set(name, { slot: this.#steps.slot(""), type: WRONG, state: false });
    return this.#fail(node, message, hint);
  }

  /** The state that decides who wins: a wrong list of its words is told where it is declared. */
  #decide(value: Located | undefined, state: Located | undefined): void {
    const node = value?.kind === "map" ? partOf(value, "value") : value;
    const name = node?.kind === "scalar" ? String(node.value).trim() : "";
    const known = this.#steps.scopes[0]!.get(name);
    if (known?.type.is !== "word" || isOfWinners(known.type.words)) return;
    this.#steps.scopes[0]!.set(name, { ...known, type: WRONG });
    this.#fail(nodeAt(state!, [name]).node, WINNERS);
  }

  /** @param range of a number, as it is written */
  #add(name: string, type: ValueType, low: Formula, high: Formula, start: Formula, range?: SetStep["range"]): void {
    const slot = this.#steps.slot(name, type);
    this.#steps.scopes[0]!.set(name, { slot, type, state: true });
    if (range) this.#steps.bounds.set(slot, { low, high, range });
    this.#state.push({ name, slot, low, high, start });
  }

  #metric(name: string, node: Located): GameMetric[] {
    const written = (node.kind === "map" ? partOf(node, "value") : node) as ScalarNode | undefined;
    if (written?.kind !== "scalar") return [];
    const turn = nodeAt(node, ["perTurn"]);
    const perTurn = turn.steps === 1 && turn.node.kind === "scalar" && turn.node.value === true;
    return sidesOf(String(written.value)).map(([role, side]): GameMetric => {
      const { f, type } = this.#steps.where({ own: role }, () => this.#formula(written, undefined));
      if (type.is === "wrong") this.#untold.add(name);
      if (rolls(f, this.#steps)) this.#fail(written, said`no dice are rolled here`);
      if (type.is === "pool" || type.is === "dice" || type.is === "keywords")
        this.#fail(written, said`a metric is a number, yes or no, or a word`);
      const values = type.is === "word" ? type.words : type.is === "yesNo" ? ["no", "yes"] : ("number" as const);
      const { line, column } = written.place;
      return {
        name,
        value: f,
        values,
        ...(side === undefined ? {} : { side }),
        ...(perTurn ? { perTurn: true } : {}),
        place: { line, column, rule: "" },
      };
    });
  }

  /** The metric that a node names. */
  #named(node: ScalarNode, metrics: readonly GameMetric[]): GameMetric | undefined {
    const name = String(node.value);
    const found = metrics.find((metric) => metric.name === name);
    const known = [...new Set(metrics.map((metric) => metric.name))];
    if (found === undefined) this.#fail(node, said`there is no metric ${quote(name)}`, suggested(name, known));
    return found;
  }

  #headline(node: Located | undefined, metrics: readonly GameMetric[], winner: string | undefined): Headline {
    if (node === undefined && winner !== undefined)
      return { metric: winner, values: ["first"], even: 0.5, text: message`of fights are won by ${FIRST}` };
    if (node === undefined) {
      const { name = "", values = "number" } = metrics[0] ?? {};
      const told = values === "number" ? {} : { values: [values.join() === "no,yes" ? "yes" : values[0]!] };
      return { metric: name, text: name, ...told };
    }
    const { metric, values, even } = plain(node) as Pick<Headline, "metric" | "values" | "even">;
    const written = partOf(node, "metric") as ScalarNode;
    const words = this.#named(written, metrics)?.values ?? "number";
    if (words !== "number") {
      values?.forEach((value, i) => {
        const word = String(value);
        if (!words.includes(word))
          this.#fail(
            nodeAt(node, ["values", i]).node,
            said`the metric has no value ${quote(word)}`,
            suggested(word, words),
          );
      });
      if (values === undefined)
        this.#fail(
          written,
          said`a metric of words is told by some of its values`,
          said`write values: [${words.at(-1)!}]`,
        );
    }
    const told = { ...(values === undefined ? {} : { values }), ...(even === undefined ? {} : { even }) };
    return { metric, text: textIn(partOf(node, "text")!).en, ...told };
  }

  #losses(node: Located | undefined, metrics: readonly GameMetric[]): { attacker?: Loss; defender?: Loss } | undefined {
    if (node === undefined) return undefined;
    const found: { attacker?: Loss; defender?: Loss } = {};
    for (const [role, side] of SIDES) {
      const who = partOf(node, role);
      const metric = who && this.#named((who.kind === "map" ? partOf(who, "metric") : who) as ScalarNode, metrics);
      if (metric === undefined) continue;
      const { name, values } = metric;
      const given = partOf(who, "value") as ScalarNode | undefined;
      const value = given ? String(given.value) : values === "number" ? undefined : "yes";
      found[role] = {
        metric: name,
        ...(metric.side === undefined ? {} : { side }),
        ...(value === undefined ? {} : { value }),
      };
    }
    return found;
  }
}
