/** What stays: parts of the page that are drawn again only when something of theirs is another. */
import { type Component, type FunctionComponent, h } from "preact";

/** A part that is drawn again only when one of its properties is another. */
export function steady<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  return function Steady(this: Component<P>, props: P) {
    this.shouldComponentUpdate = (next) => {
      const [a, b] = [this.props, next] as unknown as Record<string, unknown>[];
      return Object.keys({ ...a, ...b }).some((key) => a![key] !== b![key]);
    };
    return h(draw, props);
  };
}

/** Plain data as it is now, with every part of it that was the same before as it was: the same object. */
export function kept<T>(before: unknown, now: T): T {
  if (typeof before !== "object" || typeof now !== "object" || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const was = before as Record<string, unknown>;
  const made = (Array.isArray(now) ? [...now] : { ...now }) as Record<string, unknown>;
  let isSame = Object.keys(was).length === Object.keys(made).length;
  for (const [key, value] of Object.entries(made)) {
    made[key] = kept(was[key], value);
    if (made[key] !== was[key]) isSame = false;
  }
  return (isSame ? before : made) as T;
}
