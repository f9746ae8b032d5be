/** Steps: blocks, what they change, and in which order sides go. */
import type { SyntaxNode } from "@lezer/common";
import { rolls } from "../../rulesets/game/fold.ts";
import type { Formula, GameStep } from "../../rulesets/game/ir.ts";
import { said } from "../../rulesets/said.ts";
import { suggested } from "../nearest.ts";
import { quote } from "../problem.ts";
import { Assignments } from "./assign.ts";
import { nameGiven, type StepLine, stepLines } from "./lines.ts";
import { ROLES, type Variable } from "./names.ts";
import { type GameText, partsIn, writtenFor } from "./text.ts";
import { constant, NUMBER, not, type ValueType, WRONG } from "./types.ts";

/** Steps of one kind beyond which it is refused: `each side` writes its block out for every order of the sides. */
const MOST_STEPS = 5_000;

/** Blocks that may begin behind the colon of another. */
const INLINE = ["If", "Repeat", "While", "Until"];

export class StepReader extends Assignments {
  #count = 0;
  #result: Formula | undefined;

  /** All steps of a text. */
  steps(text: GameText, rule: string): GameStep[] {
    this.text = text;
    this.rule = rule;
    return this.#block(stepLines(text, this.world));
  }

  /** Functions of a text: each takes values and gives one. */
  functionsOf(text: GameText): void {
    this.text = text;
    for (const line of stepLines(text, this.world)) {
      const [head] = line.nodes;
      if (line.isWrong) {
        const name = /^function\s+([\p{L}_][\p{L}\d_]*)/u.exec(text.of(line))?.[1];
        if (name !== undefined) this.functionTypes.set(name, WRONG);
        continue;
      }
      if (head?.name !== "Function") {
        this.fail(line, said`here only functions are declared`, said`write function name(a, b):`);
        continue;
      }
      this.#function(head, line);
    }
  }

