/** A new id inside a document: random, so that neither order nor age of what it names can be read from it. */
export const freshId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36).padStart(2, "0")).join("");
