/** Wrong lines of a game and of its scenario: where each is told, and the way out. */
import { describe, expect, it } from "vitest";
import { studyAtEqualPoints } from "../../src/analysis/equal-points.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { openScenario } from "../../src/scenario/study.ts";
import { problemsOf } from "./game.ts";

const GAME = `version: 1
game: wrong
unit:
  models: 1..40 = 5
  skill: needed d6 = 4
weapon:
  shots: 1..20 = 1
situation:
  cover: yes or no = no
  light: one of day, night = day
numbers:
  loss: 0..3 = 1
rules: { HIT: to hit, SAVE: to save }
kinds:
  k:
    state:
      dead: 0..attacker.models
    procedure: |
      STEPS
    metrics: { dead: dead }
`;
const ASKED = "units: { a: {} }\nexperiments: { x: { kind: k, attacker: a } }\n";
const of = async (steps: string, changed = (game: string) => game, scenario?: string) =>
  (await problemsOf(changed(GAME.replace("STEPS", () => steps)), scenario)).filter(
    (told) => !told.startsWith("scenario 1:1"),
  );
const swap = (from: string, to: string) => (game: string) => game.replace(from, () => to);

describe("a step that cannot be read", () => {
  it.each([
    // ids of rules
    ["HTI: dead = 1", '19:7 there is no rule "HTI" (did you mean "HIT"?)'],
    ["HIT dead = 1", '19:11 a colon is missing behind the id "HIT" (write HIT:)'],
    ["Hit: dead = 1", '19:10 "Hit" is no id of a rule (did you mean "HIT"?)'],
    ["esle: dead = 1", '19:11 "esle" is no id of a rule (did you mean "else"?)'],
    // words of the language
    ["most = 1", '19:7 "most" is a word of the language, and no name (call it something else, such as myMost)'],
    [
      "if cover: stop = 1",
      '19:22 "stop" is a word of the language, and no name (call it something else, such as myStop)',
    ],
    [
      "if light == open: dead = 1",
      '19:19 "open" is a word of the language, and no name (call it something else, such as myOpen)',
    ],
    [
      "dead = max(side, 2)",
      '19:18 "side" is a word of the language, and no name (call it something else, such as mySide)',
    ],
    ["if 1: dead = 1", "19:10 this is a number, yes or no is expected (write yes)"],
    ["if cover: stop", '19:17 "stop" ends a loop, and stands in none (write if CONDITION: STEPS)'],
    // what goes on at most how often
    [
      "dead = count(roll 5 d6 explode 6: it > 3)",
      '19:39 "explode 6" does not say how often at most (write explode 6 at most 10)',
    ],
    [
      "dead = count(roll 5 d6 open it >= 5 most 3: it > 3)",
      '19:43 "open it >= 5" does not say how often at most (write open it >= 5 at most 10)',
    ],
    ["dead += 1, at most 5", '19:16 "," cannot stand here (write NAME += VALUE at most NUMBER)'],
    ["dead -= 1 least 0", '19:17 "least" cannot stand here (write NAME += VALUE at least NUMBER)'],
    [
      "while dead < 3 at most 10: dead += 1",
      '19:22 "at" cannot stand here (a loop of 10 rounds at most is: turns 10: STEPS; stop if CONDITION)',
    ],
    // numbers, signs and quotes of other languages
    [
      "if dead >= attacker.models * 0.5: dead = 1",
      "19:37 numbers are whole (multiply instead, for a half: own.lost * 2 >= own.models)",
    ],
    ["if dead >= 50%: dead = 1", "19:20 numbers are whole (multiply instead, for a half: own.lost * 2 >= own.models)"],
    ["if dead => 2: dead = 1", '19:15 "=>" cannot stand here (write >=)'],
    ["stop if dead =< 2", '19:20 "=<" cannot stand here (write <=)'],
    ["if dead = 2: dead = 1", '19:15 "=" cannot stand here (write == to compare)'],
    ["dead = count(roll 5 d6: it = 6 or it >= 4)", '19:34 "=" cannot stand here (write == to compare)'],
    ["it = 4", '19:7 "it" is a word of the language, and no name (call it something else, such as myIt)'],
    [
      'if cover: dead = 1\n      else if light == "day": dead = 2\n      else: dead = 3',
      "20:24 words have no quotes (write day)",
    ],
    // colons
    ["if cover dead = 1", '19:16 a colon is missing before "dead" (it is written: if CONDITION: STEPS)'],
    [
      "repeat 3\n        dead += 1",
      "19:15 a colon is missing at the end of the line (it is written: repeat NUMBER: STEPS)",
    ],
    ["if dead >\n        dead = 1", "19:16 the line ends too early (it is written: if CONDITION: STEPS)"],
    // dice
    ["dead = 2d6 reroll 1", '19:18 "reroll" follows the dice of a roll (write sum(roll 2 d6 reroll 1))'],
    [
      "dead = count(d6 reroll it < 3: it > 3)",
      '19:23 "reroll" follows the dice of a roll (write roll 1 d6 reroll it < 3)',
    ],
    ["dead = roll 3 d6 drop lowest", '19:24 "drop" cannot stand here (write highest 2 of roll 3 d6, or lowest)'],
    ["dead = roll 4 d6 highest 2", '19:24 "highest" cannot stand here (write highest 2 of roll 3 d6, or lowest)'],
    ["dead = count(attacker.models d6: it > 3)", "19:36 a pool of dice is rolled (write roll attacker.models d6)"],
    [
      "dead = count(roll loss + 1 d6: it > 3)",
      '19:34 "d6" cannot stand here (how many dice, where that is a sum, stands in brackets: roll (a + b) d6)',
    ],
  ])("%s", async (steps, told) => expect(await of(steps)).toEqual([told]));

  it("what follows a fault is not told again: a loop without its colon, several lines that stand too far in", async () => {
    expect(await of("repeat 3\n        stop if dead > 2\n        dead += 1")).toEqual([
      expect.stringContaining("19:15 a colon is missing"),
    ]);
    expect(await of("each side at once:\n        dead += own.models\n        dead -= enemy.models")).toEqual([
      expect.stringMatching(/^19:17 "at" cannot stand here/u),
    ]);
    expect(await of("dead = 1\n        dead = 2\n        dead = 3\n      dead = 4\n        dead = 5")).toEqual([
      expect.stringMatching(/^20:9 this line stands further in/u),
      expect.stringMatching(/^23:9 this line stands further in/u),
    ]);
  });

  it("a line further out than the first: in which column its block begins", async () => {
    expect(await of("HIT: dead = 1\n        dead = 2")).toEqual([
      expect.stringMatching(
        /^20:9 this line stands further out than the first one \(.*: this one in 9, the block in 12;/u,
      ),
    ]);
  });
});

describe("a needed die with limits", () => {
  const taking = (skill: string, unit: string) =>
    of("if d6 >= attacker.skill: dead = 1", swap("needed d6 = 4", skill), ASKED.replace("{}", `{ skill: ${unit} }`));

  it.each(["3+", "4", "5+"])("takes %s between 3 and 5, as 3..5 and as 3+..5+", async (given) => {
    for (const skill of ["needed d6 3..5", "needed d6 3+..5+ = 4"]) expect(await taking(skill, given)).toEqual([]);
  });

  it.each(["2+", "6", "none"])("refuses %s, and takes it where it may be anything", async (given) => {
    expect(await taking("needed d6 3..5", given)).toEqual([
      expect.stringMatching(/ "skill" must be a needed die such as 4\+, from 3\+ to 5\+(?:, found 6)?$/u),
    ]);
    for (const skill of ["needed d6", "needed d6 2..7"]) expect(await taking(skill, given)).toEqual([]);
  });

  it.each([
    ["needed 3..5", '5:10 "needed 3..5" is nothing that a name may take (did you mean "needed d6 3..5"?)'],
    ["needed d8 3-5", '5:10 "needed d8 3-5" is nothing that a name may take (did you mean "needed d8"?)'],
    ["needed d6 5..3", "5:10 a range goes from the least to the most, up to 7"],
    ["needed d6 3..8", "5:10 a range goes from the least to the most, up to 7"],
    ["needed d6 3..5 = 6", '5:10 the default of "skill" is nothing that it takes (it takes needed d6 3..5)'],
  ])("written %s is told with a way out that is taken", async (skill, told) => {
    expect((await taking(skill, "4"))[0]).toContain(told);
    const meant = /did you mean "(.*)"/u.exec(told)?.[1];
    if (meant !== undefined) expect(await taking(meant, "4")).toEqual([]);
  });
});

describe("a name that stands elsewhere, a value of another kind", () => {
  it.each([
    ["dead = attacker.shots", '19:14 there is no characteristic "shots" (write attacker.weapon.shots)'],
    ["dead = weapon.models", '19:14 there is no characteristic "models" (write attacker.models)'],
    ["dead = attacker.loss", '19:14 there is no characteristic "loss" (write loss)'],
    ["dead = models", '19:14 nothing is called "models" here (write attacker.models)'],
    [
      "if cover: zeal = 1\n      dead = zeal",
      '20:14 nothing is called "zeal" here (its block has ended: write zeal = VALUE before the block)',
    ],
    ["each side: dead = shots", '19:25 nothing is called "shots" here (write own.weapon.shots)'],
    ["if cover == true: dead = 1", '19:19 nothing is called "true" here (write yes)'],
    ["if light: dead = 1", "19:10 this is one of day, night, yes or no is expected (compare it: light == day)"],
    ["if light == yes: dead = 1", "19:10 one of day, night and yes or no are never compared (write light == day)"],
    [
      "day = 1\n      if light == day: dead = 1",
      '20:10 one of day, night and a number are never compared (here "day" is a name with a value, and not the word: call one of the two something else)',
    ],
    [
      "if cover == 1: dead = 1",
      "19:10 yes or no and a number are never compared (yes or no needs no comparing: cover, not cover)",
    ],
  ])("%s", async (steps, told) => expect(await of(steps)).toEqual([told]));

  it.each([
    ["units: { a: { shots: 2 } }\n", /unknown key "shots" \(it is a characteristic of weapons: write it there\)/u],
    [
      "units: {}\nweapons: { w: { skill: 4+ } }\n",
      /unknown key "skill" \(it is a characteristic of units: write it there\)/u,
    ],
    [
      "units: { a: {} }\nexperiments: { x: { kind: k, attacker: a, situation: { light: yes } } }\n",
      /unknown key "light" \(the steps of k do not read it\)/u,
    ],
    [
      "units: { a: {} }\nexperiments: { x: { kind: k, attacker: a, defender: a } }\n",
      /unknown key "defender" \(nothing of it is read in kind k: leave it out\)/u,
    ],
    ["units: { a: { models 5 } }\n", /unknown key "models 5" \(write models:\)/u],
  ])("in a scenario: %s", async (scenario, told) =>
    expect((await of("dead = 1", undefined, scenario)).join()).toMatch(told),
  );

  it("a range that is left: what to write is what the range is made of, by the name of the side here", async () => {
    const sided = (game: string) =>
      game.replaceAll("dead: 0..attacker", "own.dead: 0..own").replace("{ dead: dead }", "{ d: own.dead }");
    expect(
      await of(
        "each side: enemy.dead += 41",
        sided,
        ASKED.replace("a: {} }", "a: {}, b: {} }").replace("attacker: a", "attacker: a, defender: b"),
      ),
    ).toEqual([
      expect.stringContaining("(write at most enemy.models behind it, or widen the range of enemy.dead)"),
      // The other side does so at the same line.
    ]);
    expect(await of("dead += 41", undefined, ASKED)).toEqual([
      "19:7 dead would be 41, beyond its range 0..5 (write at most attacker.models behind it, or widen the range of dead)",
    ]);
  });
});

describe("what is declared", () => {
  const taken = (word: string, mine: string) =>
    `"${word}" is a word of the language, and no name (call it something else, such as ${mine})`;
  it.each([
    ["dead: 0..attacker.models", "stop: yes or no\n      dead: 0..9", `17:7 ${taken("stop", "myStop")}`],
    ["dead: 0..attacker.models", "own.own: yes or no\n      dead: 0..9", `17:7 ${taken("own", "myOwn")}`],
    ["  loss: 0..3 = 1", "  loss: 0..3 = 1\n  most: 0..3 = 1", `13:3 ${taken("most", "myMost")}`],
    ["numbers:", "tables: { open: { rows: { 1: 1 } } }\nnumbers:", `11:11 ${taken("open", "myOpen")}`],
    ["one of day, night = day", "one of yes, no = no", "10:10 write yes or no: they are no words of a list"],
    ["one of day, night = day", "yes", '10:10 "yes" is nothing that a name may take (write yes or no = yes)'],
    ["one of day, night = day", "0..3 = yes", '10:10 the default of "light" is nothing that it takes (it takes 0..3)'],
    ["    state:", "    state", "16:5 a key must stand on one line, with a colon after it (write state:)"],
    ["numbers:\n", "numbers\n", "11:1 a key must stand on one line, with a colon after it (write numbers:)"],
    [
      "  models: 1..40 = 5",
      "  models 1..40 = 5",
      "4:3 a key must stand on one line, with a colon after it (write models:)",
    ],
  ])("%s → %s", async (from, to, told) => expect(await of("dead = 1", swap(from, to))).toEqual([told]));

  const OPTION = (name: string) =>
    `options: { ${name}: { id: Q1, question: who, readings: { both: both, nobody: nobody } } }\nkinds:`;
  it.each([
    [
      "a reserved name",
      "kinds:",
      OPTION("ties"),
      "if cover: dead = 1\n      else if ties == both: dead = 2\n      else if nobody == ties: dead = 3\n      else: dead = 4",
      `14:12 ${taken("ties", "myTies")}`,
    ],
    [
      "a reserved name in a path",
      "  models: 1..40 = 5",
      "  models: 1..40 = 5\n  most: 1..3 = 1",
      "dead = attacker.most",
      `5:3 ${taken("most", "myMost")}`,
    ],
    [
      "a reserved word of a list",
      "unit:",
      "words:\n  stance: [ready, else]\nunit:\n  stands: stance = ready",
      "if attacker.stands == else: dead = 1\n      if attacker.stands == ready: dead = 2",
      `4:19 ${taken("else", "myElse")}`,
    ],
    [
      "a reserved word of a list where it is needed",
      "one of day, night = day",
      "one of day, until = day",
      "if light == until: dead = 1",
      '10:10 "until" is a word of the language, and no name',
    ],
    [
      "a reserved word of an option",
      "kinds:",
      OPTION("who").replace("nobody:", "either: either, least:"),
      "if who == least: dead = 1",
      `14:82 ${taken("least", "myLeast")}`,
    ],
    [
      "a state of no type",
      "dead: 0..attacker.models",
      "dead: 0..9\n      own.broken: bool",
      "each side: if own.broken: dead = 1\n      if not attacker.broken and defender.broken == yes: attacker.broken = yes; defender.broken += 1",
      "18:19 a state is a range such as 0..defender.models, yes or no, or one of a few words",
    ],
    [
      "a state that a side chooses",
      "dead: 0..attacker.models",
      "dead: 0..9\n      move: words",
      "attacker chooses move wanting dead",
      "18:13 a state is a range such as 0..defender.models, yes or no, or one of a few words",
    ],
    [
      "a characteristic of no type",
      "  models: 1..40 = 5",
      "  models: 1..40 = 5\n  fight: 1-6",
      "dead = attacker.fight\n      if fight > 2: dead = 1",
      '5:10 "1-6" is nothing that a name may take (1..10, 0..48 cm, needed d6, dice, yes or no, one of ready, prone, or any of swift, brave)',
    ],
    [
      "keywords of no type",
      "  models: 1..40 = 5",
      "  models: 1..40 = 5\n  traits: swift, brave",
      "if attacker has swift: dead = 1",
      '5:11 "swift, brave" is nothing that a name may take (1..10, 0..48 cm, needed d6, dice, yes or no, one of ready, prone, or any of swift, brave)',
    ],
    [
      "the words of who wins",
      "dead: 0..attacker.models",
      "dead: 0..9\n      won: one of us, them, draw = draw",
      "if cover: won = first\n      else if won != second: won = second",
      "18:12 the winner is a metric whose words are first, second and draw",
    ],
  ])("what follows is not told: %s", async (_, from, to, steps, told) => {
    const won = (game: string) =>
      game.includes("won:") ? game.replace("{ dead: dead }", "{ dead: dead, winner: won }\n    winner: winner") : game;
    expect(await of(steps, (game) => won(swap(from, to)(game)))).toEqual([told]);
  });

  it("what does not follow is told along with it", async () => {
    expect(await of("dead = attacker.fight\n      daed += 1", swap("  skill:", "  fight: 1-6\n  skill:"))).toEqual([
      expect.stringContaining('5:10 "1-6" is nothing'),
      expect.stringContaining('21:7 "daed" has no value yet'),
    ]);
  });

  it("keys and values that no game has are told with what is wrong in the rest, and nothing follows from them", async () => {
    const faulty = (game: string) =>
      game
        .replace("game: wrong", "game: Wrong Game")
        .replace("skill: needed d6 = 4", "skill: 4\n  speed: neded d6")
        .replace("SAVE: to save }", "save: to save, END: [] }\nwords: 3")
        .replace("    procedure:", "    procedur: x\n    headline: { metric: dead }\n    procedure:");
    expect(await of("HTI: daed += attacker.skill\n      SAVE:dead = attacker.speed", faulty)).toEqual([
      expect.stringMatching(/^2:7 "game" must be a name of small letters/u),
      expect.stringMatching(/^5:10 "skill" must be /u),
      '6:10 "neded d6" is nothing that a name may take (did you mean "needed d6"?)',
      expect.stringMatching(/^14:23 "save" cannot stand here: an id of capital letters such as HIT$/u),
      expect.stringMatching(/^14:38 "END" must be /u),
      expect.stringMatching(/^15:8 "words" must be /u),
      '20:5 unknown key "procedur" (did you mean "procedure"?)',
      expect.stringMatching(/^21:5 missing key "text" in "kinds.k.headline"/u),
      '23:7 there is no rule "HTI" (did you mean "HIT"?)',
      '23:12 "daed" has no value yet (did you mean "dead"?)',
    ]);
  });

  it("a file in which nothing is as it must be is told once", async () => {
    expect(await problemsOf("game")).toHaveLength(1);
    expect(await problemsOf("kinds: { k: 3 }")).toEqual([
      expect.stringContaining('missing key "version"'),
      expect.stringContaining('missing key "game"'),
      expect.stringContaining('"k" must be '),
    ]);
  });

  it("a function that cannot be read is not missed where it is called", async () => {
    const own = swap("kinds:", "functions: |\n  function half(side):\n    give side\nkinds:");
    expect(await of("dead = half(4)", own)).toEqual([
      `15:17 ${taken("side", "mySide")}`,
      `16:10 ${taken("side", "mySide")}`,
    ]);
  });

  it("what nobody says: where it is written", async () => {
    const none = (game: string) => game.replace(" = 5", "").replace(" = day", "");
    const asked = "weapons: { gun: {} }\nunits: { a: { weapon: gun } }\nexperiments: { x: { kind: k, attacker: a } }\n";
    const told = await of("if light == day: dead = weapon.shots", (game) => none(game).replace("20 = 1", "20"), asked);
    expect(told.join()).toMatch(
      /models is asked .* \(write units: \{ a: \{ models: … \} \}\).*light is asked .* \(write situation: \{ light: … \}\)/u,
    );
    expect(told.join()).toContain("(write weapons: { gun: { shots: … } })");
  });

  it("a word in a fault of play is told as it is written, not as a number", async () => {
    const words = swap(
      "dead: 0..attacker.models",
      "dead: 0..attacker.models\n      won: one of us, them, none = none\n      hit: yes or no = yes",
    );
    expect(await of("dead += 41", words, ASKED)).toEqual([
      expect.stringContaining("beyond its range 0..5, where won is none, hit is yes ("),
    ]);
  });

  it("a tab at the beginning of a line: that alone, and which line", async () => {
    const tabbed = "dead = 1\n\t\tif cover: dead = 2\n      else if light == day: dead = 3\n      else: dead = 4";
    expect(await of(tabbed)).toEqual(["20:1 line 20 begins with a tab (write blanks)"]);
  });

  it("a first line that stands further in than the ids below it: that alone, and where it begins", async () => {
    const inner = swap(
      "      HERE",
      "             turns 2:\n      HIT:     dead = 1\n      SAVE:    if cover: dead = 2",
    );
    expect(await of("HERE", inner)).toEqual([
      "20:7 this line stands further out than the first one (begin line 19 in column 7: there the id of a rule stands, where it has one)",
    ]);
    expect(await of("dead = 1\n    x: y: z")).toEqual([expect.stringMatching(/^20:8 a second colon in one line/u)]);
  });

  it("an id of no rule is no fault where a game has no rules", async () => {
    expect(await of("ANY: dead = 1", swap("rules: { HIT: to hit, SAVE: to save }\n", ""))).toEqual([]);
  });

  it("points that buy more models than the game allows: how many it allows, and the points for these", async () => {
    const game = GAME.replace("STEPS", "dead = 1")
      .replace("dead: 0..attacker.models", "dead: 0..attacker.models\n      won: one of first, second, draw = draw")
      .replace("{ dead: dead }", "{ dead: dead, winner: won, left: defender.models }\n    winner: winner");
    const scenario = `version: 1\nruleset: ./a.game.yaml\nunits: { a: { points: 3 }, b: { points: 7 }, c: { points: 9 } }\nexperiments: { x: { kind: k, attacker: [a, b, c], defender: [a, b, c] } }\n`;
    const files = givenFiles({ "a.game.yaml": game, "a.yaml": scenario });
    const at = async (points: number) => studyAtEqualPoints(await openScenario("a.yaml", { files }), {}, { points });
    await expect(at(124)).rejects.toMatchObject({
      problems: [
        {
          message: "124 points buy 41 a: the rules allow a unit 40 models",
          hint: "up to 122 points a side every unit is allowed",
        },
      ],
    });
    expect((await at(122)).fieldings).toHaveLength(1); // 40, 17 and 13 models
  });

  it("in French too", async () => {
    const french = await problemsOf(GAME.replace("STEPS", "HTI: if cover dead = 1"), undefined, "fr");
    const named = await problemsOf(
      GAME.replace("game: wrong", "game: Wrong").replace("HIT: to", "hit: to"),
      undefined,
      "fr",
    );
    expect(named.join()).toMatch(
      /"game" doit être un nom en minuscules.*"hit" ne peut pas être ici.: un numéro en majuscules tel que HIT/u,
    );
    expect(french.join()).toMatch(/il n’y a pas de règle "HTI" .*il manque deux-points avant "dead"/u);
  });
});

it.each([
  ["a = floor(6 / (d2 - 1))", "division by 0", "division par 0"],
  ["a = 8 + d2", "a would be 10, beyond its range 0..9", "a vaudrait 10, hors de son intervalle 0..9"],
  ["b = 2 * d2; a = 7 + b", "0..9, where b is 4 (write at most 9", "0..9, où b est 4 (écrire at most 9"],
  ["a = count(roll (1 - d2) d6: it >= 4)", "-1 dice cannot be rolled", "-1 dés ne peuvent pas être lancés"],
  ["a = row[d3]", "the table row has no line for 3", "la table row n’a pas de ligne pour 3"],
])("what shows when it is played is told at its line in both languages: %s", async (steps, en, fr) => {
  const text = `version: 1\ngame: g\ntables: { row: { rows: { 1..2: 5 } } }\nkinds:\n  k:\n    state: { a: 0..9 }\n    procedure: |\n      ${steps}\n    metrics: { a: a }\n`;
  const scenario = "units: { a: {} }\nexperiments: { x: { kind: k, attacker: a } }";
  for (const [lang, told] of [
    ["en", en],
    ["fr", fr],
  ] as const) {
    const [first] = await problemsOf(text, scenario, lang);
    expect(first).toContain(told);
    expect(first).toMatch(/^8:\d+ /u);
  }
});
