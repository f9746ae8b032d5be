/** What is made of like things is made once; where `most` are kept all are let go. */
export function keeping(most = Number.POSITIVE_INFINITY) {
  const known = new Map<number | string, unknown>();
  return <T>(key: number | string, make: () => T): T => {
    let made = known.get(key) as T | undefined;
    if (made === undefined) {
      if (known.size >= most) known.clear();
      made = make();
      known.set(key, made);
    }
    return made;
  };
}
