/** Vega-Lite to Vega, bundled by assets/build.js for the server: a page gets what comes out. */
import { compile } from "vega-lite";

globalThis.cribleCompile = compile;
