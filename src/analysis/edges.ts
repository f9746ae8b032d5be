/** Where a curve over whole numbers steps: the edges of a rule's bands, found and not guessed. */

import type { Point } from "../scenario/axis.ts";
import type { Estimate } from "./form.ts";

/** From one whole number to the next. */
export interface Edge {
  /** The last value of a band; the next whole number is in another. */
  readonly after: number;
  readonly from: Estimate;
  readonly to: Estimate;
}

/** Steps of a curve that are told; one that has more, or steps everywhere, has no bands. */
const MOST_EDGES = 8;
/** Points that are looked at between those that were swept. */
const MOST_BETWEEN = 200;

interface PointsOfCurve {
  readonly points: readonly { readonly point: Point; readonly estimate?: Estimate }[];
}

interface EdgePoint {
  readonly at: number;
  readonly estimate: Estimate;
}

/** The places of a curve by their numbers; empty where one is no whole number, has none, or was simulated. */
function placesOf({ points }: PointsOfCurve): EdgePoint[] {
  const places = points.flatMap(({ point, estimate }): EdgePoint[] => {
    const [at] = Object.values(point);
    return Number.isInteger(at) && estimate?.trials === 0 ? [{ at: at as number, estimate }] : [];
  });
  return places.length < points.length ? [] : places.toSorted((a, b) => a.at - b.at);
}

/** Whole numbers between neighbours that differ: to be looked at before an edge can be told. */
export function between(curves: readonly PointsOfCurve[]): number[] {
  const found = new Set<number>();
  for (const curve of curves) {
    const places = placesOf(curve);
    for (const [i, { at, estimate }] of places.slice(0, -1).entries()) {
      const next = places[i + 1]!;
      if (next.estimate.value !== estimate.value) for (let n = at + 1; n < next.at; n++) found.add(n);
    }
  }
  return found.size > MOST_BETWEEN ? [] : [...found].sort((a, b) => a - b);
}

/** The edges of a curve, with what was looked at between its points; empty where it has no bands, or they are not known. */
export function edgesOf(curve: PointsOfCurve, looked: readonly PointsOfCurve["points"][number][] = []): Edge[] {
  if (placesOf(curve).length === 0) return [];
  const places = placesOf({ points: [...curve.points, ...looked] });
  const edges: Edge[] = [];
  for (const [i, { at, estimate }] of places.slice(0, -1).entries()) {
    const next = places[i + 1]!;
    if (next.estimate.value === estimate.value) continue;
    if (next.at > at + 1) return [];
    edges.push({ after: at, from: estimate, to: next.estimate });
  }
  const width = (places.at(-1)?.at ?? 0) - (places[0]?.at ?? 0);
  return edges.length > MOST_EDGES || 2 * edges.length > width ? [] : edges;
}
