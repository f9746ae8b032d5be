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
  readonly #texts = new Map<string, string | undefined>();

  get keys(): string[] {
    return [...this.#texts.keys()];
  }

  /**
   * The key of something: that of the same thing where it is known, else the first that is free of those that are listed.
   * @param data nothing is the same as what is left out
   */
  of(names: readonly string[], data?: Data): string {
    const text = JSON.stringify(data);
    for (let i = 0; ; i++) {
      const key = i < names.length ? keyOf(names[i]!) : `${keyOf(names.at(-1)!)}${i - names.length + 2}`;
      if (text !== undefined && this.#texts.get(key) === text) return key;
      if (this.#texts.has(key)) continue;
      this.#texts.set(key, text);
      if (data !== undefined) this.all[key] = data;
      return key;
    }
  }
}
