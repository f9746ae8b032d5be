/** Keys of a catalogue, made of names as people write them. */
import type { Data } from "../../data.ts";

/**
 * A name as a key.
 *
 * @example
 * keyOf("Master-crafted power weapon"); // "masterCraftedPowerWeapon"
 */
export function keyOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .split(/[^A-Za-z\d]+/u)
    .filter((word) => word !== "");
  const key = words
    .map(
      (word, i) =>
        (i === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) +
        (/^[A-Z\d]+$/u.test(word) ? word.slice(1).toLowerCase() : word.slice(1)),
    )
    .join("")
    .slice(0, 60);
  return key === "" || /^\d/u.test(key) || key === "from" || key in Object.prototype
    ? `the${key.charAt(0).toUpperCase()}${key.slice(1)}`
    : key;
}

/** Keys that stand for one thing each. */
export class Keys {
  readonly all: Record<string, Data> = {};
  readonly keys = new Set<string>();
  readonly #texts = new Map<string, string>();

  /** A key that nothing has yet. */
  fresh(name: string): string {
    const base = keyOf(name);
    let key = base;
    for (let i = 2; this.keys.has(key); i++) key = `${base}${i}`;
    this.keys.add(key);
    return key;
  }

  /** The key of something: that of the same thing where it is known, else the first that is free of those that are listed. */
  of(names: readonly string[], data: Data): string {
    const text = JSON.stringify(data);
    for (let i = 0; ; i++) {
      const key = i < names.length ? keyOf(names[i]!) : `${keyOf(names.at(-1)!)}${i - names.length + 2}`;
      if (this.#texts.get(key) === text) return key;
      if (!this.keys.has(key)) return this.#put(key, text, data);
    }
  }

  has(name: string, is: (data: Data) => boolean): boolean {
    const data = this.all[keyOf(name)];
    return data !== undefined && is(data);
  }

  #put(key: string, text: string, data: Data): string {
    this.keys.add(key);
    this.#texts.set(key, text);
    this.all[key] = data;
    return key;
  }
}
