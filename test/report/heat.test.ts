import { describe, expect, it } from "vitest";
import { inkOn, properties, SHADES, shadeRules } from "../../src/report/charts/palette.ts";
import { shortNumber } from "../../src/report/grid.ts";
import { type Shade, shadesOf } from "../../src/report/heat.ts";
import { languageOf } from "../../src/report/language/language.ts";

const en = languageOf("en");
const LIGHTS = ["light", "dark"] as const;
const ALL = Object.keys(SHADES) as Shade[];

/** A channel of sRGB as light (IEC 61966-2-1). */
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number];
const luminance = (hex: string): number => {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG 2's contrast. */
const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};
/** CIELAB under D65. */
function lab(hex: string): [number, number, number] {
  const [r, g, b] = channels(hex);
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
/** CIE 1976: 2.3 is just seen side by side. */
const apart = (a: string, b: string): number => Math.hypot(...lab(a).map((one, i) => one - lab(b)[i]!));

describe.each(LIGHTS)("shades of a map, %s", (light) => {
  const colours = new Map(properties(light));
  const at = (name: string) => colours.get(name)!;

  it("are all others, each well apart from every other", () => {
    expect(ALL).toHaveLength(11);
    for (const a of ALL) for (const b of ALL) if (a < b) expect(apart(at(a), at(b)), `${a} ${b}`).toBeGreaterThan(10);
  });

  it("grow darker or lighter one way from even, on both sides", () => {
    for (const side of ["h", "l"]) {
      const lights = ["h0", ...[1, 2, 3, 4, 5].map((n) => `${side}${n}`)].map((name) => lab(at(name))[0]);
      const steps = lights.slice(1).map((own, i) => own - lights[i]!);
      for (const step of steps) expect(Math.sign(step)).toBe(Math.sign(steps.at(-1)!));
    }
  });

  it("have their number on them in 4.5:1 and more", () => {
    for (const shade of ALL) expect(contrast(at(shade), at(inkOn(shade))), shade).toBeGreaterThanOrEqual(4.5);
  });

  it("have a class each, of their own ground", () => {
    const rules = shadeRules(at).split("\n");
    const grounds = rules.map((rule) => /background:(#\w+)/.exec(rule)![1]);
    expect(new Set(grounds).size).toBe(ALL.length);
  });
});

describe("which shade a number wears", () => {
  const chance = (value: number) => shortNumber(value, true, en);
  const number = (value: number) => shortNumber(value, false, en);
  /** How many of the numbers that read alike each shade has. */
  function crowds(values: readonly number[], shown: (value: number) => string, middle?: number): Map<Shade, number> {
    const shades = shadesOf(values, shown, middle);
    const texts = new Map(values.map((value) => [shown(value), shades.of(value)]));
    const counts = new Map<Shade, number>();
    for (const shade of texts.values()) counts.set(shade, (counts.get(shade) ?? 0) + 1);
    return counts;
  }

  it.each([
    ["of sizes that double every seventh square", (i: number) => 2 ** (i / 7)],
    ["of which one is a hundred times the others", (i: number) => (i === 99 ? 600 : 5 + i / 20)],
    ["that lie close to each other, far from nothing", (i: number) => 60 + i / 10],
    ["of one size each", (i: number) => i + 1],
  ])("shares out a matrix of ten by ten %s: a third at most of what is told apart", (_, of) => {
    const values = Array.from({ length: 100 }, (_, i) => of((i * 37) % 100));
    const counts = crowds(values, number);
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    expect(counts.size).toBe(5);
    expect(all).toBeGreaterThan(10);
    for (const [shade, n] of counts) expect(n, shade).toBeLessThanOrEqual(Math.ceil(all / 3));
    // More is never of a lower shade.
    const shades = shadesOf(values, number);
    const order = values.toSorted((a, b) => a - b).map(shades.of);
    expect(order).toEqual(order.toSorted());
  });

  it("keeps classes of one width where they tell the numbers apart", () => {
    const { of } = shadesOf([0, 0.1, 0.3, 0.5, 0.7, 1], chance);
    expect([0, 0.1, 0.3, 0.5, 0.7, 1].map(of)).toEqual(["h0", "h1", "h2", "h3", "h4", "h5"]);
  });

  it("parts who wins less from who wins more: 37 % and 63 % are on either side of even", () => {
    const { of, classes } = shadesOf([0.37, 0.63, 0.5, 0.9], chance, 0.5);
    expect(of(0.5)).toBe("h0");
    expect([of(0.37)[0], of(0.63)[0]]).toEqual(["l", "h"]);
    expect(of(0.37).slice(1)).toBe(of(0.63).slice(1));
    expect(classes.map(({ shade }) => shade[0])).toEqual(["l", "h", "h", "h"]);
    expect(of(0.9)).toBe("h4"); // all the way is 100 %
    expect(shadesOf([0.36, 0.37, 0.53], chance, 0.5).classes).toHaveLength(2); // a point more or less is no other picture
    expect(shadesOf([0, 1], chance, 0.5).classes.map(({ shade }) => shade)).toEqual(["l5", "h5"]);
  });

  it("gives what reads the same the same shade, and what is not quite nothing another than nothing", () => {
    const values = [0, 0.0001, 0.2496, 0.2504, 0.9];
    const { of } = shadesOf(values, chance);
    expect(of(0.2496)).toBe(of(0.2504));
    expect(of(0)).toBe("h0");
    expect(of(0.0001)).toBe("h1");
  });

  it("says of each shade that is worn from which to which number", () => {
    const values = [0.05, 0.15, 0.31, 0.62, 0.64, 0.99];
    const { of, classes } = shadesOf(values, chance);
    for (const value of values) {
      const own = classes.find(({ shade }) => shade === of(value))!;
      expect(own.least <= value && value <= own.most).toBe(true);
    }
    expect(new Set(classes.map(({ shade }) => shade)).size).toBe(classes.length);
  });
});
