import type { MessageDescriptor } from "@lingui/core";
import { folded } from "#platform/folded.ts";
import { textsOf } from "./article.ts";
import { articles, type ArticleName } from "./articles.ts";

/**
 * Those of some articles that have every word of a search, without regard to capital letters and accents: first those that have them all in their title,
 * else in the given order. say: gives a text in the reader's language.
 */
export function findArticles(names: readonly ArticleName[], search: string, say: (text: MessageDescriptor) => string): ArticleName[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const has = (texts: readonly MessageDescriptor[]) => {
    const text = folded(texts.map(say).join("\n"));
    return words.every((word) => text.includes(word));
  };
  const found = names.filter((name) => has(textsOf(articles[name])));
  const byTitle = new Set(found.filter((name) => has([articles[name].title])));
  return [...byTitle, ...found.filter((name) => !byTitle.has(name))];
}
