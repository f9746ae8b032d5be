/** Like models of a unit, in the order in which they take attacks (C-ALL-01, C-ALL-02). */
export interface ModelLine {
  readonly label: string;
  readonly models: number;
  readonly wounds: number;
  readonly character: boolean;
}

/**
 * Where a unit stands while it takes attacks. Models die in a fixed order, so that the wounds lost so far say which
 * model is next (C-ALL-01). Where attacks may pick out characters (C-AB-PRECISION) there are two such counts, one for
 * the other models and one for the characters. Where the first failed save costs nothing, the state says whether that
 * is still to come. All of it is one number.
 */
export interface Formation {
  /** Number of states, 0 to `states - 1`. */
  readonly states: number;
  readonly start: number;
  /** Models and wounds in all. */
  readonly models: number;
  readonly wounds: number;
  /** The line whose model takes the next attack; the last line when nobody is left. */
  lineAt(state: number, precise: boolean): number;
  /** Whether the first failed save is still to come. */
  isGuarded(state: number): boolean;
  /** The same state once it has come. */
  unguarded(state: number): number;
  /** Wounds left of the character that attacks would pick out; 0 where there is none. */
  heroLeft(state: number): number;
  /** `points` lost by the model that takes the next attack; what it does not have is lost (C-DMG-01). */
  hurt(state: number, precise: boolean, points: number): number;
  /** The same one point at a time, from model to model (C-DMG-03). */
  spill(state: number, precise: boolean, points: number): number;
  isDestroyed(state: number): boolean;
  /** The state once so many wounds are regained, models who come back included; characters and who is destroyed regain none. */
  regained(state: number, wounds: number): number;
  /** Models destroyed, and wounds lost since the start. */
  killed(state: number): number;
  /** Models of one line destroyed. */
  killedOf(state: number, line: number): number;
  lost(state: number): number;
}

/** Models in file: after `p` wounds lost, the line of the next one and the count at which it is destroyed. */
function fileOf(lines: readonly ModelLine[], chosen: (line: ModelLine) => boolean) {
  const length = lines.reduce((sum, line) => sum + (chosen(line) ? line.models * line.wounds : 0), 0);
  const line = new Int32Array(length + 1).fill(Math.max(0, lines.findLastIndex(chosen)));
  const end = new Int32Array(length + 1).fill(length);
  const killed = new Int32Array(length + 1);
  let at = 0;
  let dead = 0;
  lines.forEach((each, index) => {
    if (!chosen(each)) return;
    for (let model = 0; model < each.models; model++) {
      for (let wound = 0; wound < each.wounds; wound++) {
        line[at + wound] = index;
        end[at + wound] = at + each.wounds;
        killed[at + wound] = dead;
      }
      at += each.wounds;
      dead++;
    }
  });
  killed[length] = dead;
  return { length, line, end, killed };
}

/**
 * The formation of a unit. Lines come in the order in which they take attacks, characters last.
 * @param apart whether some attacks pick out characters, so that their wounds are counted apart
 * @param guarded whether the first failed save costs nothing
 */
export function formationOf(
  lines: readonly ModelLine[],
  woundsLost: number,
  apart: boolean,
  guarded = false,
): Formation {
  const split = apart && lines.some((line) => line.character) && lines.some((line) => !line.character);
  const main = fileOf(lines, (line) => !split || !line.character);
  const other = fileOf(lines, (line) => split && line.character);
  const stride = main.length + 1;
  const plain = stride * (other.length + 1); // states that are not guarded; the guarded ones come after them
  const mainOf = (state: number) => state % stride;
  const otherOf = (state: number) => Math.floor((state % plain) / stride);
  /** Which of the two counts an attack goes to. */
  const toOther = (state: number, precise: boolean) =>
    split && (precise ? otherOf(state) < other.length : mainOf(state) === main.length && otherOf(state) < other.length);

  const step = (state: number, precise: boolean, points: number): number => {
    if (toOther(state, precise)) {
      const at = otherOf(state);
      return state + stride * (Math.min(at + points, other.end[at]!) - at);
    }
    const at = mainOf(state);
    return state + Math.min(at + points, main.end[at]!) - at;
  };
  const isDestroyed = (state: number) => mainOf(state) === main.length && otherOf(state) === other.length;
  return {
    states: guarded ? 2 * plain : plain,
    start: guarded ? plain + woundsLost : woundsLost,
    models: main.killed[main.length]! + other.killed[other.length]!,
    wounds: main.length + other.length,
    lineAt: (state, precise) =>
      toOther(state, precise) || (split && mainOf(state) === main.length)
        ? other.line[otherOf(state)]!
        : main.line[mainOf(state)]!,
    isGuarded: (state) => state >= plain,
    unguarded: (state) => state % plain,
    heroLeft: (state) => other.end[otherOf(state)]! - otherOf(state),
    hurt: step,
    spill(state, precise, points) {
      let at = state;
      for (let point = 0; point < points; point++) at = step(at, precise, 1);
      return at;
    },
    isDestroyed,
    regained: (state, wounds) => (isDestroyed(state) ? state : state - Math.min(wounds, mainOf(state))),
    killed: (state) => main.killed[mainOf(state)]! + other.killed[otherOf(state)]!,
    killedOf(state, line) {
      const inOther = split && lines[line]!.character;
      const before = lines.reduce(
        (sum, each, i) => (i < line && (!split || each.character === lines[line]!.character) ? sum + each.models : sum),
        0,
      );
      const dead = inOther ? other.killed[otherOf(state)]! : main.killed[mainOf(state)]!;
      return Math.min(Math.max(dead - before, 0), lines[line]!.models);
    },
    lost: (state) => mainOf(state) + otherOf(state) - woundsLost,
  };
}
