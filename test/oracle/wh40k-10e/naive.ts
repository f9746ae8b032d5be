/**
 * The attack sequence played die by die, as slowly and plainly as the rulebook tells it: every model is an object with
 * wounds, every die is rolled, nothing is counted in advance. It shares no code with the library and reads the scenario's
 * plain data by itself.
 */

export type Random = () => number;
type Reroll = "none" | "ones" | "failures" | "nonCritical";
type Against = { against: string | string[] };
/** As a scenario may give a field: a value, one that counts against some enemies only, or several. */
type Given<T, K extends string> = T | (Against & Record<K, T>) | (T | (Against & Record<K, T>))[];
type Policy = Given<Reroll, "what">;
type Change = Given<number, "by">;
type Critical = Given<number, "from">;

/** What weapons and units give alike. */
interface Attacking {
  rerollHits?: Policy;
  rerollWounds?: Policy;
  rerollDamage?: Policy;
  rerollDice?: "all" | "one";
  criticalHits?: Critical;
  criticalWounds?: Critical;
  hitModifier?: Change;
  woundModifier?: Change;
  attacksModifier?: Change;
  strengthModifier?: Change;
  apModifier?: Change;
  damageModifier?: Change;
}

export interface Weapon extends Attacking {
  range: number | "melee";
  attacks: number | string;
  skill?: number;
  strength: number;
  ap: number;
  damage: number | string;
  abilities?: string[];
}
export interface Member {
  models?: number;
  save?: number;
  wounds?: number;
  invulnerable?: number;
  feelNoPain?: number;
  keywords?: string[];
  abilities?: string[];
}
export interface Unit extends Member, Attacking {
  toughness: number;
  members?: Member[];
  weapons?: { weapon: string; count: number }[];
  points?: number;
  woundsLost?: number;
  rerollSaves?: Reroll;
  saveModifier?: number;
  damageReduction?: ("halve" | "minusOne" | "zero" | "firstFailedSave")[];
}
export interface Situation {
  distance?: number;
  cover?: boolean;
  stationary?: boolean;
  visible?: boolean;
  attackerEngaged?: "none" | "target" | "other";
  defenderEngaged?: boolean;
  overwatch?: boolean;
  goToGround?: boolean;
  smokescreen?: boolean;
  charged?: boolean;
  commandReroll?: "hit" | "wound" | "damage" | "attacks" | "save" | "hazardous";
}
export interface Options {
  devastating?: "current" | "launch";
  hazardous?: "current" | "launch";
  indirectAutoFail?: 3 | 1;
  saveCap?: "net" | "bonus";
  minimumDamage?: 1 | 0;
  weaponOrder?: "listed" | "highestDamageFirst" | "lowestDamageFirst";
  allocation?: "listed" | "weakestFirst" | "strongestFirst";
  devastatingWhen?: "endOfUnit" | "endOfProfile";
  lethalOptional?: boolean;
  precision?: "always" | "never" | "whenItKills";
}
export interface Setup {
  kind: "shooting" | "fight";
  weapons: Record<string, Weapon>;
  attacker: Unit;
  defender: Unit;
  situation: Situation;
  options: Options;
  /** Characters that lead the two units. */
  leaders?: { attacker?: Unit; defender?: Unit };
  /** Whether the first weapon is told as one of several profiles. */
  profiled?: boolean;
}
export interface Outcome {
  killed: number;
  hits: number;
  wounds: number;
  unsaved: number;
  damage: number;
  destroyed: "yes" | "no";
  selfKilled: number;
}

class Model {
  left: number;
  readonly wounds: number;
  readonly save: number;
  readonly invulnerable: number;
  readonly abilities: string[];
  readonly keywords: string[];
  readonly order: number;
  /** The leader that it is, if it is one. */
  readonly leader: Unit | undefined;

