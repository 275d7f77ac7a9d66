import type { Plugin } from "vite";

/** The lines of Lingui that decode escapes in a finished text, what people wrote in it included. */
const decoding = /if \(isString\((\w+)\) && ESCAPE_SEQUENCE_REGEX\.test\(\1\)\)\s*(?:\{\s*return [^}]*\}|return [^;]*;)/g;

/**
 * Removes from Lingui the decoding of \u0041 and \x41 in finished texts: it would change titles and names that contain them. Our own texts need none,
 * because they are compiled. Fails the build when an update of Lingui has moved these lines.
 */
export const valuesAsWritten = (): Plugin => ({
  name: "stoa-values-as-written",
  transform: {
    filter: { id: /\/@lingui\/core\/dist\/index\.mjs/ },
    handler(code) {
      if (code.match(decoding)?.length !== 2) throw new Error("Lingui's decoding of escapes was not found.");
      return { code: code.replace(decoding, ""), map: null };
    },
  },
});
