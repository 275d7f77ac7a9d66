import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Plugin } from "vite";
import { withEdits, type SyntaxNode } from "./build-syntax.ts";
import { textsInCalls } from "./words/texts-in-calls.ts";

/**
 * Adds message ids to the texts of `words(…)`, which both browser and server use and no macro sees: `words({ id, message })`. The call has no side
 * effects, so the bundler may drop an unused one.
 */
export function wordsForTheBrowser(): Plugin {
  return {
    name: "stoa-words-for-the-browser",
    enforce: "pre",
    transform: {
      filter: { id: /\/(?:features|platform|ui)\/.*\.tsx?$/, code: /\bwords\(/ },
      handler(code, id) {
        const program = this.parse(code, { lang: id.endsWith("x") ? "tsx" : "ts" }) as unknown as SyntaxNode;
        const edits = textsInCalls(program, id)
          .filter(({ call }) => call === "words")
          .flatMap(({ text, callNode, textNode }) => [
            { start: callNode.start, end: callNode.start, text: "/* @__PURE__ */ " },
            {
              start: textNode.start,
              end: textNode.end,
              text: `{ id: ${JSON.stringify(generateMessageId(text))}, message: ${JSON.stringify(text)} }`,
            },
          ]);
        return edits.length === 0 ? null : { code: withEdits(code, edits), map: null };
      },
    },
  };
}
