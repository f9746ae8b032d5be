import { isBinary, OPS } from "./fold.ts";
import type { Formula, GameKind } from "./ir.ts";

/** The least and the most that a formula over the state can come to. It rolls no dice. */
export function rangeOf(f: Formula, kind: Pick<GameKind, "state">): readonly [number, number] {
  const of = (part: Formula) => rangeOf(part, kind);
  switch (f.op) {
    case "const":
      return [f.value, f.value];
    case "get": {
      const found = kind.state.find(({ slot }) => slot === f.slot);
      return found === undefined ? [0, 0] : [of(found.low)[0], of(found.high)[1]];
    }
    case "if": {
      const [a, b] = [of(f.yes), of(f.no)];
      return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
    }
    case "abs": {
      const [low, high] = of(f.a);
      return [low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)), Math.max(-low, high)];
    }
    default: {
      if (["eq", "ne", "lt", "le", "gt", "ge"].includes(f.op)) return [0, 1];
      if (!isBinary(f)) return [0, 0];
      const [a, b] = [of(f.a), of(f.b)];
      const ends = a.flatMap((x) => b.map((y) => OPS[f.op](x, y))).filter(Number.isFinite);
      return [Math.min(...ends), Math.max(...ends)];
    }
  }
}
