/** Steps that give a name a value: calculated or chosen. */
import type { SyntaxNode } from "@lezer/common";
import type { Formula, GameChoice, GameStep, SetStep } from "../../rulesets/game/ir.ts";
import { said } from "../../rulesets/said.ts";
import { suggested } from "../nearest.ts";
import { quote } from "../problem.ts";
import { Formulas } from "./formula.ts";
import { partsIn, says } from "./text.ts";
import { isLike, NUMBER, told, type ValueType } from "./types.ts";

export class Assignments extends Formulas {
  /** By slot of the state, its range. */
  readonly bounds = new Map<number, Required<Pick<SetStep, "low" | "high" | "range">>>();
  /** Sides that choose: they take part, whatever is read of them. */
  readonly choosers = new Set<string>();

  protected assign(node: SyntaxNode): GameStep[] {
    const [target, sign, value, ...limits] = partsIn(node);
    if (target === undefined || sign === undefined || value === undefined) return [];
    const path = this.text.of(target).normalize("NFC");
    const name = this.stateName(path);
    const known = this.variable(name);
    const op = this.text.of(sign);
    if (known === undefined && (/[.$]/u.test(path) || this.world.named(path) !== undefined)) {
      if (this.formula(target).type.is !== "wrong")
        this.fail(target, said`${quote(path)} is given and does not change`, said`declare a state of another name`);
      return [];
    }
    if (known === undefined && op !== "=")
      return this.refuse(
        target,
        said`${quote(path)} has no value yet`,
        suggested(path, this.known()) ?? said`write ${path} = 0 before`,
      );
    const found = op === "=" ? this.formula(value, known?.type) : { f: this.number(value), type: NUMBER };
    if (known === undefined) return this.#begin(node, value, path, found, limits);
    if (!isLike(found.type, known.type)) {
      this.typed(value, known.type);
      return [];
    }
    if (op !== "=" && known.type.is !== "number" && known.type.is !== "wrong")
      return this.refuse(target, said`${quote(path)} is ${told(known.type)}: only numbers grow`);
    if (
      known.type.is === "pool" &&
      (found.f.op !== "pool" || found.type.is !== "pool" || found.type.pool !== known.type.pool)
    )
      return this.refuse(value, said`a pool is rolled anew with the same dice, or has a name of its own`);
    if (op === "=" && this.assigned?.has(known.slot) && known.state)
      this.fail(
        node,
        said`two steps give ${quote(path)} a value at the same time`,
        said`use += , or put one of them after the block`,
      );
    if (op === "=" && known.state) this.assigned?.set(known.slot, node);
    const live: Formula = { op: "get", slot: known.slot };
    const f: Formula = op === "=" ? found.f : { op: op === "+=" ? "add" : "sub", a: live, b: found.f };
    return [this.#set(node, known.slot, f, path, limits)];
  }

  #begin(
    node: SyntaxNode,
    value: SyntaxNode,
    name: string,
    found: ReturnType<Formulas["formula"]>,
    limits: readonly SyntaxNode[],
  ): GameStep[] {
    const { f, type } = found;
    if (type.is === "dice" || type.is === "keywords") {
      this.typed(value, NUMBER);
      return [];
    }
    const slot = this.slot(name, type);
    if (type.is === "pool") {
      if (f.op !== "pool")
        return this.refuse(value, said`a pool is rolled anew with the same dice, or has a name of its own`);
      this.poolSlots[slot] = type.pool;
    }
    this.scopes.at(-1)!.set(name, { slot, type, state: false });
    return [this.#set(node, slot, f, name, limits)];
  }

  #set(node: SyntaxNode, slot: number, value: Formula, name: string, limits: readonly SyntaxNode[]): GameStep {
    const more: { atLeast?: Formula; atMost?: Formula } = {};
    for (const limit of limits) {
      const [bound] = partsIn(limit);
      if (bound !== undefined)
        more[says(limit, "most") ? "atMost" : "atLeast"] = this.where({ rolling: false }, () => this.number(bound));
    }
    const bounds = this.bounds.get(slot);
    // What a side's own range is made of, as whoever changes it here calls that side.
    const range = bounds?.range.map((end) => end.replace(/\bown\./gu, `${name.split(".", 1)[0]}.`)) as SetStep["range"];
    return { op: "set", slot, value, name, place: this.place(node), ...bounds, ...(range && { range }), ...more };
  }

