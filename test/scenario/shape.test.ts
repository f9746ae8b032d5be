import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseText } from "../../src/scenario/located.ts";
import { nearest } from "../../src/scenario/nearest.ts";
import { formatProblems } from "../../src/scenario/problem.ts";
import { checkShape } from "../../src/scenario/shape.ts";

// A small schema with the constructions a ruleset uses.
const target = z.union([
  z.int().min(1).max(10),
  z
    .string()
    .regex(/^\d+\+$/u, "must be a number or such as 4+")
    .meta({ expects: "text such as 4+" }),
]);
const weapon = z.strictObject({
  range: z.record(z.string().regex(/^\d+$/u), z.int()).optional(),
  shots: z.int().min(1).optional(),
});
const unit = z.strictObject({
  models: z.int().min(1).max(10_000),
  save: target.optional(),
  points: z.number().positive().optional(),
  share: z.number().min(0).max(1).optional(),
  skills: z.array(z.enum(["endurance", "drone", "leap"])).optional(),
  weapon: z.string().optional(),
  character: z.boolean().optional(),
  odd: z
    .int()
    .refine((n) => n % 2 === 1, "must be odd")
    .optional(),
});
const side = z.union([
  z.string(),
  z.array(z.string()).min(1),
  z.strictObject({ unit: z.string(), models: z.int().min(1) }),
]);
const experiment = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("shot"), attacker: side, distance: z.number().optional() }),
  z.strictObject({ kind: z.literal("cloud"), turns: z.int().min(1) }),
]);
const loose = z.union([
  z.strictObject({ kind: z.literal("volley"), targets: z.array(z.int()) }),
  z.strictObject({ kind: z.literal("duel"), first: z.string() }),
]);
const schema = z.strictObject({
  version: z.literal(1).optional(),
  units: z.record(z.string(), unit).optional(),
  weapons: z.record(z.string(), weapon).optional(),
  experiments: z.record(z.string(), experiment).optional(),
  loose: loose.optional(),
  bands: z.tuple([z.int(), z.int()]).optional(),
  trials: z.int().min(1).max(1e10).optional(),
  cover: z.partialRecord(z.enum(["light", "heavy"]), z.int()).optional(),
  one: z.array(z.string()).length(2).optional(),
  tree: z.lazy(() => node).optional(),
});
const node: z.ZodType = z.strictObject({ name: z.string(), below: z.lazy(() => node).optional() });

