import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { readCatalogue } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import { walk, withEdits, type SyntaxNode } from "./build-syntax.ts";

/**
 * Replaces English texts in the code with the compiled messages of one language, so that each file brings its own and no catalogue has to be loaded
 * first. Works on the Lingui macro's output: `{ id: "…", message: "…" }`. Texts without a translation stay English.
 */
export function messagesInPlace(language: Language): Plugin {
  const translations = new Map<string, string>();
  return {
    name: "stoa-messages-in-place",
    apply: "build",
    enforce: "post",
    async buildStart() {
      if (language === "en") return;
      for (const [id, { translation }] of Object.entries(await readCatalogue(language))) if (translation) translations.set(id, translation);
    },
    transform: {
      filter: { id: /\/(?:features|ui|app|platform)\/.*\.tsx?$/, code: /message:/ },
      handler(code) {
        const found: { id: string; message: SyntaxNode }[] = [];
        walk(this.parse(code) as unknown as SyntaxNode, (node) => {
          if (node.type !== "ObjectExpression") return;
          const properties = node.properties as SyntaxNode[];
          const valueOf = (name: string) =>
            properties.find((one) => (one.key as SyntaxNode | undefined)?.name === name)?.value as SyntaxNode | undefined;
          const [id, message] = [valueOf("id"), valueOf("message")];
          if (typeof id?.value === "string" && typeof message?.value === "string") found.push({ id: id.value, message });
        });
        if (found.length === 0) return null;
        const edits = found.map(({ id, message: { start, end, value } }) => ({
          start,
          end,
          text: JSON.stringify(compileMessage(translations.get(id) ?? String(value))),
        }));
        return { code: withEdits(code, edits), map: null };
      },
    },
  };
}