  constructor(facts: Pick<Model, "wounds" | "save" | "invulnerable" | "abilities" | "keywords" | "order" | "leader">) {
    this.left = facts.wounds;
    this.wounds = facts.wounds;
    this.save = facts.save;
    this.invulnerable = facts.invulnerable;
    this.abilities = facts.abilities;
    this.keywords = facts.keywords;
    this.order = facts.order;
    this.leader = facts.leader;
  }
  get character() {
    return this.keywords.includes("character");
  }
  get alive() {
    return this.left > 0;
  }
  /** Feel No Pain for a wound of that sort. */
  pain(mortal: boolean, psychic: boolean): number {
    if (!this.abilities.some((text) => text.startsWith("feel"))) return 7;
    let best = 7;
    for (const text of this.abilities) {
      const match = /^feel no pain (\d)\+(?: \((.*)\))?$/.exec(text);
      if (match === null) continue;
      const counts =
        match[2] === undefined ||
        (match[2] === "mortal wounds" && mortal) ||
        (match[2] === "psychic attacks" && psychic);
      if (counts) best = Math.min(best, Number(match[1]));
    }
    return best;
  }
}

const words = (texts: string[] | undefined) => (texts ?? []).map((text) => text.toLowerCase());
/** `X` of an ability, as text. */
const of = (abilities: string[], name: string): string | undefined =>
  abilities.find((text) => text.startsWith(`${name} `))?.slice(name.length + 1);

function modelsOf(unit: Unit, leader?: Unit, leads = false): Model[] {
  const members = unit.members ?? [{ models: unit.models ?? 1 }];
  const models: Model[] = [];
  members.forEach((member, order) => {
    for (let i = 0; i < (member.models ?? 1); i++) {
      const abilities = [...words(member.abilities), ...words(unit.abilities)];
      const pain = member.feelNoPain ?? unit.feelNoPain;
      if (pain !== undefined) abilities.push(`feel no pain ${pain}+`);
      models.push(
        new Model({
          wounds: (member.wounds ?? unit.wounds)!,
          save: (member.save ?? unit.save)!,
          invulnerable: member.invulnerable ?? unit.invulnerable ?? 7,
          abilities,
          keywords: words(member.keywords ?? unit.keywords),
          order: leads ? 100 : order,
          leader: leads ? unit : undefined,
        }),
      );
    }
  });
  if (unit.woundsLost && models[0]) models[0].left -= unit.woundsLost;
  return leader ? [...models, ...modelsOf(leader, undefined, true)] : models;
}

/** What of a field counts against an enemy with these keywords. */
function counting<T>(given: unknown, enemy: string[], key: "what" | "by" | "from"): T[] {
  if (given === undefined) return [];
  return [given].flat().flatMap((one): T[] => {
    if (typeof one !== "object") return [one as T];
    const bound = one as Record<string, T> & Against;
    return words([bound.against].flat()).some((word) => enemy.includes(word)) ? [bound[key]!] : [];
  });
}

/** Dice as written: how many with how many sides, and what is added. */
const DICE = new Map<number | string, { readonly flat: number; readonly dice: readonly [number, number][] }>();
function diceOf(text: number | string) {
  let known = DICE.get(text);
  if (known === undefined) {
    let flat = 0;
    const dice: [number, number][] = [];
    for (const part of String(text).split("+")) {
      const match = /^(\d*)D(\d)$/.exec(part);
      if (match === null) flat += Number(part);
      else dice.push([Number(match[1] || 1), Number(match[2])]);
    }
    known = { flat, dice };
    DICE.set(text, known);
  }
  return known;
}