const problemsOf = (text: string) => {
  const { root, problems } = parseText(text, "f.yaml");
  expect(problems).toEqual([]);
  return checkShape(root!, schema);
};
const told = (text: string) =>
  problemsOf(text).problems.map(
    ({ message, hint, place }) => `${place!.line}:${place!.column} ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );

describe("a fault of shape is told in the designer's words, where it stands", () => {
  const cases: [text: string, ...told: string[]][] = [
    ["wepons: {}", '1:1 unknown key "wepons" (did you mean "weapons"?)'],
    ["units: {a: {models: 1, Modles: 2}}", '1:24 unknown key "Modles" (did you mean "models"?)'],
    [
      "units: {a: {models: 1, zzzzzz: 2}}",
      '1:24 unknown key "zzzzzz" (known here: models, save, points, share, skills, weapon, character, odd)',
    ],
    ["units: {a: {models: ten}}", '1:21 "models" must be a whole number from 1 to 10000, found "ten"'],
    ["units: {a: {models: 0}}", '1:21 "models" must be a whole number from 1 to 10000, found 0'],
    ["units: {a: {models: 10001}}", '1:21 "models" must be a whole number from 1 to 10000, found 10001'],
    ["units: {a: {models: 1.5}}", '1:21 "models" must be a whole number from 1 to 10000, found 1.5'],
    ["units: {a: {models: 012}}", '1:21 "models" must be a whole number from 1 to 10000, found "012" (write 12)'],
    // What would be refused too is no advice.
    ["units: {a: {models: 0+}}", '1:21 "models" must be a whole number from 1 to 10000, found "0+"'],
    ["units: {a: {models: 10_001}}", '1:21 "models" must be a whole number from 1 to 10000, found "10_001"'],
    ["units: {a: {models: 3+}}", '1:21 "models" must be a whole number from 1 to 10000, found "3+" (write 3)'],
    ["units: {a: {models: 1_000}}", '1:21 "models" must be a whole number from 1 to 10000, found "1_000" (write 1000)'],
    [
      'units: {a: {models: "6"}}',
      '1:21 "models" must be a whole number from 1 to 10000, found "6" (remove the quotes)',
    ],
    [
      "units: {a: {models: .nan}}",
      '1:21 "models" must be a whole number from 1 to 10000, found ".nan" (write a finite number)',
    ],
    ["units: {a: {models: [1]}}", '1:13 "models" must be a whole number from 1 to 10000, found a list'],
    ["units: {a: {models: }}", '1:13 "models" must be a whole number from 1 to 10000, found nothing'],
    ["units: {a: {models: null}}", '1:21 "models" must be a whole number from 1 to 10000, found null'],
    ["trials: 1e15", '1:9 "trials" must be a whole number from 1 to 10000000000, found 1e15'],
    ["trials: -1", '1:9 "trials" must be a whole number from 1 to 10000000000, found -1'],
    ["units: {a: {models: 1, points: 0}}", '1:32 "points" must be a number above 0, found 0'],
    ["units: {a: {models: 1, share: 2}}", '1:31 "share" must be a number from 0 to 1, found 2'],
    [
      "units: {a: {models: 1, share: 0,5: 1}}",
      '1:33 unknown key "5" (known here: models, save, points, share, skills, weapon, character, odd)',
    ],
    ["units: {a: {models: 1, character: no}}", '1:35 "character" must be true or false, found "no" (write false)'],
    ["units: {a: {models: 1, weapon: 12}}", '1:32 "weapon" must be text, found 12 (write "12")'],
    ["units: {a: {models: 1, odd: 2}}", '1:29 "odd" must be odd'],
    [
      "units: {a: {models: 1, save: 12}}",
      '1:30 "save" must be a whole number from 1 to 10 or text such as 4+, found 12',
    ],
    ["units: {a: {models: 1, save: four}}", '1:30 "save" must be a number or such as 4+'],
    [
      "units: {a: {models: 1, save: [4]}}",
      '1:24 "save" must be a whole number from 1 to 10 or text such as 4+, found a list',
    ],
    [
      "units: {a: {models: 1, skills: [leap, dron]}}",
      '1:39 item 2 of "skills" must be one of endurance, drone, leap, found "dron" (did you mean "drone"?)',
    ],
    ["units: {a: {models: 1, skills: leap}}", '1:32 "skills" must be a list, found "leap"'],
    [
      "units:\n  rangers: {save: 4}",
      '2:3 missing key "models" in "units.rangers" (it is a whole number from 1 to 10000)',
    ],
    ["units: [a]", '1:1 "units" must be a map, found a list'],
    ["hello", '1:1 the scenario must be a map, found "hello"'],
    ["version: 2", '1:10 "version" must be 1, found 2'],
    ["bands: [1]", '1:1 "bands" must have at least 2 items, found 1'],
    ["one: [a]", '1:1 "one" must have exactly 2 items, found 1'],
    ["cover: {ligth: 1}", '1:9 unknown key "ligth" (did you mean "light"?)'],
    ["weapons: {a: {range: {12: 0, far: 1}}}", '1:30 "far" cannot stand here: text of another form is expected'],
    ["tree: {name: a, below: {name: b, bellow: {}}}", '1:34 unknown key "bellow" (did you mean "below"?)'],
    ["tree: {name: a, below: {}}", '1:17 missing key "name" in "tree.below" (it is text)'],
    ["experiments: {a: {kind: shoot}}", '1:25 "kind" must be one of shot, cloud, found "shoot" (did you mean "shot"?)'],
    ["experiments: {a: {turns: 1}}", '1:15 missing key "kind" in "experiments.a" (it is one of shot, cloud)'],
    ["experiments: {a: {kind: cloud, turns: 1, atacker: x}}", '1:42 unknown key "atacker" (known here: kind, turns)'],
    [
      "experiments: {a: {kind: shot, attacker: x, distanse: 1}}",
      '1:44 unknown key "distanse" (did you mean "distance"?)',
    ],
    [
      "experiments: {a: {kind: shot, attacker: {unit: x, modles: 2}}}",
      '1:31 missing key "models" in "experiments.a.attacker" (it is a whole number of at least 1)',
      '1:51 unknown key "modles" (did you mean "models"?)',
    ],
    [
      "experiments: {a: {kind: shot, attacker: {unit: x, models: 0}}}",
      '1:59 "models" must be a whole number of at least 1, found 0',
    ],
    ["experiments: {a: {kind: shot, attacker: []}}", '1:31 "attacker" must have at least 1 item, found 0'],
    ["experiments: {a: {kind: shot, attacker: [a, 1]}}", '1:45 item 2 of "attacker" must be text, found 1 (write "1")'],
    [
      "experiments: {a: {kind: shot, attacker: 1}}",
      '1:41 "attacker" must be text, a list or a map, found 1 (write "1")',
    ],
    ["experiments: {a: {kind: shot}}", '1:15 missing key "attacker" in "experiments.a" (it is text, a list or a map)'],
    ["loose: {kind: volley, targets: [1, x]}", '1:36 item 2 of "targets" must be a whole number, found "x"'],
    [
      "loose: {kind: duel, targets: [1]}",
      '1:1 missing key "first" in "loose" (it is text)',
      '1:21 unknown key "targets" (known here: kind, first)',
    ],
    ["loose: {kind: dual, first: x}", '1:15 "kind" must be one of volley, duel, found "dual" (did you mean "duel"?)'],
    ["loose: 3", '1:8 "loose" must be a map, found 3'],
  ];
  it.each(cases.map(([text, ...lines]) => [text, lines] as const))("%s", (text, lines) => {
    expect(told(text)).toEqual(lines);
  });

  it("all of them, in the order of the text, none twice", () => {
    const text = "units:\n  b: {models: x}\n  a: {modles: 1}\n  12: {models: 0}\nwepons: {}\ntrials: no";
    expect(told(text).map((line) => line.split(" ")[0])).toEqual(["2:15", "3:3", "3:7", "4:16", "5:1", "6:9"]);
  });

  it("with the form people know", () => {
    const { problems } = problemsOf("trials: 10\nunits:\n  boyz:\n    models: ten\n    wepon: choppa\n");
    expect(formatProblems(problems)).toBe(
      [
        'error: "models" must be a whole number from 1 to 10000, found "ten"',
        "  --> f.yaml:4:13",
        "   |",
        " 4 |     models: ten",
        "   |             ^^^",
        "",
        'error: unknown key "wepon" (did you mean "weapon"?)',
        "  --> f.yaml:5:5",
        "   |",
        " 5 |     wepon: choppa",
        "   |     ^^^^^",
      ].join("\n"),
    );
  });

  it("good data comes out as the schema makes it", () => {
    const { data, problems } = problemsOf("units: {a: {models: 1e1, save: 4+}}\nversion: 1");
    expect(problems).toEqual([]);
    expect(data).toEqual({ version: 1, units: { a: { models: 10, save: "4+" } } });
  });
});

describe("the nearest name", () => {
  it.each([
    ["wepons", ["units", "weapons"], "weapons"],
    ["RANGERS", ["rangers"], "rangers"],
    ["marine", ["rangers", "marines"], "marines"],
    ["ab", ["cd"], undefined],
    ["x", ["y"], undefined],
    ["kind", ["attacker", "defender"], undefined],
    ["ballisticskil", ["closeCombat", "ballisticSkill"], "ballisticSkill"],
    ["constructor", ["x"], undefined],
    ["", ["a"], undefined],
  ])("of %s", (name, known, wanted) => {
    expect(nearest(name, known)).toBe(wanted);
  });

  it("is not searched for without end", () => {
    // A million times a million comparisons, were they made.
    expect(nearest("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeUndefined();
  });
});

it("a key of another form of a map is no unknown one: it cannot stand beside those of this form", () => {
  const uses = z.union([z.strictObject({ perTurn: z.int() }), z.strictObject({ perGame: z.int() })]);
  const of = (text: string) =>
    formatProblems(checkShape(parseText(text, "f.yaml").root!, z.strictObject({ uses })).problems);
  expect(of("uses: {perTurn: 1, perGame: 2}")).toMatch(
    /^error: "perGame" cannot stand beside "perTurn" \(leave one of them out\)\n/,
  );
  expect(of("uses: {perTurn: 1, perGames: 2}")).toMatch(/^error: unknown key "perGames"/);
  expect(checkShape(parseText("uses: {perGame: 2}", "f.yaml").root!, z.strictObject({ uses })).problems).toEqual([]);
});
