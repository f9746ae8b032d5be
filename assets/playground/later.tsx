/** Parts of the page that come one after the other once the first answer is painted, so that no task is long. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next);
}

export function Later({ children }: { readonly children: () => ComponentChildren }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    waiting.push(() => setHere(true));
    if (waiting.length === 1) setTimeout(next);
  }, []);
  return <>{isHere && children()}</>;
}
