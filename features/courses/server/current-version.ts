import { sql } from "kysely";
import { wordsOf, type Content } from "../content.ts";

/** What is longer than a tsvector can hold is searched by its beginning. */
const longest = { titles: 50_000, body: 200_000 };

/**
 * What a row of courses is set to when a version becomes its current one: the version, and the words of its document for the search (CAT-3), its
 * outline above what stands on its pages.
 */
export function becomesCurrent(versionId: number, content: Content) {
  const { titles, body } = wordsOf(content);
  return {
    current_version_id: versionId,
    content_search: sql<string>`setweight(to_tsvector('simple', ${titles.slice(0, longest.titles)}::text), 'C')
      || setweight(to_tsvector('simple', ${body.slice(0, longest.body)}::text), 'D')`,
  };
}
