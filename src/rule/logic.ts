/** Tests joined by `and`, `or` and `not`: plain data. What a test is says who uses them; it is an object without these names. */
export type Logic<T extends object> =
  | T
  | { readonly all: readonly Logic<T>[] }
  | { readonly any: readonly Logic<T>[] }
  | { readonly not: Logic<T> };

const isTest = <T extends object>(logic: Logic<T>): logic is T => !("all" in logic || "any" in logic || "not" in logic);

/** Whether it holds of `values`, as `test` says of each test; asks no more of them than it must. Allocates nothing. */
export function holdsBy<T extends object, V>(
  logic: Logic<T>,
  values: V,
  test: (one: T, values: V) => boolean,
): boolean {
  if (isTest<T>(logic)) return test(logic, values);
  if ("not" in logic) return !holdsBy(logic.not, values, test);
  const wanted = "any" in logic;
  const parts = "any" in logic ? logic.any : logic.all;
  for (let i = 0; i < parts.length; i++) if (holdsBy(parts[i]!, values, test) === wanted) return wanted;
  return !wanted;
}

/** Its tests, in the order in which they are written. */
export function testsIn<T extends object>(logic: Logic<T>): T[] {
  if (isTest<T>(logic)) return [logic];
  return "not" in logic
    ? testsIn<T>(logic.not)
    : ("any" in logic ? logic.any : logic.all).flatMap((part) => testsIn<T>(part));
}

/** The same of other tests. */
export function withTests<T extends object, R extends object>(logic: Logic<T>, to: (one: T) => Logic<R>): Logic<R> {
  const inside = (part: Logic<T>) => withTests(part, to);
  if (isTest<T>(logic)) return to(logic);
  if ("not" in logic) return { not: inside(logic.not) };
  return "any" in logic ? { any: logic.any.map(inside) } : { all: logic.all.map(inside) };
}
