import { sql } from "kysely";
import { wordsOf, type Content } from "../content.ts";
import { translated, type Translations } from "./texts.ts";

/** The most characters that are searchable; a tsvector cannot hold longer texts, so the rest is left out. */
const longest = { titles: 50_000, body: 200_000 };

/**
 * The columns of a course when a version becomes its current one: the version, and the document's searchable words (CAT-3), with its
 * outline weighted above its pages, in every language that it has.
 */
export function becomesCurrent(versionId: number, content: Content, translations: Translations = {}) {
  const words = [content, ...Object.values(translations).map((texts) => translated(content, texts).content)].map(wordsOf);
  const [titles, body] = [words.map((one) => one.titles).join(" "), words.map((one) => one.body).join(" ")];
  return {
    current_version_id: versionId,
    content_search: sql<string>`setweight(to_tsvector('simple', folded(${titles.slice(0, longest.titles)}::text)), 'C')
      || setweight(to_tsvector('simple', folded(${body.slice(0, longest.body)}::text)), 'D')`,
  };
}
