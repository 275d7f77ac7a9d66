/** The letters and digits of codes: 32, without those that are easily taken for another (Crockford). */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 12 of 32 are 60 bits (security.md 96). */
const length = 12;

/** A new code from random bytes, at least 12. */
export const wordOf = (random: Uint8Array): string => [...random.subarray(0, length)].map((byte) => letters[byte % 32]).join("");

/** A code as somebody typed it, as it is kept: without dashes and blanks, in capitals, and with the digits that letters were taken for. */
export const plainWord = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll(/[^0-9A-Z]/g, "");

/** A code in groups of four, for people. */
export const shownWord = (word: string): string => (word.match(/.{1,4}/g) ?? []).join("-");
