import { parseAsync } from "@babel/core";
import extractor from "@lingui/cli/api/extractors/babel";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { SyntaxNode } from "../build-syntax.ts";
import { textsInCalls } from "./texts-in-calls.ts";

/** The extractor of `lingui extract`: reads the macros of the browser code, and the texts in calls that make refusals, schemas and answers. */
export const textExtractor: typeof extractor = {
  match: (fileName) => /\.tsx?$/.test(fileName),
  async extract(fileName, code, onMessage, context) {
    if (/@lingui\/(?:core|react)\/macro/.test(code)) await extractor.extract(fileName, code, onMessage, context);
    if (!/\b(?:errors|words|refusal)\.ts"|\bsay(?:In)?\(/.test(code)) return;
    const plugins: ("estree" | "typescript" | "jsx")[] = ["estree", "typescript", ...(fileName.endsWith("x") ? ["jsx" as const] : [])];
    const program = await parseAsync(code, { babelrc: false, configFile: false, parserOpts: { plugins, sourceType: "module" } });
    for (const { text } of textsInCalls(program as unknown as SyntaxNode, fileName))
      onMessage({ id: generateMessageId(text), message: text, origin: [fileName, 1], placeholders: {} });
  },
};
