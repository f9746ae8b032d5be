/** Formulas: names found, types checked, made into what is calculated. */
import type { SyntaxNode } from "@lezer/common";
import { rolls } from "../../rulesets/game/fold.ts";
import type { BinaryOp, Formula } from "../../rulesets/game/ir.ts";
import { type Said, said } from "../../rulesets/said.ts";
import { suggested } from "../nearest.ts";
import { quote } from "../problem.ts";
import { type Typed, wrong } from "./names.ts";
import { COMPARE, PoolFormulas } from "./pool-formula.ts";
import { partsIn, says } from "./text.ts";
import { and, constant, isLike, NUMBER, not, or, told, type ValueType, WRONG, YES_NO } from "./types.ts";

/** Functions with fixed names: how many numbers they take. */
const NUMERIC: Readonly<Record<string, number>> = { min: 2, max: 2, abs: 1 };
const ROUNDING = ["floor", "ceil", "round"];
const OF_POOLS = ["count", "sum", "highest", "lowest", "matches", "size"];

export class Formulas extends PoolFormulas {
  /** A formula of a type; told where it is of another. */
  typed(node: SyntaxNode, type: ValueType): Formula {
    const found = this.formula(node, type);
    if (isLike(found.type, type)) return found.f;
    const hint =
      found.type.is === "pool" && type.is === "number"
        ? said`write sum(…), count(…: it >= 4) or highest(…)`
        : found.type.is === "dice"
          ? said`write roll ${this.text.of(node)}`
          : node.name === "Number" && type.is === "yesNo"
            ? said`write ${this.text.of(node) === "0" ? "no" : "yes"}`
            : found.type.is === "number" && type.is === "yesNo"
              ? said`compare it: ${this.text.of(node)} > 0`
              : found.type.is === "yesNo" && type.is === "number"
                ? said`write (1 if ${this.text.of(node)} else 0)`
                : found.type.is === "word" && type.is === "yesNo"
                  ? said`compare it: ${this.text.of(node)} == ${found.type.words[0]!}`
                  : undefined;
    return this.fail(node, said`this is ${told(found.type)}, ${told(type)} is expected`, hint).f;
  }

  override number(node: SyntaxNode): Formula {
    return this.typed(node, NUMBER);
  }

  override condition(node: SyntaxNode): Formula {
    return this.typed(node, YES_NO);
  }

  override formula(node: SyntaxNode, expected?: ValueType): Typed {
    const parts = partsIn(node);
    switch (node.name) {
      case "Number":
        return this.#literal(node);
      case "Yes":
      case "No":
        return { f: constant(node.name === "Yes" ? 1 : 0), type: YES_NO };
      case "It":
        return this.asksIt
          ? { f: { op: "it" }, type: NUMBER }
          : this.fail(node, said`"it" is the die of a pool that is asked about`);
      case "Paren":
        return parts[0] === undefined ? wrong : this.formula(parts[0], expected);
      case "Negative":
        return parts[0] === undefined
          ? wrong
          : { f: { op: "sub", a: constant(0), b: this.number(parts[0]) }, type: NUMBER };
      case "Not":
        return parts[0] === undefined ? wrong : { f: not(this.condition(parts[0])), type: YES_NO };
      case "Dice":
        return this.#dice(node);
      case "Binary":
        return this.#binary(node, parts);
      case "In":
        return this.#within(node, parts);
      case "Has":
        return this.#has(parts);
      case "Conditional":
        return this.#conditional(parts, expected);
      case "Path":
        return this.#path(node, expected);
      case "Call":
        return this.#call(node, parts);
      case "Index":
        return this.#table(node, parts);
      case "Roll":
        return this.roll(node, parts, expected);
      case "Pick":
        return this.pick(node, parts);
      default:
        return wrong;
    }
  }

