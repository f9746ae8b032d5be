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

const namesOf = (metrics: readonly GameMetric[]): string[] => [...new Set(metrics.map(({ name }) => name))];

/**
 * A kind, the fields that it reads, and the sides that take part in it.
 * @param lines of the game's file @param functions the text that declares them
 */
export function readKind(
  world: GameWorld,
  lines: readonly string[],
  name: string,
  node: Located,
  functions: ScalarNode | undefined,
) {
  const steps = new StepReader(world);
  const slots: StateSlot[] = [];
  /** Metrics of which a fault was told. */
  const untold = new Set<string>();
  const at = (key: string) => partOf(node, key);
  if (functions !== undefined) steps.functionsOf(gameText(functions, lines, "steps"));
  steps.rule = "";
  const state = at("state");
  for (const { key, keyPlace, node: value } of state?.kind === "map" ? state.entries : [])
    if (value.kind === "scalar") declare(key, value, keyPlace);
  const winner = at("winner");
  const isWinner = winner?.kind === "scalar";
  if (isWinner) decide(nodeAt(node, ["metrics", String(winner.value)]).node, state);
  const procedure = at("procedure");
  const body = procedure?.kind === "scalar" ? steps.steps(gameText(procedure, lines, "steps"), name) : [];
  steps.keepCounts(body);
  const metrics = entries(at("metrics")).flatMap(([key, value]) => metricOf(key, value));
  const losses = lossesOf(at("losses"), metrics);
  if (isWinner) {
    const found = metrics.find((metric) => metric.name === String(winner.value));
    if (!found || (!untold.has(found.name) && (found.values === "number" || !isOfWinners(found.values))))
      fail(winner, WINNERS, found === undefined ? suggested(String(winner.value), namesOf(metrics)) : undefined);
  }
  const headline = headlineOf(at("headline"), metrics, isWinner ? String(winner.value) : undefined);
  const isMain = (metric: GameMetric) => Number(metric.name === headline.metric);
  const kind: GameKind = {
    slots: steps.slotNames.length,
    slotNames: steps.slotNames,
    slotWords: steps.slotWords,
    poolSlots: steps.poolSlots,
    state: slots,
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
  const names = [...steps.used, ...slots.map((state) => state.name)];
  const roles = ROLES.filter((role) => steps.choosers.has(role) || names.some((name) => name.startsWith(`${role}.`)));
  const used: ReadonlySet<string> = steps.used;
  return { kind, used, roles: roles.length === 0 ? ROLES.slice(0, 1) : roles };

  function fail(node: Located, message: Text, hint?: Text): undefined {
    return world.tell(node.place, message, hint);
  }

  /** A formula of a part of a text, which rolls no dice. */
  function formulaIn(
    node: ScalarNode,
    type: ValueType | undefined,
    from = 0,
    to?: number,
  ): { f: Formula; type: ValueType } {
    const text = gameText(node, lines, "formula", from, to);
    const wrong = unreadLines(text, world);
    const expression = text.tree.topNode.firstChild;
    if (wrong.size > 0 || expression === null) return { f: constant(0), type: { is: "wrong" } };
    steps.text = text;
    return steps.where({ rolling: false }, () =>
      type === undefined ? steps.formula(expression) : { f: steps.typed(expression, type), type },
    );
  }

  /** A name that lasts: `0..own.models`, `yes or no`, `one of first, second, draw = draw`. */
  function declare(key: string, node: ScalarNode, keyPlace: Place): undefined {
    const isOfSides = /^own\.[\p{L}_][\p{L}\d_]*$/u.test(key);
    const bare = key.replace(/^own\./u, "");
    if (RESERVED.includes(bare)) {
      world.faulty.add(bare);
      return refuse(key, { ...node, place: keyPlace }, ...takenWord(bare));
    }
    if (!isOfSides && !/^[\p{L}_][\p{L}\d_]*$/u.test(key))
      return fail(node, said`${quote(key)} is no name of letters and digits; that of each side begins with own.`);
    const clash = isOfSides ? world.unit.get(bare) : world.named(bare);
    if (clash !== undefined || steps.scopes[0]!.has(key) || world.tables.has(key))
      return refuse(key, node, said`${quote(key)} is the name of something else already`);
    const whole = String(node.value);
    const [typeText, start] = divided(whole);
    const startAt = whole.trimEnd().length - (start?.length ?? 0);
    const sides: readonly (GameRole | undefined)[] = isOfSides ? ROLES : [undefined];
    for (const side of sides) {
      steps.own = side;
      const called = side === undefined ? key : `${side}.${bare}`;
      const ranged = /^(.+?)\.\.(.+)$/su.exec(typeText);
      if (ranged && !/^(?:one|any)\s+of\s/u.test(typeText)) {
        const low = formulaIn(node, NUMBER, 0, ranged[1]!.length).f;
        const highAt = ranged[1]!.length + 2;
        const high = formulaIn(node, NUMBER, highAt, typeText.length).f;
        const begins = start === undefined ? low : formulaIn(node, NUMBER, startAt).f;
        add(called, NUMBER, low, high, begins, [ranged[1]!.trim(), ranged[2]!.trim()]);
        continue;
      }
      const read = fieldType(typeText, world);
      const type = "fault" in read ? read.meant : read;
      if ("fault" in read && type !== undefined) fail(node, read.fault);
      if (type === undefined || (type.is !== "yesNo" && type.is !== "word")) {
        const allowed = said`a state is a range such as 0..defender.models, yes or no, or one of a few words`;
        refuse(key, node, allowed);
        break;
      }
      const begins = start === undefined ? constant(0) : formulaIn(node, type, startAt).f;
      add(called, type, constant(0), constant(type.is === "word" ? type.words.length - 1 : 1), begins);
    }
    steps.own = undefined;
  }

  /** A state that cannot be declared: its fault is told, and nothing of what is written of it. */
  function refuse(key: string, node: Located, message: Text, hint?: Text): undefined {
    const [names] = steps.scopes;
    for (const name of key.startsWith("own.") ? SIDES.map(([role]) => key.replace("own", role)) : [key])
      if (!names!.has(name)) names!.set(name, { slot: steps.slot(""), type: WRONG, state: false });
    return fail(node, message, hint);
  }

  /** The state that decides who wins: a wrong list of its words is told where it is declared. */
  function decide(value: Located | undefined, state: Located | undefined): void {
    const node = value?.kind === "map" ? partOf(value, "value") : value;
    const name = node?.kind === "scalar" ? String(node.value).trim() : "";
    const known = steps.scopes[0]!.get(name);
    if (known?.type.is !== "word" || isOfWinners(known.type.words)) return;
    steps.scopes[0]!.set(name, { ...known, type: WRONG });
    fail(nodeAt(state!, [name]).node, WINNERS);
  }

  /** @param range of a number, as it is written */
  function add(
    name: string,
    type: ValueType,
    low: Formula,
    high: Formula,
    start: Formula,
    range?: SetStep["range"],
  ): void {
    const slot = steps.slot(name, type);
    steps.scopes[0]!.set(name, { slot, type, state: true });
    if (range) steps.bounds.set(slot, { low, high, range });
    slots.push({ name, slot, low, high, start });
  }

  function metricOf(name: string, node: Located): GameMetric[] {
    const written = (node.kind === "map" ? partOf(node, "value") : node) as ScalarNode | undefined;
    if (written?.kind !== "scalar") return [];
    const turn = nodeAt(node, ["perTurn"]);
    const perTurn = turn.steps === 1 && turn.node.kind === "scalar" && turn.node.value === true;
    return sidesOf(String(written.value)).map(([role, side]): GameMetric => {
      const { f, type } = steps.where({ own: role }, () => formulaIn(written, undefined));
      if (type.is === "wrong") untold.add(name);
      if (rolls(f, steps)) fail(written, said`no dice are rolled here`);
      if (type.is === "pool" || type.is === "dice" || type.is === "keywords")
        fail(written, said`a metric is a number, yes or no, or a word`);
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
  function namedBy(node: ScalarNode, metrics: readonly GameMetric[]): GameMetric | undefined {
    const name = String(node.value);
    const found = metrics.find((metric) => metric.name === name);
    if (found === undefined) fail(node, said`there is no metric ${quote(name)}`, suggested(name, namesOf(metrics)));
    return found;
  }

  function headlineOf(node: Located | undefined, metrics: readonly GameMetric[], winner: string | undefined): Headline {
    if (node === undefined && winner !== undefined)
      return { metric: winner, values: ["first"], even: 0.5, text: message`of fights are won by ${FIRST}` };
    if (node === undefined) {
      const { name = "", values = "number" } = metrics[0] ?? {};
      const told = values === "number" ? {} : { values: [values.join() === "no,yes" ? "yes" : values[0]!] };
      return { metric: name, text: name, ...told };
    }
    const { metric, values, even } = plain(node) as Pick<Headline, "metric" | "values" | "even">;
    const written = partOf(node, "metric") as ScalarNode;
    const words = namedBy(written, metrics)?.values ?? "number";
    if (words !== "number") {
      values?.forEach((value, i) => {
        const word = String(value);
        if (!words.includes(word))
          fail(nodeAt(node, ["values", i]).node, said`the metric has no value ${quote(word)}`, suggested(word, words));
      });
      if (values === undefined)
        fail(written, said`a metric of words is told by some of its values`, said`write values: [${words.at(-1)!}]`);
    }
    const told = { ...(values === undefined ? {} : { values }), ...(even === undefined ? {} : { even }) };
    return { metric, text: textIn(partOf(node, "text")!).en, ...told };
  }

  function lossesOf(
    node: Located | undefined,
    metrics: readonly GameMetric[],
  ): { attacker?: Loss; defender?: Loss } | undefined {
    if (node === undefined) return undefined;
    const found: { attacker?: Loss; defender?: Loss } = {};
    for (const [role, side] of SIDES) {
      const who = partOf(node, role);
      const metric = who && namedBy((who.kind === "map" ? partOf(who, "metric") : who) as ScalarNode, metrics);
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
