import type { MessageDescriptor } from "@lingui/core";
import type { Article } from "./article.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A built-in article as the HTML that a portal begins its own words with. read: gives a text in a language. */
export function builtInHtml({ summary, parts }: Article, read: (text: MessageDescriptor) => string): string {
  const line = (tag: string, text: MessageDescriptor) => `<${tag}>${escaped(read(text))}</${tag}>`;
  return [
    line("p", summary),
    ...parts.flatMap(({ heading, steps = [], text = [] }) => [
      line("h2", heading),
      ...(steps.length > 0 ? [`<ol>\n${steps.map((step) => line("li", step)).join("\n")}\n</ol>`] : []),
      ...text.map((paragraph) => line("p", paragraph)),
    ]),
  ].join("\n");
}