  #literal(node: SyntaxNode): Typed {
    const value = Number(this.text.of(node));
    return value <= 1_000_000
      ? { f: constant(value), type: NUMBER }
      : this.fail(node, said`numbers go up to ${1_000_000}`);
  }

  #dice(node: SyntaxNode): Typed {
    const written = this.written(node);
    if (written === undefined || !this.mayRoll(node)) return wrong;
    const [count, sides] = written;
    return { f: { op: "dice", count, sides, rule: this.rule }, type: NUMBER };
  }

  #binary(node: SyntaxNode, parts: SyntaxNode[]): Typed {
    const [left, sign, right] = parts.length === 3 ? parts : [parts[0], undefined, parts[1]];
    if (left === undefined || right === undefined) return wrong;
    if (says(node, "and") || says(node, "or")) {
      const either = says(node, "and") ? and : or;
      return { f: either(this.condition(left), this.condition(right)), type: YES_NO };
    }
    const text = sign === undefined ? "" : this.text.of(sign);
    if (text === "/")
      return this.fail(node, said`a division leaves parts`, said`write floor(a / b), ceil(a / b) or round(a / b)`);
    const arithmetic = ({ "+": "add", "-": "sub", "*": "mul" } as const)[text];
    if (arithmetic !== undefined)
      return { f: { op: arithmetic, a: this.number(left), b: this.number(right) }, type: NUMBER };
    return this.#compare(COMPARE[text] ?? "eq", left, right, node);
  }

  #compare(op: BinaryOp, left: SyntaxNode, right: SyntaxNode, node: SyntaxNode): Typed {
    const isWord = (one: SyntaxNode) => one.name === "Path" && this.isFree(this.text.of(one));
    const [a, b] = isWord(left)
      ? ((other: Typed) => [this.formula(left, other.type), other] as const)(this.formula(right))
      : ((first: Typed) => [first, this.formula(right, first.type)] as const)(this.formula(left));
    const both = [
      [a.type, left],
      [b.type, right],
    ] as const;
    for (const [type, at] of both)
      if (!["number", "yesNo", "word", "wrong"].includes(type.is)) return { f: this.number(at), type: WRONG };
    if (!isLike(a.type, b.type)) {
      const [it, at] =
        a.type.is === "yesNo" || (a.type.is === "number" && b.type.is === "word") ? [b, right] : [a, left];
      const [yesNo] = both.flatMap(([type, of]) => (type.is === "yesNo" ? [of] : []));
      const [shadow] = [left, right]
        .map((one) => this.text.of(one))
        .filter((one) => it.type.is === "word" && it.type.words.includes(one));
      const hint =
        shadow !== undefined
          ? said`here ${quote(shadow)} is a name with a value, and not the word: call one of the two something else`
          : it.type.is === "word"
            ? said`write ${`${this.text.of(at)} == ${it.type.words[0]!}`}`
            : yesNo && said`yes or no needs no comparing: ${this.text.of(yesNo)}, not ${this.text.of(yesNo)}`;
      return this.fail(node, said`${told(a.type)} and ${told(b.type)} are never compared`, hint);
    }
    if (op !== "eq" && op !== "ne" && a.type.is !== "number" && a.type.is !== "wrong")
      return this.fail(node, said`only numbers are less or more: this is ${told(a.type)}`, said`write == or !=`);
    const f: Formula = { op, a: a.f, b: b.f };
    this.noteNeeded(f);
    return { f, type: YES_NO };
  }

  #within(node: SyntaxNode, [value, low, high]: SyntaxNode[]): Typed {
    if (value === undefined || low === undefined || high === undefined) return wrong;
    const x = this.number(value);
    if (rolls(x, this))
      return this.fail(
        node,
        said`dice that are rolled here would be rolled twice`,
        said`give them a name in a step of their own`,
      );
    const a: Formula = { op: "ge", a: x, b: this.number(low) };
    return { f: and(a, { op: "le", a: x, b: this.number(high) }), type: YES_NO };
  }

  #has([who, what]: SyntaxNode[]): Typed {
    if (who === undefined || what === undefined) return wrong;
    const path = this.text.of(who);
    const fields = [...(this.fieldsOf(path)?.[1].values() ?? [])].filter(({ type }) => type.is === "keywords");
    if (fields.length === 0 && this.world.faulty.size > 0) return wrong;
    if (fields.length === 0)
      return this.fail(
        who,
        said`${quote(path)} has no list of keywords`,
        said`declare one: keywords: any of swift, brave`,
      );
    const word = this.text.of(what);
    for (const field of fields) {
      const words = field.type.is === "keywords" ? field.type.words : [];
      const bit = words.indexOf(word);
      if (bit < 0) continue;
      const from = this.fieldsOf(path)![0];
      this.used.add(`${from}.${field.name}`);
      const at = this.world.givenAt(from, field);
      return { f: { op: "has", at, bit }, type: YES_NO };
    }
    return this.fail(
      what,
      said`there is no keyword ${quote(word)}`,
      suggested(
        word,
        fields.flatMap(({ type }) => (type.is === "keywords" ? type.words : [])),
      ),
    );
  }

  #conditional([then, test, other]: SyntaxNode[], expected?: ValueType): Typed {
    if (then === undefined || test === undefined || other === undefined) return wrong;
    const holds = this.condition(test);
    const a = this.formula(then, expected);
    const b = this.formula(other, expected ?? a.type);
    if (!isLike(a.type, b.type)) return this.fail(other, said`this is ${told(b.type)}, ${told(a.type)} is expected`);
    return { f: { op: "if", test: holds, yes: a.f, no: b.f }, type: a.type };
  }

  #path(node: SyntaxNode, expected?: ValueType): Typed {
    const path = this.text.of(node).normalize("NFC");
    const variable = this.variable(this.stateName(path));
    if (variable !== undefined) return { f: this.get(variable.slot), type: variable.type };
    const cut = path.lastIndexOf(".");
    const list = path.split("$")[1];
    if (list !== undefined)
      return this.fail(node, said`${quote(path)} is there for each word of a list`, said`write it below each ${list}:`);
    if (expected?.is === "wrong" || this.world.faulty.has(path.slice(cut + 1))) return wrong;
    if (cut >= 0) {
      const owner = this.fieldsOf(path.slice(0, cut));
      if (owner === undefined) return this.#noOwner(node, path.slice(0, cut));
      const name = path.slice(cut + 1);
      const field = owner[1].get(name);
      if (field === undefined)
        return this.fail(
          node,
          said`there is no characteristic ${quote(name)}`,
          this.#elsewhere(name, path.split(".", 1)[0]!) ?? suggested(name, [...owner[1].keys()]),
        );
      return this.given(owner[0], field, path);
    }
    const named = this.world.named(path);
    if (named !== undefined) return this.given(...named, path);
    const hint = (known: readonly string[]) =>
      this.world.tables.has(path)
        ? said`it is a table: write ${path}[KEY]`
        : this.ended.has(path)
          ? said`its block has ended: write ${path} = VALUE before the block`
          : (this.#elsewhere(path, this.own === undefined ? "attacker" : "own") ?? suggested(path, known));
    if (expected?.is === "word") {
      const value = expected.words.indexOf(path);
      if (value >= 0) return { f: constant(value), type: expected };
      return this.fail(node, said`there is no word ${quote(path)} here`, hint([...expected.words, ...this.known()]));
    }
    return this.fail(node, said`nothing is called ${quote(path)} here`, hint(this.known()));
  }

  /** What a name is that stands with others than it is written with: how it is written. @param side whose it may be */
  #elsewhere(name: string, side: string): Said | undefined {
    const written = { true: "yes", false: "no" }[name];
    if (written !== undefined) return said`write ${written}`;
    if (this.world.named(name) || this.variable(name)) return said`write ${name}`;
    const who = side === "weapon" ? (this.own === undefined ? "attacker" : "own") : side;
    if (this.variable(this.stateName(`${who}.${name}`)) || this.world.unit.has(name))
      return said`write ${`${who}.${name}`}`;
    return this.world.weapon.has(name) ? said`write ${`${who}.weapon.${name}`}` : undefined;
  }

  #noOwner(node: SyntaxNode, head: string): Typed {
    if (head === "own" || head === "enemy")
      return this.fail(node, said`${quote(head)} is known inside of "each side:"`);
    if (["situation", "numbers", "options", "rules", "state"].includes(head))
      return this.fail(
        node,
        said`${quote(head)} is left out here`,
        said`write ${this.text.of(node).slice(head.length + 1)}`,
      );
    return this.fail(
      node,
      said`nothing is called ${quote(head)} here`,
      suggested(head, ["attacker", "defender", "weapon", "own", "enemy"]),
    );
  }

  #call(node: SyntaxNode, parts: SyntaxNode[]): Typed {
    const [head, ...args] = parts;
    if (head === undefined) return wrong;
    const name = this.text.of(head);
    const test = args.at(-1)?.name === "Test" ? args.pop() : undefined;
    if (test !== undefined && name !== "count") return this.fail(test, said`only count(…) takes a test`);
    if (OF_POOLS.includes(name)) return this.ofPool(node, name, args, test);
    if (ROUNDING.includes(name)) return this.#rounded(node, name as "floor", args);
    if (Object.hasOwn(NUMERIC, name)) {
      const [a, b] = args;
      if (args.length !== NUMERIC[name] || a === undefined)
        return this.fail(node, said`${name} takes ${NUMERIC[name]!} numbers`);
      return { f: { op: name as "min", a: this.number(a), b: b ? this.number(b) : constant(0) }, type: NUMBER };
    }
    const called = Object.hasOwn(this.functions, name) ? this.functions[name] : undefined;
    if (called === undefined && this.functionTypes.has(name)) return wrong;
    if (called === undefined)
      return this.fail(
        head,
        said`there is no function ${quote(name)}`,
        suggested(name, [...OF_POOLS, ...ROUNDING, ...Object.keys(NUMERIC), ...Object.keys(this.functions)]),
      );
    if (args.length !== called.params.length)
      return this.fail(node, said`${name} takes ${called.params.length} {value|values}, found ${args.length}`);
    const { params } = called;
    if (rolls({ op: "call", name, args: [], params }, this) && !this.mayRoll(node)) return wrong;
    return {
      f: { op: "call", name, args: args.map((part) => this.number(part)), params },
      type: this.functionTypes.get(name) ?? NUMBER,
    };
  }

  #rounded(node: SyntaxNode, op: "floor" | "ceil" | "round", [only, more]: SyntaxNode[]): Typed {
    const inner = only?.name === "Paren" ? partsIn(only)[0] : only;
    const sides = inner?.name === "Binary" ? partsIn(inner) : [];
    if (more || sides.length !== 3 || this.text.of(sides[1]!) !== "/")
      return this.fail(node, said`${op} takes a division`, said`write ${op}(a / b)`);
    return {
      f: { op, a: this.number(sides[0]!), b: this.number(sides[2]!), place: this.place(node) },
      type: NUMBER,
    };
  }

  #table(node: SyntaxNode, [head, ...keys]: SyntaxNode[]): Typed {
    if (head === undefined) return wrong;
    const name = this.text.of(head);
    const table = this.world.tables.get(name);
    if (table === undefined)
      return this.fail(head, said`there is no table ${quote(name)}`, suggested(name, [...this.world.tables.keys()]));
    const { axes } = this.world.tableList[table.index]!;
    if (keys.length !== axes.length)
      return this.fail(node, said`${name} takes ${axes.length} {value|values}, found ${keys.length}`);
    const numbers = keys.map((part) => this.number(part));
    return { f: { op: "table", table: table.index, keys: numbers, place: this.place(node) }, type: table.type };
  }
}
