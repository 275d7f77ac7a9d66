import * as z from "zod/mini";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { learningOf } from "#features/blocks/learning.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import { titleIn } from "./texts.ts";

/** A published version without its blocks: chapters, pages and the names of its quizzes. */
export interface Outline {
  readonly chapters: readonly { readonly id: string; readonly title: string; readonly pages: readonly OutlinePage[] }[];
  /** Title by quiz id. */
  readonly quizzes: Readonly<Record<string, string>>;
}
export interface OutlinePage {
  readonly id: string;
  readonly title: string;
  /** 0 when unknown. */
  readonly minutes: number;
  readonly hasVideo: boolean;
  readonly hasQuiz: boolean;
}

/** The most recently read outlines of all portals, in memory. Versions never change (INV-5), so none becomes stale. */
export interface OutlineMemory {
  /** The outline of a version of the portal of `db`, in a language as far as it is translated. Throws 404 where the portal has no such version. */
  get(db: Db, portalId: number, versionId: number, language: string): Promise<Outline>;
}

/** Makes an empty memory that keeps up to `size` outlines. */
export function outlineMemory(size = 500): OutlineMemory {
  const kept = new Map<string, Outline>();
  return {
    async get(db, portalId, versionId, language) {
      const key = `${portalId}:${versionId}:${language}`;
      const outline = kept.get(key) ?? (await readOutline(db, portalId, versionId, language));
      kept.delete(key);
      kept.set(key, outline);
      if (kept.size > size) kept.delete(kept.keys().next().value as string);
      return outline;
    },
  };
}

const BlockName = z.custom<ShownBlock["kind"]>((name) => typeof name === "string");
const PageRow = z.object({ id: z.string(), title: z.string(), minutes: z.nullable(z.int()), kinds: z.array(BlockName) });
const OutlineRow = z.object({
  chapters: z.nullable(z.array(z.object({ id: z.string(), title: z.string(), pages: z.array(PageRow) }))),
  quizzes: z.nullable(z.array(z.object({ id: z.string(), title: z.string() }))),
  /** The titles that are translated, by key. */
  titles: z.nullable(z.record(z.string(), z.string())),
});

/** Blocks are not loaded, only their kinds. */
async function readOutline(db: Db, portalId: number, versionId: number, language: string): Promise<Outline> {
  const { rows } = await typed(OutlineRow)`
    select (select json_agg(json_build_object('id', chapter ->> 'id', 'title', chapter ->> 'title', 'pages', (
          select coalesce(json_agg(json_build_object('id', page ->> 'id', 'title', page ->> 'title', 'minutes', page -> 'minutes',
            'kinds', jsonb_path_query_array(page, '$.blocks[*].kind')) order by p_nth), '[]')
          from jsonb_array_elements(chapter -> 'pages') with ordinality as pages (page, p_nth))) order by c_nth)
        from jsonb_array_elements(v.content -> 'chapters') with ordinality as chapters (chapter, c_nth)) as chapters,
      (select json_agg(json_build_object('id', quiz ->> 'id', 'title', quiz ->> 'title'))
        from jsonb_path_query(v.content, '$.chapters[*].pages[*].blocks[*] ? (exists(@.passPercent))') as quiz) as quizzes,
      (select json_object_agg(key, value) from jsonb_each(v.translations -> ${language}::text) where key ~ '^[a-z]+/[^/]+/title$') as titles
    from course_versions v where v.portal_id = ${portalId} and v.id = ${versionId}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound("course", "This course could not be found.");
  const titles = row.titles ?? {};
  return {
    chapters: (row.chapters ?? []).map(({ pages, ...chapter }) => ({
      id: chapter.id,
      title: titleIn("chapters", chapter, titles),
      pages: pages.map(({ kinds, minutes, ...page }) => ({
        ...page,
        title: titleIn("pages", page, titles),
        minutes: minutes ?? 0,
        hasVideo: kinds.some((kind) => learningOf({ kind }).leads),
        hasQuiz: kinds.some((kind) => learningOf({ kind }).questions),
      })),
    })),
    quizzes: Object.fromEntries((row.quizzes ?? []).map((quiz) => [quiz.id, titleIn("blocks", quiz, titles)])),
  };
}
