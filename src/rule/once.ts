/** Makes what is of an object once, for as long as that is there. Nobody changes either. */
export function once<K extends object, T extends object>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return (of) => {
    let made = known.get(of);
    if (made === undefined) {
      made = make(of);
      known.set(of, made);
    }
    return made;
  };
}