  #function(head: SyntaxNode, line: StepLine): void {
    const [nameNode, list, ...inline] = partsIn(head);
    if (nameNode === undefined || list === undefined) return;
    const name = this.text.of(nameNode);
    this.rule = line.rule ?? name;
    if (Object.hasOwn(this.functions, name))
      return void this.fail(nameNode, said`there are two functions ${quote(name)}`);
    const scope = new Map<string, Variable>();
    const params = partsIn(list).map((param) => {
      const slot = this.slot("");
      scope.set(this.text.of(param), { slot, type: NUMBER, state: false });
      return slot;
    });
    this.#result = undefined;
    const type: { of: ValueType } = { of: WRONG };
    this.#giving = type;
    const body = this.where({ scopes: [scope] }, () =>
      inline.length > 0 ? this.#simples(inline) : this.#lines(line.block),
    );
    this.#giving = undefined;
    if (this.#result === undefined)
      return void this.fail(head, said`the function ${quote(name)} gives nothing`, said`end it with give VALUE`);
    this.functions[name] = { name, params, body, result: this.#result };
    this.functionTypes.set(name, type.of);
    this.#result = undefined;
  }
  #giving: { of: ValueType } | undefined;

  /** Lines in a scope of their own. */
  #block(lines: readonly StepLine[], inline: readonly SyntaxNode[] = []): GameStep[] {
    return this.scoped(() => [...this.#simples(inline), ...this.#lines(lines)]);
  }

  #lines(lines: readonly StepLine[]): GameStep[] {
    const steps: GameStep[] = [];
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!;
      if (line.rule !== undefined) this.rule = line.rule;
      const [head] = line.nodes;
      if (line.isWrong) {
        const name = nameGiven(this.text, line);
        if (name !== undefined && this.variable(name) === undefined)
          this.scopes.at(-1)!.set(name, { slot: this.slot(""), type: WRONG, state: false });
        const own = /^each\s+side\b/u.test(this.text.of(line)) ? { own: ROLES[0]! } : {};
        this.where(own, () => this.#looped(() => this.#block(line.block))); // it may have been a loop
        if (/^(?:else\s+)?if\b/u.test(this.text.of(line))) while (this.#goesOn(lines[at + 1])) this.#if([lines[++at]!]);
        continue;
      }
      if (head === undefined) continue;
      if (++this.#count > MOST_STEPS) {
        if (this.#count === MOST_STEPS + 1) this.fail(line, said`more than ${MOST_STEPS} steps, each side's counted`);
        return steps;
      }
      if (head.name === "If") {
        const ways = [line];
        while (this.#goesOn(lines[at + 1])) {
          ways.push(lines[++at]!);
          if (ways.at(-1)!.nodes[0]!.name === "Else") break;
        }
        steps.push(...this.#if(ways));
      } else steps.push(...this.#step(head, line));
    }
    return steps;
  }

  /** Whether a line is another way of the `if` above it, and can be read. */
  #goesOn(line: StepLine | undefined): line is StepLine {
    return line !== undefined && !line.isWrong && ["ElseIf", "Else"].includes(line.nodes[0]?.name ?? "");
  }

  /** What a head of a block says behind its colon, without `skip` parts of its own. */
  #bodyOf(head: SyntaxNode, line: StepLine, skip: number): GameStep[] {
    const inline = partsIn(head).slice(skip);
    const isInline = INLINE.includes(inline[0]?.name ?? "");
    if (isInline) return this.#owned(this.scoped(() => this.#lines([{ ...line, nodes: inline }])));
    if (inline.length > 0 && line.block.length > 0)
      this.fail(line.block[0]!, said`steps stand behind the colon or on lines of their own, not both`);
    if (inline.length === 0 && line.block.length === 0) this.fail(head, said`this block has no steps`);
    return this.#owned(this.#block(line.block, inline));
  }

  /** Steps with the side whose turn it is. */
  #owned = (steps: readonly GameStep[]): GameStep[] =>
    steps.map((step) => (this.own === undefined ? step : { ...step, own: this.own }));

  #if([first, ...rest]: readonly StepLine[]): GameStep[] {
    const head = first!.nodes[0]!;
    if (first!.rule !== undefined) this.rule = first!.rule;
    if (head.name === "Else") return this.#bodyOf(head, first!, 0);
    const [test] = partsIn(head);
    if (test === undefined) return [];
    const holds = this.condition(test);
    const under = (test: Formula): Formula => ({ op: "if", test, yes: this.under, no: constant(0) });
    const then = this.where({ under: under(holds) }, () => this.#bodyOf(head, first!, 1));
    const otherwise = () => this.where({ under: under(not(holds)) }, () => this.#if(rest));
    return [{ op: "if", test: holds, yes: then, no: rest.length === 0 ? [] : otherwise() }];
  }

  #step(head: SyntaxNode, line: StepLine): GameStep[] {
    const [first] = partsIn(head);
    switch (head.name) {
      case "ElseIf":
      case "Else":
        return this.refuse(head, said`"else" stands below an "if" as far in as itself`);
      case "Repeat":
      case "While":
      case "Until":
      case "Turns":
        return this.#loop(head, line, first);
      case "Each":
        return this.#each(head, line);
      case "Simultaneously":
        return this.#simultaneously(head, line);
      case "Function":
        return this.refuse(head, said`functions are declared under "functions:" of the game`);
      default:
        return this.#simples(line.nodes);
    }
  }

  #looped(make: () => GameStep[], unbounded = 0): GameStep[] {
    return this.where({ loops: this.loops + 1, unbounded: this.unbounded + unbounded }, make);
  }

  /** A loop: so many rounds, which `turn` counts where they are turns; while a test holds; or until it is stopped. */
  #loop(head: SyntaxNode, line: StepLine, first: SyntaxNode | undefined): GameStep[] {
    const isOfTurns = head.name === "Turns";
    const isBare = isOfTurns && (first === undefined || ["Assign", "Stop", "Give", ...INLINE].includes(first.name));
    if (first === undefined && !isBare) return [];
    const place = this.place(head);
    if (isBare || head.name === "While" || head.name === "Until") {
      const holds = isBare ? constant(1) : this.condition(first!);
      const test: Formula = head.name === "Until" ? not(holds) : holds;
      return [{ op: "while", test, body: this.#looped(() => this.#bodyOf(head, line, isBare ? 0 : 1), 1), place }];
    }
    const times = this.number(first!);
    const slot = this.slot("");
    const turn = isOfTurns ? { turn: this.slot("turn") } : {};
    const names = Object.entries(turn).map(([name, slot]) => [name, { slot, type: NUMBER, state: true }] as const);
    const body = this.scoped(() => this.#looped(() => this.#bodyOf(head, line, 1)), new Map(names));
    return [{ op: "repeat", times, slot, ...turn, body, place }];
  }

  /** Both sides, one after another: the one named first, or by what each rolls for it. */
  #each(head: SyntaxNode, line: StepLine): GameStep[] {
    const [by] = partsIn(head).filter(({ name }) => name === "By" || name === "Name");
    const { rule, text } = this;
    if (by?.name === "Name") {
      const list = text.of(by);
      const words = this.world.words.get(list);
      if (words === undefined)
        return this.refuse(
          by,
          said`there is no list of words ${quote(list)}`,
          suggested(list, ["side", ...this.world.words.keys()]),
        );
      const written = (word: string) => ({
        ...text,
        of: (node: SyntaxNode) => writtenFor(text.of(node), [list, word]),
      });
      return words.flatMap((word) => this.where({ text: written(word), rule }, () => this.#bodyOf(head, line, 1)));
    }
    const ofEach = <T>(make: () => T) => ROLES.map((role) => this.where({ own: role, rule }, make));
    // Each side's steps once: in either order of the sides they are the same.
    const ordered = () => ofEach(() => this.#bodyOf(head, line, by === undefined ? 0 : 1));
    if (by === undefined) return ordered().flat();
    const [roll, ties] = partsIn(by);
    if (roll === undefined || ties === undefined) return [];
    const told = this.text.of(ties);
    if (!["attacker", "defender", "again"].includes(told))
      return this.refuse(
        ties,
        said`ties are for attacker, for defender, or again`,
        suggested(told, ["attacker", "defender", "again"]),
      );
    const place = this.place(by);
    const set = (slot: number, value: Formula): GameStep => ({ op: "set", slot, value, name: "", place });
    const rolled = ofEach(() => ({ value: this.number(roll), slot: this.slot(""), own: this.own! }));
    const isAgain = told === "again";
    if (isAgain && !rolled.some(({ value }) => rolls(value, this)))
      this.fail(ties, said`no dice are rolled for it: the same would come again`);
    const [a, b] = rolled.map(({ slot }): Formula => ({ op: "get", slot })) as [Formula, Formula];
    // Whether the attacker is first; a tie as 2. It has a slot of its own, so that what was rolled for it is forgotten.
    const first = this.slot("");
    const tie: Formula = { op: "eq", a: { op: "get", slot: first }, b: constant(2) };
    const order: Formula = { op: told === "defender" ? "gt" : "ge", a, b };
    const decide = [
      ...rolled.map(({ value, slot, own }) => ({ ...set(slot, value), own })),
      set(first, isAgain ? { op: "if", test: { op: "eq", a, b }, yes: constant(2), no: order } : order),
    ];
    const [attacker, defender] = ordered();
    return [
      ...(isAgain ? [set(first, constant(2)), { op: "while", test: tie, body: decide, place } as const] : decide),
      {
        op: "if",
        test: { op: "get", slot: first },
        yes: [...attacker!, ...defender!],
        no: [...defender!, ...attacker!],
      },
    ];
  }

  /** Steps that read the state as it is at their start. */
  #simultaneously(head: SyntaxNode, line: StepLine): GameStep[] {
    if (this.before !== undefined) return this.refuse(head, said`"simultaneously" stands in no other one`);
    const state = this.scopes.flatMap((scope) => [...scope.values()]);
    const before = new Map(state.map(({ slot }) => [slot, this.slot("")]));
    const place = this.place(head);
    const kept = [...before].map(
      ([slot, copy]): GameStep => ({ op: "set", slot: copy, value: { op: "get", slot }, name: "", place }),
    );
    const now = { before, assigned: new Map(), around: this.scopes.at(-1) };
    const body = this.where(now, () => this.#bodyOf(head, line, 0));
    return [...kept, ...this.together(body, head)];
  }

  #simples(nodes: readonly SyntaxNode[]): GameStep[] {
    return nodes.flatMap((node): GameStep[] => {
      if (node.name === "Stop") return this.#stop(node);
      if (node.name === "Give") return this.#give(node);
      if (node.name === "Assign") return this.assign(node);
      if (node.name === "Choose") return this.#choose(node);
      return this.refuse(node, said`a block begins on a line of its own`);
    });
  }

  #stop(node: SyntaxNode): GameStep[] {
    if (this.loops === 0)
      return this.refuse(node, said`"stop" ends a loop, and stands in none`, said`write ${"if CONDITION: STEPS"}`);
    const [test] = partsIn(node);
    const stop: GameStep = { op: "stop" };
    return [test === undefined ? stop : { op: "if", test: this.condition(test), yes: [stop], no: [] }];
  }

  #choose(node: SyntaxNode): GameStep[] {
    if (this.#giving !== undefined) this.fail(node, said`a side chooses in a procedure, not in a function`);
    if (this.unbounded > 0)
      this.fail(node, said`a side chooses in loops that end: this one has no bound`, said`write turns NUMBER:`);
    const choice = this.choice(node);
    return choice === undefined ? [] : [{ op: "choose", choices: [choice], place: this.place(node) }];
  }

  #give(node: SyntaxNode): GameStep[] {
    const [value] = partsIn(node);
    if (value === undefined) return [];
    if (this.#giving === undefined || this.loops > 0 || this.#result !== undefined)
      return this.refuse(node, said`"give" is the last step of a function`);
    const { f, type } = this.formula(value);
    this.#result = f;
    this.#giving.of = type;
    return [];
  }
}
