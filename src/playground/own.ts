/** A game of one's own in the page, as text, of a package, or of one's own units: a scenario, which is its catalogue. */
import { parseDocument } from "yaml";
import { isBuilt, loadReader } from "../rulesets/index.ts";
import type { Reader } from "../rulesets/reader.ts";
import { ASKED, gameOf, type OwnCatalogue, openCatalogue } from "../scenario/catalogue.ts";
import { givenFiles } from "../scenario/files.ts";
import { knownGame } from "../scenario/game/load.ts";
import { gameFiles } from "../scenario/game/new-game.ts";
import { isData } from "../scenario/patch.ts";
import { ScenarioError } from "../scenario/problem.ts";
import type { Sheet } from "./answer.ts";
import type { Query } from "./question.ts";
import { NAME, type Texts } from "./texts.ts";
import { questionsIn } from "./way-back.ts";

export { gameHintsAt, gameSaidOf } from "./game-hints.ts";

/** A game that is written as text, as the page knows it. */
export interface OwnGame {
  readonly ruleset: string;
  readonly texts: Texts;
  /** What its scenario asks first. */
  readonly first: Query;
  /** The first whole fight that it asks. */
  readonly fight?: Query;
}

/** The units of a scenario, and their game. @throws ScenarioError for its faults; Error where it names no game */
export async function openOwn(texts: Texts): Promise<OwnCatalogue & { readonly game: string }> {
  const found = await openCatalogue(NAME, { files: givenFiles(texts) });
  if (!isBuilt(found.ruleset)) throw new Error("the scenario names no game");
  return { ...found, game: await gameOf(found) };
}

/**
 * What the page is told of a game that was opened.
 * @param sheet what can be asked of it
 * @throws Error where its scenario has not the units for any kind
 */
export async function ownGame(
  { ruleset, game }: Awaited<ReturnType<typeof openOwn>>,
  texts: Texts,
  sheet: () => Promise<Sheet>,
): Promise<OwnGame> {
  const asked = (await questionsIn(texts)).map(({ question }) => question);
  const { ruleset: rules, parts } = await loadReader(ruleset);
  const fight = asked.find(({ kind }) => rules.kinds[kind]!.winner !== undefined);
  return {
    ruleset: game,
    texts,
    first: asked[0] ?? firstOf(await sheet(), parts),
    ...(fight === undefined ? {} : { fight }),
  };
}

/** The first that can be asked of a ruleset at all. */
function firstOf({ ruleset, kinds: [kind] }: Sheet, { kinds }: Reader["parts"]): Query {
  if (kind === undefined) throw new Error("the scenario has no units for any kind of its game");
  const [attacker, defender] = [kind.attackers[0]?.name, (kind.defenders[1] ?? kind.defenders[0])?.name];
  return {
    ruleset,
    kind: kind.name,
    ...(attacker === undefined ? {} : { attacker }),
    ...(defender === undefined || !("defender" in kinds[kind.name]!) ? {} : { defender }),
    changes: {},
  };
}

/** A small game with a scenario that asks it. */
export const newGame = (): Texts => {
  const { ".game.yaml": game = "", ".yaml": scenario = "" } = gameFiles("border");
  return { [NAME]: scenario, "border.game.yaml": game };
};

/** A scenario to begin with, of a game that has none. @throws ScenarioError for the faults of its file */
export async function starterOf(file: string, text: string): Promise<string> {
  const { name, problems } = knownGame({ text, file });
  if (name === undefined) throw new ScenarioError(problems);
  return (await loadReader(name)).starter.en;
}

/**
 * The scenario of a game that asks something else.
 * @param text the scenario, whose units and comments stay
 * @param asked the question, as a scenario of a ruleset that ships
 */
export function withQuestion(text: string, asked: string): string {
  const whole = parseDocument(text);
  for (const key of ASKED) if (key !== "title") whole.delete(key);
  const put = (path: readonly string[], value: unknown): void => {
    if (isData(value) && whole.hasIn(path)) for (const [key, item] of Object.entries(value)) put([...path, key], item);
    else whole.setIn(path, whole.createNode(value, { flow: path.length > 1 }));
  };
  for (const [key, value] of Object.entries(parseDocument(asked).toJS() as Record<string, unknown>))
    if (!["version", "ruleset", "extends"].includes(key)) put([key], value);
  return whole.toString({ lineWidth: 0 });
}