/** Reads a setup once; then plays it as often as it is asked. */
export function playerOf(setup: Setup): (random: Random) => Outcome {
  const { kind, attacker, defender, situation, options, weapons } = setup;
  const shooting = kind === "shooting";
  let random: Random;
  const d = (sides: number) => Math.floor(random() * sides) + 1;
  const rollDice = (text: number | string): number => {
    const { flat, dice } = diceOf(text);
    let sum = flat;
    for (const [count, sides] of dice) for (let i = 0; i < count; i++) sum += d(sides);
    return sum;
  };
  const average = (text: number | string): number =>
    String(text)
      .split("+")
      .reduce((sum, part) => {
        const match = /^(\d*)D(\d)$/.exec(part);
        return sum + (match === null ? Number(part) : (Number(match[1] || 1) * (Number(match[2]) + 1)) / 2);
      }, 0);
  const highest = (text: number | string): number =>
    String(text)
      .split("+")
      .reduce((sum, part) => {
        const match = /^(\d*)D(\d)$/.exec(part);
        return sum + (match === null ? Number(part) : Number(match[1] || 1) * Number(match[2]));
      }, 0);
  const isRolled = (text: number | string) => /D/.test(String(text));

  const enemies = modelsOf(defender, setup.leaders?.defender);
  const rank = (model: Model) => model.wounds * 10 - model.save;
  if (options.allocation === "weakestFirst") enemies.sort((a, b) => rank(a) - rank(b) || a.order - b.order);
  if (options.allocation === "strongestFirst") enemies.sort((a, b) => rank(b) - rank(a) || a.order - b.order);
  const attached = enemies.some((model) => model.character) && enemies.some((model) => !model.character);
  const targetWords = [...words(defender.keywords), ...enemies.flatMap((model) => model.keywords)];
  const ownWords = [
    ...words(attacker.keywords),
    ...modelsOf(attacker, setup.leaders?.attacker).flatMap((model) => model.keywords),
  ];
  const big = (keywords: string[]) => keywords.includes("monster") || keywords.includes("vehicle");

  /** Who takes the next attack. */
  const nextModel = (precise: boolean): Model | undefined => {
    const alive = enemies.filter((model) => model.alive);
    if (precise && attached) {
      const hero = alive.find((model) => model.character);
      if (hero) return hero;
    }
    return alive.find((model) => !model.character) ?? alive[0];
  };
  const startWounds = enemies.reduce((sum, model) => sum + model.left, 0);

  const armed = (unit: Unit | undefined, own: Unit[]) =>
    (unit?.weapons ?? []).map(({ weapon, count }) => {
      const data = weapons[weapon]!;
      const abilities = [...words(data.abilities), ...words(attacker.abilities), ...words(unit!.abilities)];
      /** Whoever gives these attacks something. */
      return { name: weapon, data, abilities, count, sources: [data, ...own] as Attacking[] };
    });
  const { leaders = {} } = setup;
  const used = [
    ...armed(attacker, [attacker]),
    ...(leaders.attacker ? armed(leaders.attacker, [leaders.attacker, attacker]) : []),
  ];
  type Used = (typeof used)[number];
  type Changed = "damageModifier" | "apModifier" | "strengthModifier" | "attacksModifier";
  const changesOf = ({ sources }: Used, field: Changed) => [
    ...sources.flatMap((source) => counting<number>(source[field], targetWords, "by")),
    ...counting<number>(defender[field], ownWords, "by"),
  ];
  const looked = new Map(used.map((weapon) => [weapon, new Map<string, unknown[]>()]));
  /** What no die changes is looked up once. */
  const once = <T>(weapon: Used, key: string, look: () => T[]): T[] => {
    const known = looked.get(weapon)!;
    if (!known.has(key)) known.set(key, look());
    return known.get(key) as T[];
  };
  const changed = (weapon: Used, field: Changed): number[] =>
    once(weapon, `all ${field}`, () => changesOf(weapon, field));
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const half = (data: Weapon) => shooting && situation.distance! <= (data.range as number) / 2;
  /** Wounds an attack costs a model: replaced, divided, added to, subtracted from. */
  const damageOf = (weapon: Used, rolled: number, melta: number, model: Model, isZero: boolean): number => {
    const reductions = [...(defender.damageReduction ?? []), ...(model.leader?.damageReduction ?? [])];
    const abilities = model.abilities;
    const zero = isZero || reductions.includes("zero") || abilities.includes("0 damage");
    let points = zero ? 0 : rolled;
    if (reductions.includes("halve") || abilities.includes("half damage")) points = Math.ceil(points / 2);
    points += melta;
    let less = reductions.includes("minusOne") ? 1 : 0;
    for (const text of abilities) if (text.startsWith("-")) less += Number(/^-(\d) damage$/.exec(text)?.[1] ?? 0);
    for (const change of changed(weapon, "damageModifier"))
      if (change > 0) points += change;
      else less -= change;
    const floor = options.minimumDamage ?? 1;
    for (; less > 0 && points > floor; less--) points--;
    return points;
  };
  /** Every sum that some dice may show, as often as they show it. */
  const falls = (text: number | string): number[] =>
    String(text)
      .split("+")
      .reduce(
        (sums, part) => {
          const match = /^(\d*)D(\d)$/.exec(part);
          const dice =
            match === null ? [[Number(part)]] : Array.from({ length: Number(match[1] || 1) }, () => upTo(match[2]));
          return dice.reduce((own, faces) => own.flatMap((one) => faces.map((face) => one + face)), sums);
        },
        [0],
      );
  const upTo = (sides: string | undefined) => Array.from({ length: Number(sides) }, (_, i) => i + 1);
  /** What an attack may cost a model, each fall of the dice once. */
  const costs = (weapon: Used, model: Model, isZero = false): number[] => {
    const melta = half(weapon.data) ? (of(weapon.abilities, "melta") ?? "0").toUpperCase() : 0;
    return falls(weapon.data.damage).flatMap((rolled) =>
      falls(melta).map((more) => damageOf(weapon, rolled, more, model, isZero)),
    );
  };
  const mean = (weapon: Used) => {
    const all = costs(weapon, nextModel(false)!);
    return sum(all) / all.length;
  };
  if (options.weaponOrder === "highestDamageFirst") used.sort((a, b) => mean(b) - mean(a));
  if (options.weaponOrder === "lowestDamageFirst") used.sort((a, b) => mean(a) - mean(b));

  const own = modelsOf(attacker, leaders.attacker);
  const begins = [...enemies, ...own].map((model) => model.left);

  return (dice) => {
    random = dice;
    [...enemies, ...own].forEach((model, i) => {
      model.left = begins[i]!;
    });
    const outcome: Outcome = { killed: 0, hits: 0, wounds: 0, unsaved: 0, damage: 0, destroyed: "no", selfKilled: 0 };
    let command: string | undefined = situation.commandReroll;
    const pending: (() => void)[] = [];

    /** "The first failed save costs nothing" is still to come. */
    let guard = true;
    const isGuarded = (model: Model) =>
      guard &&
      (model.abilities.includes("0 damage (first failed save)") ||
        [...(defender.damageReduction ?? []), ...(model.leader?.damageReduction ?? [])].includes("firstFailedSave"));

    for (const weapon of used) {
      const { data, abilities, count, sources } = weapon;
      const collected = <T extends number | string>(field: keyof Attacking, key: "what" | "by" | "from"): T[] =>
        once(weapon, field, () => sources.flatMap((source) => counting<T>(source[field], targetWords, key)));
      const strongest = (field: "rerollHits" | "rerollWounds" | "rerollDamage"): Reroll => {
        const order: Reroll[] = ["nonCritical", "failures", "ones"];
        const all = collected<Reroll>(field, "what");
        return order.find((policy) => all.includes(policy)) ?? "none";
      };
      const has = (name: string) => abilities.includes(name);
      const pistol = has("pistol");
      // The Command Re-roll is for the first weapon that makes such a roll.
      const torrent = has("torrent");
      let commanded: string | undefined;
      const isRolledFor = (amount: unknown) => /d/iu.test(String(amount));
      const unmade =
        (command === "hit" && torrent) ||
        (command === "damage" && !isRolledFor(data.damage) && !(half(data) && isRolledFor(of(abilities, "melta")))) ||
        (command === "attacks" &&
          !isRolledFor(data.attacks) &&
          !(half(data) && isRolledFor(of(abilities, "rapid fire"))));
      if (command !== undefined && command !== "hazardous" && !unmade) {
        commanded = command;
        command = undefined;
      }
      // Attacks.
      let attacks = 0;
      for (let i = 0; i < count; i++) {
        let own = rollDice(data.attacks);
        let parts = String(data.attacks);
        let extra = 0;
        const rapid = of(abilities, "rapid fire");
        if (half(data) && rapid) {
          const more = rollDice(rapid.toUpperCase());
          own += more;
          parts += `+${rapid.toUpperCase()}`;
        }
        if (shooting && has("blast")) extra += Math.floor(enemies.length / 5);
        extra += sum(
          has("extra attacks")
            ? counting<number>(data.attacksModifier, targetWords, "by")
            : changed(weapon, "attacksModifier"),
        );
        if (commanded === "attacks" && isRolled(parts) && own < average(parts)) {
          own = rollDice(parts);
          commanded = undefined;
        }
        attacks += Math.max(Math.min(1, own), own + extra);
      }
      // Hit roll modifiers.
      let modifier = 0;
      if (shooting) {
        if (situation.stationary && has("heavy")) modifier += 1;
        if (situation.smokescreen || enemies.every((model) => model.abilities.includes("stealth"))) modifier -= 1;
        if (!pistol && big(ownWords) && (situation.attackerEngaged ?? "none") !== "none") modifier -= 1;
        if (!pistol && big(targetWords) && (situation.defenderEngaged || situation.attackerEngaged === "target"))
          modifier -= 1;
        if (situation.visible === false) modifier -= 1;
      }
      modifier += sum([
        ...collected<number>("hitModifier", "by"),
        ...counting<number>(defender.hitModifier, ownWords, "by"),
      ]);
      modifier = Math.max(-1, Math.min(1, modifier));
      const criticalHit = Math.min(6, ...collected<number>("criticalHits", "from"));
      const hitCategory = (face: number): "miss" | "hit" | "critical" => {
        if (situation.overwatch && shooting) return face === 6 ? "critical" : "miss";
        if (face === 6) return "critical";
        if (face === 1) return "miss";
        if (shooting && situation.visible === false && face <= (options.indirectAutoFail ?? 3)) return "miss";
        if (face + modifier < data.skill!) return "miss";
        return face >= criticalHit ? "critical" : "hit";
      };
      const one = sources.find((source) => source.rerollDice !== undefined)?.rerollDice === "one";
      const hitReroll = strongest("rerollHits");
      let hitsLeft = one ? 1 : Number.POSITIVE_INFINITY;
      const woundReroll = strongest("rerollWounds");
      let woundsLeft = one ? 1 : Number.POSITIVE_INFINITY;
      const damageReroll = strongest("rerollDamage");
      let damagesLeft = one ? 1 : Number.POSITIVE_INFINITY;
      const wants = (policy: Reroll, face: number, category: string, failure: string) =>
        policy === "ones"
          ? face === 1
          : policy === "failures"
            ? category === failure
            : policy === "nonCritical"
              ? category !== "critical"
              : false;

      // Wound roll.
      const S = Math.max(1, data.strength + sum(changed(weapon, "strengthModifier")));
      const T = defender.toughness;
      const needed = S >= 2 * T ? 2 : S > T ? 3 : S === T ? 4 : 2 * S <= T ? 6 : 5;
      let woundModifier = sum([
        ...collected<number>("woundModifier", "by"),
        ...counting<number>(defender.woundModifier, ownWords, "by"),
      ]);
      if (!shooting && situation.charged && has("lance")) woundModifier += 1;
      woundModifier = Math.max(-1, Math.min(1, woundModifier));
      let criticalWound = Math.min(6, ...collected<number>("criticalWounds", "from"));
      for (const text of abilities) {
        const match = /^anti-(.*) (\d)\+$/.exec(text);
        if (match && targetWords.includes(match[1]!)) criticalWound = Math.min(criticalWound, Number(match[2]));
      }
      const woundCategory = (face: number): "fail" | "wound" | "critical" => {
        if (face === 1) return "fail";
        if (face >= criticalWound) return "critical";
        return face + woundModifier >= needed ? "wound" : "fail";
      };

      // Saves.
      const ap = Math.min(0, data.ap + sum(changed(weapon, "apModifier")));
      const inCover =
        shooting &&
        !has("ignores cover") &&
        (situation.cover || situation.goToGround || situation.smokescreen || situation.visible === false);
      const saves = (model: Model, face: number): boolean => {
        if (face === 1) return false;
        const cover = inCover && !(ap === 0 && model.save <= 3) ? 1 : 0;
        const change = (defender.saveModifier ?? 0) + (model.leader?.saveModifier ?? 0);
        const armour =
          options.saveCap === "bonus"
            ? ap + Math.min(0, change) + Math.min(1, cover + Math.max(0, change))
            : Math.min(1, ap + cover + change);
        if (face + armour >= model.save) return true;
        const invulnerable = Math.min(model.invulnerable, shooting && situation.goToGround ? 6 : 7);
        return invulnerable <= 6 && face + Math.min(1, change) >= invulnerable;
      };
      const savesRoll = (model: Model): boolean => {
        const face = d(6);
        const good = saves(model, face);
        const policies = [defender.rerollSaves, model.leader?.rerollSaves];
        if ((policies.includes("ones") && face === 1) || (policies.includes("failures") && !good))
          return saves(model, d(6));
        if (!good && commanded === "save") {
          commanded = undefined;
          return saves(model, d(6));
        }
        return good;
      };
      const rollDamage = (normal: boolean, model: Model, isZero = false): number => {
        let rolled = rollDice(data.damage);
        // What becomes 0 is not worth a re-roll.
        const reductions = [...(defender.damageReduction ?? []), ...(model.leader?.damageReduction ?? [])];
        const zero = isZero || reductions.includes("zero") || model.abilities.includes("0 damage");
        if (isRolled(data.damage) && !zero) {
          const flat = Number(/\+(\d+)$/.exec(String(data.damage))?.[1] ?? 0);
          const bad = (policy: Reroll) =>
            policy === "ones"
              ? rolled - flat === 1
              : policy === "failures"
                ? rolled < average(data.damage)
                : policy === "nonCritical"
                  ? rolled < highest(data.damage)
                  : false;
          if (bad(damageReroll) && damagesLeft > 0 && (normal || !one)) {
            damagesLeft--;
            rolled = rollDice(data.damage);
          } else if (normal && commanded === "damage" && bad("failures")) {
            commanded = undefined;
            rolled = rollDice(data.damage);
          }
        }
        const melta = half(data) ? rollDice((of(abilities, "melta") ?? "0").toUpperCase()) : 0;
        return damageOf(weapon, rolled, melta, model, isZero);
      };
      /** Whether the attacker has this attack allocated to a character. */
      const precise = (mortal: boolean): boolean => {
        if (!has("precision") || situation.visible === false || options.precision === "never") return false;
        if (options.precision !== "whenItKills") return true;
        const hero = attached ? enemies.find((model) => model.alive && model.character) : undefined;
        if (hero === undefined) return false;
        return costs(weapon, hero, !mortal && isGuarded(hero)).every((cost) => cost >= hero.left);
      };
      const psychic = has("psychic");
      const hurt = (model: Model, points: number, mortal: boolean) => {
        for (let point = 0; point < points; point++) {
          if (!model.alive) return;
          if (d(6) < model.pain(mortal, psychic)) model.left--;
        }
      };
      const takeWound = () => {
        outcome.wounds++;
        const model = nextModel(precise(false));
        // Nobody is left: the save of the last model is still rolled, so that failed saves can be counted.
        const last = lastModel();
        if (savesRoll(model ?? last)) return;
        outcome.unsaved++;
        if (model === undefined) return;
        const guarded = isGuarded(model);
        if (guarded) guard = false;
        hurt(model, rollDamage(true, model, guarded), false);
      };
      function lastModel(): Model {
        const order = [...enemies.filter((model) => !model.character), ...enemies.filter((model) => model.character)];
        return order[order.length - 1]!;
      }
      const devastate = () => {
        const picked = precise(true);
        const first = nextModel(picked);
        if (first === undefined) return;
        const points = rollDamage(false, first);
        if (options.devastating !== "launch") {
          hurt(first, points, true);
          return;
        }
        for (let point = 0; point < points; point++) {
          const model = nextModel(picked);
          if (model) hurt(model, 1, true);
        }
      };
      const mine: (() => void)[] = [];
      const rollWound = () => {
        let face = d(6);
        let category = woundCategory(face);
        const twin = has("twin-linked") && category === "fail";
        if (twin || (woundsLeft > 0 && wants(woundReroll, face, category, "fail"))) {
          if (!twin) woundsLeft--;
          else if (!one) woundsLeft--;
          face = d(6);
          category = woundCategory(face);
        } else if (category === "fail" && commanded === "wound") {
          commanded = undefined;
          category = woundCategory(d(6));
        }
        if (category === "fail") return;
        if (category === "critical" && has("devastating wounds")) {
          outcome.wounds++;
          outcome.unsaved++;
          mine.push(devastate);
        } else takeWound();
      };

      /** May a Lethal Hit roll to wound (QC-05)? Where a critical wound is worth it: more get past the first model's save. */
      const isWorthRolling = (): boolean => {
        const faces = [1, 2, 3, 4, 5, 6];
        const overFaces = (value: (face: number) => number) => sum(faces.map(value)) / 6;
        const first = enemies.find((model) => !model.character) ?? enemies[0]!;
        const policies = [defender.rerollSaves, first.leader?.rerollSaves];
        const again = (face: number) =>
          (policies.includes("ones") && face === 1) || (policies.includes("failures") && !saves(first, face));
        const fails = (face: number) => (saves(first, face) ? 0 : 1);
        const unsaved = overFaces((face) => (again(face) ? overFaces(fails) : fails(face)));
        const worth = (face: number) => ({ fail: 0, wound: unsaved, critical: 1 })[woundCategory(face)];
        const rolled = overFaces((face) => {
          const category = woundCategory(face);
          const twin = has("twin-linked") && category === "fail";
          return twin || (!one && wants(woundReroll, face, category, "fail")) ? overFaces(worth) : worth(face);
        });
        return rolled > unsaved + 1e-9;
      };
      const fishes =
        options.lethalOptional === true && has("devastating wounds") && has("lethal hits") && isWorthRolling();

      for (let attack = 0; attack < attacks; attack++) {
        let category: "miss" | "hit" | "critical" = "hit";
        if (!torrent) {
          const face = d(6);
          category = hitCategory(face);
          if (hitsLeft > 0 && wants(hitReroll, face, category, "miss")) {
            hitsLeft--;
            category = hitCategory(d(6));
          } else if (category === "miss" && commanded === "hit") {
            commanded = undefined;
            category = hitCategory(d(6));
          }
        }
        if (category === "miss") continue;
        let ordinary = 1;
        if (category === "critical") {
          const sustained = of(abilities, "sustained hits");
          if (sustained) ordinary += rollDice(sustained.toUpperCase());
          outcome.hits += ordinary;
          if (has("lethal hits") && !fishes) {
            ordinary--;
            takeWound();
          }
        } else outcome.hits += ordinary;
        for (let hit = 0; hit < ordinary; hit++) rollWound();
      }
      if (options.devastatingWhen === "endOfProfile") for (const wound of mine) wound();
      else pending.push(...mine);
    }
    for (const wound of pending) wound();

    outcome.killed = enemies.filter((model) => !model.alive).length;
    outcome.damage = startWounds - enemies.reduce((sum, model) => sum + model.left, 0);
    outcome.destroyed = enemies.every((model) => !model.alive) ? "yes" : "no";

    // What the attackers do to themselves.
    const hurtOwn = (model: Model | undefined) => {
      if (model && d(6) < model.pain(true, false)) model.left--;
    };
    const nextOwn = (list: Model[]) => {
      const alive = list.filter((model) => model.alive);
      return (
        alive.find((model) => model.left < model.wounds && !model.character) ??
        alive.find((model) => !model.character) ??
        alive.find((model) => model.left < model.wounds) ??
        alive[0]
      );
    };
    const demise = enemies.flatMap((model) => of(model.abilities, "deadly demise") ?? [])[0];
    if (demise && (!shooting || situation.distance! <= 6))
      for (const model of enemies) {
        if (model.alive || !of(model.abilities, "deadly demise") || d(6) < 6) continue;
        const points = rollDice(demise.toUpperCase());
        for (let point = 0; point < points; point++) hurtOwn(nextOwn(own));
      }
    const hazardous = used.filter(({ abilities }) => abilities.includes("hazardous"));
    const tests = hazardous.reduce((sum, { count }) => sum + count, 0);
    // Those who bear no Hazardous weapon fall first to anything else.
    const bearers = own.slice(Math.max(0, own.length - tests));
    let again = situation.commandReroll === "hazardous";
    let failed = 0;
    for (let test = 0; test < tests; test++) {
      let face = d(6);
      if (face === 1 && again) {
        again = false;
        face = d(6);
      }
      if (face === 1) failed++;
    }
    for (let i = 0; i < failed; i++) {
      const model = nextOwn(bearers);
      if (!model) break;
      const sturdy = model.character || big(model.keywords);
      if (options.hazardous !== "launch") {
        for (let point = 0; point < 3 && model.alive; point++) hurtOwn(model);
      } else if (sturdy) for (let point = 0; point < 3; point++) hurtOwn(nextOwn(bearers));
      else model.left = 0;
    }
    outcome.selfKilled = own.filter((model) => !model.alive).length;
    return outcome;
  };
}
