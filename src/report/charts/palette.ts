import type { Shade } from "../heat.ts";

/**
 * Colours by their names: Okabe and Ito's palette, darkened to a contrast of 3:1. In a page each is a property of its
 * style sheet. Nothing is told by colour alone.
 */
export const FONT = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif";

const LIGHT = {
  /** What lies around the cards. */
  paper: "#f6f4ef",
  ground: "#ffffff",
  ink: "#1c2126",
  soft: "#55606a",
  line: "#d9d5cb",
  zone: "#e8ecef",
  one: "#1b4f72",
  two: "#b8501e",
  three: "#00805c",
  four: "#9c4a80",
  five: "#8a6d00",
  six: "#3f4752",
  ready: "#00805c",
  pinned: "#a87600",
  down: "#c04f00",
  out: "#3f4752",
};

type Colour = keyof typeof LIGHT;

const DARK: Readonly<Record<Colour, string>> = {
  paper: "#14171a",
  ground: "#1d2226",
  ink: "#e9edf0",
  soft: "#a9b4bd",
  line: "#363e45",
  zone: "#2b3238",
  one: "#7fc0ea",
  two: "#f5925a",
  three: "#3fcf9f",
  four: "#dd9bc8",
  five: "#e3c34a",
  six: "#aab4bf",
  ready: "#3fcf9f",
  pinned: "#e3b341",
  down: "#f5925a",
  out: "#9aa5b1",
};

/**
 * Shades of a map: nothing, or even; five steps above and five below. Light, then dark. On the last two of either side the
 * number is of the ground's colour, on the others of ink: a contrast of 4.5:1 and more, which a test computes.
 */
export const SHADES: Readonly<Record<Shade, readonly [light: string, dark: string]>> = {
  l5: ["#6f3600", "#feb98b"],
  l4: ["#ad5907", "#d37f40"],
  l3: ["#e58944", "#974e0c"],
  l2: ["#f7b385", "#703c13"],
  l1: ["#ffdfcb", "#4d2c15"],
  h0: ["#f1f3f5", "#272e36"],
  h1: ["#d2eaff", "#173852"],
  h2: ["#90cbfd", "#175079"],
  h3: ["#4babf4", "#126aa4"],
  h4: ["#0679bd", "#479ee1"],
  h5: ["#034b79", "#9cd1ff"],
};

/** What the number on a shade is written in. */
export const inkOn = (shade: Shade): "ink" | "ground" => (/[45]$/.test(shade) ? "ground" : "ink");

/** A colour as a style sheet knows it. */
export const colour = (name: Colour | Shade): string => `var(--crible-${name})`;

/**
 * A colour by its name on both grounds, for a style sheet without the properties of ours, which assets/playground makes.
 * @public
 */
export function bothLights(name: Colour | Shade): string {
  const [light, dark] = name in SHADES ? SHADES[name as Shade] : [LIGHT[name as Colour], DARK[name as Colour]];
  return `light-dark(${light},${dark})`;
}

/** The classes of shades, for a style sheet: the ground, and what stands on it. */
export const shadeRules = (of: (name: Colour | Shade) => string = colour): string =>
  (Object.keys(SHADES) as Shade[])
    .map((shade) => `.${shade}{background:${of(shade)};color:${of(inkOn(shade))}}`)
    .join("\n");

/** Every property of a style sheet by its name. */
export const properties = (ground: "light" | "dark"): [string, string][] => [
  ...Object.entries(ground === "light" ? LIGHT : DARK),
  ...Object.entries(SHADES).map(([name, [light, dark]]): [string, string] => [name, ground === "light" ? light : dark]),
];

/** Series that are told apart by colour, dash and shape. */
export const SERIES = [
  { colour: colour("one"), dash: [1, 0], shape: "circle" },
  { colour: colour("two"), dash: [6, 3], shape: "square" },
  { colour: colour("three"), dash: [2, 3], shape: "triangle-up" },
  { colour: colour("four"), dash: [10, 3, 2, 3], shape: "diamond" },
  { colour: colour("five"), dash: [4, 2, 4, 6], shape: "cross" },
  { colour: colour("six"), dash: [1, 4], shape: "triangle-down" },
] as const;

/** Fills that are told apart without their colours: patterns of a page, or of a chart alone. */
export const pattern = (name: "pinned" | "down" | "even"): string => `url(#crible-${name})`;

/** The patterns themselves, for `<defs>`. */
export const PATTERNS = [
  `<pattern id="crible-pinned" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${colour("pinned")}"/><path d="M0 0V6" stroke="${colour("ground")}" stroke-width="2.5"/></pattern>`,
  `<pattern id="crible-down" width="7" height="7" patternUnits="userSpaceOnUse"><rect width="7" height="7" fill="${colour("down")}"/><circle cx="3.5" cy="3.5" r="1.5" fill="${colour("ground")}"/></pattern>`,
  `<pattern id="crible-even" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="${colour("soft")}" stroke-width="1.4"/></pattern>`,
].join("");
