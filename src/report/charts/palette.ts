/**
 * Colours by their names. In a page each is a property of its style sheet, so that a chart changes between light and
 * dark without being drawn again; alone, a chart has the light ones. Okabe and Ito's palette, which colour-blind readers
 * tell apart, darkened to a contrast of 3:1 against the ground; nothing is told by colour alone.
 */
export const FONT = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif";

const LIGHT = {
  ground: "#ffffff",
  ink: "#1b1f24",
  soft: "#57606a",
  line: "#d8dee4",
  zone: "#e3e8ee",
  one: "#0068a8",
  two: "#c04f00",
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
  ground: "#161b22",
  ink: "#e8ecf0",
  soft: "#a3adb8",
  line: "#38424d",
  zone: "#2d3640",
  one: "#5ab4ec",
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

/** Steps of a map: around a middle, or upwards from it; ink reads on all of them. Light, then dark. */
const STEPS = {
  low3: ["#f3a873", "#7d451d"],
  low2: ["#f9cba9", "#57351f"],
  low1: ["#fde8d9", "#3a2a22"],
  even: ["#f1f3f5", "#272e36"],
  high1: ["#d9ebf7", "#1f2f3c"],
  high2: ["#a9d3ef", "#1d4560"],
  high3: ["#71b5e2", "#1b5c86"],
} as const;
type Shade = keyof typeof STEPS;
export const DIVERGING = Object.keys(STEPS) as Shade[];
export const RISING = ["even", "high1", "high2", "high3"] as const satisfies readonly Shade[];

/** A colour as a style sheet knows it. */
export const colour = (name: Colour | Shade): string => `var(--crible-${name})`;

/** Every property of a style sheet by its name. */
export const properties = (ground: "light" | "dark"): [string, string][] => [
  ...Object.entries(ground === "light" ? LIGHT : DARK),
  ...Object.entries(STEPS).map(([name, [light, dark]]): [string, string] => [name, ground === "light" ? light : dark]),
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
