/** What identifiers are called where nobody gave a label. */

/**
 * An identifier in words; what is no identifier stays as it is written.
 *
 * @example
 * wordsOf("aimedOnlyIfFired"); // "aimed only if fired"
 */
export const wordsOf = (name: string): string =>
  /^[a-z][A-Za-z\d]*$/.test(name)
    ? name.replace(/(?<=[a-z\d])[A-Z](?=[a-z\d])/g, (letter) => ` ${letter.toLowerCase()}`)
    : name;
