/** Where questions are answered: in a worker of the page, and at build time for the first one. */
import { leadingOf } from "../analysis/measure.ts";
import type { Lights } from "../report/charts/svg.ts";
import { type ExplainedCell, explain } from "../report/explain.ts";
import { methodText } from "../report/format.ts";
import { type Language, languageOf } from "../report/language/language.ts";
import type { Named } from "../report/language/names.ts";
import { calling } from "../report/language/sides.ts";
import { nextTurn } from "../rule/event-loop.ts";
import { keptIn } from "../rule/once.ts";
import { isShipped } from "../rulesets/index.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { ScenarioError, sentenceOf } from "../scenario/problem.ts";
import type { Study } from "../scenario/study.ts";
import type { Located } from "../scenario/tree.ts";
import {
  BY_POINTS,
  changeBetween,
  type FieldCell,
  fieldCell,
  isCertain,
  type Label,
  type Move,
  metricsOf,
  notesOf,
  type Sheet,
  type ToldMetric,
  type ToldNumber,
  termsIn,
  toldOf,
  type UnitAnswer,
} from "./answer.ts";
import type { TextBlocks } from "./blocks.ts";
import { cardsOf } from "./card.ts";
import { commandOf } from "./command.ts";
import type { Exported, Picture, ShownField } from "./export.ts";
import { bestOf, fightTold, goingFirst, replayed } from "./fight.ts";
import type { FightTold, Replayed } from "./fight-words.ts";
import { insteadOf, neighbours } from "./neighbours.ts";
import { LiveNumbers } from "./numbers.ts";
import { isFight, type Opened, open, readerOf, sheetOf, silentOf, unitEdit } from "./opened.ts";
import type { OwnGame } from "./own.ts";
import { changed, changesOf, type Query, type Role } from "./question.ts";
import { scenarioText } from "./scenario-text.ts";
import { NAME, type Texts } from "./texts.ts";
import type { Tag } from "./words.ts";

/** Fights among which those at a percentile are looked for, and that can be told. */
const REPLAYED = 65_536;
/** Moves that are told. */
const MOVES = 5;
const listOf = (units: readonly Label[]): string => `[${units.map(({ name }) => name).join(", ")}]`;

/** Answers questions; keeps what was opened, so that a question about the same units costs its own numbers alone. */
export class Desk {
  readonly #opened = new Map<string, Promise<Opened>>();
  /** By ruleset and kind: what the rules take a situation for that says nothing of a field. */
  readonly #silent = new Map<string, Promise<Readonly<Record<string, string>>>>();
  readonly #results = new Map<string, Promise<LiveNumbers | ScenarioError>>();
  /** The page's own games, by name: the ruleset that reads one, and its units. */
  readonly #own = new Map<string, { readonly texts: Texts; readonly ruleset: string; readonly catalogue: Located }>();
  #lang: Tag;

  constructor(lang: Tag = "en") {
    this.#lang = lang;
  }

  set lang(tag: Tag) {
    this.#lang = tag;
  }

