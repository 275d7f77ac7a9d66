import type { MessageDescriptor } from "@lingui/core";
import { folded } from "#platform/folded.ts";
import { textsOf, type ArticleGroup } from "./article.ts";
import { articles, type ArticleName } from "./articles.ts";
import type { HelpRow } from "./contract.ts";

/** An article as a list has it, built in or of the portal. */
export interface Entry {
  readonly article: string;
  /** Null: of the portal's own. */
  readonly group: ArticleGroup | null;
  readonly title: string;
  readonly summary: string;
  /** All that it says. */
  readonly words: string;
  /** The language of the portal's words; null for built-in ones, which are in that of the screen. */
  readonly language: string | null;
}

/** The most characters that a list says of an article in the portal's words. */
const summaryLength = 160;

const shortened = (words: string) =>
  words.length <= summaryLength ? words : `${words.slice(0, words.lastIndexOf(" ", summaryLength) + 1 || summaryLength).trimEnd()}…`;

/** Built-in articles and the portal's own as somebody finds them. rows: what the portal's help differs in. read: gives a text in the reader's language. */
export function entriesOf(names: readonly ArticleName[], rows: readonly HelpRow[], read: (text: MessageDescriptor) => string): Entry[] {
  const known = new Map(rows.map((row) => [row.article, row]));
  const own = ({ article, text }: HelpRow, group: ArticleGroup | null): Entry[] =>
    text
      ? [
          {
            article,
            group,
            title: text.title,
            summary: shortened(text.words),
            words: `${text.title}\n${text.words}`,
            language: text.language,
          },
        ]
      : [];
  const builtIn = names.flatMap((name) => {
    const { group, title, summary } = articles[name];
    const row = known.get(name);
    if (row?.isHidden) return [];
    if (row?.text) return own(row, group);
    const words = textsOf(articles[name]).map(read).join("\n");
    return [{ article: name, group, title: read(title), summary: read(summary), words, language: null }];
  });
  return [...rows.filter(({ article }) => !Object.hasOwn(articles, article)).flatMap((row) => own(row, null)), ...builtIn];
}

/**
 * Those of some articles that have every word of a search, without regard to capital letters and accents: first those that have them all in their title,
 * else in the given order.
 */
export function findArticles(entries: readonly Entry[], search: string): Entry[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const has = (text: string) => {
    const inside = folded(text);
    return words.every((word) => inside.includes(word));
  };
  const found = entries.filter((entry) => has(entry.words));
  const byTitle = new Set(found.filter(({ title }) => has(title)));
  return [...byTitle, ...found.filter((entry) => !byTitle.has(entry))];
}
