/**
 * The chart runtime, bundled by assets/build.js: one text that draws a chart on the server and in a page. Only what the
 * charts use of Vega is in it; expressions are interpreted, so that a page may forbid `eval`; no optional canvas takes
 * part, so that widths of texts are the same everywhere.
 */
import { transforms } from "vega-dataflow";
import * as encode from "vega-encode";
import { expressionInterpreter } from "vega-interpreter";
import { parse } from "vega-parser";
import { resetSVGDefIds, textMetrics } from "vega-scenegraph";
import * as basic from "vega-transforms";
import { View } from "vega-view";
import * as layout from "vega-view-transforms";

Object.assign(transforms, basic, layout, encode);

/** A view of a compiled Vega specification. */
const viewOf = (spec, options) => new View(parse(spec, {}, { ast: true }), { expr: expressionInterpreter, ...options });

globalThis.cribleCharts = { viewOf, resetSVGDefIds, textMetrics };
