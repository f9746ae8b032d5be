/** What is kept under a key; made, and kept there, where nothing is yet. */
export function keptIn<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V {
  let found = known.get(key);
  if (found === undefined) {
    found = make(key);
    known.set(key, found);
  }
  return found;
}

/** What is made of like things is made once; where `most` are kept all are let go. */
export function keeping(most = Number.POSITIVE_INFINITY) {
  const known = new Map<number | string, unknown>();
  return <T>(key: number | string, make: () => T): T => {
    if (known.size >= most && !known.has(key)) known.clear();
    return keptIn(known, key, make) as T;
  };
}

/** Makes what is of an object once, for as long as that is there. Nobody changes either. */
export function once<K extends object, T extends object>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return (of) => keptIn(known, of, make);
}