  /** Makes a game known that is a text, with the units of the scenario beside it; another of its name is forgotten. */
  async own(texts: Texts): Promise<OwnGame> {
    const { openOwn, ownGame } = await import("./own.ts");
    const own = await openOwn(texts);
    const { game, ruleset, tree } = own;
    if (!isShipped(game)) this.#own.set(game, { texts, ruleset, catalogue: tree });
    for (const kept of [this.#opened, this.#silent, this.#results]) kept.clear(); // units of the same names may be others now
    return ownGame(own, texts, () => this.sheet(game));
  }

  async sheet(game: string): Promise<Sheet> {
    const reader = await readerOf(this.#rulesetOf(game));
    return { ...(await sheetOf(reader, this.#languageOf(game), this.#own.get(game)?.catalogue)), ruleset: game };
  }

  /** @param before the question whose answer is shown now */
  async ask(question: Query, before?: Query): Promise<UnitAnswer> {
    const opened = await this.#open(question);
    const language = this.#languageFor(question, opened);
    const cards = cardsOf(opened.reader, question, opened.base, opened.situation, this.#lang);
    const labels = cards.units.map(({ title }) => title);
    const head = {
      question,
      cards,
      terms: termsIn(cards, opened.base, language),
      who: labels.length === 2 ? language.general.against(labels[0]!, labels[1]!) : labels.join(),
    };
    const nearest = () => insteadOf(question, cards, (other) => this.#told(other, language));
    const numbers = await this.#numbers(question);
    if (numbers instanceof ScenarioError) {
      const problems = numbers.problems.map((problem) => sentenceOf(problem, this.#lang));
      return { ...head, is: "wrong", problems, instead: await nearest() };
    }
    const { cell } = numbers;
    if (cell.statement) {
      const { rule, text } = cell.statement;
      const instead = await nearest();
      return { ...head, is: "impossible", rule, text: language.saying(text), instead };
    }
    const headline = leadingOf([cell], opened.reader.ruleset.kinds[question.kind]!.headline);
    const told = toldOf(cell, headline, language);
    const also = headline.also && toldOf(cell, headline.also, language);
    const last = before && (await this.#told(before, language, headline));
    const earlier = last && before && (await this.#numbers(before));
    return {
      ...head,
      is: "told",
      told: told ?? { value: 0, text: "", isChance: false },
      what: language.saying(headline.text),
      also: also && headline.also ? language.say`, ${`${also.text} ${language.saying(headline.also.text)}`}` : "",
      method: numbers.isOpen
        ? language.general.trials(cell.trials ?? 0, language.say`narrowing`)
        : methodText(cell, language),
      isExact: cell.method === "exact",
      isOpen: numbers.isOpen,
      metrics: metricsOf(cell, language),
      ...(told && last ? { change: changeBetween(last, told, language) } : {}),
      ...(earlier && !(earlier instanceof ScenarioError) ? { earlier: metricsOf(earlier.cell, language), before } : {}),
      ...(cell.note === undefined ? {} : { note: notesOf(cell.note, language) }),
    };
  }

  /** The same of a simulated question after more trials: those of before and about as many again. */
  async further(question: Query, before?: Query): Promise<UnitAnswer> {
    const numbers = await this.#numbers(question);
    if (numbers instanceof LiveNumbers && numbers.isOpen) await numbers.further();
    return this.ask(question, before);
  }

  /** Who is left of a whole fight, turn by turn, and what can be ordered; undefined where it is none, or cannot be. */
  async fight(question: Query): Promise<FightTold | undefined> {
    const opened = await this.#open(question);
    const { reader } = opened;
    const isOwn = this.#own.has(question.ruleset) && reader.ruleset.kinds[question.kind]!.winner !== undefined;
    if (!isFight(reader, question.kind) && !isOwn) return undefined;
    const numbers = await this.#numbers(question);
    const cell = numbers instanceof LiveNumbers ? numbers.cell : undefined;
    return fightTold(reader, cell, question, this.#languageFor(question, opened));
  }

  /** What going first is worth in a fight; undefined where it makes no difference that is sure. */
  async goingFirst(question: Query): Promise<string | undefined> {
    const numbers = await this.#numbers(question);
    if (numbers instanceof ScenarioError) return undefined;
    const language = this.#languageFor(question, await this.#open(question));
    return goingFirst(await this.#study(question), numbers.cell, language);
  }

  /** Best play of a fight, where it is solved. Takes long: it is for a worker of its own. */
  async best(question: Query): Promise<TextBlocks> {
    return bestOf({ ...(await this.#study(question)), labels: this.#lang });
  }

  /** What the change from another question is worth in points a model. Takes long: it is for a worker of its own. */
  async price(question: Query, before: Query): Promise<TextBlocks> {
    const { priceOf } = await import("./price.ts");
    const asked = async (query: Query) => {
      const numbers = await this.#numbers(query);
      if (numbers instanceof ScenarioError) throw numbers;
      const [{ scenario }, study] = [await this.#open(query), await this.#study(query)];
      return { query, scenario, study, result: await numbers.result(commandOf(query), this.#lang) };
    };
    const language = this.#languageFor(question, await this.#open(question));
    return priceOf(await asked(before), await asked(question), language);
  }

  /** One trial of a fight, die by die. */
  async replay(question: Query, which: { trial: number } | { percentile: number }): Promise<Replayed> {
    const language = this.#languageFor(question, await this.#open(question));
    return replayed(await this.#study(question), { ...which, trials: REPLAYED }, language);
  }

  /** The question in one picture: a fight turn by turn, else the chances of a metric, beside those of another question. */
  async picture(
    question: Query,
    metric?: string,
    before?: Query,
    lights: Lights = "light",
  ): Promise<Picture | undefined> {
    const answer = await this.ask(question, before);
    if (answer.is !== "told") return undefined;
    const { barsOf, standingsOf } = await import("./export.ts");
    const { svgOf } = await import("../report/charts/svg.ts");
    const language = this.#languageFor(question, await this.#open(question));
    const { cell } = (await this.#numbers(question)) as LiveNumbers;
    const text = `${answer.who}: ${answer.told.text} ${answer.what}${answer.also}`;
    const fight = metric === undefined ? standingsOf(cell, language, lights) : undefined;
    if (fight !== undefined) return { svg: fight, text };
    const named = (all: readonly ToldMetric[] | undefined) =>
      all?.find(({ name }) => name === (metric ?? answer.metrics[0]!.name));
    const earlier = named(answer.earlier);
    const beside = earlier && { metric: earlier, name: language.say`before`, now: language.say`now` };
    return { svg: svgOf(barsOf(text, named(answer.metrics)!, beside, language), lights), text };
  }

  /** The question as files. @throws Error where it has no numbers */
  async exported(question: Query, metric?: string, before?: Query): Promise<Exported> {
    const picture = await this.picture(question, metric, before);
    const numbers = await this.#numbers(question);
    if (picture === undefined || numbers instanceof ScenarioError)
      throw new Error(languageOf(this.#lang).say`there are no numbers to take`);
    const { exportOf } = await import("./export.ts");
    const { reader } = await this.#open(question);
    const command = commandOf(question, this.#lang);
    const headlines = { [question.kind]: reader.ruleset.kinds[question.kind]!.headline };
    return exportOf(picture.svg, await this.written(question), await numbers.result(command, this.#lang), headlines);
  }

  /** A field as files, as it is shown. */
  async exportedField(question: Query, shown: ShownField): Promise<Exported> {
    const { exportField } = await import("./export.ts");
    const { taken, reader } = await this.#open(question);
    const all = { ...question, attacker: listOf(shown.attackers), defender: listOf(shown.defenders) };
    const text = scenarioText(all, taken, isFight(reader, question.kind));
    return exportField(shown, await this.#asked(question, text), this.#languageOf(question.ruleset));
  }

  /** What `crible rank` says of a field, by what its cells tell. Takes long: it is for a worker of its own. */
  async rank(question: Query, attackers: readonly Label[], defenders: readonly Label[], metric?: string) {
    const { rankOf } = await import("./rank.ts");
    const { reader, scenario } = await this.#open(question);
    const edit = (role: Role, units: readonly Label[]) => unitEdit(reader, question.kind, role, listOf(units));
    const set = [edit("attacker", attackers), edit("defender", defenders), ...changesOf(question)];
    return rankOf(scenario, set, this.#lang, metric === undefined || metric === BY_POINTS ? undefined : [{ metric }]);
  }

  /**
   * What the question comes to at other values of one path, in their order; nothing where it comes to nothing. Ends early,
   * with nothing at all, when `isStale` says so.
   */
  async notches(
    question: Query,
    path: string,
    values: readonly string[],
    isStale: () => boolean = () => false,
  ): Promise<(ToldNumber | undefined)[]> {
    const language = this.#languageOf(question.ruleset);
    const lead = await this.#lead(question);
    const all: (ToldNumber | undefined)[] = [];
    for (const value of values) {
      await nextTurn(); // the next question goes first
      if (isStale()) return [];
      all.push(await this.#told(changed(question, path, value), language, lead));
    }
    return all;
  }

  /** The changes that move the answer most, one of a path; ends early when `isStale` says so. */
  async moves(question: Query, isStale: () => boolean = () => false): Promise<Move[]> {
    const language = this.#languageOf(question.ruleset);
    const { reader, base, situation } = await this.#open(question);
    const lead = await this.#lead(question);
    const now = await this.#told(question, language, lead);
    if (now === undefined) return [];
    const found = new Map<string, Move>();
    for (const move of neighbours(question, cardsOf(reader, question, base, situation, this.#lang))) {
      await nextTurn(); // to hear of the next question
      if (isStale()) return [];
      const numbers = await this.#numbers(move.question);
      if (numbers instanceof ScenarioError || isCertain(numbers.cell)) continue;
      const told = toldOf(numbers.cell, lead, language);
      if (told === undefined || told.value === now.value) continue;
      const known = found.get(move.path);
      if (known && Math.abs(known.told.value - now.value) >= Math.abs(told.value - now.value)) continue;
      found.set(move.path, { ...move, told, change: changeBetween(now, told, language).text });
    }
    return [...found.values()]
      .sort((a, b) => Math.abs(b.told.value - now.value) - Math.abs(a.told.value - now.value))
      .slice(0, MOVES);
  }

  /**
   * One attacker against many, everything else as in the question.
   * @param metric what a cell tells; the number that sums the kind up unless given; `BY_POINTS`: the points that a hundred
   * of the attacker's take out
   */
  async field(question: Query, attacker: string, defenders: readonly string[], metric?: string): Promise<FieldCell[]> {
    const opened = await this.#open(question);
    const { reader, scenario } = opened;
    const language = this.#languageFor(question, opened);
    const { headline } = reader.ruleset.kinds[question.kind]!;
    const cells: FieldCell[] = [];
    for (const defender of defenders) {
      await nextTurn();
      const edits = [
        unitEdit(reader, question.kind, "attacker", attacker),
        unitEdit(reader, question.kind, "defender", defender),
      ];
      try {
        const study = await scenario.study({ set: [...edits, ...changesOf(question)] });
        cells.push(await fieldCell(study, headline, metric, language));
      } catch (error) {
        if (!(error instanceof ScenarioError)) throw error;
        cells.push({ why: sentenceOf(error.problems[0]!, this.#lang) });
      }
    }
    return cells;
  }

  /** The question as a scenario. */
  async written(question: Query): Promise<string> {
    const { taken, reader } = await this.#open(question);
    return this.#asked(question, scenarioText(question, taken, isFight(reader, question.kind)));
  }

  /** The scenario of a question, with the units of a game of one's own in it. */
  async #asked({ ruleset }: Query, text: string): Promise<string> {
    const game = this.#own.get(ruleset);
    return game === undefined ? text : (await import("./own.ts")).withQuestion(game.texts[NAME]!, text);
  }

  /** The needed dice and the tree. */
  async explain(question: Query): Promise<ExplainedCell | undefined> {
    const study = await this.#study(question);
    const found = await explain(study, study.cells[0]!.id, this.#lang);
    return "statement" in found ? undefined : found;
  }

  async #open(question: Query): Promise<Opened> {
    const key = [question.ruleset, question.kind, question.attacker, question.defender].join(" ");
    return keptIn(this.#opened, key, () => {
      const opened = this.#opening(question);
      opened.catch(() => this.#opened.delete(key));
      return opened;
    });
  }

  async #opening(question: Query): Promise<Opened> {
    const asked = { ...question, ruleset: this.#rulesetOf(question.ruleset) };
    const opened = await open(asked, this.#own.get(question.ruleset)?.catalogue).catch(async (error: unknown) => {
      const sheet = await this.sheet(question.ruleset).catch(() => undefined);
      throw (await import("./unknown.ts")).unknownIn(question, sheet, this.#lang) ?? error;
    });
    const silent = keptIn(this.#silent, `${question.ruleset} ${question.kind}`, () => silentOf(question, opened));
    return { ...opened, situation: { ...(await silent), ...opened.situation } };
  }

  #rulesetOf(game: string): string {
    return this.#own.get(game)?.ruleset ?? game;
  }

  #languageOf(game: string, named?: Named): Language {
    return languageOf(this.#lang, this.#rulesetOf(game), named);
  }

  /** The language, which calls the sides by their units. */
  #languageFor({ ruleset, attacker, defender }: Query, { named }: Opened): Language {
    const language = this.#languageOf(ruleset, named);
    return attacker === undefined || defender === undefined ? language : calling([{ attacker, defender }], language);
  }

  async #study(question: Query): Promise<Study> {
    const { scenario } = await this.#open(question);
    return scenario.study({ set: changesOf(question) });
  }

  #numbers(question: Query): Promise<LiveNumbers | ScenarioError> {
    return keptIn(this.#results, JSON.stringify(question), () => {
      if (this.#results.size > 2_000) this.#results.clear();
      return this.#study(question)
        .then(LiveNumbers.of)
        .catch((error: unknown) => {
          if (error instanceof ScenarioError) return error;
          throw error;
        });
    });
  }

  /** What is said first of a question. */
  async #lead(question: Query): Promise<Headline> {
    const { headline } = (await this.#open(question)).reader.ruleset.kinds[question.kind]!;
    const numbers = await this.#numbers(question);
    return numbers instanceof ScenarioError ? headline : leadingOf([numbers.cell], headline);
  }

  /** @param lead what is said first of the question that this one is held against */
  async #told(question: Query, language: Language, lead?: Headline): Promise<ToldNumber | undefined> {
    const numbers = await this.#numbers(question);
    if (numbers instanceof ScenarioError) return undefined;
    return toldOf(numbers.cell, lead ?? (await this.#lead(question)), language);
  }
}