  /** What a side chooses: from words, or numbers from one to another; what it sees beside; what it wants in the end. */
  protected choice(node: SyntaxNode): GameChoice | undefined {
    const [who, target, ...parts] = partsIn(node);
    const wanted = parts.pop();
    if (who === undefined || target === undefined || wanted === undefined) return undefined;
    const side = this.side(this.text.of(who));
    if (side === undefined)
      return void this.fail(
        who,
        said`a side chooses: attacker or defender`,
        said`inside of "each side" also own and enemy`,
      );
    this.choosers.add(side);
    const seeing = parts.find(({ name }) => name === "Seeing");
    const from = parts.filter((part) => part !== seeing);
    const isRange = says(node, "..");
    const path = this.text.of(target).normalize("NFC");
    const name = this.stateName(path);
    const words = from.map((part) => this.text.of(part).normalize("NFC"));
    let known = this.variable(name);
    if (known === undefined) {
      if (from.length === 0 || path.includes(".") || this.world.named(path) !== undefined)
        return void this.fail(
          target,
          said`${quote(path)} is no state`,
          suggested(path, this.known()) ?? said`write from CHOICE, CHOICE`,
        );
      const type: ValueType = isRange ? NUMBER : { is: "word", words };
      known = { slot: this.slot(path, type), type, state: false };
      (this.around ?? this.scopes.at(-1)!).set(path, known);
    }
    const { type, slot } = known;
    const see = seeing && partsIn(seeing).flatMap((part) => this.seen(part));
    const atEnd = { rolling: false, before: undefined, scopes: this.scopes.slice(0, 1) };
    const wants = this.where(atEnd, () => this.number(wanted));
    const range = isRange ? this.where({ rolling: false }, () => from.map((part) => this.number(part))) : [];
    const choice: Omit<GameChoice, "values" | "low" | "high"> = {
      side,
      slot,
      name: path,
      wants,
      ...(see === undefined ? {} : { sees: see }),
    };
    if (isRange && type.is === "number") return { ...choice, low: range[0]!, high: range[1]! };
    if (type.is === "wrong") return undefined;
    if (isRange || type.is !== "word")
      return void this.fail(
        target,
        said`${quote(path)} is ${told(type)}`,
        said`a side chooses a word, or a number from 0..5`,
      );
    const strange = words.find((word) => !type.words.includes(word));
    if (strange !== undefined)
      return void this.fail(from[words.indexOf(strange)]!, said`${quote(strange)} is none of ${type.words.join(", ")}`);
    const values = words.length === 0 ? type.words.map((_, i) => i) : words.map((word) => type.words.indexOf(word));
    return { ...choice, values };
  }

  /** The slot of a name that a side sees. */
  protected seen(node: SyntaxNode): number[] {
    const path = this.text.of(node).normalize("NFC");
    const known = this.variable(this.stateName(path));
    if (known === undefined) this.fail(node, said`${quote(path)} is no state`, suggested(path, this.known()));
    return known === undefined ? [] : [known.slot];
  }

  /** Steps of `simultaneously`, what is chosen in it as one: nobody sees what another chooses there. */
  protected together(steps: readonly GameStep[], head: SyntaxNode): GameStep[] {
    const chosen = steps.flatMap((step) => (step.op === "choose" ? [step] : []));
    if (chosen.length < 2) return [...steps];
    const choices = chosen.flatMap((step) => step.choices);
    if (choices.some(({ sees }) => sees !== undefined))
      this.fail(
        head,
        said`"seeing" stands with a choice that is made by itself: here each side sees all that has happened`,
      );
    return [{ ...chosen[0]!, choices }, ...steps.filter((step) => step.op !== "choose")];
  }
}
