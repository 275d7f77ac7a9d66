import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { walk, withEdits, type SyntaxNode } from "./build-syntax.ts";

/**
 * Compiles the English words where they stand, so that each screen brings its own and no catalogue has to come first. Other languages
 * load their catalogue, whose entries go before these. Works on what the Lingui macro leaves: `{ id: "…", message: "…" }`.
 */
export function messagesInPlace(): Plugin {
  return {
    name: "stoa-messages-in-place",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\/(?:features|ui|app|platform)\/.*\.tsx?$/, code: /message:/ },
      handler(code) {
        const words: SyntaxNode[] = [];
        walk(this.parse(code) as unknown as SyntaxNode, (node) => {
          if (node.type !== "ObjectExpression") return;
          const properties = node.properties as SyntaxNode[];
          const valueOf = (name: string) =>
            properties.find((one) => (one.key as SyntaxNode | undefined)?.name === name)?.value as SyntaxNode | undefined;
          const [id, message] = [valueOf("id"), valueOf("message")];
          if (typeof id?.value === "string" && typeof message?.value === "string") words.push(message);
        });
        if (words.length === 0) return null;
        const edits = words.map(({ start, end, value }) => ({ start, end, text: JSON.stringify(compileMessage(String(value))) }));
        return { code: withEdits(code, edits), map: null };
      },
    },
  };
}
